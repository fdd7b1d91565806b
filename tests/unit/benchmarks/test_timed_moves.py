"""The logs of timed games: what is replayed, and by which technique a step follows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.timed_games import BLANK, SHADED, Cell, LogError, read_games, steps_of
from benchmarks.timed_moves import (
    GUESS,
    LOOKAHEAD,
    SEVERAL_LINES,
    Timed,
    costs_of,
    label_of,
    scarcity_exponent,
    scores,
    spearman,
    with_implied_blanks,
)
from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.board import LogicBoard
from solver.logic.finding import decided
from solver.logic.rate import COSTS, SCARCITY_EXPONENT, rate
from solver.logic.techniques import Technique

SOLUTION = Grid.from_text(["##.", "#..", "..#"])


def _log(folder: Path, *events: tuple[float, dict[str, Any]]) -> Path:
    """A log of one puzzle, number 4, that begins at second 0."""
    head: list[tuple[float, dict[str, Any]]] = [
        (0, {"type": "session_start_three", "queue": [4, 1]}),
        (0, {"type": "survey_submit", "survey_type": "pre"}),
    ]
    lines = [
        json.dumps({**event, "t": f"2030-01-01T00:00:{time_s:09.6f}+00:00"})
        for time_s, event in (*head, *events)
    ]
    path = folder / "someone.ndjson"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _move(row: int, column: int, value: int) -> dict[str, Any]:
    return {"type": "move", "r": row, "c": column, "value": value}


def _drag(start: tuple[int, int], end: tuple[int, int], mode: str = "flip") -> dict[str, Any]:
    first, last = ({"r": r, "c": c} for r, c in (start, end))
    return {"type": "drag", "mode": mode, "start": first, "end": last}


def test_a_log_is_replayed_to_the_cells_before_each_change(tmp_path: Path) -> None:
    path = _log(
        tmp_path,
        (1, _move(0, 0, SHADED)),
        (2, _drag((0, 2), (0, 0))),
        (3, _drag((0, 0), (0, 1), "cross_toggle")),
        (4, {"type": "undo", "label": "drag", "diffs_len": 2}),
        (6, _move(2, 2, BLANK)),
        (7, {"type": "reset"}),
        (8, _move(1, 1, BLANK)),
    )
    (game,) = read_games(path)
    assert (game.person, game.puzzle) == ("someone", 4)
    assert [dict(change.before) for change in game.changes] == [
        {},
        {(0, 0): SHADED},
        {(0, 1): SHADED, (0, 2): SHADED},
        {(0, 1): SHADED, (0, 2): SHADED},
        {},
    ]
    assert [change.pause_s for change in game.changes] == [1, 1, 1, 2, 1]
    assert [change.is_led for change in game.changes] == [True, False, False, True, True]


def test_moves_in_one_line_without_a_pause_are_one_step(tmp_path: Path) -> None:
    path = _log(
        tmp_path,
        (5, _move(2, 2, SHADED)),
        (10, _move(0, 0, SHADED)),
        (11, _drag((0, 1), (0, 2))),  # the cell (0, 2) becomes wrong
        (12, _move(1, 0, SHADED)),
        (15, _move(1, 1, BLANK)),
        (15.5, _move(0, 2, BLANK)),
    )
    (game,) = read_games(path)
    steps = list(steps_of(game, SOLUTION))
    assert [(step.pause_s, step.cells, step.mistakes) for step in steps] == [
        (5, ((0, 0), (0, 1)), 0),
        (1, ((1, 0),), 1),
        (3, ((1, 1),), 1),
        (0.5, ((0, 2),), 1),
    ]
    assert steps[1].known == {(2, 2): SHADED, (0, 0): SHADED, (0, 1): SHADED}


def test_hinted_and_repeated_cells_are_no_steps(tmp_path: Path) -> None:
    path = _log(
        tmp_path,
        (1, _move(0, 0, SHADED)),
        (5, {"type": "hint", "r": 1, "c": 0}),
        (9, _move(1, 1, BLANK)),
        (14, _move(1, 0, SHADED)),
        (20, _move(0, 0, 0)),
        (30, _move(0, 0, SHADED)),
        (40, _move(2, 0, BLANK)),
    )
    (game,) = read_games(path)
    steps = list(steps_of(game, SOLUTION))
    assert [(step.pause_s, step.cells) for step in steps] == [(10, ((2, 0),))]


def test_a_log_that_is_not_one_is_told_with_its_line(tmp_path: Path) -> None:
    path = _log(tmp_path, (1, {"type": "move", "r": 0, "value": 1}))
    with pytest.raises(LogError, match=r"someone.ndjson, line 3: .*'c'"):
        read_games(path)


PUZZLE = Puzzle.from_numbers([[], [2], [1], [1, 1]], [[1], [1], [2], [1]])
CROSSING = Puzzle.from_numbers([[2], [1], [1]], [[1], [1, 1], [1]])
SEVERAL_SOLUTIONS = Puzzle.from_numbers([[1], [1, 1], [2]], [[2], [1], [2]])


@pytest.mark.parametrize(
    ("puzzle", "cell", "label"),
    [
        pytest.param(PUZZLE, (0, 0), "complete line", id="no clues"),
        pytest.param(PUZZLE, (2, 2), "simple boxes", id="overlap"),
        pytest.param(PUZZLE, (2, 0), SEVERAL_LINES, id="over an unmarked cell"),
        pytest.param(PUZZLE, (1, 0), LOOKAHEAD, id="what if"),
        pytest.param(SEVERAL_SOLUTIONS, (0, 0), GUESS, id="not determined"),
        pytest.param(CROSSING, (0, 1), "complete line", id="by its column"),
    ],
)
def test_the_simplest_way_to_a_cell(puzzle: Puzzle, cell: Cell, label: str) -> None:
    board = LogicBoard.of(puzzle)
    assert label_of(board, cell) == label
    if puzzle is CROSSING:  # the line that a player is in comes first
        assert label_of(board, cell, lines=[0]) == "simple boxes"


def test_blanks_beside_all_blocks_need_not_be_marked() -> None:
    puzzle = Puzzle.from_numbers([[1], [2], []], [[1], [1, 1], []])
    # once the 1 of the first row is there, its last cell is known to be blank
    board = LogicBoard.of(puzzle, Grid.from_text(["?#?", "???", "???"]))
    assert decided(with_implied_blanks(board).lines[0]) == 0b111


def test_costs_do_not_depend_on_how_fast_people_are() -> None:
    line, boxes = Technique.COMPLETE_LINE.id, Technique.SIMPLE_BOXES.id
    steps = [
        Timed(person, label, factor * pause_s, 1, 2.0, 0)
        for person, factor in (("quick", 1), ("slow", 10))
        for label, pause_s in ((line, 1), (line, 2), (line, 3), (boxes, 6))
    ]
    assert costs_of(steps) == pytest.approx({line: 1.0, boxes: 3.0})


def test_the_exponent_of_scarcity_is_found() -> None:
    steps = [Timed("a", "complete line", s**0.7, 1, s, 0) for s in (1.0, 1.5, 2.0, 3.0, 4.0)]
    assert scarcity_exponent(steps) == pytest.approx(0.7)


def test_scores_with_the_present_costs_are_those_of_ratings() -> None:
    assert scores([PUZZLE], COSTS, SCARCITY_EXPONENT) == [rate(PUZZLE).score]
    assert scores([PUZZLE], dict.fromkeys(Technique, 1.0), 0.0) == [rate(PUZZLE).steps]


def test_equal_values_share_their_ranks() -> None:
    assert spearman([1, 2, 3, 4], [10, 40, 20, 80]) == pytest.approx(0.8)
    assert spearman([1, 1, 2], [5, 5, 7]) == pytest.approx(1.0)
