"""The look of How to Play's controls: sizes, and style sheets in a theme's colours."""

from __future__ import annotations

from PySide6.QtGui import QFont

from helper.application.theme import Theme, palette_of
from helper.application.typeface import body_font, strong

HEADING_PX = 18


def heading_font() -> QFont:
    """The font of a step's title."""
    font = strong(body_font())
    font.setPixelSize(HEADING_PX)
    return font


def button_style(theme: Theme) -> str:
    """Buttons with a border; the one named ``next`` is filled with the accent colour."""
    on_accent = palette_of(theme).highlightedText().color().name()
    return f"""
        QPushButton {{
            background: {theme.base}; color: {theme.text};
            border: 1px solid {theme.line}; border-radius: 8px; padding: 8px 16px;
        }}
        QPushButton:hover, QPushButton:pressed {{ background: {theme.tint}; }}
        QPushButton:disabled {{ background: {theme.window}; color: {theme.faint}; }}
        QPushButton:focus {{ border: 2px solid {theme.accent}; padding: 7px 15px; }}
        QPushButton#next:enabled {{
            background: {theme.accent}; color: {on_accent}; border-color: {theme.accent};
            font-weight: 500;
        }}
        QPushButton#next:enabled:focus {{ border: 2px solid {theme.text}; }}
    """


def panel_style(theme: Theme, border: str) -> str:
    """The panel beside the board.

    Args:
        theme: The colours.
        border: The side with a line, ``left`` or ``top``.
    """
    return (
        button_style(theme)
        + f"""
        #panel {{ border: none; border-{border}: 1px solid {theme.line}; }}
        #card {{
            background: {theme.base}; border: 1px solid {theme.line}; border-radius: 12px;
        }}
        #faint {{ color: {theme.faint}; }}
        QScrollArea, #scrolled {{ background: transparent; border: none; }}
        QScrollBar:vertical {{ background: transparent; width: 12px; border: none; }}
        QScrollBar::handle:vertical {{
            background: {theme.faint}; border-radius: 4px; min-height: 20px; margin-left: 4px;
        }}
        QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0; }}
        QScrollBar::add-page:vertical, QScrollBar::sub-page:vertical {{ background: none; }}
    """
    )
