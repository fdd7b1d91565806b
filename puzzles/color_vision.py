"""Which colours people tell apart, with and without normal colour vision.

The difference is CIEDE2000 (Sharma, Wu, Dalal: "The CIEDE2000 color-difference formula", 2005), of
colours ``#rrggbb`` as sRGB under D65. Missing cones are simulated with the matrices of Machado,
Oliveira, Fernandes: "A physiologically-based model for simulation of color vision deficiency",
2009, severity 1, in linear light.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from puzzles.color_values import linear_light

MIN_DIFFERENCE = 20.0
"""Difference (CIEDE2000) from which two colours of a puzzle are told apart at a glance; 1 is what
can just be noticed side by side."""
MAX_INKS = 6
"""The largest number of colours, besides the background, that are told apart without signs."""

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

VISION: dict[str, Matrix] = {
    "normal vision": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What linear red, green and blue become for each kind of colour vision."""
_XYZ: Matrix = (
    (0.4123908, 0.3575843, 0.1804808),
    (0.2126390, 0.7151687, 0.0721923),
    (0.0193308, 0.1191948, 0.9505322),
)
"""From linear sRGB to XYZ."""
_WHITE: Triple = (0.9504559, 1.0, 1.0890578)


def needs_signs(rgbs: Sequence[str]) -> bool:
    """Whether the colours of a palette need patterns and letters, so that everyone sees them.

    Args:
        rgbs: The colours ``#rrggbb``, the background first.

    >>> needs_signs(["#ffffff", "#d42a2a", "#1f4fa8"]), needs_signs(["#fff0f0", "#ffe0e0"])
    (False, True)
    """
    return len(rgbs) - 1 > MAX_INKS or least_difference(rgbs) < MIN_DIFFERENCE


def least_difference(rgbs: Iterable[str]) -> float:
    """The smallest difference of two of the colours, for the kind of vision with the smallest."""
    pairs = combinations(sorted(set(rgbs)), 2)
    return min((_least_of_pair(*pair) for pair in pairs), default=math.inf)


@lru_cache(maxsize=4096)
def _least_of_pair(one: str, other: str) -> float:
    return min(difference(_seen(one, kind), _seen(other, kind)) for kind in VISION)


def seen_difference(one: str, other: str, kind: str = "normal vision") -> float:
    """The difference of two colours ``#rrggbb`` for a kind of colour vision in :data:`VISION`.

    >>> round(seen_difference("#d42a2a", "#2c9a3c")), round(
    ...     seen_difference("#d42a2a", "#2c9a3c", "protanopia"))
    (70, 22)
    """
    return difference(_seen(one, kind), _seen(other, kind))


@lru_cache(maxsize=1024)
def _seen(rgb: str, kind: str) -> Triple:
    """L*a*b* of a colour as it is seen."""
    seen = _product(VISION[kind], linear_light(rgb))
    red, green, blue = (min(1.0, max(0.0, value)) for value in seen)
    x, y, z = (
        _root(value / white)
        for value, white in zip(_product(_XYZ, (red, green, blue)), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _product(matrix: Matrix, values: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return first, second, third


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two colours in L*a*b*, with all weights 1.

    >>> round(difference((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)), 4)
    2.0425
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - _saturated(mean_chroma))
    c1, c2 = math.hypot(a1 * (1 + g), b1), math.hypot(a2 * (1 + g), b2)
    h1, h2 = _hue(a1 * (1 + g), b1), _hue(a2 * (1 + g), b2)
    turn = h2 - h1
    if abs(turn) > 180:
        turn -= math.copysign(360, turn)
    if c1 * c2 == 0:
        turn, hue = 0.0, h1 + h2
    else:
        hue = h1 + turn / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    part_l = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    part_c = (c2 - c1) / (1 + 0.045 * chroma)
    part_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    blue = 30 * math.exp(-((((hue % 360) - 275) / 25) ** 2))
    rotation = -2 * _saturated(chroma) * math.sin(math.radians(2 * blue))
    return math.sqrt(part_l**2 + part_c**2 + part_h**2 + rotation * part_c * part_h)


def _saturated(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
