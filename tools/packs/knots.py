"""Knots by rule: cords that pass over and under each other. Each function returns bool cells."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tools.packs.curves import Cells

_FINE = 5
"""Samples along the side of a cell while a knot is drawn."""
_SAMPLES = 360
"""Points of a cord."""
_OWN_SHARE = 0.08
"""Points of a cord that are nearer along it than this share of its length do not break it."""
_SAME_HEIGHT = 0.2
"""Cords with a smaller difference in height do not break each other; they go from -1 to 1."""
Points = NDArray[np.float64]
Curve = Callable[[Points], tuple[Points, ...]]
"""From an angle, 0 to 2 pi, to x, y and height."""


def knot(
    curves: tuple[Curve, ...],
    side: int,
    cord: float = 3.0,
    gap: float = 1.0,
    core: float = 0.0,
    turn: float = 0.0,
    limit: float = 0.5,
) -> Cells:
    """Closed cords; where two cross, the lower one is broken.

    Args:
        curves: The middle of each cord.
        side: Rows or columns, whichever are more.
        cord: The width of a cord, cells.
        gap: What is left white beside the upper cord, cells.
        core: The width of a white line along the cord, cells.
        turn: Of the whole knot, degrees.
        limit: Share of a cell from which it is shaded.
    """
    return np.asarray(_laid(curves, side, cord, gap, core, turn).sum(axis=0) >= limit)


def links(
    curves: tuple[Curve, ...], side: int, cord: float = 3.0, gap: float = 1.0, core: float = 0.0
) -> NDArray[np.int_]:
    """The same in colours: cells have the number of their cord, from 1, or 0."""
    shares = _laid(curves, side, cord, gap, core)
    return np.asarray(np.where(shares.sum(axis=0) >= 0.5, shares.argmax(axis=0) + 1, 0))


def _laid(
    curves: tuple[Curve, ...], side: int, cord: float, gap: float, core: float, turn: float = 0.0
) -> Points:
    angles = np.linspace(0, 2 * math.pi, _SAMPLES, endpoint=False)
    cords = [np.stack(curve(angles), axis=1) for curve in curves]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    cords = [points @ np.array(((c, -s, 0), (s, c, 0), (0, 0, 1))) for points in cords]
    flat = np.concatenate(cords)[:, :2]
    low, high = flat.min(axis=0), flat.max(axis=0)
    scale = (side - cord - 0.02) / float((high - low).max())
    width, height = (math.ceil(n) for n in (high - low) * scale + cord - 0.01)
    for points in cords:
        points[:, :2] = (points[:, :2] - (low + high) / 2) * scale + (width / 2, height / 2)
    return _drawn(cords, height, width, cord, gap, core)


def _drawn(
    cords: list[Points], height: int, width: int, cord: float, gap: float, core: float
) -> Points:
    """The share of each cell that each cord covers, shape (cords, height, width).

    ``cords``: x and y in cells, and the height of the cords' points.
    """
    y, x = ((np.mgrid[: height * _FINE, : width * _FINE] + 0.5) / _FINE).reshape(2, -1)
    points = np.concatenate(cords)
    owner = np.repeat(np.arange(len(cords)), [len(each) for each in cords])
    place = np.concatenate([np.arange(len(each)) / len(each) for each in cords])
    seen = np.full(x.shape, -1)
    for start in range(0, len(x), 4096):
        part = np.s_[start : start + 4096]
        far = np.hypot(x[part, None] - points[:, 0], y[part, None] - points[:, 1])
        depth = np.where(far <= cord / 2, points[:, 2], -np.inf)
        top = depth.argmax(axis=1)
        apart = np.abs(place - place[top][:, None])
        is_other = (owner != owner[top][:, None]) | (np.minimum(apart, 1 - apart) > _OWN_SHARE)
        breaks = (
            is_other
            & (far <= cord / 2 + gap)
            & (points[:, 2] > points[top, 2][:, None] + _SAME_HEIGHT)
        )
        is_core = (far <= core / 2).any(axis=1) & (
            np.where(is_other, np.inf, far).min(axis=1) <= core / 2
        )
        is_seen = np.isfinite(depth.max(axis=1)) & ~breaks.any(axis=1) & ~is_core
        seen[part] = np.where(is_seen, owner[top], -1)
    cells = seen.reshape(height, _FINE, width, _FINE)
    return np.stack([(cells == k).mean(axis=(1, 3)) for k in range(len(cords))])


def torus(p: int, q: int, inner: float = 0.5) -> tuple[Curve, ...]:
    """The torus knot or link that winds ``p`` times around the middle and ``q`` times the tube."""
    parts = math.gcd(p, q)

    def part(k: int) -> Curve:
        def curve(t: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
            a, b = t * p / parts, t * q / parts + 2 * math.pi * k / parts
            radius = 1 + inner * np.cos(b)
            return radius * np.cos(a), radius * np.sin(a), np.sin(b)

        return curve

    return tuple(part(k) for k in range(parts))


def lissajous(nx: int, ny: int, nz: int, px: float, pz: float) -> tuple[Curve, ...]:
    """A Lissajous knot; the phases are in radians."""
    return (lambda t: (np.cos(nx * t + px), np.cos(ny * t), np.cos(nz * t + pz)),)


def rings(*centers: tuple[float, float, float], lean: float = 1.0) -> tuple[Curve, ...]:
    """Circles of radius 1 (x, y, phase in degrees), three times above and below the others."""

    def ring(x: float, y: float, phase: float) -> Curve:
        return lambda t: (
            x + np.cos(t),
            y + np.sin(t),
            lean * np.cos(3 * (t - math.radians(phase))),
        )

    return tuple(ring(*center) for center in centers)


def borromean() -> tuple[Curve, ...]:
    """Three rings of which no two are linked, but all three are."""
    return rings((0, 0.6, 181.4), (-0.52, -0.3, -58.6), (0.52, -0.3, 61.4))


def figure_eight() -> tuple[Curve, ...]:
    """The knot with four crossings."""
    return (
        lambda t: (
            (2 + np.cos(2 * t)) * np.cos(3 * t),
            (2 + np.cos(2 * t)) * np.sin(3 * t),
            np.sin(4 * t),
        ),
    )


def plait(
    down: int, across: int, cell: float = 4, cord: float = 2.6, gap: float = 0.8, core: float = 0.0
) -> Cells:
    """A Celtic panel: diagonal cords that turn back at its border, each over and under in turn.

    Args:
        down: Turns on the left side.
        across: Turns at the top.
        cell: Distance of two turns, cells.
        cord: The width of a cord, cells.
        gap: What is left white beside the upper cord, cells.
        core: The width of a white line along the cord, cells.
    """
    tall, wide = 2 * down, 2 * across
    length = math.lcm(tall, wide) * 2
    half = cell / 2
    cords, seen = [], set[int]()
    for start in range(1, 2 * wide, 2):
        if start in seen:
            continue
        for t in range(0, length, 2 * tall):  # it leaves where it comes back, the other way
            seen |= {(start + t) % (2 * wide), -(start + t) % (2 * wide)}
        way = np.arange(0, length, 0.125)
        x, y = _there_and_back(way + start, wide), _there_and_back(way, tall)
        slope = np.sign(np.sin((way + start) * math.pi / wide) * np.sin(way * math.pi / tall))
        points = np.stack(
            [x * half + cord / 2, y * half + cord / 2, slope * np.cos(y * math.pi)], 1
        )
        cords.append(points)
    height, width = (math.ceil(n * half + cord) for n in (tall, wide))
    return np.asarray(_drawn(cords, height, width, cord, gap, core).sum(axis=0) >= 0.5)


def _there_and_back(t: Points, length: int) -> Points:
    return length - np.abs(t % (2 * length) - length)
