"""Keeps the journal of the game on the desk, and finds the games that a crash left behind."""

from __future__ import annotations

import contextlib
import json
import logging
import uuid
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal

from helper.moves import (
    Move,
    document_from_text,
    move_from_text,
    move_to_text,
    state_from_json,
    state_to_json,
)
from helper.session import FileState, Session
from puzzles import LibraryError
from puzzles.formats.non import NON
from puzzles.library import Game, Library, data_folder

_log = logging.getLogger(__name__)


class Autosave(QObject):
    """Writes every move to the library as it is made.

    A game lives in the library from its first move until it is closed in peace. Each running
    program holds a lock file named after its ``owner``; a game whose owner's lock nobody holds
    was left behind by a crash.

    Signals:
        failed: ``str``, the sentence why moves are no longer kept; said once.
    """

    failed = Signal(str)

    def __init__(self, session: Session, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.library = library
        self.owner = uuid.uuid4().hex
        self._locks = data_folder() / "locks"
        self._locks.mkdir(parents=True, exist_ok=True)
        self._lock = self._lock_of(self.owner)
        self._lock.lock()
        self._game: str | None = None
        self._written: list[Move] = []
        self._files: dict[int, FileState] = {}
        self._is_broken = False
        session.history_changed.connect(self._keep)
        session.saved.connect(self._keep)
        session.reset.connect(self.end)

    def left_behind(self) -> list[Game]:
        """The games that a crash left behind, the latest first; those without loss are dropped."""
        for lock in self._locks.glob("*.lock"):
            self.is_gone(lock.stem)  # asking removes what a dead program left there
        found = []
        for game in self.library.games():
            if game.owner == self.owner or not self.is_gone(game.owner):
                continue
            if game.is_modified:
                found.append(game)
            else:
                self.library.end_game(game.id)
        return found

    def restore(self, game: Game) -> None:
        """Put a game on the desk as it was, undo history included.

        Raises:
            ValueError: Its journal is damaged.
        """
        base = state_from_json(json.loads(game.base))
        moves = [move_from_text(text) for text in game.moves]
        files = _files_from_text(game.files)
        self.session.restore(base, files, moves, game.position)
        self.library.end_game(game.id)

    def end(self) -> None:
        """The game on the desk ends in peace: its journal is not needed any more."""
        if self._game is not None:
            with contextlib.suppress(LibraryError):
                self.library.end_game(self._game)
        self._game = None
        self._written = []

    def close(self) -> None:
        """The window closes in peace."""
        self.end()
        self._lock.unlock()

    def is_gone(self, owner: str) -> bool:
        """Whether the program that called itself so has ended, or crashed."""
        lock = self._lock_of(owner)
        if not lock.tryLock(0):
            return False
        lock.unlock()
        return True

    def _keep(self) -> None:
        """Write down whatever the library does not know yet."""
        session = self.session
        if self._is_broken or (self._game is None and not session.history):
            return
        try:
            if self._game is None:
                self._start()
            self._keep_moves()
            if session.files != self._files:
                self._files = dict(session.files)
                self.library.set_files(self._id, _title(session), _files_to_text(self._files))
        except LibraryError as error:
            self._is_broken = True
            _log.warning("moves are not kept: %s", error)
            self.failed.emit(f"Your moves are not kept in case of a crash: {error}")

    @property
    def _id(self) -> str:
        assert self._game is not None
        return self._game

    def _start(self) -> None:
        session = self.session
        self._game = uuid.uuid4().hex
        self._files = dict(session.files)
        base, files = json.dumps(state_to_json(session.base)), _files_to_text(self._files)
        self.library.start_game(self._game, self.owner, _title(session), base, files)

    def _keep_moves(self) -> None:
        session = self.session
        same = 0
        for ours, theirs in zip(self._written, session.history, strict=False):
            if ours is not theirs:
                break
            same += 1
        new = tuple(move_to_text(move) for move in session.history[same:])
        position = session.undo_stack.index()
        self.library.record(self._id, position, session.is_modified, same, new)
        self._written = list(session.history)

    def _lock_of(self, owner: str) -> QLockFile:
        lock = QLockFile(str(self._locks / f"{owner}.lock"))
        lock.setStaleLockTime(0)
        return lock


def _title(session: Session) -> str:
    return session.puzzle.title or (session.path.name if session.path else "")


def _files_to_text(files: dict[int, FileState]) -> str:
    return json.dumps(
        {
            str(sheet): {
                "path": str(file.path) if file.path else None,
                "document": NON.write(file.document).decode(),
            }
            for sheet, file in files.items()
        }
    )


def _files_from_text(text: str) -> dict[int, FileState]:
    return {
        int(sheet): FileState(
            Path(file["path"]) if file["path"] else None, document_from_text(file["document"])
        )
        for sheet, file in json.loads(text).items()
    }
