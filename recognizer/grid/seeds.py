"""Find seeds: first guesses at the position, angle and pitch of a grid.

The picture is divided into overlapping windows, in which even a bent page is nearly straight. The
angle of the lines in a window is the one at which the projection has the largest variance; their
pitch is a maximum of the projection's autocorrelation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import SEARCH_SIGMAS_PX, Plane, Ridges
from recognizer.two_threads import both

MAX_TILT_DEG = 26
"""Maximum angle of the lines, degrees: the page may be turned by 20, and perspective adds to
that."""
COARSE_TILTS_DEG = np.arange(-MAX_TILT_DEG, MAX_TILT_DEG + 1, 4.0)
"""Angles that are tried first, degrees."""
FINER_TILTS_DEG = np.arange(-3.0, 3.1, 1.0)
"""Angles around the best one that are tried next, degrees."""
FINE_TILTS_DEG = np.array([-0.5, 0.0, 0.5])
"""Angles around the best one that are tried last, at full size, degrees."""
MAX_COARSE_PX = 192
"""Side to which windows are reduced for the first angles, px."""
MIN_REGULARITY, MIN_REGULARITY_SHARE = 0.2, 0.55
"""Minimum autocorrelation of parallel lines, and its minimum share of the largest one."""
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
    ridges.smooth(SEARCH_SIGMAS_PX)
    # Turned by a quarter, vertical lines are horizontal ones.
    horizontal, vertical = both(
        lambda: _line_responses(ridges, 0.0),
        lambda: np.ascontiguousarray(np.rot90(_line_responses(ridges, pi / 2))),
    )
    for parts in ((1, 2), (4,)):
        seeds = []
        for size, places in _windows(ridges.shape, parts):
            turned = [(top, ridges.shape[1] - left - size) for left, top in places]
            found = both(
                partial(_parallel_lines, horizontal, places, size),
                partial(_parallel_lines, vertical, turned, size),
            )
            for (left, top), *sets in zip(places, *found, strict=True):
                for rows, columns in product(*sets):
                    ratio = rows.pitch / columns.pitch
                    if 0.55 < ratio < 1.8:
                        upright = replace(columns, angle=columns.angle + pi / 2)
                        middle = (left + size / 2, top + size / 2)
                        seeds.append(_seed(rows, upright, middle, ratio))
        yield sorted(seeds, key=lambda seed: -seed.strength)


def _line_responses(ridges: Ridges, angle: float) -> Plane:
    """The response to lines of about the given angle and of either polarity."""
    best = np.zeros(ridges.shape, np.float32)
    for tilt in (-15, 0, 15):
        for sigma in SEARCH_SIGMAS_PX:
            plane = ridges.across(angle + tilt * pi / 180, sigma)
            np.maximum(best, np.abs(plane, out=plane), out=best)
    return np.minimum(best, 4 * float(best.mean()) + 1e-6, out=best)


def _windows(
    shape: tuple[int, int], parts: tuple[int, ...]
) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Squares that overlap by half, 1 / parts of the shorter side each: side, (left, top)."""
    height, width = shape
    short = min(height, width)
    for size in {min(short, max(96, short // k)) for k in parts}:
        tops, lefts = (
            np.linspace(0, side - size, max(1, round(2 * side / size) - 1)).astype(int).tolist()
            for side in shape
        )
        yield size, [(left, top) for top in tops for left in lefts]


def _parallel_lines(
    plane: Plane, places: list[tuple[int, int]], size: int
) -> list[list[_ParallelLines]]:
    """The one or two most regular sets of nearly horizontal lines in each window of a plane."""
    sets: list[list[_ParallelLines]] = [[] for _ in places]
    # Paper without any ink has none.
    seen = [k for k, (x, y) in enumerate(places) if plane[y : y + size, x : x + size].any()]
    if not seen:
        return sets
    places = [places[k] for k in seen]
    scale = min(1.0, MAX_COARSE_PX / size)
    side = round(size * scale)
    reduced = np.asarray(
        cv2.resize(plane, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32
    )
    corners = np.rint(np.array(places) * scale).astype(int)
    corners = np.minimum(corners, np.array(reduced.shape[::-1]) - side)
    small = [reduced[top : top + side, left : left + side] for left, top in corners.tolist()]
    large = [plane[top : top + size, left : left + size] for left, top in places]
    tilts = np.zeros(len(places))
    for windows, around in ((small, COARSE_TILTS_DEG), (small, FINER_TILTS_DEG)):
        tilts = tilts + around[_variances(_profiles(windows, tilts, around)).argmax(axis=1)]
    fine = _profiles(large, tilts, FINE_TILTS_DEG)
    best = _variances(fine).argmax(axis=1)
    for k, tilt, at, profiles in zip(seen, tilts.tolist(), best.tolist(), fine, strict=True):
        profile, angle = profiles[at], (tilt + FINE_TILTS_DEG[at]) * pi / 180
        sets[k] = [
            _ParallelLines(float(angle), pitch, _offset(profile, pitch), strength)
            for pitch, strength in _pitches(profile)
        ]
    return sets


def _profiles(
    windows: list[Plane], tilts: NDArray[np.float64], around: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Mean responses along lines at angles around one for each window.

    Returns:
        Shape (windows, angles, length): one value for each px along the normal.
    """
    size = len(windows[0])
    side = int(size * 0.72)  # the inner square stays inside at any tilt
    profiles = np.empty((len(windows), len(around), side), np.float32)
    for tilt in sorted(set(tilts.tolist())):  # np.unique imports the module of masked arrays
        alike = np.flatnonzero(tilts == tilt).tolist()
        # Four windows at once, as the channels of one, take as long as one.
        for start in range(0, len(alike), 4):
            group = alike[start : start + 4]
            planes = [windows[k] for k in group]
            planes += planes[:1] * (4 - len(group))
            merged = np.asarray(planes[0] if len(group) == 1 else cv2.merge(planes), np.float32)
            for k, more in enumerate(around.tolist()):
                rotation = cv2.getRotationMatrix2D(((size - 1) / 2,) * 2, tilt + more, 1.0)
                # With x and y exchanged: OpenCV is 25 times as fast in adding up columns.
                matrix = np.array(rotation[::-1], np.float64)
                matrix[:, 2] += (side - size) / 2
                turned = cv2.warpAffine(merged, matrix, (side, side), flags=cv2.INTER_LINEAR)
                means = cv2.reduce(turned, 0, cv2.REDUCE_AVG).reshape(side, -1)
                profiles[group, k] = means.T[: len(group)]
    return profiles


def _variances(profiles: NDArray[np.float32]) -> NDArray[np.float64]:
    """The variance of each profile (last axis) around its moving average."""
    flat = profiles.reshape(-1, profiles.shape[-1])
    smooth = cv2.blur(flat, (2 * (flat.shape[1] // 8) + 1, 1))
    return np.asarray((flat - smooth).var(axis=1).reshape(profiles.shape[:-1]), np.float64)


def _pitches(profile: NDArray[np.float32]) -> list[tuple[float, float]]:
    """Periods of the profile, each with its autocorrelation."""
    length = len(profile)
    smooth = cv2.blur(profile.reshape(-1, 1), (1, 2 * (length // 10) + 1)).ravel()
    detail = profile - smooth
    detail = np.minimum(detail, 3 * float(np.abs(detail).mean()) + 1e-6)
    detail = detail - detail.mean()
    spectrum = np.abs(np.fft.rfft(detail, 2 * length)) ** 2
    raw = np.fft.irfft(spectrum)[:length]
    auto = raw / (length - np.arange(length)) / (raw[0] / length + 1e-9)
    lags = np.arange(int(MIN_PITCH_PX), length * 2 // 5)
    before, here, after = auto[lags - 1], auto[lags], auto[lags + 1]
    is_peak = (here >= before) & (here > after) & (here > MIN_REGULARITY)
    if not is_peak.any():
        return []
    a, b, c = before[is_peak], here[is_peak], after[is_peak]
    pitches = lags[is_peak] + 0.5 * (a - c) / (a - 2 * b + c - 1e-9)
    is_strong = b > MIN_REGULARITY_SHARE * b.max()
    return list(zip(pitches[is_strong].tolist(), b[is_strong].tolist(), strict=True))[:2]


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
