"""Colours of the program, light and dark.

Red and green are Okabe and Ito's vermilion and bluish green, which colour-blind people can
distinguish; besides, a red light is a ring and a green one a disc with a tick.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from helper.application.settings import Settings, ThemeChoice


@dataclass(frozen=True)
class Theme:
    """Colours as ``#rrggbb``."""

    name: str
    is_dark: bool
    window: str
    """Behind the board and in the window's frame."""
    base: str
    """Behind text that can be edited."""
    text: str
    faint: str
    """Text that cannot be used now, and numbers that are done."""
    accent: str
    """Selection, the row and column under the pointer, the cell frame of the keyboard."""
    paper: str
    """A cell that is not shaded."""
    ink: str
    """A shaded cell of a black and white puzzle."""
    grid: str
    """Lines between cells; visible on paper and on ink."""
    grid_five: str
    """Every fifth line and the border."""
    dot: str
    """The dot of a BLANK cell."""
    red: str
    green: str
    differs: str
    """Hatching over cells in which solutions differ."""


LIGHT = Theme(
    name="light",
    is_dark=False,
    window="#f2f1ee",
    base="#ffffff",
    text="#1d1d1f",
    faint="#9a9a9f",
    accent="#2f6fdb",
    paper="#ffffff",
    ink="#26262b",
    grid="#b4b4ba",
    grid_five="#6b6b73",
    dot="#7d7d86",
    red="#d55e00",
    green="#009e73",
    differs="#cc4fa0",
)
DARK = Theme(
    name="dark",
    is_dark=True,
    window="#323338",
    base="#232428",
    text="#e8e8ea",
    faint="#85868e",
    accent="#6ea0ff",
    paper="#1f2024",
    ink="#e4e4e7",
    grid="#5d5e66",
    grid_five="#a2a3ab",
    dot="#93949c",
    red="#ff8b3d",
    green="#2fc79b",
    differs="#ff7ccb",
)


class ThemeManager(QObject):
    """Keeps the application in the theme that the player or the desktop chose.

    Signals:
        changed: :class:`Theme`, the new one.
    """

    changed = Signal(object)

    def __init__(self, application: QApplication, settings: Settings) -> None:
        super().__init__(application)
        self._application = application
        self._settings = settings
        self.theme = LIGHT
        settings.changed.connect(self._update)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._update)
        self._update()

    def _update(self) -> None:
        theme = self._chosen()
        self._application.setPalette(palette_of(theme))
        if theme is not self.theme:
            self.theme = theme
            self.changed.emit(theme)

    def _chosen(self) -> Theme:
        choice = self._settings.preferences.theme
        if choice is ThemeChoice.SYSTEM:
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        return DARK if choice is ThemeChoice.DARK else LIGHT


def palette_of(theme: Theme) -> QPalette:
    """Qt's palette in the colours of a theme."""
    roles = QPalette.ColorRole
    colors = {
        roles.Window: theme.window,
        roles.WindowText: theme.text,
        roles.Base: theme.base,
        roles.AlternateBase: theme.window,
        roles.Text: theme.text,
        roles.Button: theme.window,
        roles.ButtonText: theme.text,
        roles.ToolTipBase: theme.base,
        roles.ToolTipText: theme.text,
        roles.PlaceholderText: theme.faint,
        roles.Highlight: theme.accent,
        roles.HighlightedText: "#0b1020" if theme.is_dark else "#ffffff",
        roles.Link: theme.accent,
    }
    palette = QPalette(QColor(theme.window))
    for role, color in colors.items():
        palette.setColor(role, QColor(color))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.faint))
    return palette
