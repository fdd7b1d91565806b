"""The title above a solved picture: as large as the room allows, shortened if necessary."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics

from helper.application.typeface import body_font, strong
from puzzles.titles import shortened

SIZES_PX = range(22, 13, -2)
"""Font sizes, the preferred one first."""
FLAGS = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
_MAX_CHARACTERS = 200
"""Longer titles are shortened to this before they are measured."""


@lru_cache(maxsize=4)
def fitted(title: str, room: QSize) -> tuple[QFont, str, int]:
    """Fit a title into its room.

    Args:
        title: Any title.
        room: The available size, in px.

    Returns:
        The font, the title or its beginning, and its width in px.
    """
    title = shortened(title, _MAX_CHARACTERS)
    for size in SIZES_PX:
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
    """The width of a wrapped text, in px; ``None`` if it does not fit."""
    needed = QFontMetrics(font).boundingRect(QRect(0, 0, room.width(), 10_000), FLAGS, text)
    fits = needed.width() <= room.width() and needed.height() <= room.height()
    return needed.width() if fits else None
