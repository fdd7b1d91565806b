"""The events of each scene: motion of page, camera and hand, and changes of light, in seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tools.photographs.camera import Array
from tools.videos.exposure import Shadow
from tools.videos.paths import (
    USUAL,
    Bend,
    Path,
    bursts,
    keyed,
    levels,
    pose,
    resting,
    together,
    tremor,
)


@dataclass(frozen=True)
class Turn:
    """A page and its own motion, in addition to that of the camera."""

    path: Path = field(default_factory=resting)
    start: float = -1e9
    """The time in s from which on the page exists."""
    end: float = 1e9


@dataclass(frozen=True)
class Reach:
    """A hand that appears, stays and disappears."""

    times: tuple[float, ...]
    angle: float
    """The direction that it comes from in degrees; 0 is from below."""
    spot: float
    """Its target on board and clues, from 0 to 1 in some order."""


@dataclass(frozen=True)
class Plan:
    """A scene without its pages."""

    seconds: float
    path: Path
    """The motion of the pages and the table."""
    on_table: bool
    """Whether the pages lie on a table; else they are held, with a room behind them."""
    turns: tuple[Turn, ...] = (Turn(),)
    fill: float = 0.84
    """Share of the picture's height or width for board and clues, at most."""
    variant: str = ""
    bend: Bend | None = None
    """The curl of the pages."""
    reach: Reach | None = None
    light: dict[str, Any] = field(default_factory=dict)
    """What is unusual about light and sensor, see :class:`tools.videos.exposure.Sensor`."""
    readout_s: float = 0.0
    """The time from the first row of a frame to the last one (rolling shutter)."""
    has_faint_lines: bool = False
    """Whether the lines between the thick ones are faint."""
    distortion: float = 0.0
    """The distortion of the lens, see :class:`tools.videos.lens.Lens`."""


Rng = np.random.Generator


def _base(rng: Rng, most: float = 1.0) -> Array:
    """A usual pose of a page before a camera that was set up by hand."""
    roll, *tilts = np.clip(rng.normal(0, 1, 3), -2, 2) * np.array([3, 7, 5]) * most
    return pose(roll=roll, tilt_x=tilts[0], tilt_y=tilts[1])


def _calm(rng: Rng) -> float:
    """The tremor of a calm hand, in widths of the picture: mostly 0.3 to 1.5 px at 640."""
    return float(rng.uniform(0.0004, 0.0024))


def _chance(rng: Rng) -> bool:
    return bool(rng.random() < 0.5)


def _sign(rng: Rng) -> float:
    return 1.0 if _chance(rng) else -1.0


def _near(rng: Rng, reach: float) -> Array:
    """A pose near the usual one, within a distance in widths of the picture."""
    x, y = rng.normal(0, reach, 2)
    return pose(x=float(x), y=float(y))


def _away(rng: Rng, zoom: float = 0.0) -> Array:
    """A pose outside of the picture."""
    roll = float(rng.normal(0, 12))
    if rng.random() < 0.6:
        return pose(x=1.3 * _sign(rng), y=rng.uniform(-0.2, 0.2), zoom=zoom, roll=roll)
    return pose(x=rng.uniform(-0.2, 0.2), y=1.15 * _sign(rng), zoom=zoom, roll=roll)


def still(rng: Rng, fps: float) -> Plan:
    """A page that is held calmly, or lies on a table."""
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    return Plan(5.0, path, _chance(rng))


def shake(rng: Rng, fps: float) -> Plan:
    """Bursts of strong shaking, each stronger than the last, between calm phases."""
    spans = [(1.0, 2.5), (3.5, 5.0), (6.0, 7.2)]
    # 5 to 25 px a frame at 30 frames a second and a width of 640.
    speeds = [rng.uniform(*span) for span in ((0.25, 0.45), (0.5, 0.8), (0.85, 1.15))]
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)), bursts(rng, spans, speeds))
    return Plan(8.0, path, _chance(rng))


def approach(rng: Rng, fps: float) -> Plan:
    """The page comes from outside, or the camera from far away; then it rests."""
    base, on_table = _base(rng), _chance(rng)
    far: Array
    if on_table:
        far = _near(rng, 0.15) + pose(zoom=-2.2, roll=rng.normal(0, 10), tilt_x=rng.uniform(10, 25))
    else:
        far = _away(rng, zoom=-0.8)
    near = base + _near(rng, 0.02) + pose(zoom=rng.uniform(0.04, 0.1), roll=rng.normal(0, 3))
    path = keyed([0.5, 2.2, 2.7], [far, near, base])
    return Plan(6.0, together(path, tremor(rng, _calm(rng))), on_table)


def tilt(rng: Rng, fps: float) -> Plan:
    """The page is tilted about both axes and rolled, one after the other, then all at once."""
    base, angle, turn = _base(rng, 0.3), 35.0, 15.0
    poses = [
        base,
        base + pose(tilt_x=angle * _sign(rng)),
        base,
        base + pose(tilt_y=angle * _sign(rng)),
        base,
        base + pose(roll=turn * _sign(rng)),
        pose(
            roll=turn * _sign(rng),
            tilt_x=0.7 * angle * _sign(rng),
            tilt_y=0.7 * angle * _sign(rng),
        ),
        base,
    ]
    path = keyed([0.6, 2.0, 3.4, 4.8, 6.2, 7.2, 8.6, 9.8], poses)
    return Plan(10.4, together(path, tremor(rng, _calm(rng))), _chance(rng), fill=0.8)


def hand(rng: Rng, fps: float) -> Plan:
    """A hand covers a part of board and clues, moves, and disappears."""
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    angle = float(rng.choice([0.0, -55.0, 55.0, 90.0, -90.0]) + rng.normal(0, 12))
    reach = Reach((1.0, 1.9, 3.2, 4.4, 5.3), angle, float(rng.random()))
    return Plan(6.5, path, _chance(rng), reach=reach)


def leave(rng: Rng, fps: float) -> Plan:
    """The page leaves the picture for a second, and comes back in a slightly different pose."""
    base = _base(rng)
    back = base + _near(rng, 0.015) + pose(zoom=rng.normal(0, 0.04), roll=rng.normal(0, 4))
    out, other = _away(rng), _away(rng)
    there = keyed([1.5, 2.3], [base, out])
    again = keyed([2.8, 3.7], [other, back])
    # It may come back from another side: its motion outside of the picture is not visible.
    path = together(lambda t: there(t) if t < 2.55 else again(t), tremor(rng, _calm(rng)))
    return Plan(5.5, path, _chance(rng))


def swap(rng: Rng, fps: float) -> Plan:
    """Another puzzle replaces the first one: at a cut, slid over it, or below it."""
    variant = ("cut", "slide", "lift")[int(rng.integers(3))]
    camera = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    near = _near(rng, 0.012) + pose(roll=rng.normal(0, 1.5))
    if variant == "cut":
        moment = (round(3.0 * fps) - 0.5) / fps  # between two exposures
        turns = Turn(end=moment), Turn(start=moment)
        return Plan(6.0, camera, _chance(rng), turns, variant=variant)
    if variant == "slide":
        new = keyed([2.5, 3.8], [_away(rng), near])
        return Plan(6.5, camera, True, (Turn(), Turn(new)), variant=variant)
    old = keyed([2.0, 2.9], [USUAL, _away(rng, 0.1)])
    new = keyed([3.3, 4.4], [_away(rng, 0.1), near])
    turns = Turn(old, end=2.95), Turn(new, start=3.25)
    return Plan(7.0, camera, _chance(rng), turns, variant=variant)


def light(rng: Rng, fps: float) -> Plan:
    """The lamp goes dimmer, a shadow passes, the exposure jumps; noise grows in the dark."""
    dim, low, high = rng.uniform(0.35, 0.5), rng.uniform(0.6, 0.75), rng.uniform(1.12, 1.25)
    step = 1.5 / fps
    times = [1.0, 2.4, 3.0, 3.0 + step, 4.0, 4.0 + step, 6.2, 6.2 + step]
    lamp = levels(times, [1.0, dim, dim, low, low, high, high, 1.0])
    usual = float(rng.uniform(2, 3.5))
    way = levels([4.4, 6.0], [-1.1, 1.1])
    angle, depth = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.35, 0.55))
    seen = {
        "lamp": lamp,
        "shadow": Shadow(way, angle, 0.3, depth),
        "noise": lambda t: usual * float(np.clip(lamp(t), 0.3, 1.0)) ** -0.8,
    }
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    return Plan(7.0, path, _chance(rng), light=seen)


def curl(rng: Rng, fps: float) -> Plan:
    """A page that is bent, more or less over time, and tilted a little."""
    base, most, sign = _base(rng), float(rng.uniform(0.03, 0.055)), _sign(rng)
    height = levels([0.8, 2.4, 4.0, 5.6], [most, 0.3 * most, most, 0.7 * most])
    bent = Bend(lambda t: sign * height(t), float(rng.uniform(1.1, 2.0)), float(rng.random()),
                float(rng.normal(0, 15)))  # fmt: skip
    tilts = rng.uniform(8, 18, 2)
    poses = [base, base + pose(tilt_x=tilts[0] * _sign(rng)), base,
             base + pose(tilt_y=tilts[1] * _sign(rng))]  # fmt: skip
    path = together(keyed([1.0, 2.5, 4.0, 5.5], poses), tremor(rng, _calm(rng)))
    return Plan(6.5, path, _chance(rng), bend=bent)


def nothing(rng: Rng, fps: float) -> Plan:
    """A table alone, a page of text or a calendar: no puzzle at all."""
    variant = ("table", "text", "calendar")[int(rng.integers(3))]
    swing = keyed([1.0, 2.5, 4.0], [USUAL, _base(rng) + pose(x=0.08 * _sign(rng)), USUAL])
    path = together(resting(_base(rng)), swing, tremor(rng, _calm(rng)))
    turn = Turn(end=-1e8) if variant == "table" else Turn()
    return Plan(5.0, path, variant == "table" or _chance(rng), (turn,), 0.95, variant)


def marks(rng: Rng, fps: float) -> Plan:
    """A partly solved page, with mistakes."""
    moved = _base(rng) + _near(rng, 0.01) + pose(zoom=rng.normal(0, 0.04))
    path = together(keyed([2.0, 3.5], [_base(rng), moved]), tremor(rng, _calm(rng)))
    return Plan(5.0, path, _chance(rng))


def focus(rng: Rng, fps: float) -> Plan:
    """A calm page while the camera hunts for its focus: at first, and once more."""
    most = float(rng.uniform(2.5, 4.0))
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    times = [0.0, 0.4, 0.7, 1.0, 3.0, 3.4, 3.8]
    blur = levels(times, [most, 0.3, 0.5 * most, 0.0, 0.0, most, 0.0])
    return Plan(5.5, path, _chance(rng), light={"focus": blur})


def rolling(rng: Rng, fps: float) -> Plan:
    """A calm page, then a swinging one, before a camera with a rolling shutter."""
    base = _base(rng)
    swing = [base + pose(x=0.05 * sign) for sign in (1, -1, 1, -1)]
    path = keyed([1.5, 1.9, 2.3, 2.7, 3.1, 3.5], [base, *swing, base])
    return Plan(5.0, together(path, tremor(rng, _calm(rng))), _chance(rng),
                readout_s=float(rng.uniform(0.015, 0.03)))  # fmt: skip


def lens(rng: Rng, fps: float) -> Plan:
    """A calm page before a lens with a distortion like a barrel, or a little like a cushion."""
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    return Plan(4.0, path, _chance(rng), distortion=float(rng.uniform(-0.02, 0.06)))


def faint(rng: Rng, fps: float) -> Plan:
    """A calm page with faint lines between thick ones, in little light, which makes noise."""
    path = together(resting(_base(rng)), tremor(rng, _calm(rng)))
    noise = float(rng.uniform(2, 5))
    seen = {"noise": lambda t: noise}
    return Plan(4.0, path, _chance(rng), light=seen, has_faint_lines=True)


PLANS: dict[str, Callable[[Rng, float], Plan]] = {
    "still": still,
    "shake": shake,
    "approach": approach,
    "tilt": tilt,
    "hand": hand,
    "leave": leave,
    "swap": swap,
    "light": light,
    "curl": curl,
    "nothing": nothing,
    "marks": marks,
    "focus": focus,
    "rolling": rolling,
    "lens": lens,
    "faint": faint,
}
"""The function that makes the plan of each scene, from random numbers and frames per second."""
