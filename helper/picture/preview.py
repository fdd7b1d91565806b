"""Shows the board made from a picture, its undetermined cells, and a proposed repair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from helper.application.theme import Theme
from helper.board.marks import paint_hatched, paint_proposal
from helper.board.painter import paint_cursor
from helper.picture.preview_clues import NumberTiles, PreviewClues
from helper.picture.preview_keyboard import PreviewCursor
from puzzles import BLANK, Axis, Grid, Line, Puzzle
from puzzles.model import BLACK
from puzzles.notation import clues_text
from puzzles.words import _

_MARGIN_PX = 12
_MIN_CURSOR_PX = 13
"""The least side of the frame of the keyboard's cell."""
_MIN_LINED_CELL_PX = 4.0
"""Smaller cells are painted without lines between them."""


@dataclass(slots=True)
class _Stroke:
    """Cells that are being painted."""

    ink: int
    """Their new state."""
    button: Qt.MouseButton
    """The one that is held; none if the keyboard paints."""
    last: int
    """The cell under the pointer."""
    cells: dict[int, int] = field(default_factory=dict)
    """The cells that change, with their new states."""


class Preview(QWidget):
    """Shows a board as large as the widget allows.

    Cells are painted by dragging, or with the right button made background, or by keyboard. Where
    a repair is shown, a click chooses a cell instead.

    Signals:
        cell_chosen: ``int``, the cell ``row * width + column`` that was clicked.
        painted: A mapping of the cells of a stroke to their new states.
        clues_placed: The clues got another place, or none.
        ink_requested: ``int``, the colour that a key chose to paint with, 0 for the background.
    """

    cell_chosen = Signal(int)
    painted = Signal(object)
    clues_placed = Signal()
    ink_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Board"))
        self.setMinimumSize(120, 116)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.theme = theme
        self.grid: Grid | None = None
        self.puzzle: Puzzle | None = None
        self._cells: QImage | None = None
        self.hatched: frozenset[int] = frozenset()
        """Cells that the clues do not determine."""
        self.ghosts: Mapping[int, int] = {}
        """Cells that a repair would change, with their new states."""
        self.is_before_shown = False
        """Whether the ghosts are hidden for the moment."""
        self.ink = 1
        """The colour that is painted, 0 for the background."""
        self.may_paint = True
        """Whether a stroke paints; otherwise a click only chooses a cell."""
        self._stroke: _Stroke | None = None
        self.keyboard = PreviewCursor(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._clues: PreviewClues | None = None
        self._tiles = NumberTiles()
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(380, 380)

    # What is shown

    def show_board(self, grid: Grid, puzzle: Puzzle) -> None:
        """Show another board; unchanged cells stay hatched until the next check."""
        before, palette = self.grid, None if self.puzzle is None else self.puzzle.palette
        if before is None or (before.height, before.width) != (grid.height, grid.width):
            self.hatched = frozenset()
        else:
            self.hatched = frozenset(i for i in self.hatched if before.cells[i] == grid.cells[i])
        self.grid, self.puzzle, self._cells = grid, puzzle, None
        if palette != puzzle.palette or before is None or len(before.cells) != len(grid.cells):
            self._stroke = None  # its states would be other colours
        self.keyboard.stay_on_board()
        self.setCursor(Qt.CursorShape.CrossCursor)
        self._clues = PreviewClues(puzzle, self.font(), self._tiles)
        self._place()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Find the room for board and clues."""
        if self._clues is not None:
            self._clues.fit(self.width() - 2 * _MARGIN_PX, self.height() - 2 * _MARGIN_PX)
            self.clues_placed.emit()

    @property
    def clue_note(self) -> str:
        """What to add to the number of clues if not all are beside the board."""
        if self._clues is None or self._clues.is_whole:
            return ""
        return (
            _(" (all shown in a larger window)")
            if self.has_clues
            else _(" (shown in a larger window)")
        )

    @property
    def has_clues(self) -> bool:
        """Whether there is room for the clues."""
        return self._clues is not None and self._clues.cell > 0

    def show_hatched(self, cells: Iterable[int]) -> None:
        """Hatch these cells and no others."""
        self.hatched = frozenset(cells)
        self.update()

    def show_proposed(self, changes: Mapping[int, int]) -> None:
        """Show the cells that a repair would change, with their new states."""
        self.ghosts = changes
        self.update()

    def show_before(self, is_shown: bool) -> None:
        """Show the board without the ghosts, or with them."""
        self.is_before_shown = is_shown
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.update()

    def color_of(self, state: int) -> QColor:
        """The colour of a cell state; black and white follow the theme, as on the board."""
        assert self.puzzle is not None
        index = state.bit_length() - 1
        color = self.puzzle.palette[index]
        if self.puzzle.is_black_and_white and (index == 0 or color.rgb == BLACK.rgb):
            return QColor(self.theme.ink if index else self.theme.paper)
        return QColor(color.rgb)

    # Where everything is

    @property
    def side(self) -> float:
        """The side of a cell in px; a whole number of screen pixels if it has at least 2."""
        if self.grid is None:
            return 1.0
        if self._clues is not None and self._clues.cell:
            return self._clues.cell
        width, height = self.width() - 2 * _MARGIN_PX, self.height() - 2 * _MARGIN_PX
        side = max(min(width / self.grid.width, height / self.grid.height), 0.01)
        ratio = self.devicePixelRatioF()
        return int(side * ratio) / ratio if side * ratio >= 2 else side

    @property
    def area(self) -> QRectF:
        """The rectangle of the board, in px."""
        if self.grid is None:
            return QRectF()
        side = self.side
        width, height = side * self.grid.width, side * self.grid.height
        beside, above = (0, 0) if self._clues is None else (self._clues.left, self._clues.top)
        left = round((self.width() - width - beside) / 2) + beside
        top = round((self.height() - height - above) / 2) + above
        return QRectF(left, top, width, height)

    def rect_of(self, cell: int) -> QRectF:
        """The rectangle of a cell, in px."""
        assert self.grid is not None
        row, column = divmod(cell, self.grid.width)
        area, side = self.area, self.side
        return QRectF(area.x() + column * side, area.y() + row * side, side, side)

    def cell_at(self, point: QPointF) -> int | None:
        """The cell at a point; ``None`` outside of the board."""
        area = self.area
        if self.grid is None or not area.contains(point):
            return None
        column = min(int((point.x() - area.x()) / self.side), self.grid.width - 1)
        row = min(int((point.y() - area.y()) / self.side), self.grid.height - 1)
        return row * self.grid.width + column

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        cell = self.cell_at(event.position())
        button = event.button()
        if cell is None or button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        assert self.grid is not None
        self.keyboard.hide_at(divmod(cell, self.grid.width))
        self.press_cell(cell, button)

    # Strokes

    def press_cell(self, cell: int, button: Qt.MouseButton, is_copy: bool = False) -> None:
        """Begin a stroke at a cell, or choose the cell if nothing can be painted.

        Args:
            cell: The cell.
            button: The button that is held; none for the keyboard, whose stroke goes on.
            is_copy: Whether the state of the cell is painted, if it is not background.
        """
        if not self.may_paint:
            if button == Qt.MouseButton.LeftButton:
                self.cell_chosen.emit(cell)
            return
        if self._stroke is not None and self._stroke.button == button:
            return
        assert self.grid is not None
        ink, state = 1 << min(self.ink, self.grid.colors - 1), self.grid.cells[cell]
        if is_copy and state != BLANK:
            ink = state
        elif button == Qt.MouseButton.RightButton or state == ink:
            ink = BLANK  # a click on a cell of this colour takes it away, as on the board
        self._stroke = _Stroke(ink, button, cell)
        self.extend_stroke(cell)

    def end_stroke(self, button: Qt.MouseButton) -> None:
        """End the stroke that was begun with a button."""
        stroke = self._stroke
        if stroke is not None and stroke.button == button:
            self._stroke = None
            self.update()
            if stroke.cells:
                self._change_cells(stroke.cells)
                self.painted.emit(stroke.cells)

    def _change_cells(self, cells: Mapping[int, int]) -> None:
        """Show painted cells at once, so that the next stroke begins with them."""
        assert self.grid is not None
        self.grid, self._cells = self.grid.copy(), None
        for cell, state in cells.items():
            self.grid.cells[cell] = state
        self.hatched -= cells.keys()

    def cancel_stroke(self) -> bool:
        """Drop the stroke that is going on; ``False`` if there is none."""
        is_painting = self._stroke is not None
        self._stroke = None
        self.update()
        return is_painting

    def request_ink(self, ink: int) -> None:
        """Ask for another colour to paint with."""
        self.ink_requested.emit(ink)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        is_dragged = event.buttons() != Qt.MouseButton.NoButton
        if is_dragged and (cell := self.cell_at(event.position())) is not None:
            self.extend_stroke(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.end_stroke(event.button())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if not self.keyboard.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # Qt override
        self.keyboard.release(event)
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.keyboard.show()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.keyboard.finish()
        self.update()
        super().focusOutEvent(event)

    def extend_stroke(self, cell: int) -> None:
        """Paint the cells from the last one to this one, if a stroke is going on."""
        if self._stroke is None or self.grid is None:
            return
        stroke, width = self._stroke, self.grid.width
        (row, column), (last_row, last_column) = divmod(cell, width), divmod(stroke.last, width)
        steps = max(abs(row - last_row), abs(column - last_column), 1)
        for k in range(steps + 1):
            y = round(last_row + (row - last_row) * k / steps)
            x = round(last_column + (column - last_column) * k / steps)
            if self.grid.cells[y * width + x] != stroke.ink:
                stroke.cells[y * width + x] = stroke.ink
        stroke.last = cell
        self.update()

    def event(self, event: QEvent) -> bool:  # Qt override
        """Show the clues of the row and the column under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._tip(cell), self)
            return True
        return super().event(event)

    def _tip(self, cell: int | None) -> str:
        if cell is None or self.grid is None or self.puzzle is None:
            return ""
        row, column = divmod(cell, self.grid.width)
        palette = self.puzzle.palette
        return "\n".join(
            f"{line.title}: {clues_text(self.puzzle.clues_of(line), palette, ' ') or 0}"
            for line in (Line(Axis.ROW, row), Line(Axis.COLUMN, column))
        )

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), QColor(self.theme.window))
            if self.grid is not None:
                self._paint_cells(painter, self.grid)
                self._paint_stroke(painter)
                self._paint_hatching(painter)
                self._paint_lines(painter, self.grid)
                self._paint_ghosts(painter)
                self._paint_cursor(painter, self.grid)
                if self._clues is not None:
                    scale = self.devicePixelRatioF()
                    self._clues.paint(painter, self.area, self.theme, scale)
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    def _paint_cells(self, painter: QPainter, grid: Grid) -> None:
        """Draw an image of one pixel a cell, enlarged by Qt."""
        if self._cells is None:
            self._cells = _image_of(grid)
        self._cells.setColorTable([self.color_of(1 << k).rgb() for k in range(grid.colors)])
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.side < 1)
        painter.drawImage(self.area, self._cells)

    def _paint_stroke(self, painter: QPainter) -> None:
        """Paint the cells of a stroke that is not finished."""
        if self._stroke is not None:
            for cell, state in self._stroke.cells.items():
                painter.fillRect(self.rect_of(cell), self.color_of(state))

    def _paint_hatching(self, painter: QPainter) -> None:
        if self.grid is None or (self.ghosts and not self.is_before_shown):
            return  # hatching would hide the proposed changes
        for cell in self.hatched:
            state = self.grid.cells[cell]
            fill = None if state == BLANK else self.color_of(state).name()
            paint_hatched(painter, self.rect_of(cell), fill, self.theme.differs)

    def _paint_lines(self, painter: QPainter, grid: Grid) -> None:
        area, side = self.area, self.side
        for is_five, name in ((False, "grid"), (True, "grid_five")):
            color = QColor(getattr(self.theme, name))
            for count, is_column in ((grid.width, True), (grid.height, False)):
                for i in range(count + 1):
                    is_strong = i % 5 == 0 or i == count
                    is_visible = i in (0, count) or side >= _MIN_LINED_CELL_PX
                    if is_strong != is_five or not is_visible:
                        continue
                    if is_column:
                        line = QRectF(area.x() + i * side, area.y(), 1, area.height() + 1)
                    else:
                        line = QRectF(area.x(), area.y() + i * side, area.width() + 1, 1)
                    painter.fillRect(line, color)

    def _paint_ghosts(self, painter: QPainter) -> None:
        """Paint each proposed state as a small outlined square in its cell."""
        if self.is_before_shown or self.grid is None:
            return
        for cell, state in self.ghosts.items():
            color = QColor(self.theme.mark)
            paint_proposal(painter, self.rect_of(cell), self.color_of(state), color)

    def _paint_cursor(self, painter: QPainter, grid: Grid) -> None:
        """Paint the frame of the keyboard's cell, around it if it is small."""
        if not (self.keyboard.is_shown and self.hasFocus()):
            return
        row, column = self.keyboard.cell
        cell = self.rect_of(row * grid.width + column).toAlignedRect()
        more = max(0, (_MIN_CURSOR_PX - cell.width() + 1) // 2)
        frame = cell.adjusted(-more, -more, more, more)
        if more:  # on its own colour the frame would be lost
            painter.setPen(QPen(QColor(self.theme.base), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(-1, -1, 1, 1))
        paint_cursor(painter, frame, self.theme)


def _image_of(grid: Grid) -> QImage:
    """An indexed image with one pixel, the colour number, for each cell."""
    if grid.colors <= 8:
        codes = {1 << k: k for k in range(grid.colors)}
        table = bytes(codes.get(state, 0) for state in range(256))
        cells = grid.low_bytes(0, len(grid.cells)).translate(table)
    else:
        cells = bytes(state.bit_length() - 1 for state in grid.cells)
    stride = (grid.width + 3) // 4 * 4
    starts = range(0, len(cells), grid.width)
    data = b"".join(cells[i : i + grid.width].ljust(stride, b"\0") for i in starts)
    form = QImage.Format.Format_Indexed8
    return QImage(
        data, grid.width, grid.height, stride, form
    ).copy()  # QImage does not own the bytes
