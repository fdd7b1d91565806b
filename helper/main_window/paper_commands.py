"""File > Print and File > Export. Their modules are loaded on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from helper.commands.command import Command, Feature, Keys, MenuPlace, Where
from helper.home.entries import Shelf
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.widgets.text_dialog import deleted_on_close
from puzzles.formats import Document
from puzzles.words import _

if TYPE_CHECKING:
    from helper.collections.pack_dialog import PackDialog
    from helper.paper.printing import PrintCommands


class PaperCommands(Feature):
    """Prints and exports the open puzzle, or prints puzzles of Home."""

    def __init__(self, desk: Desk, home: HomeController, may_share: Callable[[], bool]) -> None:
        """``may_share``: asks whether the open puzzle may be given to others."""
        super().__init__(desk.window)
        self._desk, self._home, self._may_share = desk, home, may_share
        self._printing: PrintCommands | None = None
        home.print_requested.connect(self.print_documents)
        home.export_requested.connect(self.export_documents)
        home.pack_requested.connect(self.make_pack)
        home.poster_requested.connect(self.show_poster)

    def commands(self) -> tuple[Command, ...]:
        """File > Export, File > Print, File > Library > Make Pack."""
        return (
            Command(
                "make_pack",
                _("&Make Pack…"),
                self._home.pack_chosen,
                MenuPlace("library", 150),
                _("Order the chosen puzzles, and make a file, a book or a web page of them"),
                shown=Where.HOME,
            ),
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
        elif self._may_share():
            self.printing.print_puzzle()

    def print_documents(self, documents: Sequence[Document], title: str) -> None:
        """Print puzzles; ``title`` is proposed for the book."""
        from helper.paper.printing import printable

        self.printing.print_puzzles([printable(each) for each in documents], title)

    def export(self) -> None:
        """Write the open puzzle as a file, or those that are chosen on Home as a page to play."""
        if self._home.is_shown:
            self._home.export_chosen()
        elif self._may_share():
            self.printing.export()

    def export_page(self) -> None:
        """Write the open puzzle as a page to play."""
        self.printing.export(only_page=True)

    def export_documents(self, documents: Sequence[Document], title: str) -> None:
        """Write puzzles as a page to play; ``title`` is that of their shelf, or empty."""
        self.printing.export_page([each.puzzle for each in documents], title)

    def make_pack(self, documents: Sequence[Document], title: str) -> None:
        """Ask for the order of puzzles and what is made of them; ``title`` is proposed."""
        from helper.collections.pack_dialog import PackDialog

        puzzles = [each.puzzle for each in documents]
        known = [puzzle for puzzle in puzzles if puzzle.width and puzzle.height]
        if not known:
            self._desk.messages.warning(_("There is no puzzle for a pack."))
            return
        dialog = PackDialog(known, title, self._desk.window)
        self._desk.messages.info_given.connect(dialog.tell)
        dialog.file.triggered.connect(
            lambda: self.printing.export_pack(dialog.pack, dialog.pack_name)
        )
        dialog.web_page.triggered.connect(
            lambda: self.printing.export_page(dialog.pack, dialog.pack_name)
        )
        dialog.book.triggered.connect(partial(self._print_pack, dialog))
        deleted_on_close(dialog).open()

    def _print_pack(self, dialog: PackDialog) -> None:
        from helper.paper.book import BookPuzzle

        dialog.accept()
        cover = dialog.cover_row
        puzzles = [BookPuzzle(each, is_cover=row == cover) for row, each in enumerate(dialog.pack)]
        self.printing.print_puzzles(puzzles, dialog.pack_name)

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
