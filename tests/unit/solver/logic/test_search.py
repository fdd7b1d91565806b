"""What lines offer: the core finds what Python finds, step by step."""

from __future__ import annotations

import random
import time
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.board import LogicBoard
from solver.logic.finding import members
from solver.logic.line.all import FINDERS
from solver.logic.rate import rate
from solver.logic.search import ContradictionError, LineSearch, deduction_of, line_search
from solver.logic.steps import Reasoner
from solver.logic.techniques import Technique
from tests.support.boards import huge_board, picture_puzzle, random_puzzle, unique_pictures

ENGINES = ("native", "python")
BOARDS = list(product(range(8), (8, 14, 20), (2, 3, 4)))
"""Seed, size and colours of boards."""


def puzzle_with(seed: int, height: int, width: int, colors: int) -> Puzzle:
    density = random.Random(seed).choice([0.4, 0.55, 0.65, 0.75])
    return random_puzzle(seed, height, width, colors, density)


def state_of(search: LineSearch) -> tuple[object, ...]:
    """All that is to be equal."""
    try:
        simplest, best = search.simplest(), search.best()
    except ContradictionError as error:
        return (error.line,)
    known = search.open_lines, search.open_cells, search.grid, search.board.lines
    return simplest, best, *known


def walk(puzzle: Puzzle, seed: int) -> set[Technique]:
    """Solve with both; where lines give nothing, a cell gets a colour, mostly the right one.

    Returns:
        The techniques that were met.
    """
    rng, goal = random.Random(seed), Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    native, python = (line_search(LogicBoard.of(puzzle), engine=name) for name in ENGINES)
    met = set[Technique]()
    while True:
        state = state_of(python)
        assert state_of(native) == state
        if len(state) == 1:
            return met
        best = python.best()
        if best is not None:
            met.add(best[1][0].technique)
            if rng.random() < 0.8:
                assert native.carry_out() == python.carry_out()
                continue
            steps = [deduction_of(python.board, *best, name) for name in ENGINES]
            assert steps[0] == steps[1]
            changes = steps[0].states
        elif unknown := python.board.unknown():
            cell = unknown[0]
            right = goal.cells[cell]
            wrong = 1 << rng.choice(members(python.board.state(cell)))
            changes = ((cell, right if rng.random() < 0.95 else wrong),)
        else:
            return met
        for change in changes:
            native.set_state(*change)
            python.set_state(*change)


@pytest.mark.parametrize(("seed", "size", "colors"), BOARDS)
def test_the_core_finds_what_python_finds(seed: int, size: int, colors: int) -> None:
    walk(puzzle_with(seed, size, size + 1, colors), seed)


def test_all_techniques_are_met() -> None:
    boards = [random_puzzle(seed, 20, 20, colors) for seed in (30, 75, 78) for colors in (2, 3)]
    met = [walk(puzzle, 1) for puzzle in boards]
    assert set.union(*met) == set(FINDERS)


@pytest.mark.parametrize("length", [62, 63, 64, 65, 66, 127, 128, 129, 260])
def test_long_lines_are_no_exception(length: int) -> None:
    walk(random_puzzle(length, length, 3, 2, 0.7), length)
    walk(random_puzzle(length, 2, length, 3, 0.7), length)


@pytest.mark.parametrize(("seed", "colors"), list(product(range(6), (2, 3))))
def test_a_board_that_contradicts_the_clues(seed: int, colors: int) -> None:
    rng, puzzle = random.Random(seed), puzzle_with(seed, 12, 12, colors)
    for share in (0.02, 0.1, 0.3):
        states = [0, *range(1 << colors)]
        grid = Grid.for_puzzle(puzzle)
        for cell in range(144):
            if rng.random() < share:
                grid.cells[cell] = rng.choice(states)
        native, python = (line_search(LogicBoard.of(puzzle, grid), engine=name) for name in ENGINES)
        assert state_of(native) == state_of(python)


@given(unique_pictures(), st.sampled_from([None, *range(6)]))
@settings(max_examples=10)
def test_ratings_and_explanations_are_the_same(picture: Grid, seed: int | None) -> None:
    puzzle = picture_puzzle(picture) if seed is None else random_puzzle(seed, 9, 9)
    if seed is None:  # only a puzzle with one solution has a rating
        assert rate(puzzle, engine="native") == rate(puzzle, engine="python")
    native, python = (Reasoner(puzzle, engine=name) for name in ENGINES)
    assert list(native.steps()) == list(python.steps())


@pytest.mark.parametrize("name", ENGINES)
def test_nothing_is_offered_after_a_stop(name: str) -> None:
    board, answers = LogicBoard.of(random_puzzle(1, 9, 9, density=0.7)), [False]
    search = line_search(board, lambda: answers[0], engine=name)
    assert search.best() is not None
    answers[0] = True
    assert (search.simplest(), search.best(), search.carry_out()) == (None, None, (0, 0))
    answers[0] = False
    assert search.carry_out() != (0, 0)


def test_the_largest_board_is_stopped_in_time() -> None:
    board, times = LogicBoard.of(huge_board()), list[float]()

    def should_stop() -> bool:
        times.append(time.process_time())
        return len(times) > 3  # all lines take six slices and more

    assert line_search(board, should_stop, engine="native").simplest() is None
    gaps = [b - a for a, b in pairwise(times)]
    assert len(gaps) >= 3
    assert max(gaps) < 0.1
