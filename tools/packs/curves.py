"""Fractals and curves by rule. Each function returns bool, shape (height, width)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.bool_]
Points = NDArray[np.float64]
_FINE = 12
"""Pixels along the side of a cell while a curve is drawn."""


def coverage(height: int, width: int, draw: Callable[[NDArray[np.uint8]], None]) -> Points:
    """The share of each cell, 0 to 1, that a function paints with 255 into a fine picture."""
    fine = np.zeros((height * _FINE, width * _FINE), np.uint8)
    draw(fine)
    cells = fine.reshape(height, _FINE, width, _FINE).mean(axis=(1, 3))
    return np.asarray(cells / 255.0)


def fitted(points: Points, height: int, width: int, margin: float = 0.5) -> Points:
    """Points in cells: as large as fits, in the middle, the y axis down."""
    low, high = points.min(axis=0), points.max(axis=0)
    extent = np.maximum(high - low, 1e-9)
    scale = min((width - 2 * margin) / extent[0], (height - 2 * margin) / extent[1])
    middle = np.array([width / 2, height / 2])
    return np.asarray((points - (low + high) / 2) * scale + middle)


def filled(points: Points, height: int, width: int, limit: float = 0.5) -> Cells:
    """A filled polygon."""
    corners = np.round(fitted(points, height, width, 0) * _FINE).astype(np.int32)
    return coverage(height, width, lambda fine: _fill(fine, corners)) >= limit


def _fill(fine: NDArray[np.uint8], corners: NDArray[np.int32]) -> None:
    cv2.fillPoly(fine, [corners], 255)


def turtle(path: str, angle: float, start: float = 0.0) -> Points:
    """The points of a path: F is a step, + and - turn by an angle in degrees."""
    heading, place, found = start, np.zeros(2), [np.zeros(2)]
    for letter in path:
        if letter == "F":
            turn = math.radians(heading)
            place = place + np.array([math.cos(turn), math.sin(turn)])
            found.append(place)
        elif letter in "+-":
            heading += angle if letter == "+" else -angle
    return np.array(found)


def rewritten(path: str, rules: Mapping[str, str], times: int) -> str:
    """A Lindenmayer system's word."""
    for _ in range(times):
        path = "".join(rules.get(letter, letter) for letter in path)
    return path


def lattice_path(points: Points, step: int = 2) -> Cells:
    """A path on a square lattice, one cell wide, its corners ``step`` cells apart."""
    corners = np.round(points - points.min(axis=0)).astype(int) * step
    width, height = corners.max(axis=0) + 1
    cells = np.zeros((height, width), np.uint8)
    cv2.polylines(cells, [corners.astype(np.int32)], False, 1, 1, cv2.LINE_4)
    return cells > 0


def koch_snowflake(side: int) -> Cells:
    """The snowflake of three Koch curves, filled."""
    path = rewritten("F--F--F", {"F": "F+F--F+F"}, 4)
    points = turtle(path, 60)
    return filled(points[:, ::-1], round(side * 1.1547), side)


def koch_ring(side: int) -> Cells:
    """The snowflake with a smaller one cut out, turned."""
    cells = koch_snowflake(side)
    height, width = cells.shape
    inner = cv2.resize(cells.astype(np.uint8), (width * 6 // 10, height * 6 // 10)) > 0
    top, left = (height - inner.shape[0]) // 2, (width - inner.shape[1]) // 2
    cells[top : top + inner.shape[0], left : left + inner.shape[1]] &= ~inner
    return cells


def dragon_shape(times: int) -> Cells:
    """Heighway's dragon, filled: all cells that the curve visits."""
    path = rewritten("FX", {"X": "X+YF+", "Y": "-FX-Y"}, times)
    return lattice_path(turtle(path, 90), 1)


def levy_curve(times: int) -> Cells:
    """Lévy's C curve."""
    points = turtle(rewritten("F", {"F": "+F--F+"}, times), 45)
    if times % 2:
        points = points @ np.array([[1, 1], [-1, 1]]) / math.sqrt(2)
    return lattice_path(points, 1)


def hilbert_curve(times: int) -> Cells:
    """Hilbert's curve through the middles of 2**times squares on a side."""
    path = rewritten("A", {"A": "+BF-AFA-FB+", "B": "-AF+BFB+FA-"}, times)
    return lattice_path(turtle(path, 90), 2)


def sierpinski_filled(side: int, depth: int) -> Cells:
    """A triangle without its middle triangles."""

    def draw(fine: NDArray[np.uint8]) -> None:
        height, width = fine.shape
        _triangles(fine, ((0, height), (width, height), (width / 2, 0)), depth)

    return coverage(round(side * 0.875), side, draw) >= 0.5


def _triangles(fine: NDArray[np.uint8], corners: tuple[tuple[float, float], ...], n: int) -> None:
    if n == 0:
        cv2.fillPoly(fine, [np.round(np.array(corners)).astype(np.int32)], 255)
        return
    for a in corners:
        _triangles(fine, tuple(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for b in corners), n - 1)


def carpet(times: int, pattern: str) -> Cells:
    """A pattern of three rows whose cells are replaced by the pattern itself."""
    unit = np.array([[c == "#" for c in row] for row in pattern.split("/")])
    cells = np.ones((1, 1), np.bool_)
    for _ in range(times):
        cells = np.kron(cells, unit)
    return cells


def mandelbrot(width: int, height: int) -> Cells:
    """The Mandelbrot set."""
    return _escape(width, height, (-2.1, 0.65), 0, None)


def julia(width: int, height: int, c: complex, reach: float = 1.55) -> Cells:
    """The filled Julia set of z*z + c."""
    return _escape(width, height, (-reach, reach), 0, c)


def _escape(
    width: int, height: int, span: tuple[float, float], middle: float, c: complex | None
) -> Cells:
    fine = 6
    x = np.linspace(*span, width * fine)
    reach = (span[1] - span[0]) / 2 * height / width
    y = np.linspace(middle - reach, middle + reach, height * fine)
    start = x[None, :] + 1j * y[:, None]
    z = start.copy() if c is not None else np.zeros_like(start)
    add = start if c is None else c
    stays = np.ones(z.shape, np.bool_)
    for _ in range(80):
        z[stays] = (z**2 + add)[stays]
        stays &= np.abs(z) <= 2
    share = stays.reshape(height, fine, width, fine).mean(axis=(1, 3))
    return np.asarray(share >= 0.42)


def fern(width: int, height: int) -> Cells:
    """Barnsley's fern."""
    chance = np.random.default_rng(1)
    maps = np.array(
        [(0, 0, 0, 0.16, 0), (0.85, 0.04, -0.04, 0.85, 1.6),
         (0.2, -0.26, 0.23, 0.22, 1.6), (-0.15, 0.28, 0.26, 0.24, 0.44)]
    )  # fmt: skip
    x = y = 0.0
    points = []
    for k in chance.choice(4, 60_000, p=[0.01, 0.85, 0.07, 0.07]):
        a, b, c, d, f = maps[k]
        x, y = a * x + b * y, c * x + d * y + f
        points.append((x, -y))
    at = fitted(np.array(points), height, width, 0.01)
    counts = np.histogram2d(at[:, 1], at[:, 0], (height, width), ((0, height), (0, width)))[0]
    return np.asarray(counts > 6)


def pythagoras_tree(width: int, height: int, depth: int, lean: float = 45) -> Cells:
    """Squares on squares, with right triangles between them."""
    squares: list[Points] = []

    def grow(left: complex, right: complex, n: int) -> None:
        up = (right - left) * 1j
        squares.append(_xy([left, right, right + up, left + up]))
        if n:
            side = right - left
            turn = complex(math.cos(math.radians(lean)), math.sin(math.radians(lean)))
            top = left + up + side * math.cos(math.radians(lean)) * turn
            grow(left + up, top, n - 1)
            grow(top, right + up, n - 1)

    grow(0, 1, depth)
    points = np.concatenate(squares) * (1, -1)
    at = np.round(fitted(points, height, width, 0) * _FINE).astype(np.int32).reshape(-1, 4, 2)

    def draw(fine: NDArray[np.uint8]) -> None:
        for square in at:
            cv2.fillPoly(fine, [square], 255)

    return coverage(height, width, draw) >= 0.45


def _xy(values: list[complex]) -> Points:
    return np.array([(value.real, value.imag) for value in values])


def branching_tree(width: int, height: int, depth: int = 7, angle: float = 24) -> Cells:
    """A tree whose branches divide in two."""
    lines: list[tuple[complex, complex, int]] = []

    def grow(foot: complex, branch: complex, n: int) -> None:
        lines.append((foot, foot + branch, n))
        if n:
            for sign in (-1, 1):
                turn = complex(math.cos(math.radians(angle)), sign * math.sin(math.radians(angle)))
                grow(foot + branch, branch * turn * 0.78, n - 1)

    grow(0, 1j, depth)
    points = _xy([end for line in lines for end in line[:2]]) * (1, -1)
    at = np.round(fitted(points, height, width, 1) * _FINE).astype(int)

    def draw(fine: NDArray[np.uint8]) -> None:
        for k, line in enumerate(lines):
            ends = [(int(x), int(y)) for x, y in at[2 * k : 2 * k + 2]]
            cv2.line(fine, ends[0], ends[1], 255, max(_FINE, line[2] * 5))

    return coverage(height, width, draw) >= 0.5


def spiral(width: int, height: int, arms: int, turns: float, share: float = 0.5) -> Cells:
    """A spiral of Archimedes with several arms."""
    y, x = np.mgrid[:height, :width].astype(float)
    x, y = x - (width - 1) / 2, y - (height - 1) / 2
    radius = np.hypot(x, y) / (min(width, height) / 2)
    phase = (np.arctan2(y, x) / (2 * math.pi) * arms + radius * turns) % 1
    return np.asarray((phase < share) & (radius <= 1.0))


def rosette(side: int, petals: int, rings: tuple[tuple[float, float, float, float], ...]) -> Cells:
    """Rings whose borders move in and out with the angle.

    Args:
        side: Rows and columns.
        petals: How often the borders move around the circle.
        rings: Inner and outer radius, 0 to 1, and how much both move; odd ones cut out.
    """
    y, x = np.mgrid[: side * 6, : side * 6].astype(float)
    x, y = ((v + 0.5) / (side * 3) - 1 for v in (x, y))
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    wave = np.cos(petals * angle)
    found = np.zeros(radius.shape, np.bool_)
    for inner, outer, move_in, move_out in rings:
        found ^= (radius >= inner + move_in * wave) & (radius <= outer + move_out * wave)
    share = found.reshape(side, 6, side, 6).mean(axis=(1, 3))
    return np.asarray(share >= 0.5)
