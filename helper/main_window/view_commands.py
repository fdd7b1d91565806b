"""The menu View: zoom, side panel, map."""

from __future__ import annotations

from helper.commands.command import NO_MENU, Command, Feature, Keys, MenuPlace, Where
from helper.main_window.desk import Desk
from helper.main_window.side_panel import SidePanel
from puzzles.words import _


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
            ),
            Command(
                "zoom_reset",
                _("&Normal Size"),
                board.zoom.to_normal,
                MenuPlace(NO_MENU, 120),
                _("The cell size of the preferences"),
                ("Ctrl+0",),
                shown=Where.BOARD,
            ),
            Command(
                "zoom_fit",
                _("&Fit to Window"),
                self._fit,
                MenuPlace("view", 130),
                _("The whole board in view, as far as its numbers can be read"),
                ("Ctrl+9",),
                "zoom-fit",
                Where.BOARD,
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
            ),
            Command(
                "map",
                _("&Map"),
                board.map.toggle,
                MenuPlace("view", 310),
                _("A small map of boards that do not fit"),
                shown=Where.BOARD,
                is_checked=lambda: board.map.is_wanted,
            ),
        )

    def _fit(self) -> None:
        self._board.zoom.fit()
        if not self._board.area.is_whole:
            self._messages.info(_("The whole board has no room with numbers that can be read."))
