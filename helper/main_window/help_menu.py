"""The Help menu: How to Play, pages, and About."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.methods.catalogue import Catalogue
from helper.methods.methods import methods_text
from helper.widgets.dialog_lifetime import deleted_on_close

if TYPE_CHECKING:
    from helper.learn.how_to_play import HowToPlay


class Helping(QObject):
    """Shows How to Play and pages of the help beside a window.

    Signals:
        puzzle_requested: A new player wants to play the first puzzle.
    """

    puzzle_requested = Signal()

    def __init__(
        self, catalogue: Catalogue, settings: Settings, themes: ThemeManager, window: QWidget
    ) -> None:
        super().__init__(window)
        self._catalogue = catalogue
        self._settings = settings
        self._themes = themes
        self._window = window
        self.how_to_play: HowToPlay | None = None
        """Its window while it is open."""

    def _show(self, page: str, title: str, beside: QWidget | None = None, **parts: str) -> None:
        from helper.widgets.help_dialog import HelpDialog

        deleted_on_close(HelpDialog(page, title, beside or self._window, **parts)).show()

    def show_how_to_play(self) -> None:
        """Help > How to Play."""
        from helper.learn.how_to_play import HowToPlay

        if self.how_to_play is None:
            shown = deleted_on_close(HowToPlay(self._settings, self._themes, self._window))
            shown.finished.connect(self._play_first)
            shown.closed.connect(self._forget_how_to_play)
            self.how_to_play = shown
        self.how_to_play.show()
        self.how_to_play.raise_()
        self.how_to_play.activateWindow()

    def _forget_how_to_play(self) -> None:
        self.how_to_play = None

    def _play_first(self) -> None:

        self.puzzle_requested.emit()

    def show_keyboard(self) -> None:
        """Help > Keyboard and Mouse."""
        self._show("keyboard-and-mouse", "Keyboard and Mouse")

    def show_creating(self, beside: QWidget | None = None) -> None:
        """Help > Creating Puzzles; ``beside``: the window to show it beside."""
        self._show("creating-puzzles", "Creating Puzzles", beside)

    def show_methods(self) -> None:
        """Help > Solving Methods."""
        self._catalogue.when_loaded(
            lambda: self._show(
                "solving-methods",
                "Solving Methods",
                methods=methods_text(self._catalogue.methods),
            )
        )

    def show_scanning(self) -> None:
        """Help > Scanning Pictures."""
        self._show("scanning-pictures", "Scanning Pictures")

    def show_camera(self, beside: QWidget | None = None) -> None:
        """Help > Camera; ``beside``: the window to show it beside."""
        self._show("camera", "Camera", beside)

    def show_about(self) -> None:
        """Help > About Nonogram Helper."""
        from helper.main_window.about import about_text

        QMessageBox.about(self._window, "About Nonogram Helper", about_text())
