"""Icons from the resources, in the theme's colours and in several sizes."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from helper.application.memory import without_painter
from helper.application.theme import Theme


def sizes_of(width_px: int) -> tuple[int, ...]:
    """The sizes of an icon for screen scales of 100, 150, 200 and 300 %."""
    return width_px, width_px * 3 // 2, 2 * width_px, 3 * width_px


def icon(name: str, theme: Theme, sizes: tuple[int, ...]) -> QIcon:
    """The icon ``resources/icons/<name>.svg``; its ``currentColor`` becomes the text's colour.

    Args:
        name: The file name without ``.svg``.
        theme: The colours.
        sizes: The sizes to draw, in screen px.
    """
    return _drawn(name, theme.text, theme.faint, sizes)


@cache  # each window has the same dozens of icons
def _drawn(name: str, text: str, faint: str, sizes: tuple[int, ...]) -> QIcon:
    svg = (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    result = QIcon()
    for mode, color in ((QIcon.Mode.Normal, text), (QIcon.Mode.Disabled, faint)):
        renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", color).encode()))
        for size in sizes:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter)
            painter.end()
            result.addPixmap(without_painter(pixmap), mode)
    return result
