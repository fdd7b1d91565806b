"""The colours of a drawn board: of its clues, and of the list below it.

A clue has a colour by the area behind its number, by the ink of its digits, or by a letter beside
it. If there is a list of colours, it gives their order and their names.

Example: our prints have a tile behind each number, and below the board a square of each colour with
its name; without colours ``3r``, and below ``r = red`` beside a grey square.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzles.color_values import KNOWN, common_name, distance, luminance, words_of
from puzzles.colors import MAX_COLORS, new_color
from puzzles.model import BLACK, BLACK_AND_WHITE, WHITE, Clue, Color, Puzzle
from recognizer.pages.drawn_clues import DrawnClues, DrawnNumber
from recognizer.pages.page_drawing import Box, Drawing, Glyph

_MIN_LETTER_SHARE = 0.8
"""Numbers have letters for colours if at least this share of them has one."""
_MIN_PAPER_LUMINANCE = 0.7
"""Areas behind numbers that are grey and so light are paper, if no list names them."""
_MAX_GREY_CHROMA = 24
"""The largest difference of the parts of a colour that counts as grey, of 255."""
_SWATCH_PT = 4.0, 24.0
"""The sides of the squares in a list of colours."""
_MAX_SWATCH_TEXT_PT = 12.0
"""The gap between such a square and its name."""
_GAMMA = 2.2
"""The exponent of the lightness of a screen, about."""
_MAX_SAME = 0.04
"""Colours that differ less, see :func:`~puzzles.color_values.distance`, are one."""


class DrawnLegendEntry(NamedTuple):
    """A colour in the list below a board."""

    rgb: str
    letter: str
    """The letter that stands for it; empty if numbers have none."""
    name: str
    box: Box
    """Of the square."""


class DrawnColors(NamedTuple):
    """The colours of a board."""

    palette: tuple[Color, ...]
    of_keys: dict[str, int]
    """The index in the palette for each :func:`key_of`."""
    printed: tuple[str, ...]
    """The palette as it is printed, ``#rrggbb``: greys in prints with letters."""
    has_letters: bool

    def index_of(self, number: DrawnNumber) -> int:
        """The colour of a number."""
        return self.of_keys.get(key_of(number, self.has_letters), 1)


_BLACK_ONLY = DrawnColors(BLACK_AND_WHITE, {}, tuple(c.rgb for c in BLACK_AND_WHITE), False)


def key_of(number: DrawnNumber, has_letters: bool) -> str:
    """What tells the colour of a number: its letter, or else its tile or ink."""
    return number.letter if has_letters else number.tile or number.ink


def colors_of(clues: DrawnClues, legend: Sequence[DrawnLegendEntry]) -> DrawnColors:
    """The colours of a board's clues.

    A board whose numbers differ in colour is black and white if the colours cannot be those of
    cells: the rows ask for other numbers of cells in a colour than the columns.
    """
    numbers = [number for number in clues.numbers if number.number]
    lettered = sum(bool(number.letter) for number in numbers)
    has_letters = bool(numbers) and lettered >= _MIN_LETTER_SHARE * len(numbers)
    if not has_letters:
        listed = {entry.rgb for entry in legend}
        clues = _without_paper(clues, listed)
        numbers = [number for number in clues.numbers if number.number]
    keys = list(dict.fromkeys(key_of(number, has_letters) for number in numbers))
    known = {entry.letter if has_letters else entry.rgb: entry for entry in legend}
    is_listed = bool(keys) and all(key in known for key in keys)
    if len(keys) > MAX_COLORS or (len(keys) < 2 and not (is_listed and len(known) > 1)):
        return _BLACK_ONLY
    if not is_listed and not has_letters and not _may_be_colors(clues, keys):
        return _BLACK_ONLY
    order = list(known) if is_listed else keys
    palette: tuple[Color, ...] = (WHITE,)
    printed = [WHITE.rgb]
    of_keys = {}
    for key in order:
        entry = known.get(key) if is_listed else None
        if has_letters:
            name = entry.name.removesuffix(f" ({key})") if entry else ""
            rgb = _named_rgb(name, entry.rgb) if entry else ""
            new = new_color(palette, rgb)
            symbol = key if _is_free(key, palette) else new.symbol
            color = Color(symbol, new.rgb, _own_name(name, new.rgb))
            rgb = new.rgb
            printed.append(entry.rgb if entry else rgb)
        else:
            color = _color(palette, key, entry.name if entry else "")
            printed.append(key)
        of_keys[key] = len(palette)
        palette = (*palette, color)
    return DrawnColors(palette, of_keys, tuple(printed), has_letters)


def legend_of(drawing: Drawing, boards: Sequence[Box], index: int) -> list[DrawnLegendEntry]:
    """The list of colours below a board.

    Args:
        drawing: The page.
        boards: All boards of the page, with their clue areas.
        index: The board whose list is wanted.
    """
    entries = []
    least, most = _SWATCH_PT
    for patch in drawing.patches:
        box = patch.box
        is_square = least <= box.width <= most and abs(box.width - box.height) <= 0.2 * box.width
        if is_square and patch.is_box and _owner(box, boards) == index:
            text = _text_beside(drawing, box)
            letter, is_lettered, name = text.partition(" = ")
            if is_lettered and len(letter) == 1:
                entries.append(DrawnLegendEntry(patch.rgb, letter, name, box))
            elif text:
                entries.append(DrawnLegendEntry(patch.rgb, "", text, box))
    kinds = {bool(entry.letter) for entry in entries}
    return entries if len(kinds) == 1 else []


def nearest(printed: Sequence[str], rgb: str) -> int | None:
    """The index of a colour in a printed palette; ``None`` if none is like it."""
    index = min(range(len(printed)), key=lambda k: distance(printed[k], rgb))
    return index if distance(printed[index], rgb) <= _MAX_SAME else None


def is_grey(rgb: str) -> bool:
    """Whether a colour ``#rrggbb`` is black, white or a grey."""
    parts = [int(rgb[k : k + 2], 16) for k in (1, 3, 5)]
    return max(parts) - min(parts) <= _MAX_GREY_CHROMA


def is_paper(rgb: str) -> bool:
    """Whether a colour ``#rrggbb`` is white or nearly so."""
    return is_grey(rgb) and luminance(rgb) >= _MIN_PAPER_LUMINANCE


def _without_paper(clues: DrawnClues, listed: set[str]) -> DrawnClues:
    """Clues whose tiles of paper do not count."""

    def bare(number: DrawnNumber) -> DrawnNumber:
        is_tile = number.tile in listed or (number.tile and not is_paper(number.tile))
        return number if is_tile else number._replace(tile="")

    rows, columns = (
        tuple(tuple(map(bare, line)) for line in lines) for lines in (clues.rows, clues.columns)
    )
    return clues._replace(rows=rows, columns=columns)


def _may_be_colors(clues: DrawnClues, keys: Sequence[str]) -> bool:
    """Whether the colours of numbers may be those of cells."""
    has_tiles = any(number.tile for number in clues.numbers)
    if not has_tiles and all(is_grey(key) for key in keys if key):
        return False  # numbers that are crossed out
    index = {key: k for k, key in enumerate(keys, 1)}
    rows, columns = (
        tuple(
            tuple(Clue(n.number, index[key_of(n, False)]) for n in line if n.number)
            for line in lines
        )
        for lines in (clues.rows, clues.columns)
    )
    palette: tuple[Color, ...] = BLACK_AND_WHITE
    for _ in keys[1:]:
        palette = (*palette, new_color(palette))
    totals = Puzzle(rows, columns, palette=palette).color_totals()
    if all(in_rows == in_columns for in_rows, in_columns in totals):
        return True
    if sum(pair[0] for pair in totals) == sum(pair[1] for pair in totals):
        return False
    # A part of a board, or a wrong one: no colour is one of decoration for an axis.
    in_rows, in_columns = (
        {key_of(n, False) for line in lines for n in line if n.number}
        for lines in (clues.rows, clues.columns)
    )
    return len(in_rows & in_columns) > 1


def _color(palette: Sequence[Color], rgb: str, text: str) -> Color:
    """A colour as the list names it: ``red (a)`` has its symbol in brackets."""
    name, bracket, symbol = text.removesuffix(")").rpartition(" (")
    if bracket and len(symbol) == 1 and _is_free(symbol, palette):
        return Color(symbol, rgb, _own_name(name, rgb))
    if rgb == BLACK.rgb and _is_free(BLACK.symbol, palette):
        return Color(BLACK.symbol, rgb, _own_name(text, rgb))
    return Color(new_color(palette, rgb).symbol, rgb, _own_name(text, rgb))


def _own_name(name: str, rgb: str) -> str:
    """The name that a colour has besides its common one, which any language may have printed."""
    words = words_of(name)
    return "" if common_name(rgb) in words else (*words, name)[0]


def _is_free(symbol: str, palette: Iterable[Color]) -> bool:
    is_legal = (symbol.isascii() and symbol.isalpha()) or symbol == BLACK.symbol
    return is_legal and all(color.symbol != symbol for color in palette)


def _named_rgb(name: str, printed: str) -> str:
    """A colour by its name that is as light as the grey in which it is printed; empty if the name
    is not a common one.
    """
    words = words_of(name)
    if not words:
        return ""
    code = KNOWN[words[0]].split()[0]
    wanted, given = luminance(printed), luminance(code)
    other = 255 if wanted > given else 0
    share = (wanted - given) / (luminance(f"#{other:02x}{other:02x}{other:02x}") - given or 1)
    # In linear light the luminance of a mixture is that of its parts in their shares.
    parts = ((int(code[k : k + 2], 16) / 255) ** _GAMMA for k in (1, 3, 5))
    mixed = (part * (1 - share) + share * (other / 255) for part in parts)
    return "#" + "".join(f"{round(255 * part ** (1 / _GAMMA)):02x}" for part in mixed)


def _owner(swatch: Box, boards: Sequence[Box]) -> int | None:
    """The board above a square: the nearest, sideways first."""
    x, y = swatch.center

    def distances(board: Box) -> tuple[float, float]:
        return max(0.0, board.left - x, x - board.right), y - board.bottom

    above = [k for k, board in enumerate(boards) if board.bottom <= y]
    return min(above, key=lambda k: distances(boards[k]), default=None)


def _text_beside(drawing: Drawing, swatch: Box) -> str:
    """The text to the right of a square, up to the next gap."""
    middle = swatch.center[1]
    beside = sorted(
        (
            glyph
            for glyph in drawing.glyphs
            if not glyph.turns
            and glyph.box.left >= swatch.right - 1
            and abs(glyph.box.bottom - middle) <= swatch.height
        ),
        key=lambda glyph: glyph.box.left,
    )
    text, end = "", swatch.right
    for glyph in beside:
        gap = glyph.box.left - end
        if gap > (_gap(glyph) if text else _MAX_SWATCH_TEXT_PT):
            break
        if text and gap > 0.2 * glyph.size and not text.endswith(" "):
            text += " "
        text += glyph.text or "?"
        end = glyph.box.right
    return text.strip()


def _gap(glyph: Glyph) -> float:
    return 0.7 * glyph.size
