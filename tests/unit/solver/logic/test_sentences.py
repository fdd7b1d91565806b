"""Sentences of hints say which blocks, and why; the end of a contradiction says why it is one."""

from __future__ import annotations

import itertools
import random

import pytest

from puzzles import Axis, Color, Grid, Line, Puzzle
from puzzles.model import BLACK_AND_WHITE, Clue
from solver.line import solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Trial
from solver.logic.line_techniques import LineView, findings, why_impossible
from solver.logic.search import deduction_of
from solver.logic.sentences import sentence, trial_end_text
from solver.logic.steps import Reasoner
from solver.logic.techniques import Technique

ROW = Line(Axis.ROW, 0)


def row_of(numbers: list[int], cells: str) -> tuple[Puzzle, Grid]:
    """One row with these clues above as many columns, whose clues do not help."""
    grid = Grid.from_text([cells, "?" * len(cells)])
    return Puzzle.from_numbers([numbers, [1]], [[1]] * len(cells)), grid


def said(numbers: list[int], cells: str, technique: Technique) -> str:
    """What the technique says of the row."""
    puzzle, grid = row_of(numbers, cells)
    board = LogicBoard.of(puzzle, grid)
    view = LineView(board.clues[0], board.lines[0], board.width_of(0))
    return sentence(deduction_of(board, 0, findings(technique, view)), puzzle)


@pytest.mark.parametrize(
    ("technique", "numbers", "cells", "text"),
    [
        pytest.param(
            Technique.JOINING, [1, 6], "#.?#?#?#???",
            "Row 1: Cells 4, 6 and 8 belong to the 6. So cells 4 to 8 must be shaded.",
            id="runs of one block are one run",
        ),
        pytest.param(
            Technique.SIMPLE_SPACES, [3, 3], "?#??????#?",
            "Row 1: The 3 (clue 1) cannot reach beyond cell 4, and the 3 (clue 2) cannot begin"
            " before cell 7. So cells 5 and 6 must be blank.",
            id="how far the blocks beside blank cells reach",
        ),
        pytest.param(
            Technique.END_BLOCK, [3, 1], "???#??????",
            "Row 1: The run in cell 4 is the 3, the first that is not complete: it reaches cells 2"
            " to 6 at most. So cell 1 must be blank.",
            id="which cell is too far",
        ),
    ],
)  # fmt: skip
def test_sentences_name_blocks_and_cells(
    technique: Technique, numbers: list[int], cells: str, text: str
) -> None:
    assert said(numbers, cells, technique) == text


@pytest.mark.parametrize(
    ("numbers", "cells", "why"),
    [
        ([], "??#?", "This line has no blocks, but cell 3 is shaded."),
        ([2, 1], "###?????", "The run in cells 1 to 3 is longer than each of the blocks."),
        ([3], "?.??.", "There is no room for the 3."),
        ([2, 3], "??.??..?", "There is no room for the 3 after the 2."),
        ([2, 1], "#.??????", "No block can be where the run in cell 1 is."),
        ([1, 1], "#?#?#", "The blocks cannot cover the runs in cells 1, 3 and 5."),
    ],
)
def test_the_end_of_a_contradiction_says_why(numbers: list[int], cells: str, why: str) -> None:
    puzzle, grid = row_of(numbers, cells)
    board = LogicBoard.of(puzzle, grid)
    assert solve_line(board.clues[0], board.lines[0], len(cells)) is None
    failure = why_impossible(
        LineView(board.clues[0], board.lines[0], len(cells)), (1 << len(cells)) - 1
    )
    trial = Trial(0, 1, (), ROW, (), failure)
    end = "So this line cannot be completed."
    assert trial_end_text(trial, puzzle) == f"Row 1: {why} {end}"


def test_each_impossible_line_has_a_reason() -> None:
    """Over random lines without a placement; what is said of room and length is counted again."""
    chance, kinds = random.Random(32), set[str]()
    for _ in range(3000):
        width = chance.randint(1, 12)
        numbers = [chance.randint(1, 4) for _ in range(chance.randint(0, 3))]
        cells = "".join(chance.choice("??#.") for _ in range(width))
        if sum(numbers) + len(numbers) - 1 > width:
            continue
        puzzle, grid = row_of(numbers, cells)
        board = LogicBoard.of(puzzle, grid)
        if solve_line(board.clues[0], board.lines[0], width) is not None:
            continue
        failure = why_impossible(LineView(board.clues[0], board.lines[0], width), (1 << width) - 1)
        kinds.add(failure.kind)
        runs = [len(run) for run in cells.replace("?", ".").split(".") if run]
        if failure.kind == "too long":
            ((start, stop),) = failure.runs
            assert stop - start > max(numbers, default=0)
            assert stop - start in runs
        elif failure.kind == "room":
            needed = [numbers[j] for j in failure.blocks]
            free = [len(gap) for gap in cells.replace("#", "?").split(".")]
            assert not fits(needed, free), "the blocks have no room, even without the shaded cells"
        elif failure.kind == "no block":
            ((start, stop),) = failure.runs
            assert cells[start:stop] == "#" * (stop - start)
        assert trial_end_text(Trial(0, 1, (), ROW, (), failure), puzzle).endswith(".")
    assert kinds >= {"empty", "too long", "room", "no block", "runs"}


def fits(blocks: list[int], gaps: list[int]) -> bool:
    """Whether blocks fit into gaps in this order."""
    k = 0
    for room in gaps:
        at = 0
        while k < len(blocks) and at + blocks[k] <= room:
            at += blocks[k] + 1
            k += 1
    return k == len(blocks)


def test_cells_that_follow_from_one_assumption_are_one_step() -> None:
    """The puzzle has no line that helps at first: a two-way lookahead tells all of its cells."""
    chance, found = random.Random(5), 0
    for _ in range(150):
        cells = [[chance.random() < 0.55 for _ in range(7)] for _ in range(7)]
        puzzle = Puzzle.from_numbers(
            [blocks(row) for row in cells],
            [blocks(list(column)) for column in zip(*cells, strict=True)],
        )
        tried = set[int]()
        for step in itertools.islice(Reasoner(puzzle).steps(), 60):
            if step.technique is not Technique.TWO_WAY:
                tried.clear()
                continue
            assert step.trials[0].cell not in tried
            tried.add(step.trials[0].cell)
            text = sentence(step, puzzle)
            assert ", and both lead to the same. So the cell in row " in text
            found += len(step.states) > 1
    assert found


def blocks(cells: list[bool]) -> list[int]:
    return [len(list(run)) for is_shaded, run in itertools.groupby(cells) if is_shaded]


def test_clues_are_named_by_their_place_only_if_they_are_alike() -> None:
    puzzle, grid = row_of([3, 2], "?#??????#?")
    step = Reasoner(puzzle, grid).next()
    assert step is not None
    assert puzzle.clues_of(ROW) == (Clue(3, 1), Clue(2, 1))
    assert "first block" not in sentence(step, puzzle)


@pytest.mark.parametrize(
    ("count", "text"), [(3, "the red 2, the blue 2 and the red 2"), (8, "all 8 blocks")]
)
def test_many_blocks_of_a_colour_puzzle_are_counted(count: int, text: str) -> None:
    """Their names fill a message, and they are beside the board."""
    palette = (*BLACK_AND_WHITE[:1], Color("a", "#ff0000"), Color("b", "#0000ff"))
    clues = tuple(Clue(2, 1 + k % 2) for k in range(count))
    columns = tuple((Clue(1, clue.color),) for clue in clues for _ in range(2))
    puzzle = Puzzle((clues,), columns, palette)
    deduction = next(Reasoner(puzzle).steps())
    assert deduction.line == ROW
    assert f"Row 1: {text[0].upper()}{text[1:]} fill the whole line." in sentence(deduction, puzzle)
