"""What a live view's frames are worth, with made-up frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks import live as command
from benchmarks.live_score import (
    ALL,
    Score,
    Shot,
    Show,
    cell_px,
    false_shows,
    is_well_visible,
    off_cells,
    pooled,
    rows,
    score,
)
from puzzles.grid import BLANK, SHADED, Grid
from puzzles.model import Puzzle
from recognizer.live.scene import SolvedPage
from recognizer.values import Lattice
from tools.photographs.camera import Array
from tools.videos.values import FrameTruth, PrintedPuzzle

SIZES = [(10, 20), (10, 20)]
PITCH = 12.0
CORNERS = np.array([(0, 0), (20, 0), (20, 10), (0, 10)]) * PITCH + 100
FPS = 30.0
TINY = 4.0


def truth(t: float = 0.0, puzzle: int | None = 0, at: Any = (0, 0), **others: Any) -> FrameTruth:
    """A calm view of a puzzle that lies so many px away from its usual place."""
    corners = others.pop("corners", CORNERS) + np.asarray(at, float)
    points = lattice(corners).at(grid_of(5) * np.array([10, 20]) / 4).reshape(-1, 2)
    if puzzle is None:
        return FrameTruth(t, None, None, None, 0.0, 0.0, 0.0, 0.0, 1.0)
    return replace(FrameTruth(t, puzzle, corners, points, 1.0, 0.0, 0.0, 0.0, 1.0), **others)


def grid_of(side: int) -> Array:
    return np.moveaxis(np.mgrid[0:side, 0:side], 0, -1).astype(float)


def lattice(corners: Array, rows: int = 10, columns: int = 20) -> Lattice:
    return Lattice.from_corners(corners.astype(np.float32), rows, columns)


def shot(number: int, show: int | str | None = "", off: Any = (0, 0), **others: Any) -> Shot:
    """A frame in which a puzzle is shown so many px off; ``""`` shows none."""
    seen = truth(number / FPS, **others)
    at = CORNERS if seen.corners is None else seen.corners
    shown = None if isinstance(show, str) else Show(lattice(at + np.asarray(off, float)), show)
    return Shot(number, seen, shown, seen.t, 0.01)


def of(*shots: Shot, scene: str = "shake") -> Score:
    return score("film", scene, SIZES, shots)


def test_cell_is_as_large_as_the_board_says() -> None:
    assert cell_px(truth(), SIZES) == pytest.approx(PITCH)
    assert cell_px(truth(corners=2 * CORNERS), SIZES) == pytest.approx(2 * PITCH)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, True),
        ({"inside": 0.985, "hidden": 0.01}, True),
        ({"inside": 0.97}, False),
        ({"hidden": 0.03}, False),
        ({"blur_px": 2.9}, True),
        ({"blur_px": 3.1}, False),
        ({"speed_px": 20.0}, True),
        ({"puzzle": None}, False),
        ({"corners": CORNERS / TINY}, False),
    ],
)
def test_what_is_well_visible(change: dict[str, Any], expected: bool) -> None:
    assert is_well_visible(truth(**change), SIZES) is expected


def test_all_right_from_the_first_frame() -> None:
    one = of(*(shot(k, 0) for k in range(10)))
    assert one.solved == [0.0]
    assert (one.visible, one.shown, one.later, one.shown_later, one.gap) == (10, 10, 10, 10, 0)
    assert max(one.off) == pytest.approx(0, abs=1e-4)
    assert one.false == ()


def test_never_shown_is_a_wait_without_end() -> None:
    one = of(*(shot(k) for k in range(10)))
    assert [wait.seconds for wait in one.waits] == [None]
    assert one.solved == []
    assert (one.shown, one.later, one.share) == (0, 0, None)


def test_the_wait_begins_with_the_first_calm_sight() -> None:
    shaky = [shot(k, blur_px=2.0) for k in range(6)]
    one = of(*shaky, *(shot(k) for k in range(6, 15)), shot(15, 0), shot(16, 0))
    assert one.waits[0].sight == pytest.approx(6 / FPS)
    assert one.solved == [pytest.approx(9 / FPS)]


def test_shown_before_it_is_calm_is_no_wait() -> None:
    one = of(shot(0, blur_px=2.0), shot(1, 0, blur_px=2.0), shot(2, 0))
    assert one.solved == [0.0]


def test_a_puzzle_never_calm_is_no_wait() -> None:
    one = of(*(shot(k, blur_px=2.0) for k in range(6)))
    assert one.waits == ()


def test_the_wait_ends_when_it_is_on_the_screen() -> None:
    one = of(shot(0), replace(shot(1, 0), at=0.75))
    assert one.solved == [0.75]


def test_a_wrong_show_ends_no_wait() -> None:
    one = of(shot(0), shot(1, 1), shot(2, None), shot(3, 0, off=(30, 0)), shot(4, 0))
    assert one.solved == [pytest.approx(4 / FPS)]
    assert [show.number for show in one.false] == [1, 2, 3]


def test_each_puzzle_waits_by_itself() -> None:
    first = [shot(k, 0) for k in range(3)]
    second = [shot(k, puzzle=1) for k in range(3, 9)]
    one = of(*first, *second, shot(9, 1, puzzle=1))
    assert one.solved == [0.0, pytest.approx(6 / FPS)]
    # Between its first sight and its first show the second one is no gap.
    assert (one.later, one.shown_later, one.visible, one.shown) == (4, 4, 10, 4)


def test_shares_and_gaps() -> None:
    shows: list[int | str] = ["", "", 0, 0, "", "", "", 0, "", 0]
    one = of(*(shot(k, show) for k, show in enumerate(shows)))
    assert (one.visible, one.shown) == (10, 4)
    assert (one.later, one.shown_later) == (8, 4)
    assert one.share == 0.5
    assert one.gap == 3


def test_what_is_hidden_need_not_be_shown() -> None:
    one = of(shot(0, 0), shot(1, hidden=0.4), shot(2, 0, hidden=0.4), shot(3, 0))
    assert (one.later, one.shown_later, one.gap) == (2, 2, 0)
    assert one.false == ()


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (shot(3, 0, puzzle=None), "no puzzle is there"),
        (shot(3, None, puzzle=None), "no puzzle is there"),
        (shot(3, None), "misread"),
        (shot(3, 0, puzzle=1), "another puzzle is there"),
        (shot(3, 0, puzzle=1, hidden=0.4), "another puzzle is there"),
        (shot(3, 0, off=(18, 0)), "1.5 cells off"),
        (shot(3, 0, off=(0, -13)), "1.1 cells off"),
        (shot(3, 0, off=(0, -11)), None),
        (shot(3), None),
    ],
)
def test_what_is_false(frame: Shot, reason: str | None) -> None:
    assert of(frame).false == (() if reason is None else ((3, reason),))


def test_off_is_of_the_worst_point_in_cells() -> None:
    assert off_cells(shot(0, 0, off=(3, 4)), SIZES) == pytest.approx(5 / PITCH, rel=1e-4)
    away = np.zeros((4, 2))
    away[2] = (6, 0)
    one = of(shot(0, 0, off=away))
    assert list(one.off) == pytest.approx([0.5], rel=1e-3)
    assert one.off == one.off_corners


def test_off_counts_only_the_right_puzzle() -> None:
    one = of(shot(0, 0), shot(1, 1, off=(50, 0)), shot(2, 0, off=(50, 0)))
    assert list(one.off) == pytest.approx([0, 50 / PITCH], abs=1e-4)


def test_what_stays_off_does_not_jitter() -> None:
    one = of(*(shot(k, 0, off=(5, 2), at=(k, -k)) for k in range(20)))
    assert one.jitter == pytest.approx(0, abs=1e-3)


def test_jitter_is_how_far_corners_hop() -> None:
    one = of(*(shot(k, 0, off=(k % 2, 0)) for k in range(21)))
    # Along x by one px each time, along y not at all.
    assert one.jitter == pytest.approx(np.sqrt(0.5), rel=1e-3)


def test_jitter_is_of_pages_at_rest() -> None:
    moving = [shot(k, 0, off=(k % 2, 0), speed_px=2.0) for k in range(10)]
    assert of(*moving).jitter is None
    assert of(*moving, scene="still").jitter is not None


def test_jitter_does_not_bridge_frames_nobody_saw() -> None:
    assert of(shot(0, 0), shot(2, 0, off=(3, 0))).jitter is None


@pytest.mark.parametrize("lag", [0.0, 0.5, 1.0])
def test_lag_is_in_frames(lag: float) -> None:
    way = np.array([6.0, -3.0])
    one = of(*(shot(k, 0, at=k * way, off=-lag * way) for k in range(10)))
    assert one.lag == pytest.approx(lag, abs=1e-3)


def test_no_lag_without_motion() -> None:
    assert of(*(shot(k, 0, at=(0.5 * k, 0)) for k in range(10))).lag is None


def test_pooled_frames_count_alike() -> None:
    a = of(*(shot(k, 0) for k in range(10)))
    b = of(*(shot(k, 0 if k == 0 else "") for k in range(30)))
    both = pooled("both", [a, b])
    assert (both.videos, both.visible, both.shown) == (2, 40, 11)
    assert both.gap == 29
    assert len(both.waits) == 2
    assert len(both.off) == 11


def test_no_frames_at_all() -> None:
    one = of()
    assert (one.visible, one.jitter, one.lag, one.share) == (0, None, None, None)
    assert one.as_json()["off p50"] is None


def test_table_has_a_row_for_videos_scenes_and_all() -> None:
    still = [replace(of(shot(0, 0), scene="still"), name=f"still {k}") for k in (1, 2)]
    found = list(rows([*still, of(shot(0, None), scene="shake")]))
    assert [row["video"] for row in found] == ["still 1", "still 2", "= still", "film", ALL]
    assert [row["solved"] for row in found] == ["1/1", "1/1", "2/2", "0/1", "2/3"]
    assert len({tuple(row) for row in found}) == 1


def test_false_shows_are_told_run_by_run() -> None:
    frames = [shot(k, None if k < 3 else 0, off=(0, 0) if k < 5 else (24, 0)) for k in range(6)]
    assert list(false_shows([of(*frames)])) == [
        "- film: frames 0 to 2, 3 of them: misread",
        "- film: frame 5: 2.0 cells off",
    ]


def test_which_puzzle_an_answer_is_of() -> None:
    solution = Grid.for_puzzle(PUZZLE)
    for k, shaded in enumerate((True, True, False, True)):
        solution.cells[k] = SHADED if shaded else BLANK
    assert command.puzzle_of(answer(PUZZLE, solution), [PRINTED]) == 0
    assert command.puzzle_of(answer(PUZZLE, Grid.for_puzzle(PUZZLE)), [PRINTED]) == 0
    assert command.puzzle_of(answer(PUZZLE, solution), []) is None


def test_an_answer_that_contradicts_the_solution_is_of_none() -> None:
    wrong = Grid.for_puzzle(PUZZLE)
    wrong.cells[0] = BLANK
    assert command.puzzle_of(answer(PUZZLE, wrong), [PRINTED]) is None


def test_a_misread_answer_is_of_none() -> None:
    other = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    assert command.puzzle_of(answer(other, Grid.for_puzzle(other)), [PRINTED]) is None


PRINTED = PrintedPuzzle(((2,), (1,)), ((1,), (2,)), ("##", ".#"))
PUZZLE = Puzzle.from_numbers([[2], [1]], [[1], [2]])


def answer(puzzle: Puzzle, certain: Grid) -> SolvedPage:
    nothing: Any = None
    return SolvedPage(nothing, nothing, puzzle, certain, 1, 0.0, 0.0)
