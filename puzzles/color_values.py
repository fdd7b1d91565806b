"""Colours as ``#rrggbb``: common names, likeness, contrast, and which ones people tell apart.

Likeness is the distance in OKLab (Ottosson, "A perceptual color space for image processing", 2020);
contrast is that of WCAG 2.2. What people tell apart is CIEDE2000 (Sharma, Wu, Dalal: "The CIEDE2000
color-difference formula", 2005), of colours as sRGB under D65. Missing cones are simulated with the
matrices of Machado, Oliveira, Fernandes: "A physiologically-based model for simulation of color
vision deficiency", 2009, severity 1, in linear light.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations

from puzzles.language import in_every_language
from puzzles.words import in_context, worded

DEFAULT_RGB = ("#d62728", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2")
"""Colours of which nothing is known but their order; black comes before them."""

KNOWN = {
    "black": "#000000 #141414", "dark grey": "#303030 #484848", "grey": "#808080",
    "light grey": "#c4c4c4", "white": "#ffffff",
    "dark red": "#8b0000 #701010", "red": "#e02020 #c83030", "light red": "#ff7070",
    "pink": "#ffb0c0", "hot pink": "#ff4fa0", "magenta": "#e000c8", "crimson": "#b8123c",
    "dark brown": "#4a2a12 #654321", "brown": "#8b5a2b #8c564b", "light brown": "#b98a58",
    "rust": "#b04a1c", "beige": "#ecd9b4", "skin": "#f2c29c",
    "dark orange": "#d86000", "orange": "#ff8c1a", "light orange": "#ffb860", "gold": "#e0b020",
    "yellow": "#ffe000", "light yellow": "#fff59a", "olive": "#7c7c18",
    "lime": "#a0e020", "light green": "#98e098", "green": "#20a030 #00ff00 #107820",
    "dark green": "#0c5a20 #103818", "teal": "#108080", "turquoise": "#38d0c0", "cyan": "#10d8f0",
    "light blue": "#90c8f8", "sky blue": "#4aa8f0", "blue": "#2050e0 #1f77b4 #3070d0",
    "dark blue": "#102a80 #101850", "slate": "#5a6a80",
    "purple": "#7a28a8", "dark purple": "#481060", "violet": "#9468e0", "lavender": "#cbb8f0",
}  # fmt: skip
"""Names in common use, each with one or more ``#rrggbb``; they are ids, the same in every
language."""
_LABELS = {
    "black": in_context("a colour", "black"),
    "dark grey": in_context("a colour", "dark grey"),
    "grey": in_context("a colour", "grey"),
    "light grey": in_context("a colour", "light grey"),
    "white": in_context("a colour", "white"),
    "dark red": in_context("a colour", "dark red"),
    "red": in_context("a colour", "red"),
    "light red": in_context("a colour", "light red"),
    "pink": in_context("a colour", "pink"),
    "hot pink": in_context("a colour", "hot pink"),
    "magenta": in_context("a colour", "magenta"),
    "crimson": in_context("a colour", "crimson"),
    "dark brown": in_context("a colour", "dark brown"),
    "brown": in_context("a colour", "brown"),
    "light brown": in_context("a colour", "light brown"),
    "rust": in_context("a colour", "rust"),
    "beige": in_context("a colour", "beige"),
    "skin": in_context("a colour", "skin"),
    "dark orange": in_context("a colour", "dark orange"),
    "orange": in_context("a colour", "orange"),
    "light orange": in_context("a colour", "light orange"),
    "gold": in_context("a colour", "gold"),
    "yellow": in_context("a colour", "yellow"),
    "light yellow": in_context("a colour", "light yellow"),
    "olive": in_context("a colour", "olive"),
    "lime": in_context("a colour", "lime"),
    "light green": in_context("a colour", "light green"),
    "green": in_context("a colour", "green"),
    "dark green": in_context("a colour", "dark green"),
    "teal": in_context("a colour", "teal"),
    "turquoise": in_context("a colour", "turquoise"),
    "cyan": in_context("a colour", "cyan"),
    "light blue": in_context("a colour", "light blue"),
    "sky blue": in_context("a colour", "sky blue"),
    "blue": in_context("a colour", "blue"),
    "dark blue": in_context("a colour", "dark blue"),
    "slate": in_context("a colour", "slate"),
    "purple": in_context("a colour", "purple"),
    "dark purple": in_context("a colour", "dark purple"),
    "violet": in_context("a colour", "violet"),
    "lavender": in_context("a colour", "lavender"),
}
"""The names for people."""
_LIGHTNESS_WEIGHT = 0.5
"""Of a difference in lightness, beside one in hue and chroma: names tell hues apart first."""


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours ``#rrggbb``, 1 to 21. Source: WCAG 2.2.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


_MIN_TILE_CONTRAST = 1.6
"""A number's tile that contrasts less with what is around it is lost there."""


def is_lost_on(rgb: str, around: str) -> bool:
    """Whether a tile of a colour needs an outline to be seen on what is around it.

    >>> is_lost_on("#fff200", "#ffffff"), is_lost_on("#d02020", "#ffffff")
    (True, False)
    """
    return contrast(rgb, around) < _MIN_TILE_CONTRAST


def text_on(rgb: str) -> str:
    """Black or white, whichever is easier to read on a colour; the contrast is 4.58 at least.

    >>> text_on("#ffe000"), text_on("#102a80")
    ('#000000', '#ffffff')
    """
    return max(("#000000", "#ffffff"), key=lambda text: contrast(text, rgb))


@lru_cache(maxsize=1024)
def luminance(rgb: str) -> float:
    """The relative luminance of ``#rrggbb``, 0 to 1. Source: WCAG 2.2."""
    red, green, blue = linear_light(rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def distance(one: str, other: str) -> float:
    """How different two colours ``#rrggbb`` look: their distance in OKLab, at most about 1."""
    pairs = zip(_oklab(one), _oklab(other), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@lru_cache(maxsize=1024)
def common_name(rgb: str) -> str:
    """The name in :data:`KNOWN` of the most similar colour, an id."""
    weights = (_LIGHTNESS_WEIGHT, 1.0, 1.0)

    def difference(known: str) -> float:
        parts = zip(weights, _oklab(known), _oklab(rgb), strict=True)
        return float(sum((weight * (a - b)) ** 2 for weight, a, b in parts))

    pairs = ((name, code) for name, codes in KNOWN.items() for code in codes.split())
    return min(pairs, key=lambda pair: difference(pair[1]))[0]


def common_label(rgb: str) -> str:
    """The name of the most similar colour of :data:`KNOWN` for people."""
    return _LABELS[common_name(rgb)]


def label_of(name: str) -> str:
    """A colour's name in a file, for people: known English words in the language of the program.

    >>> label_of("red"), label_of("roof")
    ('red', 'roof')
    """
    # Translators: A colour's name that a person gave it, in the forms that those of colours have.
    return _LABELS.get(name) or worded("{name}", name=name)


@cache
def words_of(label: str) -> tuple[str, ...]:
    """The words of :data:`KNOWN` that a label may mean, in any language of the program.

    >>> words_of("red"), words_of("blau"), words_of("roof")
    (('red',), ('blue',), ())
    """
    if label in KNOWN:
        return (label,)
    return tuple(word for word in KNOWN if label in in_every_language(word, "a colour"))


def linear_light(rgb: str) -> tuple[float, float, float]:
    """Red, green and blue in linear light, 0 to 1."""
    red, green, blue = (int(rgb[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return _decoded(red), _decoded(green), _decoded(blue)


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=1024)
def _oklab(rgb: str) -> tuple[float, float, float]:
    red, green, blue = linear_light(rgb)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


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
