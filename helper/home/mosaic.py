"""The pictures of a pack side by side: solved ones as they are, the others as empty tiles.

All have one scale, so that a larger puzzle is a larger tile. Pictures come from the thumbnails, so
none is loaded in the window's thread.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from helper.application.theme import Theme
from helper.home.entries import Entry, Shelf, shown_name
from helper.home.home_wording import size_text
from helper.home.thumbnails import Thumbnails
from puzzles.words import plural, worded

MAX_TILES = 400
"""Larger collections have no mosaic: its tiles would be dots."""
_GROUP = "mosaic"
_GAP_PX = 4
_ABOVE_PX, _BELOW_PX = 8, 12
_NARROW_PX = 560
"""Windows in which the mosaic is narrower than this are mostly low, too."""
_MAX_HEIGHT_PX, _MAX_NARROW_HEIGHT_PX = 132, 80
"""Below it, the first row of tiles is visible in the window's first size."""
_CELL_SIZES = (3.0, 2.5, 2.0, 1.75, 1.5, 1.25, 1.0, 0.75, 0.5)
"""Sides of a cell, in px: the first one with which all tiles fit."""
_MAX_TILE_PX = 64
_MIN_TILE_PX = 6
_RADIUS_PX = 2


def laid_out(sizes: Sequence[tuple[int, int]], width_px: int) -> tuple[list[QRect], int]:
    """Places for tiles in rows, in their order, each row aligned at its foot.

    Args:
        sizes: Rows and columns of the puzzles.
        width_px: Of the mosaic.

    Returns:
        The places and the height, in px.
    """
    found: tuple[list[QRect], int] = ([], 0)
    is_narrow = width_px < _NARROW_PX
    for cell_px in _CELL_SIZES:
        found = _rows(sizes, width_px, cell_px)
        if found[1] <= (_MAX_NARROW_HEIGHT_PX if is_narrow else _MAX_HEIGHT_PX):
            break
    return found


def _rows(
    sizes: Sequence[tuple[int, int]], width_px: int, cell_px: float
) -> tuple[list[QRect], int]:
    places: list[QRect] = []
    row: list[QSize] = []
    top = left = 0

    def end_row() -> int:
        height = max((size.height() for size in row), default=0)
        x = 0
        for size in row:
            places.append(QRect(QPoint(x, top + height - size.height()), size))
            x += size.width() + _GAP_PX
        row.clear()
        return height

    for height, width in sizes:
        size = _tile(height, width, cell_px)
        if row and left + size.width() > width_px:
            top += end_row() + _GAP_PX
            left = 0
        row.append(size)
        left += size.width() + _GAP_PX
    return places, top + end_row()


def _tile(height: int, width: int, cell_px: float) -> QSize:
    longer = max(height, width, 1)
    cell = min(max(cell_px, _MIN_TILE_PX / longer), _MAX_TILE_PX / longer)
    return QSize(max(3, round(width * cell)), max(3, round(height * cell)))


class Mosaic(QWidget):
    """The mosaic of one pack. A click opens a puzzle; the keyboard reaches them all in the tiles.

    Signals:
        open_requested: ``str``, the id of an entry.
    """

    open_requested = Signal(str)

    def __init__(self, thumbnails: Thumbnails, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails, self._theme = thumbnails, theme
        self._entries: Sequence[Entry] = ()
        self._places: list[QRect] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        thumbnails.ready.connect(self._show_thumbnail)
        self.hide()

    @property
    def places(self) -> Sequence[QRect]:
        """Where the tiles are, in the order of the puzzles."""
        return self._places

    def show_shelf(self, shelf: Shelf | None) -> None:
        """Show the pictures of a pack; ``None``: show nothing."""
        is_pack = shelf is not None and shelf.share is not None
        entries = shelf.entries if shelf is not None and is_pack else ()
        self._entries = entries if len(entries) <= MAX_TILES else ()
        self.setHidden(not self._entries)
        if shelf is not None:
            self.setAccessibleName(worded("Pictures of {title}", title=shelf.title))
            self.setAccessibleDescription(
                plural(
                    shelf.solved,
                    "{count} of {total} pictures is there",
                    "{count} of {total} pictures are there",
                    total=len(shelf.entries),
                )
            )
        if not self._entries:
            self._thumbnails.want(_GROUP, (), 0)
        self._arrange()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        self.update()

    def _arrange(self) -> None:
        sizes = [(entry.height, entry.width) for entry in self._entries]
        places, height = laid_out(sizes, max(1, self.width()))
        self._places = [place.translated(0, _ABOVE_PX) for place in places]
        self.setFixedHeight(_ABOVE_PX + height + _BELOW_PX if height else 0)

    def _side_px(self, place: QRect) -> int:
        return round(max(place.width(), place.height()) * self.devicePixelRatioF())

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.line))
        wanted: dict[int, list[Entry]] = {}
        for entry, place in zip(self._entries, self._places, strict=True):
            side_px = self._side_px(place)
            image = self._thumbnails.kept(entry, side_px) if entry.is_solved else None
            if image is None:
                painter.drawRoundedRect(QRectF(place), _RADIUS_PX, _RADIUS_PX)
            else:
                painter.drawImage(QRectF(place), image)
            if entry.is_solved:
                wanted.setdefault(side_px, []).append(entry)
        self._thumbnails.want_sizes(_GROUP, wanted)

    def event(self, event: QEvent) -> bool:  # Qt override
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            entry = self._at(event.pos())
            QToolTip.showText(event.globalPos(), _tip(entry) if entry else "", self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        shapes = Qt.CursorShape
        is_over = self._at(event.position().toPoint()) is not None
        self.setCursor(shapes.PointingHandCursor if is_over else shapes.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        entry = self._at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and entry is not None:
            self.open_requested.emit(entry.id)

    def _at(self, at: QPoint) -> Entry | None:
        pairs = zip(self._entries, self._places, strict=True)
        return next((entry for entry, place in pairs if place.contains(at)), None)

    def _show_thumbnail(self, entry_id: str) -> None:
        if any(entry.id == entry_id for entry in self._entries):
            self.update()


def _tip(entry: Entry) -> str:
    return worded("{name}, {size}", name=shown_name(entry), size=size_text(entry))
