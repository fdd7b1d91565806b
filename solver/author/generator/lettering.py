"""Letters as pictures: the strokes of the pixel letters, drawn large with round ends."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase, digits

from puzzles.letters import HEIGHT, glyph
from solver.author.generator.chance import Chance
from solver.author.generator.fields import Field, Function, capsule, extent, sampled

_SIGNS = ascii_uppercase + digits
_MAX_IN_LINE, _MAX_LINES = 3, 3
_LETTER_WIDTH, _MIN_WIDTH, _MIN_HEIGHT = 0.5, 7, 14
"""A letter needs this share of its line's height as width, and at least 7 x 14 cells."""
_MAX_STRETCH = 1.6
"""How much wider or higher than in the font a letter may be."""
_GAP = 1.5
"""The gap between the strokes of two letters, in cells of the font."""
_FILLED, _FILLED_IN_FRAME = 0.9, 0.78
"""The share of the board that the text takes, alone and with something around it."""
_FRAME = 0.93
"""Where a frame begins, as a share of the way to the border."""

Stroke = tuple[float, float, float, float]
"""A line from (x, y) to (x, y), in cells of the font."""


def letters(height: int, width: int, detail: float, chance: Chance) -> Field:
    """One to a few characters: thin if there is much detail, in a frame or on dark ground at times.

    Args:
        height: Rows.
        width: Columns.
        detail: 0 for few and thick letters, 1 for many and thin ones.
        chance: Decides all that is left open.
    """
    most_lines = max(1, min(_MAX_LINES, height // max(_MIN_HEIGHT, int(width * 0.5))))
    lines = 1 + chance.below(most_lines) if detail < 0.6 else most_lines
    line_height = height / lines
    most = max(1, min(_MAX_IN_LINE, int(width / max(_MIN_WIDTH, line_height * _LETTER_WIDTH))))
    count = 1 + chance.below(most) if detail < 0.6 else most
    thick = chance.between(0.48, 0.66) - 0.2 * detail
    across, down = extent(height, width)
    look = chance.share()
    filled = _FILLED if look >= 0.35 else _FILLED_IN_FRAME
    parts: list[Function] = []
    for line in range(lines):
        text = "".join(chance.one_of(_SIGNS) for _ in range(count))
        middle = (2 * line + 1) / lines * down - down
        line_down = down / lines * filled * (1 if lines == 1 else _FILLED)
        parts += _line(text, across * filled, line_down, middle * filled, thick)

    def level(x: float, y: float) -> float:
        ink = max(part(x, y) for part in parts)
        if look < 0.2:
            return -ink
        if look < 0.35:
            border = max(abs(x) / across, abs(y) / down)
            return max(ink, border - _FRAME)
        return ink

    return sampled(height, width, level)


def _line(text: str, across: float, down: float, middle: float, thick: float) -> list[Function]:
    """The strokes of a line of text that fills a box of twice ``across`` and ``down``."""
    strokes: list[Stroke] = []
    left = 0.0
    for sign in text:
        rows = glyph(sign)
        strokes += [(x + left, y, u + left, v) for x, y, u, v in _strokes(rows)]
        left += len(rows[0]) - 1 + _GAP
    wide, high = left - _GAP, HEIGHT - 1
    unit_x = 2 * across / (wide + 2 * thick)
    unit_y = 2 * down / (high + 2 * thick)
    unit_x, unit_y = min(unit_x, unit_y * _MAX_STRETCH), min(unit_y, unit_x * _MAX_STRETCH)
    radius = thick * min(unit_x, unit_y)
    placed = []
    for from_x, from_y, to_x, to_y in strokes:
        start = (from_x - wide / 2) * unit_x, (from_y - high / 2) * unit_y + middle
        end = (to_x - wide / 2) * unit_x, (to_y - high / 2) * unit_y + middle
        placed.append(capsule((*start, *end), radius))
    return placed


def _strokes(rows: list[str]) -> Iterator[Stroke]:
    """Lines between neighbouring cells of a character, aslant where nothing else joins them."""
    shaded = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"}
    for x, y in sorted(shaded):
        yield x, y, x, y
        for to_x, to_y in ((x + 1, y), (x, y + 1)):
            if (to_x, to_y) in shaded:
                yield x, y, to_x, to_y
        for to_x in (x - 1, x + 1):
            is_joined = (to_x, y) in shaded or (x, y + 1) in shaded
            if (to_x, y + 1) in shaded and not is_joined:
                yield x, y, to_x, y + 1
