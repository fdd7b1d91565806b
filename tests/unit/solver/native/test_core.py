"""The core called by itself: what is no puzzle is refused, whatever comes in."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import pytest

from benchmarks.puzzle_sets import smooth_set
from puzzles import Puzzle
from puzzles.formats import read
from solver.api import solve
from solver.many import solve_many
from solver.native import _core as core
from solver.native.conversion import for_core
from solver.values import MAX_SEARCHED, Limits, Outcome
from tests.support.paths import ROOT

LINE = [b"\x07" * 8] * 2


def test_the_core_and_python_have_the_same_limit_of_a_search() -> None:
    assert core.MAX_SEARCHED == MAX_SEARCHED


@pytest.mark.parametrize(
    ("lengths", "colors", "may", "width"),
    [
        ([1], [7], LINE, 3),
        ([1], [0], LINE, 3),
        ([1], [-1], LINE, 3),
        ([1, 1], [1], LINE, 3),
        ([65537], [1], LINE, 3),
        ([0], [1], LINE, 3),
        ([1], [1], LINE, 0),
        ([1], [1], LINE, 5001),
        ([1], [1], LINE[:1], 3),
        ([1], [1], LINE * 20, 3),
    ],
)
def test_what_is_no_line_is_refused(
    lengths: list[int], colors: list[int], may: list[bytes], width: int
) -> None:
    with pytest.raises(ValueError, match="no such"):
        core.solve_line(lengths, colors, may, width)


def test_short_masks_are_read_as_far_as_they_go() -> None:
    assert core.solve_line([1], [1], [b"\x01", b"\x07"], 3) is None
    assert core.solve_line([], [], [b"\x07", b""], 3) is not None


@pytest.mark.parametrize(
    "shape",
    [
        ([[]] * 5001, [[]], 2),
        ([], [[]], 2),
        ([[]], [], 2),
        ([[]], [[]], 1),
        ([[]], [[]], 33),
        ([[(1, 1)]], [[(1,)]], 2),
        ([[(1, 2)]], [[(1, 1)]], 2),
        ([[(0, 1)]], [[(1, 1)]], 2),
        ([[(-1, 1)]], [[(1, 1)]], 2),
        ([[(10**9, 1)]], [[(1, 1)]], 2),
    ],
)
def test_what_is_no_puzzle_is_refused(shape: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        core.flat_clues(*shape)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("height", "counts", "numbers"),
    [
        (0, b"\1", b"\1"),
        (1, b"\1", b"\1"),
        (2, b"\1", b"\1"),
        (10**9, b"\1\1", b"\1\1"),
        (1, b"\1\1", b"\1"),
        (1, b"\1\1", b"\1\0"),
        (1, b"\0" * 5002, b""),
    ],
)
def test_numbers_that_are_no_puzzle_are_refused(height: int, counts: bytes, numbers: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        core.flat_numbers(height, counts, numbers)


def test_plain_numbers_are_solved_without_a_clue_being_made() -> None:
    chance = random.Random(5)
    for size in (1, 4, 63, 64, 130):
        cells = [[chance.random() < 0.6 for _ in range(size)] for _ in range(size)]
        rows, columns = (
            [[sum(run) for is_shaded, run in groupby(line) if is_shaded] for line in lines]
            for lines in (cells, zip(*cells, strict=True))
        )
        puzzle = Puzzle.from_numbers(rows, columns)
        flat = for_core(puzzle)
        assert solve(puzzle, Limits(timeout_s=0.1), engine="native").certain.height == size
        with pytest.raises(AttributeError):
            object.__getattribute__(puzzle, "rows")
        assert core.flat_clues(puzzle.rows, puzzle.columns, 2) == flat


LIMITS = (26_000, 4_000, 3_900, 1500, 2000, 64)
ONE = [(0, [(1, 1)])]


@pytest.mark.parametrize(
    ("size", "ways"),
    [
        ((0, 1, 2), []),
        ((1, 1, 1), []),
        ((1001, 1000, 2), []),
        ((1, 1, 2), [(0, [ONE])]),
        ((1, 1, 2), [(0, [ONE, ONE, ONE])]),
        ((1, 1, 2), [(-1, [ONE, ONE])]),
        ((1, 1, 2), [(0, [ONE, [(-1, None)]])]),
        ((1, 1, 2), [(0, [ONE, [(0, [(1, 2)])]])]),
        ((1, 1, 2), [(0, [ONE, [(0, [(0, 1)])]])]),
        ((1, 1, 2), [(0, [ONE, [(0, [(1,)])]])]),
        ((1, 1, 2), [(0, [ONE, [(0,)]])]),
        ((1, 1, 2), [(0, [ONE, [(5, [(1, 1)]), (4, [])]])]),
        ((1, 1, 2), [(0, [ONE, [(5, [(1, 1)]), (4, None)]])]),
        ((1, 1, 2), [(0, [ONE, [(2**30, [(1, 1)])]])]),
    ],
)
def test_what_is_no_way_to_read_a_board_is_refused(size: tuple[int, int, int], ways: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        core.LikeliestCore(*size, ways, *LIMITS)


@pytest.mark.parametrize("ways", [1, [1], [(0, 1)], [(0, [1, 1])], [("0", [ONE, ONE])]])
def test_what_is_no_list_of_ways_is_refused(ways: Any) -> None:
    with pytest.raises((TypeError, RuntimeError)):
        core.LikeliestCore(1, 1, 2, ways, *LIMITS)


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="board"):
        core.propagate(core.flat_clues([[(1, 1)]], [[(1, 1)]], 2), b"\x03\x00\x00\x00" * 2)


def test_a_search_goes_on_with_a_larger_limit() -> None:
    search = core.Core(core.flat_clues([[(1, 1)] * 2] * 4, [[(1, 1)] * 2] * 4, 2), 10_000)
    assert search.run(10.0, 0)
    assert not is_complete(search)
    assert search.run(10.0, 10**9)
    assert is_complete(search)
    board = 4 * 4 * 4
    assert len(search.solutions(0)) == 2 * board
    assert search.solutions(0)[board:] == search.solutions(1)
    assert search.solutions(9) == b""


def test_a_line_in_colour_excludes_colours_before_its_blocks_are_known() -> None:
    # Without clauses for that, none of these boards is solved with so few decisions.
    solved = 0
    for seed in (12, 17, 18):
        chance = random.Random(seed)
        cells = [0 if chance.random() >= 0.4 else chance.randrange(1, 3) for _ in range(40 * 40)]
        lines = [cells[40 * r : 40 * r + 40] for r in range(40)]
        lines += [cells[c::40] for c in range(40)]
        clues = [[(sum(1 for _ in run), k) for k, run in groupby(line) if k] for line in lines]
        search = core.Core(core.flat_clues(clues[:40], clues[40:], 3), 2)
        assert search.run(60.0, 100_000)
        solved += len(search.solutions(0)) == 2 * 4 * 40 * 40
    assert solved == 3


def test_boards_of_more_than_a_million_cells_are_not_searched() -> None:
    two = [(1,), (1,)]  # two cells in a square, which may be the other two
    for side in (1000, 1001):
        lines = [*two, *[()] * (side - 2)]
        result = solve(Puzzle.from_numbers(lines, lines), engine="native")
        if side == 1000:
            assert (result.outcome, result.note) == (Outcome.SEVERAL, "")
        else:
            assert result.outcome is Outcome.GAVE_UP
            assert "1,000,000 cells" in result.note
            assert sum(result.certain.count(1 << k) for k in (0, 1)) == side * side - 4


def test_what_is_certain_of_one_solution_is_the_solution() -> None:
    """Also where it was found below a value that was tried."""
    deepest = 0
    for path in sorted((ROOT / "puzzles" / "packs").rglob("*.non")):
        result = solve(read(path).puzzle, engine="native")
        assert result.is_unique
        assert result.certain == result.solutions[0], path
        deepest = max(deepest, result.statistics.depth)
    assert deepest > 0


def is_complete(search: core.Core) -> bool:
    return search.found(0, 0.0, False)[64] == 1


def test_numbers_that_are_none_are_refused() -> None:
    for clue in [("1", 1), (None, 1), (1.5, 1)]:
        with pytest.raises(TypeError):
            core.flat_clues([[clue]], [[(1, 1)]], 2)  # type: ignore[list-item]
    with pytest.raises(TypeError):
        core.flat_clues(1, [[(1, 1)]], 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("length", [10**5, 10**18, 10**19, 10**400])
def test_a_clue_of_any_size_is_a_puzzle_without_a_solution(length: int) -> None:
    puzzle = Puzzle.from_numbers([[length]], [[1]])
    assert solve(puzzle).outcome is Outcome.NONE
    assert [result.outcome for result in solve_many([puzzle])] == [Outcome.NONE]


def test_what_is_no_puzzle_shifts_no_results() -> None:
    good = Puzzle.from_numbers([[1]], [[1]])
    with pytest.raises(TypeError, match="Puzzle is needed, not None"):
        list(solve_many([good, None, good]))  # type: ignore[list-item]


def test_a_large_smooth_picture_is_not_probed_along_its_edges() -> None:
    """138,003 lines; 196,789 with the cells beside known ones first."""
    puzzle = next(iter(smooth_set(300, 1).items)).puzzle
    assert solve(puzzle).statistics.line_solves < 170_000
