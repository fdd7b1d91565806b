"""Icons from the resources, in the theme's colours and in several sizes."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from helper.application.memory import without_painter
from helper.application.theme import Theme

_SIZES_PX = (16, 24, 32, 48, 64, 128)


def sizes_of(width_px: int) -> tuple[int, ...]:
    """The sizes of an icon for screen scales of 100, 150 and 200 %."""
    return width_px, width_px * 3 // 2, 2 * width_px


def icon(name: str, theme: Theme, sizes: Sequence[int] = _SIZES_PX) -> QIcon:
    """The icon ``resources/icons/<name>.svg``; its ``currentColor`` becomes the text's colour.

    Args:
        name: The file name without ``.svg``.
        theme: The colours.
        sizes: The sizes to draw, in screen px; fewer are faster.
    """
    svg = (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    result = QIcon()
    for mode, color in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, theme.faint)):
        renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", color).encode()))
        for size in sizes:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter)
            painter.end()
            result.addPixmap(without_painter(pixmap), mode)
    return result
