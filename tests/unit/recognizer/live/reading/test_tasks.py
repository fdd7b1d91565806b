"""What is done beside the video."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.contracts import NextStep, SolutionCount
from puzzles.grid import Grid
from puzzles.model import Axis, Line, Puzzle
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice
from recognizer.live.reading import tasks
from recognizer.live.reading.consensus import NumberEvidence
from recognizer.live.reading.tasks import (
    MIN_FRAMES_NOT_UNIQUE,
    combine,
    detect,
    is_certain,
    marks_and_hint,
)
from recognizer.reading import FirstReading, read_uncorrected
from recognizer.rules.correction import is_only_solvable
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber
from solver.advice import HOOKS
from solver.api import solve
from solver.solution_count import count_solutions
from tests.support.cases import few, further
from tests.support.films import noisy, seen, solver_hooks
from tests.support.pages import draw_page, puzzle, stained, unique_clues

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
Candidates = dict[int, float]


def blurred(rows: list[list[Candidates]], columns: list[list[Candidates]]) -> Reading:
    """A reading with these candidates of each number, likeliest first."""

    def line(tokens: list[Candidates]) -> ReadLine:
        return ReadLine(
            tuple(
                ReadNumber(
                    next(iter(t)), max(t.values()), tuple(map(Candidate, t, t.values())), QUAD
                )
                for t in tokens
            )
        )

    points = np.mgrid[1 : len(rows) + 2, 1 : len(columns) + 2][::-1] * 40.0
    return Reading(
        Lattice(np.moveaxis(points, 0, -1).astype(np.float32)),
        tuple(map(line, rows)),
        tuple(map(line, columns)),
    )


def grid_of(reading: Reading) -> DetectedGrid:
    assert reading.lattice is not None
    board = Region(0, 0, reading.lattice.rows, reading.lattice.columns)
    return DetectedGrid(reading.lattice.points.astype(np.float64), board, board, 1.0)


@pytest.mark.parametrize(
    ("size", "seed"),
    [(8, 2), *further((10, 4), (10, 8), (10, 10))],
)
def test_a_page_with_a_hole_is_shown_once_frames_agree(size: int, seed: int) -> None:
    clues = unique_clues(size, size, seed)
    page = draw_page(*clues, pitch=30)
    picture = stained(page, size // 2)
    first = read_uncorrected(picture)
    assert first.found is not None
    (solution,) = solve(puzzle(clues)).solutions
    evidence = NumberEvidence((first.reading,) * MIN_FRAMES_NOT_UNIQUE)
    combined = combine(picture, first.found, evidence, HOOKS)
    assert combined.solved is not None
    assert combined.solved.certain == solution


def test_what_one_frame_hides_may_be_seen_in_the_next() -> None:
    picture = stained(draw_page(*unique_clues(8, 8, 2), pitch=30), 4)
    first = read_uncorrected(picture)
    assert first.found is not None
    combined = combine(picture, first.found, NumberEvidence((first.reading,)), HOOKS)
    assert combined.solved is None


@pytest.mark.parametrize(
    ("size", "seed"),
    [(9, 4), (8, 6), *further((10, 1), (12, 9), (10, 7), (12, 5), (9, 3), (11, 6))],
)
def test_a_page_with_a_hole_is_never_shown_wrongly(size: int, seed: int) -> None:
    clues = unique_clues(size, size, seed)
    picture = stained(draw_page(*clues, pitch=30), size // 2, radius=40)
    first = read_uncorrected(picture)
    assert first.found is not None
    evidence = NumberEvidence((first.reading,) * MIN_FRAMES_NOT_UNIQUE)
    combined = combine(picture, first.found, evidence, HOOKS)
    if combined.solved is not None:
        (solution,) = solve(puzzle(clues)).solutions
        assert combined.solved.certain == solution
    assert combined.reading.doubtful


def test_a_correction_that_leaves_doubts_is_not_shown() -> None:
    """A 5 x 5 puzzle, out of focus: two of its numbers are wrong, and two lines were not seen."""
    one, three = {1: 0.74, 4: 0.22, 3: 0.04}, {3: 0.994, 5: 0.006}
    reading = blurred(
        [
            [{1: 0.665, 4: 0.3}, {1: 0.775, 4: 0.2}, {1: 0.938, 4: 0.06}],
            [{5: 0.962, 3: 0.038}],
            [one, {1: 0.708, 4: 0.113, 3: 0.112}],
            [],
            [{1: 0.974, 4: 0.018}],
        ],
        [
            [{3: 0.994, 5: 0.005, 1: 0.0005}],
            [],
            [{3: 0.5, 2: 0.431, 1: 0.06}, {1: 0.605, 3: 0.171, 4: 0.124, 5: 0.087}],
            [one],
            [three],
        ],
    )
    picture = np.full((300, 300, 3), 255, np.uint8)
    combined = combine(picture, grid_of(reading), NumberEvidence((reading,)), solver_hooks())
    # The rules find a puzzle with one solution, and no other likely one has any.
    assert combined.reading.solution_count is SolutionCount.ONE
    assert is_only_solvable(combined.reading, count_solutions)
    assert combined.solved is None


ONE = blurred([[{1: 1.0}], [{1: 1.0}]], [[{2: 1.0}], []])


@pytest.mark.parametrize(
    ("count", "frames", "is_shown"),
    [
        (SolutionCount.ONE, 1, True),
        (SolutionCount.SEVERAL, 2, False),
        (SolutionCount.SEVERAL, 3, True),
        (SolutionCount.UNKNOWN, 2, False),
        (SolutionCount.UNKNOWN, 3, True),
        (SolutionCount.NONE, 8, False),
    ],
)
def test_without_one_solution_three_frames_have_to_agree(
    count: SolutionCount, frames: int, is_shown: bool
) -> None:
    assert is_certain(replace(ONE, solution_count=count), frames) == is_shown


def test_colours_of_a_first_frame_may_be_moire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading in colours takes seconds."""
    asked: list[object] = []
    monkeypatch.setattr(tasks, "have_several_colors", lambda *_: True)
    monkeypatch.setattr(tasks, "read_in_colors", lambda *arguments: asked.append(arguments))
    for frames in (1, 2):
        picture = np.full((200, 200, 3), 255, np.uint8)
        combined = combine(picture, grid_of(ONE), NumberEvidence((ONE,) * frames), solver_hooks())
        assert combined.reading.problems[-1] is Problem.COLORS
        assert len(asked) == frames - 1


@pytest.mark.parametrize("problem", [Problem.CUT_OFF, Problem.COLORS])
def test_what_cannot_be_right_is_never_certain(problem: Problem) -> None:
    sure = replace(ONE, solution_count=SolutionCount.ONE)
    assert not is_certain(replace(sure, problems=(problem,)), 8)
    assert not is_certain(replace(sure, lattice=None), 8)
    doubtful = sure.with_line(Line(Axis.ROW, 0), replace(sure.rows[0], confidence=0.9))
    assert not is_certain(doubtful, 8)
    assert is_certain(doubtful, 8, with_doubts=True)


@pytest.mark.parametrize("is_rival_possible", [False, True])
def test_doubts_about_several_solutions_are_settled_only_without_a_rival(
    is_rival_possible: bool,
) -> None:
    doubt, sure = {1: 0.8, 2: 0.2}, {1: 1.0}
    reading = blurred([[doubt], [sure]], [[doubt if is_rival_possible else sure], [sure]])
    evidence = NumberEvidence((reading,) * 3)
    combined = combine(
        np.full((200, 200, 3), 255, np.uint8), grid_of(reading), evidence, solver_hooks()
    )
    assert combined.reading.solution_count is SolutionCount.SEVERAL
    assert combined.reading.doubtful
    assert (combined.solved is None) == is_rival_possible


def test_a_line_that_the_rules_changed_without_certainty_is_not_shown() -> None:
    for confidence, is_guess in ((0.4, True), (0.6, False)):
        changed = replace(ONE.rows[0], is_corrected=True, confidence=confidence)
        assert tasks._is_guessed(ONE.with_line(Line(Axis.ROW, 0), changed)) == is_guess


@pytest.mark.parametrize(
    ("shares", "turns"),
    few(
        2,
        [
            pytest.param({0: 0.5, 1: 0.6, 2: 0.3, 3: 0.2}, 0, id="hardly better"),
            pytest.param({0: 0.2, 1: 0.6, 2: 0.3, 3: 0.2}, 1, id="turned"),
            pytest.param({0: 0.0, 1: 0.1, 2: 0.14, 3: 0.0}, 0, id="no digits at all"),
            pytest.param(None, 0, id="no glyphs"),
        ],
    ),
)
def test_how_a_frame_is_turned_until_its_digits_are_upright(
    monkeypatch: pytest.MonkeyPatch, shares: dict[int, float] | None, turns: int
) -> None:
    page = seen(draw_page(*unique_clues(5, 5), pitch=40, width=2))
    real = detect(page.picture, False, 30.0)
    assert real is not None
    assert real.turns == 0
    monkeypatch.setattr(tasks, "digit_shares", lambda _: shares)
    assert detect(page.picture, False, 30.0).turns == 0  # type: ignore[union-attr]
    unread = replace(real.reading, problems=(Problem.NO_CLUES,))
    first = FirstReading(unread, real.found)
    monkeypatch.setattr(tasks, "read_uncorrected", lambda *_: first)
    assert detect(page.picture, False, 30.0).turns == turns  # type: ignore[union-attr]


@pytest.mark.parametrize(("confidence", "is_shown"), [(0.615, False), (0.9, True)])
def test_a_line_that_may_lack_a_number_is_not_settled_by_one_solution(
    confidence: float, is_shown: bool
) -> None:
    """Row 5 is 1 2 and column 1 is 1 1: the numbers of one cell are missing in both."""
    clues = (
        ((5,), (1, 5), (3,), (2,), (2,)),
        ((1,), (), (), (2,), (2,), (3,), (5,), (5,)),
    )
    sure = [[[{number: 1.0} for number in line] for line in side] for side in clues]
    reading = blurred(*sure)
    first = Line(Axis.COLUMN, 0)
    reading = reading.with_line(first, replace(reading.columns[0], confidence=confidence))
    picture = np.full((300, 400, 3), 255, np.uint8)
    combined = combine(picture, grid_of(reading), NumberEvidence((reading,)), solver_hooks())
    assert combined.reading.solution_count is SolutionCount.ONE
    assert (combined.solved is not None) == is_shown


def test_a_wrong_mark_is_seen_and_leads_to_no_hint() -> None:
    rows, columns = unique_clues(10, 10)
    solution = solve(puzzle((rows, columns))).solutions[0]
    wanted = solution.to_text()
    # All of the board but its last row is filled in, with one fault.
    drawn = [line.replace(".", "x") for line in wanted[:9]] + ["." * 10]
    fault = next(k for k, cell in enumerate(drawn[4]) if cell == "x")
    drawn[4] = drawn[4][:fault] + "#" + drawn[4][fault + 1 :]
    page = seen(draw_page(rows, columns, pitch=40, width=2, boxed=True, marks=drawn, stroke=3))
    frame_reading = detect(noisy(page.picture), True, 30.0)
    assert frame_reading is not None
    combined_reading = combine(
        page.picture,
        frame_reading.found,
        NumberEvidence((frame_reading.reading,)),
        solver_hooks(),
    )
    assert combined_reading.solved is not None
    starts: list[Grid] = []

    def next_step(_: Puzzle, marks: Grid) -> NextStep | None:
        starts.append(marks)
        return solver_hooks().next_step(puzzle((rows, columns)), marks)

    marks, step = marks_and_hint(
        page.picture,
        frame_reading.found,
        combined_reading.reading,
        combined_reading.solved.certain,
        solver_hooks()._replace(next_step=next_step),
    )
    assert marks is not None
    text = marks.to_text()
    assert text[4][fault] == "#"
    (start,) = starts
    assert start.to_text()[4][fault] == "?"
    others = [(r, c) for r in range(9) for c in range(10) if (r, c) != (4, fault)]
    assert all(start.to_text()[r][c] in (wanted[r][c], "?") for r, c in others)
    assert step is not None
    # With the same marks the step stays, and is not searched for again.
    hooks = solver_hooks()._replace(next_step=lambda *_: pytest.fail("searched again"))
    assert combined_reading.solved is not None
    before = marks_and_hint(
        page.picture, frame_reading.found, combined_reading.reading,
        combined_reading.solved.certain, hooks, (marks, step),
    )  # fmt: skip
    assert before == (marks, step)
    decided = [(r, c) for r in range(10) for c in range(10) if step.cells.to_text()[r][c] != "?"]
    assert decided
    assert all(step.cells.to_text()[r][c] == wanted[r][c] for r, c in decided)
