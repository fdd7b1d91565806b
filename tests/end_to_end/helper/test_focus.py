"""Whatever the keyboard reaches shows that it has the focus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import LIGHT, ThemeManager
from helper.board.board_view import BoardView
from helper.learn.how_to_play import HowToPlay
from helper.learn.lessons.lessons_window import Lessons
from helper.main_window.main_window import MainWindow
from helper.picture.picture_window import PictureWindow
from helper.preferences.dialog import PreferencesDialog
from puzzles import Color, Grid, Puzzle, puzzle_of
from puzzles.color_values import luminance
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.contrast import light_of, pixels_of, ratio
from tests.support.dialogs import own_dialogs
from tests.support.keeping import lesson_progress

MIN_PX = 24
"""Pixels whose contrast with what they were is 3 at least: a frame around the smallest target."""
THEMES = [
    ThemeChoice.LIGHT,
    pytest.param(ThemeChoice.DARK, marks=pytest.mark.long),
    ThemeChoice.CONTRAST_DARK,
]
NO_TARGETS = (QScrollArea, QLabel)
"""The page behind the controls, and a text whose links Qt frames one by one."""


def changed_px(before: QImage, after: QImage, ground: str) -> int:
    """How many pixels are the ring of the focus.

    They have a contrast of 3 with what they were. The ring around a filled button has it with the
    window's ground, beside which it is, and 2 with the fill that it replaces.
    """
    was, now = pixels_of(before), pixels_of(after)
    is_other = (was != now).any(axis=-1)
    one, other = light_of(was[is_other]), light_of(now[is_other])
    on_ground = ratio(luminance(ground), other) >= 3
    is_ring = (ratio(one, other) >= 3) | ((ratio(one, other) >= 2) & on_ground)
    return int(is_ring.sum())


def targets(window: QWidget) -> list[QWidget]:
    """What Tab reaches."""
    found = []
    for widget in window.findChildren(QWidget):
        is_part = isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox))
        takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if takes and widget.isVisible() and widget.isEnabled() and not is_part:
            found.append(widget)
    return [each for each in found if not isinstance(each, NO_TARGETS)]


def assert_focus_is_seen(qtbot: QtBot, window: QWidget) -> None:
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    found = targets(window)
    assert found
    weak = {}
    ground = window.palette().color(QPalette.ColorRole.Window).name()
    for widget in found:
        widget.clearFocus()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if not widget.hasFocus():
            continue
        after = widget.grab().toImage()
        widget.clearFocus()
        QApplication.processEvents()
        seen = changed_px(widget.grab().toImage(), after, ground)
        if seen < MIN_PX:
            weak[f"{widget} {widget.accessibleName()} {widget.property('text')}"] = seen
    assert not weak


@pytest.fixture
def windows(settings: Settings, themes: ThemeManager) -> dict[str, Callable[[], QWidget]]:
    return {
        **own_dialogs(settings, themes),
        "preferences": lambda: PreferencesDialog(settings, themes),
        "how to play": lambda: HowToPlay(settings, themes),
        "lessons": lambda: Lessons(lesson_progress(), settings, themes),
        "picture": lambda: PictureWindow(settings, themes, lambda _: True),
    }


DIALOGS = (
    "new", "clues", "properties", "size", "options", "random", "print", "preferences",
    "how to play", "lessons", "picture",
)  # fmt: skip


@pytest.mark.parametrize("key", few(1, [Qt.Key.Key_Tab, Qt.Key.Key_Backtab]))
@pytest.mark.parametrize("name", few(5, DIALOGS))
def test_tab_leads_to_all_controls_and_out_of_each(
    qtbot: QtBot, windows: dict[str, Callable[[], QWidget]], name: str, key: Qt.Key
) -> None:
    dialog = windows[name]()
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    reached: list[QWidget] = []
    while (focus := QApplication.focusWidget()) not in reached:
        assert focus is not None
        reached.append(focus)
        QTest.keyClick(focus, key)
    assert not [each for each in targets(dialog) if each not in reached]


@pytest.mark.parametrize("theme", few(1, THEMES))
@pytest.mark.parametrize("name", few(5, DIALOGS))
def test_a_dialog_shows_its_focus(
    qtbot: QtBot,
    settings: Settings,
    windows: dict[str, Callable[[], QWidget]],
    name: str,
    theme: ThemeChoice,
) -> None:
    settings.change(theme=theme)
    dialog = windows[name]()
    qtbot.addWidget(dialog)
    assert_focus_is_seen(qtbot, dialog)


@pytest.mark.parametrize("theme", few(1, THEMES))
@pytest.mark.parametrize("is_home", [False, True])
def test_the_window_shows_its_focus(
    qtbot: QtBot, window: MainWindow, theme: ThemeChoice, is_home: bool
) -> None:
    window.settings.change(theme=theme)
    window.session.open_copy(Document(CHICK))
    if is_home:
        window.home.show()
    assert_focus_is_seen(qtbot, window)


@pytest.mark.parametrize("rgb", ["#4670ee", "#2f80e0", "#20a030", "#d03030", "#ffe000", "#000000"])
def test_the_cell_of_the_keyboard_is_seen_on_any_colour(board: BoardView, rgb: str) -> None:
    palette = (Color("0", "#ffffff"), Color("a", rgb), Color("b", "#888888"))
    empty = replace(Puzzle.empty(2, 2), palette=palette)
    board.session.open_copy(Document(puzzle_of(Grid(2, 2, 3, [2, 4, 4, 2]), empty)))
    board.session.paint(dict.fromkeys(range(4), 2), "Shade")
    board.session.undo()
    board.session.paint({0: 2}, "Shade")
    place = board.area.cell_rect(0, 0)
    images = [board.viewport().grab(place).toImage()]
    board.keyboard.show()
    images.append(board.viewport().grab(place).toImage())
    before, after = (light_of(pixels_of(image)) for image in images)
    seen = ratio(before, after) >= 3
    assert seen.sum() >= MIN_PX


def test_the_first_key_shows_the_cell_of_the_board(board: BoardView) -> None:
    before = board.grab().toImage()
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert changed_px(before, board.grab().toImage(), LIGHT.window) >= MIN_PX
