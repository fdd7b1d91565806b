"""Which cells of a picture are shaded in black and white."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.model import BLACK, WHITE, Color
from recognizer.boards import methods
from recognizer.boards.colors import paper_for
from recognizer.boards.picture_kinds import INSIDE, TWO_TONES
from recognizer.boards.sampling import Decided, Samples
from recognizer.boards.settings import Method, PictureSettings
from recognizer.boards.tones import (
    CLEAR,
    MIDDLE,
    ToneClasses,
    classes_of,
    curve,
    gray_of,
    histogram,
    share_between,
)

_PAPER = 255.0
"""The lightness of what is outside the picture."""
_LEAST_INSIDE = 0.1
"""A cell of which less is inside the picture is blank."""
_HALF_LEVEL = 0.5
"""Lightness; see :func:`_limits`."""
_JUST = 1e-6
"""Makes "less than" of "at most"."""


class _Tones(NamedTuple):
    """What is known of a picture's lightness, ink being dark."""

    shades: NDArray[np.uint8]
    """Of each sample, on white."""
    classes: ToneClasses
    """Ink, and what is not."""
    is_drawn: bool
    """Whether there is little in between."""


def decide(
    samples: Samples,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    settings: PictureSettings,
) -> Decided:
    """Shade cells by the method that was chosen.

    Args:
        samples: The picture.
        is_inside: Which samples belong to it, shape (rows * per_cell, columns * per_cell).
        is_cut_out: Whether the others are transparent or removed, instead of beyond the picture.
        settings: What was chosen; it has one colour.
    """
    weights = samples.per_board(is_inside)
    tones = _tones(samples, is_inside, is_cut_out, settings)
    levels = samples.per_board(tones.shades)
    shades = tones.shades
    match settings.method:
        case Method.THRESHOLD:
            threshold, limit = _limits(
                settings, tones.classes.threshold, settings.invert, _HALF_LEVEL
            )
            lines = methods.thin_lines(shades, samples, tones.classes) if tones.is_drawn else None
            shaded, clarity = methods.by_threshold(levels, lines, limit, tones.classes)
        case Method.ADAPTIVE:
            known = np.ones_like(weights) if is_cut_out else weights
            start = methods.adaptive_limit(levels, known)
            threshold, limit = _limits(settings, start, settings.invert)
            shaded, clarity = methods.by_neighbourhood(levels, known, limit)
        case Method.EDGES:
            threshold, limit = _limits(settings, methods.edge_limit(shades, samples), False)
            shaded, clarity = methods.by_edges(shades, samples, limit)
        case Method.DITHER:
            threshold, limit = _limits(settings, MIDDLE, settings.invert)
            shaded, clarity = methods.by_dither(levels, limit)
    shaded &= weights >= _LEAST_INSIDE
    found = paper_for([settings.paper], [BLACK.rgb, WHITE.rgb])
    ink = (*settings.palette, found)[0]
    palette = (Color("0", settings.paper), Color("1", ink))
    return Decided(shaded.astype(np.uint8), clarity, threshold, palette)


def _limits(
    settings: PictureSettings, automatic: float, invert: bool, half: float = 0.0
) -> tuple[int, float]:
    """The threshold as a person knows it, and on the scale on which ink is dark.

    Args:
        settings: What was chosen.
        automatic: On the latter scale.
        invert: Whether that scale is upside down.
        half: How far below the threshold dark and light part, for one that is a lightness: 0.5,
            between the levels that are still dark and already light.
    """
    threshold = settings.threshold
    if threshold is None:
        level = 256 - automatic if invert else automatic
        threshold = min(255, max(0, round(level)))
    # Inverted, it is just what is not less than the threshold that is shaded.
    return threshold, 256 - threshold - half + _JUST if invert else threshold - half


def _tones(
    samples: Samples,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    settings: PictureSettings,
) -> _Tones:
    gray = _gray(samples.pixels, settings)
    if settings.background is None:
        inside = samples.points[:, :, 3] >= INSIDE
        counts = histogram(_gray(samples.points, settings), inside)
    else:  # which of the points are removed is not known
        counts = histogram(gray, is_inside)
    classes = classes_of(counts)
    is_drawn = share_between(counts, classes, 0.3) < TWO_TONES
    if settings.invert:
        gray = 255 - gray
        light, dark = 255 - classes.dark, 255 - classes.light
        classes = ToneClasses(256 - classes.threshold, dark, light)
    opacity = samples.pixels[:, :, 3] * is_inside
    if int(opacity.min()) == 255:
        return _Tones(gray, classes, is_drawn)
    laid = 255 - np.asarray(cv2.multiply(255 - gray, opacity, scale=1 / 255), np.uint8)
    if is_cut_out and classes.distance < CLEAR:  # the shape is the drawing
        ink = (classes.dark + classes.light) / 2
        middle = round((ink + _PAPER) / 2) if ink < MIDDLE else MIDDLE
        classes, is_drawn = ToneClasses(middle, ink, _PAPER), True
    return _Tones(laid, classes, is_drawn)


def _gray(pixels: NDArray[np.uint8], settings: PictureSettings) -> NDArray[np.uint8]:
    """Lightness with brightness and contrast."""
    gray = gray_of(pixels)
    levels = curve(settings.brightness, settings.contrast)
    return gray if levels is None else np.asarray(cv2.LUT(gray, levels), np.uint8)
