"""Pastes puzzles that others have copied; gives the picture of a solved one to others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from helper.author.author_check import AuthorCheck
from helper.author.author_work import MAX_QUICK, has_clues, read_text
from helper.author.check_result import unknown_text
from helper.commands.command import CREATE_CHOICES, Command, Feature, MenuPlace
from helper.finish.inks import inks_of
from helper.images.picture_files import has_picture
from helper.images.puzzle_picture import painted_picture, picture_to_share, png_bytes
from helper.images.replay import ENDINGS, most_boards, replay_bytes
from helper.main_window.desk import Desk
from helper.play.moves import check_size
from helper.widgets.text_dialog import asked
from puzzles import Grid
from puzzles.board_picture import BoardPicture
from puzzles.errors import FormatError, LibraryError, SeveralPuzzlesError
from puzzles.formats import (
    MAX_BYTES,
    Document,
    format_of,
    read_bytes,
)
from puzzles.formats.atomic import write_atomically
from puzzles.titles import file_stem
from puzzles.words import _, capitalized, worded

_SOURCE = _("the text on the clipboard")
_TYPED = ("csv", "json", "jsonl", "picross")
"""Formats that people type, and whose errors say less than what is understood of the text."""


class ClipboardCommands(Feature):
    """Opens the puzzles that others have copied."""

    def __init__(
        self, desk: Desk, may_leave: Callable[[], bool], offer: Callable[[Document], bool]
    ) -> None:
        """Begin.

        Args:
            desk: Has the open puzzle.
            may_leave: Asks whether the open puzzle may be left.
            offer: Offers the marks of a board; false if it is of another puzzle than the open one.
        """
        super().__init__(desk.window)
        self._messages, self._session = desk.messages, desk.session
        self._window, self._themes = desk.window, desk.themes
        self._may_leave, self._offer = may_leave, offer

    def commands(self) -> tuple[Command, ...]:
        """File > New From Text."""
        return (
            Command(
                "new_from_text",
                _("New &From Text…"),
                self.new_from_text,
                MenuPlace("file", 215),
                _("Read two lists of clues as people share them, in a program, a chat or a forum"),
                also=(MenuPlace(CREATE_CHOICES, 105),),
            ),
        )

    @property
    def can_paste(self) -> bool:
        """Whether there is text on the clipboard, and no picture."""
        data = QApplication.clipboard().mimeData()
        return data is not None and data.hasText() and not has_picture(data)

    def new_from_text(self) -> None:
        """File > New From Text; begins with the clues on the clipboard, if there are any."""
        text = QApplication.clipboard().text()
        is_clues = bool(text.strip()) and len(text) <= MAX_QUICK and read_text(text).documents
        self.ask_what_is_meant(text if is_clues else "")

    def ask_what_is_meant(self, text: str) -> None:
        """Show what is understood of a text, and open it if the user agrees."""
        from helper.author.shared_text_dialog import SharedTextDialog

        check = AuthorCheck()
        with asked(SharedTextDialog(self._themes.theme, check, text, self._window)) as dialog:
            is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
            check.close()
            check.deleteLater()
            document = dialog.document
        if not is_accepted or document is None:
            return
        if self._may_leave():
            self._session.open_unsaved(document)
            self._messages.info(_("The puzzle in the text is open."))
            if text := unknown_text(document.puzzle):
                self._messages.notice(text)

    def paste(self) -> None:
        """Open the puzzle in the text on the clipboard; show first what is understood of clues."""
        text = QApplication.clipboard().text()
        data = text.encode("utf-8", "replace")
        if not data.strip() or len(data) > MAX_BYTES:
            self._messages.warning(_("The text on the clipboard is no puzzle."))
            return
        if is_shared_text(data):
            if len(text) > MAX_QUICK or has_clues(text):
                self.ask_what_is_meant(text)
            else:
                self._messages.warning(_("The text on the clipboard is no puzzle."))
            return
        try:
            document = read_bytes(data, _SOURCE, may_be_incomplete=True)
            check_size(document.puzzle, _SOURCE)
        except SeveralPuzzlesError:
            self.ask_what_is_meant(text)
            return
        except FormatError as error:
            self._messages.warning(worded("{sentence}.", sentence=capitalized(str(error))))
            return
        if self._offer(document):
            return
        if self._may_leave():
            self._session.open_unsaved(document)
            self._messages.info(_("The puzzle from the clipboard is open."))
            for note in document.notes:
                self._messages.warning(note)
            if text := unknown_text(document.puzzle):
                self._messages.notice(text)


def is_shared_text(data: bytes) -> bool:
    """Whether a text is in no format, or in one that people type and that does not read it."""
    known = format_of(data, _SOURCE)
    if known is None or known.id not in _TYPED:
        return known is None
    try:
        known.read_all(data, _SOURCE)
    except FormatError:
        return True
    return False


class PictureCommands(QObject):
    """Hands on the shaded cells of the session's puzzle, in their colours."""

    def __init__(self, desk: Desk, shelf: Callable[[], str]) -> None:
        """``shelf``: the id of the shelf of the open puzzle; empty for none."""
        super().__init__(desk.window)
        self._desk, self._messages, self._shelf = desk, desk.messages, shelf

    def picture(self) -> BoardPicture:
        """The picture in its colours; a black and white one in the inks of its shelf."""
        return self._picture_of(self._desk.session.marks)

    def _picture_of(self, marks: Grid) -> BoardPicture:
        session, shelf = self._desk.session, self._shelf()
        is_inked = self._desk.settings.preferences.shelf_inks and bool(shelf)
        if session.puzzle.is_black_and_white and session.is_solved and is_inked:
            return session.puzzle.picture(marks.cells, inks_of(shelf))
        return painted_picture(session.puzzle, marks, self._desk.themes.theme)

    @property
    def _image(self) -> QImage:
        return picture_to_share(self.picture())

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self._image)
        self._messages.info(_("The picture is on the clipboard."))

    def save(self) -> None:
        """Save the picture as a PNG file, or how it came about as an animated picture."""
        name = f"{file_stem(self._desk.session.puzzle.title)}.png"
        start = str(Path(self._desk.settings.save_folder) / name)
        filters = _("PNG images (*.png);;Replays of your moves (*.gif *.webp)")
        chosen, kind = QFileDialog.getSaveFileName(
            self._desk.window, _("Save Picture"), start, filters
        )
        if not chosen:
            return
        path = Path(chosen)
        if not path.suffix:
            path = path.with_suffix(ENDINGS[0] if ENDINGS[0] in kind else ".png")
        ending = path.suffix.lower()
        if ending in ENDINGS:
            session = self._desk.session
            boards = session.boards(most_boards(session.marks.height, session.marks.width))
            data = replay_bytes([*map(self._picture_of, boards)], ending)
        else:
            data = png_bytes(self._image)
        try:
            write_atomically(path, data)
        except LibraryError as error:
            self._messages.warning(str(error))
            return
        self._messages.info(worded("Saved {path}", path=path))
