"""Buttons as this program has them."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton


def narrow(button: QPushButton) -> None:
    """Let a button be as narrow as its text: the style would have all of them wide."""
    text = button.text().replace("&", "")
    button.setMinimumWidth(button.fontMetrics().horizontalAdvance(text) + 18)
