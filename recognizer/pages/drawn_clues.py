"""Read the clue numbers beside a drawn grid from the letters of the page.

Digits that abut make one number, so ``1`` and ``0`` of a program that places each digit are 10, and
the parts of one text ``1 2 3`` are three numbers. Which line a number belongs to follows from the
middles of its digits. Digits in captions and page headings are left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from recognizer.pages.drawn_lattices import DrawnLattice
from recognizer.pages.page_drawing import Box, Drawing, Glyph, Patch
from recognizer.values import Side

MAX_JOIN, MIN_PART = 0.1, 0.2
"""Digits that are nearer than the first share of the font size are surely one number, those that
are farther apart than the second surely two. The blanks of common fonts are 0.25 wide or more."""
_DOUBTFUL_CONFIDENCE = 0.9
"""The confidence of what lies between."""
_MAX_GAP_CELLS = 2.5
"""Where no frame ends a clue area, it ends before a gap of so many cells."""
_OVERLAP_SHARE = 0.25
"""Numbers may reach over the edge of the board by this share of a cell."""
_MIN_SHARE = 0.5
"""A side has clues if so many of its lines have numbers."""
_MAX_WORD_GAP = 0.45
"""Letters of a text are nearer than this share of the font size, with the blank between words."""
_MAX_RISE = 0.3
"""The letters of a line of text are at most so high above each other, as a share of their size."""
_MAX_TILE_CELLS = 2.5
"""The longest side of the area behind a number, in cells or font sizes."""
_MAX_DIGITS = 4
"""The digits of the largest number."""
_MAX_SHORT = 3
"""Lines of so few cells are no part of longer ones, so their clues have no more numbers."""
_MAX_CORNER_DIGITS = 4
"""The empty corner between the clues of a puzzle may have its size or number."""


class DrawnNumber(NamedTuple):
    """A number of a clue."""

    number: int
    letter: str
    """The letter beside it, which stands for a colour; empty if there is none."""
    box: Box
    tile: str
    """The colour ``#rrggbb`` behind it; empty if nothing is painted there."""
    ink: str
    """The colour ``#rrggbb`` of its digits."""
    confidence: float


DrawnLine = tuple[DrawnNumber, ...]


class DrawnClues(NamedTuple):
    """The clues of a board."""

    rows: tuple[DrawnLine, ...]
    columns: tuple[DrawnLine, ...]
    rows_side: Side
    columns_side: Side

    @property
    def is_complete(self) -> bool:
        """Whether both axes have clues."""
        return all(
            sum(map(bool, lines)) >= max(1.0, _MIN_SHARE * len(lines))
            for lines in (self.rows, self.columns)
        )

    @property
    def is_plausible(self) -> bool:
        """Whether those of very short lines fit."""
        pairs = ((self.rows, self.columns), (self.columns, self.rows))
        return not any(
            len(line) > len(across)
            for lines, across in pairs
            if len(across) <= _MAX_SHORT
            for line in lines
        )

    @property
    def numbers(self) -> Iterable[DrawnNumber]:
        """All numbers, rows first."""
        for line in (*self.rows, *self.columns):
            yield from line


class ClueReader:
    """Reads the clues of the boards of one page.

    Args:
        drawing: The page; only upright letters are read.
        lattices: Its grids.
    """

    def __init__(self, drawing: Drawing, lattices: Sequence[DrawnLattice]) -> None:
        self._lattices = lattices
        upright = [glyph for glyph in drawing.glyphs if not glyph.turns]
        self._glyphs = _without_words(upright)
        self._tiles = _Tiles(drawing.patches)

    def read(self, lattice: DrawnLattice) -> DrawnClues:
        """The clues of one of the grids."""
        left, right = (self._lines(lattice, side) for side in (Side.LEFT, Side.RIGHT))
        top, bottom = (self._lines(lattice, side) for side in (Side.TOP, Side.BOTTOM))
        if (
            self._is_within(lattice, left, right, Side.LEFT, Side.RIGHT)
            or self._is_within(lattice, top, bottom, Side.TOP, Side.BOTTOM)
            or self._has_corner(lattice)
        ):
            return DrawnClues((), (), Side.LEFT, Side.TOP)
        rows, rows_side = (right, Side.RIGHT) if _is_better(right, left) else (left, Side.LEFT)
        is_below = _is_better(bottom, top)
        columns, columns_side = (bottom, Side.BOTTOM) if is_below else (top, Side.TOP)
        if _are_line_numbers(rows) and _are_line_numbers(columns):
            return DrawnClues((), (), Side.LEFT, Side.TOP)  # a calendar, or a table to fill in
        return DrawnClues(tuple(rows), tuple(columns), rows_side, columns_side)

    def _is_within(
        self,
        lattice: DrawnLattice,
        one: list[DrawnLine],
        other: list[DrawnLine],
        *sides: Side,
    ) -> bool:
        """Whether the free cells are a part of a grid with numbers all around: a sudoku's."""
        if not (all(self._has_frame(lattice, side) for side in sides) and any(one) and any(other)):
            return False
        if _are_line_numbers(one) or _are_line_numbers(other):
            return False
        values = [[[n.number for n in line] for line in lines] for lines in (one, other)]
        return values[0] != values[1]

    def _has_corner(self, lattice: DrawnLattice) -> bool:
        """Whether the grid leads on to numbers that are neither beside nor above the board."""
        board, frame = lattice.box, lattice.frame
        digits = 0
        for glyph in self._glyphs:
            x, y = glyph.box.center
            is_beside = board.left <= x <= board.right or board.top <= y <= board.bottom
            digits += glyph.text.isdecimal() and frame.contains(x, y) and not is_beside
        return digits > _MAX_CORNER_DIGITS

    def _lines(self, lattice: DrawnLattice, side: Side) -> list[DrawnLine]:
        """The numbers on a side of the grid, for each of its lines."""
        area = self._area(lattice, side)
        is_rows = side in (Side.LEFT, Side.RIGHT)
        cuts = lattice.ys if is_rows else lattice.xs
        glyphs: list[list[Glyph]] = [[] for _ in cuts[1:]]
        for glyph in self._glyphs:
            x, y = glyph.box.center
            if area.contains(x, y):
                line = bisect_right(cuts, y if is_rows else x) - 1
                if 0 <= line < len(glyphs):
                    glyphs[line].append(glyph)
        near = [self._numbers(line, lattice) for line in glyphs]
        return near if self._has_frame(lattice, side) else _connected(near, lattice, side)

    def _area(self, lattice: DrawnLattice, side: Side) -> Box:
        """Where the clues of a side may be: not beyond the frame, nor beyond another grid."""
        board, frame = lattice.box, lattice.frame
        slack = _OVERLAP_SHARE * lattice.pitch
        far = 1e9
        if side is Side.LEFT:
            area = Box(-far, board.top, board.left + slack, board.bottom)
        elif side is Side.RIGHT:
            area = Box(board.right - slack, board.top, far, board.bottom)
        elif side is Side.TOP:
            area = Box(board.left, -far, board.right, board.top + slack)
        else:
            area = Box(board.left, board.bottom - slack, board.right, far)
        if self._has_frame(lattice, side):
            area = Box(
                max(area.left, frame.left),
                max(area.top, frame.top),
                min(area.right, frame.right),
                min(area.bottom, frame.bottom),
            )
        for other in self._lattices:
            if other is lattice:
                continue
            box = other.box
            if side in (Side.LEFT, Side.RIGHT):
                if box.bottom <= board.top or box.top >= board.bottom:
                    continue
                if box.right <= board.left + slack:
                    area = area._replace(left=max(area.left, box.right))
                elif box.left >= board.right - slack:
                    area = area._replace(right=min(area.right, other.frame.left, box.left))
            else:
                if box.right <= board.left or box.left >= board.right:
                    continue
                if box.bottom <= board.top + slack:
                    area = area._replace(top=max(area.top, box.bottom))
                elif box.top >= board.bottom - slack:
                    area = area._replace(bottom=min(area.bottom, other.frame.top, box.top))
        return area

    @staticmethod
    def _has_frame(lattice: DrawnLattice, side: Side) -> bool:
        """Whether lines lead on from the board around the clues of a side."""
        board, frame = lattice.box, lattice.frame
        margin = {
            Side.LEFT: board.left - frame.left,
            Side.RIGHT: frame.right - board.right,
            Side.TOP: board.top - frame.top,
            Side.BOTTOM: frame.bottom - board.bottom,
        }[side]
        return margin >= lattice.pitch / 2

    def _numbers(self, glyphs: list[Glyph], lattice: DrawnLattice) -> DrawnLine:
        """The numbers of one line of the board."""
        return tuple(
            number for text in lines_of_text(glyphs) for number in self._numbers_in(text, lattice)
        )

    def _numbers_in(self, text: list[Glyph], lattice: DrawnLattice) -> Iterable[DrawnNumber]:
        """The numbers of one line of text, from left to right."""
        digits: list[Glyph] = []
        confidence = 1.0
        for k, glyph in enumerate(text):
            gap = glyph.box.left - text[k - 1].box.right if k else 0.0
            share = gap / glyph.size if glyph.size > 0 else 1.0
            if digits and (share > (MAX_JOIN + MIN_PART) / 2 or not _is_part(glyph)):
                yield self._number(digits, "", confidence, lattice)
                digits, confidence = [], 1.0
            if glyph.text.isdecimal():
                digits.append(glyph)
                if len(digits) > 1 and share > MAX_JOIN:
                    confidence = _DOUBTFUL_CONFIDENCE
            elif glyph.text.isalpha() and digits:
                yield self._number(digits, glyph.text, confidence, lattice)
                digits, confidence = [], 1.0
        if digits:
            yield self._number(digits, "", confidence, lattice)

    def _number(
        self, digits: list[Glyph], letter: str, confidence: float, lattice: DrawnLattice
    ) -> DrawnNumber:
        box = digits[0].box.around(digits[-1].box)
        value = int("".join(glyph.text for glyph in digits[:_MAX_DIGITS]))
        tile = self._tiles.behind(digits[0], box, lattice.pitch)
        return DrawnNumber(value, letter, box, tile, digits[0].rgb, confidence)


def _is_part(glyph: Glyph) -> bool:
    return glyph.text.isdecimal() or glyph.text.isalpha()


def lines_of_text(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    """Letters in lines of text, from top to bottom, each from left to right."""
    texts: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: glyph.origin[1]):
        if texts and glyph.origin[1] - texts[-1][0].origin[1] <= _MAX_RISE * glyph.size:
            texts[-1].append(glyph)
        else:
            texts.append([glyph])
    return [sorted(text, key=lambda glyph: glyph.box.left) for text in texts]


def _without_words(glyphs: list[Glyph]) -> list[Glyph]:
    """The letters that are no part of words: captions and page headings have digits, too."""
    kept: list[Glyph] = []
    for text in lines_of_text(glyphs):
        run: list[Glyph] = []
        for glyph in text:
            if run and glyph.box.left - run[-1].box.right > _MAX_WORD_GAP * glyph.size:
                kept += [] if _is_wording(run) else run
                run = []
            run.append(glyph)
        kept += [] if _is_wording(run) else run
    return kept


def _is_wording(run: list[Glyph]) -> bool:
    """Whether letters in a row are words, not numbers with at most a letter each."""
    text = "".join(glyph.text or "?" for glyph in run)
    letters = sum(one.isalpha() for one in text)
    digits = sum(one.isdecimal() for one in text)
    return letters > digits or "×" in text or "=" in text


class _Tiles:
    """The filled areas of a page, to find those behind numbers."""

    def __init__(self, patches: Sequence[Patch]) -> None:
        self._patches = patches
        self._boxes = np.array([patch.box for patch in patches], np.float64).reshape(-1, 4)
        self._orders = np.array([patch.order for patch in patches])
        self._sides = np.maximum(
            self._boxes[:, 2] - self._boxes[:, 0], self._boxes[:, 3] - self._boxes[:, 1]
        )

    def behind(self, glyph: Glyph, box: Box, pitch: float) -> str:
        """The colour of what is painted behind a number, if it is no larger than a few cells."""
        x, y = box.center
        left, top, right, bottom = self._boxes.T
        behind = np.flatnonzero(
            (left <= x)
            & (x <= right)
            & (top <= y)
            & (y <= bottom)
            & (self._orders < glyph.order)
            & (self._sides <= _MAX_TILE_CELLS * max(pitch, glyph.size))
        )
        return self._patches[behind[-1]].rgb if len(behind) else ""


def _connected(lines: list[DrawnLine], lattice: DrawnLattice, side: Side) -> list[DrawnLine]:
    """The numbers up to the first wide gap, seen from the board over all lines together."""
    board = lattice.box

    def reach(number: DrawnNumber) -> tuple[float, float]:
        """The distances from the board at which a number begins and ends."""
        box = number.box
        return {
            Side.LEFT: (board.left - box.right, board.left - box.left),
            Side.RIGHT: (box.left - board.right, box.right - board.right),
            Side.TOP: (board.top - box.bottom, board.top - box.top),
            Side.BOTTOM: (box.top - board.bottom, box.bottom - board.bottom),
        }[side]

    end = 0.0
    widest = _MAX_GAP_CELLS * lattice.pitch
    for begin, far in sorted(reach(number) for line in lines for number in line):
        if begin - end > widest:
            break
        end = max(end, far)
    return [tuple(n for n in line if reach(n)[1] <= end) for line in lines]


def _is_better(other: list[DrawnLine], usual: list[DrawnLine]) -> bool:
    """Whether clues are on the unusual side."""
    counts = sum(map(bool, other)), sum(map(bool, usual))
    if _are_line_numbers(usual) and not _are_line_numbers(other):
        return counts[0] >= _MIN_SHARE * len(other)
    return counts[0] > counts[1] and not _are_line_numbers(other)


def _are_line_numbers(lines: list[DrawnLine]) -> bool:
    """Whether these are the numbers of the lines, 1, 2, 3 and so on, perhaps of every fifth."""
    given = [(k, line) for k, line in enumerate(lines, 1) if line]
    return len(given) > 2 and all(len(line) == 1 and line[0].number == k for k, line in given)
