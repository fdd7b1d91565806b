"""Solving puzzles, without Qt."""
