"""Guesses: a cell that the player guesses, and the marks that follow it. No widgets.

The player keeps a guess or takes it back. The moves that are done decide which guesses are open, so
undo and redo go through the beginning and the end of a guess. A guess stores the marks from before
it; the cells that differ from those marks are its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from helper.play.labels import OPPOSITE_OF_GUESS, TAKEN_BACK_GUESS
from helper.play.moves import GuessMove, Move, Paint, Replace, SheetState, Tick
from puzzles import Grid
from puzzles.turning import Turn, turned_cell, turned_grid

MAX_GUESSES = 9
"""How many guesses can be open, one inside the other."""


@dataclass(frozen=True, slots=True)
class Guess:
    """An open guess."""

    before: Grid
    """The marks when it began; treat as read-only."""
    pinned: int | None = None
    """The cell that is guessed, the first that was marked; ``None`` if none was marked yet."""

    def turned(self, turn: Turn) -> Guess:
        """The guess on the turned board."""
        pinned = self.pinned
        if pinned is not None:
            pinned = turned_cell(pinned, self.before.height, self.before.width, turn)
        return Guess(turned_grid(self.before, turn), pinned)


Guesses = tuple[Guess, ...]
"""The open guesses, the innermost last."""


def guesses_after(guesses: Guesses, move: Move, before: SheetState, after: SheetState) -> Guesses:
    """The guesses that are open after a move.

    A turned board keeps them. They end, and their marks stay, if the puzzle is replaced, the board
    is cleared, or a solution is shown.

    Args:
        guesses: Those before the move.
        move: The move.
        before: The state before it.
        after: The state after it.
    """
    if isinstance(move, GuessMove):
        return (*guesses, Guess(before.marks)) if move.is_begin else guesses[: move.level]
    if isinstance(move, Tick) or not guesses:
        return guesses
    if isinstance(move, Replace):
        return _turned(guesses, move, after) if move.kind == "turn" else ()
    if move.kind != "paint":
        return guesses[: move.level] if move.is_take_back else ()
    last = guesses[-1]
    if last.pinned is None and move.cells:
        return (*guesses[:-1], replace(last, pinned=move.cells[0]))
    return guesses


def _turned(guesses: Guesses, move: Replace, after: SheetState) -> Guesses:
    if move.action in {turn.value for turn in Turn}:
        guesses = tuple(guess.turned(Turn(move.action)) for guess in guesses)
    size = after.marks.height, after.marks.width
    fits = all((guess.before.height, guess.before.width) == size for guess in guesses)
    return guesses if fits else ()  # a damaged journal


def guess_levels(marks: Grid, guesses: Guesses) -> dict[int, int]:
    """The cells that guesses have changed, with the number of the innermost one (from 1).

    Args:
        marks: The marks now.
        guesses: The open guesses.
    """
    levels: dict[int, int] = {}
    for level, guess in enumerate(guesses, 1):
        levels |= dict.fromkeys(_differences(guess.before, marks), level)
    return levels


def _differences(one: Grid, other: Grid) -> Iterator[int]:
    """The indices of the cells that differ; both boards have the same size."""
    for row in range(one.height):
        first, second = one.row(row), other.row(row)
        if first != second:
            start = row * one.width
            pairs = zip(first, second, strict=True)
            yield from (start + column for column, (a, b) in enumerate(pairs) if a != b)


def opposite_of(guess: Guess, marks: Grid) -> int | None:
    """The only other state of the cell that is guessed; ``None`` if there are more, or no guess."""
    if guess.pinned is None:
        return None
    rest = marks.clear & ~marks.cells[guess.pinned]
    return rest if rest.bit_count() == 1 else None


def take_back(guesses: Guesses, marks: Grid, level: int, *, marks_opposite: bool = False) -> Paint:
    """The move that ends a guess, and those inside it, without their marks.

    Args:
        guesses: The open guesses.
        marks: The marks now.
        level: The number of the guess, from 1.
        marks_opposite: Whether the cell that was guessed gets its :func:`opposite_of`.
    """
    guess = guesses[level - 1]
    before, opposite = guess.before, opposite_of(guess, marks) if marks_opposite else None
    old = {cell: before.cells[cell] for cell in _differences(before, marks)}
    if guess.pinned is not None and opposite is not None:
        old[guess.pinned] = opposite
    label = (TAKEN_BACK_GUESS if opposite is None else OPPOSITE_OF_GUESS).format(level=level)
    return replace(Paint.between(marks, old, label, "take-back"), level=level - 1)
