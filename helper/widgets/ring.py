"""Rings of progress: a thin arc that grows, and a tick in a ring that is complete."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from helper.application.theme import Theme

RING_PX = 18
"""The diameter of a ring."""
_PEN_PX = 2.5
_WHOLE = 16 * 360
"""A full circle in the units of Qt."""
_MIN_SHARE, _MAX_SHARE = 0.06, 0.94
"""What a ring shows at least of what was begun, and at most of what is not complete."""


def shown_share(share: float) -> float:
    """The part of the ring that is filled: whether it is begun or complete can be seen.

    >>> shown_share(0), shown_share(0.001), shown_share(0.5), shown_share(0.999), shown_share(1)
    (0, 0.06, 0.5, 0.94, 1)
    """
    return share if share in (0, 1) else min(max(share, _MIN_SHARE), _MAX_SHARE)


def paint_ring(painter: QPainter, area: QRectF, share: float, theme: Theme) -> None:
    """Paint a ring into a square; ``share``: what is done, 0 to 1."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = _PEN_PX / 2
    circle = area.adjusted(half, half, -half, -half)
    track = QColor(theme.faint)
    track.setAlphaF(0.3)
    painter.setPen(QPen(track, _PEN_PX))
    painter.drawEllipse(circle)
    pen = QPen(QColor(theme.accent), _PEN_PX)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if share > 0:
        painter.drawArc(circle, _WHOLE // 4, -round(_WHOLE * shown_share(share)))
    if share >= 1:
        pen.setWidthF(_PEN_PX * 0.7)
        painter.setPen(pen)
        paint_tick(painter, area)
    painter.restore()


def paint_tick(painter: QPainter, area: QRectF) -> None:
    """Draw a tick in the middle of a square, with the pen of the painter."""
    points = ((0.31, 0.52), (0.45, 0.65), (0.69, 0.36))
    painter.drawPolyline(
        [QPointF(area.x() + x * area.width(), area.y() + y * area.height()) for x, y in points]
    )


class Ring(QWidget):
    """A ring beside a heading; the text beside it says the same."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.share = 0.0
        self.setFixedSize(RING_PX, RING_PX)
        self.hide()

    def show_share(self, share: float | None, text: str) -> None:
        """Show another share, 0 to 1, with its text; ``None``: show nothing."""
        self.share = share or 0.0
        self.setHidden(share is None)
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        paint_ring(QPainter(self), QRectF(self.rect()), self.share, self.theme)
