"""Find the border of a lattice, one whole line at a time.

A search node by node can take a row of numbers for a line, and can lose a true line to the numbers
beside it. Here a whole line is extrapolated from the inner lines, shifted as one, and accepted if
it is present over nearly all of its length.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recognizer.grid.edge_scoring import EdgeModel
from recognizer.grid.ridges import Ridges

MIN_PRESENT_SHARE = 0.85
"""Minimum share of a border line that is present."""
MIN_REACHING_SHARE = 0.75
"""Minimum share of crossing lines that reach a border line."""
MIN_VISIBLE_SHARE = 0.4
"""Minimum share of a border line that is not hidden between shaded cells."""
MIN_EDGE_SHARE = 0.94
"""Minimum share, both along and across, with which an edge counts as the last line."""
MAX_PITCH_LINES = 7
"""Number of inner lines whose median distance predicts the next one."""
MAX_PITCH_ERROR = 0.1
"""Maximum deviation of an edge from that distance, as a share of it."""
COARSE_SHIFTS = np.linspace(-0.12, 0.12, 7)
"""Offsets from the predicted place at which a line is tried first, in pitches."""
FINE_SHIFTS = np.linspace(-0.02, 0.02, 3)
"""Offsets around the best coarse one that are tried next, in pitches."""
SLANTS = np.linspace(-0.06, 0.06, 3)
"""Offsets of the ends of a line, outwards, against its middle, in pitches."""

Nodes = NDArray[np.float64]
Strengths = NDArray[np.float64]
"""Strengths of the connections between nodes; 1 is the threshold."""
Mask = NDArray[np.bool_]


class BorderLine(NamedTuple):
    """A line along the border of a lattice."""

    nodes: Nodes
    """Shape (length, 2), px."""
    along: Mask
    """Shape (length - 1,): which pieces of it are present."""
    crossing: Mask
    """Shape (length,): which crossing lines reach it."""


def next_line(nodes: Nodes, ridges: Ridges, model: EdgeModel) -> BorderLine | None:
    """Find the line outside the first one of a lattice.

    Args:
        nodes: Shape (lines, length, 2), px; the first axis counts from the border inwards.
        ridges: The ridges of the picture.
        model: The thresholds for a piece of the line.

    Returns:
        The line; ``None`` if there is none.
    """
    if len(nodes) < 2:
        return None
    search = _LineSearch(nodes, ridges, model)
    found = search.best(0)
    if found is not None:
        return found
    # A frame with a shadow behind it is an edge; the crossing lines are still lines.
    found = search.best(1, MIN_EDGE_SHARE)
    if found is None or min(found.along.mean(), found.crossing.mean()) < MIN_EDGE_SHARE:
        return None
    return found if abs(_pitch_ratio(nodes, found.nodes) - 1) < MAX_PITCH_ERROR else None


def is_visible(line: Nodes, ridges: Ridges, model: EdgeModel) -> bool:
    """Whether enough of a line is visible outside shaded cells."""
    hidden = model.hidden(ridges, line[:-1], line[1:])
    return bool(
        (~hidden | (model.strengths(ridges, line[:-1], line[1:]) > 1)).mean() >= MIN_VISIBLE_SHARE
    )


def is_printed(line: Nodes, ridges: Ridges, model: EdgeModel) -> bool:
    """Whether a line found node by node is a printed line, and not a row of numbers."""
    along = model.strengths(ridges, line[:-1], line[1:]) > 1
    if along.mean() < MIN_VISIBLE_SHARE:
        return True
    return model.is_even(ridges, line[:-1][along], line[1:][along], 0)


def is_present(nodes: Nodes, ridges: Ridges, model: EdgeModel) -> bool:
    """Whether most of the first line of a lattice, found node by node, is present."""
    line = nodes[0]
    for measure, start, end in (
        (model, line[:-1], line[1:]),
        (model.turned(), nodes[1], line),
    ):
        found = measure.strengths(ridges, start, end) > 1
        visible = found | ~model.hidden(ridges, start, end)
        if visible.mean() < MIN_VISIBLE_SHARE or found[visible].mean() < MIN_REACHING_SHARE:
            return False
    return True


def _pitch_ratio(nodes: Nodes, line: Nodes) -> float:
    """The distance of a new line, divided by the median distance of the inner lines."""
    steps = np.hypot(*np.moveaxis(np.diff(nodes[:MAX_PITCH_LINES], axis=0), -1, 0))
    gap = np.hypot(*(nodes[0] - line).T)
    return float(np.median(gap) / np.median(steps))


class _LineSearch:
    """Scores candidate positions of the next line."""

    def __init__(self, nodes: Nodes, ridges: Ridges, model: EdgeModel) -> None:
        deep = min(3, len(nodes) - 1)
        self._step = _smooth((nodes[0] - nodes[deep]) / deep)
        self._start = _smooth(nodes[0])
        self._ends = np.linspace(-1, 1, nodes.shape[1])[:, None]
        self._ridges, self._model = ridges, model
        self._coarse_strengths = self._strengths(self._lines(COARSE_SHIFTS, np.zeros(1)))
        self._fine: dict[int, tuple[Nodes, tuple[Strengths, Strengths]]] = {}

    def best(self, kind: int, min_share: float = 0.0) -> BorderLine | None:
        """The best line (kind 0) or edge (kind 1); ``None`` if it is below the thresholds.

        Args:
            kind: Whether a line or an edge is searched for.
            min_share: A line of which a smaller share is present is of no use.
        """
        values = _line_scores(self._coarse_strengths[kind], COARSE_SHIFTS, np.zeros(1))
        index = int(values.argmax())
        shifts = COARSE_SHIFTS[index] + FINE_SHIFTS
        lines, strengths = self._fine_lines(index)
        values = _line_scores(strengths[kind], shifts, SLANTS)
        at = np.unravel_index(int(values.argmax()), values.shape)
        line, along = lines[at], strengths[kind][at] > 1
        ridges, model = self._ridges, self._model
        if along.mean() < min_share:
            return None
        # Lines between shaded cells are hidden: they count neither way.
        visible = along | ~model.hidden(ridges, line[:-1], line[1:])
        if visible.mean() < MIN_VISIBLE_SHARE or along[visible].mean() < MIN_PRESENT_SHARE:
            return None
        crossing_found = model.turned().strengths(ridges, self._start, line) > 1
        crossing_visible = crossing_found | ~model.hidden(ridges, self._start, line)
        if (
            crossing_visible.mean() < MIN_VISIBLE_SHARE
            or crossing_found[crossing_visible].mean() < MIN_REACHING_SHARE
        ):
            return None
        if not model.is_even(ridges, line[:-1][along], line[1:][along], kind):
            return None
        return BorderLine(line, along, crossing_found)

    def _fine_lines(self, index: int) -> tuple[Nodes, tuple[Strengths, Strengths]]:
        """The candidate lines around a coarse shift, and their strengths."""
        if index not in self._fine:
            lines = self._lines(COARSE_SHIFTS[index] + FINE_SHIFTS, SLANTS)
            self._fine[index] = lines, self._strengths(lines)
        return self._fine[index]

    def _lines(self, shifts: NDArray[np.float64], slants: NDArray[np.float64]) -> Nodes:
        """The candidate lines, shape (shifts, slants, length, 2), px."""
        far = 1 + shifts[:, None, None, None] + slants[:, None, None] * self._ends
        return np.asarray(self._start + self._step * far)

    def _strengths(self, lines: Nodes) -> tuple[Strengths, Strengths]:
        """The strengths of candidate lines, as lines and as edges."""
        return self._model.line_and_edge_strengths(self._ridges, lines[:, :, :-1], lines[:, :, 1:])


def _line_scores(
    strengths: Strengths, shifts: NDArray[np.float64], slants: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Scores of candidate lines, less for those far from the prediction; shape (shifts, slants)."""
    distances = np.abs(shifts)[:, None] + 2 * np.abs(slants)
    return np.asarray(np.clip(strengths, -1, 4).mean(axis=-1) - distances)


def _smooth(points: Nodes) -> Nodes:
    """Points along a line, smoothed; outliers are replaced by the smoothed line first."""
    matrix = _smoothing_matrix(len(points))
    smooth = matrix @ points
    distances = np.hypot(*(points - smooth).T)
    is_outlier = distances > 3 * np.median(distances) + 1e-6
    return matrix @ np.where(is_outlier[:, None], smooth, points)


@cache
def _smoothing_matrix(count: int) -> NDArray[np.float64]:
    """The matrix that projects each point on the parabola fitted to its neighbours."""
    radius = min(4, (count - 1) // 2)
    matrix = np.eye(count)
    if radius < 2:
        return matrix
    for i in range(count):
        low = min(max(0, i - radius), count - 2 * radius - 1)
        t = np.arange(low, low + 2 * radius + 1)
        powers = np.vander(t - i, 3 if radius > 2 else 2)
        matrix[i] = 0
        matrix[i, t] = np.linalg.pinv(powers)[-1]
    return matrix
