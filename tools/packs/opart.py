"""Op art by rule: waves, circles and boards that seem to move. Each function returns bool cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from tools.packs.curves import Cells

Field = NDArray[np.float64]
_FINE = 8
"""Samples along the side of a cell."""


def _plane(side: int, height: int | None = None) -> tuple[Field, Field]:
    """x and y of fine samples, 0 in the middle, in cells."""
    height = side if height is None else height
    y, x = np.mgrid[: height * _FINE, : side * _FINE].astype(float)
    return (x + 0.5) / _FINE - side / 2, (y + 0.5) / _FINE - height / 2


def _cells(fine: NDArray[np.bool_], limit: float = 0.5) -> Cells:
    height, width = (n // _FINE for n in fine.shape)
    share = fine.reshape(height, _FINE, width, _FINE).mean(axis=(1, 3))
    return np.asarray(share > limit - 1e-9)


def _is_odd(values: Field) -> NDArray[np.bool_]:
    return np.asarray(np.floor(values) % 2 == 1)


def moire(side: int, width: float, apart: float, turn: float = 0.0) -> Cells:
    """Two families of rings, each ``width`` cells wide; where both are dark, it is light."""
    x, y = _plane(side)
    dx, dy = apart * math.cos(math.radians(turn)), apart * math.sin(math.radians(turn))
    first, second = np.hypot(x - dx, y - dy), np.hypot(x + dx, y + dy)
    return _cells(_is_odd(first / width) ^ _is_odd(second / width))


def waves(side: int, width: float, height: float, length: float, slant: float = 0.0) -> Cells:
    """Upright stripes that move to and fro; ``height`` and ``length`` of the wave are in cells."""
    x, y = _plane(side)
    return _cells(_is_odd((x + slant * y + height * np.sin(2 * math.pi * y / length)) / width))


def swell(side: int, width: float, height: float, length: float) -> Cells:
    """Waves that become higher from left to right."""
    x, y = _plane(side)
    rise = height * (x + side / 2) / side
    return _cells(_is_odd((y + rise * np.sin(2 * math.pi * x / length)) / width))


def bulge(
    side: int, width: float, radius: float, strength: float = 0.6, board: bool = True
) -> Cells:
    """A chess board, or stripes, with a ball that rises from it."""
    x, y = _plane(side)
    far = np.hypot(x, y) / radius
    lift = np.where(far < 1, 1 - strength * (1 - np.minimum(far, 1) ** 2), 1.0)
    u, v = x * lift / width, y * lift / width
    return _cells(_is_odd(u) ^ _is_odd(v) if board else _is_odd(v))


def dent(side: int, width: float, power: float = 1.5) -> Cells:
    """A chess board whose squares become small toward its middle."""
    x, y = _plane(side)
    half = side / 2
    u, v = (np.sign(n) * (np.abs(n) / half) ** (1 / power) * half for n in (x, y))
    return _cells(_is_odd(u / width + 0.5) ^ _is_odd(v / width + 0.5))


def fold(side: int, width: float, folds: float, strength: float = 0.7) -> Cells:
    """A chess board on a cloth with upright folds, as in Movement in Squares."""
    x, y = _plane(side)
    u = x + strength * folds / (2 * math.pi) * np.sin(2 * math.pi * x / folds)
    return _cells(_is_odd(u / width) ^ _is_odd(y / width))


def target(side: int, rays: int, width: float, twist: float = 0.0, hole: float = 0.0) -> Cells:
    """Rings cut by rays, light and dark in turn; twisted, the rays are spirals.

    Args:
        side: Rows and columns.
        rays: Dark rays.
        width: Of a ring, cells; 0 for rays alone.
        twist: Turns of a ray from the middle to the border.
        hole: The radius of the white middle, cells.
    """
    x, y = _plane(side)
    far = np.hypot(x, y)
    angle = np.arctan2(y, x) / (2 * math.pi) + twist * far / (side / 2)
    found = _is_odd(2 * rays * angle)
    if width:
        found ^= _is_odd(far / width)
    return _cells(found & (far <= side / 2) & (far >= hole))


def tunnel(side: int, rays: int, depth: float, twist: float = 0.0) -> Cells:
    """A look into a round tunnel of dark and light stones."""
    x, y = _plane(side)
    far = np.maximum(np.hypot(x, y), 0.3)
    deep = depth * np.log(far)
    angle = np.arctan2(y, x) / (2 * math.pi) * 2 * rays + twist * deep
    return _cells(_is_odd(deep) ^ _is_odd(angle))


def square_tunnel(side: int, width: float, turn: float) -> Cells:
    """Squares in squares, each turned a little more; ``turn`` in degrees a cell."""
    x, y = _plane(side)
    found = np.zeros(x.shape, np.bool_)
    for k in range(round(side / 2 / width), 0, -1):
        a = math.radians(turn * (side / 2 - k * width))
        u, v = x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)
        found = np.where(np.maximum(abs(u), abs(v)) <= k * width, k % 2 == 1, found)
    return _cells(found)


def shifted(side: int, width: float, shape: str, slant: float = 0.0) -> Cells:
    """Stripes that are shifted inside a shape, which is only seen by that.

    Args:
        side: Rows and columns.
        width: Of a stripe, cells.
        shape: ``heart``, ``disc``, ``star``, ``moon`` or ``drop``.
        slant: Of the stripes, columns a row.
    """
    x, y = _plane(side)
    u, v = x / (side / 2), y / (side / 2)
    is_inside = SHAPES[shape](u, v)
    return _cells(_is_odd((y + slant * x) / width) ^ is_inside)


def _star(u: Field, v: Field) -> NDArray[np.bool_]:
    angle = np.arctan2(u, -v)
    sector = (angle + math.pi / 5) % (2 * math.pi / 5) - math.pi / 5
    far = np.hypot(u, v)
    edge = 0.9 * math.cos(math.pi / 5 * 2) / np.cos(2 * math.pi / 5 - np.abs(sector))
    return np.asarray(far <= edge * 1.0)


SHAPES: Mapping[str, Callable[[Field, Field], NDArray[np.bool_]]] = {
    "heart": lambda u, v: (
        ((u * 1.3) ** 2 + (-v * 1.25 + 0.1) ** 2 - 0.6) ** 3
        < 1.3 * (u * 1.3) ** 2 * (-v * 1.25 + 0.1) ** 3
    ),
    "disc": lambda u, v: np.hypot(u, v) < 0.66,
    "star": _star,
    "moon": lambda u, v: (np.hypot(u, v) < 0.75) & (np.hypot(u - 0.35, v + 0.1) > 0.6),
    "drop": lambda u, v: np.hypot(u, v - 0.2) < 0.55 - 0.25 * np.clip(-v, -0.2, 1),
}
"""Shapes in the square from -1 to 1, by name."""


def star_polygon(side: int, points: int, step: int, width: float, turn: float = 0.0,
                 limit: float = 0.5) -> Cells:  # fmt: skip
    """The outline of a star polygon; ``width`` of its line in cells."""
    x, y = _plane(side)
    found = np.zeros(x.shape, np.bool_)
    radius = (side - width) / 2
    at = [2 * math.pi * k / points - math.pi / 2 + math.radians(turn) for k in range(points)]
    corners = [(radius * math.cos(a), radius * math.sin(a)) for a in at]
    for k in range(points):
        (ax, ay), (bx, by) = corners[k], corners[(k + step) % points]
        dx, dy = bx - ax, by - ay
        t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        found |= np.hypot(x - ax - t * dx, y - ay - t * dy) <= width / 2
    return _cells(found, limit)


def filled_star(side: int, points: int, step: int, turn: float = 0.0) -> Cells:
    """A star polygon, filled by the even-odd rule."""
    x, y = _plane(side)
    radius = side / 2
    at = [2 * math.pi * k / points - math.pi / 2 + math.radians(turn) for k in range(points)]
    found = np.zeros(x.shape, np.bool_)
    for k in range(points):
        (ax, ay), (bx, by) = (
            (radius * math.cos(a), radius * math.sin(a)) for a in (at[k], at[(k + step) % points])
        )
        is_between = (ay > y) != (by > y)
        found ^= is_between & (x < (bx - ax) * (y - ay) / (by - ay + 1e-12) + ax)
    return _cells(found)


def automaton(rule: int, generations: int, width: int = 0) -> Cells:
    """An elementary cellular automaton that starts with one cell. Source: Wolfram, 1983."""
    width = width or 2 * generations - 1
    row = np.zeros(width + 2 * generations, np.int_)
    row[len(row) // 2] = 1
    rows = []
    for _ in range(generations):
        rows.append(row[generations : generations + width])
        code = 4 * np.roll(row, 1) + 2 * row + np.roll(row, -1)
        row = (rule >> code) & 1
    return np.array(rows) > 0


def truchet(down: int, across: int, tile: int, seed: int) -> Cells:
    """Square tiles with two quarter rings, each turned at random."""
    chance = np.random.default_rng(seed)
    fine = np.zeros((down * tile * _FINE, across * tile * _FINE), np.bool_)
    n = tile * _FINE
    y, x = (np.mgrid[:n, :n] + 0.5) / n
    band = 1 / tile * max(1, round(tile / 4)) / 2
    ring = abs(np.hypot(x, y) - 0.5) <= band
    ring |= abs(np.hypot(1 - x, 1 - y) - 0.5) <= band
    for r in range(down):
        for c in range(across):
            part = ring if chance.integers(2) else ring[:, ::-1]
            fine[r * n : r * n + n, c * n : c * n + n] = part
    return _cells(fine)
