"""Clues of a line of which only a part is known, as on a torn or stained page.

``?`` is a number that is not known, ``*`` stands for any numbers, also none: ``3 ? 2`` has three
numbers, ``* 2`` ends with 2. In colour, ``?a`` is a number in colour ``a``, ``?`` one in any
colour. They are clues like others, with the lengths ``UNKNOWN`` and ``UNKNOWNS``. A puzzle with
such clues has a defect, so nothing takes it for a whole one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from puzzles.board_picture import UNKNOWN, UNKNOWNS
from puzzles.errors import PuzzleError
from puzzles.model import ANY_COLOR, ANYTHING, Clue, Clues
from puzzles.notation import read_clues, split_clues
from puzzles.words import _

_UNKNOWN = re.compile(r"[*]|[?]([A-Za-z]?)")


def is_partial(text: str) -> bool:
    """Whether the text of a line's clues has a sign of something that is not known."""
    return "?" in text or "*" in text


def read_partial_clues(text: str, colors: Mapping[str, int]) -> Clues:
    """Read the clues of one line, some of which may not be known.

    Args:
        text: See :func:`puzzles.notation.read_clues`.
        colors: Likewise.

    Raises:
        PuzzleError: See there; or a 0 or another sign stands among the numbers.

    >>> read_partial_clues("3 ? *", {"1": 1})
    (Clue(length=3, color=1), Clue(length=-1, color=1), Clue(length=-2, color=0))
    """
    if not is_partial(text):
        return read_clues(text, colors)
    found: list[Clue] = []
    for token in split_clues(text):
        match = _UNKNOWN.fullmatch(token)
        if not token:
            raise PuzzleError(_("a number is missing"))
        if match is None:
            found += read_clues(token, colors) or (Clue(0),)
        elif token == "*":
            found += ANYTHING
        elif letter := match[1]:
            found.append(Clue(UNKNOWN, read_clues(f"1{letter}", colors)[0].color))
        else:
            color = next(iter(colors.values())) if len(colors) == 1 else ANY_COLOR
            found.append(Clue(UNKNOWN, color))
    return partial_clues(found)


def partial_clues(line_clues: Iterable[Clue]) -> Clues:
    """The clues of a line, without one for any numbers behind another one.

    Raises:
        PuzzleError: A number is 0.
    """
    kept: list[Clue] = []
    for clue in line_clues:
        if not clue.length:
            raise PuzzleError(_("a 0 stands among other numbers"))
        if clue.length != UNKNOWNS or kept[-1:] != [clue]:
            kept.append(clue)
    return tuple(kept)
