"""Correct a reading by the puzzle's rules."""
