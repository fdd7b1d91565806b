"""Progress in the main window: the calendar, the path and the setting, with a library."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.day_store import DayStore
from helper.application.library import Library
from helper.home.days import DAY, DayState
from helper.home.entries import CALENDAR, PATH
from helper.main_window.main_window import MainWindow
from helper.preferences.dialog import PreferencesDialog
from puzzles import BLANK
from puzzles.clue_hash import clue_hash
from solver.api import solve
from tests.support.home_keys import view_of

LEFT = Qt.MouseButton.LeftButton


def solve_open(window: MainWindow) -> None:
    (solution,) = solve(window.session.puzzle).solutions
    cells = {i: state for i, state in enumerate(solution.cells) if state != BLANK}
    window.session.paint(cells, "Shade")


def open_day(window: MainWindow, qtbot: QtBot, days_ago: int) -> None:
    """From the calendar, with the keyboard."""
    window.home.show()
    view_of(window).show_page(CALENDAR)
    focused = QApplication.focusWidget()
    for _ in range(days_ago):
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Left)
        focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.home.is_shown)


def state(window: MainWindow, days_ago: int) -> DayState:
    window.home.show()
    days = view_of(window).progress.days
    return days.state(days.today - days_ago * DAY)


def test_days_that_are_played_are_marked_and_keep_their_puzzles(
    at_home: MainWindow, library: Library, qtbot: QtBot
) -> None:
    today = date.today()
    assert set(DayStore(library).days()) == {today}
    open_day(at_home, qtbot, 0)
    kept = clue_hash(at_home.session.puzzle)
    assert DayStore(library).days() == {today: kept}
    at_home.session.paint({0: 2}, "Shade")
    assert state(at_home, 0) is DayState.STARTED
    open_day(at_home, qtbot, 0)
    at_home.session.clear_grid()
    solve_open(at_home)
    assert state(at_home, 0) is DayState.SOLVED
    open_day(at_home, qtbot, 1)
    assert DayStore(library).days()[today - DAY] == clue_hash(at_home.session.puzzle)
    solve_open(at_home)
    assert state(at_home, 1) is DayState.OTHER_DAY
    days = view_of(at_home).progress.days
    assert days.streak == 1


def test_a_step_of_the_path_opens_its_lesson(at_home: MainWindow) -> None:
    view = view_of(at_home)
    view.sidebar.go_to(PATH)
    (row, *_) = view.path.rows[1:]
    QTest.mouseClick(row.lesson_button, LEFT)  # type: ignore[attr-defined]
    lessons = at_home.helping.lessons
    assert lessons is not None
    assert lessons.isVisible()
    lessons.close()


def test_preferences_hide_all_progress_at_once_and_show_it_again(at_home: MainWindow) -> None:
    view = view_of(at_home)
    dialog = PreferencesDialog(at_home.settings, at_home.themes)
    dialog.show()
    view.sidebar.go_to(CALENDAR)
    assert view.calendar.isVisible()
    QTest.mouseClick(dialog.show_progress, LEFT, pos=dialog.show_progress.rect().center() / 4)
    assert not dialog.show_progress.isChecked()
    assert not view.calendar.isVisible()
    assert view.sidebar.item(2).text() == "First steps"
    dialog.show_progress.setFocus()
    QTest.keyClick(dialog.show_progress, Qt.Key.Key_Space)
    assert view.sidebar.item(2).text() == "Path"
    view.sidebar.go_to(CALENDAR)
    assert view.calendar.isVisible()
    dialog.close()
