"""Decide which cells of a picture are shaded, in black and white."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.model import BLACK, WHITE, Color
from recognizer.making import methods
from recognizer.making.colors import paper_for
from recognizer.making.picture_kinds import MAX_MIDTONE_SHARE, MIN_OPAQUE_ALPHA
from recognizer.making.sampling import CellColors, Samples
from recognizer.making.settings import Method, PictureSettings
from recognizer.making.tones import (
    MIDDLE_LIGHTNESS,
    MIN_TONE_DISTANCE,
    ToneClasses,
    classes_of,
    curve,
    gray_of,
    histogram,
    share_between,
)

_PAPER_LIGHTNESS = 255.0
"""Lightness of everything outside the picture."""
_MIN_INSIDE_SHARE = 0.1
"""Minimum share of a cell inside the picture; other cells are blank."""
_HALF_LEVEL = 0.5
"""Half a level of lightness; see :func:`_limits`."""
_EPSILON = 1e-6
"""Turns "at most" into "less than"."""


class _Tones(NamedTuple):
    """The lightness of a picture, inverted if necessary so that ink is dark."""

    shades: NDArray[np.uint8]
    """Lightness of each sample, on white."""
    classes: ToneClasses
    """Ink and paper."""
    is_drawn: bool
    """Whether there are few grays between ink and paper."""


def shade_cells(
    samples: Samples,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    settings: PictureSettings,
) -> CellColors:
    """Shade cells by the chosen method.

    Args:
        samples: The picture.
        is_inside: Which samples belong to the picture, shape (rows * per_cell, columns * per_cell).
        is_cut_out: Whether the other samples are transparent or removed, not beyond the picture.
        settings: The settings, with one colour.
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
            shaded, clarity = methods.by_threshold(
                shades, levels, samples, limit, tones.classes, tones.is_drawn
            )
        case Method.ADAPTIVE:
            known = np.ones_like(weights) if is_cut_out else weights
            start = methods.adaptive_limit(levels, known)
            threshold, limit = _limits(settings, start, settings.invert)
            shaded, clarity = methods.by_neighbourhood(levels, known, limit)
        case Method.EDGES:
            threshold, limit = _limits(settings, methods.edge_limit(shades, samples), False)
            shaded, clarity = methods.by_edges(shades, samples, limit)
        case Method.DITHER:
            threshold, limit = _limits(settings, MIDDLE_LIGHTNESS, settings.invert)
            shaded, clarity = methods.by_dither(levels, limit)
    shaded &= weights >= _MIN_INSIDE_SHARE
    found = paper_for([settings.paper], [BLACK.rgb, WHITE.rgb])
    ink = (*settings.palette, found)[0]
    palette = (Color("0", settings.paper), Color("1", ink))
    return CellColors(shaded.astype(np.uint8), clarity, threshold, palette)


def _limits(
    settings: PictureSettings, automatic: float, invert: bool, half: float = 0.0
) -> tuple[int, float]:
    """The threshold as shown to the user, and on the scale on which ink is dark.

    Args:
        settings: The settings.
        automatic: The default, on the latter scale.
        invert: Whether that scale is inverted.
        half: Distance of the real limit below a threshold of lightness; 0.5 lies between the
            last dark level and the first light one.
    """
    threshold = settings.threshold
    if threshold is None:
        level = 256 - automatic if invert else automatic
        threshold = min(255, max(0, round(level)))
    # Inverted, the levels from the threshold on are shaded.
    return threshold, 256 - threshold - half + _EPSILON if invert else threshold - half


def _tones(
    samples: Samples,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    settings: PictureSettings,
) -> _Tones:
    gray = _gray(samples.pixels, settings)
    if settings.background is None:
        inside = samples.points[:, :, 3] >= MIN_OPAQUE_ALPHA
        counts = histogram(_gray(samples.points, settings), inside)
    else:  # it is unknown which of the points are removed
        counts = histogram(gray, is_inside)
    classes = classes_of(counts)
    is_drawn = share_between(counts, classes, 0.3) < MAX_MIDTONE_SHARE
    if settings.invert:
        gray = 255 - gray
        light, dark = 255 - classes.dark, 255 - classes.light
        classes = ToneClasses(256 - classes.threshold, dark, light)
    opacity = samples.pixels[:, :, 3] * is_inside
    on_white = 255 - np.asarray(cv2.multiply(255 - gray, opacity, scale=1 / 255), np.uint8)
    if is_cut_out and classes.distance < MIN_TONE_DISTANCE:  # the shape is the drawing
        ink = (classes.dark + classes.light) / 2
        middle = round((ink + _PAPER_LIGHTNESS) / 2) if ink < MIDDLE_LIGHTNESS else MIDDLE_LIGHTNESS
        classes, is_drawn = ToneClasses(middle, ink, _PAPER_LIGHTNESS), True
    return _Tones(on_white, classes, is_drawn)


def _gray(pixels: NDArray[np.uint8], settings: PictureSettings) -> NDArray[np.uint8]:
    """Lightness with brightness and contrast."""
    gray = gray_of(pixels)
    levels = curve(settings.brightness, settings.contrast)
    return gray if levels is None else np.asarray(cv2.LUT(gray, levels), np.uint8)
