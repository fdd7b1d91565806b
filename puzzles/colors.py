"""The colours of a palette: in words and letters, and changed together with a picture in them.

A colour has the name that its author gave it, or else that of the most similar common colour. What
changes a palette returns a :class:`Colored`: the new palette, and the picture with its cells in the
new colours. Cells that get the background become CLEAR, as in a drawing.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from puzzles.board_picture import clue_text
from puzzles.color_values import KNOWN, common_label, common_name, distance, label_of, luminance
from puzzles.grid import Grid, clear_mask
from puzzles.model import ANY_COLOR, BACKGROUND, BLACK_AND_WHITE, Clue, Color
from puzzles.words import _, enumerated, in_each_form, worded

LIKE_DIGITS = "lIoO"
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
        name if count[name.casefold()] == 1 else _with_symbol(name, color.symbol)
        for name, color in zip(names, palette, strict=True)
    )


def _with_symbol(name: str, symbol: str) -> str:
    return in_each_form([name], lambda forms: f"{forms[0]} ({symbol})")


def named_clues(line_clues: Sequence[Clue], palette: Sequence[Color]) -> str:
    """The clues of one line for people; in black and white without names.

    >>> named_clues([Clue(2, 1), Clue(1, 2)], (Color("0", "#ffffff"), Color("a", "#e02020"),
    ...     Color("b", "#2050e0")))
    '2 red, 1 blue'
    """
    if not line_clues:
        return "0"
    if len(palette) == 2:
        return " ".join(map(clue_text, line_clues))
    names = color_names(palette)
    return enumerated(
        clue_text(clue)
        if clue.color == ANY_COLOR
        else worded("{length} {color}", length=clue_text(clue), color=names[clue.color])
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
            letter = next((one for one in free if one not in LIKE_DIGITS), free[0])
            used.add(letter)
        letters.append(letter if k else "")
    return tuple(letters)


MAX_COLORS = 30
"""Colours of a palette besides the background."""
_SYMBOLS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1"
_CLEARLY_UNLIKE = 0.2
"""The distance from which a colour is offered before all others."""
_OFFERED = (
    "red", "blue", "green", "yellow", "orange", "purple", "brown", "turquoise", "pink", "grey",
    "dark blue", "lime", "dark red", "light blue", "dark green", "black",
)  # fmt: skip
_STARTING = 4
"""The number of colours of a new drawing besides black."""


class Colored(NamedTuple):
    """A palette and a picture in it."""

    palette: tuple[Color, ...]
    grid: Grid


def new_color(palette: Sequence[Color], rgb: str = "") -> Color:
    """A colour for a palette, with a symbol of its own.

    Args:
        palette: The colours that are there.
        rgb: ``#rrggbb``; empty for a common colour that is unlike all that are there.
    """
    used = {color.symbol for color in palette}
    symbol = next(symbol for symbol in _SYMBOLS if symbol not in used)
    return Color(symbol, rgb or _unlike(palette))


def starting_palette() -> tuple[Color, ...]:
    """The palette of a new drawing in colour: black and a few colours that are unlike each other.

    >>> from puzzles.colors import color_names
    >>> color_names(starting_palette())
    ('white', 'black', 'red', 'blue', 'green', 'yellow')
    """
    palette: tuple[Color, ...] = BLACK_AND_WHITE
    for _ignored in range(_STARTING):
        palette = (*palette, new_color(palette))
    return palette


def _unlike(palette: Sequence[Color]) -> str:
    """The first offered colour that is unlike all of a palette, or else the most unlike one."""

    def least(code: str) -> float:
        return min(distance(code, color.rgb) for color in palette)

    offered = [KNOWN[name].split()[0] for name in _OFFERED]
    others = [code for codes in KNOWN.values() for code in codes.split()]
    steps = ("00", "40", "80", "c0", "ff")
    others += ["#" + "".join(parts) for parts in product(steps, repeat=3)]
    is_clear = (code for code in offered if least(code) > _CLEARLY_UNLIKE)
    return next(is_clear, None) or max(others, key=least)


def added(palette: Sequence[Color], grid: Grid, color: Color) -> Colored:
    """The picture with one more colour, which no cell has.

    Raises:
        ValueError: There are :data:`MAX_COLORS` already.
    """
    if len(palette) > MAX_COLORS:
        raise ValueError(worded("a palette has {limit} colours at most", limit=MAX_COLORS))
    new = (*palette, color)
    return Colored(new, _mapped(grid, {k: k for k in range(len(palette))}, len(new)))


def merged(palette: Sequence[Color], grid: Grid, color: int, into: int) -> Colored:
    """The picture without a colour; its cells get another one, or the background.

    Raises:
        ValueError: It is the last colour, or the background, or both are the same.
    """
    if len(palette) < 3 or color in (BACKGROUND, into):
        raise ValueError(_("this colour cannot be removed"))
    kept = [k for k in range(len(palette)) if k != color]
    to = {old: new for new, old in enumerate(kept)}
    to[color] = to[into]
    return Colored(tuple(palette[k] for k in kept), _mapped(grid, to, len(kept)))


def recolored(palette: Sequence[Color], grid: Grid, color: int, value: Color) -> Colored:
    """The same picture with another value or name of a colour; its symbol stays."""
    new = list(palette)
    new[color] = replace(value, symbol=palette[color].symbol)
    return Colored(tuple(new), grid)


def moved(palette: Sequence[Color], grid: Grid, color: int, to: int) -> Colored:
    """The same picture with a colour at another place of the palette."""
    order = [k for k in range(len(palette)) if k != color]
    order.insert(to, color)
    places = {old: new for new, old in enumerate(order)}
    return Colored(tuple(palette[k] for k in order), _mapped(grid, places, len(order)))


def swapped(palette: Sequence[Color], grid: Grid, one: int, other: int) -> Colored:
    """The picture in which the cells of two colours have changed their colours."""
    to = {k: k for k in range(len(palette))} | {one: other, other: one}
    return Colored(tuple(palette), _mapped(grid, to, len(palette)))


def reduced(palette: Sequence[Color], grid: Grid, count: int) -> Colored:
    """The picture in ``count`` colours: the least visible difference is merged first.

    A colour that few cells have is merged sooner than one that many have.
    """
    counts = {k: cells for k, cells in enumerate(grid.color_counts()) if k}
    became = {k: k for k in range(len(palette))}
    while len(counts) > max(1, count):
        color, into = _least_visible(palette, counts)
        counts[into] += counts.pop(color)
        became = {old: into if new == color else new for old, new in became.items()}
    kept = [BACKGROUND, *counts]
    places = {k: place for place, k in enumerate(kept)}
    to = {old: places[new] for old, new in became.items()}
    return Colored(tuple(palette[k] for k in kept), _mapped(grid, to, len(kept)))


def black_and_white(palette: Sequence[Color], grid: Grid) -> Colored:
    """The picture in black and white: its colours become black.

    In a picture without paper, where fewer than a fifth of the cells are clear or blank, the
    colours near the background's lightness are cleared: those less than half as far from it as
    the farthest colour of the picture.
    """
    paper = luminance(palette[BACKGROUND].rgb) ** (1 / 3)
    inks, counts = range(1, len(palette)), grid.color_counts()
    far = {k: abs(luminance(palette[k].rgb) ** (1 / 3) - paper) for k in inks if counts[k]}
    has_paper = sum(counts[k] for k in inks) <= (1 - MIN_PAPER_SHARE) * len(grid.cells)
    half = 0.0 if has_paper else max(far.values(), default=0.0) / 2
    to = {k: int(far.get(k, 0.0) >= half) for k in inks}
    return Colored(BLACK_AND_WHITE, _mapped(grid, to, 2))


def _least_visible(palette: Sequence[Color], counts: Mapping[int, int]) -> tuple[int, int]:
    """The colour that is merged, and the one that it becomes; ``counts``: cells by colour."""

    def cost(pair: tuple[int, int]) -> float:
        fewer = min(counts[k] for k in pair)
        return distance(palette[pair[0]].rgb, palette[pair[1]].rgb) * math.sqrt(1 + fewer)

    one, other = min(combinations(counts, 2), key=cost)
    return (one, other) if counts[one] <= counts[other] else (other, one)


def _mapped(grid: Grid, to: Mapping[int, int], colors: int) -> Grid:
    """The cells in other colours; what is not shaded stays as it is."""
    clear = clear_mask(colors)
    table = {1 << old: 1 << new if new else clear for old, new in to.items() if old}
    table[1 << BACKGROUND] = 1 << BACKGROUND
    full = {state: table.get(state, clear) for state in set(grid.cells)}
    cells = array("I", map(full.__getitem__, grid.cells))
    return Grid(grid.height, grid.width, colors, cells)


MIN_PAPER_SHARE = 0.2
"""Share of clear and blank cells from which a picture stands on paper."""
