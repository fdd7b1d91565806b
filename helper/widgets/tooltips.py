"""Tooltips that say what a command does, and its shortcut."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence


def hint(action: QAction, tip: str) -> None:
    """Give a command its tooltip; set the shortcut before."""
    shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({shortcut})" if shortcut else tip)


def hint_undo(undo: QAction, redo: QAction) -> None:
    """Give Undo and Redo their tooltips; their texts say which move it is."""
    hint(undo, "Take the last move back")
    hint(redo, "Make the move again that was taken back")
