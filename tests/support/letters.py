"""The letters for the Alt key that are in view in a window at the same time."""

from __future__ import annotations

from collections import defaultdict

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QFileDialog,
    QGroupBox,
    QLabel,
    QMenu,
    QMenuBar,
    QTabBar,
    QWidget,
)


def shared_letters(window: QWidget) -> list[str]:
    """The texts that share a letter, each group as one string; Qt's own dialog is left out."""
    if isinstance(window, QFileDialog):
        return []
    texts = defaultdict[str, list[str]](list)
    for text in _texts(window):
        if letter := QKeySequence.mnemonic(text).toString():
            texts[letter].append(text)
    return [f"{letter}: {found}" for letter, found in texts.items() if len(found) > 1]


def _texts(window: QWidget) -> list[str]:
    if isinstance(window, QMenu):
        return [action.text() for action in window.actions() if action.isVisible()]
    found = []
    for widget in window.findChildren(QWidget):
        if widget.window() is not window or not widget.isVisible():
            continue
        if isinstance(widget, QMenuBar):
            found += [action.text() for action in widget.actions() if action.isVisible()]
        elif isinstance(widget, QTabBar):
            found += [widget.tabText(index) for index in range(widget.count())]
        elif isinstance(widget, QGroupBox):
            found.append(widget.title())
        elif isinstance(widget, QAbstractButton) or (
            isinstance(widget, QLabel) and widget.buddy() is not None
        ):
            found.append(widget.text())
    return found
