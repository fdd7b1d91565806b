"""A small map of a board that does not fit its view: where the marks are, and what is in view.

It lies in the corner between the clues, where it hides nothing; if that is too small, over cells at
the edge of the view, half transparent until the pointer is over it. It changes to the opposite edge
halfway through the board: each cell can be scrolled to where it is not covered.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from helper.application.theme import Theme
from helper.board.area import BoardArea
from helper.board.geometry import BoardAxis, Geometry
from helper.board.look import LOOKS, BoardLook
from helper.board.lost_colors import seen_colors
from helper.images.puzzle_picture import indexed_image, painted_colors
from helper.play.session import Session
from helper.widgets.style import mixed
from puzzles import Puzzle
from puzzles.words import _

MAX_PX = 160
_MIN_CORNER_PX = 56
"""A smaller map does not help to find one's way."""
_MIN_SIDE_PX = 8
_MARGIN_PX = 6
_RESCALE_MS = 50
_RESTING_OPACITY = 0.75
_DOT_SHARE = 0.22
"""The share of the dot colour in BLANK cells; the rest is paper."""


def map_place(geometry: Geometry, is_corner_free: bool = True) -> tuple[QRect, bool] | None:
    """Where the map of a board lies.

    Args:
        geometry: Of the board.
        is_corner_free: Whether nothing is shown in the corner between the clues.

    Returns:
        Its rectangle in px of the viewport, and whether it covers cells; ``None`` for no map.
    """
    spans = across, down = geometry.across, geometry.down
    if across.is_whole and down.is_whole:
        return None
    if is_corner_free:
        sides = [min(MAX_PX, span.kept - 2 * _MARGIN_PX) for span in spans]
        width, height = _size(across.count, down.count, *sides)
        if max(width, height) >= _MIN_CORNER_PX:
            x, y = (
                span.viewport - size - _MARGIN_PX if span.header_last else _MARGIN_PX
                for span, size in ((across, width), (down, height))
            )
            return QRect(x, y, width, height), False
    width, height = _size(across.count, down.count, *map(_size_over_cells, spans))
    if max(width, height) < _MIN_CORNER_PX:
        return None
    x, y = _place(across, width), _place(down, height)
    if not down.is_whole and _is_over(across, x, width):
        y = _place_by_scroll(down, height)
    elif down.is_whole and _is_over(down, y, height):
        x = _place_by_scroll(across, width)
    return QRect(x, y, width, height), True


def _size_over_cells(span: BoardAxis) -> int:
    """The size for the map that leaves as much room for cells, a third of the view at most."""
    return min(MAX_PX, span.viewport // 3, span.least_room // 2 - _MARGIN_PX)


def _place(span: BoardAxis, size: int) -> int:
    """Where the map starts opposite to the header, in px."""
    start, stop = span.room
    return max(0, start) + _MARGIN_PX if span.header_last else stop - size - _MARGIN_PX


def _place_by_scroll(span: BoardAxis, size: int) -> int:
    """Where it starts towards the farther end of the board: the nearer one stays free."""
    start, stop = span.room
    at_end = 2 * span.scroll <= span.scroll_max
    return stop - size - _MARGIN_PX if at_end else max(0, start) + _MARGIN_PX


def _is_over(span: BoardAxis, at: int, size: int) -> bool:
    """Whether the map hides cells on this axis: there may be room for it beside them."""
    start, stop = span.window
    return at < stop and start < at + size


def _size(columns: int, rows: int, width: int, height: int) -> tuple[int, int]:
    if min(width, height) < _MIN_SIDE_PX:
        return 0, 0
    scale = min(width / columns, height / rows)
    return max(_MIN_SIDE_PX, round(columns * scale)), max(_MIN_SIDE_PX, round(rows * scale))


class BoardMap(QWidget):
    """Shows the marks of a board and the part in view; a drag moves the view."""

    def __init__(self, viewport: QWidget, area: BoardArea, session: Session, theme: Theme) -> None:
        super().__init__(viewport)
        self._area = area
        self._session = session
        self._theme = theme
        self._is_wanted = True
        self._is_over_cells = False
        self._is_dragged = False
        self._image: QImage | None = None
        """One pixel for each cell."""
        self._scaled: QPixmap | None = None
        self._rescaling = QTimer(self, singleShot=True, interval=_RESCALE_MS)
        self._rescaling.timeout.connect(self._rescale)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(_("Drag to move the board"))
        self.setAccessibleName(_("Map of the board"))
        self.hide()
        area.changed.connect(self.place)

    @property
    def is_wanted(self) -> bool:
        """Whether it is shown beside boards that do not fit the view."""
        return self._is_wanted

    def toggle(self) -> None:
        """Choose whether it is shown beside boards that do not fit the view."""
        self._is_wanted = not self._is_wanted
        self.place()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.forget()

    def place(self) -> None:
        """Show it where there is room, or hide it; after the view has changed."""
        found = None
        if self._is_wanted and not self._area.is_only_covered:
            found = map_place(self._area.geometry, not self._session.is_solved)
        if found is None:
            self.hide()
            self._is_dragged = False
            self._image = self._scaled = None
            return
        rect, self._is_over_cells = found
        if self._is_dragged and rect.size() == self.size():
            rect = self.geometry()  # the place under the pointer stays
        if rect != self.geometry():
            self.setGeometry(rect)
            self._scaled = None
        self.show()
        self.update()

    def forget(self) -> None:
        """Show another board, or all of it anew."""
        self._image = self._scaled = None
        self.place()

    def update_cells(self, cells: Sequence[int]) -> None:
        """Show the new marks of some cells, soon: changes do not wait for the map."""
        if self._image is None:
            return
        marks, look = self._session.marks, BoardLook(self._session.marks)
        if len(cells) > marks.width:
            self._image = None
        else:
            for row, column in (divmod(i, marks.width) for i in cells):
                self._image.setPixel(column, row, look.codes(row, column, column + 1)[0])
        if not self._rescaling.isActive():
            self._rescaling.start()

    def _rescale(self) -> None:
        self._scaled = None
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            if self._is_over_cells and not self.underMouse():
                painter.setOpacity(_RESTING_OPACITY)
            painter.drawPixmap(self.rect(), self._picture())
            painter.setPen(QPen(QColor(self._theme.grid_five), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            for color, width in ((self._theme.ink, 4), (self._theme.mark, 2)):
                painter.setPen(QPen(QColor(color), width, j=Qt.PenJoinStyle.MiterJoin))
                painter.drawRect(self.shown_rect)
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    @property
    def shown_rect(self) -> QRectF:
        """The rectangle around the cells in view, in px of the map."""
        geometry = self._area.geometry
        left, right = (share * self.width() for share in geometry.across.shown_share)
        top, bottom = (share * self.height() for share in geometry.down.shown_share)
        return QRectF(left, top, right - left, bottom - top).adjusted(2, 2, -2, -2)

    def _picture(self) -> QPixmap:
        if self._scaled is None:
            if self._image is None:
                self._image = self._whole_image()
            ratio = self.devicePixelRatioF()
            size = self.size() * ratio
            is_smaller = size.width() < self._image.width()
            mode = Qt.TransformationMode
            how = mode.SmoothTransformation if is_smaller else mode.FastTransformation
            self._scaled = QPixmap.fromImage(
                self._image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, how)
            )
        return self._scaled

    def _whole_image(self) -> QImage:
        marks = self._session.marks
        look = BoardLook(marks)
        codes = b"".join(look.codes(row, 0, marks.width) for row in range(marks.height))
        colors = _color_table(self._session.puzzle, self._theme)
        return indexed_image(codes, marks.width, marks.height, colors)

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_dragged = True
            self._go_to(event.position().toPoint())
        event.accept()  # the cell below must not be changed

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().toPoint())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_dragged = False
            self.place()
        event.accept()

    def contextMenuEvent(self, event: QEvent) -> None:  # Qt override
        event.accept()

    def _go_to(self, at: QPoint) -> None:
        """Bring the place under the pointer to the middle of the view."""
        geometry = self._area.geometry
        self._area.scroll_to(
            _scroll_to(geometry.across, at.x(), self.width()),
            _scroll_to(geometry.down, at.y(), self.height()),
        )

    def enterEvent(self, event: QEnterEvent) -> None:  # Qt override
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # Qt override
        self.update()


def _scroll_to(span: BoardAxis, px: int, size: int) -> int:
    return span.scroll_to_center(min(max(px / size, 0.0), 1.0))


def _color_table(puzzle: Puzzle, theme: Theme) -> list[int]:
    colors = [QColor(color) for color in seen_colors(painted_colors(puzzle, theme), theme)]
    paper = colors[0]
    blank = mixed(QColor(theme.dot), paper, _DOT_SHARE)
    table = []
    for look in LOOKS:
        color = colors[look.color] if look.color < len(colors) else paper
        table.append((blank if look.dot else color).rgb())
    return table
