"""Clues of a line of which only a part is known, as on a torn or stained page.

``?`` is a number that is not known, ``*`` stands for any numbers, also none: ``3 ? 2`` has three
numbers, ``* 2`` ends with 2. In colour, ``?a`` is a number in colour ``a``, ``?`` one in any
colour. A puzzle with such lines is incomplete: nothing but :mod:`solver.completion` works on it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.model import Clue, Color
from puzzles.notation import read_clues, split_clues
from puzzles.words import _

ANY_LENGTH, SEVERAL = 0, -1
ANY_COLOR = 0


class CluePart(NamedTuple):
    """One part of the clues of a line."""

    length: int = ANY_LENGTH
    """The number; ``ANY_LENGTH`` if it is not known; ``SEVERAL`` for any numbers in any colours."""
    color: int = ANY_COLOR
    """Index into the palette; ``ANY_COLOR`` if it is not known."""


PartialClues = tuple[CluePart, ...]
"""The parts of a line in order, of which at least one is not known."""
ANYTHING: PartialClues = (CluePart(SEVERAL),)
"""The clues of a line of which nothing is known."""
_SIGNS = {ANY_LENGTH: "?", SEVERAL: "*"}
_UNKNOWN = re.compile(r"[*]|[?]([A-Za-z]?)")


def is_partial(text: str) -> bool:
    """Whether the text of a line's clues has a sign of something that is not known."""
    return "?" in text or "*" in text


def read_partial_clues(text: str, colors: Mapping[str, int]) -> PartialClues:
    """Read the clues of one line; see :func:`puzzles.notation.read_clues`.

    Raises:
        PuzzleError: See there; or a 0 or another sign stands among the numbers.

    >>> read_partial_clues("3 ? *", {"1": 1})
    (CluePart(length=3, color=1), CluePart(length=0, color=1), CluePart(length=-1, color=0))
    """
    parts: list[Clue | CluePart] = []
    for token in split_clues(text):
        match = _UNKNOWN.fullmatch(token)
        if not token:
            raise PuzzleError(_("a number is missing"))
        if match is None:
            parts += read_clues(token, colors) or (Clue(0),)
            continue
        if token == "*":
            parts.append(CluePart(SEVERAL))
        elif letter := match[1]:
            parts.append(CluePart(color=read_clues(f"1{letter}", colors)[0].color))
        else:
            parts.append(
                CluePart(color=next(iter(colors.values())) if len(colors) == 1 else ANY_COLOR)
            )
    return partial_clues(parts)


def partial_clues(parts: Iterable[Clue | CluePart]) -> PartialClues:
    """The parts of a line, without one for any numbers behind another one.

    Raises:
        PuzzleError: A number is 0.
    """
    kept: list[CluePart] = []
    for part in parts:
        if isinstance(part, Clue) and not part.length:
            raise PuzzleError(_("a 0 stands among other numbers"))
        if part.length != SEVERAL or kept[-1:] != [CluePart(SEVERAL)]:
            kept.append(CluePart(*part))
    return tuple(kept)


def partial_text(parts: PartialClues, palette: Sequence[Color]) -> str:
    """The text of the clues of a line, from which they are read again.

    >>> from puzzles.model import BLACK_AND_WHITE
    >>> partial_text((CluePart(3, 1), CluePart(), CluePart(SEVERAL)), BLACK_AND_WHITE)
    '3 ? *'
    """
    names = ["" if color.symbol == "1" else color.symbol for color in palette]
    names[ANY_COLOR] = ""
    return " ".join(f"{_SIGNS.get(length, length)}{names[color]}" for length, color in parts)


def cells_of_parts(parts: PartialClues) -> int:
    """The smallest number of cells that hold what is known.

    >>> cells_of_parts((CluePart(3, 1), CluePart(0, 1), CluePart(SEVERAL), CluePart(2, 1)))
    8
    """
    numbers = [part for part in parts if part.length != SEVERAL]
    gaps = sum(a.color == b.color != ANY_COLOR for a, b in itertools.pairwise(numbers))
    return sum(max(1, part.length) for part in numbers) + gaps
