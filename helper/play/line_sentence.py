"""Says in a sentence what the light of a line means. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from helper.play.lights import Light
from puzzles import Clues, Color, Line
from puzzles.colors import named_clues
from puzzles.notation import counted

_MAX_NUMBERS = 12
"""Longer clues are not written out."""


def line_sentence(
    line: Line, light: Light, clues: Clues, states: Sequence[int], palette: Sequence[Color]
) -> str:
    """The state of a line.

    Args:
        line: The line.
        light: Its light.
        clues: Its clues.
        states: Of its cells, as in a :class:`~puzzles.grid.Grid`.
        palette: The puzzle's colours.

    >>> from puzzles import Axis, clues
    >>> from puzzles.model import BLACK_AND_WHITE as ink
    >>> line_sentence(Line(Axis.ROW, 6), Light.OPEN, clues([2, 1]), [2, 3, 3, 2, 3], ink)
    'Row 7 is still open: 2 of 3 cells are shaded.'
    """
    name = str(line).capitalize()
    shaded = sum(1 for state in states if state > 1 and state & (state - 1) == 0)
    if light is Light.DONE:
        reason = "its shaded cells match its clue" if clues else "none of its cells is to be shaded"
        return f"{name} is done: {reason}."
    if light is Light.OPEN:
        wanted = sum(clue.length for clue in clues)
        verb = "is" if wanted == 1 else "are"
        return f"{name} is still open: {shaded} of {counted(wanted, 'cell')} {verb} shaded."
    if not clues:
        return f"{name} is impossible: its clue is 0, but it has {counted(shaded, 'shaded cell')}."
    return f"{name} is impossible: no way to place {_named(clues, palette)} fits its cells."


def _named(clues: Clues, palette: Sequence[Color]) -> str:
    if len(clues) > _MAX_NUMBERS:
        return f"its {len(clues)} numbers"
    return named_clues(clues, palette)
