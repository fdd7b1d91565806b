"""What a drag does to the cells."""

from __future__ import annotations

import pytest

from helper.board.stroke import Stroke
from puzzles import SHADED, Grid


def after(marks: list[str], path: list[tuple[int, int]], **options: bool) -> list[str]:
    grid = Grid.from_text(marks)
    stroke = Stroke(grid, path[0], SHADED, **options)
    for place in path[1:]:
        stroke.move_to(*place)
    for i, state in stroke.changes.items():
        grid.cells[i] = state
    return grid.to_text()


@pytest.mark.parametrize(
    ("marks", "path", "expected"),
    [
        pytest.param(["????"], [(0, 1)], ["?#??"], id="a click"),
        pytest.param(["?????"], [(0, 0), (0, 4)], ["#####"], id="no cell skipped however fast"),
        pytest.param(["?????"], [(0, 3), (0, 1)], ["?###?"], id="backwards"),
        pytest.param(["?????"], [(0, 2), (0, 4), (0, 1)], ["?####"], id="all cells passed"),
        pytest.param(["???", "???"], [(0, 0), (0, 1), (1, 2)], ["###", "???"], id="keeps its row"),
        pytest.param(
            ["??", "??", "??"], [(0, 0), (1, 0), (2, 1)], ["#?", "#?", "#?"], id="keeps its column"
        ),
        pytest.param(["?.?#?"], [(0, 0), (0, 4)], ["#.###"], id="only cells like the first"),
        pytest.param(["?????"], [(0, 0), (0, 3), (0, 0)], ["####?"], id="and back to the start"),
    ],
)
def test_strokes(marks: list[str], path: list[tuple[int, int]], expected: list[str]) -> None:
    assert after(marks, path) == expected


def test_overwriting_changes_every_cell_passed() -> None:
    assert after(["?.?#?"], [(0, 0), (0, 4)], overwrite=True) == ["#####"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ([(0, 0), (1, 2)], ["###", "###", "???"]),
        ([(2, 2), (0, 0), (1, 1)], ["???", "?##", "?##"]),
    ],
    ids=["grows", "shrinks again"],
)
def test_a_rectangle_reaches_from_start_to_end(
    path: list[tuple[int, int]], expected: list[str]
) -> None:
    assert after(["???"] * 3, path, rectangle=True) == expected


def test_the_length_told_is_that_of_the_run_that_comes_of_it() -> None:
    stroke = Stroke(Grid.from_text(["?##????"]), (0, 3), SHADED)
    stroke.move_to(0, 5)
    assert stroke.length_text == "5"
    stroke = Stroke(Grid.from_text(["????"] * 4), (0, 1), SHADED, rectangle=True)
    stroke.move_to(2, 2)
    assert stroke.length_text == "2 × 3"
