"""Where in a picture, and at what pace, lines repeat themselves: the first guesses at a grid.

The picture is looked at through overlapping windows, small enough for a bent page to be straight
in each. In a window the angle of the lines is the one at which the projection varies most, and
their distance is read off the projection's autocorrelation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import SEARCH_SIGMAS, Plane, Ridges

MAX_TILT = 26
"""Degrees: the page may be turned by 20, and perspective adds to that."""
FINE = np.array([-0.5, 0.0, 0.5])
"""Degrees around the best tilt that are looked at last."""
MIN_PITCH = 5.0
"""Lines closer than this, in px, cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A place with lines both ways."""

    center: tuple[float, float]
    """(x, y) of a crossing, or close to one."""
    right: tuple[float, float]
    """From a crossing to its neighbour on the right."""
    down: tuple[float, float]
    """From a crossing to the one below."""
    strength: float
    """How regular the lines are; for ordering only."""


@dataclass(frozen=True, slots=True)
class _ParallelLines:
    """Parallel lines in a window."""

    angle: float
    """Of the lines, radians."""
    pitch: float
    offset: float
    """Of a line from the window's centre, along the normal."""
    strength: float


def find_seeds(ridges: Ridges) -> Iterator[list[Seed]]:
    """Guesses, the most promising first: from large windows, then from small ones.

    A page that is hardly bent is seen at once in windows of half its size.
    """
    flat = _planes(ridges, 0.0)
    steep = _planes(ridges, pi / 2)
    for parts in ((1, 2), (4,)):
        seeds = []
        for left, top, size in _windows(ridges.shape, parts):
            part = slice(top, top + size), slice(left, left + size)
            pairs = product(list(_combs(flat[part], 0.0)), list(_combs(steep[part], pi / 2)))
            for rows, columns in pairs:
                ratio = rows.pitch / columns.pitch
                if 0.55 < ratio < 1.8:
                    seeds.append(_seed(rows, columns, (left + size / 2, top + size / 2), ratio))
        yield sorted(seeds, key=lambda seed: -seed.strength)


def _planes(ridges: Ridges, angle: float) -> Plane:
    """The response to lines of any angle about the one given, and of either sign."""
    best: Plane | None = None
    for tilt in (-15, 0, 15):
        for sigma in SEARCH_SIGMAS:
            plane = ridges.across(angle + tilt * pi / 180, sigma)
            best = np.abs(plane) if best is None else np.maximum(best, np.abs(plane))
    assert best is not None
    return np.minimum(best, 4 * float(best.mean()) + 1e-6)


def _windows(shape: tuple[int, int], parts: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Squares that overlap by half: (left, top, side); so large a part of the picture each."""
    height, width = shape
    short = min(height, width)
    for size in {min(short, max(96, short // k)) for k in parts}:
        for top in np.linspace(0, height - size, max(1, round(2 * height / size) - 1)):
            for left in np.linspace(0, width - size, max(1, round(2 * width / size) - 1)):
                yield int(left), int(top), size


def _combs(window: Plane, about: float) -> Iterator[_ParallelLines]:
    """The one or two most regular sets of parallel lines."""
    size = window.shape[0]
    scale = min(1.0, 192 / size)
    small = np.asarray(
        cv2.resize(window, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32
    )
    coarse = np.arange(-MAX_TILT, MAX_TILT + 1, 4.0)
    tilts = [(_spread(_project(small, about, t)), t) for t in coarse]
    best = max(tilts)[1]
    finer = [(_spread(_project(small, about, t)), t) for t in best + np.arange(-3.0, 3.1, 1.0)]
    best = max(finer)[1]
    fine = [(_spread(p), t, p) for t in best + FINE for p in [_project(window, about, t)]]
    _, tilt, profile = max(fine, key=lambda way: way[0])
    for pitch, strength in _pitches(profile):
        yield _ParallelLines(about + tilt * pi / 180, pitch, _offset(profile, pitch), strength)


def _project(window: Plane, about: float, tilt: float) -> NDArray[np.float32]:
    """Mean responses along lines at an angle: one value for each px along the normal."""
    size = window.shape[0]
    side = int(size * 0.72)  # the inner square stays inside at any tilt
    degrees = np.degrees(about) + tilt
    matrix = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), float(degrees), 1.0)
    matrix[:, 2] += (side - size) / 2
    turned = cv2.warpAffine(window, matrix, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(turned.mean(axis=1), np.float32)


def _spread(profile: NDArray[np.float32]) -> float:
    broad = cv2.blur(profile.reshape(-1, 1), (1, 2 * (len(profile) // 8) + 1)).ravel()
    return float(np.var(profile - broad))


def _pitches(profile: NDArray[np.float32]) -> list[tuple[float, float]]:
    """Distances at which the profile repeats itself, each with its correlation."""
    length = len(profile)
    broad = cv2.blur(profile.reshape(-1, 1), (1, 2 * (length // 10) + 1)).ravel()
    flat = profile - broad
    flat = np.minimum(flat, 3 * float(np.abs(flat).mean()) + 1e-6)
    flat = flat - flat.mean()
    spectrum = np.abs(np.fft.rfft(flat, 2 * length)) ** 2
    raw = np.fft.irfft(spectrum)[:length]
    lags = np.arange(length)
    auto = raw / (length - lags) / (raw[0] / length + 1e-9)
    top = length * 2 // 5
    found: list[tuple[float, float]] = []
    for lag in range(int(MIN_PITCH), top):
        if auto[lag] >= auto[lag - 1] and auto[lag] > auto[lag + 1] and auto[lag] > 0.2:
            a, b, c = auto[lag - 1], auto[lag], auto[lag + 1]
            shift = 0.5 * (a - c) / (a - 2 * b + c - 1e-9)
            found.append((lag + float(shift), float(auto[lag])))
    if not found:
        return []
    highest = max(strength for _, strength in found)
    return [(p, s) for p, s in found if s > 0.55 * highest][:2]


def _offset(profile: NDArray[np.float32], pitch: float) -> float:
    """Where a line is, from the middle of the profile: the best phase."""
    positions = np.arange(len(profile)) - (len(profile) - 1) / 2
    phase = np.angle(np.sum(profile * np.exp(2j * pi * positions / pitch)))
    return float(phase / (2 * pi) * pitch)


def _seed(
    rows: _ParallelLines, columns: _ParallelLines, center: tuple[float, float], ratio: float
) -> Seed:
    along_row = np.array([cos(rows.angle), sin(rows.angle)])
    along_column = np.array([cos(columns.angle), sin(columns.angle)])
    normal_row = np.array([-along_row[1], along_row[0]])
    normal_column = np.array([along_column[1], -along_column[0]])
    both = np.array([normal_row, normal_column])
    crossing = np.linalg.solve(both, [rows.offset, _signed(columns)])
    right = along_row * columns.pitch / abs(float(along_row @ normal_column))
    down = along_column * rows.pitch / abs(float(along_column @ normal_row))
    strength = min(rows.strength, columns.strength) * min(ratio, 1 / ratio)
    x, y = center[0] - 0.5 + crossing[0], center[1] - 0.5 + crossing[1]
    return Seed(
        (float(x), float(y)),
        (float(right[0]), float(right[1])),
        (float(down[0]), float(down[1])),
        strength,
    )


def _signed(columns: _ParallelLines) -> float:
    """The offset of steep lines along the normal that points to the right."""
    return -columns.offset
