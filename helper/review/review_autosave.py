"""Saves reviews and the list in the library after every change, so that a crash loses neither."""

from __future__ import annotations

import logging
import uuid
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from helper.application.library import Library
from helper.application.library_records import LISTED, KeptReview
from helper.application.library_writes import LibraryWrites
from helper.review.draft_text import DraftWriter
from helper.review.photos import store_photo
from helper.review.review_window import ReviewWindow
from puzzles import LibraryError
from puzzles.words import worded

if TYPE_CHECKING:
    from helper.commands.messages import Messages
    from helper.review.list_window import ScanListWindow
    from helper.review.listed_boards import ListedBoard

_log = logging.getLogger(__name__)


class ReviewAutosave(QObject):
    """Saves the draft of a review window until the window closes normally."""

    def __init__(
        self,
        window: ReviewWindow,
        library: Library,
        writes: LibraryWrites,
        owner: str,
        photo: str,
        data: bytes,
    ) -> None:
        """Start.

        Args:
            window: The window whose draft is saved.
            library: Where it is saved.
            writes: Write to the library; they may outlive the window.
            owner: The running program, see :class:`helper.play.autosave.Autosave`.
            photo: The name of the picture in the folder of photos; empty if it is not there yet.
            data: The picture.
        """
        super().__init__(window)
        self._window = window
        self._library, self._writes = library, writes
        self._owner, self._photo, self._data = owner, photo, data
        self._id = uuid.uuid4().hex
        self._writer = DraftWriter()
        self._is_failing = False
        window.review.changed.connect(self.save)
        window.choices.title.textChanged.connect(self.save)
        window.finished.connect(self.end)
        self.save()

    def save(self) -> None:
        """Save the draft and the title."""
        text = self._writer.text(self._window.review.draft)
        title = self._window.choices.title.text()
        self._writes.write(self._key, partial(self._keep, title, text), self._fail)

    def end(self) -> None:
        """Delete the saved draft, since the window was closed normally."""
        self._writes.write(self._key, partial(self._library.end_review, self._id), _log_not_deleted)

    @property
    def _key(self) -> str:
        return f"review {self._id}"

    def _keep(self, title: str, text: str) -> None:
        self._photo = self._photo or store_photo(self._data).name
        self._library.keep_review(KeptReview(self._id, self._owner, self._photo, title, text))
        self._is_failing = False

    def _fail(self, error: LibraryError) -> None:
        """Say it after each change, which took the message away; the next change is tried again."""
        if not self._is_failing:
            self._is_failing = True
            _log.warning("a review is not kept: %s", error)
        self._window.show_message(
            worded("Your corrections are not kept in case of a crash: {error}", error=error)
        )


def _log_not_deleted(error: LibraryError) -> None:
    _log.warning("a review is not forgotten: %s", error)


_STEP_S = 0.02
"""How long rows of the list are written as text before events of the window are handled, s."""


class ListAutosave(QObject):
    """Saves the rows of the list until the list closes normally."""

    def __init__(
        self,
        window: ScanListWindow,
        library: Library,
        writes: LibraryWrites,
        owner: str,
        messages: Messages,
    ) -> None:
        """Start.

        Args:
            window: The list.
            library: Where it is saved.
            writes: Write to the library; they may outlive the window.
            owner: The running program, see :class:`helper.play.autosave.Autosave`.
            messages: Say it while the rows are not kept.
        """
        super().__init__(window)
        self._window = window
        self._messages = messages
        self._library, self._writes, self._owner = library, writes, owner
        self._saved: dict[ListedBoard, _State | None] = {}
        """``None`` for a row of which it is not known whether it was saved as it is."""
        self._writers: dict[ListedBoard, DraftWriter] = {}
        """Those of the puzzles that were edited."""
        self._problem = ""
        """The sentence that is shown while the rows are not kept."""
        self._has_ended = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._save)
        window.rows_changed.connect(self._timer.start)
        window.finished.connect(self.end)

    def save_anew(self) -> None:
        """Save all rows again: the library was in memory only, and has opened its file."""
        self._saved.clear()
        self._timer.start()

    def flush(self) -> None:
        """Save all at once, since the program ends."""
        self._timer.stop()
        self._save(is_all=True)

    def end(self) -> None:
        """Delete what was saved, since the list was closed normally."""
        self._timer.stop()
        self._has_ended = True
        self._show_problem("")
        ids = [board.kept_id for board in (*self._saved, *self._window.boards) if board.kept_id]
        self._writes.write(
            _LIST_KEY, partial(self._library.change_reviews, [], ids), _log_not_deleted
        )

    def _save(self, is_all: bool = False) -> None:
        if self._has_ended:
            return
        shown = dict.fromkeys(self._window.boards)
        gone = [board for board in self._saved if board not in shown or board.is_added]
        kept: list[KeptReview] = []
        end = monotonic() + _STEP_S
        for board in shown:
            state = _State.of(board)
            if board.is_added or self._saved.get(board) == state:
                continue
            if kept and not is_all and monotonic() > end:
                self._timer.start()
                break
            try:
                kept.append(self._kept(board))
            except LibraryError as error:
                self._fail([], error)
                return
            self._saved[board] = state
        for board in gone:
            del self._saved[board]
        if kept or gone:
            ids = [board.kept_id for board in gone]
            key = f"{_LIST_KEY} {uuid.uuid4().hex}"  # every step counts
            self._writes.write(key, partial(self._change, kept, ids), partial(self._fail, gone))

    def _change(self, kept: list[KeptReview], ids: list[str]) -> None:
        self._library.change_reviews(kept, ids)
        self._show_problem("")

    def _kept(self, board: ListedBoard) -> KeptReview:
        from helper.review.listed_text import text_of_board

        writer = DraftWriter()
        if board.edited is not None:
            writer = self._writers.setdefault(board, writer)
        board.kept_id = board.kept_id or f"{LISTED}{uuid.uuid4().hex}"
        photo = store_photo(board.source).name if isinstance(board.source, bytes) else ""
        title = board.title if board.has_puzzle else ""
        return KeptReview(board.kept_id, self._owner, photo, title, text_of_board(board, writer))

    def _fail(self, gone: list[ListedBoard], error: LibraryError) -> None:
        """Say it; at the next change all rows are saved again, and those that are gone deleted."""
        self._saved = dict.fromkeys([*self._saved, *gone])
        self._timer.stop()
        if not self._problem:
            _log.warning("the list is not kept: %s", error)
        self._show_problem(worded("The list is not kept in case of a crash: {error}", error=error))

    def _show_problem(self, sentence: str) -> None:
        if sentence != self._problem:
            self._messages.trouble_is_over(self._problem)
            self._problem = sentence
            if sentence:
                self._messages.trouble(sentence)


_LIST_KEY = "list of scanned puzzles"


class _State(NamedTuple):
    """What of a row is saved: the row is saved again if another object takes the place of one."""

    objects: tuple[int, ...]
    held: tuple[object, ...]
    """The objects, so that no other one gets their identity."""

    @classmethod
    def of(cls, board: ListedBoard) -> _State:
        held = (board.reading, board.draft, board.edited, board.checked)
        return cls((*map(id, held), board.left), held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and self.objects == other.objects

    def __hash__(self) -> int:
        return hash(self.objects)
