"""Tracking: where the puzzle is in each frame, and whether it is still the same one."""
