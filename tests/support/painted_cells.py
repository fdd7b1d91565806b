"""The cells as the board paints them, and what a plain judge says of their lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from helper.board.view import BoardView
from puzzles import BLANK, Clues, Grid
from tests.support.brute_force import brute_starts


def painted_cells(board: BoardView) -> Grid:
    """What is seen on the board: colours, dots of both kinds, and clear cells."""
    marks, look = board.session.marks, board.scene().look
    grid = marks.copy()
    for cell in range(marks.width * marks.height):
        seen = look.look(*divmod(cell, marks.width))
        grid.cells[cell] = BLANK if seen.dot else 1 << seen.color if seen.color else marks.clear
    return grid


def starts(clues: Clues, states: Sequence[int]) -> tuple[int, ...] | None:
    """For each block the set of its starts over all placements that fit, or ``None``."""
    return _starts(clues, tuple(states))


_starts = cache(brute_starts)
