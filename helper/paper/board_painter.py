"""Painting boards on paper. One unit of the painter is a point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from helper.board.color_signs import paint_pattern
from helper.paper.board_plan import AxisPart, BoardSizes
from helper.paper.lettering import CAP_HEIGHT, FONT_PX, font, room_of, width_of
from puzzles.board_picture import BoardPicture, Clue, Clues
from puzzles.color_values import is_lost_on, text_on

INK = QColor("#000000")
FAINT = QColor("#666666")
_GUIDE_INK = QColor("#8c8c8c")
"""The colour of the lines between the clues."""
_THIN_PT, _THICK_PT, _BORDER_PT, _CLUE_PT = 0.5, 1.3, 2.0, 0.35
"""The widths of the lines of the grid, of every fifth one, of the border, and between the clues."""
_GUIDE = 5
_TILE_HEIGHT, _TILE_PAD = 1.12, 0.3
"""The height of a number's tile, and its margin beside the number, as shares of the font size."""
_DOT = 0.08
"""The radius of the dot of a blank cell, as a share of the cell."""
_MIN_PATTERN_PT = 3.0
"""Smaller cells have no pattern: nobody could recognize it."""
_MARK_INSET = 0.09
"""The margin around a shaded cell, as a share of the cell, so that the grid stays visible."""


def draw_text(
    painter: QPainter,
    at: QPointF,
    text: str,
    size_pt: float,
    is_bold: bool = False,
    as_path: bool = False,
) -> None:
    """Draw a text.

    Args:
        painter: Its pen has the colour.
        at: The left end of the baseline.
        text: One line.
        size_pt: The font size.
        is_bold: Whether it is bold.
        as_path: Whether outlines are drawn, so that nobody needs the typeface.
    """
    _draw_texts(painter, [(at, text)], size_pt, is_bold, as_path)


def draw_centered(
    painter: QPainter, texts: Iterable[tuple[QPointF, str]], size_pt: float, as_path: bool = False
) -> None:
    """Draw numbers, each around its point; the arguments are those of :func:`draw_text`."""
    placed = [
        (center + QPointF(-width_of(text) / 2, CAP_HEIGHT / 2) * size_pt, text)
        for center, text in texts
    ]
    _draw_texts(painter, placed, size_pt, False, as_path)


def _draw_texts(
    painter: QPainter,
    texts: Iterable[tuple[QPointF, str]],
    size_pt: float,
    is_bold: bool,
    as_path: bool,
) -> None:
    scale = size_pt / FONT_PX
    painter.save()
    painter.scale(scale, scale)
    painter.setFont(font(is_bold))
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for at, text in texts:
        if as_path:
            path.addText(at / scale, font(is_bold), text)
        else:
            painter.drawText(at / scale, text)
    painter.fillPath(path, painter.pen().color())
    painter.restore()


def _fill(painter: QPainter, colors: Sequence[str], cells: list[tuple[int, QRectF]]) -> None:
    """Fill rectangles of cells: (colour, rectangle); one of a row may have several cells.

    Those of one colour are one shape, so that no seams are seen between them.
    """
    for color, group in groupby(sorted(cells, key=lambda each: each[0]), lambda each: each[0]):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for _, rect in group:
            path.addRect(rect)
        painter.fillPath(path, QColor(colors[color]))


def paint_sign(painter: QPainter, picture: BoardPicture, color: int, cell: QRectF) -> None:
    """Paint the pattern of a colour with a letter onto a filled cell, if it can be recognized."""
    if picture.letters and cell.width() >= _MIN_PATTERN_PT:
        paint_pattern(painter, cell, color, picture.colors[color])


class PaperBoardPainter:
    """Paints a board with its clues, or a part of it."""

    def __init__(self, picture: BoardPicture, sizes: BoardSizes, as_paths: bool = False) -> None:
        """``as_paths``: whether numbers are drawn as outlines."""
        self._picture = picture
        self._sizes = sizes
        self._as_paths = as_paths

    def paint(self, painter: QPainter, at: QPointF, columns: AxisPart, rows: AxisPart) -> None:
        """Paint a part.

        Args:
            painter: One unit is a point.
            at: The top left corner of the part.
            columns: What it shows along the horizontal axis.
            rows: What it shows along the vertical axis.
        """
        sizes = self._sizes
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(at)
        board = QRectF(
            sizes.clue_width(columns),
            sizes.clue_height(rows),
            columns.cells * sizes.cell,
            rows.cells * sizes.cell,
        )
        if self._picture.cells:
            self._paint_marks(painter, board.topLeft(), columns, rows)
        self._paint_guides(painter, board, columns, rows)
        self._paint_grid(painter, board, columns, rows)
        numbers = [
            *self._row_numbers(board, columns, rows),
            *self._column_numbers(board, columns, rows),
        ]
        self._paint_numbers(painter, numbers)
        painter.restore()

    def _paint_marks(
        self, painter: QPainter, corner: QPointF, columns: AxisPart, rows: AxisPart
    ) -> None:
        picture, cell, filled = self._picture, self._sizes.cell, []
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(INK)
        for row in range(rows.first_cell, rows.cell_end):
            for column in range(columns.first_cell, columns.cell_end):
                state = picture.cells[row * picture.width + column]
                x = corner.x() + (column - columns.first_cell) * cell
                y = corner.y() + (row - rows.first_cell) * cell
                if state == 1:
                    painter.drawEllipse(
                        QPointF(x + cell / 2, y + cell / 2), _DOT * cell, _DOT * cell
                    )
                elif state.bit_count() == 1:
                    inset = _MARK_INSET * cell
                    rect = QRectF(x, y, cell, cell).adjusted(inset, inset, -inset, -inset)
                    filled.append((state.bit_length() - 1, rect))
        _fill(painter, picture.colors, filled)
        for color, rect in filled:
            paint_sign(painter, picture, color, rect)

    def _paint_guides(
        self, painter: QPainter, board: QRectF, columns: AxisPart, rows: AxisPart
    ) -> None:
        """Thin lines between the clues of neighbouring lines, and around all clues."""
        cell = self._sizes.cell
        thin: list[QLineF] = []
        thick: list[QLineF] = []
        for index in range(rows.cells + 1 if rows.cells else 0):
            y = board.top() + index * cell
            lines = thin if (rows.first_cell + index) % _GUIDE else thick
            lines.append(QLineF(0, y, board.left(), y))
        for index in range(columns.cells + 1 if columns.cells else 0):
            x = board.left() + index * cell
            lines = thin if (columns.first_cell + index) % _GUIDE else thick
            lines.append(QLineF(x, 0, x, board.top()))
        if rows.cells:
            thick.append(QLineF(0, board.top(), 0, board.bottom()))
        if columns.cells:
            thick.append(QLineF(board.left(), 0, board.right(), 0))
        for width, lines in ((_CLUE_PT, thin), (2 * _CLUE_PT, thick)):
            painter.setPen(QPen(_GUIDE_INK, width))
            painter.drawLines([line for line in lines if line.length()])

    def _paint_grid(
        self, painter: QPainter, board: QRectF, columns: AxisPart, rows: AxisPart
    ) -> None:
        if not (columns.cells and rows.cells):
            return
        of_width: dict[float, list[QLineF]] = {}
        for index in range(columns.cells + 1):
            x = board.left() + index * self._sizes.cell
            line = QLineF(x, board.top(), x, board.bottom())
            of_width.setdefault(self._width(columns, index, self._picture.width), []).append(line)
        for index in range(rows.cells + 1):
            y = board.top() + index * self._sizes.cell
            line = QLineF(board.left(), y, board.right(), y)
            of_width.setdefault(self._width(rows, index, self._picture.height), []).append(line)
        for width in sorted(of_width):
            pen = QPen(INK, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap)
            painter.setPen(pen)
            painter.drawLines(of_width[width])

    def _width(self, part: AxisPart, index: int, count: int) -> float:
        """The width of a line of the grid; ``count``: lines of the whole axis."""
        line = part.first_cell + index
        if line in (0, count):
            return min(_BORDER_PT, self._sizes.cell / 5)
        return min(_THICK_PT, self._sizes.cell / 7) if line % _GUIDE == 0 else _THIN_PT

    def _row_numbers(
        self, board: QRectF, columns: AxisPart, rows: AxisPart
    ) -> Iterator[tuple[QPointF, Clue]]:
        """The numbers beside the rows, with their centres."""
        sizes, whole = self._sizes, self._sizes.columns.slot_end
        for row in range(rows.first_cell, rows.cell_end):
            y = board.top() + (row - rows.first_cell + 0.5) * sizes.cell
            line = self._picture.rows[row]
            if columns.slots == whole:
                yield from self._packed(line, QPointF(board.left() - sizes.pad, y))
                continue
            for slot, clue in _slots(line, whole, columns):
                x = sizes.pad + (slot - columns.first_slot + 0.5) * sizes.slot_width
                yield QPointF(x, y), clue

    def _packed(self, line: Clues, end: QPointF) -> Iterator[tuple[QPointF, Clue]]:
        """The numbers of a row, each as wide as it is, before a point."""
        x = end.x()
        for clue in reversed(line):
            width = room_of(self._picture.text(clue)) * self._sizes.font_pt + self._sizes.row_gap
            yield QPointF(x - width / 2, end.y()), clue
            x -= width

    def _column_numbers(
        self, board: QRectF, columns: AxisPart, rows: AxisPart
    ) -> Iterator[tuple[QPointF, Clue]]:
        """The numbers above the columns, with their centres."""
        sizes, whole = self._sizes, self._sizes.rows.slot_end
        for column in range(columns.first_cell, columns.cell_end):
            x = board.left() + (column - columns.first_cell + 0.5) * sizes.cell
            for slot, clue in _slots(self._picture.columns[column], whole, rows):
                y = sizes.pad + (slot - rows.first_slot + 0.5) * sizes.slot_height
                yield QPointF(x, y), clue

    def _paint_numbers(self, painter: QPainter, numbers: list[tuple[QPointF, Clue]]) -> None:
        """Paint numbers: first the tiles behind them, then those of one colour together."""
        texts: dict[str, list[tuple[QPointF, str]]] = {}
        for center, clue in numbers:
            text, ink = self._picture.text(clue), INK.name()
            length, color = clue
            if self._picture.has_tiles and length:
                rgb = self._picture.colors[color]
                ink = text_on(rgb)
                self._paint_tile(painter, center, rgb, text)
            texts.setdefault(ink, []).append((center, text))
        for ink, placed in texts.items():
            painter.setPen(QColor(ink))
            draw_centered(painter, placed, self._sizes.font_pt, self._as_paths)

    def _paint_tile(self, painter: QPainter, center: QPointF, rgb: str, text: str) -> None:
        size = self._sizes.font_pt
        tile = QRectF(
            0, 0, max(width_of(text) + _TILE_PAD, _TILE_HEIGHT) * size, _TILE_HEIGHT * size
        )
        tile.moveCenter(center)
        painter.setPen(QPen(FAINT, _CLUE_PT) if is_lost_on(rgb, "#ffffff") else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(rgb))
        painter.drawRoundedRect(tile, size / 5, size / 5)


def _slots(line: Clues, whole: int, part: AxisPart) -> Iterator[tuple[int, Clue]]:
    """The numbers of a line in their slots, as far as a part shows them."""
    for slot, clue in enumerate(line, whole - len(line)):
        if part.first_slot <= slot < part.slot_end:
            yield slot, clue


def paint_solution(painter: QPainter, rect: QRectF, picture: BoardPicture) -> None:
    """Paint a solved board without its clues.

    Args:
        painter: One unit is a point.
        rect: The board's place, in its proportion.
        picture: Every cell is decided.
    """
    cell = rect.width() / picture.width
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(rect, QColor(picture.colors[0]))
    filled: list[tuple[int, QRectF]] = []
    for row in range(picture.height):
        y = rect.top() + row * cell
        for color, start, stop in picture.runs(row):
            if color:
                run = QRectF(rect.left() + start * cell, y, (stop - start) * cell, cell)
                filled.append((color, run))
    _fill(painter, picture.colors, filled)
    if picture.letters:
        for color, run in filled:
            for k in range(round(run.width() / cell)):
                at = QRectF(run.left() + k * cell, run.top(), cell, cell)
                paint_sign(painter, picture, color, at)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(INK, 0.7))
    painter.drawRect(rect)
    painter.restore()
