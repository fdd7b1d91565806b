"""Solving by hand: the session, its moves, undo, autosave."""
