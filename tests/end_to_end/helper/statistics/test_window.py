"""The window with the player's statistics, by mouse and by keyboard."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import GameCounts, Solve
from helper.application.rating_store import KeptRating
from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import DARK, LIGHT, Theme, ThemeManager
from helper.statistics.statistics_window import StatisticsWindow, show_statistics
from puzzles import LibraryError

TODAY = date(2026, 11, 22)
LEFT = Qt.MouseButton.LeftButton
Open = Callable[[], StatisticsWindow]


def solve(days_ago: int, seconds: int = 60, side: int = 10, puzzle: str = "p") -> Solve:
    at = datetime(2026, 11, 22, 12) - timedelta(days=days_ago)
    return Solve(puzzle, "Owl", side, side, 1, seconds, GameCounts(), f"{at}")


class FakeLibrary(Library):
    """Has solves of fixed days."""

    def __init__(self, *solves: Solve) -> None:
        super().__init__(Path("none"), is_kept=False)
        self.made = list(solves)
        self.problem = ""

    def solves(self) -> tuple[Solve, ...]:
        if self.problem:
            raise LibraryError(self.problem)
        return tuple(self.made)


@pytest.fixture
def library() -> FakeLibrary:
    return FakeLibrary(
        solve(0, 60), solve(1, 120), solve(1, 180, puzzle="q"), solve(5, 900, 20), solve(400, 30)
    )


@pytest.fixture
def open_window(qtbot: QtBot, themes: ThemeManager, library: FakeLibrary) -> Iterator[Open]:
    opened: list[StatisticsWindow] = []

    def open_one() -> StatisticsWindow:
        window = StatisticsWindow(library, themes, today=lambda: TODAY, zone=UTC)
        opened.append(window)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        return window

    yield open_one
    for window in opened:
        window.close()
        window.deleteLater()


@pytest.fixture
def window(open_window: Open) -> StatisticsWindow:
    return open_window()


def numbers(window: StatisticsWindow) -> list[str]:
    return [card.number.text() for card in window.cards.values()]


def test_the_numbers_are_those_of_the_library(window: StatisticsWindow) -> None:
    assert numbers(window) == ["5", "2", "2 days", "2 days", "5", "0"]
    assert [bar.name for bar in window.sizes.bars] == ["Up to 10", "16 to 20"]
    assert window.sizes.bars[0].text == "1:30, best 0:30, 4 solved"
    assert [column.value for column in window.days.columns][-7:] == [0, 1, 0, 0, 0, 2, 1]


def test_solves_are_counted_by_difficulty(
    qtbot: QtBot, themes: ThemeManager, library: FakeLibrary
) -> None:
    ratings = {"q": KeptRating("easy"), "p": KeptRating("hard"), "r": KeptRating("extreme")}
    window = StatisticsWindow(library, themes, today=lambda: TODAY, zone=UTC, ratings=ratings)
    qtbot.addWidget(window)
    window.show()
    assert [(bar.name, bar.value) for bar in window.difficulties.bars] == [("Easy", 1), ("Hard", 4)]
    assert window.difficulties.bars[0].text == "1 solved, 3:00"
    assert "Hard: 4 solved" in window.difficulties.accessibleDescription()
    assert window.difficulties_card.isVisible()
    ratings.clear()
    window.refresh()
    assert not window.difficulties_card.isVisible(), "no solved puzzle is rated"


def test_all_is_said_in_words(window: StatisticsWindow) -> None:
    assert window.days.accessibleName() == "Solved puzzles"
    assert window.days.accessibleDescription() == (
        "17 Nov 2026: 1 solved; 21 Nov 2026: 2 solved; 22 Nov 2026: 1 solved"
    )
    assert "Up to 10: 1:30" in window.sizes.accessibleDescription()
    assert window.cards["Current streak"].accessibleName() == "Current streak: 2 days"
    buttons = window.findChildren(QAbstractButton)
    assert [button.text() for button in buttons if not button.toolTip()] == []


def test_the_period_is_chosen_by_keys(window: StatisticsWindow) -> None:
    window.period.setFocus()
    QTest.keyClick(window.period, Qt.Key.Key_Down)
    assert len(window.days.columns) == 12
    assert window.days.columns[-1].text == "Week of 16 Nov 2026: 4 solved"
    QTest.keyClick(window.period, Qt.Key.Key_Down)
    assert window.days.columns[-1].text == "Nov 2026: 4 solved"


def test_columns_are_read_by_arrow_keys_and_by_pointing(window: StatisticsWindow) -> None:
    chart, caption = window.days, window.days_card.caption
    hint = caption.text()
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert caption.text() == "22 Nov 2026: 1 solved"
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert caption.text() == "21 Nov 2026: 2 solved"
    for key, number in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_Left, 0), (Qt.Key.Key_End, 29)):
        QTest.keyClick(chart, key)
        assert chart.current == number
    place = chart._plot().center().toPoint()
    QTest.mouseMove(chart, place)
    assert chart.current == 15
    QTest.mouseMove(chart, chart._plot().topLeft().toPoint() / 4)
    assert caption.text() == hint


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_column_is_as_high_as_its_value(
    window: StatisticsWindow, settings: Settings, theme: Theme
) -> None:
    settings.change(theme=ThemeChoice(theme.name))
    chart = window.days
    image, plot = chart.grab().toImage(), chart._plot()
    scale = image.devicePixelRatio()

    def height(number: int) -> int:
        x = round((plot.left() + (number + 0.5) * plot.width() / 30) * scale)
        colors = [image.pixelColor(x, y).name() for y in range(image.height())]
        return colors.count(theme.accent)

    assert height(28) == pytest.approx(2 * height(29), abs=2)
    assert height(27) == 0
    assert height(28) == pytest.approx(plot.height() * scale, abs=2)


def test_a_solve_made_meanwhile_is_there_when_the_window_is_shown_again(
    window: StatisticsWindow, library: FakeLibrary, themes: ThemeManager
) -> None:
    library.made.append(solve(0))
    assert show_statistics(window, library, themes, QWidget()) is window
    assert numbers(window)[0] == "6"


def test_without_solves_the_window_says_what_will_be_there(
    library: FakeLibrary, open_window: Open, qtbot: QtBot
) -> None:
    library.made.clear()
    window = open_window()
    assert window.message.text().startswith("Nothing is solved yet.")
    assert not window.days.isVisible()
    assert not window.export.isEnabled()
    with qtbot.waitSignal(window.puzzles_requested):
        QTest.mouseClick(window.choose, LEFT)


def test_a_library_that_cannot_be_read_is_a_sentence(
    library: FakeLibrary, open_window: Open
) -> None:
    library.problem = "library.sqlite3: cannot be used: disk I/O error"
    window = open_window()
    assert window.message.text() == f"The statistics cannot be read: {library.problem}"
    assert not window.choose.isVisible()


def test_the_export_has_a_line_for_each_solve(
    window: StatisticsWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = str(tmp_path / "mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (chosen, ""))
    QTest.mouseClick(window.export, LEFT)
    with (tmp_path / "mine.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["seconds"]) for row in rows] == [60, 120, 180, 900, 30]


def test_an_export_that_fails_is_a_sentence(
    window: StatisticsWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    chosen = str(tmp_path / "missing" / "mine.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (chosen, ""))
    QTest.mouseClick(window.export, LEFT)
    assert len(said) == 1
    assert "mine.csv" in said[0]


def test_a_file_whose_ending_was_added_is_not_replaced_without_asking(
    window: StatisticsWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    (tmp_path / "mine.csv").write_text("mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    window.export_csv()
    assert said == ["mine.csv exists. Replace it?"]
    assert (tmp_path / "mine.csv").read_text() == "mine"


def test_a_narrow_window_shows_all_without_scrolling_sideways(
    window: StatisticsWindow, qtbot: QtBot
) -> None:
    for width in (380, 700):
        window.resize(width, 500)
        qtbot.waitUntil(lambda: window._area.horizontalScrollBar().maximum() == 0)
    assert window.width() == 700
    qtbot.waitUntil(lambda: window.cards["Current streak"].pos().x() > 380)
    places = {card.pos().y() for card in window.cards.values()}
    assert len(places) == 2


def test_escape_closes_and_page_down_scrolls(window: StatisticsWindow) -> None:
    window.resize(600, 300)
    QApplication.processEvents()
    bar = window._area.verticalScrollBar()
    window.days.setFocus()
    bar.setValue(0)
    QTest.keyClick(window.days, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    QTest.keyClick(window.days, Qt.Key.Key_Escape)
    assert not window.isVisible()


RATINGS = {
    "p": KeptRating("easy", 30.0, "glue", 1, 4),
    "other": KeptRating("expert", 90.0, "contradiction", 1, 4),
}


def test_techniques_and_milestones_are_shown(
    qtbot: QtBot, themes: ThemeManager, library: FakeLibrary
) -> None:
    window = StatisticsWindow(library, themes, today=lambda: TODAY, zone=UTC, ratings=RATINGS)
    qtbot.addWidget(window)
    window.show()
    assert window.techniques_card.isVisible()
    assert window.techniques_card.caption.text().startswith("You have used 1 of 2 techniques.")
    assert window.techniques.accessibleDescription() == "Glue: 1 puzzle; Contradiction: not yet"
    shown = window.milestones_card.shown
    assert [(one.name, one.is_reached) for one in shown] == [
        ("First puzzle", True),
        ("10 puzzles", False),
    ]


def test_one_setting_hides_techniques_and_milestones_at_once(
    qtbot: QtBot, themes: ThemeManager, library: FakeLibrary, settings: Settings
) -> None:
    window = StatisticsWindow(
        library, themes, today=lambda: TODAY, zone=UTC, ratings=RATINGS, settings=settings
    )
    qtbot.addWidget(window)
    window.show()
    cards = window.techniques_card, window.milestones_card
    settings.change(show_progress=False)
    assert not any(card.isVisible() for card in cards)
    assert window.days_card.isVisible()
    settings.change(show_progress=True)
    assert all(card.isVisible() for card in cards)
