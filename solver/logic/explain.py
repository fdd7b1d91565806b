"""The whole solution as numbered steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from puzzles.model import BACKGROUND, Line, Puzzle
from solver.logic.deduction import Deduction
from solver.logic.sentences import sentence, trial_sentences
from solver.logic.steps import Reasoner


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """One step of an explanation."""

    number: int
    """From 1."""
    deduction: Deduction
    text: str
    """Why and what, for the user."""
    trials: tuple[tuple[str, ...], ...]
    """The sentences of each trial that is told, if the technique tries a cell."""
    grid: Grid
    """The board after the step."""

    def __repr__(self) -> str:
        return f"<ExplainedStep {self.number}, {self.text!r}>"

    def _repr_html_(self) -> str:
        """The sentence and the board, for a notebook."""
        return f"<div>{self.number}. {escape(self.text)}</div>{self.grid._repr_html_()}"

    @property
    def lines(self) -> tuple[Line, ...]:
        """The step's lines: its own, or those of its trials."""
        if self.deduction.line is not None:
            return (self.deduction.line,)
        return tuple(dict.fromkeys(_trial_lines(self.deduction)))

    def cells(self, puzzle: Puzzle) -> list[tuple[int, int, str]]:
        """The decided cells: row and column from 1, and ``.``, ``#`` or a colour's symbol."""
        found = []
        for cell, state in self.deduction.decided:
            row, column = divmod(cell, puzzle.width)
            found.append((row + 1, column + 1, _symbol(state.bit_length() - 1, puzzle)))
        return found


def explain(
    puzzle: Puzzle, grid: Grid | None = None, should_stop: ShouldStop | None = None
) -> Iterator[ExplainedStep]:
    """The steps, each as soon as it is found.

    Args:
        puzzle: A puzzle without defects.
        grid: The board to start from; by default an empty one.
        should_stop: Is called often; once true, the steps end.

    Raises:
        ContradictionError: A line cannot be completed.

    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> first, *others = explain(puzzle)
    >>> print(first.number, first.text)
    1 Row 1: The 3 fills the whole line. So cells 1 to 3 must be shaded.
    """
    reasoner = Reasoner(puzzle, grid, should_stop)
    for number, deduction in enumerate(reasoner.steps(), 1):
        if should_stop is not None and should_stop():
            return
        yield explained(number, deduction, puzzle, reasoner.grid)


def explained(number: int, deduction: Deduction, puzzle: Puzzle, grid: Grid) -> ExplainedStep:
    """A deduction with its sentences.

    Args:
        number: From 1.
        deduction: What follows.
        puzzle: The puzzle.
        grid: The board after it.
    """
    told = (tuple(trial_sentences(trial, puzzle)) for trial in deduction.trials)
    trials = tuple(sentences for sentences in told if sentences)
    return ExplainedStep(number, deduction, sentence(deduction, puzzle), trials, grid)


def _trial_lines(deduction: Deduction) -> Iterator[Line]:
    for trial in deduction.trials:
        for step in trial.steps:
            if step.line is not None:
                yield step.line
            yield from _trial_lines(step)
        if trial.contradiction is not None:
            yield trial.contradiction


def _symbol(color: int, puzzle: Puzzle) -> str:
    if color == BACKGROUND:
        return "."
    symbol = puzzle.palette[color].symbol
    return "#" if symbol == "1" else symbol
