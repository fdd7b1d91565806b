"""Deductions on boards: each one follows, from its premises alone, and together they solve."""

from __future__ import annotations

import random
import re
from array import array
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.formats import read
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.packs import packs
from solver.api import solve
from solver.line import masks_of, solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Trial
from solver.logic.line_techniques import LineView, findings
from solver.logic.sentences import sentence, trial_sentences
from solver.logic.steps import ContradictionError, Reasoner
from solver.logic.techniques import Technique
from solver.values import Limits
from tests.support.boards import picture_puzzle, pictures, unique_pictures
from tests.support.verification import known_only, problem_of


def common_of(puzzle: Puzzle) -> list[int]:
    """For each cell the colours that it has in some solution."""
    result = solve(puzzle, Limits(solutions=5000))
    assert result.complete
    union = [0] * (puzzle.height * puzzle.width)
    for solution in result.solutions:
        union = [a | b for a, b in zip(union, solution.cells, strict=True)]
    return union


@given(pictures(6))
@settings(max_examples=60)
def test_every_deduction_holds_in_every_solution(picture: Grid) -> None:
    puzzle = picture_puzzle(picture)
    truth = common_of(puzzle)
    reasoner = Reasoner(puzzle)
    for step in reasoner.steps():
        for cell, state in step.states:
            assert not truth[cell] & ~state, sentence(step, puzzle)
    left = reasoner.grid.cells
    assert list(left) == truth, "all that is common to the solutions is deduced"


@given(unique_pictures())
@settings(max_examples=60)
def test_deductions_to_the_end_solve_a_puzzle_with_one_solution(picture: Grid) -> None:
    reasoner = Reasoner(picture_puzzle(picture))
    for step in reasoner.steps():
        assert step.states
    assert reasoner.is_done
    assert reasoner.grid == picture


@given(pictures(9), st.data())
@settings(max_examples=60)
def test_deductions_go_on_from_any_right_board(picture: Grid, data: st.DataObject) -> None:
    puzzle = picture_puzzle(picture)
    known = Grid.for_puzzle(puzzle)
    for cell in data.draw(st.lists(st.integers(0, len(picture.cells) - 1), max_size=30)):
        known.cells[cell] = picture.cells[cell]
    given_cells = array("I", known.cells)
    reasoner = Reasoner(puzzle, known)
    for step in reasoner.steps():
        assert all(picture.cells[cell] & state for cell, state in step.states)
    assert known.cells == given_cells, "the board that was handed in is not changed"


@given(unique_pictures())
@settings(max_examples=80)
def test_a_deduction_follows_from_its_premises_alone(picture: Grid) -> None:
    puzzle = picture_puzzle(picture)
    board, reasoner = LogicBoard.of(puzzle), Reasoner(puzzle)
    for step in reasoner.steps():
        assert not problem_of(board, step), sentence(step, puzzle)
        for trial in step.trials:
            assert all(trial_sentences(trial, puzzle))
        for cell, state in step.states:
            board.set_state(cell, state)


@pytest.mark.parametrize(
    "name", ["small-pictures/53-jet", "food-in-colour/40-lollipop", "tiny-pictures/26-"]
)
def test_reasons_agree_with_the_cells_that_are_shown(name: str) -> None:
    """From boards on the way to the solution, as players have them: some cells in any order.

    ``python -m benchmarks explained`` checks the same for whole collections.
    """
    paths = [puzzle.path for pack in packs() for puzzle in pack.puzzles]
    (path,) = (p for p in paths if f"{p.parent.name}/{p.stem}".startswith(name))
    puzzle, walk = read(path).puzzle, random.Random(name)
    (solution,) = solve(puzzle).solutions
    for share in (0.0, 0.2, 0.4, 0.6):
        known = Grid.for_puzzle(puzzle)
        for cell, state in enumerate(solution.cells):
            if walk.random() < share:
                known.cells[cell] = state
        board, reasoner = LogicBoard.of(puzzle, known), Reasoner(puzzle, known)
        for step in islice(reasoner.steps(), 200):
            assert not problem_of(board, step), sentence(step, puzzle)
            for told in (step, *(each for trial in step.trials for each in trial.steps)):
                check_told_once(sentence(told, puzzle))
            for cell, state in step.states:
                board.set_state(cell, state)


def check_told_once(text: str) -> None:
    """One run has one sentence, and the conclusion comes last."""
    runs = re.findall(r"The run in (cells? [\d to]+\d)", text)
    assert len(set(runs)) == len(runs), text
    *reasons, conclusion = re.split(r"(?<=\.) (?=So )", text)
    assert len(reasons) == 1, text
    assert re.search(r" (must|cannot) be ", conclusion), text


@given(unique_pictures())
@settings(max_examples=40)
def test_no_premise_of_a_contradiction_can_be_left_out(picture: Grid) -> None:
    puzzle = picture_puzzle(picture)
    board, reasoner = LogicBoard.of(puzzle), Reasoner(puzzle)
    for step in reasoner.steps():
        for trial in step.trials:
            if trial.contradiction is not None:
                check_least(board, trial)
        for cell, state in step.states:
            board.set_state(cell, state)


def check_least(base: LogicBoard, trial: Trial) -> None:
    board = base.copy()
    board.set_state(trial.cell, trial.state)
    for step in trial.steps:
        for cell, state in step.states:
            board.set_state(cell, board.state(cell) & state)
    assert trial.contradiction is not None
    number = board.number(trial.contradiction)
    for premise in trial.premises:
        fewer = [cell for cell in trial.premises if cell != premise]
        left = known_only(board, trial.contradiction, fewer)
        assert solve_line(board.clues[number], left, board.width_of(number)) is not None


@given(unique_pictures())
@settings(max_examples=40)
def test_the_technique_needs_every_premise(picture: Grid) -> None:
    puzzle = picture_puzzle(picture)
    board, reasoner = LogicBoard.of(puzzle), Reasoner(puzzle)
    for step in reasoner.steps():
        if step.line is not None:
            number = board.number(step.line)
            for premise in step.premises:
                fewer = [cell for cell in step.premises if cell != premise]
                line = known_only(board, step.line, fewer)
                view = LineView(board.clues[number], line, board.width_of(number))
                left = line
                for finding in findings(step.technique, view):
                    left = tuple(a & b for a, b in zip(left, finding.after, strict=True))
                at = {board.cell(number, k): k for k in range(board.width_of(number))}
                is_shown = all(
                    not left[color] >> at[cell] & 1
                    for cell, state in step.states
                    for color in range(len(left))
                    if not state >> color & 1
                )
                assert not is_shown, sentence(step, puzzle)
        for cell, state in step.states:
            board.set_state(cell, state)


def test_a_board_with_a_contradiction_gives_no_deduction() -> None:
    puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    with pytest.raises(ContradictionError, match="row 1 cannot be completed"):
        Reasoner(puzzle, Grid.from_text([".??", "???"])).next()


def test_the_simplest_technique_comes_first_on_the_line_where_it_gives_most() -> None:
    puzzle = Puzzle.from_numbers([[2], [4], [], [3]], [[1, 1], [2, 1], [2, 1], [1]])
    step = Reasoner(puzzle).next()
    assert step is not None
    assert step.technique is Technique.COMPLETE_LINE
    assert str(step.line) == "row 2"


def test_stop_ends_the_search_for_trials() -> None:
    checker = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    assert Reasoner(checker, should_stop=lambda: True).next() is None
    assert Reasoner(checker).next() is None, "it has two solutions"


def test_masks_of_the_board_are_those_of_the_grid() -> None:
    grid = Grid.from_text(["#?.", "?#a"], 3)
    puzzle = picture_puzzle(Grid.from_text(["#a.", "a#a"], 3))
    board = LogicBoard.of(puzzle, grid)
    for number, masks in enumerate(board.lines):
        assert masks == masks_of(board.grid().line(board.name(number)), 3)
