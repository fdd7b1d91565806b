"""Messages below the tiles of Home: sentences, and what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from helper.application.library_writes import LibraryWrites
from helper.home.entries import Entry
from helper.home.home_view import HomeView
from helper.home.sidebar import HOME
from puzzles.errors import LibraryError
from puzzles.words import _, capitalized, worded

MESSAGE_MS = 8000
"""How long a sentence stays, as in the status bar."""
_MAX_UNDO = 20
"""Deletions that can be undone one after the other."""


class Done(NamedTuple):
    """Something that can be undone."""

    name: str
    """What Undo would undo, as in "Undo Delete"."""
    sentence: str
    undo: Callable[[], bool]
    """Undoes it in the library; ``False`` if that is not possible any more."""
    place: str
    """Where Home was, which shows it again."""
    entries: Sequence[Entry] = ()
    """What comes back."""


class UndoableChanges(QObject):
    """Changes the library as soon as it is not busy, tells about it, and offers Undo.

    Signals:
        undo_changed: :attr:`undo_name` may have changed.
    """

    undo_changed = Signal()

    def __init__(self, view: HomeView, writes: LibraryWrites) -> None:
        super().__init__(view)
        self._view, self._writes = view, writes
        self._numbers = count()
        self._done: list[Done] = []
        """The latest is the last."""
        self._is_offered = False
        """Whether the latest is shown; not after its message was closed."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._offer)

    @property
    def undo_name(self) -> str:
        """What :meth:`undo` would undo; empty if there is nothing."""
        return self._done[-1].name if self._done else ""

    def change(self, action: Callable[[], None], after: Callable[[], None] = lambda: None) -> None:
        """Change the library as soon as it is not busy, then show it."""

        def act() -> None:
            action()
            self._view.refresh()
            after()

        self._writes.write(f"collections {next(self._numbers)}", act, self._fail)

    def say(self, sentence: str) -> None:
        """Show a sentence for a while; after it, what can be undone is offered again."""
        self.warn(sentence)
        self._timer.start(MESSAGE_MS)

    def warn(self, sentence: str) -> None:
        """Show a sentence until it is closed, since something went wrong."""
        self._timer.stop()
        self._view.banner.show_message(sentence, **{_("Close"): self._offer})

    def offer(self, done: Done) -> None:
        """Tell what was done, and offer to undo it."""
        self._done = [*self._done, done][-_MAX_UNDO:]
        self._is_offered = True
        self._offer()
        self.undo_changed.emit()

    def undo(self) -> None:
        """Undo the latest change that can be undone."""
        if not self._done:
            return
        done = self._done.pop()
        self.undo_changed.emit()
        is_back = True

        def act() -> None:
            nonlocal is_back
            is_back = done.undo()

        def show() -> None:
            self._offer()
            self._show(done)
            if not is_back:
                self.warn(_("This cannot be undone any more: it was done too long ago."))

        self.change(act, show)

    def _show(self, done: Done) -> None:
        """Go to what has come back."""
        view, ids = self._view, [entry.id for entry in done.entries]
        is_shown = all(view.model.row_of(entry_id) is not None for entry_id in ids)
        if view.sidebar.place == HOME or not is_shown or not ids:
            view.sidebar.go_to(done.place)
        for tiles in view.lists:
            found = [row for row in map(tiles.entries.row_of, ids) if row is not None]
            if found:
                view.use(tiles)
                tiles.setCurrentIndex(tiles.entries.index(min(found)))
                tiles.clearSelection()
                break
        view.focus_tiles()

    def _offer(self) -> None:
        self._timer.stop()
        banner = self._view.banner
        if self._done and self._is_offered:
            banner.show_message(
                self._done[-1].sentence, **{_("Undo"): self.undo, _("Close"): self._close}
            )
        else:
            banner.clear()

    def _close(self) -> None:
        self._is_offered = False
        self._view.banner.clear()

    def _fail(self, error: LibraryError) -> None:
        self.warn(worded("{sentence}.", sentence=capitalized(str(error))))
