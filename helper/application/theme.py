"""Colours of the program, light and dark.

No state is shown by colour alone: a light is a ring while its line is open, a disc with a tick when
it is done, and a disc with a cross when it has become impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from helper.application.motion import Motion
from helper.application.settings import Settings, ThemeChoice
from puzzles.color_values import contrast, luminance


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
    """Borders of cards and lines between parts: they only decorate."""
    edge: str
    """Borders of controls, which show where one can click or type."""
    accent: str
    """What is selected or has the focus, and links."""
    tint: str
    """Behind what is selected."""
    on_accent: str
    """Text on what is filled with the accent."""
    open: str
    """The light of a line that is not done yet: a tone without a hue."""
    amber: str
    """What is to be looked at: a board to check, a wrong answer of a lesson."""
    green: str
    """The light of a line that is done; what is right."""
    red: str
    """The light of a line that has become impossible; errors."""
    paper: str = "#ffffff"
    """A cell that is not shaded."""
    tinted_paper: str = "#f4f4f6"
    """Every other field, if the player wants that."""
    ink: str = "#25252b"
    """A shaded cell of a black and white puzzle."""
    thin_line: str = "#de7d7d85"
    """Lines between the cells of the board, ``#aarrggbb``. Translucent: a contrast of 3 with paper
    and with ink, yet weaker than a strong line on both."""
    strong_line: tuple[str, str] = ("#9c9ca8", "#3f3f49")
    """Two tones side by side, of which one stands out from any colour."""
    grid: str = "#d3d3db"
    """Lines between the cells of small pictures."""
    grid_five: str = "#8d8d9a"
    """Every fifth line and the border of small pictures."""
    mark: str = "#4670ee"
    """Over cells: the keyboard's cell, hints, frames. It stands out from paper and from ink."""
    mark_wrong: str = "#d94040"
    """Over cells: what a hint shows to be wrong."""
    dot: str = "#7d7d86"
    """The dot of a BLANK cell."""
    differs: str = "#cc4fa0"
    """Hatching over clear cells that are wrong or in which solutions differ."""
    guess_colors: tuple[str, ...] = ("#8a4fff", "#0b8a80", "#c2620a", "#2f7fd6", "#a8397f")
    """The marks of guesses, the outermost first; after the last colour the first one follows."""

    def guess_color(self, level: int) -> str:
        """The colour of a guess, by its number from 1."""
        return self.guess_colors[(level - 1) % len(self.guess_colors)]

    @property
    def has_dark_paper(self) -> bool:
        """Whether shaded cells are lighter than the others."""
        return luminance(self.paper) < luminance(self.ink)


LIGHT = Theme(
    name="light",
    is_dark=False,
    window="#f6f6f8",
    base="#ffffff",
    text="#1d1d22",
    faint="#5c5c67",
    line="#e3e3e8",
    edge="#85858f",
    accent="#2f5be3",
    tint="#e8edfd",
    on_accent="#ffffff",
    open="#85858f",
    amber="#c96308",
    green="#157a43",
    red="#c92f2f",
)
DARK = Theme(
    name="dark",
    is_dark=True,
    window="#1b1c20",
    base="#25262b",
    text="#ececf1",
    faint="#a6a6b3",
    line="#35363d",
    edge="#80808c",
    accent="#7c9cff",
    tint="#2c3350",
    on_accent="#0b1020",
    open="#80808c",
    amber="#f2a65a",
    green="#3ecf8e",
    red="#ff6b6b",
    paper="#f4f4f0",
    tinted_paper="#fdfdfb",
    ink="#26262b",
    grid="#d0d0d0",
    grid_five="#84848c",
)
"""Its paper is light: that of pictures, which are never shown as their negatives. The board has
that of :func:`board_theme`."""
CONTRAST_LIGHT = Theme(
    name="contrast-light",
    is_dark=False,
    window="#ffffff",
    base="#ffffff",
    text="#000000",
    faint="#3d3d3d",
    line="#000000",
    edge="#000000",
    accent="#0000c8",
    tint="#ffffff",
    on_accent="#ffffff",
    open="#757575",
    amber="#8a3b00",
    green="#00521f",
    red="#a00000",
    ink="#000000",
    grid_five="#5f5f69",
    mark="#0f62fe",
)
CONTRAST_DARK = Theme(
    name="contrast-dark",
    is_dark=True,
    window="#000000",
    base="#000000",
    text="#ffffff",
    faint="#b3b3b3",
    line="#ffffff",
    edge="#ffffff",
    accent="#2fb0ff",
    tint="#000000",
    on_accent="#000000",
    open="#8c8c8c",
    amber="#ffb347",
    green="#5cff9d",
    red="#ff8c8c",
    ink="#000000",
    grid_five="#5f5f69",
    mark="#0f62fe",
)
"""High contrast: text has 7 at least, and all lines are as strong as text."""

_DARK_PAPER: dict[str, Any] = {
    "paper": "#26272d",
    "tinted_paper": "#1c1d21",
    "ink": "#dcdde6",
    "thin_line": "#f0767680",
    "strong_line": ("#b6b6c2", "#3f3f49"),
    "grid_five": "#8a8b97",
    "differs": "#c5479a",
    "guess_colors": ("#a283ff", "#22a599", "#dc7c22", "#4a98ee", "#d563a6"),
}
_BLACK_PAPER = _DARK_PAPER | {
    "paper": "#000000",
    "tinted_paper": "#141414",
    "ink": "#ffffff",
    "thin_line": LIGHT.thin_line,
    "strong_line": ("#c0c0cc", "#3f3f49"),
}


def board_theme(theme: Theme, has_light_paper: bool = False) -> Theme:
    """The colours of a board: in a dark theme its paper is dark, and its shaded cells are light.

    Args:
        theme: The theme around the board.
        has_light_paper: Whether the board has the paper of pictures in any theme.
    """
    if has_light_paper or not theme.is_dark:
        return theme
    return replace(theme, **(_BLACK_PAPER if theme.name == CONTRAST_DARK.name else _DARK_PAPER))


class ThemeManager(QObject):
    """Keeps the application in the theme that the player or the desktop chose.

    It knows, too, whether they want pictures to move (:attr:`motion`).

    Signals:
        changed: :class:`Theme`, the new one.
    """

    changed = Signal(object)

    def __init__(self, application: QApplication, settings: Settings) -> None:
        super().__init__(application)
        self._application = application
        self._settings = settings
        self.theme = self.board = LIGHT
        """``board``: the theme of boards that are played."""
        self.motion = Motion(settings, self)
        settings.changed.connect(self._update)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._update)
        if hasattr(hints, "accessibility"):  # from Qt 6.10 on
            hints.accessibility().contrastPreferenceChanged.connect(self._update)
        self._update()

    def _update(self) -> None:
        theme = self._chosen()
        use_theme(self._application, theme)
        board = board_theme(theme, self._settings.preferences.light_paper)
        if (theme, board) != (self.theme, self.board):
            self.theme, self.board = theme, board
            self.changed.emit(theme)

    def _chosen(self) -> Theme:
        choice = self._settings.preferences.theme
        if choice is not ThemeChoice.SYSTEM:
            return _CHOICES[choice]
        is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        if not self.wants_contrast:
            return DARK if is_dark else LIGHT
        self._application.setPalette(QPalette())  # the system's own again
        return contrast_theme(self._application.palette(), is_dark)

    @property
    def wants_contrast(self) -> bool:
        """Whether the system asks for high contrast."""
        hints = QGuiApplication.styleHints()  # in a variable: what it gives lives as long
        if not hasattr(hints, "accessibility"):  # before Qt 6.10
            return False
        asked = hints.accessibility()
        return bool(asked.contrastPreference() == Qt.ContrastPreference.HighContrast)


_CHOICES = {
    ThemeChoice.LIGHT: LIGHT,
    ThemeChoice.DARK: DARK,
    ThemeChoice.CONTRAST_LIGHT: CONTRAST_LIGHT,
    ThemeChoice.CONTRAST_DARK: CONTRAST_DARK,
}
_MIN_SYSTEM_CONTRAST = 7.0
"""Of text in a palette of high contrast. Source: WCAG 2.2, success criterion 1.4.6."""


def contrast_theme(palette: QPalette, is_dark: bool) -> Theme:
    """The theme for a system that asks for high contrast.

    Args:
        palette: The system's. Its colours are used if they have a high contrast: some systems only
            ask for it, and leave the colours to the programs.
        is_dark: Whether the system is dark, in that case.
    """
    roles = QPalette.ColorRole
    window, base, text, accent, on_accent = (
        palette.color(role).name()
        for role in (
            roles.Window, roles.Base, roles.WindowText, roles.Highlight, roles.HighlightedText
        )
    )  # fmt: skip
    grounds = (window, base)
    if min(contrast(text, ground) for ground in grounds) < _MIN_SYSTEM_CONTRAST:
        return CONTRAST_DARK if is_dark else CONTRAST_LIGHT
    if min(contrast(accent, ground) for ground in (*grounds, on_accent)) < MIN_TEXT_CONTRAST:
        accent, on_accent = text, window
    return replace(
        CONTRAST_DARK if luminance(window) < luminance(text) else CONTRAST_LIGHT,
        window=window,
        base=base,
        text=text,
        faint=text,
        line=text,
        edge=text,
        open=text,
        accent=accent,
        tint=base,
        on_accent=on_accent,
    )


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


MIN_TEXT_CONTRAST = 4.5
"""Source: WCAG 2.2, success criterion 1.4.3."""
_PICTURES = "controls"
"""The prefix of the pictures' paths in the sheet."""
_SHEET = """
QPushButton {{
    background: {base}; color: {text}; border: 1px solid {edge}; border-radius: 8px;
    padding: 6px 14px; font-weight: 500; min-height: 20px; outline: none;
}}
QPushButton:hover {{ border-color: {text}; }}
QPushButton:pressed, QPushButton:checked {{ background: {tint}; border-color: {accent}; }}
QPushButton:default {{ border-color: {accent}; }}
QPushButton:disabled {{ background: {window}; color: {faint}; border-color: {line}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 5px 13px; }}
QPushButton[compact="true"] {{ padding: 3px 8px; }}
QPushButton[compact="true"]:focus {{ padding: 2px 7px; }}
QPushButton[in-row="true"] {{
    padding: 0 8px; min-height: 0; border-radius: 4px; margin: 2px 4px 2px 0;
}}
QPushButton[in-row="true"]:focus {{ padding: 0 7px; }}
QPushButton[primary="true"]:enabled {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton[primary="true"]:enabled:hover {{ border-color: {text}; }}
QPushButton[primary="true"]:enabled:focus {{ border: 2px solid {text}; }}

QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}

QPushButton#fold, QPushButton#flat {{
    background: transparent; border-color: transparent; padding: 3px 8px 3px 2px;
    text-align: left;
}}
QPushButton#flat {{ padding-left: 12px; }}
QPushButton#fold:hover, QPushButton#flat:hover {{ border-color: {edge}; }}
QPushButton#fold:focus {{ border: 2px solid {accent}; padding: 2px 7px 2px 1px; }}
QPushButton#flat:focus {{ border: 2px solid {accent}; padding: 2px 7px 2px 11px; }}

QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit {{
    background: {base}; color: {text}; border: 1px solid {edge}; border-radius: 8px;
    padding: 5px 8px; min-height: 20px;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus {{
    border: 2px solid {accent}; padding: 4px 7px;
}}
QComboBox:focus {{ padding: 5px 7px; min-height: 18px; max-height: 18px; }}
QAbstractSpinBox {{ padding: 5px 0; }}
QComboBox, QAbstractSpinBox {{ max-height: 20px; }}
QAbstractSpinBox:focus {{ padding: 4px 0; }}
QLineEdit, QPlainTextEdit {{ placeholder-text-color: {faint}; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    background: {window}; color: {faint}; border-color: {line};
}}
QComboBox QLineEdit, QAbstractSpinBox QLineEdit,
QComboBox QLineEdit:focus, QAbstractSpinBox QLineEdit:focus {{
    background: transparent; border: none; padding: 0; min-height: 0;
}}
QAbstractItemView QLineEdit, QAbstractItemView QLineEdit:focus {{ padding: 0 4px; min-height: 0; }}
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: 28px; }}
QComboBox::down-arrow {{ image: url(controls:arrow-down.svg); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px;
    padding: 4px; outline: none;
    selection-background-color: {tint}; selection-color: {text};
}}
QComboBox QAbstractItemView::item {{
    min-height: 24px; padding: 0 6px; border: 1px solid transparent; border-radius: 4px;
}}
QComboBox QAbstractItemView::item:selected {{
    background: {tint}; color: {text}; border-color: {accent};
}}
QComboBoxPrivateContainer {{ background: transparent; border: none; }}
QMenu {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px; padding: 4px;
}}
QMenu::item {{
    padding: 4px 23px 4px 7px; border: 1px solid transparent; border-radius: 4px;
    background: transparent;
}}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {tint}; border-color: {accent}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QMenu::indicator {{ width: 14px; height: 14px; margin-left: 6px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    border: none; background: transparent; width: 20px; subcontrol-origin: border;
}}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 3px 2px 0 0; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 3px 0; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{
    background: {tint}; border-radius: 4px;
}}
QAbstractSpinBox::up-arrow {{ image: url(controls:arrow-up.svg); width: 11px; height: 11px; }}
QAbstractSpinBox::down-arrow {{ image: url(controls:arrow-down.svg); width: 11px; height: 11px; }}

QCheckBox {{
    spacing: 8px; border: 2px solid transparent; border-radius: 6px; padding: 1px 4px 1px 0;
    outline: none;
}}
QCheckBox:focus {{ border-color: {accent}; }}
QCheckBox:disabled {{ color: {faint}; }}
QCheckBox::indicator, QAbstractItemView::indicator {{
    width: 14px; height: 14px; border: 2px solid {edge}; border-radius: 4px; background: {base};
}}
QCheckBox::indicator:hover {{ border-color: {accent}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url(controls:tick-{name}.svg);
}}
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled {{ border-color: {line}; }}
QCheckBox::indicator:checked:disabled, QAbstractItemView::indicator:checked:disabled {{
    background: {faint}; border-color: {faint};
}}

QSlider {{ min-height: 22px; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {edge}; }}
QSlider::sub-page:horizontal {{ border-radius: 2px; background: {accent}; }}
QSlider::sub-page:horizontal:disabled {{ background: {faint}; }}
QSlider::handle:horizontal {{
    width: 12px; height: 12px; margin: -6px 0; border: 2px solid {accent}; border-radius: 8px;
    background: {base};
}}
QSlider::handle:horizontal:focus {{ background: {accent}; border-color: {text}; }}
QSlider::handle:horizontal:disabled {{ border-color: {faint}; }}

QProgressBar {{
    background: {tint}; color: {text}; border: 1px solid {line}; border-radius: 3px;
    text-align: center;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 2px; }}
QProgressBar[textVisible="true"] {{
    background: {base}; border: 1px solid {line}; border-radius: 8px; min-height: 24px;
}}
QProgressBar[textVisible="true"]::chunk {{
    background: {tint}; border: 1px solid {accent}; border-radius: 7px;
}}

QTableView, QTextBrowser {{
    background: {base}; alternate-background-color: {window}; border: 1px solid {line};
    border-radius: 8px; selection-background-color: {accent}; selection-color: {on_accent};
}}
QTextBrowser#help {{
    border: 2px solid transparent; border-radius: 0; padding: 10px 14px;
}}
QListView#steps, QListView#pages {{
    background: {base}; border: 1px solid {line}; border-radius: 8px; padding: 4px; outline: none;
}}
QListView#steps::item, QListView#pages::item {{
    padding: 3px 5px; border: 1px solid transparent; border-radius: 6px; color: {text};
}}
QListView#steps::item:selected, QListView#pages::item:selected {{
    background: {tint}; color: {text}; border-color: {accent};
}}
QTableView:focus, QTextBrowser:focus, QListView#steps:focus, QListView#pages:focus {{
    border: 2px solid {accent};
}}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
    background: {window}; color: {faint}; border: none; border-bottom: 1px solid {line};
    padding: 6px 8px;
}}
QHeaderView::section:first {{ border-top-left-radius: 8px; }}
QHeaderView::section:last {{ border-top-right-radius: 8px; }}

QToolBar {{
    background: {window}; border: none; border-bottom: 1px solid {line};
    padding: 0 6px; spacing: 4px;
}}
QToolBar::separator {{ background: {line}; width: 1px; margin: 4px 8px; }}
QToolButton {{
    background: transparent; color: {text}; border: 1px solid transparent; border-radius: 8px;
    padding: 6px 10px;
}}
QToolButton:hover {{ background: {base}; border-color: {line}; }}
QToolButton:pressed {{ background: {tint}; }}
QToolButton:checked {{
    background: {tint}; color: {accent}; border-color: {accent}; font-weight: 600;
}}
QToolButton:focus {{ border: 2px solid {accent}; padding: 5px 9px; }}
QToolButton:disabled {{ color: {faint}; }}
QToolButton[popupMode="1"] {{ padding-right: 14px; }}
QToolButton::menu-button {{ border: none; border-radius: 8px; width: 20px; margin: 1px; }}
QToolButton::menu-button:hover {{ background: {tint}; }}
QToolButton::menu-arrow {{ image: url(controls:arrow-down.svg); width: 11px; height: 11px; }}
QToolButton#low {{ padding: 1px 6px; }}
QToolButton#qt_toolbar_ext_button {{
    padding: 0; border: none; qproperty-icon: url(controls:arrow-down.svg);
}}

QFrame#card, QFrame#Banner {{ background: {base}; border: 1px solid {line}; border-radius: 12px; }}
QFrame[frameShape="4"], QFrame[frameShape="HLine"] {{
    background: {line}; border: none; min-height: 1px; max-height: 1px;
}}
QFrame#bar {{ border: none; border-bottom: 1px solid {line}; }}
QFrame#foot {{ border: none; border-top: 1px solid {line}; }}
QLabel[kind="faint"] {{ color: {faint}; }}
QLabel[kind="error"] {{ color: {red}; }}
QLabel[kind="heading"] {{ font-size: 16px; font-weight: bold; }}
QLabel[kind="title"] {{ font-size: 24px; font-weight: bold; }}

QSplitter::handle {{ background: transparent; }}
QSplitter::handle:vertical {{ height: 6px; }}
QSplitter::handle:horizontal {{ width: 6px; }}

QScrollBar:vertical {{ background: transparent; border: none; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; border: none; height: 12px; margin: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar::handle {{ background: {faint}; border-radius: 3px; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::handle:vertical {{ margin: 2px 3px; min-height: 32px; }}
QScrollBar::handle:horizontal {{ margin: 3px 2px; min-width: 32px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}

QToolTip {{
    background: {base}; color: {text}; border: 1px solid {line}; padding: 4px 6px;
}}
"""


def control_sheet(colors: Mapping[str, object]) -> str:
    """The sheet in the colours of a theme: its fields by name."""
    QDir.setSearchPaths(_PICTURES, [str(files("resources") / "icons" / "controls")])
    return _SHEET.format(**colors)
