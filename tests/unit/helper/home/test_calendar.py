"""The calendar, with mouse and keyboard."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.theme import DARK, LIGHT, Theme, ThemeManager
from helper.home.day_calendar import DayCell, paint_mark
from helper.home.days import DayNotes, DayState
from helper.home.entries import CALENDAR, EntryState
from helper.home.home_view import HomeView
from helper.home.sidebar import HOME
from tests.support.home_shelves import TODAY, FakeSource, Maker, entry, focus, press, shelf

Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
DAY = timedelta(days=1)
SOLVED_DAYS = {0: 0, 1: 1, 3: 1}
"""For the puzzle of the day so many days ago, how many days ago it was solved."""


class Record:
    """Each of the last days has its own puzzle."""

    def __init__(self) -> None:
        kept = {TODAY - k * DAY: f"p{k}" for k in range(10)}
        on = {f"p{k}": frozenset({TODAY - when * DAY}) for k, when in SOLVED_DAYS.items()}
        self.found = DayNotes(kept, on)
        self.kept: list[tuple[date, str]] = []

    def notes(self) -> DayNotes:
        return self.found

    def keep(self, day: date, puzzle: str) -> None:
        self.kept.append((day, puzzle))


def source() -> FakeSource:
    states = dict.fromkeys(SOLVED_DAYS, EntryState.SOLVED) | {4: EntryState.STARTED}
    entries = (entry(k, puzzle=f"p{k}", state=states.get(k, EntryState.NEW)) for k in range(60))
    return FakeSource([shelf("animals", *entries)])


@pytest.fixture
def record() -> Record:
    return Record()


@pytest.fixture
def view(qtbot: QtBot, themes: ThemeManager, record: Record) -> HomeView:
    view = HomeView(source(), themes, lambda: TODAY, record=record)
    qtbot.addWidget(view)
    view.resize(1280, 800)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    return view


def names(view: HomeView) -> list[str]:
    return [cell.accessibleName() for cell in view.calendar.cells if cell.isVisible()]


def cell(view: HomeView, day: int) -> DayCell:
    return view.calendar.cells[day - 1]


def open_calendar(view: HomeView) -> None:
    button = view.day_card.calendar_button
    if not button.isVisible():
        button = view.continue_card.calendar_button
    QTest.mouseClick(button, LEFT)


def test_the_card_opens_the_calendar_at_today(view: HomeView) -> None:
    open_calendar(view)
    assert view.sidebar.place == CALENDAR
    assert view.calendar.isVisible()
    assert not view.tiles.isVisible()
    assert not view.section.isVisible()
    assert focus(view) is cell(view, TODAY.day)
    assert view.calendar.heading.text() == "November 2026"


def test_every_day_says_its_state(view: HomeView) -> None:
    open_calendar(view)
    found = names(view)
    assert len(found) == 30
    assert found[21] == "22 November, solved on its day, Animals, Zebra 0"
    assert found[20].startswith("21 November, solved on its day")
    assert found[19] == "20 November, not solved yet, Animals, No. 2"
    assert found[18].startswith("19 November, solved on another day")
    assert found[17].startswith("18 November, started")
    assert found[22] == "23 November, not there yet"
    assert not cell(view, 23).isEnabled()


def test_a_past_day_opens_its_puzzle(view: HomeView, record: Record) -> None:
    opened: list[str] = []
    view.open_requested.connect(opened.append)
    open_calendar(view)
    QTest.mouseClick(cell(view, 20), LEFT)
    QTest.mouseClick(cell(view, 25), LEFT)  # it is to come
    press(view, Key.Key_Up, Key.Key_Up, Key.Key_Return)
    assert opened[0] == "animals/2"
    assert len(opened) == 2
    assert record.kept[-1][0] == date(2026, 11, 6)


def test_the_puzzle_of_today_is_kept_when_it_is_seen(
    qtbot: QtBot, themes: ThemeManager, record: Record
) -> None:
    tomorrow = TODAY + DAY
    view = HomeView(source(), themes, lambda: tomorrow, record=record)
    qtbot.addWidget(view)
    assert record.kept == []
    view.show()
    assert [day for day, _ in record.kept] == [tomorrow]


def test_the_keyboard_goes_from_day_to_day_and_from_month_to_month(view: HomeView) -> None:
    open_calendar(view)
    press(view, Key.Key_Left, Key.Key_Up)
    assert focus(view) is cell(view, 14)
    press(view, Key.Key_Up, Key.Key_Up)
    assert view.calendar.heading.text() == "October 2026"
    assert focus(view) is cell(view, 31)
    press(view, Key.Key_PageUp)
    assert view.calendar.heading.text() == "September 2026"
    assert focus(view) is cell(view, 30)
    press(view, Key.Key_Home)
    assert focus(view) is cell(view, 1)
    press(view, Key.Key_PageDown, Key.Key_PageDown, Key.Key_End)
    assert focus(view) is cell(view, TODAY.day)  # there is nothing behind today
    press(view, Key.Key_Right, Key.Key_Down, Key.Key_PageDown)
    assert focus(view) is cell(view, TODAY.day)


def test_buttons_change_the_month_within_the_calendar(view: HomeView) -> None:
    open_calendar(view)
    calendar = view.calendar
    assert not calendar.after.isEnabled()
    for _ in range(15):
        QTest.mouseClick(calendar.before, LEFT)
    assert calendar.heading.text() == "January 2026"
    assert not calendar.before.isEnabled()
    QTest.mouseClick(calendar.after, LEFT)
    assert calendar.heading.text() == "February 2026"
    assert len(names(view)) == 28
    QTest.mouseClick(calendar.to_today, LEFT)
    assert focus(view) is cell(view, TODAY.day)


def test_tab_leaves_the_days(view: HomeView) -> None:
    open_calendar(view)
    QTest.keyClick(focus(view), Key.Key_Tab)
    assert not isinstance(QApplication.focusWidget(), DayCell)


def test_the_streak_is_said_quietly(view: HomeView) -> None:
    open_calendar(view)
    assert view.calendar.streak.text() == "2 days in a row"
    kinds = view.day_card.kind.text(), view.continue_card.kind.text()
    assert any(text.endswith("Puzzle of the day · 2 days in a row") for text in kinds)


def test_without_progress_there_is_no_calendar(view: HomeView) -> None:
    open_calendar(view)
    view.show_progress(False)
    assert view.sidebar.place == HOME
    assert not view.calendar.isVisible()
    for card in (view.day_card, view.continue_card):
        assert not card.calendar_button.isVisible()
        assert "in a row" not in card.kind.text()


@pytest.mark.parametrize("width", [512, 600, 700, 1600])
def test_the_month_fits(view: HomeView, width: int) -> None:
    view.resize(width, 350)
    view.show_page(CALENDAR)
    QApplication.processEvents()
    calendar = view.calendar
    for one in (*(c for c in calendar.cells if c.isVisible()), calendar.streak, calendar.after):
        place = one.rect().translated(one.mapTo(calendar, one.rect().topLeft()))
        assert calendar.rect().contains(place)
    assert calendar.width() <= view.scroller.viewport().width()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_marks_differ_without_colour(theme: Theme) -> None:
    seen = set[bytes]()
    for state in DayState:
        image = QImage(64, 64, QImage.Format.Format_RGB32)
        image.fill(theme.base)
        painter = QPainter(image)
        painter.scale(4, 4)
        paint_mark(painter, QRectF(0, 0, 16, 16), state, theme)
        painter.end()
        grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
        background = grey.pixelColor(0, 0).value()
        seen.add(
            bytes(
                abs(grey.pixelColor(x, y).value() - background) > 40
                for x in range(64)
                for y in range(64)
            )
        )
    assert len(seen) == len(DayState)


def test_pictures_of_a_month_are_loaded_only_if_it_is_shown(make_view: Maker, qtbot: QtBot) -> None:
    puzzles = source()
    view = make_view(puzzles)
    view.sidebar.go_to("animals")
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    assert "calendar" not in {k for k, keys in view.thumbnails._groups.items() if keys}
