"""The page of Home that scrolls: its parts end at the same pixel as its columns of tiles."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from helper.home.delegate import GAP_PX, TILE

BESIDE_TILES = QMargins(GAP_PX // 2, 0, GAP_PX // 2 + 1, 0)
"""The margins of what is not a list of tiles: a tile has half a gap, and a list does not use its
last pixel."""


class Page(QWidget):
    """Parts below one another, as wide as the columns of tiles."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoFillBackground(True)  # opaque, so that scrolling moves pixels
        self.column = QVBoxLayout(self)
        """Gets the parts."""
        self.column.setSpacing(4)
        self._margins = QMargins()
        self._rest_px = 0

    def set_margins(self, beside_px: int, top_px: int, bottom_px: int) -> None:
        """Change the margins around the cards."""
        beside = beside_px - GAP_PX // 2
        self._margins = QMargins(beside, top_px, beside, bottom_px)
        self._align()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._align()

    def minimumSizeHint(self) -> QSize:  # Qt override
        hint = super().minimumSizeHint()  # what is left out must not need room
        return QSize(hint.width() - self._rest_px, hint.height())

    def _align(self) -> None:
        """Leave out the pixels that columns of equal width do not use."""
        margins = QMargins(self._margins)
        room = self.width() - margins.left() - margins.right()
        self._rest_px = room % max(1, room // TILE.width())
        list_px = 1  # a list does not use its last pixel
        margins.setRight(margins.right() + self._rest_px - list_px)
        self.column.setContentsMargins(margins)
