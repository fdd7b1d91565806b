"""Score the connection of two lattice nodes: a line, an edge, or nothing.

Unlike in the response planes used to find nodes, each position along the connection is
evaluated separately, so that the strokes of a number do not pass for a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import Plane, Ridges, sample, sample_all, sigmas_for

GRADIENT_PENALTY = 0.8
"""Weight of the brightness difference between both sides, subtracted from the line response: edges
are not lines."""
MIN_LINE_SHARE_OF_MEDIAN = 0.3
"""Minimum strength of a line between two nodes, as a share of the median strength."""
MIN_LINE_SHARE_OF_STRONG = 0.25
"""Minimum strength as a share of the 75th percentile: every fifth line may be thick."""
MIN_EDGE_SHARE = 0.6
"""Minimum strength of an edge, as a share of a line's."""
MIN_SHADE_STEP = 25.0
"""Minimum brightness difference of a shaded cell and an empty one, gray levels."""
MIN_SHADE_RANGE_SHARE = 0.5
"""Minimum of that difference as a share of the range of the cells' brightness."""
MAX_STEP_STRENGTH = 1.1
"""Maximum strength of a step between a shaded cell and an empty one."""
SAMPLE_POSITIONS = np.linspace(0.0, 1.0, 11)
"""Sample positions from one node (0) to the next (1)."""
MIN_EVENNESS = 0.55
"""Minimum strength of a line near its crossings, as a share of the strength in the middle; digits
end before the crossings."""
MIN_EVEN_PIECES = 4
"""Minimum number of pieces of a line with which its evenness is measured."""
SIDE_POSITIONS = np.linspace(0.15, 0.85, 9)
"""Positions along a line at which the brightness of its sides is sampled."""
SIDE_OFFSET_SHARE = 0.22
"""Distance from a line at which its sides are sampled, as a share of its length."""

Nodes = NDArray[np.float64]
Strengths = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class EdgeModel:
    """The thresholds for a line of a lattice, estimated from the lattice itself."""

    along: float
    """Minimum strength of a line."""
    crossing: float
    """Minimum strength of a line that crosses it."""
    shade: float
    """Minimum step between a shaded cell and an empty one, gray levels; the line between them may
    be invisible."""
    paper: float
    """The median brightness of the cells, gray levels."""
    sigmas: tuple[float, ...]
    """Scales of the line filter, px; all lines share them, since derivatives are expensive."""

    @classmethod
    def measured(
        cls, ridges: Ridges, points: Nodes, inner: Mask
    ) -> tuple[EdgeModel, Strengths, Strengths]:
        """Estimate the model of a lattice for its horizontal lines, and score all its lines.

        Args:
            ridges: The ridges of the picture.
            points: Shape (height, width, 2), px, NaN where there is no node.
            inner: Shape (height, width), which nodes are inside the border.

        Returns:
            The model, and the strengths of the lines to the right and downwards.
        """
        right, below = (points[:, :-1], points[:, 1:]), (points[:-1], points[1:])
        sigmas = sigmas_for(pitch_of(points))
        across, down = (line_strengths(ridges, *pair, sigmas) for pair in (right, below))
        middles = sample(ridges.gray, (points[:-1, :-1] + points[1:, 1:]) / 2)
        known = middles[~np.isnan(points[:-1, :-1, 0] + points[1:, 1:, 0])]
        low, middle, high = np.percentile(known, (5, 50, 95)) if len(known) else (0.0,) * 3
        model = cls(
            _min_strength(across, inner[:, :-1] & inner[:, 1:]),
            _min_strength(down, inner[:-1] & inner[1:]),
            max(MIN_SHADE_STEP, MIN_SHADE_RANGE_SHARE * float(high - low)),
            float(middle),
            sigmas,
        )
        return (
            model,
            np.maximum(across / model.along, _side_steps(ridges.gray, *right) / model.shade),
            np.maximum(down / model.crossing, _side_steps(ridges.gray, *below) / model.shade),
        )

    def turned(self) -> EdgeModel:
        """The model for the crossing lines."""
        return replace(self, along=self.crossing, crossing=self.along)

    def strengths(self, ridges: Ridges, start: Nodes, end: Nodes) -> Strengths:
        """Strengths of the lines between nodes; 1 is the threshold, NaN means no node."""
        lines = line_strengths(ridges, start, end, self.sigmas)
        return np.maximum(lines / self.along, self._steps(ridges, start, end))

    def line_and_edge_strengths(
        self, ridges: Ridges, start: Nodes, end: Nodes
    ) -> tuple[Strengths, Strengths]:
        """Strengths as lines, and as lines or edges."""
        lines, edges = _edge_strengths(ridges, start, end, self.sigmas)
        return (
            np.maximum(lines / self.along, self._steps(ridges, start, end)),
            np.maximum(lines, edges) / (MIN_EDGE_SHARE * self.along),
        )

    def _steps(self, ridges: Ridges, start: Nodes, end: Nodes) -> Strengths:
        """Strengths of the steps between shaded cells and others, largest beside a line."""
        return np.minimum(_side_steps(ridges.gray, start, end) / self.shade, MAX_STEP_STRENGTH)

    def is_even(self, ridges: Ridges, start: Nodes, end: Nodes, kind: int) -> bool:
        """Whether a line is as strong near the crossings as between them; a row of numbers is not.

        Pieces beside shaded cells do not count.

        Args:
            ridges: The ridges of the picture.
            start: The starts of the pieces of the line, shape (n, 2), px.
            end: Their ends, of the same shape.
            kind: 0 for a line, 1 for an edge.
        """
        differences = np.abs(np.stack(_side_brightness(ridges.gray, start, end)) - self.paper)
        # A shaded cell is dark along its whole side, a digit is not.
        is_free = (np.sort(differences, axis=1)[:, 1] < self.shade).all(axis=0)
        if is_free.sum() < MIN_EVEN_PIECES:
            return True
        profiles = [
            np.median(line_and_edge_strengths[kind][:, is_free], axis=1)
            for line_and_edge_strengths in _responses(ridges, start, end, self.sigmas)
        ]
        best = max(profiles, key=lambda profile: float(np.median(profile)))
        return bool(best[[1, -2]].mean() >= MIN_EVENNESS * np.median(best[3:-3]))

    def hidden(self, ridges: Ridges, start: Nodes, end: Nodes) -> Mask:
        """Whether both sides are as dark or light as shaded cells over the whole length."""
        offsets = _side_brightness(ridges.gray, start, end)
        far = np.abs(np.stack(offsets) - self.paper) > self.shade
        return np.asarray(far.all(axis=(0, 1)))


def pitch_of(points: Nodes) -> float:
    """The median distance of neighbouring nodes, px; the smaller one of both axes."""
    steps = [np.hypot(*np.moveaxis(np.diff(points, axis=k), -1, 0)) for k in (0, 1)]
    known = [s[~np.isnan(s)] for s in steps]
    return float(min((np.median(s) for s in known if len(s)), default=1.0))


def line_strengths(
    ridges: Ridges, start: Nodes, end: Nodes, sigmas: tuple[float, ...]
) -> NDArray[np.float64]:
    """Strengths of the lines between nodes, NaN where there is no node.

    A brightness difference between both sides is subtracted: edges are not lines.

    Args:
        ridges: The ridges of the picture.
        start: Shape (..., 2), px.
        end: The same shape, px.
        sigmas: Scales of the line filter, px.
    """
    lines = np.full(start.shape[:-1], -np.inf)
    for line, _ in _responses(ridges, start, end, sigmas):
        lines = np.maximum(lines, _sustained_strength(line))
    return np.where(np.isnan(start[..., 0] + end[..., 0]), np.nan, lines)


def _edge_strengths(
    ridges: Ridges, start: Nodes, end: Nodes, sigmas: tuple[float, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Strengths of lines and of edges between nodes, as those of :func:`line_strengths`."""
    lines = np.full(start.shape[:-1], -np.inf)
    edges = lines.copy()
    for line, edge in _responses(ridges, start, end, sigmas):
        lines = np.maximum(lines, _sustained_strength(line))
        edges = np.maximum(edges, _sustained_strength(edge))
    unknown = np.isnan(start[..., 0] + end[..., 0])
    return np.where(unknown, np.nan, lines), np.where(unknown, np.nan, edges)


def _responses(
    ridges: Ridges, start: Nodes, end: Nodes, sigmas: tuple[float, ...]
) -> Iterator[tuple[Plane, Plane]]:
    """Line and edge responses at the sample positions between nodes, shape (11, ...).

    Yields one pair for each scale and polarity.
    """
    direction = np.moveaxis(end - start, -1, 0)
    length = np.hypot(*direction)
    across = np.stack([-direction[1], direction[0]]) / np.maximum(length, 1e-9)
    pitch = float(np.nanmedian(length)) if not np.isnan(length).all() else 1.0
    offsets = np.array([-1.0, 0.0, 1.0]) * max(1.0, 0.04 * pitch)
    # The short axes come first: whole arrays are compared then, not three values at a time.
    places = [
        _places(begin, SAMPLE_POSITIONS, to) + _places(np.zeros(1), offsets, aside)[:, None]
        for begin, to, aside in zip(np.moveaxis(start, -1, 0), direction, across, strict=True)
    ]
    nx, ny = across.astype(np.float32)
    planes = [plane for derivatives in ridges.derivatives(sigmas) for plane in derivatives]
    values = iter(sample_all(planes, *places))
    for xx, xy, yy, gx, gy in zip(*[values] * 5, strict=True):
        response = xx * (nx * nx) + xy * (2 * nx * ny) + yy * (ny * ny)
        step = gx * nx + gy * ny
        penalty = np.float32(GRADIENT_PENALTY) * np.abs(step)
        yield (response - penalty).max(axis=0), step.max(axis=0)
        yield -(response + penalty).min(axis=0), -step.min(axis=0)


def _places(
    start: NDArray[np.float64], shares: NDArray[np.float64], direction: NDArray[np.float64]
) -> NDArray[np.float64]:
    """One coordinate of the positions at shares of a way, shape (shares, ...)."""
    return np.asarray(start + np.multiply.outer(shares, direction))


def _side_brightness(gray: Plane, start: Nodes, end: Nodes) -> tuple[Plane, Plane]:
    """The brightness on both sides of the connection, at positions along it, shape (9, ...)."""
    direction = np.moveaxis(end - start, -1, 0)
    x, y = (
        _places(begin, SIDE_POSITIONS, to)
        for begin, to in zip(np.moveaxis(start, -1, 0), direction, strict=True)
    )
    aside_x, aside_y = -direction[1] * SIDE_OFFSET_SHARE, direction[0] * SIDE_OFFSET_SHARE
    both = np.stack([x + aside_x, x - aside_x]), np.stack([y + aside_y, y - aside_y])
    one, other = sample_all((gray,), *both)[0]
    return one, other


def _side_steps(gray: Plane, start: Nodes, end: Nodes) -> NDArray[np.float64]:
    """The brightness step between both sides, sustained along the connection; gray levels."""
    one, other = _side_brightness(gray, start, end)
    step = np.sort(one - other, axis=0)
    steps = np.maximum(step[1], -step[-2]).astype(np.float64)
    return np.where(np.isnan(start[..., 0] + end[..., 0]), np.nan, steps)


def _sustained_strength(values: Plane) -> Plane:
    """The third smallest of the responses along a line, which tolerates short gaps."""
    return np.asarray(np.partition(values, 2, axis=0)[2], np.float32)


def _min_strength(strengths: NDArray[np.float64], inner: Mask) -> float:
    """The threshold strength, derived from the lines between inner nodes."""
    known = strengths[inner & ~np.isnan(strengths)]
    if not len(known):
        return float("inf")
    usual, strong = np.percentile(known, (50, 75))
    # At a wrong pitch most of the expected lines do not exist.
    return max(
        MIN_LINE_SHARE_OF_MEDIAN * float(usual), MIN_LINE_SHARE_OF_STRONG * float(strong), 1e-3
    )
