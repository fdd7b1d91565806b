"""Saves a review in the library after every change, so that a crash does not lose it."""

from __future__ import annotations

import logging
import uuid
from functools import partial

from PySide6.QtCore import QObject

from helper.application.library import Library
from helper.application.library_records import KeptReview
from helper.application.library_writes import LibraryWrites
from helper.review.draft_text import DraftWriter
from helper.review.review_window import ReviewWindow
from puzzles import LibraryError
from puzzles.words import worded

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
    ) -> None:
        """Start.

        Args:
            window: The window whose draft is saved.
            library: Where it is saved.
            writes: Write to the library; they may outlive the window.
            owner: The running program, see :class:`helper.play.autosave.Autosave`.
            photo: The name of the picture in the folder of photos.
        """
        super().__init__(window)
        self._window = window
        self._library, self._writes = library, writes
        self._owner, self._photo = owner, photo
        self._id = uuid.uuid4().hex
        self._writer = DraftWriter()
        self._has_failed = False
        window.review.changed.connect(self.save)
        window.title.textChanged.connect(self.save)
        window.finished.connect(self.end)
        self.save()

    def save(self) -> None:
        """Save the draft and the title."""
        text = "" if self._has_failed else self._writer.text(self._window.review.draft)
        if not text:
            return
        title = self._window.title.text()
        review = KeptReview(self._id, self._owner, self._photo, title, text)
        self._writes.write(self._key, partial(self._library.keep_review, review), self._fail)

    def end(self) -> None:
        """Delete the saved draft, since the window was closed normally."""
        self._writes.write(self._key, partial(self._library.end_review, self._id), _log_not_deleted)

    @property
    def _key(self) -> str:
        return f"review {self._id}"

    def _fail(self, error: LibraryError) -> None:
        self._has_failed = True
        _log.warning("a review is not kept: %s", error)
        self._window.show_message(
            worded("Your corrections are not kept in case of a crash: {error}", error=error)
        )


def _log_not_deleted(error: LibraryError) -> None:
    _log.warning("a review is not forgotten: %s", error)
