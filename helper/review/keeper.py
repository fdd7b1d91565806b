"""Keeps a review in the library as it goes on, so that a crash does not lose it."""

from __future__ import annotations

import logging
import uuid

from PySide6.QtCore import QObject

from helper.review.kept import Writer
from helper.review.review_window import ReviewWindow
from puzzles import LibraryError
from puzzles.library import KeptReview, Library

_log = logging.getLogger(__name__)


class Keeper(QObject):
    """Follows a review window until it closes in peace."""

    def __init__(self, window: ReviewWindow, library: Library, owner: str, photo: str) -> None:
        """Begin.

        Args:
            window: What is kept.
            library: Where.
            owner: Whose review it is, see :class:`helper.autosave.Autosave`.
            photo: The picture's name in the folder of photos.
        """
        super().__init__(window)
        self._window = window
        self._library = library
        self._owner, self._photo = owner, photo
        self._id = uuid.uuid4().hex
        self._writer = Writer()
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
        try:
            self._library.keep_review(KeptReview(self._id, self._owner, self._photo, title, text))
        except LibraryError as error:
            self._is_broken = True
            _log.warning("a review is not kept: %s", error)
            self._window.tell(f"Your corrections are not kept in case of a crash: {error}")

    def end(self) -> None:
        """The window was closed: nothing is left to lose."""
        try:
            self._library.end_review(self._id)
        except LibraryError as error:
            _log.warning("a review is not forgotten: %s", error)
