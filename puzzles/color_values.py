"""Colours as ``#rrggbb``: common names, likeness and contrast.

Likeness is the distance in OKLab (Ottosson, "A perceptual color space for image processing", 2020);
contrast is that of WCAG 2.2.
"""

from __future__ import annotations

from functools import cache, lru_cache

from puzzles.language import in_every_language
from puzzles.words import in_context

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
    return _LABELS.get(name, name)


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
