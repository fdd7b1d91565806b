"""Puzzles on paper: pages for printing and PDF, and pictures of single puzzles.

A choice of the dialog and of the command is a field of ``options``. ``board_plan`` has sizes and
parts of a board, ``book`` which board is on which page, ``page_painter`` what a page shows,
``board_painter`` how a board looks.
"""
