"""Boards in parts are joined, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzles.contracts import SolutionCount
from puzzles.grid import Grid
from puzzles.model import Clues
from recognizer.pages.joining import joined
from recognizer.values import Candidate
from solver.solution_count import count_solutions
from tests.support.board_parts import CELL, Board, part, parts
from tests.support.boards import CHICK, random_puzzle


def clues_of(boards: Sequence[Board]) -> list[tuple[tuple[Clues, ...], tuple[Clues, ...]]]:
    return [(board.reading.puzzle().rows, board.reading.puzzle().columns) for board in boards]


@given(
    st.integers(0, 10**6), st.integers(6, 30), st.integers(6, 30), st.integers(4, 15),
    st.integers(4, 15), st.integers(2, 4),
)  # fmt: skip
def test_the_parts_of_a_board_make_the_board(
    seed: int, height: int, width: int, part_height: int, part_width: int, colors: int
) -> None:
    puzzle = random_puzzle(seed, height, width, colors)
    given_ = parts(puzzle, part_height, part_width)
    whole = joined(given_)
    assert clues_of(whole) == [(puzzle.rows, puzzle.columns)]
    assert whole[0].page == 1
    assert whole[0].parts == len(given_)


@given(st.integers(0, 10**6), st.integers(1, 3))
def test_parts_may_overlap(seed: int, overlap: int) -> None:
    puzzle = random_puzzle(seed, 14, 17)
    boards = joined(parts(puzzle, 8, 9, overlap), count_solutions)
    whole = boards[0].reading.puzzle()
    # Three in a thousand make a board with solutions without the overlap, too.
    assume(whole.height == 14 or count_solutions(whole) is SolutionCount.NONE)
    assert clues_of(boards) == [(puzzle.rows, puzzle.columns)]


def test_other_boards_stay_where_they_are() -> None:
    puzzle, first, last = random_puzzle(1, 12, 12), random_puzzle(2, 6, 6), CHICK
    whole = [Board(k, part(p, range(p.height), range(p.width))) for k, p in ((1, first), (9, last))]
    boards = [whole[0], *parts(puzzle, 12, 6), whole[1]]
    found = joined(boards)
    assert found[0] is whole[0]
    assert found[2] is whole[1]
    assert clues_of(found[1:2]) == [(puzzle.rows, puzzle.columns)]


def test_parts_of_two_boards_are_not_mixed() -> None:
    puzzles = [random_puzzle(seed, 12, 12) for seed in range(3)]
    boards = [board for puzzle in puzzles for board in parts(puzzle, 6, 6)]
    assert clues_of(joined(boards)) == [(puzzle.rows, puzzle.columns) for puzzle in puzzles]


@given(st.integers(0, 10**6))
def test_different_puzzles_are_not_joined(seed: int) -> None:
    rng = random.Random(seed)
    boards = []
    for k in range(6):
        puzzle = random_puzzle(rng.randrange(10**6), 6, 6)
        if rng.random() < 0.5:  # one that was read wrong
            puzzle = replace(puzzle, rows=puzzle.rows[1:] + puzzle.rows[1:2])
        boards.append(Board(k, part(puzzle, range(6), range(6))))
    assert joined(boards) == boards


def test_a_puzzle_that_is_printed_twice_stays_two() -> None:
    boards = [Board(k, part(CHICK, range(7), range(7))) for k in (1, 2)]
    assert joined(boards) == boards


def test_without_one_of_its_parts_nothing_is_joined() -> None:
    boards = parts(random_puzzle(1, 12, 12), 6, 6)[:3]
    assert joined(boards) == boards


def test_a_joined_puzzle_is_checked() -> None:
    (board,) = joined(parts(CHICK, 7, 4), count_solutions)
    assert board.reading.solution_count is SolutionCount.ONE
    assert board.reading.problems == ()
    assert board.reading.is_certain


def test_numbers_are_in_their_places_beside_the_whole_board() -> None:
    puzzle = random_puzzle(3, 12, 12, density=0.9)
    boards = parts(puzzle, 6, 6)
    (board,) = joined(boards)
    lattice = board.reading.lattice
    assert lattice is not None
    assert lattice.corners.tolist() == [[100, 100], [220, 100], [220, 220], [100, 220]]
    for k, line in enumerate(board.reading.columns):
        assert line.numbers[0].quad[0] == pytest.approx((100 + CELL * k, 0), abs=0.01)
    for k, line in enumerate(board.reading.rows):
        assert line.numbers[0].quad[0] == pytest.approx((0, 100 + CELL * k), abs=0.01)


def test_marks_are_joined() -> None:
    boards = parts(CHICK, 7, 4)
    marks = Grid(7, 3, 2)
    marks[2, 1] = 2
    boards[1] = replace(boards[1], reading=replace(boards[1].reading, marks=marks))
    (board,) = joined(boards)
    assert board.reading.marks is not None
    assert board.reading.marks[2, 5] == 2
    assert sum(state != 3 for state in board.reading.marks.cells) == 1


def test_a_misread_number_does_not_keep_parts_apart() -> None:
    puzzle = random_puzzle(5, 12, 12, density=0.6)
    boards = parts(puzzle, 12, 6)
    line = boards[1].reading.rows[3]
    wrong = replace(
        line.numbers[0],
        number=line.numbers[0].number + 1,
        confidence=0.6,
        candidates=(Candidate(line.numbers[0].number + 1, 0.6),),
    )
    rows = list(boards[1].reading.rows)
    rows[3] = replace(line, numbers=(wrong, *line.numbers[1:]))
    boards[1] = replace(boards[1], reading=replace(boards[1].reading, rows=tuple(rows)))
    assert clues_of(joined(boards)) == [(puzzle.rows, puzzle.columns)]


def test_palettes_of_parts_may_have_another_order() -> None:
    puzzle = random_puzzle(8, 10, 10, colors=4, density=0.9)
    boards = parts(puzzle, 10, 5)
    order = (0, 2, 3, 1)
    reading = boards[1].reading
    palette = tuple(puzzle.palette[order.index(k)] for k in range(4))
    rows, columns = (
        tuple(
            replace(line, numbers=tuple(replace(n, color=order[n.color]) for n in line.numbers))
            for line in lines
        )
        for lines in (reading.rows, reading.columns)
    )
    changed = replace(reading, palette=palette, rows=rows, columns=columns)
    found = joined([boards[0], replace(boards[1], reading=changed)])
    assert clues_of(found) == [(puzzle.rows, puzzle.columns)]
