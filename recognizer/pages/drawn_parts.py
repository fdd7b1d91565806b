"""Boards that lead on on the next pages of a file, where a part alone is no board.

A board whose parts have all their clues is joined later, by :mod:`recognizer.pages.joining`. Two
other kinds are joined here, from the drawings of the pages:

* A table that a browser breaks between two rows: the rest has its row clues and cells of the same
  columns, but no column clues.
* A board of our own prints whose clues would take most of a page: they are on pages of their own.
  Above each part is a label, see :mod:`puzzles.prints`: ``part 2 of 4: columns 1–30, rows 1–25``. A
  label without columns is that of row clues alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from puzzles.prints import read_part_label
from recognizer.pages.drawn_clues import (
    ClueReader,
    DrawnClues,
    DrawnLine,
    DrawnNumber,
    lines_of_text,
)
from recognizer.pages.drawn_colors import colors_of, legend_of
from recognizer.pages.drawn_lattices import DrawnLattice, lattices_of
from recognizer.pages.page_drawing import Box, Drawing
from recognizer.pages.printed_grid import PrintedGrid
from recognizer.values import Side

NextDrawing = Callable[[int], Drawing | None]
"""Gives the drawing of the page so many pages later; ``None`` after the last one."""
MAX_PAGES_ON = 100
"""A board leads on on at most so many pages."""
_MAX_SHIFT_CELLS = 0.3
"""The columns of a table are at most so far apart on two pages."""
_SAME_PT = 1.0
"""Lines between clues end within this distance of each other."""
_MAX_UNEVEN = 0.05
"""The distances of lines between clues differ by at most this share."""


class _Label(NamedTuple):
    part: int
    parts: int
    columns: range
    """Empty if the part has row clues alone."""
    rows: range
    """Empty if the part has column clues alone."""
    y: float


def led_on(board: PrintedGrid, next_drawing: NextDrawing) -> PrintedGrid:
    """A board with its rows on the next pages, if it misses some."""
    for index in range(1, MAX_PAGES_ON):
        if not _misses_rows(board.clues):
            break
        drawing = next_drawing(index)
        rest = None if drawing is None else _rest_of(board, drawing)
        if rest is None:
            break
        lattice, rows = rest
        down = board.lattice.ys[-1] - lattice.ys[0]
        ys = (*board.lattice.ys, *(y + down for y in lattice.ys[1:]))
        moved = tuple(tuple(_moved(number, 0.0, down) for number in line) for line in rows)
        clues = board.clues._replace(rows=(*board.clues.rows, *moved))
        legend = legend_of(board.drawing, [board.lattice.frame], 0)
        board = board._replace(
            lattice=board.lattice._replace(ys=ys), clues=clues, colors=colors_of(clues, legend)
        )
    return board


def labelled_board(drawing: Drawing, next_drawing: NextDrawing) -> PrintedGrid | None:
    """The board whose clues are on pages of their own and whose first part is on this page."""
    if not any(label.part == 1 for label in _labels(drawing)):
        return None
    parts = list(_parts_from(drawing, next_drawing))
    if not parts or any(label.part != k for k, (label, *_) in enumerate(parts, 1)):
        return None
    if len(parts) != parts[0][0].parts:
        return None
    whole = _Whole()
    for label, lattice, clues, _ in parts:
        if clues is None:
            return None
        whole.add(label, lattice, clues)
    sources = [source for label, _, _, source in parts if label.rows and label.columns]
    return whole.board(sources[0]) if sources else None


_FoundPart = tuple[_Label, DrawnLattice | None, DrawnClues | None, Drawing]


def _parts_from(drawing: Drawing, next_drawing: NextDrawing) -> Iterator[_FoundPart]:
    """The parts of a board, from the first one on; none if each has all its clues."""
    is_begun = False
    for index in range(MAX_PAGES_ON):
        source = drawing if not index else next_drawing(index)
        labels = [] if source is None else _labels(source)
        if source is None or not labels:
            return
        lattices = lattices_of(source)
        for k, label in enumerate(labels):
            if not is_begun and label.part != 1:
                continue
            is_begun = True
            end = labels[k + 1].y if k + 1 < len(labels) else source.height
            lattice, clues = _part_below(label, end, source, lattices)
            if clues is not None and any(clues.rows) and any(clues.columns):
                return
            yield label, lattice, clues, source
            if label.part == label.parts:
                return


def _part_below(
    label: _Label, end: float, drawing: Drawing, lattices: Sequence[DrawnLattice]
) -> tuple[DrawnLattice | None, DrawnClues | None]:
    """The grid below a label and the clues at its left and above it."""
    if label.rows and label.columns:
        lattice = next(
            (
                lattice
                for lattice in lattices
                if label.y <= lattice.box.top < end
                and len(lattice.ys) == len(label.rows) + 1
                and len(lattice.xs) == len(label.columns) + 1
            ),
            None,
        )
    else:
        lattice = _clue_area(label, end, drawing)
    if lattice is None:
        return None, None
    clues = ClueReader(drawing, [lattice]).read(lattice)
    return lattice, clues._replace(
        rows=clues.rows if clues.rows_side is Side.LEFT else (),
        columns=clues.columns if clues.columns_side is Side.TOP else (),
    )


def _clue_area(label: _Label, end: float, drawing: Drawing) -> DrawnLattice | None:
    """Clues on their own, as those of a board of one column or row beside them."""
    is_rows = bool(label.rows)
    count = len(label.rows or label.columns)
    bars = [bar for bar in drawing.bars if bar.is_vertical != is_rows]
    if is_rows:
        bars = [bar for bar in bars if label.y <= bar.at < end]
    else:
        bars = [bar for bar in bars if label.y <= bar.start < end]
    for first in bars:
        same = [
            bar.at
            for bar in bars
            if abs(bar.start - first.start) + abs(bar.end - first.end) <= _SAME_PT
        ]
        cuts = sorted(set(same))
        gaps = np.diff(cuts)
        if len(cuts) != count + 1 or np.ptp(gaps) > _MAX_UNEVEN * gaps.mean():
            continue
        beside = (first.end, first.end + float(gaps.mean()))
        if is_rows:
            frame = Box(first.start, cuts[0], beside[1], cuts[-1])
            return DrawnLattice(beside, tuple(cuts), frame)
        return DrawnLattice(tuple(cuts), beside, Box(cuts[0], first.start, cuts[-1], beside[1]))
    return None


class _Whole:
    """A board that is put together from parts."""

    def __init__(self) -> None:
        self._rows: dict[int, DrawnLine] = {}
        self._columns: dict[int, DrawnLine] = {}
        self._lattice: DrawnLattice | None = None

    def add(self, label: _Label, lattice: DrawnLattice | None, clues: DrawnClues) -> None:
        """Take over the clues of a part."""
        if label.rows and label.columns:
            self._lattice = self._lattice or lattice
        for lines, own, span, is_alone in (
            (self._rows, clues.rows, label.rows, not label.columns),
            (self._columns, clues.columns, label.columns, not label.rows),
        ):
            if not any(own):
                continue
            for line, numbers in zip(span, own, strict=True):
                if is_alone:  # a page may have some of the numbers of each line
                    lines[line] = (*lines.get(line, ()), *numbers)
                else:
                    lines.setdefault(line, numbers)

    def board(self, drawing: Drawing) -> PrintedGrid | None:
        """The whole board, as if it were on a page that is large enough; ``None`` if a line is
        missing.
        """
        if self._lattice is None:
            return None
        if any(sorted(lines) != list(range(len(lines))) or not lines
               for lines in (self._rows, self._columns)):  # fmt: skip
            return None
        pitch, corner = self._lattice.pitch, self._lattice.box
        xs = tuple(corner.left + k * pitch for k in range(len(self._columns) + 1))
        ys = tuple(corner.top + k * pitch for k in range(len(self._rows) + 1))
        rows, columns = [], []
        for k in range(len(self._rows)):
            right, line = xs[0] - pitch / 4, []
            for number in reversed(self._rows[k]):
                box, middle = number.box, ys[k] + pitch / 2
                left, top = right - box.width, middle - box.height / 2
                line.append(_moved(number, left - box.left, top - box.top))
                right = left - pitch / 4
            rows.append(tuple(reversed(line)))
        for k in range(len(self._columns)):
            bottom, line = ys[0] - pitch / 4, []
            for number in reversed(self._columns[k]):
                box, middle = number.box, xs[k] + pitch / 2
                left, top = middle - box.width / 2, bottom - box.height
                line.append(_moved(number, left - box.left, top - box.top))
                bottom = top - pitch / 4
            columns.append(tuple(reversed(line)))
        frame = Box(xs[0], ys[0], xs[-1], ys[-1])
        clues = DrawnClues(tuple(rows), tuple(columns), Side.LEFT, Side.TOP)
        legend = legend_of(drawing, [self._lattice.frame], 0)
        paper = Drawing(drawing.width, drawing.height)  # marks are not looked for
        return PrintedGrid(DrawnLattice(xs, ys, frame), clues, colors_of(clues, legend), paper)


def _moved(number: DrawnNumber, across: float, down: float) -> DrawnNumber:
    left, top, right, bottom = number.box
    return number._replace(box=Box(left + across, top + down, right + across, bottom + down))


def _misses_rows(clues: DrawnClues) -> bool:
    """Whether the columns ask for more cells than the rows."""
    in_rows, in_columns = (
        sum(number.number for line in lines for number in line)
        for lines in (clues.rows, clues.columns)
    )
    return in_rows < in_columns


def _rest_of(
    board: PrintedGrid, drawing: Drawing
) -> tuple[DrawnLattice, tuple[DrawnLine, ...]] | None:
    """The first grid of a page and its row clues, if they are the rest of a board."""
    lattices = lattices_of(drawing)
    if not lattices:
        return None
    lattice, xs = lattices[0], board.lattice.xs
    most = _MAX_SHIFT_CELLS * board.lattice.pitch
    if len(lattice.xs) != len(xs) or abs(lattice.xs[0] - xs[0]) > most:
        return None
    clues = ClueReader(drawing, lattices).read(lattice)
    is_rest = any(clues.rows) and not any(clues.columns)
    is_same_side = clues.rows_side is board.clues.rows_side
    return (lattice, clues.rows) if is_rest and is_same_side else None


def _labels(drawing: Drawing) -> list[_Label]:
    """The labels of parts on a page, from top to bottom."""
    labels = []
    upright = (glyph for glyph in drawing.glyphs if not glyph.turns)
    for line in lines_of_text(upright):
        words, end = "", line[0].box.left
        for glyph in line:
            is_apart = glyph.box.left - end > 0.2 * glyph.size and not words.endswith(" ")
            words += (" " if is_apart else "") + glyph.text
            end = glyph.box.right
        if found := read_part_label(words):
            labels.append(_Label(*found, line[0].origin[1]))
    return labels
