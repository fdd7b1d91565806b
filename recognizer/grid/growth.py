"""Grow a lattice from one crossing; it follows a bent page.

Nodes are found in waves around the seed. Each is predicted from the steps of its neighbours, moved
onto the lines nearby, and kept if both lines are strong enough. So the lattice bends with the page
and ends where the lines end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.edge_scoring import EdgeModel
from recognizer.grid.ridges import Plane, Ridges, sample, sample_all, sigmas_for
from recognizer.grid.seeds import Seed
from recognizer.two_threads import both

MAX_RADIUS_CELLS = 140
"""Maximum number of cells from the seed to each side: 100 and the clues."""
SEED_SEARCH_SHARE = 0.28
"""Search radius around the nodes of the seed, as a share of the pitch."""
NODE_SEARCH_SHARE = 0.14
"""Search radius around a node predicted from its neighbours, as a share of the pitch."""
UNEVEN_SEARCH_SHARE = 0.27
"""The same for lines drawn by hand, which are not evenly spaced."""
MIN_LINE_SHARE = 0.5
"""Minimum strength of a line, as a share of the fainter lines around the seed."""
MIN_NOISE_FACTOR = 1.5
"""Minimum strength of a line, as a multiple of the response in the middle of cells."""
NEIGHBOURS = np.array([(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c])
"""Rows and columns from a node to the eight around it."""
PLUS = np.array([(0, 1, 0), (1, 1, 1), (0, 1, 0)], np.uint8)
"""A node and the four beside it."""
ARMS = np.array([-0.3, 0.0, 0.3])[:, None, None]
"""Where a line is sampled beside a node, in steps along it."""
SEED_WINDOW_PITCHES = 2.8
"""Radius of the window around a seed that is checked before growing, in pitches."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class GrownLattice:
    """All nodes that were found from a seed."""

    points: NDArray[np.float64]
    """Shape (height, width, 2), (x, y) in px; NaN where there is no node."""
    across: Mask
    """Shape (height, width - 1): whether a line joins a node and the next one to the right."""
    down: Mask
    """Shape (height - 1, width): whether a line joins a node and the next one below."""
    hidden: tuple[Mask, Mask]
    """Masks of the same shapes: lines that cannot be seen between shaded cells."""
    model: EdgeModel
    """The model of the horizontal lines."""

    @property
    def cells(self) -> Mask:
        """Shape (height - 1, width - 1): whether a cell has lines on all sides."""
        return self.across[:-1] & self.across[1:] & self.down[:, :-1] & self.down[:, 1:]


def grow(ridges: Ridges, seed: Seed, *, is_uneven: bool = False) -> GrownLattice | None:
    """Grow the lattice around a seed; ``None`` if too few nodes are found.

    Args:
        ridges: The ridges of the picture.
        seed: Where to begin.
        is_uneven: Whether the lines may be unevenly spaced, as when drawn by hand.
    """
    return _Growth(ridges, *_planes(ridges, seed), seed, is_uneven).run()


def is_crossed(ridges: Ridges, seed: Seed) -> bool:
    """Whether there are lines around a seed: a cheap check before growing."""
    right, down = np.array(seed.right), np.array(seed.down)
    reach = SEED_WINDOW_PITCHES * float(max(np.hypot(*right), np.hypot(*down)))
    part, corner = ridges.part(seed.center, reach)
    x, y = seed.center[0] - corner[0], seed.center[1] - corner[1]
    moved = replace(seed, center=(x, y))
    return _Growth(part, *_planes(part, moved), moved).can_start()


def _planes(ridges: Ridges, seed: Seed) -> tuple[Plane, Plane]:
    """Line responses at each pixel, for horizontal and for vertical lines."""
    right, down = np.array(seed.right), np.array(seed.down)
    wide, high = float(np.hypot(*right)), float(np.hypot(*down))
    sigmas = sigmas_for(min(wide, high))
    ridges.smooth(sigmas)
    return both(
        lambda: ridges.lines(float(np.arctan2(right[1], right[0])), 0.6 * wide, sigmas),
        lambda: ridges.lines(float(np.arctan2(down[1], down[0])), 0.6 * high, sigmas),
    )


class _Growth:
    """One lattice while it grows."""

    def __init__(
        self, ridges: Ridges, rows: Plane, columns: Plane, seed: Seed, is_uneven: bool = False
    ) -> None:
        self.ridges = ridges
        self.reach = UNEVEN_SEARCH_SHARE if is_uneven else NODE_SEARCH_SHARE
        self.rows, self.columns, self.seed = rows, columns, seed
        side = 2 * MAX_RADIUS_CELLS + 1
        self.points = np.full((side, side, 2), np.nan)
        self.tried = np.zeros((side, side), np.uint8)
        self.low = np.full(2, side)
        self.high = np.zeros(2, int)
        self.right, self.down = np.array(seed.right), np.array(seed.down)

    def run(self) -> GrownLattice | None:
        if not self.can_start():
            return None
        for _ in range(4 * MAX_RADIUS_CELLS):
            if not self._grow_once():
                break
        return self._result()

    # Growing

    def can_start(self) -> bool:
        """Place the seed and the crossings next to it; their lines set the thresholds."""
        middle = MAX_RADIUS_CELLS
        offsets = np.array([(r, c) for r in range(-2, 3) for c in range(-2, 3)])
        centre = np.array(self.seed.center)
        guess = centre + offsets[:, 1:] * self.right + offsets[:, :1] * self.down
        at, strong_rows, strong_columns = self._snap(
            guess, self._seed_steps(len(guess)), SEED_SEARCH_SHARE
        )
        between = at + (self.right + self.down) / 2
        self.least_rows = _threshold(strong_rows, sample(self.rows, between))
        self.least_columns = _threshold(strong_columns, sample(self.columns, between))
        good = self._is_good(strong_rows, strong_columns)
        if good.sum() < 13:
            return False
        near = good & (np.abs(offsets).max(axis=1) < 2)
        self._add(middle + offsets[near], at[near])
        return bool(near.sum() >= 5)

    def _seed_steps(self, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.tile(self.right, (count, 1)), np.tile(self.down, (count, 1))

    def _is_good(self, rows: NDArray[np.float64], columns: NDArray[np.float64]) -> Mask:
        is_good: Mask = (rows > self.least_rows) & (columns > self.least_columns)
        return is_good

    def _grow_once(self) -> bool:
        """Try all nodes next to known ones; ``False`` if there is none to try."""
        low, high = self._bounds()
        part = slice(low[0], high[0]), slice(low[1], high[1])
        known = ~np.isnan(self.points[..., 0][part])
        beside = cv2.dilate(known.astype(np.uint8), PLUS, borderType=cv2.BORDER_CONSTANT)
        around = cv2.boxFilter(
            known.astype(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
        )
        # A node is tried again only once more of its neighbours are known.
        open_ = (beside > 0) & ~known & (around > self.tried[part])
        where = np.argwhere(open_)
        if not len(where):
            return False
        self.tried[part][open_] = around[open_]
        where += low
        right, down = self._steps(where)
        guess = self._predict(where, right, down)
        inside = self._is_inside(guess)
        where, guess, right, down = where[inside], guess[inside], right[inside], down[inside]
        if not len(where):
            return True
        at, strong_rows, strong_columns = self._snap(guess, (right, down), self.reach)
        good = self._is_good(strong_rows, strong_columns)
        self._add(where[good], at[good])
        return True

    def _add(self, where: NDArray[np.intp], points: NDArray[np.float64]) -> None:
        """Store nodes at places of the lattice."""
        self.points[where[:, 0], where[:, 1]] = points
        if len(where):
            self.low = np.minimum(self.low, where.min(axis=0))
            self.high = np.maximum(self.high, where.max(axis=0))

    def _bounds(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The first and the last place, exclusive, at which a node may be added next."""
        return np.maximum(self.low - 1, 1), np.minimum(self.high + 2, len(self.points) - 1)

    def _is_inside(self, points: NDArray[np.float64]) -> Mask:
        height, width = self.rows.shape
        x, y = points[:, 0], points[:, 1]
        inside: Mask = (x >= -1) & (y >= -1) & (x <= width) & (y <= height)
        return inside

    def _steps(self, where: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Steps to the right and down at nodes: means of the known steps nearby."""
        low, high = where.min(axis=0) - 5, where.max(axis=0) + 6
        low, high = np.maximum(low, 0), np.minimum(high, len(self.points))
        part = self.points[low[0] : high[0], low[1] : high[1]]
        r, c = (where - low).T
        right = _mean_around(part[:, 1:] - part[:, :-1], (6, 5))[
            r, np.minimum(c, part.shape[1] - 2)
        ]
        down = _mean_around(part[1:] - part[:-1], (5, 6))[np.minimum(r, len(part) - 2), c]
        right[np.isnan(right[:, 0])] = self.right
        down[np.isnan(down[:, 0])] = self.down
        return right, down

    def _predict(
        self,
        where: NDArray[np.intp],
        right: NDArray[np.float64],
        down: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        last = len(self.points) - 1
        r, c = np.clip(where + NEIGHBOURS[:, None], 0, last).transpose(2, 0, 1)
        away = NEIGHBOURS[:, None, ::-1].astype(np.float64)
        return _mean_of_known(self.points[r, c] - away[..., :1] * right - away[..., 1:] * down)

    def _snap(
        self,
        guess: NDArray[np.float64],
        steps: tuple[NDArray[np.float64], NDArray[np.float64]],
        reach: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Move guesses onto the lines nearby; also returns the strengths of both lines there."""
        right, down = steps
        at = guess
        for far in (reach, reach / 2):
            shift_down, strong_rows = _strongest_along(self.rows, at, right, down, far)
            at = at + shift_down[:, None] * down
            shift_right, strong_columns = _strongest_along(self.columns, at, down, right, far)
            at = at + shift_right[:, None] * right
        return at, strong_rows, strong_columns

    # The result

    def _with_enclosed_nodes(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Add the unknown nodes with known ones on all four sides.

        Stripes of a screen or a shadow may hide them; the lines are scored afterwards.
        """
        known = ~np.isnan(points[..., 0])
        before, above = (np.logical_or.accumulate(known, axis=k) for k in (1, 0))
        after, below = (
            np.flip(np.logical_or.accumulate(np.flip(known, k), axis=k), k) for k in (1, 0)
        )
        where = ~known & before & after & above & below
        if not where.any():
            return points
        guess = filled(points)[where]
        _, strong_rows, strong_columns = snapped = self._snap(
            guess, self._seed_steps(len(guess)), NODE_SEARCH_SHARE
        )
        is_seen = (strong_rows > self.least_rows) | (strong_columns > self.least_columns)
        closed = points.copy()
        closed[where] = np.where(is_seen[:, None], snapped[0], guess)
        return closed

    def _result(self) -> GrownLattice | None:
        known = ~np.isnan(self.points[..., 0])
        if known.sum() < 16:
            return None
        r, c = np.where(known.any(axis=1))[0], np.where(known.any(axis=0))[0]
        points = self.points[r[0] : r[-1] + 1, c[0] : c[-1] + 1]
        nodes = ~np.isnan(points[..., 0])
        points = self._with_enclosed_nodes(points)
        inner = cv2.erode(nodes.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0).astype(
            bool
        )
        model, across, down = EdgeModel.measured(self.ridges, points, inner)
        is_across, is_down = across > 1, down > 1
        complete = filled(points)
        hidden = (
            model.hidden(self.ridges, complete[:, :-1], complete[:, 1:]) & ~is_across,
            model.hidden(self.ridges, complete[:-1], complete[1:]) & ~is_down,
        )
        return GrownLattice(points, is_across, is_down, hidden, model)


def _threshold(lines: NDArray[np.float64], between: NDArray[np.float64]) -> float:
    """The threshold strength of a line, from the lines around the seed.

    It is relative to the fainter ones, since every fifth may be many times as strong as the others.
    """
    faint = float(np.percentile(lines, 25))
    noise = float(np.percentile(between, 75))
    return max(MIN_LINE_SHARE * faint, MIN_NOISE_FACTOR * noise, 1e-6)


def _mean_around(values: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """The mean of the known values in windows (width, height); NaN if none is known."""
    known = (~np.isnan(values[..., 0])).astype(np.float64)
    total = cv2.boxFilter(
        np.nan_to_num(values), -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    count = cv2.boxFilter(known, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.where(count[..., None] > 0.5, total / np.maximum(count, 1)[..., None], np.nan)


def _mean_of_known(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of the known values along the first axis; NaN if none is known."""
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0).sum(axis=0)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _strongest_along(
    plane: Plane,
    at: NDArray[np.float64],
    along: NDArray[np.float64],
    over: NDArray[np.float64],
    reach: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The share of ``over`` at which the line is strongest, and the strength there."""
    size = float(np.median(np.hypot(over[:, 0], over[:, 1])))
    steps = max(3, int(np.ceil(reach * size * 1.5)))
    shares = np.linspace(-reach, reach, 2 * steps + 1)
    # Shape (arms, places, shares): the short axis comes first, see edge_scoring.
    x, y = (at[:, k, None] + shares * over[:, k, None] + ARMS * along[:, k, None] for k in (0, 1))
    sampled = sample_all((plane,), x, y)[0].astype(np.float64)
    values = sampled.mean(axis=0)
    weighted = values * (1 - 0.5 * (shares / reach) ** 2)
    best = weighted.argmax(axis=1)
    row = np.arange(len(best))
    inner = np.clip(best, 1, len(shares) - 2)
    a, b, c = (weighted[row, inner + k] for k in (-1, 0, 1))
    bend = a - 2 * b + c
    part = np.where(np.abs(bend) > 1e-9, 0.5 * (a - c) / np.where(bend == 0, 1, bend), 0.0)
    fine = shares[inner] + np.clip(part, -1, 1) * (shares[1] - shares[0])
    # At the border of a grid a line extends to one side only.
    strength = sampled[:, row, best].max(axis=0)
    return np.where(best == inner, fine, shares[best]), strength


def filled(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fill unknown nodes by interpolation; outside they are extrapolated linearly."""
    points = points.copy()
    while np.isnan(points).any():
        guesses = []
        for axis in (0, 1):
            p = np.moveaxis(points, axis, 0)
            nothing = np.full_like(p[:1], np.nan)
            before = np.concatenate([nothing, p[:-1]])
            before2 = np.concatenate([nothing, nothing, p[:-2]]) if len(p) > 1 else nothing
            after = np.concatenate([p[1:], nothing])
            after2 = np.concatenate([p[2:], nothing, nothing]) if len(p) > 1 else nothing
            for guess in ((before + after) / 2, 2 * before - before2, 2 * after - after2):
                guesses.append(np.moveaxis(guess, 0, axis))
        mean = _mean_of_known(np.array(guesses))
        fill = np.isnan(points) & ~np.isnan(mean)
        if not fill.any():
            break
        points[fill] = mean[fill]
    return points
