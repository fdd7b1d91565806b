"""Puzzles are solved by machine. Knows no window."""
