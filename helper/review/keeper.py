"""Keeps a review in the library as it goes on, so that a crash does not lose it."""

from __future__ import annotations

import logging
import uuid
from functools import partial

from PySide6.QtCore import QObject

from helper.application.library import KeptReview, Library
from helper.application.library_writes import LibraryWrites
from helper.review.draft_text import DraftWriter
from helper.review.review_window import ReviewWindow
from puzzles import LibraryError

_log = logging.getLogger(__name__)


class ReviewKeeper(QObject):
    """Follows a review window until it closes in peace."""

    def __init__(
        self,
        window: ReviewWindow,
        library: Library,
        writes: LibraryWrites,
        owner: str,
        photo: str,
    ) -> None:
        """Begin.

        Args:
            window: What is kept.
            library: Where.
            writes: Write there; they may outlive the window.
            owner: Whose review it is, see :class:`helper.play.autosave.Autosave`.
            photo: The picture's name in the folder of photos.
        """
        super().__init__(window)
        self._window = window
        self._library, self._writes = library, writes
        self._owner, self._photo = owner, photo
        self._id = uuid.uuid4().hex
        self._writer = DraftWriter()
        self._is_broken = False
        window.review.changed.connect(self.keep)
        window.title.textChanged.connect(self.keep)
        window.finished.connect(self.end)
        self.keep()

    def keep(self) -> None:
        """Write down how far it is."""
        text = "" if self._is_broken else self._writer.text(self._window.review.draft)
        if not text:
            return
        title = self._window.title.text()
        review = KeptReview(self._id, self._owner, self._photo, title, text)
        self._writes.write(self._key, partial(self._library.keep_review, review), self._fail)

    def end(self) -> None:
        """The window was closed: nothing is left to lose."""
        self._writes.write(self._key, partial(self._library.end_review, self._id), _not_forgotten)

    @property
    def _key(self) -> str:
        return f"review {self._id}"

    def _fail(self, error: LibraryError) -> None:
        self._is_broken = True
        _log.warning("a review is not kept: %s", error)
        self._window.tell(f"Your corrections are not kept in case of a crash: {error}")


def _not_forgotten(error: LibraryError) -> None:
    _log.warning("a review is not forgotten: %s", error)
