"""A puzzle as it is printed, the texts on paper, and their widths."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from helper.application.typeface import FAMILY, load_typeface
from puzzles.board_picture import BoardPicture
from puzzles.color_values import luminance
from puzzles.colors import color_letters
from puzzles.grid import Grid
from puzzles.model import Puzzle, shown_clues

CAP_HEIGHT = 0.73
"""The height of a digit, as a share of the font size."""
FONT_PX = 100
"""The size in which texts are measured and drawn; the painter is scaled to the wanted size."""


@cache
def font(is_bold: bool = False) -> QFont:
    """The program's typeface in :data:`FONT_PX`.

    Each character has its plain form: text that is copied from a PDF file is what was printed.
    """
    load_typeface()
    made = QFont(FAMILY)
    made.setPixelSize(FONT_PX)
    made.setBold(is_bold)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("calt"), 0)
    return made


@cache
def _metrics(is_bold: bool) -> QFontMetricsF:
    return QFontMetricsF(font(is_bold))


@lru_cache(maxsize=4096)
def width_of(text: str, is_bold: bool = False) -> float:
    """The width of a text as a multiple of the font size."""
    return _metrics(is_bold).horizontalAdvance(text) / FONT_PX


def elided(text: str, width: float, is_bold: bool = False) -> str:
    """A text shortened with "…" to a width, which is a multiple of the font size."""
    return _metrics(is_bold).elidedText(text, Qt.TextElideMode.ElideRight, width * FONT_PX)


def wrapped(text: str, width: float, max_lines: int, is_bold: bool = False) -> list[str]:
    """A text in lines of a width, which is a multiple of the font size.

    Lines end between words; a word that is too long is broken. What is left after ``max_lines`` is
    shortened with "…".
    """
    layout = QTextLayout(text, font(is_bold))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width * FONT_PX)
        starts.append(line.textStart())
    layout.endLayout()
    encoded = text.encode("utf-16-le")  # Qt counts in these units
    parts = [
        encoded[2 * start : 2 * end].decode("utf-16-le")
        for start, end in pairwise([*starts, len(encoded) // 2])
    ]
    lines = [part.strip() for part in parts[:max_lines]]
    if parts[max_lines:]:
        lines[-1] = elided("".join(parts[max_lines - 1 :]), width, is_bold)
    return lines


def room_of(number: str) -> float:
    """The width of a number whose digits are as wide as a 0, as a multiple of the font size."""
    return width_of("".join("0" if each.isdigit() else each for each in number))


def printed_picture(puzzle: Puzzle, is_grey: bool, cells: Grid | None = None) -> BoardPicture:
    """A board on paper, with a 0 beside each line without shaded cells.

    Args:
        puzzle: Its clues and colours.
        is_grey: Whether colours are greys, told apart by letters and patterns.
        cells: What is painted on it, if anything.
    """
    rgbs = tuple(color.rgb for color in puzzle.palette)
    return BoardPicture(
        tuple(map(shown_clues, puzzle.rows)),
        tuple(map(shown_clues, puzzle.columns)),
        tuple(map(_grey, rgbs)) if is_grey else rgbs,
        () if cells is None else cells.cells,
        color_letters(puzzle.palette) if is_grey and not puzzle.is_black_and_white else (),
    )


def _grey(rgb: str) -> str:
    light = round(255 * luminance(rgb) ** (1 / 2.2))
    return f"#{light:02x}{light:02x}{light:02x}"
