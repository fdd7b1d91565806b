"""Colours of the program, light and dark.

No state is shown by colour alone: a light is a ring while its line is open, a disc with a tick when
it is done, and a disc with a cross when it has become impossible.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from helper.application.control_sheet import control_sheet
from helper.application.settings import Settings, ThemeChoice


@dataclass(frozen=True)
class Theme:
    """Colours as ``#rrggbb``."""

    name: str
    is_dark: bool
    window: str
    """Behind the board and in the window's frame."""
    base: str
    """Behind text that can be edited, cards and lists."""
    text: str
    faint: str
    """Secondary text, text that cannot be used now, and numbers that are done."""
    line: str
    """Borders of cards and controls."""
    accent: str
    """What is selected, the row and column under the pointer, the keyboard's cell."""
    tint: str
    """Behind what is selected."""
    on_accent: str
    """Text on what is filled with the accent."""
    open: str
    """The light of a line that is not done yet."""
    green: str
    """The light of a line that is done; what is right."""
    red: str
    """The light of a line that has become impossible; errors."""
    paper: str = "#ffffff"
    """A cell that is not shaded."""
    ink: str = "#25252b"
    """A shaded cell of a black and white puzzle."""
    grid: str = "#d3d3db"
    """Lines between cells."""
    grid_five: str = "#8d8d9a"
    """Every fifth line and the border."""
    dot: str = "#7d7d86"
    """The dot of a BLANK cell."""
    differs: str = "#cc4fa0"
    """Hatching over clear cells that are wrong or in which solutions differ."""
    guess_colors: tuple[str, ...] = ("#8a4fff", "#0b8a80", "#c2620a", "#2f7fd6", "#a8397f")
    """The marks of guesses, the outermost first; after the last colour the first one follows."""

    def guess_color(self, level: int) -> str:
        """The colour of a guess, by its number from 1."""
        return self.guess_colors[(level - 1) % len(self.guess_colors)]


LIGHT = Theme(
    name="light",
    is_dark=False,
    window="#f6f6f8",
    base="#ffffff",
    text="#1d1d22",
    faint="#6a6a75",
    line="#e3e3e8",
    accent="#3461eb",
    tint="#e8edfd",
    on_accent="#ffffff",
    open="#c96308",
    green="#157a43",
    red="#c92f2f",
)
DARK = Theme(
    name="dark",
    is_dark=True,
    window="#1b1c20",
    base="#25262b",
    text="#ececf1",
    faint="#9a9aa8",
    line="#35363d",
    accent="#7c9cff",
    tint="#2c3350",
    on_accent="#0b1020",
    open="#f2a65a",
    green="#3ecf8e",
    red="#ff6b6b",
    paper="#f4f4f0",
    ink="#26262b",
    grid="#d0d0d0",
    grid_five="#84848c",
)
"""The paper stays light, so that a picture is never shown as its negative."""


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
        use_theme(self._application, theme)
        if theme is not self.theme:
            self.theme = theme
            self.changed.emit(theme)

    def _chosen(self) -> Theme:
        choice = self._settings.preferences.theme
        if choice is ThemeChoice.SYSTEM:
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        return DARK if choice is ThemeChoice.DARK else LIGHT


def use_theme(application: QApplication, theme: Theme) -> None:
    """Show all windows of an application in a theme's colours and style."""
    application.setPalette(palette_of(theme))
    sheet = control_sheet(vars(theme))
    if application.styleSheet() != sheet:  # setting it lays all windows out again
        application.setStyleSheet(sheet)


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
        roles.HighlightedText: theme.on_accent,
        roles.Link: theme.accent,
    }
    palette = QPalette(QColor(theme.window))
    for role, color in colors.items():
        palette.setColor(role, QColor(color))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.faint))
    return palette
