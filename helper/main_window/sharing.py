"""Gives the open puzzle to others: as text, as a picture; pastes what others have copied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog

from helper.author.completing import complete_beside
from helper.commands.command import Command, Feature, MenuPlace, Where
from helper.commands.messages import Messages
from helper.finish.inks import inks_of
from helper.images.picture_files import has_picture
from helper.images.puzzle_picture import painted_picture, picture_to_share, png_bytes
from helper.main_window.desk import Desk
from helper.play.moves import check_size
from helper.play.session import Session
from helper.widgets.text_dialog import deleted_on_close
from puzzles import Puzzle
from puzzles.board_picture import BoardPicture
from puzzles.errors import FormatError, LibraryError
from puzzles.formats import (
    MAX_BYTES,
    Document,
    Format,
    IncompletePuzzleError,
    read_bytes,
    written,
)
from puzzles.formats.atomic import write_atomically
from puzzles.formats.document import single
from puzzles.formats.non import NON
from puzzles.titles import file_stem
from puzzles.words import _, capitalized, without_mnemonic, worded

_SOURCE = _("the text on the clipboard")


def _forms() -> tuple[tuple[str, str, Format, str], ...]:
    """Names, what they are for, formats, and what is on the clipboard then."""
    from puzzles.formats.pattern import PATTERN
    from puzzles.formats.puzz_link import PUZZ_LINK

    return (
        (_("Link for puzz.link"), _("Opens the puzzle in a browser"), PUZZ_LINK, "link"),
        (_("ID for Pattern"), _("For Simon Tatham's puzzles: Game > Specific"), PATTERN, "ID"),
        (_("Text"), _("The clues as a file of this program has them"), NON, "text"),
    )


class ClipboardCommands(Feature):
    """Copies the clues of the session's puzzle as text, and opens pasted ones."""

    def __init__(
        self,
        desk: Desk,
        may_leave: Callable[[], bool],
        may_share: Callable[[], bool],
    ) -> None:
        """Begin.

        Args:
            desk: Has the open puzzle.
            may_leave: Asks whether the open puzzle may be left.
            may_share: Asks whether it may be given to others.
        """
        super().__init__(desk.window)
        self._messages, self._session = desk.messages, desk.session
        self._window = desk.window
        self._may_leave, self._may_share = may_leave, may_share
        self._ways: list[QAction] = []

    def commands(self) -> tuple[Command, ...]:
        """Edit > Copy Puzzle As."""
        return (
            Command(
                "copy_puzzle",
                _("Copy Pu&zzle As…"),
                self.ask_how_to_copy,
                MenuPlace("edit", 430),
                _("Put the puzzle on the clipboard as a link, as text, or as an image"),
                shown=Where.BOARD,
            ),
        )

    def ask_how_to_copy(self) -> None:
        """Edit > Copy Puzzle As."""
        from helper.widgets.choices import ChoiceDialog

        title, actions = without_mnemonic(_("Copy Pu&zzle As…")), self._ways_to_copy()
        deleted_on_close(ChoiceDialog(title, actions, self._window)).open()

    def _ways_to_copy(self) -> list[QAction]:
        """A format that cannot hold the open puzzle is disabled and says why."""
        for action in self._ways:
            action.deleteLater()
        self._ways = []
        for name, tip, form, what in _forms():
            action = QAction(name, self)
            action.setObjectName(f"copy_{form.id}")
            why_not = self.why_not(form)
            action.setEnabled(not why_not)
            action.setToolTip(f"{tip}\n{why_not}")
            action.triggered.connect(partial(self.copy, form, what))
            self._ways.append(action)
        image = QAction(_("Image"), self)
        image.setObjectName("copy_image")
        image.setToolTip(_("A picture of the puzzle, without its solution"))
        image.triggered.connect(self.copy_image)
        self._ways.append(image)
        return self._ways

    def copy(self, form: Format, what: str) -> None:
        """Put the clues on the clipboard, without the solution and the marks."""
        try:
            data = self._written(form)
        except FormatError as error:
            self._messages.warning(worded("{sentence}.", sentence=capitalized(str(error))))
            return
        if not self._may_share():
            return
        QApplication.clipboard().setText(data.decode().strip() + "\n" * (form is NON))
        self._messages.info(worded("The puzzle is on the clipboard as {what}.", what=what))

    def why_not(self, form: Format) -> str:
        """Why the open puzzle cannot be copied in a format, as a sentence; empty if it can."""
        try:
            self._written(form)
        except FormatError as error:
            return worded("{sentence}.", sentence=capitalized(str(error)))
        return ""

    def _written(self, form: Format) -> bytes:
        return written(form, [Document.untouched(replace(self._session.puzzle, goal=""))], "")

    def copy_image(self) -> None:
        """Put a picture of the puzzle, without solution and marks, on the clipboard."""
        from helper.paper.picture import PuzzlePicture

        if not self._may_share():
            return
        try:
            image = PuzzlePicture(self._session.puzzle).image()
        except LibraryError as error:
            self._messages.warning(worded("{sentence}.", sentence=capitalized(str(error))))
            return
        QApplication.clipboard().setImage(image)
        self._messages.info(_("The puzzle is on the clipboard as a picture."))

    @property
    def can_paste(self) -> bool:
        """Whether there is text on the clipboard, and no picture."""
        data = QApplication.clipboard().mimeData()
        return data is not None and data.hasText() and not has_picture(data)

    def paste(self) -> None:
        """Open the puzzle in the text on the clipboard."""
        data = QApplication.clipboard().text().encode("utf-8", "replace")
        if not data.strip() or len(data) > MAX_BYTES:
            self._messages.warning(_("The text on the clipboard is no puzzle."))
            return
        try:
            document, found = self._read(data)
            if document is None:
                return
            check_size(document.puzzle, _SOURCE)
        except FormatError as error:
            self._messages.warning(worded("{sentence}.", sentence=capitalized(str(error))))
            return
        if self._may_leave():
            self._session.open_unsaved(document)
            self._messages.info(_("The puzzle from the clipboard is open."))
            for note in document.notes:
                self._messages.warning(note)
            if found:
                self._messages.notice(found)

    def _read(self, data: bytes) -> tuple[Document | None, str]:
        """The puzzle in a text, and the sentence about clues that were not known in it.

        It is ``None`` if the user cancels the search for these.
        """
        try:
            return read_bytes(data, _SOURCE), ""
        except IncompletePuzzleError as error:
            document = single(error.documents, _SOURCE)
            found = complete_beside(document, _SOURCE, self._window)
            return (found.document, found.sentence) if found else (None, "")


class PictureCommands(QObject):
    """Hands on the shaded cells of the session's puzzle, in their colours."""

    def __init__(self, desk: Desk, shelf: Callable[[], str]) -> None:
        """``shelf``: the id of the shelf of the open puzzle; empty for none."""
        super().__init__(desk.window)
        self._desk, self._messages, self._shelf = desk, desk.messages, shelf

    def picture(self) -> BoardPicture:
        """The picture in its colours; a black and white one in the inks of its shelf."""
        session, shelf = self._desk.session, self._shelf()
        is_inked = self._desk.settings.preferences.shelf_inks and bool(shelf)
        if session.puzzle.is_black_and_white and session.is_solved and is_inked:
            return session.puzzle.picture(session.marks.cells, inks_of(shelf))
        return painted_picture(session.puzzle, session.marks, self._desk.themes.theme)

    @property
    def _image(self) -> QImage:
        return picture_to_share(self.picture())

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self._image)
        self._messages.info(_("The picture is on the clipboard."))

    def save(self) -> None:
        """Save the picture as a PNG file."""
        name = f"{file_stem(self._desk.session.puzzle.title)}.png"
        start = str(Path(self._desk.settings.save_folder) / name)
        chosen, _filter = QFileDialog.getSaveFileName(
            self._desk.window, _("Save Picture"), start, _("PNG images (*.png)")
        )
        if not chosen:
            return
        path = Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(".png")
        try:
            write_atomically(path, png_bytes(self._image))
        except LibraryError as error:
            self._messages.warning(str(error))
            return
        self._messages.info(worded("Saved {path}", path=path))


class SharingQuestion:
    """Asks about each puzzle once, as long as it is open."""

    def __init__(
        self, messages: Messages, session: Session, has_several: Callable[[], bool]
    ) -> None:
        """``has_several``: whether the open puzzle is known to have several solutions."""
        self._messages = messages
        self._session = session
        self._has_several = has_several
        self._confirmed: Puzzle | None = None

    def may_share(self) -> bool:
        """Whether to go on: several solutions are not known, or the player wants it."""
        puzzle = self._session.puzzle
        if puzzle == self._confirmed or not self._has_several():
            return True
        is_wanted = self._messages.ask(
            _(
                "This puzzle has several solutions, so those who solve it may find another picture."
                " Go on nevertheless?"
            ),
            _("Several Solutions"),
        )
        if is_wanted:
            self._confirmed = puzzle
        return is_wanted
