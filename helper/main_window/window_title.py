"""The names of the window and of its panel, which are those of the puzzle."""

from __future__ import annotations

from PySide6.QtCore import QObject

from helper.commands.messages import NAME
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.main_window.side_panel import SidePanel
from puzzles.titles import shortened
from puzzles.words import _


class WindowTitle(QObject):
    """Follows the open puzzle; an unsolved one from Home keeps its title secret."""

    def __init__(self, desk: Desk, home: HomeController, panel: SidePanel) -> None:
        super().__init__(desk.window)
        self._window, self._session, self._home, self._panel = (
            desk.window,
            desk.session,
            home,
            panel,
        )
        session = desk.session
        for changed in (
            home.name_changed,
            home.shown_changed,
            session.file_changed,
            session.sheet_changed,
            session.history_changed,
        ):
            changed.connect(self.update)
        self.update()

    def update(self) -> None:
        """Name the window after its puzzle."""
        window, path = self._window, self._session.path
        title = self._home.open_name or shortened(self._session.puzzle.title)
        self._panel.set_name(title or (path.name if path else _("Untitled")))
        if self._home.is_shown:
            window.setWindowModified(False)
            window.setWindowTitle(NAME)
            return
        file = path.name if path else ""
        name = f"{title} ({file})" if file and title not in ("", file) else file or title
        window.setWindowTitle(f"{name or _('Untitled')}[*] — {NAME}")
        window.setWindowModified(path is not None and self._session.is_modified)
