"""The texts of clues on paper, and their widths."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from helper.application.typeface import FAMILY, load_typeface
from puzzles.board_picture import clue_text
from puzzles.colors import color_letters
from puzzles.model import Clue, Clues, Line, Puzzle, shown_clues

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


class ClueTexts:
    """The numbers of a puzzle as they are printed."""

    def __init__(self, puzzle: Puzzle, has_letters: bool) -> None:
        """``has_letters``: whether a letter for the colour follows each number."""
        none = ("",) * len(puzzle.palette)
        colored = has_letters and not puzzle.is_black_and_white
        self._letters = color_letters(puzzle.palette) if colored else none
        self._puzzle = puzzle

    def of(self, line: Line) -> Clues:
        """The clues of a line; a single 0 for a line without shaded cells."""
        return shown_clues(self._puzzle.clues_of(line))

    def text(self, clue: Clue) -> str:
        """A number."""
        return clue_text(clue, self._letters)

    def widest(self, lines: tuple[Clues, ...]) -> float:
        """The width of the widest number, as a multiple of the font size."""
        clues = {clue for line in lines for clue in line} | {Clue(0)}
        return max(map(self.room, clues))

    def room(self, clue: Clue) -> float:
        """The width of a number whose digits are as wide as a 0, as a multiple of the font size."""
        text = self.text(clue)
        return width_of("".join("0" if each.isdigit() else each for each in text))
