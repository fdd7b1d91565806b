"""What Home may show of a puzzle, the puzzle of the day, and what is continued."""

from __future__ import annotations

from datetime import date

import pytest

from helper.home.entries import (
    DRAWINGS,
    SCANNED,
    Entry,
    EntryState,
    PackSource,
    most_alike,
    shown_cells,
    shown_name,
    to_continue,
)
from puzzles import Grid
from puzzles.formats import Document
from tests.support.home_shelves import document, entry

FIRST = date(2026, 1, 1)
UNSOLVED = [EntryState.NEW, EntryState.STARTED]


@pytest.mark.parametrize("state", UNSOLVED)
def test_an_unsolved_puzzle_has_a_number_in_place_of_its_title(state: EntryState) -> None:
    assert shown_name(entry(7, title="Owl", state=state)) == "No. 7"


def test_a_solved_puzzle_has_its_title() -> None:
    assert shown_name(entry(7, title="Owl", state=EntryState.SOLVED)) == "Owl"
    assert shown_name(entry(7, title="", state=EntryState.SOLVED)) == "No. 7"


@pytest.mark.parametrize("state", EntryState)
def test_a_name_of_the_player_is_no_secret(state: EntryState) -> None:
    assert shown_name(entry(7, title="Owl", name="For Anna", state=state)) == "For Anna"


def test_a_new_puzzle_shows_no_cells() -> None:
    assert shown_cells(entry(), document()) is None


def test_a_started_puzzle_shows_its_marks() -> None:
    kept = document()
    assert shown_cells(entry(state=EntryState.STARTED), kept) == kept.marks


def test_a_solved_puzzle_shows_its_picture_whatever_its_marks_are() -> None:
    kept = document()
    shown = shown_cells(entry(state=EntryState.SOLVED), kept)
    assert shown is not None
    assert str(shown).splitlines()[0] == "#####....."


def test_a_solved_puzzle_without_a_goal_shows_its_marks() -> None:
    puzzle = document().puzzle
    without = puzzle.with_clues(puzzle.rows[::-1], ((),) * puzzle.width)
    assert not without.goal
    marks = Grid(10, 10, cells=[2] * 100)
    assert shown_cells(entry(state=EntryState.SOLVED), Document(without, marks)) == marks


def test_packs_become_shelves_of_new_puzzles() -> None:
    source = PackSource()
    entries = [one for shelf in source.shelves() for one in shelf.entries]
    assert entries
    assert len({one.id for one in entries}) == len(entries)
    for one in entries:
        puzzle = source.picture(one).puzzle
        size = (one.height, one.width, one.colors)
        assert size == (puzzle.height, puzzle.width, len(puzzle.palette) - 1)
        assert one.state is EntryState.NEW
        assert shown_name(one) == f"No. {one.number}"
        assert source.picture(one).puzzle == puzzle
    for shelf in source.shelves():
        assert [one.number for one in shelf.entries] == list(range(1, len(shelf.entries) + 1))


def test_the_unsolved_puzzle_that_was_used_last_is_continued() -> None:
    entries = [
        entry(1, state=EntryState.STARTED, used_at=5.0),
        entry(2, state=EntryState.STARTED, used_at=8.0),
        entry(3, state=EntryState.STARTED, used_at=6.0),
        entry(4, state=EntryState.SOLVED, used_at=9.0),
        entry(5, DRAWINGS, used_at=10.0),
        entry(6, state=EntryState.STARTED),
        entry(7),
    ]
    for order in (entries, entries[::-1]):
        found = to_continue(order)
        assert found is not None
        assert found.number == 2
    assert to_continue(entries[3:]) is None
    scanned = entry(8, SCANNED, used_at=11.0)
    assert to_continue([*entries, scanned]) is scanned, "without a mark"


def test_the_most_alike_has_colours_or_not_then_difficulty_and_size() -> None:
    wanted = entry(1)._replace(height=10, width=10, puzzle="mine")
    ranks = {"mine": 2, "near": 2, "hard": 4, "color": 2, "done": 2}
    near = entry(2)._replace(height=12, width=10, puzzle="near")
    hard = entry(3)._replace(height=10, width=10, puzzle="hard")
    color = entry(4)._replace(height=10, width=10, colors=3, puzzle="color")
    done = entry(5, state=EntryState.SOLVED)._replace(height=10, width=10, puzzle="done")
    same = entry(6)._replace(puzzle="mine")

    def found(*entries: Entry) -> Entry | None:
        return most_alike(wanted, entries, lambda each: ranks.get(each.puzzle))

    assert found(color, hard, near, done, same) is near
    assert found(color, hard, done) is hard
    assert found(color, done) is color
    assert found(done, same) is None
