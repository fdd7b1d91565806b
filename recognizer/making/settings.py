"""The settings with which a picture becomes a board. No numpy here.

Lightness and thresholds go from 0 (black) to 255 (white), shares from 0 to 1, colours are written
``#rrggbb`` in lower case.
"""

from __future__ import annotations

import enum
import math
import re
from dataclasses import dataclass
from typing import Annotated

from puzzles.model import MAX_SHOWN
from puzzles.option import COLORS_TEXT, Option, check_options
from puzzles.words import _, marked, worded

MAX_COLORS = 8
"""The largest number of colours besides the background."""


class Method(enum.Enum):
    """The method that decides which cells are shaded; only for black and white."""

    THRESHOLD = "threshold"
    """A cell darker than the threshold is shaded; thin lines of drawings are kept."""
    ADAPTIVE = "adaptive"
    """A cell darker than its neighbourhood is shaded: for uneven light."""
    EDGES = "edges"
    """Contours are shaded in lines of one cell."""
    DITHER = "dither"
    """Cells are shaded in proportion to darkness (Floyd and Steinberg)."""


@dataclass(frozen=True, slots=True)
class Crop:
    """The part that is used, in shares of the picture after rotation.

    Raises:
        ValueError: It is empty, or reaches beyond the picture.
    """

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    def __post_init__(self) -> None:
        if not (0 <= self.left < self.right <= 1 and 0 <= self.top < self.bottom <= 1):
            raise ValueError(
                worded(
                    "a crop is written left, top, right, bottom from 0 to 1, left "
                    "before right and top before bottom, not {left:g}, {top:g}, "
                    "{right:g}, {bottom:g}",
                    left=self.left,
                    top=self.top,
                    right=self.right,
                    bottom=self.bottom,
                )
            )

    @property
    def is_whole(self) -> bool:
        """Whether nothing is cut off."""
        return (self.left, self.top, self.right, self.bottom) == (0, 0, 1, 1)

    def turned_back(self, quarters: int) -> Crop:
        """The same part of the picture before a clockwise turn by so many quarters."""
        part = self
        for _ignored in range(quarters % 4):
            part = Crop(part.top, 1 - part.right, part.bottom, 1 - part.left)
        return part


WHOLE = Crop()
"""The whole picture."""


@dataclass(frozen=True, slots=True)
class Background:
    """A colour that is background where it is connected to the picture's border.

    Enclosed parts are kept: the white of an eye is not removed with the white of the paper.

    Raises:
        ValueError: It is no colour, or the tolerance is out of range.
    """

    color: str
    """``#rrggbb``."""
    tolerance: Annotated[
        int,
        Option(
            "With --background: how much red, green or blue may differ, 0 to 255.",
            0,
            255,
            metavar="N",
        ),
    ] = 32

    def __post_init__(self) -> None:
        _check_color(self.color)
        check_options(self)


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """All settings.

    Raises:
        ValueError: Something is out of range; the text says what.
    """

    columns: Annotated[int, Option("", 1, MAX_SHOWN)] = 25
    rows: Annotated[int, Option("", 1, MAX_SHOWN)] = 25
    crop: Crop = WHOLE
    rotation: Annotated[float, Option("Degrees clockwise.", flag="rotate", metavar="DEG")] = 0.0
    """Everything outside the turned picture is background."""
    method: Annotated[
        Method,
        Option(
            "Which cells are shaded: those darker than a threshold, those darker than their "
            "surroundings, outlines, or a share of the cells that grows with the darkness."
        ),
    ] = Method.THRESHOLD
    """The method for black and white."""
    threshold: Annotated[
        int | None,
        Option(
            "In black and white: 0 to 255; a higher one shades more cells.", 0, 255, metavar="T"
        ),
    ] = None
    """A lightness for ``THRESHOLD``; for the others 128 is the middle. ``None`` derives it from the
    picture."""
    brightness: Annotated[int, Option("Brightness, {low} to {high}.", -100, 100, metavar="N")] = 0
    contrast: Annotated[int, Option("Contrast, {low} to {high}.", -100, 100, metavar="N")] = 0
    invert: Annotated[bool, Option("In black and white: shade light parts, or dark ones.")] = False
    """Contours are then on the lighter side."""
    background: Background | None = None
    """A colour to remove; transparent parts are always background."""
    specks: Annotated[
        int, Option("Remove shaded patches of fewer cells.", 0, MAX_SHOWN**2, metavar="N")
    ] = 0
    """Cells at a corner are neighbours."""
    holes: Annotated[
        int, Option("Fill enclosed patches of fewer cells.", 0, MAX_SHOWN**2, metavar="N")
    ] = 0
    colors: Annotated[
        int,
        Option(
            COLORS_TEXT,
            1,
            MAX_COLORS,
            metavar="K",
            more=marked("At most {high}; 1 is black and white."),
        ),
    ] = 1
    keeps_outlines: Annotated[
        bool,
        Option(
            "With colours: keep the outlines of drawings that are thinner than a cell (the"
            " default).",
            flag="outlines",
        ),
    ] = True
    palette: tuple[str, ...] = ()
    """The colours besides the background; empty to find them in the picture.

    Each shaded cell gets the nearest of them. For black and white: the ink, or empty for black."""
    paper: str = "#ffffff"
    """The background's colour on the board."""

    def __post_init__(self) -> None:
        check_options(self)
        if not math.isfinite(self.rotation):
            raise ValueError(_("the rotation is a number of degrees"))
        if self.invert and self.colors > 1:
            raise ValueError(_("invert is for black and white, not for colours"))
        for color in (*self.palette, self.paper):
            _check_color(color)
        if len(self.palette) > self.colors:
            raise ValueError(
                worded(
                    "the palette has {palette} colours, not {colors}",
                    palette=len(self.palette),
                    colors=self.colors,
                )
            )
        if len({*self.palette, self.paper}) <= len(self.palette):
            raise ValueError(
                _("two colours of the palette, or one and the background, are the same")
            )


def turned_size(width: float, height: float, rotation: float) -> tuple[float, float]:
    """The width and height of the box around a turned picture, in the same unit.

    >>> turned_size(40, 30, 90)
    (30, 40)
    """
    quarters, rest = split_rotation(rotation)
    if quarters % 2:
        width, height = height, width
    if rest:
        sine, cosine = (abs(f(math.radians(rest))) for f in (math.sin, math.cos))
        width, height = width * cosine + height * sine, width * sine + height * cosine
    return width, height


def split_rotation(rotation: float) -> tuple[int, float]:
    """Quarters clockwise, 0 to 3, and the remaining degrees, 0 <= degrees < 90.

    >>> split_rotation(-90), split_rotation(100)
    ((3, 0.0), (1, 10.0))
    """
    quarters, rest = divmod(rotation % 360.0, 90.0)
    return int(quarters) % 4, rest


def rows_for(
    columns: int, width_px: float, height_px: float, crop: Crop = WHOLE, rotation: float = 0.0
) -> int:
    """The rows with which cells are square, 1 to MAX_SHOWN.

    Args:
        columns: Cells from left to right.
        width_px: Width of the whole picture before it is turned.
        height_px: Height of the whole picture before it is turned.
        crop: The part that is used.
        rotation: Degrees clockwise.

    >>> rows_for(30, 4000, 3000)
    23
    """
    width, height = _part_size(width_px, height_px, crop, rotation)
    return _in_range(columns * height / width)


def columns_for(
    rows: int, width_px: float, height_px: float, crop: Crop = WHOLE, rotation: float = 0.0
) -> int:
    """The columns with which cells are square; see :func:`rows_for`."""
    width, height = _part_size(width_px, height_px, crop, rotation)
    return _in_range(rows * width / height)


def _part_size(
    width_px: float, height_px: float, crop: Crop, rotation: float
) -> tuple[float, float]:
    width, height = turned_size(width_px, height_px, rotation)
    return width * (crop.right - crop.left), height * (crop.bottom - crop.top)


def _in_range(cells: float) -> int:
    return min(max(math.floor(cells + 0.5), 1), MAX_SHOWN)


def _check_color(text: str) -> None:
    if not re.fullmatch(r"#[0-9a-f]{6}", text):
        raise ValueError(worded("a colour is written #rrggbb, not {text!r}", text=text))
