"""What is drawn on a page: straight lines, filled areas and characters.

Lengths are in points, 1/72 inch. Positions are (x, y) from the top left corner of the page as it is
shown, y downwards. Values are plain tuples, since a page has thousands of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """(x, y)."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def around(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def turned(self, turns: int, width: float, height: float) -> Box:
        """The box on its page, ``width`` x ``height``, that is turned clockwise by quarters."""
        left, top, right, bottom = self
        if turns == 1:
            return Box(height - bottom, left, height - top, right)
        if turns == 2:
            return Box(width - right, height - bottom, width - left, height - top)
        if turns == 3:
            return Box(top, width - right, bottom, width - left)
        return self


class Bar(NamedTuple):
    """A straight line along an axis, stroked or filled."""

    is_vertical: bool
    at: float
    """x of a vertical line, y of a horizontal one: the middle of its width."""
    start: float
    end: float

    def turned(self, turns: int, width: float, height: float) -> Bar:
        """The line on the turned page, see :meth:`Box.turned`."""
        if self.is_vertical:
            box = Box(self.at, self.start, self.at, self.end)
        else:
            box = Box(self.start, self.at, self.end, self.at)
        left, top, right, bottom = box.turned(turns, width, height)
        if self.is_vertical != bool(turns % 2):
            return Bar(True, left, top, bottom)
        return Bar(False, top, left, right)


class Patch(NamedTuple):
    """A filled area."""

    box: Box
    """The box around it."""
    rgb: str
    """``#rrggbb``."""
    is_box: bool
    """Whether it fills its box."""
    order: int
    """Larger for what is drawn later, of patches, letters and lines."""


class SlantedLine(NamedTuple):
    """A straight line that is slanted."""

    box: Box
    is_falling: bool
    """Whether it goes down to the right."""


class Glyph(NamedTuple):
    """A printed character."""

    text: str
    """The character; empty if the file does not say which it is."""
    box: Box
    """Across the line of text from pen position to pen position, along it the ink."""
    size: float
    """The font size."""
    rgb: str
    order: int
    """As in :class:`Patch`."""
    turns: int
    """How it is turned clockwise, in quarters."""
    origin: tuple[float, float]
    """(x, y) of the pen: the left end of the character on its line of text."""

    def turned(self, turns: int, width: float, height: float) -> Glyph:
        """The character on the turned page, see :meth:`Box.turned`."""
        x, y = self.origin
        pen = Box(x, y, x, y).turned(turns, width, height)
        return self._replace(
            box=self.box.turned(turns, width, height),
            turns=(self.turns + turns) % 4,
            origin=(pen.left, pen.top),
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is drawn on a page."""

    width: float
    height: float
    bars: tuple[Bar, ...] = ()
    patches: tuple[Patch, ...] = ()
    strokes: tuple[SlantedLine, ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    images: tuple[Box, ...] = ()
    """The places of pictures."""

    def turned(self, turns: int) -> Drawing:
        """The page turned clockwise by quarters."""
        if not turns % 4:
            return self
        turns %= 4
        size = self.width, self.height
        swap = bool(turns % 2)
        return Drawing(
            self.height if swap else self.width,
            self.width if swap else self.height,
            tuple(bar.turned(turns, *size) for bar in self.bars),
            tuple(p._replace(box=p.box.turned(turns, *size)) for p in self.patches),
            tuple(
                SlantedLine(s.box.turned(turns, *size), s.is_falling != swap) for s in self.strokes
            ),
            tuple(glyph.turned(turns, *size) for glyph in self.glyphs),
            tuple(box.turned(turns, *size) for box in self.images),
        )
