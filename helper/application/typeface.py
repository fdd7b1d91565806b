"""The typeface that comes with the program, which makes it independent of installed fonts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

from puzzles.language import LANGUAGE
from puzzles.words import worded

FAMILY = "Nonogram Inter"
STYLES = ("Regular", "Medium", "Bold")
BODY_PX = 14
"""The default text size."""


def use_typeface(application: QApplication) -> None:
    """Set all text of an application in the program's typeface."""
    load_typeface()
    application.setFont(body_font())


@cache
def load_typeface() -> None:
    """Make the typeface known to Qt; needs an application.

    Raises:
        RuntimeError: A file of the typeface is missing or damaged.
    """
    for style in STYLES:
        data = (files("resources") / "fonts" / f"NonogramInter-{style}.ttf").read_bytes()
        if QFontDatabase.addApplicationFontFromData(data) < 0:
            raise RuntimeError(worded("the font NonogramInter-{style}.ttf is damaged", style=style))


def body_font() -> QFont:
    """The default font."""
    font = QFont(FAMILY)
    if LANGUAGE == "ja":
        font.setFamilies([FAMILY, *_japanese_families()])
    font.setPixelSize(BODY_PX)
    return font


_PREFERRED_JAPANESE = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Hiragino Sans",
    "Yu Gothic UI",
    "Meiryo",
)
"""Fonts beside which the program's typeface looks well, the best first; others may have the Chinese
shapes of characters."""


@cache
def _japanese_families() -> list[str]:
    """The fonts of this computer for Japanese, which the program's typeface does not have."""
    found = QFontDatabase.families(QFontDatabase.WritingSystem.Japanese)
    preferred = [family for family in _PREFERRED_JAPANESE if family in found]
    return preferred or found[:1]


def is_without_letters(language: str = LANGUAGE) -> bool:
    """Whether no font of this computer has the letters of a language; needs an application."""
    return language == "ja" and not _japanese_families()


def strong(font: QFont) -> QFont:
    """The same font in bold."""
    heavier = QFont(font)
    heavier.setBold(True)
    return heavier


def tabular(font: QFont) -> QFont:
    """The same font with figures of equal width, for numbers that change."""
    even = QFont(font)
    even.setFeature(QFont.Tag("tnum"), 1)
    return even


def scaled(font: QFont, factor: float) -> QFont:
    """The same font in another size.

    Args:
        font: Any font, its size in points or px.
        factor: The factor of the size; the result is rounded to whole px.
    """
    other = QFont(font)
    other.setPixelSize(max(1, round(QFontInfo(font).pixelSize() * factor)))
    return other
