"""The places of printed numbers in a clue area: boxes and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

DEFAULT_SPLIT = 0.36
"""Glyphs farther apart than this belong to two numbers, in digit heights, unless the picture's own
spacing says otherwise."""


@dataclass(frozen=True, slots=True)
class TokenBox:
    """A rectangle of clue area pixels: ``left <= x < right``, ``top <= y < bottom``."""

    left: float
    top: float
    right: float
    bottom: float
    group: int = 0
    """The group of its ink in a puzzle in colours: negative for a tile, positive for a colour, 0 if
    it is not known."""

    @property
    def width(self) -> float:
        """Width, px."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Height, px."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """The middle (x, y), px."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def joined(self, other: TokenBox) -> TokenBox:
        """The smallest box around this one and another."""
        return TokenBox(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
            self.group,
        )

    def gap(self, other: TokenBox, height: float) -> float:
        """The space before another box to the right, in digit heights.

        Digits of one tile are always one number, those of different tiles or colours never are.
        """
        if self.group != other.group and self.group and other.group:
            return inf
        if self.group == other.group and self.group < 0:
            return -inf
        return (other.left - self.right) / height


@dataclass(frozen=True, slots=True)
class Token:
    """A place where one number may be printed."""

    line: int
    """Row or column of the board."""
    box: TokenBox
    glyphs: tuple[TokenBox, ...] = ()
    """The glyphs that it consists of; empty for a printed box."""

    def __hash__(self) -> int:
        return hash((self.line, self.box.left, self.box.top))


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens of a clue area, line by line in the order of the clue."""

    lines: tuple[tuple[Token, ...], ...]
    is_boxed: bool
    digit_height: float
    """Height of a digit, px; 0 if there are no glyphs."""
    boxes: int = 0
    """Number of visible boxes in a line; those farther out are guessed."""
    is_ruled: bool = False
    """Whether the lines between the boxes are visible."""
    splits: tuple[float, ...] = (DEFAULT_SPLIT,)
    """Possible gaps between two numbers, in digit heights; the first was used for the tokens."""


def joined(glyphs: Sequence[TokenBox], line: int, is_joined: Sequence[bool]) -> tuple[Token, ...]:
    """Join digits into numbers of at most two; one flag for each pair of neighbours."""
    tokens: list[Token] = []
    for i, glyph in enumerate(glyphs):
        last = tokens[-1] if tokens else None
        if last is not None and is_joined[i - 1] and len(last.glyphs) < 2:
            tokens[-1] = Token(line, last.box.joined(glyph), (*last.glyphs, glyph))
        else:
            tokens.append(Token(line, glyph, (glyph,)))
    return tuple(tokens)
