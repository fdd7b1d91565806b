"""Puzzles, their defects, and grids."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, replace
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Clue, Defect, Grid, Puzzle, clues, clues_of, puzzle_of, unsatisfied_lines
from puzzles.errors import PuzzleError
from puzzles.formats import Document
from puzzles.grid import clear_mask, clues_of_picture
from puzzles.model import Color

CHICK = Puzzle.from_numbers(
    [[3], [2, 1], [3, 2], [5], [4], [1], [2]], [[1], [3], [1, 3], [5, 1], [4], [3], [2]]
)
CHICK_PICTURE = [".###...", "##.#...", ".###.##", "..#####", "..####.", "....#..", "...##.."]


@pytest.mark.parametrize(
    ("rows", "columns", "sentences"),
    [
        pytest.param([], [], ["the puzzle has no rows", "the puzzle has no columns"], id="empty"),
        pytest.param(
            [[2], [1, 0, 1]],
            [[1], [2]],
            [
                "row 2: a 0 stands among other numbers",
                "the rows ask for 4 cells, the columns for 3",
            ],
            id="zero in a clue",
        ),
        pytest.param(
            [[4, 1, 5]],
            [[1]] * 10,
            ["row 1: 4 + 1 + 5 needs 12 cells, the row has 10"],
            id="does not fit",
        ),
        pytest.param(
            [[1]] * 3,
            [[2, 1]],
            ["column 1: 2 + 1 needs 4 cells, the column has 3"],
            id="column does not fit",
        ),
    ],
)
def test_every_defect_says_itself(
    rows: list[list[int]], columns: list[list[int]], sentences: list[str]
) -> None:
    assert [str(d) for d in Puzzle.from_numbers(rows, columns).defects()] == sentences


@pytest.mark.parametrize(
    ("extra", "sentence", "line"),
    [
        (None, "the rows ask for 1 cell in blue (x), the columns for 0; see row 1", "row 1"),
        (0, "the rows ask for 1 cell in blue (x), the columns for 3; see row 1 and column 1", None),
    ],
)
def test_a_wrong_sum_names_the_lines_if_they_are_few(
    extra: int | None, sentence: str, line: str | None
) -> None:
    palette = (Color("0", "#ffffff"), Color("1", "#000000"), Color("x", "#2050e0"))
    rows = ((Clue(1, 2),), (Clue(1),), (Clue(1),))
    columns = tuple((Clue(3, 2),) if k == extra else (Clue(1),) for k in range(3))
    defects = Puzzle(rows, columns, palette).defects()
    assert str(defects[-1]) == sentence
    assert (None if defects[-1].line is None else str(defects[-1].line)) == line


def test_status_gathers_all_kinds_at_once() -> None:
    puzzle = Puzzle.from_numbers([[9], [1, 0]], [[1]])
    assert puzzle.status() == Defect.DOES_NOT_FIT | Defect.ZERO_IN_CLUE | Defect.SUMS_DIFFER
    assert CHICK.status() == Defect(0)
    assert Puzzle.empty(5001, 1).status() == Defect.TOO_LARGE


def test_neighbours_of_different_colours_need_no_gap() -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#ff0000"), Color("b", "#00ff00"))
    puzzle = Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)), palette)
    assert puzzle.defects() == ()
    wrong = Puzzle(((Clue(1, 1), Clue(1, 1)),), ((Clue(1, 1),), (Clue(1, 2),)), palette)
    assert wrong.status() == Defect.DOES_NOT_FIT | Defect.SUMS_DIFFER
    assert "(a)" in str(wrong.defects()[1])


@pytest.mark.parametrize(
    ("length", "color"), [(-3, 1), (1, 0), (1, 2)], ids=["negative", "background", "no colour"]
)
def test_impossible_clues_cannot_be_built(length: int, color: int) -> None:
    with pytest.raises(PuzzleError, match="no such clue"):
        Puzzle(((Clue(length, color),),), ((),))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (3, "rows: a list of whole numbers is needed, not 3"),
        ([0], "row 1: a list of whole numbers is needed, not 0"),
        ([[1], 2], "row 2: a list of whole numbers is needed, not 2"),
        (["12"], "row 1: a list of whole numbers is needed, not ('1', '2')"),
        ([[1.5]], "row 1: a list of whole numbers is needed, not (1.5,)"),
        ([[300], [None]], "row 2: a list of whole numbers is needed, not (None,)"),
    ],
)
def test_what_is_no_number_is_refused_with_its_line(rows: Any, sentence: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{re.escape(sentence)}$"):
        Puzzle.from_numbers(rows, [[1]])
    with pytest.raises(PuzzleError, match=re.escape(sentence.replace("row", "column"))):
        Puzzle.from_numbers([[1]], rows)


@pytest.mark.parametrize("rows", [3, [1], [[1]], [[(1, "1")]], [[(1.5, 1)]], [[[1, 1]]]])
def test_what_is_no_clue_is_refused(rows: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^rows?( 1)?: a list of Clue\(length, color\) is"):
        Puzzle(rows, ((Clue(1),),))


def test_a_lone_zero_is_the_empty_clue() -> None:
    assert Puzzle.from_numbers([[0]], [[]]) == Puzzle.empty(1, 1)


LINES = st.lists(st.lists(st.integers(0, 4) | st.integers(254, 257), max_size=3), max_size=4)


@given(LINES, LINES, st.sampled_from(["", "Cat", " a\nb "]))
def test_a_puzzle_of_numbers_is_that_of_their_clues(
    rows: list[list[int]], columns: list[list[int]], title: str
) -> None:
    of_clues = Puzzle(tuple(map(clues, rows)), tuple(map(clues, columns)), title=title)

    def made() -> Puzzle:
        return Puzzle.from_numbers(iter(rows), columns, title)  # nothing of it was read before

    assert made() == of_clues
    assert of_clues == made()
    assert hash(made()) == hash(of_clues)
    assert repr(made()) == repr(of_clues)
    assert pickle.dumps(made()) == pickle.dumps(of_clues)
    assert pickle.loads(pickle.dumps(made())) == copy.deepcopy(made()) == of_clues
    assert replace(made(), author="A") == replace(of_clues, author="A")
    assert (made().title, made().palette, made().goal) == (
        of_clues.title,
        of_clues.palette,
        of_clues.goal,
    )
    assert made().columns == of_clues.columns
    assert all(isinstance(clue, Clue) for line in made().rows for clue in line)
    with pytest.raises(FrozenInstanceError):
        made().title = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="heihgt"):
        made().heihgt  # type: ignore[attr-defined]  # noqa: B018


def test_numbers_given_once_or_changed_later_are_those_at_the_start() -> None:
    rows = [[1, 1], [2]]
    puzzle = Puzzle.from_numbers(rows, ((n for n in line) for line in ([2], [1], [1])))
    same = Puzzle.from_numbers(rows, [[2], [1], [1]])
    rows[0][0] = 3
    rows.pop()
    assert puzzle.rows == same.rows == (clues([1, 1]), clues([2]))
    assert puzzle.columns == same.columns


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_the_puzzle_of_a_picture_is_satisfied_by_it(
    height: int, width: int, data: st.DataObject
) -> None:
    cells = data.draw(
        st.lists(st.sampled_from([1, 2, 4, 7]), min_size=height * width, max_size=height * width)
    )
    palette = (Color("0", "#ffffff"), Color("1", "#000000"), Color("r", "#ff0000"))
    picture = Grid(height, width, 3, cells)
    like = Puzzle(((),) * height, ((),) * width, palette, title="T")
    puzzle = puzzle_of(picture, like)
    assert puzzle.title == "T"
    assert not puzzle.defects()
    assert not list(unsatisfied_lines(puzzle, picture))
    goal = Grid.from_goal(puzzle.goal, palette, width)
    assert [s for s in goal.cells if s > 1] == [s for s in cells if s in (2, 4)]


def test_changed_clues_drop_a_goal_that_may_be_wrong() -> None:
    puzzle = puzzle_of(Grid.from_text(CHICK_PICTURE), CHICK)
    assert puzzle.goal
    assert puzzle.with_clues(puzzle.rows, puzzle.columns).goal
    assert not puzzle.with_clues(puzzle.rows[::-1], puzzle.columns).goal


def test_grids_are_told_by_value_and_copies_are_independent() -> None:
    grid = Grid.from_text(["#.?", "?#."])
    copy = grid.copy()
    assert copy == grid
    copy[0, 0] = 3
    assert copy != grid
    assert grid.to_text() == ["#.?", "?#."]
    assert not grid.is_untouched
    assert Grid(2, 3).is_untouched
    with pytest.raises(ValueError, match="no cell state is written 'x'"):
        Grid.from_text(["x"])


def test_a_cell_is_row_and_column_and_a_grid_iterates_over_its_rows() -> None:
    grid = Grid.from_text(["#.?", "?#."])
    assert [row.tolist() for row in grid] == [[2, 1, 3], [3, 2, 1]]
    assert grid[0, -1] == grid[-1, 0] == 3
    states = grid.to_numpy()
    assert states.shape == grid.shape == (2, 3)
    assert all(states[r, c] == grid[r, c] for r in range(2) for c in range(3))
    states[0, 0] = 1
    assert grid[0, 0] == 2
    wrong: list[Any] = [(0, 3), (2, 0), (0, -4), 0, "a", (0, slice(2)), (0, 1, 2)]
    for at in wrong:
        with pytest.raises(IndexError, match=r"board of 3 x 2 cells is \[row, column\]"):
            grid[at]


def test_a_document_has_no_marks_unless_they_are_given() -> None:
    assert Document(CHICK) == Document(CHICK, Grid.for_puzzle(CHICK))


def test_half_known_cells_are_not_shaded() -> None:
    assert clues_of([2, 6, 2, 4]) == (Clue(1, 1), Clue(1, 1), Clue(1, 2))
    assert clues_of([3, 1, 3]) == clues([])


@pytest.mark.parametrize("colors", [2, 8, 9])
@pytest.mark.parametrize(("height", "width"), [(0, 3), (3, 0), (1, 1), (7, 5)])
def test_the_clues_of_a_picture_are_those_of_its_lines(
    height: int, width: int, colors: int
) -> None:
    states = [1 << k for k in range(colors)] * 2 + [clear_mask(colors), 5]
    cells = random.Random(colors).choices(states, k=height * width)
    grid = Grid(height, width, colors, cells)
    rows, columns = clues_of_picture(grid)
    assert rows == tuple(clues_of(grid.row(r).tolist()) for r in range(height))
    assert columns == tuple(clues_of(grid.column(c).tolist()) for c in range(width))
    long = [runs_of(grid.row(r)) for r in range(height)]
    assert [[tuple(clue) for clue in row] for row in rows] == long


def runs_of(states: Iterable[int]) -> list[tuple[int, int]]:
    """(length, colour) of each run, counted one by one."""
    runs = [(len(list(run)), state) for state, run in groupby(states)]
    colors = {1 << k: k for k in range(1, 32)}
    return [(length, colors[state]) for length, state in runs if state in colors]
