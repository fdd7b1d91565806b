"""The text form of clues: ``1.2.3``, ``1 2 3``, ``1,2,3``, in colour ``3a,1b``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from puzzles.errors import PuzzleError
from puzzles.model import MAX_SIZE, Clue, Clues, Color

_SEPARATOR = re.compile(r"\s*[.,]\s*|\s+")
_TOKEN = re.compile(r"([0-9]+)([A-Za-z]?)")
_MAX_DIGITS = 6
MAX_CHARACTERS = 10_000
"""Length of the clues of a line; more than any line needs."""


def read_clues(text: str, colors: Mapping[str, int]) -> Clues:
    """Read the clues of one line.

    Args:
        text: Numbers separated by ``.``, ``,`` or blanks; empty or ``0`` for a line without clues.
        colors: Palette index of each colour's symbol; numbers without a letter have colour ``1``.

    Raises:
        PuzzleError: A token is not a number, a colour is unknown, or there are more clues than the
            longest line has cells.

    >>> read_clues("1.2", {"1": 1})
    (Clue(length=1, color=1), Clue(length=2, color=1))
    >>> read_clues("0", {"1": 1})
    ()
    """
    text = text.strip()
    if text in ("", "0"):
        return ()
    if len(text) > MAX_CHARACTERS:
        raise PuzzleError("this clue is longer than any line")
    tokens = _SEPARATOR.split(text)
    if not tokens[-1]:
        tokens.pop()
    if len(tokens) > MAX_SIZE:
        raise PuzzleError(f"{len(tokens)} numbers are more than the {MAX_SIZE} that are possible")
    known = {token: _clue(token, colors) for token in dict.fromkeys(tokens)}
    return tuple(map(known.__getitem__, tokens))


def _clue(token: str, colors: Mapping[str, int]) -> Clue:
    match = _TOKEN.fullmatch(token)
    if match is None:
        shown = token if len(token) <= 20 else f"{token[:20]}…"
        raise PuzzleError(f"expected a number, found '{shown}'" if token else "a number is missing")
    digits, letter = match.groups()
    if digits[:-_MAX_DIGITS].strip("0"):
        shown = digits if len(digits) <= 8 else f"{digits[:8]}…"
        raise PuzzleError(f"the number {shown} is larger than any board")
    symbol = letter or "1"
    if symbol not in colors:
        wrong = (
            f"there is no colour '{letter}'" if letter else f"{token} needs the letter of a colour"
        )
        raise PuzzleError(f"{wrong}; the colours are {', '.join(sorted(colors))}")
    return Clue(int(digits[-_MAX_DIGITS:]), colors[symbol])


def color_symbols(text: str) -> set[str]:
    """The symbols of the colours in a line of clues, ``1`` for numbers without a letter.

    >>> sorted(color_symbols("3a 1 2b"))
    ['1', 'a', 'b']
    """
    return {letter or "1" for _, letter in _TOKEN.findall(text)}


def clues_text(line_clues: Sequence[Clue], palette: Sequence[Color], separator: str = ",") -> str:
    """The text of the clues of one line; ``0`` if it has none. The inverse of ``read_clues``."""
    if not line_clues:
        return "0"
    names = ["" if color.symbol == "1" else color.symbol for color in palette]
    return separator.join(f"{length}{names[color]}" for length, color in line_clues)


def counted(number: int, name: str) -> str:
    """A number with a noun in the singular or plural.

    >>> counted(1, "cell"), counted(2, "cell")
    ('1 cell', '2 cells')
    """
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
