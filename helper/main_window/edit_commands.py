"""The commands Undo, Redo and Paste; what they do differs between Home, Play and Draw."""

from __future__ import annotations

from collections.abc import Callable

from helper.commands.command import BOARD_MENU, BarPlace, Command, Feature, Keys, MenuPlace, Where
from helper.draw.drawing_commands import DrawingCommands
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.main_window.sharing import ClipboardCommands
from helper.review.scanning import ScanCommands
from puzzles.words import _, worded


class EditCommands(Feature):
    """Takes the commands to what is in front."""

    def __init__(
        self,
        desk: Desk,
        home: HomeController,
        drawing: DrawingCommands,
        pasting: ClipboardCommands,
        scanning: ScanCommands,
        can_undo: Callable[[], bool],
    ) -> None:
        """``can_undo``: whether moves may be undone and redone."""
        super().__init__(desk.window)
        self._session, self._board, self._home = desk.session, desk.board, home
        self._drawing, self._pasting, self._scanning = drawing, pasting, scanning
        self._can_undo = can_undo

    def commands(self) -> tuple[Command, ...]:
        """Edit > Undo, Redo, Paste."""
        session = self._session
        return (
            Command(
                "undo",
                self._undo_text,
                self.undo,
                MenuPlace("edit", 100),
                _("Undo the last move"),
                (Keys.Undo,),
                "undo",
                why_not=self._why_not_undo,
                bar=BarPlace(200, text=_("Undo")),
                also=(MenuPlace(BOARD_MENU, 110),),
            ),
            Command(
                "redo",
                self._redo_text,
                session.redo,
                MenuPlace("edit", 110),
                _("Redo the move that was undone"),
                ("Ctrl+Shift+Z", "Ctrl+Y"),
                "redo",
                Where.BOARD,
                self._why_not_redo,
                bar=BarPlace(210, text=_("Redo")),
                also=(MenuPlace(BOARD_MENU, 120),),
            ),
            Command(
                "paste",
                lambda: _("Pa&ste") if self._drawing.pastes_cells else _("Pa&ste Puzzle"),
                self.paste,
                MenuPlace("edit", 420),
                _(
                    "Open the puzzle on the clipboard: text, link or picture; in a drawing paste "
                    "cells"
                ),
                (Keys.Paste,),
            ),
        )

    @property
    def _undo_name(self) -> str:
        home = self._home
        return home.undo_name if home.is_shown else self._session.undo_name

    def _undo_text(self) -> str:
        name = self._undo_name
        return worded("&Undo {move}", move=name) if name else _("&Undo")

    def _redo_text(self) -> str:
        name = self._session.redo_name
        return worded("&Redo {move}", move=name) if name else _("&Redo")

    def _why_not_undo(self) -> str:
        home = self._home
        can_undo = bool(self._session.position) and self._can_undo()
        is_possible = bool(home.undo_name) if home.is_shown else can_undo
        return "" if is_possible else _("There is nothing to undo.")

    def _why_not_redo(self) -> str:
        can_redo = self._session.can_redo and self._can_undo()
        return "" if can_redo else _("There is nothing to redo.")

    def undo(self) -> None:
        """Undo a deletion on Home, what is being drawn, or the last move."""
        if self._home.is_shown:
            self._home.undo()
        elif not self._board.strokes.drop_unfinished():
            self._session.undo()

    def paste(self) -> None:
        """Paste cells into a drawing, or a puzzle."""
        if self._drawing.paste():
            return
        if self._pasting.can_paste:
            self._pasting.paste()
        else:
            self._scanning.paste()
