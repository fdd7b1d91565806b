"""File > Print and File > Export: puzzles on paper and as files for others to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QObject, QTimer, Signal
from PySide6.QtGui import QPagedPaintDevice, QPainter
from PySide6.QtWidgets import QFileDialog, QProgressBar, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.commands.messages import Messages
from helper.paper.book import Book, BookPuzzle, document_title, plan_book
from helper.paper.page_painter import PagePainter
from helper.paper.pdf import page_layout, pdf_writer
from helper.paper.print_dialog import PrintDialog, kept_options
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.progress_task import ProgressDialog, show_share
from helper.widgets.text_dialog import asked
from network.playable import playable_page
from puzzles.errors import LibraryError, PuzzleError
from puzzles.formats import Document, written
from puzzles.formats.atomic import write_atomically
from puzzles.formats.non import NON, PACK_ENDING
from puzzles.model import Puzzle
from puzzles.print_options import PrintOptions, Solutions
from puzzles.titles import file_stem, public_title
from puzzles.words import _, capitalized, plural, worded

_FILTERS = {
    _("PDF (*.pdf)"): ".pdf",
    _("Drawing (*.svg)"): ".svg",
    _("Image (*.png)"): ".png",
    _("Web page (*.html)"): ".html",
    (PLAYABLE := _("Web page to play (*.html)")): ".html",
}
_PACK = _("Pack of puzzles (*.nonpack)")
_ENDINGS = {**_FILTERS, _PACK: PACK_ENDING}


class PrintCommands(QObject):
    """Prints and exports puzzles."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        window: QWidget,
        open_name: Callable[[], str] = str,
    ) -> None:
        """``open_name``: the name by which the open puzzle is known; empty for its title."""
        super().__init__(window)
        self._messages, self._open_name = messages, open_name
        self._session = session
        self._settings = settings
        self._themes = themes
        self._window = window
        self._run: PageRun | None = None
        self.dialog: PrintDialog | None = None
        """The dialog while it is open."""

    def print_puzzle(self) -> None:
        """Ask how the open puzzle is to be printed."""
        self.print_puzzles([printable(self._session.state.document)])

    def print_puzzles(self, puzzles: Sequence[BookPuzzle], title: str = "") -> None:
        """Ask how puzzles are to be printed; ``title`` is proposed for the book."""
        if self._run is not None or self.dialog is not None:
            self._messages.warning(_("The program is still printing."))
            return
        known = [each for each in puzzles if each.puzzle.width and each.puzzle.height]
        if not known:
            self._messages.warning(_("There is no puzzle to be printed."))
            return
        dialog = PrintDialog(known, self._settings, self._themes, title, self._window)
        dialog.save_button.clicked.connect(partial(self._save, dialog))
        dialog.print_button.clicked.connect(partial(self._print, dialog))
        dialog.finished.connect(self._close_dialog)
        self.dialog = dialog
        dialog.open()

    def _close_dialog(self) -> None:
        self.close()  # pages that are painted for a file, with the dialog open
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def export(self, *, only_page: bool = False) -> None:
        """Write the open puzzle, without marks, as a file for others.

        Args:
            only_page: Whether only a page to play is offered.
        """
        session = self._session
        puzzle = session.puzzle
        if not (session.is_solved or session.mode is Mode.DRAW):
            puzzle = replace(puzzle, title=public_title(puzzle.title))
        file_name = "" if session.path is None else session.path.stem
        name = self._open_name() or puzzle.title or file_name
        stem = file_stem(name) if name else "nonogram"
        chosen, kind = self._asked_file(
            _("Export Puzzle"), stem, [PLAYABLE] if only_page else list(_FILTERS)
        )
        if chosen is None:
            return
        is_page = chosen.suffix.lower() == _FILTERS[PLAYABLE]
        is_playable = is_page and (only_page or kind == PLAYABLE)
        # The page shows the title only when the puzzle is solved.
        make = (
            partial(playable_page, [session.puzzle])
            if is_playable
            else partial(exported, puzzle, chosen.suffix.lower(), self._settings)
        )
        self._write(chosen, make)

    def export_page(self, puzzles: Sequence[Puzzle], title: str) -> None:
        """Write puzzles as a page to play, with a shelf if they are several."""
        stem = file_stem(title) if title else "nonograms"
        chosen, _ignored = self._asked_file(_("Export Page to Play"), stem, [PLAYABLE])
        if chosen is not None:
            self._write(chosen, partial(playable_page, puzzles, title))

    def export_pack(self, puzzles: Sequence[Puzzle], title: str) -> None:
        """Write puzzles as a file that is imported as a shelf of their own."""
        chosen, _ignored = self._asked_file(_("Export Pack"), file_stem(title), [_PACK])
        if chosen is not None:
            documents = [Document(puzzle) for puzzle in puzzles]
            self._write(chosen, partial(written, NON, documents, ""))

    def _write(self, chosen: Path, make: Callable[[], bytes]) -> None:
        """Write a file, and say so."""
        try:
            write_atomically(chosen, make())
        except LibraryError as error:
            self._messages.warning(str(error))
            return
        except PuzzleError as error:
            self._messages.warning(worded("{sentence}.", sentence=capitalized(str(error))))
            return
        self._settings.save_folder = str(chosen.absolute().parent)
        self._messages.info(worded("Exported to {target}", target=chosen))

    def _asked_file(self, caption: str, stem: str, filters: list[str]) -> tuple[Path | None, str]:
        """A file name with an ending that one of the filters has, and the chosen filter."""
        start = str(Path(self._settings.save_folder) / f"{stem}{_ENDINGS[filters[0]]}")
        name, chosen = QFileDialog.getSaveFileName(self._window, caption, start, ";;".join(filters))
        if not name:
            return None, chosen
        path = Path(name)
        if path.suffix.lower() not in {_ENDINGS[each] for each in filters}:
            path = path.with_name(path.name + _ENDINGS.get(chosen, _ENDINGS[filters[0]]))
        return path, chosen

    def _save(self, dialog: PrintDialog) -> None:
        if self._run is not None:
            return
        book = dialog.planned()
        stem = file_stem(document_title(book))
        target, _ignored = self._asked_file(_("Save as PDF"), stem, [_("PDF (*.pdf)")])
        if target is None:
            return
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        run = PageRun(book, pdf_writer(buffer, book), dialog)
        self._start(run, partial(self._saved, target, buffer, book))

    def _saved(self, target: Path, buffer: QBuffer, book: Book, problem: str) -> None:
        """Write the file; the dialog stays open if that fails."""
        try:
            if problem:
                raise LibraryError(problem)
            write_atomically(target, bytes(buffer.data().data()))
        except LibraryError as error:
            self._messages.warning(str(error))
            return
        if self.dialog is not None:
            self.dialog.accept()
        self._settings.save_folder = str(target.absolute().parent)
        self._messages.info(
            plural(
                len(book.pages),
                "Saved {count} page to {target}",
                "Saved {count} pages to {target}",
                target=target,
            )
        )

    def _print(self, dialog: PrintDialog) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        if self._run is not None:
            return
        book = dialog.planned()
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(page_layout(book.pages[0].size))
        printer.setFullPage(True)
        printer.setDocName(document_title(book))
        with asked(QPrintDialog(printer, dialog)) as chooser:
            if not chooser.exec():
                return
        dialog.accept()
        first, last = printer.fromPage() or 1, printer.toPage() or len(book.pages)
        pages = range(first - 1, min(last, len(book.pages)))
        if not pages:
            self._messages.warning(_("There are no such pages."))
            return
        run = PageRun(book, printer, self._window, pages)
        self._start(run, partial(self._printed, len(pages)))

    def _printed(self, count: int, problem: str) -> None:
        if problem:
            self._messages.warning(problem)
        else:
            self._messages.info(
                plural(
                    count, "Sent {count} page to the printer.", "Sent {count} pages to the printer."
                )
            )

    def _start(self, run: PageRun, end: Callable[[str], object]) -> None:
        self._run = run
        run.ended.connect(self._forget)
        run.ended.connect(end)
        run.cancelled.connect(self._forget)
        run.cancelled.connect(lambda: self._messages.info(_("Printing was cancelled.")))
        run.start()

    def _forget(self) -> None:
        if self._run is not None:
            self._run.deleteLater()
            self._run = None

    def close(self) -> None:
        """Stop painting pages."""
        if self._run is not None:
            self._run.cancel()


def printable(document: Document) -> BookPuzzle:
    """A puzzle to be printed, with the player's marks if there are some."""
    marks = document.marks
    return BookPuzzle(document.puzzle, marks=None if marks.is_untouched else marks.copy())


def exported(puzzle: Puzzle, ending: str, settings: Settings) -> bytes:
    """A puzzle without marks and solution as a file.

    Args:
        puzzle: Has rows and columns.
        ending: One of those of :data:`_FILTERS`.
        settings: Have the paper's size, orientation and margin for PDF.

    Raises:
        LibraryError: There is not enough memory for an image.
    """
    from helper.paper.html import html_bytes
    from helper.paper.pdf import pdf_bytes
    from helper.paper.picture import PuzzlePicture

    each, kept = BookPuzzle(puzzle), kept_options(settings)
    if ending == ".svg":
        return PuzzlePicture(puzzle).svg()
    if ending == ".png":
        return PuzzlePicture(puzzle).png()
    options = PrintOptions(
        kept.page_size,
        kept.margin_mm,
        solutions=Solutions.NONE,
        orientation=kept.orientation,
    )
    made = (
        html_bytes([each], options) if ending == ".html" else pdf_bytes(plan_book([each], options))
    )
    assert made is not None, "nothing stops it"
    return made


_DIALOG_AFTER_PAGES = 30
"""Fewer pages are painted before anybody could read the dialog, so it is not shown."""


class PageRun(QObject):
    """Paints each page in its own turn of the event loop, with a progress dialog and Cancel.

    Signals:
        ended: ``str``, empty if all pages are painted, or a sentence why not.
        cancelled: The player asked to stop.
    """

    ended = Signal(str)
    cancelled = Signal()

    def __init__(
        self, book: Book, device: QPagedPaintDevice, window: QWidget, pages: range | None = None
    ) -> None:
        """Prepare.

        Args:
            book: The pages.
            device: What they are painted on, by nobody else.
            window: The parent of the dialog.
            pages: Which ones are painted, 0-based; all by default.
        """
        super().__init__(window)
        self._left = list(pages or range(len(book.pages)))
        self._count = len(self._left)
        self._book, self._device = book, device
        self._pages = PagePainter(book)
        self._painter = QPainter()
        self._bar = QProgressBar()
        self._dialog: ProgressDialog | None = None
        if self._count > _DIALOG_AFTER_PAGES:
            self._dialog = ProgressDialog(
                _("Print"),
                plural(self._count, "Painting {count} page …", "Painting {count} pages …"),
                window,
            )
            self._dialog.add(self._bar)
            self._dialog.rejected.connect(self.cancel)
            self._dialog.open()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint_page)

    def start(self) -> None:
        """Begin."""
        self._timer.start(0)

    def cancel(self) -> None:
        """Stop; no other page is painted."""
        self._end()
        self.cancelled.emit()

    def _paint_page(self) -> None:
        index = self._left.pop(0)
        self._device.setPageLayout(page_layout(self._book.pages[index].size))
        if not self._painter.isActive():
            if not self._painter.begin(self._device):
                self._end()
                self.ended.emit(_("The printer does not answer."))
                return
        elif not self._device.newPage():
            self._end()
            self.ended.emit(_("The printer has stopped."))
            return
        scale = self._device.logicalDpiX() / 72
        self._painter.save()
        self._painter.scale(scale, scale)
        self._pages.paint(self._painter, index)
        self._painter.restore()
        show_share(self._bar, 1 - len(self._left) / self._count)
        if not self._left:
            self._end()
            self.ended.emit("")

    def _end(self) -> None:
        self._timer.stop()
        if self._painter.isActive():
            self._painter.end()
        if self._dialog is not None:
            self._dialog.rejected.disconnect(self.cancel)
            self._dialog.hide()
            self._dialog.deleteLater()
            self._dialog = None
