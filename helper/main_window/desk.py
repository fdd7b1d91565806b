"""What a window hands to its features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from PySide6.QtWidgets import QMainWindow

from helper.application.library import Library, data_folder
from helper.application.library_writes import LibraryWrites
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.commands.announcer import Announcer
from helper.commands.messages import Messages
from helper.commands.requests import Requests
from helper.play.autosave import Autosave
from helper.play.session import Session


@dataclass(frozen=True, slots=True)
class Desk:
    """The services of one window, which every feature in it may use.

    A feature of another package cannot import it, since it is made of what those packages have:
    it gets the services that it needs one by one.
    """

    window: QMainWindow
    """The parent of dialogs."""
    settings: Settings
    themes: ThemeManager
    messages: Messages
    announcer: Announcer
    requests: Requests
    session: Session
    writes: LibraryWrites
    """Writes into the library."""
    autosave: Autosave
    """Keeps every move and review once its library is opened."""
    board: BoardView

    @classmethod
    def of(cls, window: QMainWindow, settings: Settings, themes: ThemeManager) -> Self:
        """Make the services of a window; its library is an empty one in memory."""
        session, writes = Session(window), LibraryWrites(window)
        library = Library(data_folder() / "library.sqlite3", is_kept=False)
        return cls(
            window,
            settings,
            themes,
            Messages(window),
            Announcer(window),
            Requests(window),
            session,
            writes,
            Autosave(session, library, window, writes),
            BoardView(session, settings, themes, window),
        )
