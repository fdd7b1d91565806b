"""Classify a picture by its pixels: two tones, uneven light, flat colours, or a photo."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making import linear_light
from recognizer.making.colors import (
    Lab,
    background_index,
    border_of,
    nearest,
    packed,
    rgb_of,
    to_lab,
)
from recognizer.making.palette import colors_of
from recognizer.making.settings import WHOLE, Crop
from recognizer.making.tones import (
    MIDDLE_LIGHTNESS,
    MIN_TONE_DISTANCE,
    ToneClasses,
    classes_of,
    gray_of,
    histogram,
    share_between,
)

Pixels = NDArray[np.uint8]
"""RGBA uint8, shape (height, width, 4); not premultiplied."""

MIN_OPAQUE_ALPHA = 128
"""Minimum alpha of a pixel that belongs to the picture."""
SAMPLED_PX = 256
"""Maximum number of pixels along a side that are sampled to determine the kind."""
_STANDARD_PX = 512
"""Pictures are reduced to this longest side before their kind is determined. Otherwise noise would
depend on the size, and so would the kind, px."""
MAX_MIDTONE_SHARE = 0.14
"""Maximum share of grays between dark and light in a picture of two tones."""
_JPEG_MARGIN = 0.38
"""Distance to which JPEG moves a pixel from dark or light, as a share of their distance."""
_MIN_FLAT_SHARE = 0.6
"""Minimum share of neighbours of one colour in a drawing."""
_MIN_PALETTE_SHARE = 0.9
"""Minimum share of pixels in the colours of a picture drawn in few colours."""
_LOSSY_STEP = 6
"""Maximum difference of red, green or blue that a lossy format makes."""
_MAX_PALETTE_LAB = 14.0
"""Maximum distance in Lab of a pixel from its colour."""
_CELL_PX = 8
"""Assumed pixels of a cell; half of it is the size of solid places."""
_MAX_SEARCHED_COLORS = 16
"""Maximum number of colours that are distinguished."""
_MIN_CHROMA = 14.0
"""Minimum chroma in Lab; less is gray."""
_MIN_VARIETY_LAB = 8.0
"""Minimum standard deviation of a and b of Lab in a photo in colours. Pages of one colour that were
photographed have up to 5, photos that were measured 10 or more."""
_MIN_VARIED_COLORS = 4
"""Minimum number of colours in a picture that is neither flat nor a drawing in one ink."""
_PHOTO_COLORS = 6
"""Number of colours among which the background of a photo is searched."""
_MIN_COLOR_SHARE = 0.005
"""Minimum share of the picture of a palette colour."""
_MIN_DARK_BORDER_SHARE = 0.65
"""Minimum share of dark points at the border of a picture that is light on dark. Of 20 photos,
those of light things on dark have 0.72 and more, a portrait in dark clothes 0.57: it must not
become its negative."""
_MIN_DARK_SHARE = 0.05
"""Minimum dark share of an opaque shape that holds a drawing."""
_MARGIN_TOLERANCE = 48
"""Maximum difference of red, green or blue from the border's colour in a margin. JPEG makes half of
it beside an edge."""
_FLAT_TOLERANCE = 12
"""The same for drawings in flat colours; the wall behind a portrait differs more, by its light."""
_MAX_FIGURE_SHARE = 0.95
"""Maximum share of its box that a figure fills if its margin is cropped."""
_MAX_BORDER_SHARE = 0.3
"""Maximum share of the border that a figure in colours touches if its margin is cropped: the
background is the colour of most of the border."""
_BLOCK_ROWS = 64
"""Number of rows that are processed at a time."""


class PictureKind(enum.Enum):
    """The kind of a picture."""

    TWO_TONES = "two-tones"
    """Drawn in dark on light, or light on dark."""
    UNEVEN = "uneven"
    """Drawn in two tones and photographed in uneven light."""
    COLORED = "colored"
    """Drawn in a few flat colours."""
    COLORED_PHOTO = "colored-photo"
    """With many shades of several colours."""
    PHOTO = "photo"
    """Anything else."""


@dataclass(frozen=True, slots=True)
class PictureStatistics:
    """The kind of a picture and its colours."""

    kind: PictureKind
    is_light_on_dark: bool
    """Whether most of the border is dark, or the opaque part is light."""
    colors: tuple[str, ...] = ()
    """``#rrggbb``, most frequent first, of a COLORED one; without the background."""
    paper: str | None = None
    """The background of one in colours that is not transparent."""


def block_of(rgba: Pixels) -> int:
    """The side of the uniform squares that the picture consists of, px.

    It is 1 for nearly all pictures, and for those of a single colour.
    """
    height, width = rgba.shape[:2]
    colors = np.ascontiguousarray(rgba).view(np.uint32)[:, :, 0]
    block = math.gcd(width, height)
    has_changed = False
    for axis in (1, 0):
        values = colors if axis else colors.T
        for start in range(0, len(values), _BLOCK_ROWS):
            rows = values[start : start + _BLOCK_ROWS]
            changes = np.flatnonzero((rows[:, 1:] != rows[:, :-1]).any(axis=0)) + 1
            has_changed |= bool(len(changes))
            block = math.gcd(block, *changes.tolist())
            if block == 1:
                return 1
    return block if has_changed else 1


def reduced(pixels: Pixels, longest: int) -> Pixels:
    """Reduce a picture whose longer side has more pixels than this; light is averaged.

    Transparent pixels do not affect the colours of others.

    Args:
        pixels: See :data:`Pixels`.
        longest: The longer side of the result, px.
    """
    size = _reduced_size(pixels, longest)
    return pixels if size is None else linear_light.shrunk(pixels, *size)


def reduced_values(pixels: Pixels, longest: int) -> Pixels:
    """Reduce a picture as :func:`reduced` does, but average the values of the file.

    The smoothed edges of a drawing then have as much ink as before, be it dark or light.
    """
    size = _reduced_size(pixels, longest)
    if size is None:
        return pixels
    is_opaque = int(pixels[:, :, 3].min()) == 255
    values = pixels if is_opaque else premultiplied(pixels)
    small = np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.uint8)
    return small if is_opaque else unpremultiplied(small)


def _reduced_size(pixels: Pixels, longest: int) -> tuple[int, int] | None:
    """Width and height, px; ``None`` for a picture that is small enough."""
    height, width = pixels.shape[:2]
    scale = longest / max(height, width)
    return None if scale >= 1 else (max(1, round(width * scale)), max(1, round(height * scale)))


def premultiplied(pixels: Pixels) -> Pixels:
    """Multiply colours by their opacity, so that they can be averaged."""
    result = pixels.copy()
    alpha = pixels[:, :, 3]
    for channel in range(3):
        result[:, :, channel] = cv2.multiply(pixels[:, :, channel], alpha, scale=1 / 255)
    return result


def unpremultiplied(pixels: Pixels) -> Pixels:
    """Invert :func:`premultiplied` within rounding; transparent pixels become black."""
    alpha = pixels[:, :, 3:].astype(np.float32)
    result = pixels.copy()
    colors = pixels[:, :, :3] * np.float32(255) / np.maximum(alpha, 1)
    result[:, :, :3] = np.rint(colors).clip(0, 255)
    return result


def exact_colors(pixels: Pixels, max_count: int) -> list[str] | None:
    """The colours of all opaque pixels, most frequent first.

    Returns:
        ``#rrggbb``; ``None`` if there are more than ``max_count``.
    """
    inside = pixels[:, :, :3][pixels[:, :, 3] >= MIN_OPAQUE_ALPHA]
    values, counts = np.unique(packed(inside), return_counts=True)
    if len(values) > max_count:
        return None
    order = np.lexsort((values, -counts))
    return [f"#{int(values[i]):06x}" for i in order]


def is_two_tone_jpeg(pixels: Pixels) -> bool:
    """Whether every pixel is close to one of two tones, as in a JPEG of two colours."""
    if (pixels[:, :, 3] < MIN_OPAQUE_ALPHA).any():
        return False
    counts = histogram(gray_of(pixels), None)
    classes = classes_of(counts)
    return classes.distance >= 2 * MIN_TONE_DISTANCE and not share_between(
        counts, classes, _JPEG_MARGIN
    )


def lightness(color: str) -> int:
    """The lightness of ``#rrggbb``, 0 to 255."""
    return int(gray_of(rgb_of([color])[None])[0, 0])


def background_color(pixels: Pixels, colors: list[str]) -> str:
    """The background among all colours of a picture in which each pixel is a cell."""
    is_inside = pixels[:, :, 3] >= MIN_OPAQUE_ALPHA
    rgb = pixels[:, :, :3]
    lab = to_lab(rgb)
    order = colors_of(rgb, lab, is_inside, 1, lambda: rgb[is_inside], len(colors)).colors
    centers = to_lab(rgb_of(order)[None])[0]
    ground = centers[background_index(lab, is_inside, centers)]
    return colors[int(nearest(ground, to_lab(rgb_of(colors)[None])[0]))]


def figure_crop(pixels: Pixels, needs_border: bool = False) -> Crop:
    """The part of a picture without its margin: lines of pixels that are transparent, or have the
    colour of the border.

    Args:
        pixels: See :data:`Pixels`.
        needs_border: Whether most of the border of the part must have that colour; otherwise it is
            the whole picture.
    """
    rgb = pixels[:, :, :3]
    is_figure = pixels[:, :, 3] >= MIN_OPAQUE_ALPHA
    if is_figure.all():
        edges = np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]])
        margin = np.median(edges, axis=0)
        tolerance = _FLAT_TOLERANCE if needs_border else _MARGIN_TOLERANCE
        low, high = ((margin + sign * tolerance).clip(0, 255) for sign in (-1, 1))
        is_figure = np.asarray(cv2.inRange(np.ascontiguousarray(rgb), low, high)) == 0
    height, width = is_figure.shape
    rows, columns = (np.flatnonzero(is_figure.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return WHOLE
    box = is_figure[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if box.mean() > _MAX_FIGURE_SHARE:
        return WHOLE  # without its margin there would be a single tone
    border = np.concatenate([box[0], box[-1], box[:, 0], box[:, -1]])
    if needs_border and border.mean() > _MAX_BORDER_SHARE:
        return WHOLE
    return Crop(
        int(columns[0]) / width,
        int(rows[0]) / height,
        (int(columns[-1]) + 1) / width,
        (int(rows[-1]) + 1) / height,
    )


def points_of(pixels: Pixels, max_count: int = SAMPLED_PX) -> Pixels:
    """Pixels sampled at equal distances, at most ``max_count`` along a side."""
    steps = [-(-side // max_count) for side in pixels.shape[:2]]
    return pixels[:: steps[0], :: steps[1]]


def picture_statistics(pixels: Pixels, max_count: int) -> PictureStatistics:
    """Classify a picture; the result does not depend on its size.

    Args:
        pixels: See :data:`Pixels`.
        max_count: Maximum number of colours besides the background in a COLORED picture.
    """
    pixels = reduced_values(pixels, _STANDARD_PX)
    points = points_of(pixels)
    inside = points[:, :, 3] >= MIN_OPAQUE_ALPHA
    if not inside.any():
        return PictureStatistics(PictureKind.TWO_TONES, False)
    gray = gray_of(points)
    counts = histogram(gray, inside)
    classes = classes_of(counts)
    light_on_dark = _is_light_on_dark(gray, inside, classes)
    found = _found_colors(points, inside)
    is_varied = found.variety >= _MIN_VARIETY_LAB
    can_be_flat = _has_flat_areas(pixels) and not (found.is_photo and is_varied)
    flat = _flat_colors(found, inside, max_count) if can_be_flat else None
    if flat is not None:
        return PictureStatistics(PictureKind.COLORED, light_on_dark, *flat)
    if is_varied and (found.is_photo or len(found.colors) >= _MIN_VARIED_COLORS):
        return PictureStatistics(PictureKind.COLORED_PHOTO, light_on_dark, (), found.paper)
    if (
        share_between(counts, classes, 0.3) < MAX_MIDTONE_SHARE
        and classes.distance >= MIN_TONE_DISTANCE
    ):
        return PictureStatistics(PictureKind.TWO_TONES, light_on_dark)
    if not classes.distance:
        return PictureStatistics(PictureKind.TWO_TONES, light_on_dark)
    if inside.all() and _is_even_after_flattening(gray):
        return PictureStatistics(PictureKind.UNEVEN, False)
    return PictureStatistics(PictureKind.PHOTO, light_on_dark)


def _is_light_on_dark(
    gray: NDArray[np.uint8], inside: NDArray[np.bool_], classes: ToneClasses
) -> bool:
    if not inside.all():
        # The shape is the drawing, unless there is a drawing in it.
        if classes.distance < MIN_TONE_DISTANCE:
            return (classes.dark + classes.light) / 2 >= MIDDLE_LIGHTNESS
        return float((gray[inside] < classes.threshold).mean()) < _MIN_DARK_SHARE
    if not classes.distance:  # a single colour has no contrast
        return False
    return bool((gray[border_of(inside)] < classes.threshold).mean() > _MIN_DARK_BORDER_SHARE)


def _has_flat_areas(pixels: Pixels) -> bool:
    """Whether most neighbours have one colour, as in drawings but not in photos."""
    step = -(-len(pixels) // SAMPLED_PX)
    rows = pixels[::step].astype(np.int16)
    if rows.shape[1] < 2:
        return True
    steps = np.abs(np.diff(rows, axis=1)).max(axis=2)
    return bool((steps <= _LOSSY_STEP).mean() >= _MIN_FLAT_SHARE)


class _Found(NamedTuple):
    """The colours of some points of a picture."""

    lab: Lab
    """The points in Lab."""
    colors: list[str]
    is_photo: bool
    variety: float
    """The standard deviation of a and b of Lab."""
    paper: str | None
    """The background, unless a part is transparent."""


def _found_colors(points: Pixels, inside: NDArray[np.bool_]) -> _Found:
    rgb = np.ascontiguousarray(points[:, :, :3])
    lab = to_lab(rgb)
    colors, is_photo = colors_of(
        rgb, lab, inside, _CELL_PX, lambda: rgb[inside], _MAX_SEARCHED_COLORS
    )
    variety = math.sqrt(float(lab[inside][:, 1:].var(axis=0).sum()))
    paper = None
    if inside.all():
        few = colors[:_PHOTO_COLORS]
        centers = to_lab(rgb_of(few)[None])[0]
        paper = few[background_index(lab, inside, centers, is_photo)]
    return _Found(lab, colors, is_photo, variety, paper)


def _flat_colors(
    picture: _Found, inside: NDArray[np.bool_], max_count: int
) -> tuple[tuple[str, ...], str | None] | None:
    """The colours and the background of a picture with few colours; ``None`` for others."""
    is_whole = bool(inside.all())
    lab, found = picture.lab, picture.colors
    centers = to_lab(rgb_of(found)[None])[0]
    labels = nearest(lab, centers)
    near = np.linalg.norm(lab - centers[labels], axis=2) < _MAX_PALETTE_LAB
    shares = np.bincount(labels[inside & near], minlength=len(found)) / int(inside.sum())
    kept = np.flatnonzero(shares >= _MIN_COLOR_SHARE).tolist()
    if len(kept) > max_count + is_whole or float(shares[kept].sum()) < _MIN_PALETTE_SHARE:
        return None
    if not any(float(np.hypot(*centers[k, 1:])) >= _MIN_CHROMA for k in kept):
        return None
    colors = [found[i] for i in kept]
    paper = None
    if is_whole:
        index = background_index(lab, inside, centers[kept])
        paper = colors.pop(index)
    return (tuple(colors), paper) if len(colors) >= 2 else None


def _is_even_after_flattening(gray: NDArray[np.uint8]) -> bool:
    """Whether the picture has two tones once uneven light is removed."""
    reach = max(3, min(gray.shape) // 8) | 1
    kernel = np.ones((reach, reach), np.uint8)
    paper = cv2.GaussianBlur(cv2.morphologyEx(gray, cv2.MORPH_CLOSE, kernel), (0, 0), reach / 2)
    even = np.asarray(cv2.divide(gray, np.maximum(paper, 1), scale=255), np.uint8)
    counts = histogram(even, None)
    classes = classes_of(counts)
    ink = float((even < classes.threshold).mean())
    between = share_between(counts, classes, 0.3)
    return (
        classes.distance >= 2 * MIN_TONE_DISTANCE and ink < 0.35 and between < MAX_MIDTONE_SHARE / 2
    )
