"""The border of a lattice, line by line.

Node by node, a row of numbers along the border can pass for a line, and a true line can be lost
to the numbers beside it. Here a whole line is tried at a time: straight on from those inside, moved
as one, and taken if it is there over nearly all of its length.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recognizer.grid.edge_scoring import EdgeModel
from recognizer.grid.ridges import Ridges

ALONG = 0.85
"""The share of a border line that has to be there."""
TO_IT = 0.75
"""The share of the lines that have to reach it."""
SEEN = 0.4
"""The share of both that must not be hidden between shaded cells."""
WHOLE = 0.94
"""The share of both that an edge has to have, to be taken for the last line."""
PACE = 7
"""Lines whose distances say how far away the next one is."""
OFF_PACE = 0.1
"""How far from that, as a share of it, it may be."""
SHIFTS = np.linspace(-0.12, 0.12, 7)
"""Where a line is looked for, in pitches from where it should be, ..."""
FINER = np.linspace(-0.02, 0.02, 3)
"""... and where from the best of these."""
SLANTS = np.linspace(-0.06, 0.06, 3)
"""How much farther out its ends may be than its middle, in pitches."""

Nodes = NDArray[np.float64]
Strengths = NDArray[np.float64]
"""How strong what lies between nodes is; 1 is just enough."""
Mask = NDArray[np.bool_]


class BorderLine(NamedTuple):
    """A line along the border of a lattice."""

    nodes: Nodes
    """Shape (length, 2), px."""
    along: Mask
    """Shape (length - 1,): which pieces of it are there."""
    to_it: Mask
    """Shape (length,): which lines reach it."""


def next_line(nodes: Nodes, ridges: Ridges, standard: EdgeModel) -> BorderLine | None:
    """The line before the first one of a lattice, if there is one.

    Args:
        nodes: Shape (lines, length, 2), px; the first axis counts from the border inwards.
        ridges: Of the picture.
        standard: What counts as a piece of the line.
    """
    if len(nodes) < 2:
        return None
    search = _LineSearch(nodes, ridges, standard)
    found = search.best(0)
    if found is not None:
        return found
    # A frame with a shadow behind it is an edge rather than a line; the lines that reach it are
    # lines still.
    found = search.best(1)
    if found is None or min(found.along.mean(), found.to_it.mean()) < WHOLE:
        return None
    return found if abs(_pace(nodes, found.nodes) - 1) < OFF_PACE else None


def is_seen(line: Nodes, ridges: Ridges, standard: EdgeModel) -> bool:
    """Whether enough of a line is outside of what is shaded."""
    hidden = standard.hidden(ridges, line[:-1], line[1:])
    return bool((~hidden | (standard.pieces(ridges, line[:-1], line[1:]) > 1)).mean() >= SEEN)


def is_printed(line: Nodes, ridges: Ridges, standard: EdgeModel) -> bool:
    """Whether a line that was found node by node may be one: a row of numbers is not."""
    along = standard.pieces(ridges, line[:-1], line[1:]) > 1
    if along.mean() < SEEN:
        return True
    return standard.is_even(ridges, line[:-1][along], line[1:][along], 0)


def is_there(nodes: Nodes, ridges: Ridges, standard: EdgeModel) -> bool:
    """Whether most of the first line of a lattice is there, as it was found node by node."""
    line = nodes[0]
    for measure, start, end in (
        (standard, line[:-1], line[1:]),
        (standard.turned(), nodes[1], line),
    ):
        found = measure.pieces(ridges, start, end) > 1
        seen = found | ~standard.hidden(ridges, start, end)
        if seen.mean() < SEEN or found[seen].mean() < TO_IT:
            return False
    return True


def _pace(nodes: Nodes, line: Nodes) -> float:
    """How far away a new line is, compared with those inside from each other."""
    steps = np.hypot(*np.moveaxis(np.diff(nodes[:PACE], axis=0), -1, 0))
    gap = np.hypot(*(nodes[0] - line).T)
    return float(np.median(gap) / np.median(steps))


class _LineSearch:
    """The places where the next line may be."""

    def __init__(self, nodes: Nodes, ridges: Ridges, standard: EdgeModel) -> None:
        deep = min(3, len(nodes) - 1)
        self._step = _smooth((nodes[0] - nodes[deep]) / deep)
        self._start = _smooth(nodes[0])
        self._ends = np.linspace(-1, 1, nodes.shape[1])[:, None]
        self._ridges, self._standard = ridges, standard
        self._coarse = self._measured(self._lines(SHIFTS, np.zeros(1)))

    def best(self, kind: int) -> BorderLine | None:
        """The best line, if there is enough of one: of kind 0, or an edge, of kind 1."""
        values = _worth(self._coarse[kind], SHIFTS, np.zeros(1))
        shifts = SHIFTS[int(values.argmax())] + FINER
        lines = self._lines(shifts, SLANTS)
        strengths = self._measured(lines)[kind]
        values = _worth(strengths, shifts, SLANTS)
        at = np.unravel_index(int(values.argmax()), values.shape)
        line, along = lines[at], strengths[at] > 1
        ridges, standard = self._ridges, self._standard
        reach = standard.turned().pieces(ridges, self._start, line) > 1
        # What lies between shaded cells cannot be seen, and says nothing.
        seen = along | ~standard.hidden(ridges, line[:-1], line[1:])
        reach_seen = reach | ~standard.hidden(ridges, self._start, line)
        if min(seen.mean(), reach_seen.mean()) < SEEN:
            return None
        if along[seen].mean() < ALONG or reach[reach_seen].mean() < TO_IT:
            return None
        if not standard.is_even(ridges, line[:-1][along], line[1:][along], kind):
            return None
        return BorderLine(line, along, reach)

    def _lines(self, shifts: NDArray[np.float64], slants: NDArray[np.float64]) -> Nodes:
        """Shape (shifts, slants, length, 2)."""
        far = 1 + shifts[:, None, None, None] + slants[:, None, None] * self._ends
        return np.asarray(self._start + self._step * far)

    def _measured(self, lines: Nodes) -> tuple[Strengths, Strengths]:
        """As lines and as edges."""
        return self._standard.both(self._ridges, lines[:, :, :-1], lines[:, :, 1:])


def _worth(
    strengths: Strengths, shifts: NDArray[np.float64], slants: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How good places for a line are; shape (shifts, slants)."""
    away = np.abs(shifts)[:, None] + 2 * np.abs(slants)
    return np.asarray(np.clip(strengths, -1, 4).mean(axis=-1) - away)


def _smooth(points: Nodes) -> Nodes:
    """Points along a line without their jitter, and without those that lie astray."""
    matrix = _smoother(len(points))
    smooth = matrix @ points
    away = np.hypot(*(points - smooth).T)
    astray = away > 3 * np.median(away) + 1e-6
    return matrix @ np.where(astray[:, None], smooth, points)


@cache
def _smoother(count: int) -> NDArray[np.float64]:
    """The matrix that puts each of so many points on the parabola through its neighbours."""
    reach = min(4, (count - 1) // 2)
    matrix = np.eye(count)
    if reach < 2:
        return matrix
    for i in range(count):
        low = min(max(0, i - reach), count - 2 * reach - 1)
        t = np.arange(low, low + 2 * reach + 1)
        powers = np.vander(t - i, 3 if reach > 2 else 2)
        matrix[i] = 0
        matrix[i, t] = np.linalg.pinv(powers)[-1]
    return matrix
