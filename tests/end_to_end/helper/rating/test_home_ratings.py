"""The difficulty where a player chooses a puzzle: tiles, cards, filter and order on Home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.rating_store import KeptRating, RatingStore
from helper.application.theme import ThemeManager
from helper.collections.import_work import new_puzzle
from helper.home.home_model import Role
from helper.home.home_view import HomeView
from helper.home.library_source import LibrarySource
from helper.home.query import DifficultyClass, Order
from helper.home.sidebar import HOME
from helper.rating import home_ratings
from helper.rating.home_ratings import HomeRatings
from helper.rating.rater import Rater
from puzzles import Puzzle
from puzzles.formats import Document
from puzzles.packs import pack_ratings
from solver.logic.rate import RATING_VERSION
from tests.support import home_keys
from tests.support.home_shelves import TODAY
from tests.support.imports import numbered
from tests.support.rating import opened

Key = Qt.Key
COUNT = 12


class Desk:
    """Home with a collection that is to be rated."""

    def __init__(self, library: Library, themes: ThemeManager) -> None:
        self.library = library
        self.view = HomeView(LibrarySource(library), themes, lambda: TODAY)
        self.rater = Rater(library, LibraryWrites())
        self.ratings = HomeRatings(self.view, self.rater)

    def add(self, *puzzles: Puzzle) -> None:
        """Import puzzles."""
        new = [new_puzzle(Document(puzzle)) for puzzle in puzzles]
        CollectionStore(self.library).add("Birds", new)
        self.view.refresh()

    def learn(self, number: int, word: str, score: float = 1.0) -> None:
        """Let a rating become known."""
        clues = new_puzzle(Document(numbered(number))).clues
        self.rater._learn(clues, KeptRating(word, score, "edge", RATING_VERSION))

    def go_to_birds(self) -> None:
        shelf = next(shelf for shelf in self.view.shelves if shelf.title == "Birds")
        self.view.sidebar.go_to(shelf.id)

    @property
    def words(self) -> list[str]:
        """What the tiles show."""
        model = self.view.model
        found = (model.index(row).data(Role.RATING) for row in range(model.rowCount()))
        return ["" if rating is None else rating.word for rating in found]


@pytest.fixture
def desk(
    qtbot: QtBot, tmp_path: Path, themes: ThemeManager, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Desk]:
    monkeypatch.setattr(home_ratings, "START_MS", 50)
    library = opened(tmp_path)
    made = Desk(library, themes)
    qtbot.addWidget(made.view)
    made.view.resize(1280, 800)
    made.view.show()
    made.view.activateWindow()
    qtbot.waitExposed(made.view)
    yield made
    made.rater.close()
    library.close()


@pytest.fixture
def still(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The same, but nothing is rated by itself."""
    monkeypatch.setattr(desk.rater, "want", lambda *_: None)
    desk.add(*(numbered(number) for number in range(COUNT)))
    desk.go_to_birds()
    return desk


def choose_by_mouse(box: QComboBox, text: str) -> None:
    """Open a box and click one of its choices."""
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    view = box.view()
    at = view.visualRect(box.model().index(box.findText(text), 0)).center()
    QTest.mouseMove(view.viewport(), at)
    QApplication.processEvents()
    QTest.qWait(QApplication.doubleClickInterval() + 50)  # Qt ignores an early release
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_the_first_start_has_all_ratings(desk: Desk) -> None:
    assert all(desk.words)
    words = {rating.difficulty for rating in pack_ratings().by_name.values()}
    assert words.intersection(desk.view.day_card.progress.text().split(" · "))
    assert desk.view.continue_card.facts.text() == "5 × 5 · beginner"
    assert desk.rater.is_idle


def test_ratings_come_in_and_stay(qtbot: QtBot, desk: Desk, themes: ThemeManager) -> None:
    desk.add(*(numbered(number) for number in range(COUNT)))
    desk.go_to_birds()
    assert desk.words == [""] * COUNT
    qtbot.waitUntil(lambda: all(desk.words))
    qtbot.waitUntil(lambda: desk.rater.is_idle)
    tip = desk.view.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    spoken = desk.view.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert f"6 × 5 · {desk.words[0]} · new" in tip
    assert "hardest technique" in tip
    assert f", {desk.words[0]}, " in spoken
    assert RatingStore(desk.library).ratings().keys() == {
        entry.puzzle for entry in desk.view.model.entries
    }


def test_the_difficulty_is_filtered_with_the_mouse(qtbot: QtBot, still: Desk) -> None:
    view = still.view
    for number, word in enumerate(("easy", "medium", "easy", "several solutions")):
        still.learn(number, word)
    choose_by_mouse(view.filters.difficulty_box, "Easy")
    assert view.filters.difficulty_box.currentData() is DifficultyClass.EASY
    assert [entry.number for entry in view.model.entries] == [1, 3]
    assert view.count.text() == "0 of 12 solved, 2 shown, 8 not rated yet"
    still.learn(7, "easy")
    qtbot.waitUntil(lambda: len(view.model.entries) == 3)
    assert view.count.text() == "0 of 12 solved, 3 shown, 7 not rated yet"
    QTest.keyClick(view.filters.difficulty_box, Key.Key_Home)
    assert len(view.model.entries) == COUNT
    assert view.count.text() == "0 of 12 solved"


def test_the_difficulty_is_filtered_and_sorted_with_keys(still: Desk) -> None:
    view = still.view
    for number, (word, score) in enumerate((("hard", 5.0), ("easy", 9.0), ("easy", 2.0))):
        still.learn(number, word, score)
    view.filters.difficulty_box.setFocus()
    QTest.keyClicks(view.filters.difficulty_box, "Ha")
    assert [entry.number for entry in view.model.entries] == [1]
    QTest.keyClick(view.filters.difficulty_box, Key.Key_Home)
    view.filters.order_box.setFocus()
    QTest.keyClicks(view.filters.order_box, "Ea")
    assert view.filters.order_box.currentData() is Order.DIFFICULTY
    assert [entry.number for entry in view.model.entries][:4] == [3, 2, 1, 4]


def test_a_filter_without_result_says_what_is_still_to_be_rated(still: Desk) -> None:
    view = still.view
    view.filters.difficulty_box.setCurrentText("Extreme")
    assert view.empty.heading.text() == "No puzzle passes the filters"
    assert "12 puzzles still to be rated may appear here" in view.empty.sentence.text()
    QTest.mouseClick(view.empty.button, Qt.MouseButton.LeftButton)
    assert len(view.model.entries) == COUNT


def test_ratings_that_come_in_keep_the_selection_and_the_place(qtbot: QtBot, still: Desk) -> None:
    view = still.view
    still.add(*(numbered(number) for number in range(COUNT, 60)))
    for number in range(0, 60, 2):
        still.learn(number, "easy")
    view.filters.difficulty_box.setCurrentText("Easy")
    QApplication.processEvents()
    for row in (1, 3):
        home_keys.click(view, row, Qt.KeyboardModifier.ControlModifier)
    view.scroller.verticalScrollBar().setValue(120)
    chosen, count = view.tiles.selected_ids(), len(view.model.entries)
    assert len(chosen) == 2
    still.learn(1, "easy")
    qtbot.waitUntil(lambda: len(view.model.entries) == count + 1)
    assert sorted(view.tiles.selected_ids()) == sorted(chosen)
    assert view.scroller.verticalScrollBar().value() == 120


def test_a_rating_renders_no_picture_again(qtbot: QtBot, still: Desk) -> None:
    view = still.view
    qtbot.waitUntil(lambda: view.thumbnails.cached_bytes > 0)
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    before = view.thumbnails.cached_bytes
    still.learn(0, "easy")
    qtbot.wait(500)
    assert view.thumbnails.is_idle
    assert view.thumbnails.cached_bytes == before


def test_what_is_visible_is_rated_first(qtbot: QtBot, desk: Desk) -> None:
    desk.add(*(numbered(number) for number in range(120)))
    desk.go_to_birds()
    bar = desk.view.scroller.verticalScrollBar()
    QApplication.processEvents()
    bar.setValue(bar.maximum())
    QApplication.processEvents()
    seen = {entry.puzzle for entry in desk.view.tiles.visible_entries()}
    order: list[str] = []
    desk.rater.rated.connect(order.append)
    qtbot.waitUntil(lambda: seen <= set(order))
    assert len(order) < 120 - len(seen), "most others are rated afterwards"


@pytest.mark.usefixtures("quick")
def test_a_huge_puzzle_is_not_rated_and_blocks_nothing(qtbot: QtBot, desk: Desk) -> None:
    huge = Puzzle.from_numbers([[1], *[[]] * 999], [[1], *[[]] * 999])
    desk.add(huge, *(numbered(number) for number in range(COUNT)))
    desk.go_to_birds()
    desk.view.filters.order_box.setCurrentText("Easiest first")
    qtbot.waitUntil(lambda: desk.view.count.text() == "0 of 13 solved")
    assert desk.words.count("not rated") == 1
    assert len(RatingStore(desk.library).ratings()) == COUNT


def test_the_cards_follow(qtbot: QtBot, still: Desk) -> None:
    view = still.view
    view.sidebar.go_to(HOME)
    clues = view.cards.entries[0].puzzle
    still.rater._learn(clues, KeptRating("expert", 1.0, "edge", RATING_VERSION))
    qtbot.waitUntil(lambda: view.continue_card.facts.text() == "5 × 5 · expert")


@pytest.mark.usefixtures("quick")
def test_ratings_go_on_when_home_is_hidden(desk: Desk, qtbot: QtBot) -> None:
    desk.add(*(numbered(number) for number in range(COUNT)))
    qtbot.waitUntil(lambda: not desk.rater.is_idle)
    desk.view.close()
    qtbot.waitUntil(lambda: desk.rater.is_idle)
    assert len(RatingStore(desk.library).ratings()) == COUNT
