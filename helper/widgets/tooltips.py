"""Tooltips that describe a command and name its shortcut."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence


def hint(action: QAction, tip: str) -> None:
    """Give a command its tooltip, with the shortcut that it has now."""
    shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({shortcut})" if shortcut else tip)


def hint_undo(undo: QAction, redo: QAction) -> None:
    """Give Undo and Redo their tooltips; their menu texts name the move."""
    hint(undo, "Undo the last move")
    hint(redo, "Redo the move that was undone")
