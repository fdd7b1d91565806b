"""The title above a solved picture: as large as there is room for, and cut where there is none."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics

from helper.application.typeface import body_font, strong
from puzzles.titles import shortened

SIZES = range(22, 13, -2)
"""Px of the letters, the one that is wanted first."""
FLAGS = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
_MAX_CHARACTERS = 200
"""Characters; more are never measured."""


@lru_cache(maxsize=4)
def fitted(title: str, room: QSize) -> tuple[QFont, str, int]:
    """How a title is written.

    Args:
        title: Any title.
        room: Px that there are.

    Returns:
        The font, the title or its beginning, and the px that it is wide.
    """
    title = shortened(title, _MAX_CHARACTERS)
    for size in SIZES:
        font = _font(size)
        if (wide := _width(title, font, room)) is not None:
            return font, title, wide
    low, high = 1, len(title)
    while low < high:
        middle = (low + high + 1) // 2
        if _width(shortened(title, middle), font, room) is None:
            high = middle - 1
        else:
            low = middle
    text = shortened(title, low)
    return font, text, _width(text, font, room) or room.width()


def _font(size: int) -> QFont:
    font = strong(body_font())
    font.setPixelSize(size)
    return font


def _width(text: str, font: QFont, room: QSize) -> int | None:
    """Px that a text is wide in several lines if need be; ``None`` if there is no room for it."""
    needed = QFontMetrics(font).boundingRect(QRect(0, 0, room.width(), 10_000), FLAGS, text)
    fits = needed.width() <= room.width() and needed.height() <= room.height()
    return needed.width() if fits else None
