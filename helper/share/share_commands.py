"""File > Share: the ways by which the open puzzle leaves the window, and a board comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QGuiApplication, QPixmap
from PySide6.QtWidgets import QWidget

from helper.application.settings import Settings
from helper.commands.announcer import Announcer
from helper.commands.command import Command, Feature, MenuPlace, Where
from helper.commands.messages import Messages
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import Puzzle
from puzzles.errors import LibraryError, NonogramError, PuzzleError
from puzzles.formats import Document, Format, written
from puzzles.formats.non import NON
from puzzles.words import _, capitalized, marked, plural, worded

if TYPE_CHECKING:
    from helper.phone.page_server import PageServer
    from helper.share.share_dialog import ShareDialog
    from network.phone.serving import PagePlace
    from puzzles.child.serving import Work

_LONG_LINK = 2_000
"""Chats and mail programs often cut or split links that are longer, in characters."""
_SENT = marked("Board That Was Sent")
NO_ADDRESS = _("Edit > Preferences has no address of such a page yet; the file below needs none.")


def _forms() -> tuple[tuple[str, str, Format, str], ...]:
    """Names, what they are for, formats, and what is said when the puzzle is on the clipboard."""
    from puzzles.formats.pattern import PATTERN
    from puzzles.formats.puzz_link import PUZZ_LINK

    return (
        (
            _("Text"),
            _("The clues as a file of this program has them"),
            NON,
            _("The puzzle is on the clipboard as text."),
        ),
        (
            _("Link for puzz.link"),
            _("Opens the puzzle in a browser"),
            PUZZ_LINK,
            _("The puzzle is on the clipboard as a link."),
        ),
        (
            _("ID for Pattern"),
            _("For Simon Tatham's puzzles: Game > Specific"),
            PATTERN,
            _("The puzzle is on the clipboard as an ID."),
        ),
    )


class ShareCommands(Feature):
    """Shows the ways and goes them; serves the page to play while its dialog is open."""

    def __init__(
        self,
        messages: Messages,
        announcer: Announcer,
        session: Session,
        settings: Settings,
        may_share: Callable[[], bool],
        export_page: Callable[[], object],
        window: QWidget,
    ) -> None:
        """Begin.

        Args:
            messages: Say what was done.
            announcer: Says that a board has arrived.
            session: Has the open puzzle.
            settings: Have the address of a page to play.
            may_share: Asks whether the puzzle may be given to others.
            export_page: Writes the open puzzle as a page to play, where the player wants it.
            window: The main window.
        """
        super().__init__(window)
        self._messages, self._announcer = messages, announcer
        self._session, self._settings = session, settings
        self._may_share, self._export_page = may_share, export_page
        self._window = window
        self.dialog: ShareDialog | None = None
        """While it is open."""
        self.server: PageServer | None = None
        """While the dialog is open."""
        self._puzzle = session.puzzle
        """The puzzle that is shared."""
        self._marks: tuple[int, ...] = ()
        """The board that has arrived last, until it is on the board."""
        self._place: tuple[Puzzle, PagePlace] | None = None
        """Where a puzzle was served last, so that a phone goes on with it."""

    def commands(self) -> tuple[Command, ...]:
        """File > Share."""
        return (
            Command(
                "share",
                _("Shar&e…"),
                self.open,
                MenuPlace("file", 315),
                _("Give the puzzle to somebody: link, picture, text, or a code for a phone"),
                shown=Where.BOARD,
                why_not=self._why_not,
            ),
        )

    def _why_not(self) -> str:
        return "" if self._session.puzzle.has_clues else _("There is no puzzle to share.")

    def open(self) -> None:
        """Show the dialog, and serve the page if there is a network."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
        elif self._may_share():
            from helper.phone.networks import networks
            from helper.share.share_dialog import NO_NETWORK

            self._show()
            try:
                self._page_text()
            except PuzzleError as error:
                self._show_problem(error)
                return
            assert self.dialog is not None
            assert self.server is not None
            if found := networks():
                self.dialog.show_networks(found, None)
                self.server.serve(found[0])
            else:
                self.dialog.show_problem(NO_NETWORK)
            self.server.watch()

    def close(self) -> None:
        """The window closes."""
        self._marks = ()
        if self.dialog is not None:
            self.dialog.close()

    def _show(self) -> None:
        from helper.phone.page_server import PageServer
        from helper.share.share_dialog import ShareDialog

        self._puzzle, self._marks = replace(self._session.puzzle, goal="", extras=()), ()
        ways = self._ways()
        self.dialog = ShareDialog(self._preview(), _about(self._puzzle), ways, self._window)
        for way in ways:
            way.setParent(self.dialog)
        self.server = PageServer(self.dialog, self._new_page)
        if self._place is not None and self._place[0] == self._puzzle:
            self.server.place = self._place[1]
        self.server.reported.connect(self._take)
        self._messages.info_given.connect(self.dialog.tell)
        self.dialog.take_over_requested.connect(self._take_over)
        self.dialog.finished.connect(self._end)
        self.dialog.open()

    def _new_page(self, place: PagePlace) -> Work:
        from network.phone.serving import serve_puzzle

        return partial(serve_puzzle, self._puzzle, place)

    def _end(self) -> None:
        assert self.dialog is not None
        assert self.server is not None
        if self.server.place is not None:
            self._place = self._puzzle, self.server.place
        self.dialog.deleteLater()
        self.dialog = self.server = None
        if self._marks:
            QTimer.singleShot(0, self, self._offer_sent)

    def _show_problem(self, error: Exception) -> None:
        assert self.dialog is not None
        self.dialog.show_problem(worded("{sentence}.", sentence=capitalized(str(error))))

    def _preview(self) -> QPixmap:
        from helper.paper.thumbnail import Thumbnail
        from helper.share.share_dialog import PREVIEW_PX

        ratio = self._window.devicePixelRatioF()
        picture = Thumbnail(Document(self._puzzle), round(PREVIEW_PX * ratio)).image()
        shown = QPixmap.fromImage(picture)
        shown.setDevicePixelRatio(ratio)
        return shown

    # The ways

    def _ways(self) -> list[QAction]:
        """A way that the open puzzle cannot go is disabled and says why."""
        ways = [
            self._way(
                "share_link",
                _("Link to Play"),
                _("Opens the puzzle in a browser, with hints and guesses"),
                self.copy_link,
                self._why_no_link(),
            ),
            self._way(
                "share_page",
                _("Page to Play…"),
                _("A file for any browser; File > Export has others"),
                self.save_page,
                self._why_no_page(),
            ),
            self._way(
                "share_picture",
                _("Picture"),
                _("A picture of the puzzle, without its solution"),
                self.copy_picture,
            ),
        ]
        for name, tip, form, sentence in _forms():
            call, why_not = partial(self.copy, form, sentence), self.why_not(form)
            ways.append(self._way(f"share_{form.id}", name, tip, call, why_not))
        return ways

    def _way(
        self, name: str, text: str, tip: str, call: Callable[[], object], why_not: str = ""
    ) -> QAction:
        way = QAction(text, self)
        way.setObjectName(name)
        way.setEnabled(not why_not)
        way.setToolTip(f"{tip}\n{why_not}")
        way.triggered.connect(lambda: call())
        return way

    def copy(self, form: Format, sentence: str) -> None:
        """Put the clues on the clipboard, without the solution and the marks, and say so."""
        text = self._written(form).decode().strip()
        QGuiApplication.clipboard().setText(text + "\n" * (form is NON))
        self._messages.info(sentence)

    def why_not(self, form: Format) -> str:
        """Why the puzzle cannot be copied in a format, as a sentence; empty if it can."""
        return _reason(lambda: self._written(form))

    def _written(self, form: Format) -> bytes:
        return written(form, [Document(self._puzzle)], "")

    def copy_link(self) -> None:
        """Put the address of the page to play on the clipboard, with the puzzle."""
        link = self._link()
        QGuiApplication.clipboard().setText(link)
        sentence = _("The link is on the clipboard; the puzzle is in it.")
        if len(link) > _LONG_LINK:
            sentence = worded(
                "The link is on the clipboard. It has {count:,} characters, which some programs cut"
                " off: then send the page as a file.",
                count=len(link),
            )
        self._messages.info(sentence)

    def _link(self) -> str:
        from network.playable import puzzle_link

        return puzzle_link(self._settings.preferences.play_address, self._puzzle)

    def _why_no_link(self) -> str:
        if not self._settings.preferences.play_address:
            return NO_ADDRESS
        return _reason(self._link)

    def save_page(self) -> None:
        """Write the page to play as a file."""
        self._export_page()

    def _why_no_page(self) -> str:
        return _reason(self._page_text)

    def _page_text(self) -> str:
        from network.playable import puzzle_text

        return puzzle_text(self._puzzle)

    def copy_picture(self) -> None:
        """Put a picture of the puzzle, without solution and marks, on the clipboard."""
        from helper.paper.picture import PuzzlePicture

        try:
            image = PuzzlePicture(self._puzzle).image()
        except LibraryError as error:
            self._messages.info(worded("{sentence}.", sentence=capitalized(str(error))))
            return
        QGuiApplication.clipboard().setImage(image)
        self._messages.info(_("The puzzle is on the clipboard as a picture."))

    # A board that comes back

    def _take(self, event: object) -> None:
        """Offer the marks that a phone has sent."""
        from network.phone.serving import BoardArrived

        assert isinstance(event, BoardArrived)
        assert self.dialog is not None
        self._marks = event.marks
        count = self._count(self._marks)
        sentence = plural(
            count,
            "The phone has sent its board, with {count} marked cell.",
            "The phone has sent its board, with {count} marked cells.",
        )
        self.dialog.show_board(sentence)
        self._announcer.say(sentence)

    def _take_over(self) -> None:
        """Put the marks of the phone on the board as one move, if it is still that puzzle."""
        assert self.dialog is not None
        if problem := self._why_not_taken():
            self._messages.info(problem)
            return
        marks, self._marks = self._marks, ()
        self.dialog.accept()
        self._put(marks)

    def _offer_sent(self) -> None:
        """Offer the marks of the phone once more: the dialog was closed without them."""
        marks, self._marks = self._marks, ()
        if self._why_not_taken() or [*marks] == [*self._session.marks.cells]:
            return
        count = self._count(marks)
        question = plural(
            count,
            "The board that the phone has sent, with {count} marked cell, is not taken over yet."
            " Take it over?",
            "The board that the phone has sent, with {count} marked cells, is not taken over yet."
            " Take it over?",
        )
        if self._messages.ask(question, is_yes_likely=True):
            self._put(marks)

    def _count(self, marks: Sequence[int]) -> int:
        """How many cells are marked."""
        return sum(state != self._session.marks.clear for state in marks)

    def _put(self, marks: Sequence[int]) -> None:
        now = self._session.marks.cells
        cells = {at: state for at, state in enumerate(marks) if state != now[at]}
        self._session.paint(cells, _SENT, is_received=True)
        self._messages.info(_("The board that was sent is here. Undo brings your marks back."))

    def offer(self, document: Document) -> bool:
        """Offer the marks of a board in a link.

        Returns:
            ``False`` if it has none, or is of another puzzle than the open one.
        """
        is_board = not document.marks.is_untouched
        if not is_board or _board_of(document.puzzle) != _board_of(self._session.puzzle):
            return False
        if problem := self._why_no_marks():
            self._messages.warning(problem)
            return True
        count = self._count(document.marks.cells)
        question = plural(
            count,
            "This is a board of the open puzzle, with {count} marked cell. Take it over?",
            "This is a board of the open puzzle, with {count} marked cells. Take it over?",
        )
        if self._messages.ask(question, is_yes_likely=True):
            self._put(document.marks.cells)
        return True

    def _why_not_taken(self) -> str:
        if _board_of(self._session.puzzle) != _board_of(self._puzzle):
            return _(
                "Another puzzle is open now. Open the one of the phone, share it again, and send"
                " the board once more."
            )
        return self._why_no_marks()

    def _why_no_marks(self) -> str:
        session = self._session
        if session.mode is Mode.DRAW:
            return _("This puzzle is being drawn. Switch to Play to take over marks.")
        if session.is_locked:
            return _("This puzzle is solved here. Undo the last move to take over marks.")
        return ""


def _board_of(puzzle: Puzzle) -> object:
    """What two puzzles share whose marks are the same."""
    return puzzle.rows, puzzle.columns, [color.rgb for color in puzzle.palette]


def _reason(make: Callable[[], object]) -> str:
    """Why something cannot be made, as a sentence; empty if it can."""
    try:
        make()
    except NonogramError as error:
        return worded("{sentence}.", sentence=capitalized(str(error)))
    return ""


def _about(puzzle: Puzzle) -> str:
    """Its size, and the number of its colours."""
    size = worded("{width} × {height} cells", width=puzzle.width, height=puzzle.height)
    if puzzle.is_black_and_white:
        return size
    colors = len(puzzle.palette) - 1
    told = plural(colors, "{count} colour", "{count} colours")
    return " · ".join((size, told))
