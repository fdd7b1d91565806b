"""The palette beside the board: click a colour, or press its key, to paint with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from helper.application.settings import Settings
from helper.application.theme import LIGHT, Theme
from helper.palette.editing import FULL, PaletteCommands
from helper.palette.ink_button import Ink, InkButton
from helper.play.mode import Mode
from helper.play.session import Session
from helper.widgets.flow import FlowLayout
from puzzles.colors import color_letters, color_names

_ADD = "Add a colour"
_UPDATE_MS = 60
"""The time from a change to the new numbers of cells, in which more changes are collected."""
_GAP_PX = 4
_MAX_ROWS = 10
"""More colours are small buttons: the messages below them must not be far away."""


class InkChoice(QWidget):
    """One button for each colour of the session's palette; empty where there is no choice.

    It is as wide as a column of rows, or, if compact, rows of small buttons, and hidden where there
    is no choice. In a drawing the palette can be changed: a double-click changes a colour, the
    context menu has the rest.
    """

    def __init__(
        self,
        session: Session,
        settings: Settings,
        editing: PaletteCommands | None,
        is_compact: bool,
        parent: QWidget,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Make the buttons.

        Args:
            session: Whose colours they are.
            settings: Whether colours have patterns and letters.
            editing: Changes the palette of a drawing; ``None`` if it cannot be changed.
            is_compact: Whether the buttons are small, whatever the number of colours.
            parent: The widget that it is in.
            is_wanted: Whether there is a place for it now.
        """
        super().__init__(parent)
        self._is_wanted = is_wanted
        self.setAccessibleName("Colours")
        self._session = session
        self._settings = settings
        self._editing = editing
        self._is_compact = is_compact
        self._theme = LIGHT
        self.buttons: list[InkButton] = []
        self._is_small = is_compact
        """Whether the buttons are small now."""
        self._rows = self._new_rows()
        self.add = _tool_button("+" if is_compact else "+ Add Colour", _ADD)
        self.more = _tool_button("…", "More commands on the palette")
        self._rows.addWidget(self._edit_row(is_compact))
        self._updates = QTimer(self, singleShot=True, interval=_UPDATE_MS)
        self._updates.timeout.connect(self.update_inks)
        session.sheet_changed.connect(self.update_inks)
        session.mode_changed.connect(self.update_inks)
        session.solved_changed.connect(self.update_inks)
        session.cells_changed.connect(self._later)
        session.ink_changed.connect(self._show_chosen)
        settings.changed.connect(self._show_look)
        self.update_inks()

    def _new_rows(self) -> QLayout:
        rows: QLayout = FlowLayout(_GAP_PX, self) if self._is_small else QVBoxLayout(self)
        rows.setContentsMargins(*4 * (_GAP_PX if self._is_compact else 0,))
        rows.setSpacing(_GAP_PX // 2)
        return rows

    def _arrange(self, count: int) -> None:
        """Make the buttons small, or rows again, for so many colours."""
        is_small = self._is_compact or count > _MAX_ROWS
        if is_small == self._is_small:
            return
        self._is_small = is_small
        while self._rows.count():
            self._rows.takeAt(0)
        QWidget().setLayout(self._rows)  # which deletes it
        self._rows = self._new_rows()
        for button in self.buttons:
            button.set_compact(is_small)
            self._rows.addWidget(button)
        self._rows.addWidget(self._edits)

    def _edit_row(self, is_compact: bool) -> QWidget:
        """The buttons that change the palette."""
        self._edits = QWidget()
        row = QHBoxLayout(self._edits)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        row.addWidget(self.add)
        if not is_compact:
            row.addStretch(1)
        row.addWidget(self.more)
        if self._editing is not None:
            self.add.clicked.connect(self._editing.add)
            self.more.clicked.connect(self._show_palette_menu)
        return self._edits

    @property
    def _is_edited(self) -> bool:
        return self._editing is not None and self._editing.is_possible

    @property
    def is_needed(self) -> bool:
        """Whether there is a choice (several colours, a board that can be painted), and a place."""
        has_choice = self._is_edited or not self._session.puzzle.is_black_and_white
        return has_choice and not self._session.is_locked and self._is_wanted()

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self._show_look()

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self._later()

    def _later(self) -> None:
        """Count the cells soon; a hidden palette does so when it is shown."""
        if self.isVisible() and not self._updates.isActive():
            self._updates.start()

    def update_inks(self) -> None:
        """Show the palette and the numbers of cells as they are now."""
        inks = self._inks() if self.is_needed else []
        self._edits.setVisible(self._is_edited)
        if self._editing is not None:
            self.add.setEnabled(self._editing.can_add)
            self.add.setToolTip(_ADD if self._editing.can_add else FULL)
        self._arrange(len(inks))
        for button in self.buttons[len(inks) :]:
            self._rows.removeWidget(button)
            button.hide()
            button.deleteLater()
        del self.buttons[len(inks) :]
        for button, ink in zip(self.buttons, inks, strict=False):
            button.set_ink(ink)
        for ink in inks[len(self.buttons) :]:
            button = InkButton(ink, self._is_small, self)
            button.clicked.connect(lambda _=False, index=ink.index: self._choose(index))
            button.edit_requested.connect(self._edit)
            button.menu_requested.connect(self._show_menu)
            self._rows.removeWidget(self._edits)
            self._rows.addWidget(button)
            self._rows.addWidget(self._edits)
            self.buttons.append(button)
        self._show_look()
        self._show_chosen()
        self.setVisible(self.is_needed)

    def _inks(self) -> list[Ink]:
        session = self._session
        palette, is_played = session.puzzle.palette, session.mode is Mode.PLAY
        names, letters = color_names(palette), color_letters(palette)
        left = session.colors_left() if is_played else [None] * len(palette)
        return [
            Ink(k, letters[k], color.rgb, names[k], left[k]) for k, color in enumerate(palette) if k
        ]

    def _choose(self, index: int) -> None:
        self._session.ink = index
        self._show_chosen()

    def _edit(self, index: int) -> None:
        if self._editing is not None and self._is_edited:
            self._editing.change(index)

    def _show_menu(self, index: int, at: QPoint) -> None:
        if self._editing is not None and self._is_edited:
            self._choose(index)
            menu = QMenu(self)
            self._editing.fill_color_menu(menu, index)
            self._pop_up(menu, at)

    def _show_palette_menu(self) -> None:
        if self._editing is not None:
            menu = QMenu(self)
            self._editing.fill_menu(menu)
            self._pop_up(menu, self.more.mapToGlobal(self.more.rect().bottomLeft()))

    @staticmethod
    def _pop_up(menu: QMenu, at: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _show_chosen(self) -> None:
        for button in self.buttons:
            button.setChecked(button.ink.index == self._session.ink)

    def _show_look(self) -> None:
        for button in self.buttons:
            button.set_look(self._theme, self._settings.preferences.color_signs)


def _tool_button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button
