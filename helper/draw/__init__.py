"""Tools for drawings: shapes, letters, regions, and commands for the whole board.

A new tool is a member of ``ToolKind`` in ``tools`` with an icon ``resources/icons/tool-*.svg``. A
command for the whole drawing is a row in ``drawing``.
"""
