"""The area of a line's clue in the picture."""

from __future__ import annotations

import numpy as np

from helper.review.draft import Draft, Quad
from puzzles import Line
from recognizer.values import Side

_END_MARGIN_HEIGHTS = 0.6
"""The margin at both ends of a clue, in heights of a number: a number may have been missed."""
_SIDE_MARGIN_HEIGHTS = 0.2
"""The margin on the other two sides, in heights of a number."""
_EMPTY_CLUE_CELLS = 4.0
"""The length of the area beside the grid where no number was found, in cells."""


def clue_quad(draft: Draft, name: Line) -> Quad | None:
    """The corners of a clue, clockwise from the top left when upright; ``None`` without a grid."""
    line = draft.line(name)
    # The area includes the numbers of all segmentations.
    numbers = max((line.numbers, *line.other_segmentations), key=len)
    quads = [number.quad for number in numbers if number.quad is not None]
    if not quads:
        return _beside_grid(draft, name)
    first, last = (np.array(quad) for quad in (quads[0], quads[-1]))
    down, right = first[3] - first[0], first[1] - first[0]
    tall = float(np.linalg.norm(down))
    right = right / max(1e-6, float(np.linalg.norm(right))) * tall
    if name.is_column:
        corners = np.array([first[0], first[1], last[2], last[3]])
        down, right = down * _END_MARGIN_HEIGHTS, right * _SIDE_MARGIN_HEIGHTS
    else:
        corners = np.array([first[0], last[1], last[2], first[3]])
        down, right = down * _SIDE_MARGIN_HEIGHTS, right * _END_MARGIN_HEIGHTS
    corners += np.array([-down - right, -down + right, down + right, down - right])
    return tuple((float(x), float(y)) for x, y in corners)


def _beside_grid(draft: Draft, name: Line) -> Quad | None:
    lattice, k = draft.lattice, name.index
    if lattice is None or not draft.is_found:
        return None
    if name.is_column:
        is_before = draft.columns_side is Side.TOP
        top = -_EMPTY_CLUE_CELLS if is_before else lattice.rows
        quad = lattice.quad(top, k, top + _EMPTY_CLUE_CELLS, k + 1)
    else:
        is_before = draft.rows_side is Side.LEFT
        left = -_EMPTY_CLUE_CELLS if is_before else lattice.columns
        quad = lattice.quad(k, left, k + 1, left + _EMPTY_CLUE_CELLS)
    return tuple((float(x), float(y)) for x, y in quad)
