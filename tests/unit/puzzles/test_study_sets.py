"""The puzzle sets for studies: each is what a comparison of solving methods may expect of it."""

from __future__ import annotations

import math

import pytest

from puzzles import Grid, Line, NonogramError, Puzzle
from puzzles.formats import read
from puzzles.packs import PackPuzzle, packs, study_set, study_sets
from solver import api
from solver.propagate import propagate

SIZES = {
    "shapes": [3, 5, 8, 8, 10, 10, 16, 16, 20, 20, 25, 25, 32, 32, 48, 48, 64, 64],
    "sizes": [7, 15, 20, 20, 25, 30],
    "csp": [5, 10, 15, 25],
    "sparse": [10, 15, 20, 25],
}
ALL = [(found.name, entry) for found in study_sets() for entry in found.puzzles]
UNIQUE = [entry for name, entry in ALL if name != "sparse"]
SPARSE = [entry for name, entry in ALL if name == "sparse"]


def by_stem(entry: PackPuzzle) -> str:
    return entry.path.stem


def test_the_sets_have_their_sizes() -> None:
    found = {s.name: [entry.height for entry in s.puzzles] for s in study_sets()}
    assert found == SIZES
    assert all(entry.height == entry.width for _, entry in ALL)


def test_titles_are_told_apart_within_a_set() -> None:
    for found in study_sets():
        assert len({entry.title for entry in found.puzzles}) == len(found.puzzles)


def test_a_set_is_found_by_name() -> None:
    assert study_set("csp") in study_sets()
    with pytest.raises(NonogramError, match="'nothing', only csp, shapes, sizes, sparse"):
        study_set("nothing")


def test_players_are_not_shown_the_sets() -> None:
    shown = {entry.path for pack in packs() for entry in pack.puzzles}
    assert not shown & {entry.path for _, entry in ALL}


@pytest.mark.parametrize("entry", [entry for _, entry in ALL], ids=by_stem)
def test_the_files_say_whose_they_are(entry: PackPuzzle) -> None:
    puzzle = read(entry.path).puzzle
    assert not puzzle.defects()
    assert puzzle.title
    assert puzzle.author == "The Nonogram Helper authors"
    assert puzzle.license == "CC0-1.0"
    assert bool(puzzle.goal) is (entry not in SPARSE)


@pytest.mark.parametrize("entry", UNIQUE, ids=by_stem)
def test_the_only_solution_is_the_goal(entry: PackPuzzle) -> None:
    puzzle = read(entry.path).puzzle
    result = api.solve(puzzle, api.Limits(timeout_s=30))
    assert result.outcome is api.Outcome.UNIQUE
    assert result.solutions == (Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width),)


@pytest.mark.parametrize("entry", UNIQUE, ids=by_stem)
def test_the_arrangements_of_all_lines_can_be_listed(entry: PackPuzzle) -> None:
    puzzle = read(entry.path).puzzle
    counts = [arrangements(puzzle, line) for line in puzzle.lines]
    assert max(counts) < 300_000
    assert sum(counts) < 2_000_000


def arrangements(puzzle: Puzzle, line: Line) -> int:
    """In how many ways the blocks of a line can stand on an empty board."""
    lengths = [clue.length for clue in puzzle.clues_of(line)]
    size = puzzle.height if line.is_column else puzzle.width
    free = size - sum(lengths) - max(0, len(lengths) - 1)
    return math.comb(free + len(lengths), len(lengths))


def is_solved_by_lines(entry: PackPuzzle) -> bool:
    grid = propagate(read(entry.path).puzzle).grid
    return grid.count(grid.clear) == 0


def test_the_second_shape_of_a_size_needs_more_than_lines() -> None:
    shapes = study_set("shapes").puzzles
    hard = {8: "Pineapple", 10: "Camel", 12: "Locomotive", 14: "Palm island"}
    hard |= {16: "Elephant", 18: "Whale"}
    assert {n: e.title for n, e in enumerate(shapes, 1) if not is_solved_by_lines(e)} == hard


def test_clutter_needs_more_than_lines() -> None:
    sizes = study_set("sizes").puzzles
    assert [e.height for e in sizes if not is_solved_by_lines(e)] == [15, 25]


@pytest.mark.parametrize("entry", SPARSE, ids=by_stem)
def test_nothing_is_certain_on_a_sparse_board(entry: PackPuzzle) -> None:
    puzzle = read(entry.path).puzzle
    assert propagate(puzzle).grid.is_untouched
    assert max(clue.length for line in puzzle.lines for clue in puzzle.clues_of(line)) <= 3
    assert all(1 <= len(puzzle.clues_of(line)) <= 4 for line in puzzle.lines)
    result = api.solve(puzzle, api.Limits(solutions=2, timeout_s=30))
    assert result.outcome is api.Outcome.SEVERAL
