"""The style sheet of Home, in the colours of a theme."""

from __future__ import annotations

from helper.application.theme import Theme
from helper.widgets.style import colored

CARD = "HomeCard"
"""The object name of a card."""
SIDEBAR, BANNER = "HomeSidebar", "HomeBanner"
FAINT, HEADING, TITLE, NAME, ACCENT = "faint", "heading", "title", "name", "accent"
"""Values of a label's property ``kind``."""

_SHEET = """
QScrollArea {{ background: {window}; border: none; }}
QWidget#HomeSidebar {{ background: {window}; border-right: 1px solid {line}; }}
QFrame#HomeBanner {{ background: {base}; border: none; border-top: 1px solid {line}; }}
QFrame#HomeCard {{ background: {base}; border: 1px solid {line}; border-radius: 12px; }}
QLabel {{ color: {text}; background: transparent; }}
QLabel[kind="faint"] {{ color: {faint}; }}
QLabel[kind="accent"] {{ color: {accent}; }}
QLabel[kind="heading"] {{ font-size: 16px; font-weight: bold; }}
QLabel[kind="name"] {{ font-size: 18px; font-weight: bold; }}
QLabel[kind="title"] {{ font-size: 24px; font-weight: bold; }}
TileList, Sidebar {{ background: {window}; border: none; outline: none; }}
QLineEdit {{
    background: {base}; color: {text}; border: 1px solid {edge}; border-radius: 8px;
    padding: 7px 12px; min-height: 20px; selection-background-color: {accent};
    selection-color: {on_accent};
}}
QLineEdit:focus {{ border: 2px solid {accent}; padding: 6px 11px; }}
"""


def sheet(theme: Theme) -> str:
    """The style sheet for Home and all that it contains."""
    return colored(_SHEET, theme)
