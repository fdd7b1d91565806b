"""A chart with upright columns for counts over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme
from puzzles.words import clauses

_PAD_PX = 8
_RADIUS_PX = 3
_HEIGHT_PX = 180
_MAX_COLUMN_PX = 36


class Column(NamedTuple):
    """One column."""

    value: int
    label: str
    """Below it; left out where there is no room."""
    text: str
    """What it says, in full."""


class ColumnChart(QWidget):
    """Columns from the left, of which one is current: under the pointer, or chosen by arrow keys.

    Signals:
        current_changed: ``str``, the text of the current column; empty if there is none.
    """

    current_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.columns: Sequence[Column] = ()
        self._ticks: Sequence[int] = (0, 1)
        self._current: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.update()

    def show_columns(self, columns: Sequence[Column], ticks: Sequence[int]) -> None:
        """Show other columns.

        Args:
            columns: From left to right.
            ticks: Those of the scale, from 0 to its end.
        """
        self.columns, self._ticks = columns, ticks
        self._current = None
        found = [column.text for column in columns if column.value]
        self.setAccessibleDescription(clauses(found))
        self.current_changed.emit("")
        self.update()

    @property
    def current(self) -> int | None:
        """The number of the current column, from 0."""
        return self._current

    def set_current(self, number: int | None) -> None:
        """Choose a column."""
        if number == self._current:
            return
        self._current = number
        self.current_changed.emit("" if number is None else self.columns[number].text)
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(520, _HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(240, _HEIGHT_PX)

    # Pointer and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        plot = self._plot()
        number = int((event.position().x() - plot.left()) * len(self.columns) // plot.width())
        self.set_current(number if 0 <= number < len(self.columns) else None)

    def leaveEvent(self, event: QEvent) -> None:  # Qt override
        self.set_current(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        last = len(self.columns) - 1
        at = last + 1 if self._current is None else self._current
        places = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in places and last >= 0:
            self.set_current(min(max(places[key], 0), last))
        else:
            super().keyPressEvent(event)

    # Painting

    def _plot(self) -> QRectF:
        metrics = self.fontMetrics()
        left = _PAD_PX + metrics.horizontalAdvance(str(self._ticks[-1])) + _PAD_PX
        bottom = self.height() - metrics.height() - _PAD_PX
        top = _PAD_PX + metrics.height() / 2
        return QRectF(left, top, max(40, self.width() - left - _PAD_PX), max(10, bottom - top))

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            plot = self._plot()
            self._paint_scale(painter, plot)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number in range(len(self.columns)):
                self._paint_column(painter, plot, number)
            self._paint_labels(painter, plot)
            if self.hasFocus():
                painter.setPen(QPen(QColor(self._theme.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    def _paint_scale(self, painter: QPainter, plot: QRectF) -> None:
        height = painter.fontMetrics().height()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for tick in self._ticks:
            y = round(plot.bottom() - plot.height() * tick / self._ticks[-1])
            painter.setPen(QPen(QColor(self._theme.line), 1))
            painter.drawLine(round(plot.left()), y, round(plot.right()), y)
            painter.setPen(QColor(self._theme.faint))
            box = QRectF(0, y - height / 2, plot.left() - _PAD_PX, height)
            painter.drawText(box, right, str(tick))

    def _paint_column(self, painter: QPainter, plot: QRectF, number: int) -> None:
        column, step = self.columns[number], plot.width() / len(self.columns)
        is_current = number == self._current
        if is_current:
            band = QRectF(plot.left() + number * step, plot.top(), step, plot.height())
            painter.fillRect(band, QColor(self._theme.tint))
        if not column.value:
            return
        width = min(_MAX_COLUMN_PX, max(2.0, step - 4))
        height = plot.height() * column.value / self._ticks[-1]
        left = plot.left() + (number + 0.5) * step - width / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.text if is_current else self._theme.accent))
        rect = QRectF(left, plot.bottom() - height, width, height)
        painter.drawRoundedRect(rect, _RADIUS_PX, _RADIUS_PX)

    def _paint_labels(self, painter: QPainter, plot: QRectF) -> None:
        """Paint the last label, and before it those that have room."""
        if not self.columns:
            return
        metrics, step = painter.fontMetrics(), plot.width() / len(self.columns)
        wide = max(metrics.horizontalAdvance(column.label) for column in self.columns) + _PAD_PX
        every = max(1, math.ceil(wide / step))
        free = float(self.width())
        painter.setPen(QColor(self._theme.faint))
        for number in range(len(self.columns) - 1, -1, -every):
            center = plot.left() + (number + 0.5) * step
            left = max(min(center - wide / 2, self.width() - wide), 0)
            if left + wide > free:
                continue
            free = left
            box = QRectF(left, plot.bottom() + 4, wide, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.columns[number].label)
