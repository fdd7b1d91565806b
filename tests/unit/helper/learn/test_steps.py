"""The steps of How to Play: their puzzles are sound, and their tasks know right from wrong."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from helper.learn.steps import STEPS, LearnStep, StepAttempt, StepProgress
from helper.play.lights import Light, light_of
from helper.play.moves import Move, Paint
from puzzles import BLANK, SHADED, Axis, Grid, Line
from puzzles.formats import read
from puzzles.packs import packs
from solver.api import Outcome, solve


def first(step: LearnStep) -> StepAttempt:
    """The attempt when the step begins, with the mistake that the player is to undo."""
    start = StepAttempt(Grid.from_text(step.start))
    if step.mistake is None:
        return start
    row, column = step.mistake
    return painted(start, {row * start.marks.width + column: SHADED})


def painted(attempt: StepAttempt, cells: dict[int, int]) -> StepAttempt:
    move = Paint.between(attempt.marks, cells, "Shade")
    marks = attempt.marks.copy()
    for i, state in cells.items():
        marks.cells[i] = state
    return StepAttempt(marks, (*attempt.moves, move))


def missing(step: LearnStep, state: int) -> dict[int, int]:
    """The cells with this state in the solution that are clear at the start."""
    start, solution = Grid.from_text(step.start), Grid.from_text(step.solution)
    pairs = enumerate(zip(start.cells, solution.cells, strict=True))
    return {i: state for i, (mark, right) in pairs if right == state and mark == start.clear}


def lights(step: LearnStep, marks: Grid) -> dict[Line, Light]:
    puzzle = step.puzzle
    return {line: light_of(puzzle.clues_of(line), marks.line(line), 2) for line in puzzle.lines}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_the_solution_is_the_only_one(step: LearnStep) -> None:
    result = solve(step.puzzle)
    assert result.outcome is Outcome.UNIQUE
    assert tuple(result.solutions[0].to_text()) == step.solution


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_a_step_begins_open_with_right_marks(step: LearnStep) -> None:
    pairs = zip(Grid.from_text(step.start).cells, Grid.from_text(step.solution).cells, strict=True)
    assert all(mark & right for mark, right in pairs)
    assert step.progress(first(step)) is StepProgress.OPEN


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_the_texts_are_short(step: LearnStep) -> None:
    assert step.puzzle.height <= 5
    assert step.puzzle.width <= 5
    assert 2 <= step.text.count(".") <= 3
    assert len(step.text) < 230
    assert max(len(step.praise), len(step.advice)) < 120


def test_no_puzzle_is_in_a_pack() -> None:
    bundled = [read(puzzle.path).puzzle for pack in packs() for puzzle in pack.puzzles]
    clues = [(puzzle.rows, puzzle.columns) for puzzle in bundled]
    assert not [s.title for s in STEPS if (s.puzzle.rows, s.puzzle.columns) in clues]


@pytest.mark.parametrize("step", [step for step in STEPS if step.mistake is None])
def test_a_mark_is_called_wrong_if_the_solution_differs(step: LearnStep) -> None:
    for cell, right in enumerate(Grid.from_text(step.solution).cells):
        wrong = BLANK if right == SHADED else SHADED
        assert step.progress(painted(first(step), {cell: wrong})) is StepProgress.WRONG
        assert step.progress(painted(first(step), {cell: right})) is not StepProgress.WRONG


@pytest.mark.parametrize("number", [1, 2, 4])
def test_blocks_are_done_when_the_last_cell_is_shaded(number: int) -> None:
    step = STEPS[number - 1]
    attempt = first(step)
    for cell in missing(step, SHADED):
        assert step.progress(attempt) is StepProgress.OPEN
        attempt = painted(attempt, {cell: SHADED})
    assert step.progress(attempt) is StepProgress.DONE


def test_both_dots_are_needed() -> None:
    step = STEPS[2]
    one = painted(first(step), {3: BLANK})
    assert step.progress(one) is StepProgress.OPEN
    assert step.progress(painted(one, {4: BLANK})) is StepProgress.DONE


def row_of_five(*strokes: Iterable[int]) -> StepProgress:
    step = STEPS[4]
    attempt = first(step)
    for stroke in strokes:
        attempt = painted(attempt, dict.fromkeys((10 + column for column in stroke), SHADED))
    return step.progress(attempt)


def test_a_run_is_dragged_not_clicked() -> None:
    assert row_of_five(range(5)) is StepProgress.DONE
    assert row_of_five([0], [1], [2, 3, 4]) is StepProgress.DONE
    assert row_of_five([0, 1, 2]) is StepProgress.OPEN
    assert row_of_five([0], [1], [2], [3], [4]) is StepProgress.WRONG
    assert row_of_five([0, 1], [2, 3], [4]) is StepProgress.WRONG


def test_a_stroke_that_clears_cells_is_no_drag_of_a_run() -> None:
    step = STEPS[4]
    attempt = first(step)
    clear = attempt.marks.clear
    for cell in (10, 11, 12):
        attempt = painted(attempt, {cell: SHADED})
    attempt = painted(attempt, {10: clear, 11: clear, 12: clear})
    for cell in (10, 11, 12, 13, 14):
        attempt = painted(attempt, {cell: SHADED})
    assert step.progress(attempt) is StepProgress.WRONG


def test_the_mistake_is_undone_not_painted_over() -> None:
    step = STEPS[5]
    start = Grid.from_text(step.start)
    attempt = first(step)
    cell = attempt.moves[0].cells[0]  # type: ignore[union-attr]
    moves: tuple[Move, ...] = painted(attempt, {cell: start.clear}).moves
    assert step.progress(StepAttempt(start, moves)) is StepProgress.WRONG
    assert step.progress(StepAttempt(start)) is StepProgress.DONE
    assert step.progress(StepAttempt(start, moves[:1])) is StepProgress.OPEN


def test_the_lights_with_a_cross_meet_in_the_mistake() -> None:
    step = STEPS[5]
    assert step.mistake is not None
    row, column = step.mistake
    shown = lights(step, first(step).marks)
    crossed = {line for line, light in shown.items() if light is Light.IMPOSSIBLE}
    assert crossed == {Line(Axis.ROW, row), Line(Axis.COLUMN, column)}


@pytest.mark.parametrize("cell", range(9))
def test_where_rows_and_columns_meet_a_wrong_mark_lights_a_cross(cell: int) -> None:
    """The advice of this step says so."""
    step = STEPS[3]
    right = Grid.from_text(step.solution).cells[cell]
    attempt = painted(first(step), {cell: BLANK if right == SHADED else SHADED})
    assert Light.IMPOSSIBLE in lights(step, attempt.marks).values()
