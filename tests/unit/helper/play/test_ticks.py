"""Clues that the player ticks off by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.play.line_commands import (
    can_clear,
    can_fill_with_dots,
    clear_line,
    fill_with_dots,
    is_ticked_off,
    switch_line,
    tick_next,
)
from helper.play.moves import (
    SheetState,
    Tick,
    checked_history,
    move_from_text,
    move_to_text,
    state_from_json,
    state_to_json,
)
from helper.play.session import Session
from helper.play.ticks import CluePlace, places_of, turned_ticks
from puzzles import Axis, Grid, Line, Puzzle, clues
from puzzles.formats import Document
from puzzles.turning import Turn, turned_puzzle
from tests.support.boards import CHICK
from tests.support.session_actions import shade, shade_picture

ROW = Line(Axis.ROW, 2)
COLUMN = Line(Axis.COLUMN, 3)
BACK = {
    Turn.FLIP_HORIZONTALLY: Turn.FLIP_HORIZONTALLY,
    Turn.FLIP_VERTICALLY: Turn.FLIP_VERTICALLY,
    Turn.ROTATE_LEFT: Turn.ROTATE_RIGHT,
    Turn.ROTATE_RIGHT: Turn.ROTATE_LEFT,
}


@st.composite
def numbered(draw: st.DrawFn) -> Puzzle:
    """A puzzle in which no number occurs twice."""
    counts = st.lists(st.integers(0, 4), min_size=1, max_size=5)
    numbers = iter(range(1, 100))
    rows, columns = ([[next(numbers) for _ in range(n)] for n in draw(counts)] for _ in range(2))
    return Puzzle.from_numbers(rows, columns)


def all_places(puzzle: Puzzle) -> list[CluePlace]:
    return [place for line in puzzle.lines for place in places_of(puzzle, line)]


def number_at(puzzle: Puzzle, place: CluePlace) -> int:
    line = puzzle.clues_of(place.line)
    return line[place.number].length if line else 0


@given(numbered(), st.sampled_from(Turn))
def test_a_turned_tick_is_on_the_same_number(puzzle: Puzzle, turn: Turn) -> None:
    after = turned_puzzle(puzzle, turn)
    for place in all_places(puzzle):
        (there,) = turned_ticks(frozenset({place}), puzzle, turn)
        assert number_at(after, there) == number_at(puzzle, place)
        assert turned_ticks(frozenset({there}), after, BACK[turn]) == {place}


@given(numbered(), st.data())
def test_a_state_with_ticks_is_the_same_after_writing_and_reading(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    places = all_places(puzzle)
    ticks = data.draw(st.frozensets(st.sampled_from(places))) if places else frozenset()
    state = SheetState(puzzle, Grid.for_puzzle(puzzle), ticks=ticks)
    assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state
    move = Tick("Tick", ticks, data.draw(st.booleans()))
    assert move_from_text(move_to_text(move)) == move


@pytest.mark.parametrize(
    "ticks",
    [
        pytest.param(None, id="nothing"),
        pytest.param([3], id="a number"),
        pytest.param([["row", 0]], id="no number"),
        pytest.param([["line", 0, 0]], id="axis"),
        pytest.param([["row", 0, 1.0]], id="fraction"),
        pytest.param([["row", True, 0]], id="bool"),
        pytest.param([["row", 7, 0]], id="line outside"),
        pytest.param([["row", -1, 0]], id="negative line"),
        pytest.param([["row", 0, 1]], id="number outside"),
        pytest.param([["row", 0, -1]], id="negative number"),
    ],
)
def test_damaged_ticks_are_told(ticks: Any) -> None:
    state = SheetState(CHICK, Grid.for_puzzle(CHICK))
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is for the log
        state_from_json(state_to_json(state) | {"ticks": ticks})
    text = json.dumps({"label": "Tick", "kind": "tick", "clues": ticks})
    with pytest.raises(ValueError):  # noqa: PT011
        list(checked_history(state, [move_from_text(text)]))


def test_a_drawing_has_no_ticks(chick: Session) -> None:
    drawing = SheetState(CHICK, Grid.for_puzzle(CHICK), drawing=True)
    with pytest.raises(ValueError, match="a drawing has no ticks"):
        list(checked_history(drawing, [Tick("Tick", frozenset({CluePlace(ROW, 0)}), True)]))
    switch_line(chick, ROW)
    chick.generate_clues()
    assert chick.ticks == set()
    switch_line(chick, ROW)
    assert chick.ticks == set()
    chick.undo()
    assert chick.ticks == set(places_of(CHICK, ROW))


def test_a_solved_board_keeps_its_ticks_as_they_are(chick: Session) -> None:
    switch_line(chick, ROW)
    shade_picture(chick)
    before = chick.ticks
    switch_line(chick, ROW)
    switch_line(chick, COLUMN)
    assert chick.ticks == before
    assert chick.is_solved


def test_ticks_are_no_reason_to_save(chick: Session) -> None:
    switch_line(chick, ROW)
    assert not chick.is_modified
    assert len(chick.history) == 1


def test_only_changed_ticks_make_a_move(chick: Session) -> None:
    heard: list[list[Line]] = []
    chick.ticks_changed.connect(heard.append)
    chick.tick([CluePlace(ROW, 0)], True, "Tick")
    chick.tick(places_of(CHICK, ROW), True, "Tick")
    chick.tick(places_of(CHICK, ROW), True, "Tick")
    assert len(chick.history) == 2
    assert heard == [[ROW], [ROW]]
    chick.undo()
    assert chick.ticks == {CluePlace(ROW, 0)}


def test_edited_clues_lose_their_ticks_and_others_keep_them(chick: Session) -> None:
    switch_line(chick, ROW)
    switch_line(chick, COLUMN)
    chick.edit_clues([*CHICK.rows[:2], clues([4]), *CHICK.rows[3:]], CHICK.columns)
    assert chick.ticks == set(places_of(CHICK, COLUMN))


def test_clear_grid_removes_ticks_in_the_same_step(chick: Session) -> None:
    shade(chick, 0, 1)
    switch_line(chick, ROW)
    chick.clear_grid()
    assert chick.ticks == set()
    assert chick.marks.is_untouched
    chick.undo()
    assert chick.ticks == set(places_of(CHICK, ROW))
    assert chick.marks[0, 1] == 2


def test_one_key_ticks_a_line_off_number_by_number_and_then_begins_again(chick: Session) -> None:
    found = []
    for _ in range(4):
        tick_next(chick, ROW)
        found.append(len(chick.ticks))
    assert found == [1, 2, 0, 1]
    assert chick.ticks == {CluePlace(ROW, 0)}
    assert not is_ticked_off(chick, ROW)
    assert [move.label for move in chick.history[:3]] == [
        "Tick off 1 clue", "Tick off 1 clue", "Remove 2 ticks",
    ]  # fmt: skip


def test_the_0_of_a_line_without_clues_can_be_ticked_off(session: Session) -> None:
    session.open_copy(Document(Puzzle.from_numbers([[2], []], [[1], [1]])))
    empty = Line(Axis.ROW, 1)
    switch_line(session, empty)
    assert session.ticks == {CluePlace(empty, 0)}


def test_a_done_line_is_filled_with_dots_and_a_line_is_cleared(chick: Session) -> None:
    assert not can_fill_with_dots(chick, ROW)
    shade(chick, 2, 1, 2, 3, 5, 6)
    assert can_fill_with_dots(chick, ROW)
    fill_with_dots(chick, ROW)
    assert chick.marks.to_text()[2] == ".###.##"
    assert not can_fill_with_dots(chick, ROW)
    assert chick.undo_name == "Fill Row 3 with Dots"
    clear_line(chick, ROW)
    assert chick.marks.is_untouched
    assert not can_clear(chick, ROW)
    chick.undo()
    assert chick.marks.to_text()[2] == ".###.##"
