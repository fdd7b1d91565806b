"""Correct a reading by the puzzle's rules.

``alternatives`` has other readings of lines, ``correction`` chooses among them with the solver, and
``missing_clues`` says where a number may be missing if no number is doubtful and the puzzle is
wrong.
"""
