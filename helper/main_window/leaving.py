"""File > Close Puzzle, Close Window and Quit."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QMainWindow

from helper.commands.command import NO_MENU, Command, Feature, MenuPlace, Where
from helper.main_window.desk import Desk
from helper.main_window.file_commands import FileCommands
from helper.main_window.home import HomeController
from puzzles.words import _


class LeavingCommands(Feature):
    """Puts the puzzle away, or closes one window or all."""

    def __init__(self, desk: Desk, home: HomeController, files: FileCommands) -> None:
        super().__init__(desk.window)
        self._desk, self._home, self._files = desk, home, files

    def commands(self) -> tuple[Command, ...]:
        """The rows of the menu File, and the keys that close a window."""
        return (
            Command(
                "close",
                _("Close Pu&zzle"),
                self.close_puzzle,
                MenuPlace("file", 500),
                _("Put the puzzle away and show Home"),
                ("Ctrl+W",),
                shown=Where.BOARD,
            ),
            Command(
                "close_window",
                _("Close &Window"),
                self._desk.window.close,
                MenuPlace(NO_MENU, 510),
                _("Close this window; your marks are kept"),
                ("Ctrl+Shift+W",),
            ),
            Command(
                "quit",
                _("&Quit"),
                self.quit,
                MenuPlace("file", 520),
                _("Close all windows"),
                ("Ctrl+Q",),
            ),
        )

    def close_puzzle(self) -> None:
        """File > Close Puzzle: put it away and show Home."""
        if not self._home.is_shown and self._files.may_leave():
            self._desk.session.close()
            self._home.show()

    def quit(self) -> bool:
        """File > Quit: close all windows, unless the player cancels; whether all are closed."""
        for window in QApplication.topLevelWidgets():
            # Main windows first: if one stays open, its dialogs stay as well.
            if isinstance(window, QMainWindow) and window.isVisible() and not window.close():
                return False
        QApplication.closeAllWindows()
        return True
