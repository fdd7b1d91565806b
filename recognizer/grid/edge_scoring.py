"""What lies between two nodes of a lattice: a line, an edge, or nothing.

Unlike the planes that nodes are found with, this looks at each place for itself, so that the
strokes of a number do not pass for a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import Plane, Ridges, sample, sigmas_for

STEP = 0.8
"""How much a difference between the two sides counts against a line: edges are not lines."""
JOIN = 0.3
"""A line between two nodes has to be this strong, compared with the median."""
WEAK = 0.25
"""... and compared with the stronger ones, of which every fifth may be thick."""
EDGE = 0.6
"""How strong an edge has to be, compared with a line."""
LEAST_STEP = 25.0
"""Gray levels: what differs less is no shaded cell beside an empty one."""
SHADE = 0.5
"""How much of the range of the cells' brightness that has to be."""
STEPS = 1.1
"""How strong a step between a shaded cell and an empty one counts for, at most."""
PLACES = np.linspace(0.0, 1.0, 11)
"""Where a line is looked at, from node to node."""
EVEN = 0.55
"""How strong lines are near their crossings, compared with the middle; digits end before."""
FEW = 4
"""Pieces of a line that are too few to tell."""
BESIDE = 0.22
"""How far from a line its two sides are looked at, as a share of its length."""

Nodes = NDArray[np.float64]
Strengths = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class EdgeModel:
    """What counts as a line of a lattice, as the lattice itself has it."""

    along: float
    """How strong a line has to be."""
    to_it: float
    """The same for lines that cross it."""
    shade: float
    """Gray levels from one side to the other: an empty cell beside a shaded one, where the line
    between them may not be seen."""
    paper: float
    """The brightness of cells in general."""
    sigmas: tuple[float, ...]
    """Scales at which lines are looked at, px: the same for all, as their derivatives are dear."""

    @classmethod
    def measured(
        cls, ridges: Ridges, points: Nodes, inner: Mask
    ) -> tuple[EdgeModel, Strengths, Strengths]:
        """The standard of a lattice for its lines to the right, and all of its own lines.

        Args:
            ridges: Of the picture.
            points: Shape (height, width, 2), px, NaN where there is no node.
            inner: Shape (height, width): nodes that are not at the border.

        Returns:
            The standard, and what :meth:`pieces` says of the lines to the right and downwards.
        """
        right, below = (points[:, :-1], points[:, 1:]), (points[:-1], points[1:])
        sigmas = sigmas_for(pitch_of(points))
        across, down = (line_strengths(ridges, *pair, sigmas) for pair in (right, below))
        middles = sample(ridges.gray, (points[:-1, :-1] + points[1:, 1:]) / 2)
        known = middles[~np.isnan(points[:-1, :-1, 0] + points[1:, 1:, 0])]
        low, middle, high = np.percentile(known, (5, 50, 95)) if len(known) else (0.0,) * 3
        standard = cls(
            _least(across, inner[:, :-1] & inner[:, 1:]),
            _least(down, inner[:-1] & inner[1:]),
            max(LEAST_STEP, SHADE * float(high - low)),
            float(middle),
            sigmas,
        )
        return (
            standard,
            np.maximum(across / standard.along, _steps(ridges.gray, *right) / standard.shade),
            np.maximum(down / standard.to_it, _steps(ridges.gray, *below) / standard.shade),
        )

    def turned(self) -> EdgeModel:
        """That of the lines that cross these."""
        return replace(self, along=self.to_it, to_it=self.along)

    def pieces(self, ridges: Ridges, start: Nodes, end: Nodes) -> Strengths:
        """How strong the lines from nodes to others are; 1 is just enough, NaN no node."""
        return self.both(ridges, start, end)[0]

    def both(self, ridges: Ridges, start: Nodes, end: Nodes) -> tuple[Strengths, Strengths]:
        """The same, and for anything that goes on from one node to another, line or edge."""
        lines, edges = _along(ridges, start, end, self.sigmas)
        # Where the step is largest is not where the line is, if there is one.
        steps = np.minimum(_steps(ridges.gray, start, end) / self.shade, STEPS)
        return (
            np.maximum(lines / self.along, steps),
            np.maximum(lines, edges) / (EDGE * self.along),
        )

    def is_even(self, ridges: Ridges, start: Nodes, end: Nodes, kind: int) -> bool:
        """Whether a line goes on near the crossings: a row of numbers only looks like one.

        What is beside shaded cells, or between them, does not count.

        Args:
            ridges: Of the picture.
            start: Where pieces of the line begin, shape (n, 2), px.
            end: Where they end, of the same shape.
            kind: 0 for a line, 1 for an edge.
        """
        away = np.abs(np.stack(_beside(ridges.gray, start, end)) - self.paper)
        # Cells are shaded all the way, digits are not.
        is_free = (np.sort(away, axis=-1)[..., 1] < self.shade).all(axis=0)
        if is_free.sum() < FEW:
            return True
        profiles = [
            np.median(both[kind][is_free], axis=0)
            for both in _responses(ridges, start, end, self.sigmas)
        ]
        best = max(profiles, key=lambda profile: float(np.median(profile)))
        return bool(best[[1, -2]].mean() >= EVEN * np.median(best[3:-3]))

    def hidden(self, ridges: Ridges, start: Nodes, end: Nodes) -> Mask:
        """Whether both sides, all the way, are as dark or light as shaded cells."""
        beside = _beside(ridges.gray, start, end)
        far = np.abs(np.stack(beside) - self.paper) > self.shade
        return np.asarray(far.all(axis=(0, -1)))


def pitch_of(points: Nodes) -> float:
    """The usual distance of nodes, px."""
    steps = [np.hypot(*np.moveaxis(np.diff(points, axis=k), -1, 0)) for k in (0, 1)]
    known = [s[~np.isnan(s)] for s in steps]
    return float(min((np.median(s) for s in known if len(s)), default=1.0))


def line_strengths(
    ridges: Ridges, start: Nodes, end: Nodes, sigmas: tuple[float, ...]
) -> NDArray[np.float64]:
    """How strong a line is all the way from one node to another, NaN where there are no nodes.

    What differs on its two sides counts less: edges are not lines.

    Args:
        ridges: Of the picture.
        start: Shape (..., 2), px.
        end: Of the same shape.
        sigmas: Scales at which lines are looked at, px.
    """
    return _along(ridges, start, end, sigmas)[0]


def _along(
    ridges: Ridges, start: Nodes, end: Nodes, sigmas: tuple[float, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    lines = np.full(start.shape[:-1], -np.inf)
    edges = lines.copy()
    for line, edge in _responses(ridges, start, end, sigmas):
        lines = np.maximum(lines, _most(line))
        edges = np.maximum(edges, _most(edge))
    unknown = np.isnan(start[..., 0] + end[..., 0])
    return np.where(unknown, np.nan, lines), np.where(unknown, np.nan, edges)


def _responses(
    ridges: Ridges, start: Nodes, end: Nodes, sigmas: tuple[float, ...]
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """How much of a line and of an edge there is at places from node to node, shape (..., 11).

    For each scale there is an answer for what is darker and one for what is lighter.
    """
    way = end - start
    length = np.hypot(way[..., 0], way[..., 1])
    normal = np.stack([-way[..., 1], way[..., 0]], axis=-1) / np.maximum(length, 1e-9)[..., None]
    pitch = float(np.nanmedian(length)) if not np.isnan(length).all() else 1.0
    beside = np.unique(np.array([-1.0, 0.0, 1.0]) * max(1.0, 0.04 * pitch))
    points = (
        start[..., None, None, :]
        + PLACES[:, None, None] * way[..., None, None, :]
        + beside[:, None] * normal[..., None, None, :]
    )
    nx, ny = (normal[..., k][..., None, None] for k in (0, 1))
    for sigma in sigmas:
        xx, xy, yy = (sample(plane, points) for plane in ridges.hessian(sigma))
        response = xx * nx * nx + 2 * xy * nx * ny + yy * ny * ny
        gx, gy = (sample(plane, points) for plane in ridges.gradient(sigma))
        step = gx * nx + gy * ny
        for sign in (1, -1):
            line = sign * response - STEP * np.abs(step)
            yield line.max(axis=-1), (sign * step).max(axis=-1)


def _beside(gray: Plane, start: Nodes, end: Nodes) -> tuple[Nodes, Nodes]:
    """The brightness on both sides of what joins nodes, at places from one to the other."""
    way = end - start
    normal = (np.stack([-way[..., 1], way[..., 0]], axis=-1) * BESIDE)[..., None, :]
    shares = np.linspace(0.15, 0.85, 9)[:, None]
    points = start[..., None, :] + shares * way[..., None, :]
    return sample(gray, points + normal), sample(gray, points - normal)


def _steps(gray: Plane, start: Nodes, end: Nodes) -> NDArray[np.float64]:
    """How much lighter one side is than the other, all the way between nodes; gray levels."""
    one, other = _beside(gray, start, end)
    step = np.sort(one - other, axis=-1)
    steps = np.maximum(step[..., 1], -step[..., -2])
    return np.where(np.isnan(start[..., 0] + end[..., 0]), np.nan, steps)


def _most(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What three quarters of the places along a line have at least."""
    return np.asarray(np.sort(values, axis=-1)[..., 2])


def _least(strengths: NDArray[np.float64], inner: Mask) -> float:
    """What counts as a line, by the measure of those between nodes inside the lattice."""
    known = strengths[inner & ~np.isnan(strengths)]
    if not len(known):
        return float("inf")
    usual, strong = np.percentile(known, (50, 75))
    # Where lines are expected at the wrong distance, most of them are none.
    return max(JOIN * float(usual), WEAK * float(strong), 1e-3)
