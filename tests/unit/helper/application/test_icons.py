"""Icons are drawn when they are shown, in the theme's colours and the size that is asked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from helper.application.icons import _drawn, icon
from helper.application.theme import DARK, LIGHT, Theme

NAME = "close"
"""A cross: its middle is filled."""


def middle(drawn: QImage) -> str:
    return QColor(drawn.pixelColor(drawn.rect().center())).name()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_an_icon_has_the_size_and_the_colours_that_are_asked_for(
    theme: Theme, scale: float
) -> None:
    modes = QIcon.Mode
    colors = {modes.Normal: theme.text, modes.Active: theme.text, modes.Disabled: theme.faint}
    for mode, color in colors.items():
        drawn = icon(NAME, theme).pixmap(QSize(20, 20), scale, mode)
        assert drawn.size() == QSize(20, 20) * scale
        assert drawn.devicePixelRatio() == scale
        assert middle(drawn.toImage()) == color


def test_an_icon_is_tinted_where_it_is_selected(qapp: QApplication) -> None:
    before = qapp.palette()
    palette = QPalette(before)
    palette.setColor(QPalette.ColorRole.Highlight, QColor("#ff0000"))
    qapp.setPalette(palette)
    drawn = icon(NAME, LIGHT).pixmap(QSize(16, 16), 1.0, QIcon.Mode.Selected)
    qapp.setPalette(before)
    color = QColor(middle(drawn.toImage()))
    assert color.red() > QColor(LIGHT.text).red() + 60


def test_an_icon_is_painted_as_its_pixmap_is() -> None:
    image = QImage(32, 32, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    icon(NAME, LIGHT).paint(painter, QRect(QPoint(4, 4), QSize(16, 16)))
    painter.end()
    pixmap = icon(NAME, LIGHT).pixmap(16)
    assert image.copy(4, 4, 16, 16) == pixmap.toImage().convertToFormat(image.format())


def test_an_icon_is_drawn_once_and_only_when_it_is_asked_for() -> None:
    theme = Theme(**(vars(LIGHT) | {"text": "#123456"}))
    before = _drawn.cache_info().misses
    one, other = icon(NAME, theme), QIcon(icon(NAME, theme))
    assert _drawn.cache_info().misses == before
    for each in (one, other, one):
        each.pixmap(16)
    assert _drawn.cache_info().misses == before + 1
