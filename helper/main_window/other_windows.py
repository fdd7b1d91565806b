"""The windows beside the main one: Preferences, Statistics and the camera, loaded on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from helper.application import restart
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.desk.command import Command, Feature, Place
from helper.desk.messages import Messages
from helper.main_window.help_menu import HelpCommands
from helper.main_window.home import HomeController
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.rating.board_rating import BoardRating
from helper.review.scanning import ScanCommands
from helper.widgets.text_dialog import asked
from puzzles.packages import require, why_no_pictures
from puzzles.words import _

if TYPE_CHECKING:
    from helper.camera.window import CameraWindow
    from helper.statistics.window import StatisticsWindow
    from recognizer.values import Picture, Reading


class MainHost(Protocol):
    """The part of the main window that these windows use."""

    autosave: Autosave

    @property
    def settings(self) -> Settings: ...
    @property
    def themes(self) -> ThemeManager: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def home(self) -> HomeController: ...
    @property
    def helping(self) -> HelpCommands: ...
    @property
    def rating(self) -> BoardRating: ...
    @property
    def scanning(self) -> ScanCommands: ...
    @property
    def session(self) -> Session: ...
    def quit(self) -> bool: ...


class OtherWindows(Feature):
    """Shows each of them once."""

    def __init__(self, host: MainHost, window: QWidget) -> None:
        super().__init__(window)
        self._host, self._window = host, window
        self.camera: CameraWindow | None = None
        self.statistics: StatisticsWindow | None = None

    def commands(self) -> tuple[Command, ...]:
        """Edit > Preferences, View > Camera, Tools > Statistics."""
        return (
            Command(
                "preferences",
                _("&Preferences…"),
                self.edit_preferences,
                Place("edit", 500),
                _("Theme, board, help, time"),
                ("Ctrl+,",),
                "preferences",
                role=QAction.MenuRole.PreferencesRole,
            ),
            Command(
                "camera",
                _("&Camera…"),
                self.show_camera,
                Place("view", 410),
                _("Show the camera a puzzle: the solution appears on the page"),
                ("Ctrl+Shift+C",),
                "camera",
                why_not=why_no_pictures,
            ),
            Command(
                "statistics",
                _("S&tatistics…"),
                self.show_statistics,
                Place("tools", 200),
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

        host = self._host
        with asked(PreferencesDialog(host.settings, host.themes, self._window)) as dialog:
            dialog.exec()
            wants_restart = dialog.wants_restart
        if wants_restart:
            self._restart()

    def _restart(self) -> None:
        """Start the program anew, with what is open now, unless a window stays open."""
        host = self._host
        host.settings.keep_resumed(host.home.to_resume())
        restart.request()
        if not host.quit():
            restart.cancel()
            host.settings.take_resumed()

    def show_statistics(self) -> None:
        """Tools > Statistics."""
        from helper.statistics.window import show_statistics

        host = self._host
        if not host.autosave.library.is_kept:
            host.messages.info(_("There are no statistics: your games are not kept."))
            return
        known, library = self.statistics, host.autosave.library
        self.statistics = show_statistics(
            known, library, host.themes, self._window, host.rating.ratings, host.settings
        )
        if known is None:
            self.statistics.puzzles_requested.connect(host.home.show)

    def show_camera(self) -> CameraWindow:
        """View > Camera: show its window; a new one starts with the camera off.

        Raises:
            MissingPackageError: Nothing can read a camera.
        """
        host = self._host
        require("cv2")
        if self.camera is None:
            from helper.camera.window import CameraWindow

            self.camera = CameraWindow(
                host.settings, host.themes, self._review_frame, host.helping.show_camera
            )
        self.camera.show()
        self.camera.raise_()
        self.camera.activateWindow()
        return self.camera

    def _review_frame(self, picture: Picture, reading: Reading, name: str) -> None:
        self._window.show()  # the camera window may have been the only one
        self._host.scanning.review(picture, reading, name)
