"""What sort of picture it is, seen from its pixels: drawn cell by cell, flat, of lines, a photo."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.boards.colors import (
    background_index,
    border_of,
    nearest,
    packed,
    rgb_of,
    to_lab,
)
from recognizer.boards.palette import colors_of
from recognizer.boards.tones import (
    CLEAR,
    MIDDLE,
    ToneClasses,
    classes_of,
    gray_of,
    histogram,
    share_between,
)

Pixels = NDArray[np.uint8]
"""RGBA uint8, shape (height, width, 4); not premultiplied."""

INSIDE = 128
"""From this alpha on a pixel belongs to the picture."""
LOOK_PX = 256
"""As many pixels a side, taken here and there, tell what sort of picture it is."""
_ONE_SIZE_PX = 512
"""The longest side with which a picture is looked at: smaller, noise would be gone from one and
not from the other, and the same picture would be of two sorts."""
TWO_TONES = 0.14
"""A picture with a smaller share of grays between its dark and its light is drawn in two tones."""
_SMEAR = 0.38
"""As a share of the distance of dark and light: how far JPEG takes a pixel from either."""
_FLAT = 0.6
"""Share of neighbours of one colour in a drawing, at least."""
_COVERED = 0.9
"""A picture of which so much has one of few colours was drawn with these."""
_SLIGHT = 6
"""Steps of red, green or blue that are no more than a lossy format makes."""
_NEAR = 14.0
"""Distance in Lab from one of these, at most."""
_CELL_PX = 8
"""Of the picture that is looked at: half of that is solid where there is a colour."""
_LOOKED_FOR = 16
"""Colours that are told apart when a picture is looked at."""
_CHROMA = 14.0
"""In Lab; what has less passes for gray."""
_RARE = 0.005
"""Share of a picture; a colour that is rarer is no part of the palette."""
_RARELY = 0.05
"""Share of a shape; a smaller part that is dark is no drawing in it."""
_ROWS = 64
"""Rows of a picture looked at at a time."""


class PictureKind(enum.Enum):
    """What sort of picture it is."""

    TWO_TONES = "two tones"
    """Drawn in dark on light, or light on dark."""
    UNEVEN = "uneven"
    """The same, photographed in a light that is not even."""
    COLORED = "colored"
    """Drawn in a few flat colours."""
    PHOTO = "photo"
    """Anything else."""


@dataclass(frozen=True, slots=True)
class PictureStatistics:
    """What is seen of a picture at a glance."""

    kind: PictureKind
    is_light_on_dark: bool
    """Whether the border is dark for the most part, or what is not transparent is light."""
    colors: tuple[str, ...] = ()
    """``#rrggbb``, most frequent first, of a COLORED one; without the background."""
    paper: str | None = None
    """The background of a COLORED one that is not transparent."""


def block_of(rgba: Pixels) -> int:
    """The side in px of the equal squares of which the picture consists, each of one colour.

    It is 1 for nearly all pictures, and for those of a single colour.
    """
    height, width = rgba.shape[:2]
    colors = np.ascontiguousarray(rgba).view(np.uint32)[:, :, 0]
    block = math.gcd(width, height)
    has_changed = False
    for axis in (1, 0):
        values = colors if axis else colors.T
        for start in range(0, len(values), _ROWS):
            rows = values[start : start + _ROWS]
            changes = np.flatnonzero((rows[:, 1:] != rows[:, :-1]).any(axis=0)) + 1
            has_changed |= bool(len(changes))
            block = math.gcd(block, *changes.tolist())
            if block == 1:
                return 1
    return block if has_changed else 1


def reduced(pixels: Pixels, scale: float) -> Pixels:
    """A smaller picture; what is transparent does not colour what is not.

    Args:
        pixels: See :data:`Pixels`.
        scale: At most 1.
    """
    size = [max(1, round(side * scale)) for side in pixels.shape[1::-1]]
    if int(pixels[:, :, 3].min()) == 255:
        return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    small = cv2.resize(premultiplied(pixels), size, interpolation=cv2.INTER_AREA)
    return unpremultiplied(np.asarray(small, np.uint8))


def premultiplied(pixels: Pixels) -> Pixels:
    """With colours multiplied by their opacity, so that they can be averaged."""
    result = pixels.copy()
    alpha = pixels[:, :, 3]
    for channel in range(3):
        result[:, :, channel] = cv2.multiply(pixels[:, :, channel], alpha, scale=1 / 255)
    return result


def unpremultiplied(pixels: Pixels) -> Pixels:
    """The opposite of :func:`premultiplied`, as far as bytes allow; nothing is black."""
    alpha = pixels[:, :, 3:].astype(np.float32)
    result = pixels.copy()
    colors = pixels[:, :, :3] * np.float32(255) / np.maximum(alpha, 1)
    result[:, :, :3] = np.rint(colors).clip(0, 255)
    return result


def exact_colors(pixels: Pixels, most: int) -> list[str] | None:
    """The colours of all that is not transparent, most frequent first.

    Returns:
        ``#rrggbb``; ``None`` if there are more than ``most``.
    """
    inside = pixels[:, :, :3][pixels[:, :, 3] >= INSIDE]
    values, counts = np.unique(packed(inside), return_counts=True)
    if len(values) > most:
        return None
    order = np.lexsort((values, -counts))
    return [f"#{int(values[i]):06x}" for i in order]


def is_smeared(pixels: Pixels) -> bool:
    """Whether every pixel is nearly as dark as one of two tones, as JPEG leaves two colours."""
    if (pixels[:, :, 3] < INSIDE).any():
        return False
    counts = histogram(gray_of(pixels), None)
    classes = classes_of(counts)
    return classes.distance >= 2 * CLEAR and not share_between(counts, classes, _SMEAR)


def lightness(color: str) -> int:
    """Of ``#rrggbb``, 0 to 255."""
    return int(gray_of(rgb_of([color])[None])[0, 0])


def background_color(pixels: Pixels, colors: list[str]) -> str:
    """Which of all colours of a picture, where each pixel is a cell, is its background."""
    is_inside = pixels[:, :, 3] >= INSIDE
    rgb = pixels[:, :, :3]
    lab = to_lab(rgb)
    order = colors_of(rgb, lab, is_inside, 1, rgb[is_inside], len(colors))
    centers = to_lab(rgb_of(order)[None])[0]
    ground = centers[background_index(lab, is_inside, centers)]
    return colors[int(nearest(ground, to_lab(rgb_of(colors)[None])[0]))]


def points_of(pixels: Pixels, most: int = LOOK_PX) -> Pixels:
    """At most so many pixels a side, taken at equal distances and left as they are."""
    steps = [-(-side // most) for side in pixels.shape[:2]]
    return pixels[:: steps[0], :: steps[1]]


def look_at(pixels: Pixels, most: int) -> PictureStatistics:
    """What sort of picture it is; the same whether it comes large or small.

    Args:
        pixels: See :data:`Pixels`.
        most: Colours besides the background that make it a COLORED one.
    """
    longest = max(pixels.shape[:2])
    if longest > _ONE_SIZE_PX:
        pixels = reduced(pixels, _ONE_SIZE_PX / longest)
    points = points_of(pixels)
    inside = points[:, :, 3] >= INSIDE
    if not inside.any():
        return PictureStatistics(PictureKind.TWO_TONES, False)
    gray = gray_of(points)
    counts = histogram(gray, inside)
    classes = classes_of(counts)
    light_on_dark = _is_light_on_dark(gray, inside, classes)
    flat = _flat_colors(points, inside, most) if _is_flat(pixels) else None
    if flat is not None:
        return PictureStatistics(PictureKind.COLORED, light_on_dark, *flat)
    if share_between(counts, classes, 0.3) < TWO_TONES and classes.distance >= CLEAR:
        return PictureStatistics(PictureKind.TWO_TONES, light_on_dark)
    if not classes.distance:
        return PictureStatistics(PictureKind.TWO_TONES, light_on_dark)
    if inside.all() and _is_even_otherwise(gray):
        return PictureStatistics(PictureKind.UNEVEN, False)
    return PictureStatistics(PictureKind.PHOTO, light_on_dark)


def _is_light_on_dark(
    gray: NDArray[np.uint8], inside: NDArray[np.bool_], classes: ToneClasses
) -> bool:
    if not inside.all():
        # The shape is the drawing, unless there is a drawing in it.
        if classes.distance < CLEAR:
            return (classes.dark + classes.light) / 2 >= MIDDLE
        return float((gray[inside] < classes.threshold).mean()) < _RARELY
    if not classes.distance:  # a single colour is neither dark nor light against anything
        return False
    return bool((gray[border_of(inside)] < classes.threshold).mean() > 0.5)


def _is_flat(pixels: Pixels) -> bool:
    """Whether most neighbours are of one colour, as in drawings and not in photos."""
    step = -(-len(pixels) // LOOK_PX)
    rows = pixels[::step].astype(np.int16)
    if rows.shape[1] < 2:
        return True
    steps = np.abs(np.diff(rows, axis=1)).max(axis=2)
    return bool((steps <= _SLIGHT).mean() >= _FLAT)


def _flat_colors(
    points: Pixels, inside: NDArray[np.bool_], most: int
) -> tuple[tuple[str, ...], str | None] | None:
    """The colours of a picture that has few of them and is not gray, and its background."""
    is_whole = bool(inside.all())
    rgb = np.ascontiguousarray(points[:, :, :3])
    lab = to_lab(rgb)
    found = colors_of(rgb, lab, inside, _CELL_PX, rgb[inside], _LOOKED_FOR)
    centers = to_lab(rgb_of(found)[None])[0]
    labels = nearest(lab, centers)
    near = np.linalg.norm(lab - centers[labels], axis=2) < _NEAR
    shares = np.bincount(labels[inside & near], minlength=len(found)) / int(inside.sum())
    kept = np.flatnonzero(shares >= _RARE).tolist()
    if len(kept) > most + is_whole or float(shares[kept].sum()) < _COVERED:
        return None
    if not any(float(np.hypot(*centers[k, 1:])) >= _CHROMA for k in kept):
        return None
    colors = [found[i] for i in kept]
    paper = None
    if is_whole:
        index = background_index(lab, inside, centers[kept])
        paper = colors.pop(index)
    return (tuple(colors), paper) if len(colors) >= 2 else None


def _is_even_otherwise(gray: NDArray[np.uint8]) -> bool:
    """Whether dark on light remains once the light of each place is taken out."""
    reach = max(3, min(gray.shape) // 8) | 1
    kernel = np.ones((reach, reach), np.uint8)
    paper = cv2.GaussianBlur(cv2.morphologyEx(gray, cv2.MORPH_CLOSE, kernel), (0, 0), reach / 2)
    even = np.asarray(cv2.divide(gray, np.maximum(paper, 1), scale=255), np.uint8)
    counts = histogram(even, None)
    classes = classes_of(counts)
    ink = float((even < classes.threshold).mean())
    between = share_between(counts, classes, 0.3)
    return classes.distance >= 2 * CLEAR and ink < 0.35 and between < TWO_TONES / 2
