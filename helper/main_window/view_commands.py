"""The menu View: zoom, the side of the clues, side panel, map."""

from __future__ import annotations

from functools import partial

from helper.application.settings import ClueSide
from helper.commands.command import MORE_MENU, BarPlace, Command, Feature, Keys, MenuPlace, Where
from helper.main_window.desk import Desk
from helper.main_window.side_panel import SidePanel
from puzzles.words import _, without_mnemonic

_SIDES = (
    (ClueSide.LEFT_ABOVE, _("Clues &Left and Above")),
    (ClueSide.RIGHT_BELOW, _("Clues &Right and Below")),
)


class ViewCommands(Feature):
    """How the board is shown."""

    def __init__(self, desk: Desk, panel: SidePanel) -> None:
        super().__init__(desk.window)
        self._board, self._panel, self._settings = desk.board, panel, desk.settings
        self._messages = desk.messages

    def commands(self) -> tuple[Command, ...]:
        """The menu View, but for photo and camera."""
        board, settings = self._board, self._settings
        return (
            Command(
                "zoom_in",
                _("Zoom &In"),
                lambda: board.zoom.by(1),
                MenuPlace("view", 100),
                _("Larger cells"),
                ("Ctrl++", "Ctrl+="),
                "zoom-in",
                Where.BOARD,
                also=(MenuPlace(MORE_MENU, 100),),
            ),
            Command(
                "zoom_out",
                _("Zoom &Out"),
                lambda: board.zoom.by(-1),
                MenuPlace("view", 110),
                _("Smaller cells"),
                (Keys.ZoomOut,),
                "zoom-out",
                Where.BOARD,
                also=(MenuPlace(MORE_MENU, 110),),
            ),
            Command(
                "zoom_reset",
                _("&Normal Size"),
                board.zoom.to_normal,
                MenuPlace("view", 120),
                _("The cell size of the preferences"),
                ("Ctrl+0",),
                shown=Where.BOARD,
                also=(MenuPlace(MORE_MENU, 120),),
            ),
            Command(
                "zoom_fit",
                _("&Fit to Window"),
                self._fit,
                MenuPlace("view", 130),
                _("The whole board in view"),
                ("Ctrl+9",),
                "zoom-fit",
                Where.BOARD,
                bar=BarPlace(1000),
            ),
            *(
                Command(
                    f"clues_{side.value}",
                    text,
                    partial(settings.change, clue_side=side),
                    MenuPlace("view", 200 + number),
                    without_mnemonic(text),
                    is_checked=partial(self._is_side, side),
                )
                for number, (side, text) in enumerate(_SIDES)
            ),
            Command(
                "side_panel",
                _("Si&de Panel"),
                self._panel.toggle,
                MenuPlace("view", 300),
                _("Show or hide the panel beside the board"),
                ("F9",),
                "panel",
                Where.BOARD,
                is_checked=lambda: settings.shows_panel,
                why_not=self._panel.why_not,
                also=(MenuPlace(MORE_MENU, 140),),
            ),
            Command(
                "map",
                _("&Map"),
                board.map.toggle,
                MenuPlace("view", 310),
                _("A small map of boards that do not fit"),
                shown=Where.BOARD,
                also=(MenuPlace(MORE_MENU, 130),),
                is_checked=lambda: board.map.is_wanted,
            ),
        )

    def _fit(self) -> None:
        self._board.zoom.fit()
        if not self._board.area.is_whole:
            self._messages.info(_("The whole board has no room with numbers that can be read."))

    def _is_side(self, side: ClueSide) -> bool:
        return self._settings.preferences.clue_side is side
