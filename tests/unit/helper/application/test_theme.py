"""The colours of the program."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QFile, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from helper.application.theme import DARK, LIGHT, Theme, control_sheet

TEXT, SHAPES, FIVES = 4.5, 3.0, 2.0
"""Contrasts: of text and of shapes by WCAG 2.1 (1.4.3, 1.4.11); of strong lines to thin ones."""


def luminance(color: str) -> float:
    """The relative luminance of ``#rrggbb``, by WCAG 2.1."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=[LIGHT, DARK], ids=lambda theme: theme.name)
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


def test_text_can_be_read(theme: Theme) -> None:
    for color in (theme.text, theme.faint, theme.red, theme.green, theme.accent):
        assert contrast(color, theme.window) >= TEXT
        assert contrast(color, theme.base) >= TEXT


def test_buttons_can_be_read(theme: Theme) -> None:
    assert contrast(theme.on_accent, theme.accent) >= TEXT
    assert contrast(theme.text, theme.tint) >= TEXT


def test_the_pictures_of_the_controls_are_there_and_stand_out(theme: Theme) -> None:
    names = set(re.findall(r"url\((controls:[^)]*)\)", control_sheet(vars(theme))))
    assert len(names) == 3
    for name in names:
        file = QFile(name)
        assert file.open(QFile.OpenModeFlag.ReadOnly), name
        (color,) = re.findall(r'stroke="(#\w{6})"', bytes(file.readAll().data()).decode())
        behind = theme.accent if "tick" in name else theme.base
        assert contrast(color, behind) >= SHAPES, name


def test_lights_and_what_is_selected_stand_out(theme: Theme) -> None:
    for color in (theme.open, theme.green, theme.red, theme.accent):
        assert contrast(color, theme.window) >= SHAPES


def test_marks_and_strong_lines_are_seen_on_paper_and_on_ink(theme: Theme) -> None:
    for color in (theme.grid_five, theme.dot):
        assert contrast(color, theme.paper) >= SHAPES
        assert contrast(color, theme.ink) >= SHAPES
    assert contrast(theme.grid_five, theme.grid) >= FIVES
    assert contrast(theme.paper, theme.ink) >= TEXT


def test_no_picture_is_shown_as_its_negative(theme: Theme) -> None:
    assert luminance(theme.paper) > luminance(theme.ink)


@pytest.mark.parametrize("count", [2, 5])
def test_the_list_of_a_combo_box_is_not_cut(qtbot: QtBot, theme: Theme, count: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(control_sheet(vars(theme)))
    box = QComboBox(window)
    box.addItems([f"Entry {number}" for number in range(count)])
    window.show()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    assert view.viewport().height() >= count * view.sizeHintForRow(0)
    box.hidePopup()
