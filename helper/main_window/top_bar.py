"""The bar over the board: Home, Play and Draw, and the tools of the mode."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QWidget

from helper.play.mode import Mode
from helper.widgets.buttons import ActionButton, BarTexts

ICON_PX = 18


class BarActions(Protocol):
    """The actions that have a button."""

    home: QAction
    play: QAction
    draw: QAction
    undo: QAction
    redo: QAction
    hint: QAction
    edit_clues: QAction
    generate_clues: QAction
    clear: QAction
    zoom_out: QAction
    zoom_in: QAction
    zoom_fit: QAction
    side_panel: QAction


class TopBar:
    """A toolbar whose tools follow the mode."""

    def __init__(self, actions: BarActions, window: QMainWindow) -> None:
        self.toolbar = toolbar = window.addToolBar("Toolbar")
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        toolbar.setIconSize(QSize(ICON_PX, ICON_PX))
        toolbar.toggleViewAction().setVisible(False)
        self._with_text: list[ActionButton] = []
        self._texts = BarTexts(toolbar, self._with_text)
        self._width_px = 0
        self._of_mode: dict[Mode, list[QAction]] = {mode: [] for mode in Mode}
        self._add(actions.home, with_text=True)
        toolbar.addSeparator()
        self._add(actions.play, with_text=True)
        self._add(actions.draw, with_text=True)
        toolbar.addSeparator()
        self._add(actions.undo, with_text=True, text="Undo")
        self._add(actions.redo, with_text=True, text="Redo")
        self._of_mode[Mode.PLAY].append(self._add(actions.hint, with_text=True))
        of_draw = self._of_mode[Mode.DRAW]
        of_draw.append(toolbar.addSeparator())
        of_draw.append(self._add(actions.edit_clues, with_text=True))
        of_draw.append(self._add(actions.generate_clues, with_text=True, text="Generate"))
        of_draw.append(self._add(actions.clear, with_text=True, text="Clear"))
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        toolbar.addWidget(space)
        self._end = toolbar.addSeparator()
        for action in (actions.zoom_out, actions.zoom_in, actions.zoom_fit, actions.side_panel):
            self._add(action)

    def set_mode(self, mode: Mode) -> None:
        """Show the tools of a mode."""
        for of, actions in self._of_mode.items():
            for action in actions:
                action.setVisible(of is mode)
        self.fit(self._width_px)

    def fit(self, width_px: int) -> None:
        """Show the texts of buttons with an icon only where there is room for them."""
        self._width_px = width_px
        self._texts.fit(width_px)

    def add_before_zoom(self, widget: QWidget) -> None:
        """Add a widget at the right side, before the zoom buttons."""
        self.toolbar.insertWidget(self._end, widget)

    def _add(self, action: QAction, with_text: bool = False, text: str = "") -> QAction:
        button = ActionButton(action, with_text, text)
        button.setIconSize(self.toolbar.iconSize())
        if with_text:
            self._with_text.append(button)
        return self.toolbar.addWidget(button)
