"""The style of all windows, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QLabel,
    QMessageBox,
    QProxyStyle,
    QPushButton,
    QStyle,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.app import PlainStyle


class _WithIcons(QProxyStyle):
    """A style as on desktops where the buttons of dialogs have icons."""

    def styleHint(self, hint: QStyle.StyleHint, *rest: Any) -> int:  # Qt override
        if hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, *rest)


def test_buttons_of_dialogs_have_no_icons_whatever_the_desktop_wants(
    qtbot: QtBot, qapp: QApplication
) -> None:
    """They would not follow the theme."""
    kinds = QDialogButtonBox.StandardButton
    before = qapp.style().objectName()
    style = _WithIcons("Fusion")
    qapp.setStyle(style)
    box = QDialogButtonBox(kinds.Ok | kinds.Cancel)
    question = QMessageBox()
    question.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
    for widget in (box, question):
        qtbot.addWidget(widget)
    buttons = [*box.findChildren(QPushButton), *question.findChildren(QPushButton)]
    has_icons = [not button.icon().isNull() for button in buttons]
    qapp.setStyle(before)
    assert has_icons == [False] * 4


def test_the_style_overrides_only_what_qt_asks_once_for_each_widget() -> None:
    """Hints and sizes are asked for thousands of times while a window is laid out and painted."""
    kinds = set(vars(PlainStyle)) & set(vars(QProxyStyle))
    assert kinds - {"__module__", "__doc__", "staticMetaObject"} == {"polish"}


def test_only_windows_are_searched_for_controls(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = list[QWidget]()
    monkeypatch.setattr("helper.app.keep_distinct", searched.append)
    window = QWidget()
    qtbot.addWidget(window)
    for widget in (QPushButton("OK", window), QLabel("Title", window), window):
        PlainStyle("Fusion").polish(widget)
    assert searched == [window]
