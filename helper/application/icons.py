"""The program's icons, drawn in the colours of a theme when they are shown."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyleOption

from helper.application.memory import without_painter
from helper.application.theme import Theme


def icon(name: str, theme: Theme) -> QIcon:
    """The icon ``resources/icons/<name>.svg``; its ``currentColor`` becomes the text's colour.

    Args:
        name: The file name without ``.svg``.
        theme: The colours.
    """
    return _icon(name, theme.text, theme.faint)


@cache  # each window has the same dozens of icons
def _icon(name: str, text: str, faint: str) -> QIcon:
    return QIcon(_Drawing(name, text, faint))


class _Drawing(QIconEngine):
    """Draws an icon in each size and state that is asked for.

    A window has many more icons than it shows, and each one could be asked for in eight sizes.
    """

    def __init__(self, name: str, text: str, faint: str) -> None:
        super().__init__()
        self._name, self._text, self._faint = name, text, faint

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:  # Qt override
        color = self._faint if mode == QIcon.Mode.Disabled else self._text
        drawn = _drawn(self._name, color, size.width(), size.height())
        if mode == QIcon.Mode.Selected:
            option = QStyleOption()
            option.palette = QApplication.palette()
            return QApplication.style().generatedIconPixmap(mode, drawn, option)
        return drawn

    def paint(  # Qt override
        self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State
    ) -> None:
        size = rect.size() * painter.device().devicePixelRatio()
        painter.drawPixmap(rect, self.pixmap(size, mode, state))

    def clone(self) -> QIconEngine:  # Qt override
        return _Drawing(self._name, self._text, self._faint)


@cache
def _drawn(name: str, color: str, width: int, height: int) -> QPixmap:
    svg = (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", color).encode()))
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return without_painter(pixmap)
