"""Solving methods: solve, watch, compare.

``solving``, ``watching`` and ``comparison`` run engines; ``method_work`` is what runs in a child.
"""
