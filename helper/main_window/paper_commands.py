"""File > Print and File > Export. Their modules are loaded on first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.desk.command import Command, Feature, Keys, Place
from helper.desk.messages import Messages
from helper.home.entries import Shelf
from helper.main_window.home import HomeController
from helper.main_window.sharing import SharingQuestion
from helper.play.session import Session
from helper.widgets.text_dialog import deleted_on_close
from puzzles.formats import Document
from puzzles.words import _

if TYPE_CHECKING:
    from helper.paper.printing import PrintCommands


class PaperWindow(Protocol):
    """The part of the main window that these commands use."""

    @property
    def session(self) -> Session: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def themes(self) -> ThemeManager: ...
    @property
    def home(self) -> HomeController: ...
    @property
    def sharing_question(self) -> SharingQuestion: ...


class PaperCommands(Feature):
    """Prints and exports the open puzzle, or prints puzzles of Home."""

    def __init__(self, messages: Messages, window: PaperWindow, parent: QWidget) -> None:
        super().__init__(parent)
        self._messages = messages
        self._window = window
        self._parent = parent
        self._printing: PrintCommands | None = None
        window.home.print_requested.connect(self.print_documents)
        window.home.export_requested.connect(self.export_documents)
        window.home.poster_requested.connect(self.show_poster)

    def commands(self) -> tuple[Command, ...]:
        """File > Export and Print."""
        return (
            Command(
                "export",
                _("E&xport…"),
                self.export,
                Place("file", 320),
                _("The puzzle as PDF, drawing, image or web page; on Home a page to play"),
            ),
            Command(
                "print",
                _("Prin&t…"),
                self.print,
                Place("file", 330),
                _("Print it, or save it as PDF"),
                (Keys.Print,),
                "print",
            ),
        )

    @property
    def printing(self) -> PrintCommands:
        """The feature; loaded on first use."""
        if self._printing is None:
            from helper.paper.printing import PrintCommands

            window = self._window
            made = PrintCommands(
                self._messages, window.session, window.settings, window.themes, self._parent
            )
            self._printing = made
        return self._printing

    def print(self) -> None:
        """Print the open puzzle, or those that are chosen on Home."""
        if self._window.home.is_shown:
            self._window.home.print_chosen()
        elif self._window.sharing_question.may_share():
            self.printing.print_puzzle()

    def print_documents(self, documents: Sequence[Document], title: str) -> None:
        """Print puzzles; ``title`` is proposed for the book."""
        from helper.paper.printing import printable

        self.printing.print_puzzles([printable(each) for each in documents], title)

    def export(self) -> None:
        """Write the open puzzle as a file, or those that are chosen on Home as a page to play."""
        if self._window.home.is_shown:
            self._window.home.export_chosen()
        elif self._window.sharing_question.may_share():
            self.printing.export()

    def export_documents(self, documents: Sequence[Document], title: str) -> None:
        """Write puzzles as a page to play; ``title`` is that of their shelf, or empty."""
        self.printing.export_page([each.puzzle for each in documents], title)

    def show_poster(self, shelf: Shelf) -> None:
        """Show the page of a finished pack."""
        from helper.paper.poster_dialog import PosterDialog

        window = self._window
        shown = PosterDialog(
            shelf, window.home.source, window.settings, window.themes, self._messages, self._parent
        )
        deleted_on_close(shown).show()

    def close(self) -> None:
        """The window closes."""
        if self._printing is not None:
            self._printing.close()
