"""Techniques that join lines: a cell is tried, and the consequences are followed."""
