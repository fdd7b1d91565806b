"""Menus and lists of combo boxes have the corners of the program's style."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from helper.app import PlainStyle
from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import LIGHT, ThemeManager
from helper.home.section import FilterBar


@pytest.fixture(scope="module")
def style() -> PlainStyle:
    return PlainStyle("Fusion")


def menu(parent: QWidget) -> QWidget:
    made = QMenu(parent)
    made.addAction("Open")
    made.addAction("Close")
    return made


def menu_of_a_field(parent: QWidget) -> QWidget:
    made = QLineEdit(parent).createStandardContextMenu()
    made.setParent(parent, made.windowFlags())
    return made


def combo_list(parent: QWidget) -> QWidget:
    box = QComboBox(parent)
    box.addItems(["One", "Two", "Three"])
    return box.view().window()


@pytest.mark.parametrize("make", [menu, menu_of_a_field, combo_list])
def test_a_popup_is_transparent_outside_its_round_corners(
    qtbot: QtBot, style: PlainStyle, settings: Settings, themes: ThemeManager, make: object
) -> None:
    assert callable(make)
    settings.change(theme=ThemeChoice.LIGHT)
    assert themes.theme is LIGHT
    parent = QWidget()
    qtbot.addWidget(parent)
    popup = make(parent)
    style.polish(popup)
    popup.resize(120, 90)
    image = popup.grab().toImage()
    for x, y in ((0, 0), (119, 0), (0, 89), (119, 89)):
        assert image.pixelColor(x, y).alpha() == 0, (x, y)
    assert image.pixelColor(60, 0) == QColor(LIGHT.line)
    assert image.pixelColor(60, 2) == QColor(LIGHT.base)


def test_other_windows_are_opaque(qtbot: QtBot, style: PlainStyle) -> None:
    for widget in (QWidget(), QPushButton("Open")):
        qtbot.addWidget(widget)
        style.polish(widget)
        assert not widget.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def test_the_list_of_a_filter_has_room_for_its_texts(qtbot: QtBot) -> None:
    bar = FilterBar(LIGHT)
    qtbot.addWidget(bar)
    bar.show()
    for box in bar.boxes:
        box.showPopup()
        assert box.view().viewport().width() >= box.view().sizeHintForColumn(0)
        box.hidePopup()
