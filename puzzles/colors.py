"""The colours of a palette in words and letters.

A colour has the name that its author gave it, or else that of the most similar common colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from puzzles.color_values import common_label, common_name, label_of
from puzzles.model import Clue, Color
from puzzles.words import enumerated, worded

_LIKE_DIGITS = "lIoO"
"""Letters that are taken last, since they look like digits."""


def color_names(palette: Sequence[Color]) -> tuple[str, ...]:
    """The names of a palette's colours for people; equal ones are followed by the symbol.

    >>> from puzzles.model import BLACK_AND_WHITE
    >>> color_names((*BLACK_AND_WHITE, Color("a", "#d62728"), Color("b", "#e01010")))
    ('white', 'black', 'red (a)', 'red (b)')
    >>> color_names((Color("0", "#ffffff"), Color("a", "#d62728", "roof")))
    ('white', 'roof')
    """
    names = [label_of(color.name) if color.name else common_label(color.rgb) for color in palette]
    return _told_apart(names, palette)


def color_words(palette: Sequence[Color]) -> tuple[str, ...]:
    """As :func:`color_names`, the same in every language: for JSON."""
    return _told_apart([color.name or common_name(color.rgb) for color in palette], palette)


def _told_apart(names: Sequence[str], palette: Sequence[Color]) -> tuple[str, ...]:
    count = Counter(name.casefold() for name in names)
    return tuple(
        name if count[name.casefold()] == 1 else f"{name} ({color.symbol})"
        for name, color in zip(names, palette, strict=True)
    )


def named_clues(line_clues: Sequence[Clue], palette: Sequence[Color]) -> str:
    """The clues of one line for people; in black and white without names.

    >>> named_clues([Clue(2, 1), Clue(1, 2)], (Color("0", "#ffffff"), Color("a", "#e02020"),
    ...     Color("b", "#2050e0")))
    '2 red, 1 blue'
    """
    if not line_clues:
        return "0"
    if len(palette) == 2:
        return " ".join(str(clue.length) for clue in line_clues)
    names = color_names(palette)
    return enumerated(
        worded("{length} {color}", length=clue.length, color=names[clue.color])
        for clue in line_clues
    )


def color_letters(palette: Sequence[Color]) -> tuple[str, ...]:
    """A letter for each colour, which stands beside its numbers: its symbol, if that is one.

    >>> from puzzles.model import BLACK_AND_WHITE
    >>> color_letters((*BLACK_AND_WHITE, Color("a", "#d62728"), Color("k", "#2c9a3c")))
    ('', 'b', 'a', 'k')
    """
    used = {color.symbol for color in palette}
    letters = []
    for k, color in enumerate(palette):
        letter = color.symbol
        if k and not letter.isalpha():  # a digit would read as part of the number
            wanted = f"{common_name(color.rgb)}{ascii_lowercase}{ascii_uppercase}"
            free = [one for one in wanted if one.isalpha() and one not in used]
            letter = next((one for one in free if one not in _LIKE_DIGITS), free[0])
            used.add(letter)
        letters.append(letter if k else "")
    return tuple(letters)
