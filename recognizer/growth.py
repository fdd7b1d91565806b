"""From one crossing to all of them: a lattice that follows the page, curl and all.

Nodes are found in waves around the seed. Each is predicted from the steps of its neighbours, moved
to the lines that are there, and kept if both lines are; so the lattice bends with the page, and
ends where the lines end.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.ridges import Plane, Ridges, sigmas_for
from recognizer.seeds import Seed

LARGEST = 140
"""Cells from the seed to each side, at most: 100 and the clues."""
REACH = 0.28
"""How far from the first guesses lines are looked for, as a share of the pitch."""
NEAR = 0.14
"""How far from a prediction that neighbours make."""
KEEP = 0.5
"""A line has to be this strong, compared with the fainter ones around the seed."""
ABOVE_NOISE = 1.5
"""... and compared with what there is in the middle of cells."""
STEP = 0.8
"""How much a difference between the two sides counts against a line: edges are not lines."""
JOIN = 0.3
"""A line between two nodes has to be this strong, compared with the median."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Grown:
    """All nodes that were found from a seed."""

    points: NDArray[np.float64]
    """Shape (height, width, 2), (x, y) in px; NaN where there is no node."""
    across: Mask
    """Shape (height, width - 1): whether a line joins a node and the next one to the right."""
    down: Mask
    """Shape (height - 1, width): the same for the next one below."""
    least: tuple[float, float]
    """How strong a line to the right, and one downwards, has to be to count."""

    @property
    def cells(self) -> Mask:
        """Shape (height - 1, width - 1): whether a cell has lines on all sides."""
        return self.across[:-1] & self.across[1:] & self.down[:, :-1] & self.down[:, 1:]


def grow(ridges: Ridges, seed: Seed) -> Grown | None:
    """The lattice around a seed; ``None`` if there is hardly one."""
    right, down = np.array(seed.right), np.array(seed.down)
    wide, high = float(np.hypot(*right)), float(np.hypot(*down))
    sigmas = sigmas_for(min(wide, high))
    rows = ridges.lines(float(np.arctan2(right[1], right[0])), 0.6 * wide, sigmas)
    columns = ridges.lines(float(np.arctan2(down[1], down[0])), 0.6 * high, sigmas)
    return _Growth(ridges, rows, columns, seed).run()


class _Growth:
    """One lattice while it grows."""

    def __init__(self, ridges: Ridges, rows: Plane, columns: Plane, seed: Seed) -> None:
        self.ridges = ridges
        self.rows, self.columns, self.seed = rows, columns, seed
        side = 2 * LARGEST + 1
        self.points = np.full((side, side, 2), np.nan)
        self.tried = np.zeros((side, side), np.int8)
        self.right, self.down = np.array(seed.right), np.array(seed.down)

    def run(self) -> Grown | None:
        if not self._start():
            return None
        for _ in range(4 * LARGEST):
            if not self._wave():
                break
        return self._cut()

    # Growing

    def _start(self) -> bool:
        """The seed and the crossings next to it; what their lines are like sets the standard."""
        middle = LARGEST
        offsets = np.array([(r, c) for r in range(-2, 3) for c in range(-2, 3)])
        centre = np.array(self.seed.center)
        guess = centre + offsets[:, 1:] * self.right + offsets[:, :1] * self.down
        at, strong_rows, strong_columns = self._snap(guess, self._local(len(guess)), REACH)
        between = at + (self.right + self.down) / 2
        self.least_rows = _threshold(strong_rows, _sample(self.rows, between))
        self.least_columns = _threshold(strong_columns, _sample(self.columns, between))
        good = self._is_good(strong_rows, strong_columns)
        if good.sum() < 13:
            return False
        for (r, c), p, ok in zip(offsets, at, good, strict=True):
            if ok and max(abs(r), abs(c)) < 2:
                self.points[middle + r, middle + c] = p
        return bool((~np.isnan(self.points[..., 0])).sum() >= 5)

    def _local(self, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.tile(self.right, (count, 1)), np.tile(self.down, (count, 1))

    def _is_good(self, rows: NDArray[np.float64], columns: NDArray[np.float64]) -> Mask:
        is_good: Mask = (rows > self.least_rows) & (columns > self.least_columns)
        return is_good

    def _wave(self) -> bool:
        """Try all nodes next to known ones; whether one was found."""
        known = ~np.isnan(self.points[..., 0])
        near = np.zeros_like(known)
        near[1:] |= known[:-1]
        near[:-1] |= known[1:]
        near[:, 1:] |= known[:, :-1]
        near[:, :-1] |= known[:, 1:]
        around = cv2.boxFilter(known.astype(np.float32), -1, (3, 3), normalize=False)
        # A node is tried again only once more of its neighbours are known.
        open_ = near & ~known & (around > self.tried)
        open_[0] = open_[-1] = open_[:, 0] = open_[:, -1] = False
        where = np.argwhere(open_)
        if not len(where):
            return False
        self.tried[open_] = around[open_].astype(np.int8)
        right, down = self._steps(where)
        guess = self._predict(where, right, down)
        inside = self._is_inside(guess)
        where, guess, right, down = where[inside], guess[inside], right[inside], down[inside]
        if not len(where):
            return True
        at, strong_rows, strong_columns = self._snap(guess, (right, down), NEAR)
        good = self._is_good(strong_rows, strong_columns)
        self.points[where[good, 0], where[good, 1]] = at[good]
        return True

    def _is_inside(self, points: NDArray[np.float64]) -> Mask:
        height, width = self.rows.shape
        x, y = points[:, 0], points[:, 1]
        inside: Mask = (x >= -1) & (y >= -1) & (x <= width) & (y <= height)
        return inside

    def _steps(self, where: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The steps to the right and down around nodes: means of those known nearby."""
        r, c = where[:, 0], where[:, 1]
        rights, downs = [], []
        for dr in (-2, -1, 0, 1, 2):
            for dc in (-3, -2, -1, 0, 1, 2):
                a, b = self._at(r + dr, c + dc), self._at(r + dr, c + dc + 1)
                rights.append(b - a)
                a, b = self._at(r + dc, c + dr), self._at(r + dc + 1, c + dr)
                downs.append(b - a)
        right, down = _mean(rights), _mean(downs)
        right[np.isnan(right[:, 0])] = self.right
        down[np.isnan(down[:, 0])] = self.down
        return right, down

    def _predict(
        self,
        where: NDArray[np.intp],
        right: NDArray[np.float64],
        down: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        r, c = where[:, 0], where[:, 1]
        guesses = [
            self._at(r + dr, c + dc) - dc * right - dr * down
            for dr in (-1, 0, 1)
            for dc in (-1, 0, 1)
            if dr or dc
        ]
        return _mean(guesses)

    def _at(self, r: NDArray[np.intp], c: NDArray[np.intp]) -> NDArray[np.float64]:
        last = len(self.points) - 1
        return np.asarray(self.points[np.clip(r, 0, last), np.clip(c, 0, last)])

    def _snap(
        self,
        guess: NDArray[np.float64],
        steps: tuple[NDArray[np.float64], NDArray[np.float64]],
        reach: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Move guesses onto the lines around; also how strong the two lines are there."""
        right, down = steps
        at = guess
        for far in (reach, reach / 2):
            shift_down, strong_rows = _search(self.rows, at, right, down, far)
            at = at + shift_down[:, None] * down
            shift_right, strong_columns = _search(self.columns, at, down, right, far)
            at = at + shift_right[:, None] * right
        return at, strong_rows, strong_columns

    # What came of it

    def _cut(self) -> Grown | None:
        known = ~np.isnan(self.points[..., 0])
        if known.sum() < 16:
            return None
        r, c = np.where(known.any(axis=1))[0], np.where(known.any(axis=0))[0]
        points = self.points[r[0] : r[-1] + 1, c[0] : c[-1] + 1]
        nodes = ~np.isnan(points[..., 0])
        inner = cv2.erode(nodes.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0).astype(
            bool
        )
        across = line_strengths(self.ridges, points[:, :-1], points[:, 1:])
        down = line_strengths(self.ridges, points[:-1], points[1:])
        least = _least(across, inner[:, :-1] & inner[:, 1:]), _least(down, inner[:-1] & inner[1:])
        is_across: Mask = np.nan_to_num(across, nan=-1.0) > least[0]
        is_down: Mask = np.nan_to_num(down, nan=-1.0) > least[1]
        return Grown(points, is_across, is_down, least)


def _threshold(lines: NDArray[np.float64], between: NDArray[np.float64]) -> float:
    """What tells a line from none: most lines around the seed are above, most of the rest below.

    The fainter lines count, since every fifth may be many times as strong as the others.
    """
    faint = float(np.percentile(lines, 25))
    noise = float(np.percentile(between, 75))
    return max(KEEP * faint, ABOVE_NOISE * noise, 1e-6)


def _mean(values: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The mean of those that are known, NaN where none is."""
    stack = np.array(values)
    known = ~np.isnan(stack)
    count = known.sum(axis=0)
    total = np.where(known, stack, 0).sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _search(
    plane: Plane,
    at: NDArray[np.float64],
    along: NDArray[np.float64],
    over: NDArray[np.float64],
    reach: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where, on the way along ``over``, the line is strongest, as a share of it; how strong."""
    size = float(np.median(np.hypot(over[:, 0], over[:, 1])))
    steps = max(3, int(np.ceil(reach * size * 1.5)))
    shares = np.linspace(-reach, reach, 2 * steps + 1)
    arms = np.array([-0.3, 0.0, 0.3])
    points = (
        at[:, None, None]
        + shares[None, :, None, None] * over[:, None, None]
        + arms[None, None, :, None] * along[:, None, None]
    )
    sampled = _sample(plane, points)
    values = sampled.mean(axis=2)
    weighted = values * (1 - 0.5 * (shares / reach) ** 2)
    best = weighted.argmax(axis=1)
    row = np.arange(len(best))
    inner = np.clip(best, 1, len(shares) - 2)
    a, b, c = (weighted[row, inner + k] for k in (-1, 0, 1))
    bend = a - 2 * b + c
    part = np.where(np.abs(bend) > 1e-9, 0.5 * (a - c) / np.where(bend == 0, 1, bend), 0.0)
    fine = shares[inner] + np.clip(part, -1, 1) * (shares[1] - shares[0])
    # At the border of a grid a line goes to one side only.
    strength = sampled[row, best].max(axis=1)
    return np.where(best == inner, fine, shares[best]), strength


def _sample(plane: Plane, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of a plane between its pixels; the border goes on outside."""
    flat = points.reshape(-1, 2).astype(np.float32)
    # remap takes at most 32767 columns
    rows = -(-len(flat) // 4096)
    padded = np.zeros((rows * 4096, 2), np.float32)
    padded[: len(flat)] = flat
    if np.isnan(flat).any():
        padded = np.nan_to_num(padded, nan=-10.0)
    x, y = (padded[:, k].reshape(rows, 4096) for k in (0, 1))
    values = cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.ravel()[: len(flat)].reshape(points.shape[:-1]).astype(np.float64)


def line_strengths(
    ridges: Ridges, start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How strong a line is all the way from one node to another, NaN where there are no nodes.

    Unlike the planes that nodes are found with, this looks at each place for itself, so that the
    strokes of a number do not pass for a line. What differs on its two sides counts less: edges
    are not lines.
    """
    return _along(ridges, start, end)[0]


def edge_strengths(
    ridges: Ridges, start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same for anything that goes on from one node to another, line or edge."""
    return np.maximum(*_along(ridges, start, end))


def _along(
    ridges: Ridges, start: NDArray[np.float64], end: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    way = end - start
    length = np.hypot(way[..., 0], way[..., 1])
    normal = np.stack([-way[..., 1], way[..., 0]], axis=-1) / np.maximum(length, 1e-9)[..., None]
    pitch = float(np.nanmedian(length))
    shares = np.linspace(0.12, 0.88, 9)
    beside = np.unique(np.array([-1.0, 0.0, 1.0]) * max(1.0, 0.04 * pitch))
    points = (
        start[..., None, None, :]
        + shares[:, None, None] * way[..., None, None, :]
        + beside[:, None] * normal[..., None, None, :]
    )
    nx, ny = (normal[..., k][..., None, None] for k in (0, 1))
    lines = np.full(length.shape, -np.inf)
    edges = lines.copy()
    for sigma in sigmas_for(pitch):
        xx, xy, yy = (_sample(plane, points) for plane in ridges.hessian(sigma))
        response = xx * nx * nx + 2 * xy * nx * ny + yy * ny * ny
        gx, gy = (_sample(plane, points) for plane in ridges.gradient(sigma))
        step = gx * nx + gy * ny
        for sign in (1, -1):
            lines = np.maximum(lines, _most(sign * response - STEP * np.abs(step)))
            edges = np.maximum(edges, _most(sign * step))
    unknown = np.isnan(length)
    return np.where(unknown, np.nan, lines), np.where(unknown, np.nan, edges)


def _most(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What three quarters of the places along a line have at least."""
    return np.asarray(np.sort(values.max(axis=-1), axis=-1)[..., 2])


def _least(strengths: NDArray[np.float64], inner: Mask) -> float:
    """What counts as a line, by the measure of those between nodes inside the lattice."""
    known = strengths[inner & ~np.isnan(strengths)]
    return JOIN * float(np.median(known)) if len(known) else float("inf")
