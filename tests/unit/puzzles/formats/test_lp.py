"""Integer programs: their feasible points are the solutions."""

from __future__ import annotations

import re
from itertools import product

import pytest

from puzzles import Clue, Color, Grid, Puzzle
from puzzles.formats import Document
from puzzles.formats.lp import LP
from puzzles.model import BLACK, WHITE
from tests.support.brute_force import brute_solutions

COLORS = (WHITE, BLACK, Color("a", "#d42a2a"))
DIAGONAL = Puzzle.from_numbers([[1], [1]], [[1], [1]], "Diagonal")
PUZZLES = [
    pytest.param(DIAGONAL, id="several"),
    pytest.param(Puzzle.from_numbers([[1, 1], [], [3]], [[1, 1], [1], [1, 1]]), id="one"),
    pytest.param(Puzzle.from_numbers([[1, 1], [1]], [[1], [2], []]), id="none"),
    pytest.param(
        Puzzle(
            ((Clue(1), Clue(1, 2)), (Clue(1, 2),), ()),
            ((Clue(1),), (Clue(2, 2),), ()),
            COLORS,
        ),
        id="colours",
    ),
]
Constraint = tuple[dict[str, int], str, int]


def program(puzzle: Puzzle) -> tuple[list[Constraint], list[str]]:
    """The constraints and the variables of a program."""
    text = LP.write_all([Document(puzzle)]).decode()
    body, rest = text.split("Subject To\n")[1].split("Binary\n")
    constraints = []
    for terms, relation, bound in re.findall(r"([^=>]+?)(>?=) (\d+)\n", body):
        signs = re.findall(r"([+-]?)\s*([a-z]\w+)", terms)
        constraints.append(
            ({name: -1 if sign == "-" else 1 for sign, name in signs}, relation, int(bound))
        )
    return constraints, rest.removesuffix("\nEnd\n").split()


def solutions(puzzle: Puzzle) -> set[tuple[str, ...]]:
    """The cells that are 1 in the feasible points, found by trying all places of blocks."""
    constraints, names = program(puzzle)
    blocks: dict[str, list[str]] = {}
    for name in names:
        if name[0] != "x":
            blocks.setdefault(name.rpartition("_")[0], []).append(name)
    found = set()
    for places in product(*blocks.values()):
        ones = set(places)
        # The cells follow from the blocks of the rows.
        for terms, relation, bound in constraints:
            cell, *others = terms
            if cell[0] == "x" and not any(name[0] == "c" for name in others):
                assert (relation, bound) == ("=", 0)
                if any(name in ones for name in others):
                    ones.add(cell)
        if all(is_kept(constraint, ones) for constraint in constraints):
            found.add(tuple(sorted(name for name in ones if name[0] == "x")))
    return found


def is_kept(constraint: Constraint, ones: set[str]) -> bool:
    terms, relation, bound = constraint
    value = sum(sign for name, sign in terms.items() if name in ones)
    return value == bound if relation == "=" else value >= bound


def cells_of(puzzle: Puzzle, grid: Grid) -> tuple[str, ...]:
    names = []
    for row, column in product(range(puzzle.height), range(puzzle.width)):
        color = grid[row, column].bit_length() - 1
        if color:
            end = "" if puzzle.is_black_and_white else f"_{puzzle.palette[color].symbol}"
            names.append(f"x{row + 1}_{column + 1}{end}")
    return tuple(sorted(names))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_feasible_points_are_the_solutions(puzzle: Puzzle) -> None:
    assert solutions(puzzle) == {cells_of(puzzle, grid) for grid in brute_solutions(puzzle)}


def test_names_say_where_a_block_begins() -> None:
    _, names = program(DIAGONAL)
    assert names[:4] == ["r1_1_1", "r1_1_2", "r2_1_1", "r2_1_2"]
    assert names[-4:] == ["x1_1", "x1_2", "x2_1", "x2_2"]


def test_lines_are_as_short_as_the_format_asks_for() -> None:
    puzzle = Puzzle.from_numbers([[100]] + [[1]] * 199, [[30]] * 200)
    data = LP.write_all([Document(puzzle)])
    assert max(map(len, data.splitlines())) <= 560


def test_a_program_that_no_solver_could_read_is_refused() -> None:
    large = Puzzle.from_numbers([[1] * 200] * 500, [[1] * 100] * 500)
    assert "numbers, 5,000,000 are possible" in LP.problem(Document(large))
    assert "do not fit" in LP.problem(Document(Puzzle.from_numbers([[3]], [[1]])))
