"""Where a number may be missing in a line, from the places of those that were read.

Where one is missing, the gap is about twice as wide as usual, or ink was not read.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzles.model import Line
from recognizer.lattice import Lattice
from recognizer.values import Quad, Reading, ReadLine, Side

WIDE_GAP_FACTOR = 1.55
"""A gap that exceeds the typical one by this factor may lack a number."""
_SIDES_BEFORE = Side.LEFT, Side.TOP
"""Sides on which a clue ends at the board."""


def likely_gaps(reading: Reading) -> dict[Line, set[int]]:
    """Find unread ink, and wide gaps between the numbers of a line or between them and the board.

    Returns:
        For each such line the indices at which a number may be missing.
    """
    found = {
        name: {_index_of(quad, name, line) for quad in line.unread}
        for name, line in reading.lines
        if line.unread and are_placed(line)
    }
    for is_column, side in ((False, reading.rows_side), (True, reading.columns_side)):
        lines = [(n, li) for n, li in reading.lines if n.is_column is is_column and are_placed(li)]
        places = {n: distances_from_board(reading.lattice, n, li, side) for n, li in lines}
        steps = [abs(b - a) for distances in places.values() for a, b in pairwise(distances)]
        firsts = [min(distances) for distances in places.values()]
        if not steps or len(firsts) < 2:
            continue
        step, first = float(np.median(steps)), float(np.median(firsts))
        for name, distances in places.items():
            wide = [abs(b - a) > WIDE_GAP_FACTOR * step for a, b in pairwise(distances)]
            gaps = {i + 1 for i, is_wide in enumerate(wide) if is_wide}
            if (
                reading.lattice is not None
                and min(distances) > first + (WIDE_GAP_FACTOR - 1) * step
            ):
                gaps.add(len(distances) if side in _SIDES_BEFORE else 0)
            if gaps:
                found.setdefault(name, set()).update(gaps)
    return found


def _index_of(quad: Quad, name: Line, line: ReadLine) -> int:
    """How many numbers of a line are before a place."""
    axis = 1 if name.is_column else 0
    middle = np.mean(quad, axis=0)[axis]
    return sum(bool(np.mean(n.quad, axis=0)[axis] < middle) for n in line.numbers)


def are_placed(line: ReadLine) -> bool:
    """Whether a line has numbers, and all were seen in the picture."""
    return bool(line.numbers) and all(number.quad for number in line.numbers)


def distances_from_board(
    lattice: Lattice | None, name: Line, line: ReadLine, side: Side
) -> list[float]:
    """The distances of a line's numbers from the board, px; without a lattice from the origin."""
    middles = np.array([np.mean(n.quad, axis=0) for n in line.numbers])
    axis = 1 if name.is_column else 0
    sign = -1 if side in _SIDES_BEFORE else 1
    border = 0.0
    if lattice is not None:
        at = name.index + 0.5
        place = {
            Side.LEFT: (at, 0.0),
            Side.RIGHT: (at, float(lattice.columns)),
            Side.TOP: (0.0, at),
            Side.BOTTOM: (float(lattice.rows), at),
        }[side]
        border = float(lattice.at(np.array(place))[axis])
    return [float(sign * (m[axis] - border)) for m in middles]


def missing_place(reading: Reading, name: Line, line: ReadLine, at: int) -> Quad | None:
    """Where a number that was not seen is, before the number ``at``; ``None`` if it is unknown."""
    quads = [np.array(n.quad, np.float64) for n in line.numbers]
    if not are_placed(line):
        if reading.lattice is None or quads:
            return None
        quad = _first_quad(reading, reading.lattice, name)
    elif 0 < at < len(quads):
        quad = (quads[at - 1] + quads[at]) / 2
    else:
        near = quads[0 if at == 0 else -1]
        down, right = near[3] - near[0], near[1] - near[0]
        aside = 1.3 * (down if name.is_column else right)
        quad = near - aside if at == 0 else near + aside
    return tuple((float(x), float(y)) for x, y in quad)


def _first_quad(reading: Reading, lattice: Lattice, name: Line) -> NDArray[np.float64]:
    """The quad of the cell next to the board, where the clue of a line begins."""
    k = name.index
    if name.is_column:
        top = -1 if reading.columns_side is Side.TOP else lattice.rows
        return np.asarray(lattice.quad(top, k, top + 1, k + 1), np.float64)
    left = -1 if reading.rows_side is Side.LEFT else lattice.columns
    return np.asarray(lattice.quad(k, left, k + 1, left + 1), np.float64)
