"""The lives of the game as a row of hearts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import ThemeManager
from helper.play.lives import Lives, LivesState
from puzzles.words import worded

_HEART_PX = 16
_GAP_PX = 4


class LivesView(QWidget):
    """A filled heart for each life that is left, an outline for each that is lost.

    It has no size while the game is played without lives.
    """

    def __init__(self, lives: Lives, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lives = lives
        self._themes = themes
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        lives.changed.connect(self._update)
        themes.changed.connect(self.update)
        self._update()

    @property
    def text(self) -> str:
        """What it shows, in words; empty without lives."""
        lives = self._lives
        if lives.state is LivesState.OFF:
            return ""
        if lives.state is LivesState.PREPARING:
            return "The program is preparing the game with lives"
        return worded("{left} of {total} lives left", left=lives.left, total=lives.total)

    def _update(self) -> None:
        self.setAccessibleName(self.text)
        self.setToolTip(
            worded("{text}. A wrong cell costs one.", text=self.text) if self.text else ""
        )
        self.updateGeometry()
        self.update()

    @property
    def _count(self) -> int:
        return self._lives.total if self.text else 0

    def sizeHint(self) -> QSize:  # Qt override
        width = self._count * (_HEART_PX + _GAP_PX) - _GAP_PX
        return QSize(max(0, width), _HEART_PX if self._count else 0)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._themes.theme
            is_ready = self._lives.state is not LivesState.PREPARING
            top = (self.height() - _HEART_PX) / 2
            for k in range(self._count):
                color = QColor(theme.red if is_ready and k < self._lives.left else theme.faint)
                is_full = is_ready and k < self._lives.left
                painter.setPen(QPen(color, 1.5))
                painter.setBrush(color if is_full else Qt.BrushStyle.NoBrush)
                x = k * (_HEART_PX + _GAP_PX)
                painter.drawPath(_heart(QRectF(x, top, _HEART_PX, _HEART_PX)))
        finally:
            painter.end()


def _heart(box: QRectF) -> QPainterPath:
    """A heart in a square."""
    x, y, side = box.x(), box.y(), box.width()

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * side, y + down * side

    path = QPainterPath()
    path.moveTo(*at(0.5, 0.9))
    path.cubicTo(*at(0.1, 0.6), *at(0.02, 0.1), *at(0.28, 0.12))
    path.cubicTo(*at(0.4, 0.12), *at(0.48, 0.2), *at(0.5, 0.3))
    path.cubicTo(*at(0.52, 0.2), *at(0.6, 0.12), *at(0.72, 0.12))
    path.cubicTo(*at(0.98, 0.1), *at(0.9, 0.6), *at(0.5, 0.9))
    path.closeSubpath()
    return path
