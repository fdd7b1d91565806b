"""Trials: marks that follow from a guess, to be kept or taken back. No widgets.

Which trials are open follows from the moves that are done, so undo and redo go through the
beginning and the end of a trial. A trial knows the marks from before it; its own marks are the
difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from helper.play.moves import Move, Paint, Replace, SheetState, Tick, TrialMove
from puzzles import Grid
from puzzles.turning import Turn, turned_cell, turned_grid

MAX_TRIALS = 9
"""How many trials can be open, one inside the other."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An open trial."""

    before: Grid
    """The marks when it began; treat as read-only."""
    pinned: int | None = None
    """The cell of the guess, the first that was marked; ``None`` if none was marked yet."""

    def turned(self, turn: Turn) -> Trial:
        """The trial on the turned board."""
        pinned = self.pinned
        if pinned is not None:
            pinned = turned_cell(pinned, self.before.height, self.before.width, turn)
        return Trial(turned_grid(self.before, turn), pinned)


Trials = tuple[Trial, ...]
"""The open trials, the innermost last."""


def trials_after(trials: Trials, move: Move, before: SheetState, after: SheetState) -> Trials:
    """The trials that are open after a move.

    A turned board keeps them. They end, and their marks stay, if the puzzle is replaced, the board
    is cleared, or a solution is shown.

    Args:
        trials: Those before the move.
        move: The move.
        before: The state before it.
        after: The state after it.
    """
    if isinstance(move, TrialMove):
        return (*trials, Trial(before.marks)) if move.is_begin else trials[: move.level]
    if isinstance(move, Tick) or not trials:
        return trials
    if isinstance(move, Replace):
        return _turned(trials, move, after) if move.kind == "turn" else ()
    if move.kind != "paint":
        return trials[: move.level] if move.is_take_back else ()
    last = trials[-1]
    if last.pinned is None and move.cells:
        return (*trials[:-1], replace(last, pinned=move.cells[0]))
    return trials


def _turned(trials: Trials, move: Replace, after: SheetState) -> Trials:
    if move.label in {turn.value for turn in Turn}:
        trials = tuple(trial.turned(Turn(move.label)) for trial in trials)
    size = after.marks.height, after.marks.width
    fits = all((trial.before.height, trial.before.width) == size for trial in trials)
    return trials if fits else ()  # a damaged journal


def trial_levels(marks: Grid, trials: Trials) -> dict[int, int]:
    """The cells that trials have changed, with the number of the innermost one (from 1).

    Args:
        marks: The marks now.
        trials: The open trials.
    """
    levels: dict[int, int] = {}
    for level, trial in enumerate(trials, 1):
        levels |= dict.fromkeys(_differences(trial.before, marks), level)
    return levels


def _differences(one: Grid, other: Grid) -> Iterator[int]:
    """The indices of the cells that differ; both boards have the same size."""
    for row in range(one.height):
        first, second = one.row(row), other.row(row)
        if first != second:
            start = row * one.width
            pairs = zip(first, second, strict=True)
            yield from (start + column for column, (a, b) in enumerate(pairs) if a != b)


def take_back(trials: Trials, marks: Grid, level: int) -> Paint:
    """The move that ends a trial, and those inside it, without their marks.

    Args:
        trials: The open trials.
        marks: The marks now.
        level: The number of the trial, from 1.
    """
    label, before = f"Take Back Guess {level}", trials[level - 1].before
    old = {cell: before.cells[cell] for cell in _differences(before, marks)}
    return replace(Paint.between(marks, old, label, "take-back"), level=level - 1)
