"""Delete dialogs when they are closed: Qt keeps them as long as their parent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

D = TypeVar("D", bound=QDialog)
W = TypeVar("W", bound=QWidget)


@contextmanager
def asked(dialog: D) -> Iterator[D]:
    """Delete a modal dialog when the ``with`` block, which reads its answer, ends."""
    try:
        yield dialog
    finally:
        dialog.deleteLater()


def deleted_on_close(window: W) -> W:
    """Let Qt delete a non-modal window as soon as it is closed; returns the window."""
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window
