"""Icons from the resources, tinted for the theme and sharp at every scale."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from helper.application.theme import Theme

_SIZES = (16, 24, 32, 48, 64, 128)


def sizes_of(width_px: int) -> tuple[int, ...]:
    """What an icon of one size needs on usual screens, at 100 to 200 %."""
    return width_px, width_px * 3 // 2, 2 * width_px


def icon(name: str, theme: Theme, sizes: Sequence[int] = _SIZES) -> QIcon:
    """The icon ``resources/icons/<name>.svg``; its ``currentColor`` becomes the text's colour.

    Args:
        name: Of the file.
        theme: The colours.
        sizes: In which it is drawn, px of the screen; fewer are sooner done.
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
            result.addPixmap(pixmap, mode)
    return result
