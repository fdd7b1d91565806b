"""The shelf of the puzzles that were begun, and the filters that stay where they are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from helper.home.entries import IN_PROGRESS, EntryState, Shelf, in_progress
from helper.home.home_view import HomeView
from tests.support.cases import few
from tests.support.home_shelves import FakeSource, Maker, entry, mixed_shelves, shelf, shown


def begun(number: int, name: str, used_at: float, puzzle: str = "") -> Shelf:
    one = entry(number, name, state=EntryState.STARTED, used_at=used_at, puzzle=puzzle)
    return shelf(name, one)


def test_the_puzzle_played_last_is_first_and_each_is_there_once() -> None:
    shelves = [begun(1, "a", 3.0, "x"), begun(2, "b", 9.0), begun(3, "c", 5.0, "x")]
    assert [e.id for e in in_progress(shelves).entries] == ["b/2", "c/3"]
    assert in_progress(mixed_shelves()[1:]).entries == ()


def test_several_puzzles_in_progress_come_first_on_home(make_view: Maker) -> None:
    source = FakeSource([*mixed_shelves()[:2], begun(5, "mine", 99.0)])
    view = make_view(source)
    assert view.heading.text() == "In progress"
    assert view.count.text() == "2 puzzles"
    assert shown(view) == ["mine/5", "animals/3"]
    assert view.continue_card.name.text() == "Mine, No. 5", "the same one"
    assert view.rows.rows[0].heading.text() == "Mine", "the player is there"
    view.sidebar.go_to(IN_PROGRESS)
    assert shown(view) == ["mine/5", "animals/3"]
    source.found[2] = shelf("mine", source.found[2].entries[0]._replace(state=EntryState.SOLVED))
    view.refresh()
    assert shown(view) == ["animals/3"]


def test_home_is_shown_from_its_top(view: HomeView) -> None:
    view.sidebar.go_to("ships")
    view.head.search.setText("zzz")
    view.go_home()
    assert view.sidebar.place == ""
    assert view.head.search.text() == ""
    assert view.cards.isVisible()


@pytest.mark.parametrize("width", few(2, [700, 1000, 1280, 1800]))
def test_filters_stay_where_they_are_whatever_is_set(make_view: Maker, width: int) -> None:
    view = make_view(FakeSource(mixed_shelves()), width)

    def places() -> list[QPoint]:
        QApplication.processEvents()
        return [box.mapTo(view.section, QPoint()) for box in view.filters.boxes]

    before = places()
    for box in view.filters.boxes:
        for at in (box.count() - 1, 1):
            box.setCurrentIndex(at)
            assert places() == before
    view.sidebar.go_to("ships")
    assert places() == before


def test_an_empty_result_has_one_button_that_clears(view: HomeView) -> None:
    view.filters.size_box.setCurrentIndex(4)
    assert view.empty.isVisible()
    assert not view.section.clear_button.isVisible()
