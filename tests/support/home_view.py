"""What tests do with the view of Home."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from helper.home.view import HomeView

Key = Qt.Key


def shown(view: HomeView) -> list[str]:
    return [one.id for one in view.model.entries]


def click_tile(view: HomeView, row: int) -> None:
    at = view.tiles.visualRect(view.model.index(row)).center()
    QTest.mouseClick(view.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)


def focus(view: HomeView) -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(view: HomeView, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(focus(view), key)
