"""The photos of scanned puzzles, for the main window."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from helper.application.library_writes import LibraryWrites
from helper.application.theme import ThemeManager
from helper.commands.command import Command, Feature, MenuPlace, Where
from helper.commands.messages import Messages
from helper.play.session import Session
from helper.widgets.text_dialog import deleted_on_close
from puzzles import LibraryError, NonogramError, Puzzle
from puzzles.words import _, worded

_log = logging.getLogger(__name__)


class PhotoShelf(Feature):
    """Stores photos with their puzzles and shows them. Loads its modules on first use."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        themes: ThemeManager,
        writes: LibraryWrites,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._messages = messages
        self._writes = writes
        self._count = 0
        self._has_photo = True
        """As it was when it was looked up last; the library is not asked at every move."""
        self._session = session
        self._themes = themes
        self._window = window

    def commands(self) -> tuple[Command, ...]:
        """View > Show Photo."""
        return (
            Command(
                "photo",
                _("Show &Photo"),
                self.show,
                MenuPlace("view", 400),
                _("The picture that this puzzle came from"),
                icon="photo",
                shown=Where.BOARD,
                why_not=self._why_not,
            ),
        )

    def keep(self, data: bytes) -> None:
        """Keep the picture that the session's puzzle was read from."""
        from helper.review.photos import name_photo, store_photo

        try:
            name = store_photo(data).name
        except LibraryError as error:
            self._not_kept(error)
            return
        self._write(partial(name_photo, self._session.puzzle, name), self._not_kept)

    def _not_kept(self, error: LibraryError) -> None:
        self._messages.info(worded("The picture is not kept with the puzzle: {error}", error=error))

    def _write(self, action: Callable[[], None], failed: Callable[[LibraryError], None]) -> None:
        self._count += 1
        self._writes.write(f"photo {self._count}", action, failed)

    def hand_on(self, before: Puzzle) -> None:
        """Keep the photo of a puzzle whose clues have changed; ``before``: the old puzzle."""
        from helper.review.photos import share_photo

        def failed(error: LibraryError) -> None:
            _log.warning("a photo is lost: %s", error)

        self._write(partial(share_photo, before, self._session.puzzle), failed)

    def look_up(self) -> None:
        """Find out whether a picture is kept with the session's puzzle."""
        from helper.review.photos import photo_of

        try:
            self._has_photo = photo_of(self._session.puzzle) is not None
        except NonogramError:
            self._has_photo = True  # show() says what is wrong

    def _why_not(self) -> str:
        return "" if self._has_photo else _("No picture is kept with this puzzle.")

    def show(self) -> None:
        """Show the picture that the session's puzzle was read from."""
        from helper.review.photos import photo_of

        try:
            path = photo_of(self._session.puzzle)
        except NonogramError as error:
            self._messages.warning(str(error))
            return
        if path is None:
            self._messages.info(_("No picture is kept with this puzzle."))
            return
        from helper.review.photo_dialog import PhotoDialog

        deleted_on_close(PhotoDialog(path, self._themes, self._window)).show()
