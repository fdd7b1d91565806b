"""The menu Edit > Checkpoints: sets names in the history, and goes back to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from helper.commands.command import Command, Feature, MenuEntry, MenuPlace, Submenu, Where
from helper.play.session import Session
from helper.play.session_state import distance_text
from helper.widgets.text_dialog import TextDialog, answer_of
from puzzles.words import _, worded


class CheckpointMenu(Feature):
    """Fills the menu each time it is shown."""

    def __init__(self, session: Session, why_not: Callable[[], str], window: QWidget) -> None:
        """``why_not``: why the game does not go on now; empty if it does."""
        super().__init__(window)
        self._session = session
        self._why_not = why_not
        self._window = window

    def ask(self) -> None:
        """Edit > Checkpoints > Set: ask for a name for the board as it is now."""
        taken = self._session.checkpoints
        number = next(
            k
            for k in range(1, len(taken) + 2)
            if worded("Checkpoint {number}", number=k) not in taken
        )
        dialog = TextDialog(
            _("Set Checkpoint"),
            _("&Name"),
            worded("Checkpoint {number}", number=number),
            _(
                "Edit > Checkpoints leads back to the board as it is now. It replaces a "
                "checkpoint that has this name."
            ),
            parent=self._window,
        )
        answer_of(dialog, self._session.set_checkpoint)

    def commands(self) -> tuple[MenuEntry, ...]:
        """Edit > Checkpoints."""
        return (
            Submenu(
                "checkpoints",
                _("Checkpo&ints"),
                MenuPlace("edit", 120),
                shown=Where.BOARD,
                fill=self._fill,
            ),
            Command(
                "set_checkpoint",
                _("&Set…"),
                self.ask,
                MenuPlace("checkpoints", 100),
                _("Name the board as it is now"),
                ("Ctrl+M",),
                shown=Where.BOARD,
                why_not=self._why_not,
            ),
        )

    def _fill(self, menu: QMenu) -> None:
        """Add all checkpoints."""
        session = self._session
        if not session.checkpoints:
            return
        menu.addSeparator()
        now = session.position
        for number, (name, position) in enumerate(session.checkpoints.items(), 1):
            key = f"&{number} " if number <= 9 else ""
            text = f"{key}{name.replace('&', '&&')}\t{distance_text(position, now)}"
            action = menu.addAction(text)
            action.setEnabled(not self._why_not() and position != now)
            action.triggered.connect(partial(session.go_to_checkpoint, name))
        menu.addSeparator()
        menu.addAction(_("&Forget All")).triggered.connect(session.forget_checkpoints)
