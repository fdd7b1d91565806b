"""The names of moves with a number or a line: kept in English, shown in the language of now."""

from __future__ import annotations

import re
from functools import cache

from puzzles.model import Axis, Line
from puzzles.words import _, forms, marked, plural, worded

CLEARED = forms("Clear {count} Cell", "Clear {count} Cells")
DOTTED = forms("Dot {count} Cell", "Dot {count} Cells")
SHADED = forms("Shade {count} Cell", "Shade {count} Cells")
REPAIRED = forms("Repair {count} cell", "Repair {count} cells")
TICKED = forms("Tick off {count} clue", "Tick off {count} clues")
UNTICKED = forms("Remove {count} tick", "Remove {count} ticks")
CLEARED_LINE, DOTTED_LINE = marked("Clear {line}"), marked("Fill {line} with Dots")
GUESS, KEPT_GUESS = marked("Guess {level}"), marked("Keep Guess {level}")
TAKEN_BACK_GUESS = marked("Take Back Guess {level}")
OPPOSITE_OF_GUESS = marked("Mark Opposite of Guess {level}")

_COUNTED = (CLEARED, DOTTED, SHADED, REPAIRED, TICKED, UNTICKED)
_OTHERS = (CLEARED_LINE, DOTTED_LINE, GUESS, KEPT_GUESS, TAKEN_BACK_GUESS, OPPOSITE_OF_GUESS)
_NUMBER = r"(\d{1,9})"
_FIELDS = {"count": _NUMBER, "level": _NUMBER, "line": r"([Rr]ow|[Cc]olumn) (\d{1,9})"}


def counted(names: tuple[str, str], count: int) -> str:
    """The name of a move as it is kept, for example "Shade 3 Cells"."""
    return names[count != 1].format(count=count)


def shown(label: str) -> str:
    """The name for people; one that an earlier version kept in its language stays.

    >>> shown("Shade 1200 Cells"), shown("Clear row 3")
    ('Shade 1,200 Cells', 'Clear Row 3')
    """
    for one, many in _COUNTED:
        if found := _pattern(one).fullmatch(label) or _pattern(many).fullmatch(label):
            return plural(int(found[1]), one, many)
    for template in _OTHERS:
        if (found := _pattern(template).fullmatch(label)) and "{line}" in template:
            return worded(template, line=Line(Axis(found[1].lower()), int(found[2]) - 1).title)
        if found:
            return worded(template, level=int(found[1]))
    return _(label) if label else ""


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(template.format(**_FIELDS))
