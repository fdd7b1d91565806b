"""Button sizes."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton


def narrow(button: QPushButton) -> None:
    """Make a button as narrow as its text; the style's minimum is wider."""
    text = button.text().replace("&", "")
    button.setMinimumWidth(button.fontMetrics().horizontalAdvance(text) + 18)
