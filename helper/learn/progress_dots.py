"""A row of dots: the steps that are done, the current one, and those to come."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme

_DOT_PX = 8
_GAP_PX = 8
_CURRENT_PX = 20
"""The width of the current step's dot, which is a bar."""


class ProgressDots(QWidget):
    """A disc for a step that is done, a ring for one that is open, a bar for the current one."""

    def __init__(self, count: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = count
        self._theme = theme
        self.current = 0
        self.done: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_progress(self, current: int, done: frozenset[int]) -> None:
        """Show the current step and those that are done, by number from 0."""
        self.current, self.done = current, done
        self.update()

    def set_count(self, count: int) -> None:
        """Show another number of steps."""
        self._count = count
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize((self._count - 1) * (_DOT_PX + _GAP_PX) + _CURRENT_PX, _DOT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = 0.0
            for k in range(self._count):
                width = _CURRENT_PX if k == self.current else _DOT_PX
                is_filled = k == self.current or k in self.done
                color = QColor(self._theme.accent if is_filled else self._theme.faint)
                painter.setPen(QPen(color, 1.5))
                painter.setBrush(color if is_filled else Qt.BrushStyle.NoBrush)
                rect = QRectF(x, 0, width, _DOT_PX).adjusted(0.75, 0.75, -0.75, -0.75)
                painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
                x += width + _GAP_PX
        finally:
            painter.end()
