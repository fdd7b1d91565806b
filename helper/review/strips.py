"""Where in the picture the clue of a whole line stands."""

from __future__ import annotations

import numpy as np

from helper.review.draft import Draft, Quad
from puzzles import Line
from recognizer.values import Side

_BEYOND = 0.6
"""How much farther than its numbers, of a number's height: one may have been missed."""
_MARGIN = 0.2
"""How much is shown on the other two sides, of a number's height."""
_CELLS = 4.0
"""How far from the grid, in cells, where no number was found."""


def strip_of(draft: Draft, name: Line) -> Quad | None:
    """Four corners, clockwise from the top left of the upright clue; ``None`` without a grid."""
    line = draft.line(name)
    # What another way has more, at either end, is to be seen too.
    numbers = max((line.numbers, *line.other_ways), key=len)
    seen = [number.quad for number in numbers if number.quad is not None]
    if not seen:
        return _beside_grid(draft, name)
    first, last = (np.array(quad) for quad in (seen[0], seen[-1]))
    down, right = first[3] - first[0], first[1] - first[0]
    tall = float(np.linalg.norm(down))
    right = right / max(1e-6, float(np.linalg.norm(right))) * tall
    if name.is_column:
        corners = np.array([first[0], first[1], last[2], last[3]])
        down, right = down * _BEYOND, right * _MARGIN
    else:
        corners = np.array([first[0], last[1], last[2], first[3]])
        down, right = down * _MARGIN, right * _BEYOND
    corners += np.array([-down - right, -down + right, down + right, down - right])
    return tuple((float(x), float(y)) for x, y in corners)


def _beside_grid(draft: Draft, name: Line) -> Quad | None:
    lattice, k = draft.lattice, name.index
    if lattice is None or not draft.is_found:
        return None
    if name.is_column:
        is_before = draft.columns_side is Side.TOP
        top = -_CELLS if is_before else lattice.rows
        quad = lattice.quad(top, k, top + _CELLS, k + 1)
    else:
        is_before = draft.rows_side is Side.LEFT
        left = -_CELLS if is_before else lattice.columns
        quad = lattice.quad(k, left, k + 1, left + _CELLS)
    return tuple((float(x), float(y)) for x, y in quad)
