"""The palette beside the board: click a colour, or press its key, to paint with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from helper.application.settings import Settings
from helper.application.theme import LIGHT, Theme
from helper.palette.ink_button import Ink, InkButton
from helper.play.mode import Mode
from helper.play.session import Session
from helper.widgets.flow import FlowLayout
from puzzles.colors import color_names

_UPDATE_MS = 60
"""The time from a change to the new numbers of cells, in which more changes are collected."""
_GAP_PX = 4


class InkChoice(QWidget):
    """One button for each colour of the session's palette; empty in black and white.

    It is as wide as a column of rows, or, if compact, rows of small buttons.
    """

    def __init__(self, session: Session, settings: Settings, is_compact: bool) -> None:
        super().__init__()
        self.setAccessibleName("Colours")
        self._session = session
        self._settings = settings
        self._is_compact = is_compact
        self._theme = LIGHT
        self.buttons: list[InkButton] = []
        self._rows: QLayout = FlowLayout(_GAP_PX, self) if is_compact else QVBoxLayout(self)
        self._rows.setContentsMargins(*4 * (_GAP_PX if is_compact else 0,))
        self._rows.setSpacing(_GAP_PX // 2)
        self._updates = QTimer(self, singleShot=True, interval=_UPDATE_MS)
        self._updates.timeout.connect(self.update_inks)
        session.sheet_changed.connect(self.update_inks)
        session.mode_changed.connect(self.update_inks)
        session.solved_changed.connect(self.update_inks)
        session.cells_changed.connect(self._later)
        session.ink_changed.connect(self._show_chosen)
        settings.changed.connect(self._show_look)
        self.update_inks()

    @property
    def is_needed(self) -> bool:
        """Whether there is a choice: several colours, and a board that can be painted."""
        return not (self._session.puzzle.is_black_and_white or self._session.is_locked)

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self._show_look()

    def _later(self) -> None:
        if self.is_needed and not self._updates.isActive():
            self._updates.start()

    def update_inks(self) -> None:
        """Show the palette and the numbers of cells as they are now."""
        inks = self._inks() if self.is_needed else []
        for button in self.buttons[len(inks) :]:
            self._rows.removeWidget(button)
            button.hide()
            button.deleteLater()
        del self.buttons[len(inks) :]
        for button, ink in zip(self.buttons, inks, strict=False):
            button.set_ink(ink)
        for ink in inks[len(self.buttons) :]:
            button = InkButton(ink, self._is_compact, self)
            button.clicked.connect(lambda _=False, index=ink.index: self._choose(index))
            self._rows.addWidget(button)
            self.buttons.append(button)
        self._show_look()
        self._show_chosen()

    def _inks(self) -> list[Ink]:
        session = self._session
        palette, is_played = session.puzzle.palette, session.mode is Mode.PLAY
        names = color_names(palette)
        left = session.colors_left() if is_played else [None] * len(palette)
        return [
            Ink(k, color.symbol, color.rgb, names[k], left[k])
            for k, color in enumerate(palette)
            if k
        ]

    def _choose(self, index: int) -> None:
        self._session.ink = index
        self._show_chosen()

    def _show_chosen(self) -> None:
        for button in self.buttons:
            button.setChecked(button.ink.index == self._session.ink)

    def _show_look(self) -> None:
        for button in self.buttons:
            button.set_look(self._theme, self._settings.preferences.color_signs)


class InkStrip(InkChoice):
    """The palette as a strip below the board, for windows without room for a panel."""

    def __init__(self, session: Session, settings: Settings, is_wanted: Callable[[], bool]) -> None:
        self._is_wanted = is_wanted
        super().__init__(session, settings, is_compact=True)

    def update_inks(self) -> None:
        """Show the palette as it is now, or hide it."""
        super().update_inks()
        self.setVisible(self.is_needed and self._is_wanted())
