"""The style sheet of Home, in the colours of a theme."""

from __future__ import annotations

from PySide6.QtGui import QPalette

from helper.application.theme import Theme, palette_of

CARD = "HomeCard"
"""The object name of a card."""
SIDEBAR = "HomeSidebar"
PRIMARY = "primary"
"""The property of the button that is most likely wanted."""
FAINT, HEADING, TITLE, NAME = "faint", "heading", "title", "name"
"""Values of a label's property ``kind``."""

_SHEET = """
QScrollArea {{ background: {window}; border: none; }}
QWidget#HomeSidebar {{ background: {window}; border-right: 1px solid {line}; }}
QFrame#HomeCard {{ background: {base}; border: 1px solid {line}; border-radius: 12px; }}
QLabel {{ color: {text}; background: transparent; }}
QLabel[kind="faint"] {{ color: {faint}; }}
QLabel[kind="heading"] {{ font-size: 16px; font-weight: bold; }}
QLabel[kind="name"] {{ font-size: 18px; font-weight: bold; }}
QLabel[kind="title"] {{ font-size: 24px; font-weight: bold; }}
QScrollBar:vertical {{ background: {window}; border: none; width: 12px; margin: 0; }}
QScrollBar::handle:vertical {{
    background: {faint}; border-radius: 3px; margin: 2px 3px; min-height: 32px;
}}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QListView {{ background: {window}; border: none; outline: none; }}
QPushButton {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px;
    padding: 7px 14px; font-weight: 500; min-height: 20px;
}}
QPushButton:hover {{ border-color: {faint}; }}
QPushButton:pressed {{ background: {tint}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 6px 13px; }}
QPushButton[primary="true"] {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton[primary="true"]:hover {{ border-color: {text}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {text}; }}
QLineEdit {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px;
    padding: 7px 12px; min-height: 20px; selection-background-color: {accent};
    selection-color: {on_accent};
}}
QLineEdit:focus {{ border: 2px solid {accent}; padding: 6px 11px; }}
"""


def sheet(theme: Theme) -> str:
    """The style sheet for Home and all that it contains."""
    on_accent = palette_of(theme).color(QPalette.ColorRole.HighlightedText).name()
    return _SHEET.format(
        window=theme.window,
        base=theme.base,
        text=theme.text,
        faint=theme.faint,
        line=theme.line,
        accent=theme.accent,
        tint=theme.tint,
        on_accent=on_accent,
    )
