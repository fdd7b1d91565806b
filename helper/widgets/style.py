"""Style sheets that several pages share, in the colours of a theme."""

from __future__ import annotations

from PySide6.QtGui import QPalette

from helper.application.theme import Theme, palette_of

PRIMARY = "primary"
"""The property of the button that is most likely wanted: it is filled with the accent colour."""

_BUTTONS = """
QPushButton {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px;
    padding: 7px 14px; font-weight: 500; min-height: 20px;
}}
QPushButton:hover {{ border-color: {faint}; }}
QPushButton:pressed {{ background: {tint}; }}
QPushButton:disabled {{ background: {window}; color: {faint}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 6px 13px; }}
QPushButton[primary="true"]:enabled {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton[primary="true"]:enabled:hover {{ border-color: {text}; }}
QPushButton[primary="true"]:enabled:focus {{ border: 2px solid {text}; }}
"""
_SCROLL_BARS = """
QScrollBar:vertical {{ background: transparent; border: none; width: 12px; margin: 0; }}
QScrollBar::handle:vertical {{
    background: {faint}; border-radius: 3px; margin: 2px 3px; min-height: 32px;
}}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
"""


def colored(sheet: str, theme: Theme) -> str:
    """A style sheet with the theme's colours in place of ``{window}``, ``{accent}`` and so on."""
    on_accent = palette_of(theme).color(QPalette.ColorRole.HighlightedText).name()
    return sheet.format(on_accent=on_accent, **vars(theme))


def controls_sheet(theme: Theme) -> str:
    """Buttons and scroll bars."""
    return colored(_BUTTONS + _SCROLL_BARS, theme)
