"""The picture that a board is made from, decoded, and the settings to begin with.

A :class:`Source` can be pickled, and is at most :data:`LONGEST_PX` long and wide, so that it goes
to another process quickly, and every change of a setting is a matter of milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recognizer.boards import picture_kinds
from recognizer.boards.colors import SAME, paper_for, told_apart
from recognizer.boards.picture_kinds import INSIDE, PictureKind
from recognizer.boards.settings import (
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
"""Of the pixels that are kept; larger pictures are reduced, by whole blocks of pixels if each is
of one colour."""
LONGEST_EXACT = 100
"""Cells; a longer or wider picture is no board drawn pixel by pixel."""
LONGEST_AS_IT_IS = 50
"""Pixels; up to here each pixel is a cell even where all could be enlarged ones."""
SHORTEST_ENLARGED = 5
"""Cells; a smaller board than that is not looked for in blocks of pixels."""
LONGER_SIDE = 30
"""Cells of the board that is suggested for larger pictures."""
_PIXELS_A_COLOR = 3
"""A picture with fewer pixels for each colour was not drawn in these."""


class Size(NamedTuple):
    """Of a picture, in px."""

    width: int
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A picture, decoded and upright. Made by :meth:`of`; its pixels are not changed."""

    pixels: Pixels
    """RGBA uint8, shape (height, width, 4), contiguous, at most LONGEST_PX long and wide."""
    size_px: Size
    """Of the picture itself, which may be larger."""
    has_transparency: bool = False
    """Whether a part of it is transparent; that part is background."""
    frames: int = 1
    """How many the file has; this is the first."""
    block: int = 1
    """The picture consists of squares of so many pixels in one colour each, without exception."""

    @classmethod
    def of(cls, rgba: Pixels, frames: int = 1) -> Source:
        """The source that a decoded picture makes.

        Args:
            rgba: RGBA uint8, shape (height, width, 4), at least one pixel; it is not kept.
            frames: How many the file has.

        Raises:
            ValueError: The array has another shape or type.
        """
        if rgba.ndim != 3 or rgba.shape[2] != 4 or rgba.dtype != np.uint8 or not rgba.size:
            raise ValueError(f"RGBA uint8, not {rgba.dtype} of shape {rgba.shape}")
        height, width = rgba.shape[:2]
        block = picture_kinds.block_of(rgba)
        pixels = rgba[::block, ::block]
        longest = max(pixels.shape[:2])
        if longest > LONGEST_PX:
            pixels = picture_kinds.reduced(pixels, LONGEST_PX / longest)
        else:
            pixels = pixels.copy()
        pixels.flags.writeable = False
        has_transparency = bool((pixels[:, :, 3] < INSIDE).any())
        return cls(pixels, Size(width, height), has_transparency, frames, block)


def one_pixel_one_cell(source: Source) -> PictureSettings | None:
    """The settings with which each pixel is a cell, for pictures that were drawn that way.

    These are small pictures of two colours, be it that JPEG smeared them, of which the darker one
    is shaded; and small pictures of up to :data:`~.settings.MAX_COLORS` colours besides one for
    the background or transparency. A picture that was enlarged by a whole factor counts as what it
    was before.

    Returns:
        ``None`` if the picture is no such thing, or has a single colour.
    """
    block, (width, height) = source.block, source.size_px
    is_enlarged = block > 1 and max(width, height) > LONGEST_AS_IT_IS
    if is_enlarged and min(width, height) // block >= SHORTEST_ENLARGED:
        width, height = width // block, height // block
    if max(width, height) > LONGEST_EXACT:
        return None
    settings = PictureSettings(columns=width, rows=height)
    found = picture_kinds.exact_colors(source.pixels, 2 * MAX_COLORS)
    if found is None:
        return settings if picture_kinds.is_smeared(source.pixels) else None
    colors = found if len(found) <= 2 else told_apart(found, SAME)
    # In a very small picture JPEG does not make many colours of two.
    is_doubtful = len(colors) < len(found) or len(found) * _PIXELS_A_COLOR > width * height
    if len(found) > 2 and is_doubtful and picture_kinds.is_smeared(source.pixels):
        return settings
    if len(colors) > MAX_COLORS + 1:
        return None
    if source.has_transparency:
        if len(colors) == 1:
            is_light = picture_kinds.lightness(colors[0]) >= INSIDE
            return replace(settings, invert=is_light)
        return _colored(settings, colors) if 2 <= len(colors) <= MAX_COLORS else None
    if len(colors) == 2:
        dark, light = map(picture_kinds.lightness, colors)
        if dark == light:  # red and green of one lightness
            return _colored(replace(settings, paper=colors[0]), colors[1:])
        return settings
    if len(colors) < 2:
        return None
    background = picture_kinds.background_color(source.pixels, colors)
    ink = [color for color in colors if color != background]
    return _colored(replace(settings, paper=background), ink)


def suggested(source: Source) -> PictureSettings:
    """What to begin with for any picture.

    The proportion is kept. The method is chosen by the kind of picture, and so that the background
    is blank.
    """
    if (exact := one_pixel_one_cell(source)) is not None:
        return exact
    columns, rows = size_for(source)
    settings = PictureSettings(columns=columns, rows=rows)
    look = picture_kinds.look_at(source.pixels, MAX_COLORS)
    if look.kind is PictureKind.COLORED:
        paper = look.paper or paper_for(look.colors, [settings.paper])
        return replace(settings, colors=len(look.colors), paper=paper)
    method = Method.ADAPTIVE if look.kind is PictureKind.UNEVEN else Method.THRESHOLD
    return replace(settings, method=method, invert=look.is_light_on_dark)


def size_for(source: Source, crop: Crop = WHOLE, rotation: float = 0.0) -> tuple[int, int]:
    """Columns and rows to begin with for a part of a picture; cells are square.

    Small pictures keep their pixels as cells; others get LONGER_SIDE cells on their longer side.
    """
    exact = one_pixel_one_cell(source)
    size = source.size_px if exact is None else Size(exact.columns, exact.rows)
    width, height = turned_size(*size, rotation)
    across = width * (crop.right - crop.left)
    down = height * (crop.bottom - crop.top)
    if exact is not None or max(size) <= LONGEST_AS_IT_IS:
        columns = max(1, round(across))
        return columns, rows_for(columns, *size, crop, rotation)
    if across >= down:
        return LONGER_SIDE, rows_for(LONGER_SIDE, *size, crop, rotation)
    return columns_for(LONGER_SIDE, *size, crop, rotation), LONGER_SIDE


def _colored(settings: PictureSettings, colors: list[str]) -> PictureSettings:
    """With just these colours besides the background."""
    return replace(
        settings,
        colors=max(2, len(colors)),
        palette=tuple(colors),
        paper=paper_for(colors, [settings.paper]),
    )
