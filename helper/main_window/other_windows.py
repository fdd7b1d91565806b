"""The windows beside the main one: Preferences, Statistics and the camera, loaded on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from helper.application import restart
from helper.commands.command import NO_MENU, SCAN_CHOICES, Command, Feature, MenuPlace
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.rating.board_rating import BoardRating
from helper.review.scanning import ScanCommands
from helper.widgets.text_dialog import asked
from puzzles.packages import require, why_no_pictures
from puzzles.words import _

if TYPE_CHECKING:
    from helper.camera.camera_window import CameraWindow
    from helper.statistics.statistics_window import StatisticsWindow
    from recognizer.lattice import Picture
    from recognizer.values import Reading


class OtherWindows(Feature):
    """Shows each of them once."""

    def __init__(
        self,
        desk: Desk,
        home: HomeController,
        rating: BoardRating,
        scanning: ScanCommands,
        show_camera_help: Callable[[QWidget], object],
        leave: Callable[[], bool],
    ) -> None:
        """``leave``: closes all windows, unless one has to stay."""
        super().__init__(desk.window)
        self._desk, self._home, self._rating, self._scanning = desk, home, rating, scanning
        self._show_camera_help, self._leave = show_camera_help, leave
        self.camera: CameraWindow | None = None
        self.statistics: StatisticsWindow | None = None

    def commands(self) -> tuple[Command, ...]:
        """Edit > Preferences, File > Scan > Camera, and Statistics, a button of Home."""
        return (
            Command(
                "preferences",
                _("&Preferences…"),
                self.edit_preferences,
                MenuPlace("edit", 500),
                _("Theme, board, help, time"),
                ("Ctrl+,",),
                "preferences",
                role=QAction.MenuRole.PreferencesRole,
            ),
            Command(
                "camera",
                _("Camera…"),
                self.show_camera,
                MenuPlace(SCAN_CHOICES, 140),
                _("Show the camera a page: the solution appears on it, or you take its puzzle"),
                ("Ctrl+Shift+C",),
                "camera",
                why_not=why_no_pictures,
            ),
            Command(
                "statistics",
                _("S&tatistics…"),
                self.show_statistics,
                MenuPlace(NO_MENU, 200),
                _("What you have solved, day by day and by size"),
            ),
        )

    def close(self) -> None:
        """The main window closes."""
        if self.camera is not None:
            self.camera.close_for_good()

    def edit_preferences(self) -> None:
        """Edit > Preferences."""
        from helper.preferences.dialog import PreferencesDialog

        desk = self._desk
        with asked(PreferencesDialog(desk.settings, desk.themes, desk.window)) as dialog:
            dialog.exec()
            wants_restart = dialog.wants_restart
        if wants_restart:
            self._restart()

    def _restart(self) -> None:
        """Start the program anew, with what is open now, unless a window stays open."""
        desk = self._desk
        desk.settings.keep_resumed(self._home.to_resume())
        restart.request()
        if not self._leave():
            restart.cancel()
            desk.settings.take_resumed()

    def show_statistics(self) -> None:
        """Show the statistics."""
        from helper.statistics.statistics_window import show_statistics

        desk = self._desk
        if not desk.autosave.library.is_kept:
            desk.messages.info(_("There are no statistics: your games are not kept."))
            return
        known, library = self.statistics, desk.autosave.library
        self.statistics = show_statistics(
            known, library, desk.themes, desk.window, self._rating.ratings, desk.settings
        )
        if known is None:
            self.statistics.puzzles_requested.connect(self._home.show)

    def show_camera(self) -> CameraWindow:
        """File > Scan > Camera: show its window; a new one starts with the camera off.

        Raises:
            MissingPackageError: Nothing can read a camera.
        """
        desk = self._desk
        require("cv2")
        if self.camera is None:
            from helper.camera.camera_window import CameraWindow

            self.camera = CameraWindow(
                desk.settings, desk.themes, self._review_frame, self._show_camera_help
            )
        self.camera.show()
        self.camera.raise_()
        self.camera.activateWindow()
        return self.camera

    def _review_frame(self, picture: Picture, reading: Reading, name: str) -> None:
        self._desk.window.show()  # the camera window may have been the only one
        self._scanning.review(picture, reading, name)
