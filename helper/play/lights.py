"""Traffic lights: whether a line is done, open or wrong by its marks. No Qt."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from puzzles import Clues, satisfies
from solver.line import masks_of, solve_line


class Light(enum.Enum):
    """The state of a line."""

    OPEN = "open"
    """It can still be completed."""
    DONE = "done"
    """Its shaded cells satisfy its clue."""
    IMPOSSIBLE = "impossible"
    """No filling satisfies its clue: a cell is marked wrongly, or the clue is."""


def light_of(clues: Clues, states: Sequence[int], colors: int) -> Light:
    """The light of a line.

    Args:
        clues: Of the line.
        states: Of its cells, as in a :class:`~puzzles.grid.Grid`.
        colors: The size of the palette.

    >>> from puzzles import clues
    >>> light_of(clues([2]), [3, 2, 3], 2), light_of(clues([2]), [2, 3, 2], 2)
    (<Light.OPEN: 'open'>, <Light.IMPOSSIBLE: 'impossible'>)
    """
    if satisfies(states, clues):
        return Light.DONE
    possible = solve_line(clues, masks_of(states, colors), len(states)) is not None
    return Light.OPEN if possible else Light.IMPOSSIBLE
