"""Find seeds: first guesses at the position, angle and pitch of a grid.

The picture is divided into overlapping windows, in which even a bent page is nearly straight. The
angle of the lines in a window is the one at which the projection has the largest variance; their
pitch is a maximum of the projection's autocorrelation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import SEARCH_SIGMAS_PX, Plane, Ridges

MAX_TILT_DEG = 26
"""Maximum angle of the lines, degrees: the page may be turned by 20, and perspective adds to
that."""
FINE_TILTS_DEG = np.array([-0.5, 0.0, 0.5])
"""Angles around the best one that are tried last, degrees."""
MIN_PITCH_PX = 5.0
"""Smallest distance of two lines that can be separated, px."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A place with horizontal and vertical lines."""

    center: tuple[float, float]
    """(x, y) of a crossing or a point close to one, px."""
    right: tuple[float, float]
    """The step from a crossing to its right neighbour, (x, y) in px."""
    down: tuple[float, float]
    """The step from a crossing to the one below, (x, y) in px."""
    strength: float
    """How regular the lines are; used for ordering only."""


@dataclass(frozen=True, slots=True)
class _ParallelLines:
    """Parallel lines in a window."""

    angle: float
    """Angle of the lines, radians."""
    pitch: float
    offset: float
    """Offset of a line from the window's centre along the normal, px."""
    strength: float


def find_seeds(ridges: Ridges) -> Iterator[list[Seed]]:
    """Yield seeds, the strongest first: those of large windows, then those of small ones.

    Windows of half the picture are enough for a page that is hardly bent.
    """
    horizontal = _line_responses(ridges, 0.0)
    vertical = _line_responses(ridges, pi / 2)
    for parts in ((1, 2), (4,)):
        seeds = []
        for left, top, size in _windows(ridges.shape, parts):
            part = slice(top, top + size), slice(left, left + size)
            pairs = product(
                list(_parallel_line_sets(horizontal[part], 0.0)),
                list(_parallel_line_sets(vertical[part], pi / 2)),
            )
            for rows, columns in pairs:
                ratio = rows.pitch / columns.pitch
                if 0.55 < ratio < 1.8:
                    seeds.append(_seed(rows, columns, (left + size / 2, top + size / 2), ratio))
        yield sorted(seeds, key=lambda seed: -seed.strength)


def _line_responses(ridges: Ridges, angle: float) -> Plane:
    """The response to lines of about the given angle and of either polarity."""
    best: Plane | None = None
    for tilt in (-15, 0, 15):
        for sigma in SEARCH_SIGMAS_PX:
            plane = ridges.across(angle + tilt * pi / 180, sigma)
            best = np.abs(plane) if best is None else np.maximum(best, np.abs(plane))
    assert best is not None
    return np.minimum(best, 4 * float(best.mean()) + 1e-6)


def _windows(shape: tuple[int, int], parts: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Squares (left, top, side) that overlap by half, 1 / parts of the shorter side each."""
    height, width = shape
    short = min(height, width)
    for size in {min(short, max(96, short // k)) for k in parts}:
        for top in np.linspace(0, height - size, max(1, round(2 * height / size) - 1)):
            for left in np.linspace(0, width - size, max(1, round(2 * width / size) - 1)):
                yield int(left), int(top), size


def _parallel_line_sets(window: Plane, about: float) -> Iterator[_ParallelLines]:
    """Yield the one or two most regular sets of parallel lines in a window."""
    size = window.shape[0]
    scale = min(1.0, 192 / size)
    small = np.asarray(
        cv2.resize(window, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32
    )
    coarse = np.arange(-MAX_TILT_DEG, MAX_TILT_DEG + 1, 4.0)
    tilts = [(_variance(_project(small, about, t)), t) for t in coarse]
    best = max(tilts)[1]
    finer = [(_variance(_project(small, about, t)), t) for t in best + np.arange(-3.0, 3.1, 1.0)]
    best = max(finer)[1]
    fine = [
        (_variance(p), t, p) for t in best + FINE_TILTS_DEG for p in [_project(window, about, t)]
    ]
    _, tilt, profile = max(fine, key=lambda candidate: candidate[0])
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
    return np.asarray(cv2.reduce(turned, 1, cv2.REDUCE_AVG).ravel(), np.float32)


def _variance(profile: NDArray[np.float32]) -> float:
    column = profile.reshape(-1, 1)
    smooth = cv2.blur(column, (1, 2 * (len(profile) // 8) + 1))
    _, deviation = cv2.meanStdDev(column - smooth)
    return float(deviation[0, 0]) ** 2


def _pitches(profile: NDArray[np.float32]) -> list[tuple[float, float]]:
    """Periods of the profile, each with its autocorrelation."""
    length = len(profile)
    smooth = cv2.blur(profile.reshape(-1, 1), (1, 2 * (length // 10) + 1)).ravel()
    detail = profile - smooth
    detail = np.minimum(detail, 3 * float(np.abs(detail).mean()) + 1e-6)
    detail = detail - detail.mean()
    spectrum = np.abs(np.fft.rfft(detail, 2 * length)) ** 2
    raw = np.fft.irfft(spectrum)[:length]
    lags = np.arange(length)
    auto = raw / (length - lags) / (raw[0] / length + 1e-9)
    top = length * 2 // 5
    found: list[tuple[float, float]] = []
    for lag in range(int(MIN_PITCH_PX), top):
        if auto[lag] >= auto[lag - 1] and auto[lag] > auto[lag + 1] and auto[lag] > 0.2:
            a, b, c = auto[lag - 1], auto[lag], auto[lag + 1]
            shift = 0.5 * (a - c) / (a - 2 * b + c - 1e-9)
            found.append((lag + float(shift), float(auto[lag])))
    if not found:
        return []
    highest = max(strength for _, strength in found)
    return [(p, s) for p, s in found if s > 0.55 * highest][:2]


def _offset(profile: NDArray[np.float32], pitch: float) -> float:
    """The position of a line, from the middle of the profile: the best phase."""
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
    crossing = np.linalg.solve(both, [rows.offset, _normal_offset(columns)])
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


def _normal_offset(columns: _ParallelLines) -> float:
    """The offset of steep lines along the normal that points to the right."""
    return -columns.offset
