"""What a live view's frames are worth, with made-up frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks import live as command
from benchmarks.live_score import (
    Score,
    Shot,
    Show,
    is_well_visible,
    score,
)
from puzzles.grid import Grid
from puzzles.model import Puzzle
from recognizer.lattice import Lattice
from recognizer.live.scene import SolvedPage
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


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, True),
        ({"inside": 0.985, "hidden": 0.01}, True),
        ({"inside": 0.97}, False),
        ({"hidden": 0.03}, False),
        ({"blur_px": 2.9}, True),
        ({"blur_px": 3.1}, False),
        ({"puzzle": None}, False),
        ({"corners": CORNERS / TINY}, False),
    ],
)
def test_what_is_well_visible(change: dict[str, Any], expected: bool) -> None:
    assert is_well_visible(truth(**change), SIZES) is expected


SHAKY = [shot(k, blur_px=2.0) for k in range(6)]


@pytest.mark.parametrize(
    ("shots", "waits"),
    [
        pytest.param([shot(0, 0), shot(1, 0)], [0.0], id="right from the first frame"),
        pytest.param([shot(0), shot(1)], [None], id="never shown"),
        pytest.param(
            [*SHAKY, *(shot(k) for k in range(6, 15)), shot(15, 0), shot(16, 0)], [9 / FPS],
            id="from the first calm sight",
        ),
        pytest.param([SHAKY[0], shot(1, 0, blur_px=2.0), shot(2, 0)], [0.0], id="before it"),
        pytest.param(SHAKY, [], id="never calm"),
        pytest.param([shot(0), replace(shot(1, 0), at=0.75)], [0.75], id="until it is on screen"),
        pytest.param(
            [shot(0), shot(1, 1), shot(2, None), shot(3, 0, off=(30, 0)), shot(4, 0)], [4 / FPS],
            id="a wrong show ends no wait",
        ),
        pytest.param(
            [shot(0, 0), *(shot(k, puzzle=1) for k in range(3, 9)), shot(9, 1, puzzle=1)],
            [0.0, 6 / FPS], id="each puzzle by itself",
        ),
    ],
)  # fmt: skip
def test_a_wait_is_from_the_first_calm_sight_to_what_is_right(
    shots: list[Shot], waits: list[float | None]
) -> None:
    assert [wait.seconds for wait in of(*shots).waits] == [
        None if wait is None else pytest.approx(wait) for wait in waits
    ]


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (shot(3, 0, puzzle=None), "no puzzle is there"),
        (shot(3, None), "misread"),
        (shot(3, 0, puzzle=1, hidden=0.4), "another puzzle is there"),
        (shot(3, 0, off=(18, 0)), "1.5 cells off"),
        (shot(3, 0, off=(0, -13)), "1.1 cells off"),
        (shot(3, 0, off=(0, -11)), None),
        (shot(3), None),
    ],
)
def test_what_is_false(frame: Shot, reason: str | None) -> None:
    assert of(frame).false == (() if reason is None else ((3, reason),))


PRINTED = PrintedPuzzle(((2,), (1,)), ((1,), (2,)), ("##", ".#"))
PUZZLE = Puzzle.from_numbers([[2], [1]], [[1], [2]])
OTHER = Puzzle.from_numbers([[1], [1]], [[1], [1]])


@pytest.mark.parametrize(
    ("puzzle", "certain", "printed", "expected"),
    [
        pytest.param(PUZZLE, ["##", ".#"], [PRINTED], 0, id="right"),
        pytest.param(PUZZLE, ["??", "??"], [PRINTED], 0, id="nothing is certain yet"),
        pytest.param(PUZZLE, ["##", ".#"], [], None, id="another page"),
        pytest.param(PUZZLE, [".?", "??"], [PRINTED], None, id="against the solution"),
        pytest.param(OTHER, ["??", "??"], [PRINTED], None, id="misread"),
    ],
)
def test_which_puzzle_an_answer_is_of(
    puzzle: Puzzle, certain: list[str], printed: list[PrintedPuzzle], expected: int | None
) -> None:
    nothing: Any = None
    page = SolvedPage(nothing, nothing, puzzle, Grid.from_text(certain), 1, 0.0, 0.0)
    assert command.puzzle_of(page, printed) == expected
