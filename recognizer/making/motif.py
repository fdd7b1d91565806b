"""The decoded picture that a board is made from, and the suggested settings.

A :class:`Motif` can be pickled, and is at most :data:`LONGEST_PX` long and wide. So it is sent to
another process quickly, and a change of settings takes milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzles.words import worded
from recognizer.making import picture_kinds
from recognizer.making.colors import INDISTINCT_LAB, distinct_colors, paper_for
from recognizer.making.picture_kinds import MIN_OPAQUE_ALPHA, PictureKind
from recognizer.making.settings import (
    MAX_COLORS,
    WHOLE,
    Crop,
    Method,
    PictureSettings,
    columns_for,
    rows_for,
    turned_size,
)

Pixels = NDArray[np.uint8]
"""RGBA uint8, shape (height, width, 4); not premultiplied."""

LONGEST_PX = 2048
"""Maximum side of the pixels that are kept; larger pictures are reduced, by whole blocks if each
block has one colour."""
MAX_EXACT_CELLS = 100
"""Maximum side of a board drawn pixel by pixel, cells."""
MAX_UNSCALED_PX = 50
"""Each pixel is a cell up to this side, even if all pixels could be enlarged ones, px."""
MIN_ENLARGED_CELLS = 5
"""Minimum side of a board that is searched for in blocks of pixels, cells."""
SUGGESTED_CELLS = 30
"""Longer side of the board that is suggested for larger pictures in black and white, cells."""
COLORED_CELLS = 40
"""Longer side of the board that is suggested for larger pictures in colours, cells."""
PHOTO_COLORS = 5
"""Colours besides the background that are suggested for photos."""
_MIN_PIXELS_PER_COLOR = 3
"""Minimum number of pixels for each colour of a picture drawn pixel by pixel."""


class Size(NamedTuple):
    """The size of a picture, in px."""

    width: int
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Motif:
    """A picture, decoded and upright. Made by :meth:`of`; its pixels are not changed."""

    pixels: Pixels
    """RGBA uint8, shape (height, width, 4), contiguous, at most LONGEST_PX long and wide."""
    light_pixels: Pixels
    """The same, but if the picture was reduced, its light was averaged and not its values."""
    size_px: Size
    """Size of the original picture, which may be larger."""
    has_transparency: bool = False
    """Whether a part is transparent; that part is background."""
    frames: int = 1
    """Number of frames in the file; this is the first."""
    block: int = 1
    """Side of the uniform squares that the whole picture consists of, px."""

    @classmethod
    def of(cls, rgba: Pixels, frames: int = 1) -> Motif:
        """Make a motif of a decoded picture.

        Args:
            rgba: RGBA uint8, shape (height, width, 4), at least one pixel; it is copied.
            frames: Number of frames in the file.

        Raises:
            ValueError: The array has another shape or type.
        """
        if rgba.ndim != 3 or rgba.shape[2] != 4 or rgba.dtype != np.uint8 or not rgba.size:
            raise ValueError(
                worded(
                    "RGBA uint8, not {dtype} of shape {shape}", dtype=rgba.dtype, shape=rgba.shape
                )
            )
        height, width = rgba.shape[:2]
        block = picture_kinds.block_of(rgba)
        pixels = rgba[::block, ::block]
        light = None
        if max(pixels.shape[:2]) > LONGEST_PX:
            light = picture_kinds.reduced(pixels, LONGEST_PX)
            light.flags.writeable = False
            pixels = picture_kinds.reduced_values(pixels, LONGEST_PX)
        else:
            pixels = pixels.copy()
        pixels.flags.writeable = False
        has_transparency = bool((pixels[:, :, 3] < MIN_OPAQUE_ALPHA).any())
        return cls(
            pixels,
            pixels if light is None else light,
            Size(width, height),
            has_transparency,
            frames,
            block,
        )


def one_pixel_one_cell(motif: Motif) -> PictureSettings | None:
    """The settings with which each pixel is a cell, for pictures that were drawn that way.

    These are small pictures of two colours, also as JPEG, of which the darker one is shaded; and
    small pictures of up to :data:`~.settings.MAX_COLORS` colours besides the background or
    transparency. Pictures enlarged by a whole factor are treated as the original.

    Returns:
        ``None`` if the picture was not drawn that way, or has a single colour.
    """
    block, (width, height) = motif.block, motif.size_px
    is_enlarged = block > 1 and max(width, height) > MAX_UNSCALED_PX
    if is_enlarged and min(width, height) // block >= MIN_ENLARGED_CELLS:
        width, height = width // block, height // block
    if max(width, height) > MAX_EXACT_CELLS:
        return None
    settings = PictureSettings(columns=width, rows=height)
    found = picture_kinds.exact_colors(motif.pixels, 2 * MAX_COLORS)
    if found is None:
        return settings if picture_kinds.is_two_tone_jpeg(motif.pixels) else None
    colors = found if len(found) <= 2 else distinct_colors(found, INDISTINCT_LAB)
    # In a very small picture JPEG turns two colours into only a few.
    is_doubtful = len(colors) < len(found) or len(found) * _MIN_PIXELS_PER_COLOR > width * height
    if len(found) > 2 and is_doubtful and picture_kinds.is_two_tone_jpeg(motif.pixels):
        return settings
    if len(colors) > MAX_COLORS + 1:
        return None
    if motif.has_transparency:
        if len(colors) == 1:
            is_light = picture_kinds.lightness(colors[0]) >= MIN_OPAQUE_ALPHA
            return replace(settings, invert=is_light)
        return _colored(settings, colors) if 2 <= len(colors) <= MAX_COLORS else None
    if len(colors) == 2:
        dark, light = map(picture_kinds.lightness, colors)
        if dark == light:  # red and green of one lightness
            return _colored(replace(settings, paper=colors[0]), colors[1:])
        return settings
    if len(colors) < 2:
        return None
    background = picture_kinds.background_color(motif.pixels, colors)
    ink = [color for color in colors if color != background]
    return _colored(replace(settings, paper=background), ink)


def suggested(motif: Motif, is_black_and_white: bool = False) -> PictureSettings:
    """Suggest settings for a picture.

    The proportion is kept. The method depends on the kind of picture; the background is blank. An
    empty margin is cropped.

    Args:
        motif: The picture.
        is_black_and_white: Whether the board has no colours; if not, it has them as suits the
            picture.
    """
    exact = one_pixel_one_cell(motif)
    if exact is not None and not (is_black_and_white and exact.colors > 1):
        return exact
    statistics = picture_kinds.picture_statistics(motif.pixels, MAX_COLORS)
    is_colored = statistics.kind in (PictureKind.COLORED, PictureKind.COLORED_PHOTO)
    longest = COLORED_CELLS if is_colored else SUGGESTED_CELLS
    is_opaque = not motif.has_transparency
    crop = WHOLE
    if statistics.kind is not PictureKind.COLORED_PHOTO or not is_opaque:
        # In an opaque picture in colours the background is found by the border.
        crop = picture_kinds.figure_crop(motif.pixels, needs_border=is_colored and is_opaque)
    columns, rows = size_for(motif, crop, longest=longest)
    settings = PictureSettings(columns=columns, rows=rows, crop=crop)
    if exact is not None:
        settings = PictureSettings(columns=exact.columns, rows=exact.rows)
    if is_colored and not is_black_and_white:
        paper = statistics.paper or paper_for(statistics.colors, [settings.paper])
        return replace(settings, colors=len(statistics.colors) or PHOTO_COLORS, paper=paper)
    method = Method.ADAPTIVE if statistics.kind is PictureKind.UNEVEN else Method.THRESHOLD
    return replace(settings, method=method, invert=statistics.is_light_on_dark)


def size_for(
    motif: Motif,
    crop: Crop = WHOLE,
    rotation: float = 0.0,
    longest: int = SUGGESTED_CELLS,
) -> tuple[int, int]:
    """Suggest columns and rows for a part of a picture; cells are square.

    Small pictures keep their pixels as cells; others get ``longest`` cells on their longer side.
    """
    exact = one_pixel_one_cell(motif)
    size = motif.size_px if exact is None else Size(exact.columns, exact.rows)
    width, height = turned_size(*size, rotation)
    across = width * (crop.right - crop.left)
    down = height * (crop.bottom - crop.top)
    if exact is not None or max(size) <= MAX_UNSCALED_PX:
        columns = max(1, round(across))
        return columns, rows_for(columns, *size, crop, rotation)
    if across >= down:
        return longest, rows_for(longest, *size, crop, rotation)
    return columns_for(longest, *size, crop, rotation), longest


def _colored(settings: PictureSettings, colors: list[str]) -> PictureSettings:
    """Use exactly these colours besides the background."""
    return replace(
        settings,
        colors=max(2, len(colors)),
        palette=tuple(colors),
        paper=paper_for(colors, [settings.paper]),
    )
