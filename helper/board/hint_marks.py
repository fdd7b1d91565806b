"""What a hint shows on the board: a line, what the reasoning uses, and new states of cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from helper.board.geometry import Geometry
from helper.board.hover import Seen, paint_frame, paint_uncolored, place_of
from puzzles import Line

_TINT_ALPHA = 46
_BAR_ALPHA = 120
_ON_COLOR_ALPHA = 220
"""Of bars and frames in colour: mixed with a cell's colour they would look like another one."""
_BAR_SHARE = 0.2
"""The thickness of a bar, as a share of a cell."""
_FIRST_AT, _LAST_AT = 0.14, 0.66
"""Where the bars of the first and of the last place begin across the line, in cells."""


@dataclass(frozen=True, slots=True)
class HintMarks:
    """Marks over the board. Spans are ``(first cell, cell after the last one)`` of the line."""

    line: Line | None = None
    """The emphasized line."""
    first: tuple[tuple[int, int], ...] = ()
    """The first place of blocks: a bar along one side of the line."""
    last: tuple[tuple[int, int], ...] = ()
    """The last place of blocks: a bar along the other side."""
    runs: tuple[tuple[int, int], ...] = ()
    """Runs and gaps that are framed."""
    pinned: int | None = None
    """The cell of an assumption, ``row * width + column``."""
    cells: Mapping[int, int] = field(default_factory=dict)
    """New states, by cell."""
    is_wrong: bool = False
    """Whether the line cannot be completed."""


def named_lines(
    hint: HintMarks | None, line: Line | None, width: int
) -> tuple[frozenset[int], frozenset[int]]:
    """The rows and the columns that a sentence is about.

    Args:
        hint: What a hint shows.
        line: The line that a message mentions.
        width: Of the board, in cells.
    """
    rows, columns = set[int](), set[int]()
    for each in (line, hint.line if hint is not None else None):
        if each is not None:
            (columns if each.is_column else rows).add(each.index)
    for cell in hint.cells if hint is not None else ():
        row, column = divmod(cell, width)
        rows.add(row)
        columns.add(column)
    return frozenset(rows), frozenset(columns)


def paint_hint(
    painter: QPainter,
    geometry: Geometry,
    marks: HintMarks,
    accent: QColor,
    colored: Seen | None = None,
) -> None:
    """Paint everything but the cells and the pin over the grid; changes pen and brush.

    Args:
        painter: Is clipped to the grid.
        geometry: Where the cells are.
        marks: What to paint.
        accent: The accent colour of the theme, or its red for a line that is wrong.
        colored: The cells of a puzzle in colour: those that are shaded are not tinted, and the line
            is framed instead. ``None`` for black and white.
    """
    line = marks.line
    if line is None:
        return
    length = geometry.down.count if line.is_column else geometry.across.count
    tint = _faded(accent, _TINT_ALPHA)
    if colored is None:
        painter.fillRect(_rect(geometry, line, (0, length), 0.0, 1.0), tint)
    else:
        paint_uncolored(painter, geometry, colored, place_of(line), tint)
        paint_frame(painter, geometry, line, _faded(accent, _ON_COLOR_ALPHA))
    alpha = _BAR_ALPHA if colored is None else _ON_COLOR_ALPHA
    for spans, at in ((marks.first, _FIRST_AT), (marks.last, _LAST_AT)):
        for span in spans:
            bar = _rect(geometry, line, span, at, _BAR_SHARE)
            painter.fillRect(bar, _faded(accent, alpha))
    width = max(1.0, min(3.0, geometry.cell / 8))
    painter.setPen(QPen(accent, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for span in marks.runs:
        inset = width / 2
        painter.drawRect(
            _rect(geometry, line, span, 0.0, 1.0).adjusted(inset, inset, -inset, -inset)
        )


def _rect(
    geometry: Geometry, line: Line, span: tuple[int, int], at: float, thickness: float
) -> QRectF:
    """A part of a line; ``at`` and ``thickness`` across the line, in cells."""
    cell = geometry.cell
    along, across = geometry.across, geometry.down
    if line.is_column:
        along, across = across, along
    start = along.start_of(span[0])
    stop = along.start_of(span[1])
    side = across.start_of(line.index) + at * cell
    if line.is_column:
        return QRectF(side, start, thickness * cell, stop - start)
    return QRectF(start, side, stop - start, thickness * cell)


def _faded(color: QColor, alpha: int) -> QColor:
    faded = QColor(color)
    faded.setAlpha(alpha)
    return faded
