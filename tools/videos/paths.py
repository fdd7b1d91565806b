"""Motion: smooth paths of poses over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tools.photographs.camera import Array

Path = Callable[[float], Array]
"""A function from seconds to a pose: x and y of the board from its usual place in widths of the
picture, size as a power of two, roll and tilts about the horizontal and the vertical in degrees."""
Level = Callable[[float], float]
"""A function from seconds to a number."""
USUAL = np.zeros(6)


@dataclass(frozen=True)
class Bend:
    """The curl of a sheet, see ``tools.photographs.camera.Pose``."""

    curl: Level
    """Height of the wave over time, in widths of the page."""
    wave: float = 1.5
    phase: float = 0.0
    slant: float = 0.0


def pose(
    x: float = 0,
    y: float = 0,
    zoom: float = 0,
    roll: float = 0,
    tilt_x: float = 0,
    tilt_y: float = 0,
) -> Array:
    """A pose by its parts."""
    return np.array([x, y, zoom, roll, tilt_x, tilt_y], np.float64)


def resting(at: Array = USUAL) -> Path:
    """No motion at all."""
    return lambda _: at


def keyed(times: Sequence[float], values: Sequence[Array]) -> Path:
    """A path from pose to pose with a rest at each; speed and acceleration are continuous."""
    moments, stack = np.asarray(times, np.float64), np.asarray(values, np.float64)

    def at(t: float) -> Array:
        k = int(np.clip(np.searchsorted(moments, t, "right") - 1, 0, len(moments) - 2))
        share = float(np.clip((t - moments[k]) / (moments[k + 1] - moments[k]), 0, 1))
        ease = share**3 * (10 - 15 * share + 6 * share**2)
        return np.asarray(stack[k] + (stack[k + 1] - stack[k]) * ease)

    return at


def levels(times: Sequence[float], values: Sequence[float]) -> Level:
    """A level from number to number, like ``keyed``."""
    path = keyed(times, [np.array([value]) for value in values])
    return lambda t: float(path(t)[0])


def tremor(rng: np.random.Generator, size: float) -> Path:
    """The tremor of a hand.

    Args:
        rng: Random numbers.
        size: Usual amplitude in widths of the picture.
    """
    count = 7
    reach = np.array([size, size, 3 * size, 150 * size, 200 * size, 200 * size])
    speeds = 2 * np.pi * rng.uniform(0.15, 2.6, (count, 6))
    phases = rng.uniform(0, 2 * np.pi, (count, 6))
    # Slow motion has a large amplitude, fast trembling a small one.
    weights = reach * np.minimum(1, 3.0 / speeds) * np.sqrt(2 / count)
    return lambda t: np.asarray((weights * np.sin(speeds * t + phases)).sum(axis=0))


def bursts(
    rng: np.random.Generator, spans: Sequence[tuple[float, float]], speeds: Sequence[float]
) -> Path:
    """Shakes between calm phases.

    Args:
        rng: Random numbers.
        spans: Start and end of each shake in s.
        speeds: The highest speed of each shake in widths of the picture per s.
    """
    shakes = []
    for (start, end), speed in zip(spans, speeds, strict=True):
        turns, angle = rng.uniform(1.8, 4.0, 2), rng.uniform(0, np.pi)
        reach = speed / (2 * np.pi * turns)
        shakes.append((start, end, turns, reach * np.array([np.cos(angle), np.sin(angle)]),
                       rng.uniform(0, 2 * np.pi, 2), rng.normal(0, 25 * speed)))  # fmt: skip

    def at(t: float) -> Array:
        moved = np.zeros(6)
        for start, end, turns, reach, phases, roll in shakes:
            if start < t < end:
                swell = np.sin(np.pi * (t - start) / (end - start)) ** 2
                waves = np.sin(2 * np.pi * turns * t + phases)
                other = np.cos(2 * np.pi * turns[::-1] * t + phases)
                aside = 0.35 * np.array([-reach[1], reach[0]]) * other
                moved[:2] += swell * (reach * waves + aside)
                moved[3] += swell * 0.05 * roll * waves[0]
        return moved

    return at


def together(*paths: Path) -> Path:
    """The sum of several motions."""
    return lambda t: np.asarray(sum((path(t) for path in paths), np.zeros(6)))
