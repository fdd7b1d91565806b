"""Puzzles that the program makes: the command ``nonogram generate``, and New Random Puzzle."""
