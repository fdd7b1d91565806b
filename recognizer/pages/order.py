"""The order in which the boards of a page are read: from top to bottom, and from left to right.

As a person does, the page is parted by its gaps: first into rows of boards, where a gap goes from
side to side; a row into columns; a column again into rows, and so on. Example: left of three boards
of 5x5 that are below one another is one of 20x20. No gap parts the page into rows, but one parts it
into columns, and another two the second column: the large board comes first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Lattice

MAX_OVERLAP = 0.3
"""Share of the smaller side by which two boards may overlap and still be apart: pages are seen from
the side."""

Spans = NDArray[np.float64]
"""Where boards begin and end, in px: shape (boards, 2)."""


def reading_order(lattices: Sequence[Lattice]) -> list[int]:
    """The indices of boards in reading order.

    Args:
        lattices: The boards, on a page that may be slightly turned.
    """
    if len(lattices) < 2:
        return list(range(len(lattices)))
    sides = np.array([each.corners[1] - each.corners[0] for each in lattices], np.float64)
    right = sides.sum(axis=0) / np.linalg.norm(sides.sum(axis=0))
    down = np.array([-right[1], right[0]])
    xs, ys = (
        np.array([[(each.corners @ axis).min(), (each.corners @ axis).max()] for each in lattices])
        for axis in (right, down)
    )
    return _ordered(list(range(len(lattices))), xs, ys)


def _ordered(boards: list[int], xs: Spans, ys: Spans) -> list[int]:
    for spans in (ys, xs):
        parts = _parted(boards, spans)
        if len(parts) > 1:
            return [board for part in parts for board in _ordered(part, xs, ys)]
    return sorted(boards, key=lambda board: (ys[board].sum(), xs[board].sum()))


def _parted(boards: list[int], spans: Spans) -> list[list[int]]:
    """The boards in groups with gaps between them, along one axis."""
    parts: list[list[int]] = []
    for board in sorted(boards, key=lambda each: float(spans[each].sum())):
        part = [board]
        while any(_overlap(spans[board], spans[other]) for each in parts for other in each):
            part = parts.pop() + part
        parts.append(part)
    return parts


def _overlap(one: NDArray[np.float64], two: NDArray[np.float64]) -> bool:
    """Whether two spans overlap so much that no gap parts them."""
    shared = min(one[1], two[1]) - max(one[0], two[0])
    return bool(shared > MAX_OVERLAP * min(one[1] - one[0], two[1] - two[0]))
