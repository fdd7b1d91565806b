"""Traffic lights: whether a line is done, open or wrong by its marks. No Qt."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from puzzles import Clues, satisfies
from puzzles.model import is_known
from solver.line import masks_of, solve_line
from solver.partial_line import solve_partial_line


class Light(enum.Enum):
    """The state of a line."""

    OPEN = "open"
    """It can still be completed."""
    DONE = "done"
    """Its shaded cells satisfy its clue; all cells are marked if the clue is not known."""
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
    is_whole = is_known(clues)
    if satisfies(states, clues) and (is_whole or all(s & (s - 1) == 0 for s in states)):
        return Light.DONE
    solved_line = solve_line if is_whole else solve_partial_line
    possible = solved_line(clues, masks_of(states, colors), len(states)) is not None
    return Light.OPEN if possible else Light.IMPOSSIBLE
