"""The text form of clues: ``1.2.3``, ``1 2 3``, ``1,2,3``, in colour ``3a,1b``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from puzzles.board_picture import clue_text
from puzzles.errors import PuzzleError
from puzzles.model import MAX_SIZE, Clue, Clues, Color
from puzzles.words import _, either, plural, worded

_SEPARATOR = re.compile(r"\s*[.,]\s*|\s+")
_TOKEN = re.compile(r"([0-9]+)([A-Za-z]?)")
_PLAIN = re.compile(r"[0-9., ]*")
"""Numbers without letters."""
_LETTER = re.compile(r"[A-Za-z]")
_MAX_REMEMBERED = 60
"""Length of clues that are worth remembering, in characters."""
_MAX_DIGITS = 6
_MAX_OFFERED = 6
"""Colours named in an error, at most."""
MAX_CHARACTERS = 50_000
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
    if len(text) <= _MAX_REMEMBERED and "1" in colors:
        plain = _read_plain(text, colors["1"])
        if plain is not None:
            return plain
    return _read(text, colors)


@lru_cache(maxsize=4096)
def _read_plain(text: str, color: int) -> Clues | None:
    """Clues of one colour, if there are no letters: puzzles have the same ones again and again."""
    return _read(text, {"1": color}) if _PLAIN.fullmatch(text) else None


def _read(text: str, colors: Mapping[str, int]) -> Clues:
    text = text.strip()
    if text in ("", "0"):
        return ()
    tokens = split_clues(text)
    known = {token: _clue(token, colors) for token in dict.fromkeys(tokens)}
    return tuple(map(known.__getitem__, tokens))


def split_clues(text: str) -> list[str]:
    """The clues of a line, each by itself.

    Raises:
        PuzzleError: There are more than the longest line has cells.
    """
    text = text.strip()
    if len(text) > MAX_CHARACTERS:
        raise PuzzleError(_("this clue is longer than any line"))
    tokens = _SEPARATOR.split(text)
    if not tokens[-1]:
        tokens.pop()
    if len(tokens) > MAX_SIZE:
        raise PuzzleError(
            plural(
                len(tokens),
                "{count} number is more than the {limit:,} that are possible",
                "{count} numbers are more than the {limit:,} that are possible",
                limit=MAX_SIZE,
            )
        )
    return tokens


def _clue(token: str, colors: Mapping[str, int]) -> Clue:
    match = _TOKEN.fullmatch(token)
    if match is None:
        shown = token if len(token) <= 20 else f"{token[:20]}…"
        raise PuzzleError(
            worded("expected a number, found '{shown}'", shown=shown)
            if token
            else _("a number is missing")
        )
    digits, letter = match.groups()
    if digits[:-_MAX_DIGITS].strip("0"):
        shown = digits if len(digits) <= 8 else f"{digits[:8]}…"
        raise PuzzleError(worded("the number {shown} is larger than any board", shown=shown))
    symbol = letter or "1"
    if symbol not in colors:
        raise PuzzleError(_unknown_color(int(digits[-_MAX_DIGITS:]), letter, colors))
    return Clue(int(digits[-_MAX_DIGITS:]), colors[symbol])


def _unknown_color(number: int, letter: str, colors: Mapping[str, int]) -> str:
    """What is wrong with the colour of a number, and how to write it.

    >>> _unknown_color(3, "a", {"1": 1})
    "there is no colour 'a': the puzzle has one colour, so write 3 without a letter"
    >>> _unknown_color(3, "c", {"1": 1, "a": 2, "b": 3})
    "there is no colour 'c': write 3a or 3b, or 3 without a letter"
    >>> _unknown_color(3, "", {"a": 1, "b": 2})
    'the number 3 has no colour: write 3a or 3b'
    """
    wrong = (
        worded("there is no colour '{letter}'", letter=letter)
        if letter
        else worded("the number {number} has no colour", number=number)
    )
    letters = sorted(symbol for symbol in colors if symbol != "1")
    if not letters:
        text = _("{wrong}: the puzzle has one colour, so write {number} without a letter")
    elif len(letters) > _MAX_OFFERED:
        text = (
            _("{wrong}: write {offered} and so on, or {number} without a letter")
            if "1" in colors
            else _("{wrong}: write {offered} and so on")
        )
    elif "1" in colors:
        text = _("{wrong}: write {offered}, or {number} without a letter")
    else:
        text = _("{wrong}: write {offered}")
    offered = either([f"{number}{symbol}" for symbol in letters[:_MAX_OFFERED]])
    return worded(text, wrong=wrong, number=number, offered=offered)


def color_symbols(text: str) -> set[str]:
    """The symbols of the colours in a line of clues, ``1`` for numbers without a letter.

    >>> sorted(color_symbols("3a 1 2b"))
    ['1', 'a', 'b']
    """
    if not _LETTER.search(text):
        return {"1"} if _TOKEN.search(text) else set()
    return {letter or "1" for _, letter in _TOKEN.findall(text)}


def clues_text(line_clues: Sequence[Clue], palette: Sequence[Color], separator: str = ",") -> str:
    """The text of the clues of one line; ``0`` if it has none. The inverse of ``read_clues``.

    Clues that are not known have the signs of :mod:`puzzles.partial_clues`.
    """
    if not line_clues:
        return "0"
    names = ["", *("" if color.symbol == "1" else color.symbol for color in palette[1:])]
    return separator.join([f"{clue_text(clue)}{names[clue[1]]}" for clue in line_clues])
