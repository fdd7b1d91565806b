"""The path: its steps, and its page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.rating_store import KeptRating, Ratings
from helper.home.entries import PATH, Entry, EntryState, PackSource, Shelf, rating_key
from helper.home.home_view import HomeView
from helper.home.path import _NEWS, MAX_STEP_PUZZLES, next_step, path_steps
from helper.home.shelf_rows import StepRow
from helper.home.sidebar import HOME
from puzzles.packs import pack_ratings
from solver.logic.techniques import Technique
from tests.support.home_shelves import FakeSource, Maker, entry, shelf

EDGE, GLUE = Technique.EDGE, Technique.GLUE


def rated(number: int, technique: Technique) -> tuple[str, KeptRating]:
    return f"p{number}", KeptRating("easy", float(number), technique.id, 1, 2)


RATINGS: Ratings = dict(
    [*(rated(k, EDGE) for k in range(1, 13)), *(rated(k, GLUE) for k in (21, 22))]
)


def source(*solved: int) -> FakeSource:
    """Two first steps, twelve puzzles that need edge, and two that need glue."""

    def one(number: int, name: str) -> Entry:
        state = EntryState.SOLVED if number in solved else EntryState.NEW
        return entry(number, name, puzzle=f"p{number}", state=state)

    first = [one(k, "first-steps") for k in (31, 32)]
    animals = [one(k, "animals") for k in (*range(12, 0, -1), 21, 22)]
    return FakeSource([shelf("first-steps", *first), shelf("animals", *animals)])


def steps_of(*solved: int) -> dict[str, list[int]]:
    found = path_steps(source(*solved).shelves(), RATINGS)
    return {step.title: [one.number for one in step.entries] for step in found}


def bundled() -> tuple[list[Shelf], Ratings]:
    ratings = {
        each.clues: KeptRating(each.difficulty, each.score, each.hardest, 1, each.times)
        for each in pack_ratings().by_name.values()
    }
    return list(PackSource().shelves()), ratings


# The steps


def test_the_steps_are_in_the_order_of_the_techniques() -> None:
    shelves, ratings = bundled()
    steps = path_steps(shelves, ratings)
    ranks = [step.technique.rank for step in steps if step.technique]
    assert steps[0].technique is None
    assert len(ranks) == len(steps) - 1 > 10
    assert ranks == sorted(ranks)


def test_the_puzzles_of_a_step_need_its_technique_and_get_harder() -> None:
    shelves, ratings = bundled()
    for step in path_steps(shelves, ratings):
        found = [ratings[rating_key(one)] for one in step.entries]
        levels = [(one.rank, one.score) for one in found]
        assert levels == sorted(levels)
        assert 1 <= len(found) <= MAX_STEP_PUZZLES
        if step.technique:
            assert {one.hardest for one in found} == {step.technique.id}


def test_each_technique_that_bundled_puzzles_need_has_a_step() -> None:
    shelves, ratings = bundled()
    titles = {step.technique.id for step in path_steps(shelves, ratings) if step.technique}
    first = {rating_key(one) for one in shelves[0].entries}
    assert titles == {one.hardest for key, one in ratings.items() if key not in first}


def test_every_technique_says_what_is_new() -> None:
    assert set(_NEWS) == set(Technique)
    assert all(text.endswith(".") and text.count(".") == 1 for text in _NEWS.values())


def test_a_step_proposes_puzzles_of_its_easier_half() -> None:
    assert steps_of()["Edge"] == [1, 2, 3, 4, 5]
    many = [entry(k, puzzle=f"p{k}") for k in range(1, 101)]
    ratings = dict(rated(k, EDGE) for k in range(1, 101))
    (step,) = path_steps([shelf("animals", *many)], ratings)
    assert [one.number for one in step.entries] == [1, 11, 21, 31, 41]


def test_what_is_solved_counts_wherever_it_was_solved() -> None:
    assert steps_of(12)["Edge"] == [1, 2, 3, 4, 12]
    assert steps_of(2, 12, 11, 10, 9)["Edge"] == [2, 9, 10, 11, 12]
    assert steps_of(*range(1, 13))["Edge"] == [1, 2, 3, 4, 5]


def test_more_puzzles_take_nothing_away() -> None:
    shelves = list(source(3, 4, 5).shelves())
    easier = [entry(k, "new", puzzle=f"n{k}") for k in range(20)]
    ratings = {**RATINGS, **{f"n{k}": KeptRating("easy", 0.5, EDGE.id, 1) for k in range(20)}}
    before = path_steps(shelves, RATINGS)
    after = path_steps([*shelves, shelf("new", *easier)], ratings)
    assert [step.is_done for step in before] == [step.is_done for step in after]
    assert [step.shelf.solved for step in before] == [step.shelf.solved for step in after]


def test_the_next_step_is_the_first_one_that_is_not_done() -> None:
    def following(*solved: int) -> str:
        step = next_step(path_steps(source(*solved).shelves(), RATINGS))
        return step.title if step else ""

    assert following() == "First steps"
    assert following(31, 32) == "Edge"
    assert following(31, 32, 1, 2) == "Edge"
    assert following(31, 32, 1, 2, 3) == "Glue"
    assert following(1, 2, 3, 21) == "First steps"
    assert following(31, 32, 1, 2, 3, 21, 22) == ""


def test_own_puzzles_are_not_on_the_path() -> None:
    own = replace(source().found[1], is_bundled=False)
    assert not path_steps([own], RATINGS)


# The page


def open_path(make_view: Maker, *solved: int, width: int = 1280, height: int = 800) -> HomeView:
    view = make_view(source(*solved), width, height)
    view.set_ratings(RATINGS)
    view.show_page(PATH)
    QApplication.processEvents()
    return view


def step_rows(view: HomeView) -> list[StepRow]:
    return [row for row in view.path.rows if isinstance(row, StepRow)]


def test_the_page_shows_the_steps_and_marks_the_next_one(make_view: Maker) -> None:
    view = open_path(make_view, 31, 32)
    rows = step_rows(view)
    assert [row.heading.text() for row in rows] == ["First steps", "Edge", "Glue"]
    assert [row.next_mark.isVisible() for row in rows] == [False, True, False]
    assert [row.ring.share for row in rows] == [1, 0, 0]
    assert rows[1].news.text() == _NEWS[EDGE]
    assert not view.tiles.isVisible()
    assert not view.section.isVisible()
    item = next(
        view.sidebar.item(row)
        for row in range(view.sidebar.count())
        if view.sidebar.item(row).text() == "Path"
    )
    assert item.toolTip() == "Path, 1 of 3 steps"


def test_the_page_begins_at_the_next_step(make_view: Maker, qtbot: QtBot) -> None:
    view = open_path(make_view, 31, 32, 1, 2, 3, height=400)
    row = step_rows(view)[2]
    qtbot.waitUntil(lambda: not row.heading.visibleRegion().isEmpty())
    assert view.focusWidget() is row.tiles


def test_a_lesson_is_one_click_away(make_view: Maker) -> None:
    view = open_path(make_view)
    wanted: list[object] = []
    view.lesson_requested.connect(wanted.append)
    for row in step_rows(view):
        QTest.mouseClick(row.lesson_button, Qt.MouseButton.LeftButton)
    assert wanted == [None, EDGE, GLUE]


def test_mouse_and_keyboard_open_a_puzzle_of_a_step(make_view: Maker) -> None:
    view = open_path(make_view)
    opened: list[str] = []
    view.open_requested.connect(opened.append)
    tiles = step_rows(view)[1].tiles
    at = tiles.visualRect(tiles.entries.index(1)).center()
    QTest.mouseClick(tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.keyClick(tiles, Qt.Key.Key_Right)
    QTest.keyClick(tiles, Qt.Key.Key_Return)
    assert opened == ["animals/2", "animals/3"]
    assert view.active is tiles


def test_unsolved_puzzles_keep_their_secret_on_the_path(make_view: Maker) -> None:
    view = open_path(make_view, 31)
    model = step_rows(view)[0].model
    assert [model.name(one) for one in model.entries] == ["Zebra 31", "First-steps, No. 32"]


def test_without_progress_there_is_no_path(make_view: Maker) -> None:
    view = open_path(make_view)
    view.show_progress(False)
    assert view.sidebar.place == HOME
    assert not view.path.isVisible()
    assert view.active in view.lists
    view.show_page(PATH)
    assert view.sidebar.place == HOME


@pytest.mark.parametrize("width", [512, 640, 1600])
def test_nothing_of_a_step_is_cut(make_view: Maker, width: int) -> None:
    view = open_path(make_view, 31, 32, width=width, height=350)
    for row in step_rows(view):
        for part in (row.lesson_button, row.next_mark, row.count):
            if part.isVisible():
                assert part.width() >= part.sizeHint().width()
                assert row.rect().contains(part.geometry())
        assert row.news.height() >= row.news.heightForWidth(row.news.width())
