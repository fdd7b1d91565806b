"""File > Print and File > Export. Their modules are loaded on first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from helper.commands.command import Command, Feature, Keys, MenuPlace
from helper.home.entries import Shelf
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.main_window.sharing import SharingQuestion
from helper.widgets.text_dialog import deleted_on_close
from puzzles.formats import Document
from puzzles.words import _

if TYPE_CHECKING:
    from helper.paper.printing import PrintCommands


class PaperCommands(Feature):
    """Prints and exports the open puzzle, or prints puzzles of Home."""

    def __init__(self, desk: Desk, home: HomeController, sharing: SharingQuestion) -> None:
        super().__init__(desk.window)
        self._desk, self._home, self._sharing = desk, home, sharing
        self._printing: PrintCommands | None = None
        home.print_requested.connect(self.print_documents)
        home.export_requested.connect(self.export_documents)
        home.poster_requested.connect(self.show_poster)

    def commands(self) -> tuple[Command, ...]:
        """File > Export and Print."""
        return (
            Command(
                "export",
                _("E&xport…"),
                self.export,
                MenuPlace("file", 320),
                _("The puzzle as PDF, drawing, image or web page; on Home a page to play"),
            ),
            Command(
                "print",
                _("Prin&t…"),
                self.print,
                MenuPlace("file", 330),
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

            desk = self._desk
            self._printing = PrintCommands(
                desk.messages,
                desk.session,
                desk.settings,
                desk.themes,
                desk.window,
                lambda: self._home.open_name,
            )
        return self._printing

    def print(self) -> None:
        """Print the open puzzle, or those that are chosen on Home."""
        if self._home.is_shown:
            self._home.print_chosen()
        elif self._sharing.may_share():
            self.printing.print_puzzle()

    def print_documents(self, documents: Sequence[Document], title: str) -> None:
        """Print puzzles; ``title`` is proposed for the book."""
        from helper.paper.printing import printable

        self.printing.print_puzzles([printable(each) for each in documents], title)

    def export(self) -> None:
        """Write the open puzzle as a file, or those that are chosen on Home as a page to play."""
        if self._home.is_shown:
            self._home.export_chosen()
        elif self._sharing.may_share():
            self.printing.export()

    def export_documents(self, documents: Sequence[Document], title: str) -> None:
        """Write puzzles as a page to play; ``title`` is that of their shelf, or empty."""
        self.printing.export_page([each.puzzle for each in documents], title)

    def show_poster(self, shelf: Shelf) -> None:
        """Show the page of a finished pack."""
        from helper.paper.poster_dialog import PosterDialog

        desk = self._desk
        shown = PosterDialog(
            shelf, self._home.source, desk.settings, desk.themes, desk.messages, desk.window
        )
        deleted_on_close(shown).show()

    def close(self) -> None:
        """The window closes."""
        if self._printing is not None:
            self._printing.close()
