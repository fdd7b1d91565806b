"""The look of How to Play's controls: sizes, and style sheets in a theme's colours."""

from __future__ import annotations

from PySide6.QtGui import QFont

from helper.application.theme import Theme
from helper.application.typeface import body_font, strong
from helper.widgets.style import colored

HEADING_PX = 18


def heading_font() -> QFont:
    """The font of a step's title."""
    font = strong(body_font())
    font.setPixelSize(HEADING_PX)
    return font


_PANEL = """
#panel {{ border: none; border-SIDE: 1px solid {line}; }}
QScrollArea, #scrolled {{ background: transparent; border: none; }}
"""


def panel_style(theme: Theme, border: str) -> str:
    """The panel beside the board.

    Args:
        theme: The colours.
        border: The side with a line, ``left`` or ``top``.
    """
    return colored(_PANEL.replace("SIDE", border), theme)


_LIST = """
#lessons {{ background: {window}; border: none; border-right: 1px solid {line}; outline: none;
  padding: 8px; }}
#lessons::item {{ padding: 0 6px; border-radius: 6px; color: {text}; }}
#lessons::item:disabled {{ color: {faint}; padding-bottom: 5px; }}
#lessons::item:hover:enabled {{ background: {base}; }}
#lessons::item:selected {{ background: {tint}; color: {text}; }}
"""


def lesson_list_style(theme: Theme) -> str:
    """The list of lessons."""
    return colored(_LIST, theme)
