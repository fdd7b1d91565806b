"""A bar chart with horizontal bars, on a logarithmic or a linear scale."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme
from puzzles.words import _, clauses, headed


class BarStyle(enum.Enum):
    """How a bar is painted; its text has the same information."""

    DONE = "done"
    GROWING = "growing"
    """Hatched: the value still grows."""
    CUT_OFF = "cut-off"
    """Hatched and grey: the true value is larger."""
    UNSOLVED = "unsolved"
    """Grey: there is a value, but no answer."""
    WRONG = "wrong"
    """Red: the answer is wrong."""


class ChartBar(NamedTuple):
    """One bar."""

    name: str
    value: float | None
    """The length of the bar; ``None`` if there is no value yet."""
    text: str
    """The text after the bar."""
    look: BarStyle = BarStyle.DONE


_PAD_PX = 8
_MAX_BAR_PX = 26
"""The largest thickness of a bar."""


class BarChart(QWidget):
    """Horizontal bars with a scale below them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.bars: Sequence[ChartBar] = ()
        self._tick_text: Callable[[float], str] = str
        self._smallest = 1.0
        self._linear: Sequence[float] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(_("Bar chart"))

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.update()

    def show_bars(
        self,
        bars: Sequence[ChartBar],
        tick_text: Callable[[float], str],
        smallest: float = 1.0,
        linear: Sequence[float] = (),
    ) -> None:
        """Show other bars.

        Args:
            bars: From top to bottom.
            tick_text: Formats a value of the scale.
            smallest: Smaller values are drawn as if they were this one, on a logarithmic scale.
            linear: The ticks of a linear scale, from 0 to its end; empty for a logarithmic one.
        """
        if len(bars) != len(self.bars):
            self.updateGeometry()
        self.bars, self._tick_text, self._smallest = bars, tick_text, smallest
        self._linear = linear
        description = clauses(
            headed(bar.name, bar.text) for bar in bars if bar.look != BarStyle.GROWING
        )
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)
        self.update()

    @property
    def scale(self) -> tuple[int, int]:
        """The exponents of ten at the two ends of a logarithmic scale."""
        values = [max(bar.value, self._smallest) for bar in self.bars if bar.value is not None]
        low = math.floor(math.log10(min(values))) if values else 0
        high = math.ceil(math.log10(max(values))) if values else 1
        return low, max(high, low + 1)

    def sizeHint(self) -> QSize:  # Qt override
        row = self.fontMetrics().height() + 3
        return QSize(420, row * (max(1, len(self.bars)) + 1) + 2 * _PAD_PX)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(260, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), QColor(self._theme.base))
            if self.bars:
                self._paint(painter)
            else:
                painter.setPen(QColor(self._theme.faint))
                painter.drawText(
                    self.rect(), Qt.AlignmentFlag.AlignCenter, _("Nothing has run yet")
                )
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    def _plot(self) -> QRectF:
        """The area of the bars, between the names and the texts."""
        metrics = self.fontMetrics()
        names = max(metrics.horizontalAdvance(bar.name) for bar in self.bars)
        texts = max(metrics.horizontalAdvance(bar.text) for bar in self.bars)
        left = _PAD_PX + min(names + 2, self.width() // 3) + _PAD_PX
        right = self.width() - _PAD_PX - min(texts + 2, self.width() // 3) - _PAD_PX
        bottom = self.height() - metrics.height() - _PAD_PX
        return QRectF(left, _PAD_PX, max(40, right - left), max(10, bottom - _PAD_PX))

    def _paint(self, painter: QPainter) -> None:
        plot = self._plot()
        self._paint_scale(painter, plot)
        height = plot.height() / len(self.bars)
        for i, bar in enumerate(self.bars):
            self._paint_bar(painter, plot, bar, plot.top() + i * height, height)

    def _paint_scale(self, painter: QPainter, plot: QRectF) -> None:
        metrics = painter.fontMetrics()
        ticks = self._ticks()
        ends = (self._tick_text(ticks[0]), self._tick_text(ticks[-1]))
        wide = max(map(metrics.horizontalAdvance, ends)) + 12
        every = max(1, math.ceil(wide * (len(ticks) - 1) / plot.width()))
        for k, value in enumerate(ticks):
            x = plot.left() + self._share(value) * plot.width()
            line = QColor(self._theme.line)
            line.setAlpha(110)
            painter.setPen(QPen(line, 1))
            painter.drawLine(round(x), round(plot.top()), round(x), round(plot.bottom()))
            if k % every == 0:
                painter.setPen(QColor(self._theme.text))
                box = QRectF(x - wide / 2, plot.bottom() + 2, wide, metrics.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._tick_text(value))

    def _paint_bar(
        self, painter: QPainter, plot: QRectF, bar: ChartBar, top: float, height: float
    ) -> None:
        metrics = painter.fontMetrics()
        middle, theme = top + height / 2, self._theme
        room = QRectF(_PAD_PX, top, plot.left() - 2 * _PAD_PX, height)
        name = metrics.elidedText(bar.name, Qt.TextElideMode.ElideMiddle, int(room.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
        length = self._length(bar.value, plot.width())
        thick = min(_MAX_BAR_PX, height - 4)
        rect = QRectF(plot.left() + 0.5, round(middle - thick / 2) + 0.5, length, round(thick))
        if bar.value is not None:
            color, is_hatched = self._colors(bar.look)
            painter.fillRect(rect, QBrush(QColor(theme.base)))
            style = Qt.BrushStyle.BDiagPattern if is_hatched else Qt.BrushStyle.SolidPattern
            painter.fillRect(rect, QBrush(color, style))
            painter.setPen(QPen(color, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect)
        painter.setPen(QColor(theme.red if bar.look is BarStyle.WRONG else theme.text))
        start = rect.right() + _PAD_PX if bar.value is not None else plot.left() + _PAD_PX
        space = self.width() - _PAD_PX - start
        text = metrics.elidedText(bar.text, Qt.TextElideMode.ElideRight, int(space))
        after = QRectF(start, top, space, height)
        behind = after.adjusted(-3, 2, 0, -2)
        behind.setWidth(metrics.horizontalAdvance(text) + 6)
        painter.fillRect(behind, QColor(theme.base))
        painter.drawText(after, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _length(self, value: float | None, width: float) -> float:
        if value is None:
            return 0.0
        return max(2.0, self._share(value) * width)

    def _ticks(self) -> Sequence[float]:
        if self._linear:
            return self._linear
        low, high = self.scale
        return [10.0**power for power in range(low, high + 1)]

    def _share(self, value: float) -> float:
        """Where a value is on the scale, 0 to 1."""
        if self._linear:
            return value / self._linear[-1]
        low, high = self.scale
        return (math.log10(max(value, self._smallest)) - low) / (high - low)

    def _colors(self, look: BarStyle) -> tuple[QColor, bool]:
        theme = self._theme
        color = {
            BarStyle.WRONG: theme.red,
            BarStyle.DONE: theme.accent,
            BarStyle.GROWING: theme.accent,
        }
        return QColor(color.get(look, theme.faint)), look in (BarStyle.GROWING, BarStyle.CUT_OFF)
