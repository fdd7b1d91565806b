"""The clue under the pointer in large numbers, where the board shows it too small, or cut."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from helper.application.theme import Theme
from helper.board.area import BoardArea
from helper.board.geometry import BoardAxis
from helper.board.headers import BoardHeaders
from helper.board.hover import HoveredLines
from puzzles import Axis, Line

_MAGNIFIED_BELOW_PX = 12
"""The font size from which on a clue is not shown larger."""
_CELL_PX = 30
"""The cell size whose numbers are shown: they have 17 px if they are not very long."""
_MARGIN_PX = 6
_GAP_PX = 4
"""From the line to its clue in large numbers."""
_RADIUS_PX = 8


class ClueMagnifier(QWidget):
    """Lies beside the clues of the line under the pointer, and lets all events through.

    It is shown while the pointer is over clues or lights, and their numbers are small or partly out
    of view.
    """

    def __init__(
        self, viewport: QWidget, area: BoardArea, headers: BoardHeaders, hover: HoveredLines
    ) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._area = area
        self._headers = headers
        self._hover = hover
        self._theme: Theme | None = None
        self._picture: QPixmap | None = None
        self.line: Line | None = None
        """The line whose clue is shown."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        hover.changed.connect(lambda: self.follow())
        area.changed.connect(self.follow)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.follow()

    def follow(self) -> None:
        """Show the clue of the line under the pointer, or nothing."""
        row, column = self._hover.place
        line = None
        if row is not None and column is None:
            line = Line(Axis.ROW, row)
        elif column is not None and row is None:
            line = Line(Axis.COLUMN, column)
        has_numbers = line is not None and self._headers.has_numbers(line)
        self.line = line if line is not None and has_numbers and self._is_hard(line) else None
        if self.line is None:
            self.hide()
            return
        self._picture = self._fitted(self._headers.magnified(self.line, _CELL_PX))
        self.setGeometry(self._place(self.line, self._picture))
        self.show()
        self.raise_()  # the map must not cover it
        self.update()

    def _is_hard(self, line: Line) -> bool:
        """Whether the board shows a clue too small, or not as a whole."""
        is_small = self._area.clue_layout.font.pixelSize() < _MAGNIFIED_BELOW_PX
        return is_small or self._headers.is_cut(line)

    def _fitted(self, picture: QPixmap) -> QPixmap:
        """The picture of a clue, smaller where the view would cut it."""
        margins = QSize(2 * _MARGIN_PX, 2 * _MARGIN_PX)
        room, size = self._viewport.size() - margins, picture.deviceIndependentSize().toSize()
        if size.boundedTo(room) == size:
            return picture
        ways = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        return picture.scaled(room * picture.devicePixelRatio(), *ways)

    def _place(self, line: Line, picture: QPixmap) -> QRect:
        """Beside the line, which stays in view: its numbers can be ticked off."""
        size = picture.deviceIndependentSize().toSize()
        size += QSize(2 * _MARGIN_PX, 2 * _MARGIN_PX)
        across, down = self._area.geometry.across, self._area.geometry.down
        room = self._viewport.rect()
        if line.is_column:
            x, y = _beside(across, line.index, size.width()), _along(down, size.height())
        else:
            x, y = _along(across, size.width()), _beside(down, line.index, size.height())
        x = max(0, min(x, room.width() - size.width()))
        y = max(0, min(y, room.height() - size.height()))
        return QRect(QPoint(x, y), size)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self._picture is None or self._theme is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            painter.setBrush(QColor(self._theme.base))
            box = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, _RADIUS_PX, _RADIUS_PX)
            painter.drawPixmap(QPoint(_MARGIN_PX, _MARGIN_PX), self._picture)
        finally:
            painter.end()  # an active painter left by an error would crash Qt


def _along(span: BoardAxis, length: int) -> int:
    """Where a picture of so many px starts that ends, as the clues do, at the grid."""
    return span.clues_start + (0 if span.header_last else span.clues - length)


def _beside(span: BoardAxis, index: int, thickness: int) -> int:
    """Where a picture of so many px starts beside a line: before it if there is room."""
    before = span.start_of(index) - thickness - _GAP_PX
    return before if before >= 0 else span.start_of(index + 1) + _GAP_PX
