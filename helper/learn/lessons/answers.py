"""What follows from a position by one technique: the technique itself says it. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from helper.learn.lessons.position import Position, is_decided
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.line.all import FINDERS
from solver.logic.line_view import LineView
from solver.logic.links.deep import find_deep
from solver.logic.links.lookahead import look_ahead
from solver.logic.search import deduction_of
from solver.logic.techniques import Technique


@dataclass(frozen=True, slots=True)
class Answer:
    """What a technique gives."""

    steps: tuple[Deduction, ...]
    """The steps that lead to it, in order; with a trial, one that is enough."""
    cells: Mapping[int, int]
    """The cells that it decides, with their states."""
    needs_all: bool = True
    """Whether all of these cells are asked for; otherwise any one of them."""


@lru_cache(maxsize=512)
def answer(position: Position, technique: Technique) -> Answer:
    """What a technique gives on a position; no cells if it gives nothing."""
    board = LogicBoard.of(position.puzzle, position.grid)
    if technique.is_of_one_line:
        lines = [0] if position.is_line else range(len(board.lines))
        return _by_lines(board, lines, technique)
    if technique is Technique.DEEP_CONTRADICTION:
        deep = find_deep(board)
        steps = [deep] if deep is not None else []
    else:
        found = [f for f in look_ahead(board) if f.technique is technique]
        steps = [f.deduction() for f in sorted(found, key=lambda f: f.cell)]
    cells = {cell: state for step in steps for cell, state in step.decided}
    # The shortest one is the easiest to follow.
    shortest = sorted(steps, key=lambda step: sum(_size(step)))[:1]
    return Answer(tuple(shortest), cells, needs_all=False)


def _size(step: Deduction) -> list[int]:
    """How much the trials of a deduction take."""
    return [1 + len(trial.steps) for trial in step.trials] + [
        size for trial in step.trials for inner in trial.steps for size in _size(inner)
    ]


def _by_lines(board: LogicBoard, lines: Iterable[int], technique: Technique) -> Answer:
    """What it gives on the lines as they are; colours are excluded by rows and columns together."""
    before = board.grid().cells
    steps = [
        deduction_of(board, line, [finding])
        for line in lines
        for finding in FINDERS[technique](
            LineView(board.clues[line], board.lines[line], board.width_of(line))
        )
    ]
    after = board.copy()
    for step in steps:
        for cell, state in step.states:
            after.set_state(cell, state & after.state(cell))
    states = after.grid().cells
    cells = {
        cell: state
        for cell, state in enumerate(states)
        if is_decided(state) and not is_decided(before[cell])
    }
    needed = [step for step in steps if any(cell in cells for cell, _ in step.states)]
    return Answer(tuple(needed), cells)
