"""The menu Edit > Checkpoints: sets names in the history, and goes back to them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from helper.play.checkpoints import distance_text
from helper.play.session import Session
from helper.widgets.text_dialog import TextDialog, answer_of


class CheckpointMenu(QObject):
    """Fills the menu each time it is shown."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._menu: QMenu | None = None
        self._set: QAction | None = None

    def ask(self) -> None:
        """Edit > Checkpoints > Set: ask for a name for the board as it is now."""
        taken = self._session.checkpoints
        number = next(k for k in range(1, len(taken) + 2) if f"Checkpoint {k}" not in taken)
        dialog = TextDialog(
            "Set Checkpoint",
            "&Name",
            f"Checkpoint {number}",
            "Edit > Checkpoints leads back to the board as it is now. It replaces a checkpoint that"
            " has this name.",
            parent=self._window,
        )
        answer_of(dialog, self._session.set_checkpoint)

    def fill(self, menu: QMenu, set_action: QAction) -> None:
        """Fill a menu with the command to set a checkpoint, and with all checkpoints."""
        self._menu, self._set = menu, set_action
        menu.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        assert self._menu is not None
        assert self._set is not None
        menu, session = self._menu, self._session
        for action in menu.actions():
            menu.removeAction(action)
            if action is not self._set:
                action.deleteLater()
        menu.addAction(self._set)
        if not session.checkpoints:
            return
        menu.addSeparator()
        now = session.undo_stack.index()
        for number, (name, position) in enumerate(session.checkpoints.items(), 1):
            key = f"&{number} " if number <= 9 else ""
            text = f"{key}{name.replace('&', '&&')}\t{distance_text(position, now)}"
            action = menu.addAction(text)
            action.setEnabled(self._set.isEnabled() and position != now)
            action.triggered.connect(partial(session.go_to_checkpoint, name))
        menu.addSeparator()
        menu.addAction("&Forget All").triggered.connect(session.forget_checkpoints)
