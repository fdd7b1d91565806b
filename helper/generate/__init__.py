"""Puzzles that the program makes: the command ``nonogram generate``, and New Random Puzzle.

:mod:`solver.author.generator` makes them; ``names`` has what a title says.
"""
