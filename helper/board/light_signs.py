"""Traffic lights as they are painted: a ring, a disc with a tick, a disc with a cross."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from helper.application.theme import Theme
from helper.play.lights import Light

_MIN_WITH_SIGN_PX = 7
"""Smaller lights are discs without tick or cross."""


def paint_light(
    painter: QPainter, center: QPointF, size: float, light: Light, theme: Theme
) -> None:
    """Paint a ring, a disc with a tick or a disc with a cross.

    Args:
        painter: Its pen and brush are changed.
        center: Of the light.
        size: The diameter, in px; below 2 nothing is painted.
        light: What it shows.
        theme: The colours.
    """
    if size < 2:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if light is Light.OPEN:
        width = max(1.2, size / 8)
        painter.setPen(QPen(QColor(theme.open), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = (size - width) / 2
        painter.drawEllipse(center, radius, radius)
    else:
        is_done = light is Light.DONE
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.green if is_done else theme.red))
        painter.drawEllipse(center, size / 2, size / 2)
        if size >= _MIN_WITH_SIGN_PX:
            painter.setPen(QPen(QColor(theme.base), size / 7))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(_tick(center, size) if is_done else _cross(center, size))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _tick(center: QPointF, size: float) -> QPainterPath:
    path = QPainterPath(center + QPointF(-size * 0.24, size * 0.02))
    path.lineTo(center + QPointF(-size * 0.06, size * 0.2))
    path.lineTo(center + QPointF(size * 0.25, -size * 0.18))
    return path


def _cross(center: QPointF, size: float) -> QPainterPath:
    arm = size * 0.18
    path = QPainterPath(center + QPointF(-arm, -arm))
    path.lineTo(center + QPointF(arm, arm))
    path.moveTo(center + QPointF(arm, -arm))
    path.lineTo(center + QPointF(-arm, arm))
    return path
