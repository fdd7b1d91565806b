"""Qt without a screen, for commands that draw."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

_application: QApplication | None = None


def ensure_application() -> None:
    """Make an application that needs no screen, unless there is one already."""
    global _application
    if QCoreApplication.instance() is None:
        _application = QApplication(["nonogram", "-platform", "offscreen"])
