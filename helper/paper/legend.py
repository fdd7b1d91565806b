"""The list of a puzzle's colours below its board."""

from __future__ import annotations

from typing import NamedTuple

from helper.paper.lettering import elided, width_of
from puzzles.colors import color_letters, color_names
from puzzles.model import Puzzle

FONT_PT = 8.0
ROW_PT = 13.0
"""The height of a row of the legend."""
SWATCH_PT = 8.0
_GAP_PT = 4.0
"""The gap between a swatch and its name."""
_APART_PT = 14.0
"""The gap between two entries."""


class LegendEntry(NamedTuple):
    """A colour in its place."""

    color: int
    """The index in the palette."""
    text: str
    x: float
    """The distance from the left, in points."""
    row: int


def legend(puzzle: Puzzle, has_letters: bool, width: float) -> list[LegendEntry]:
    """The colours of a puzzle in rows of a width in points; none in black and white."""
    if puzzle.is_black_and_white:
        return []
    names, letters = color_names(puzzle.palette), color_letters(puzzle.palette)
    entries, x, row = [], 0.0, 0
    for color in range(1, len(puzzle.palette)):
        name = f"{letters[color]} = {names[color]}" if has_letters else names[color]
        room = width - SWATCH_PT - _GAP_PT
        text = elided(name, room / FONT_PT)
        length = SWATCH_PT + _GAP_PT + width_of(text) * FONT_PT
        if x and x + length > width:
            x, row = 0.0, row + 1
        entries.append(LegendEntry(color, text, x, row))
        x += length + _APART_PT
    return entries


def legend_height(entries: list[LegendEntry]) -> float:
    """The height of a legend, in points."""
    return (entries[-1].row + 1) * ROW_PT if entries else 0.0


def text_offset() -> float:
    """Where an entry's text begins, from its left, in points."""
    return SWATCH_PT + _GAP_PT
