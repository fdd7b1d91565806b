"""Keeps the journal of the current game, and finds the games that a crash left."""

from __future__ import annotations

import json
import logging
import uuid
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal

from helper.application.library import Game, Library, data_folder
from helper.application.library_writes import LibraryWrites
from helper.application.private import private_folder, tighten
from helper.play.moves import (
    Move,
    document_from_text,
    move_from_text,
    move_to_text,
    state_from_json,
    state_to_json,
)
from helper.play.session import FileState, Session
from puzzles import LibraryError
from puzzles.formats.non import NON
from puzzles.json_text import read_json

_log = logging.getLogger(__name__)


class Autosave(QObject):
    """Writes every move to the library as it is made.

    A game is in the library from its first move until it is closed properly. Each running program
    holds a lock file named after its ``owner``; a game whose owner's lock is free was left by a
    crash. While another program writes into the library, moves wait; they are then written
    together.

    Signals:
        failed: ``str``, why moves are not kept; emitted once until one is kept again.
        recovered: ``str``, that sentence, when moves are kept again.
    """

    failed = Signal(str)
    recovered = Signal(str)

    def __init__(
        self,
        session: Session,
        library: Library,
        parent: QObject | None = None,
        writes: LibraryWrites | None = None,
    ) -> None:
        """Start keeping a session.

        Args:
            session: The session to keep.
            library: The library to write into.
            parent: The window.
            writes: The window's pending writes; ``None`` to make new ones.

        Raises:
            OSError: The folder of the lock files cannot be made.
            LibraryError: No lock can be held there, so another program would offer this game.
        """
        super().__init__(parent)
        self.session = session
        self.library = library
        self.writes = LibraryWrites(self) if writes is None else writes
        self.owner = uuid.uuid4().hex
        private_folder(data_folder())
        self._locks = private_folder(data_folder() / "locks")
        self._lock = self._lock_of(self.owner)
        if not self._lock.lock():
            raise LibraryError(f"{self._locks}: cannot be written into")
        tighten(Path(self._lock.fileName()))
        self._game: str | None = None
        self._is_started = False
        self._written: list[Move] = []
        self._file: FileState | None = None
        self._problem = ""
        session.history_changed.connect(self._keep)
        session.saved.connect(self._keep)
        session.reset.connect(self.end)
        self._keep()

    def left_behind(self) -> list[Game]:
        """The games that a crash left, the latest first; games without changes are deleted."""
        for lock in self._locks.glob("*.lock"):
            self.is_gone(lock.stem)  # this removes lock files of dead programs
        found = []
        for game in self.library.games():
            if game.owner == self.owner or not self.is_gone(game.owner):
                continue
            if game.is_modified:
                found.append(game)
            else:
                self.forget(game)
        return found

    def forget(self, game: Game) -> None:
        """Delete a game that a crash left."""
        self._forget(game.id)

    def _forget(self, game: str) -> None:
        def failed(error: LibraryError) -> None:
            _log.warning("a game is not forgotten: %s", error)

        self.writes.write(f"game {game}", partial(self.library.end_game, game), failed)

    def restore(self, game: Game) -> None:
        """Restore a game with its undo history, and delete it from the library.

        Raises:
            ValueError: Its journal is damaged; nothing is changed.
            FormatError: A puzzle in it is damaged.
        """
        restore(self.session, game)
        self.forget(game)

    def end(self) -> None:
        """Delete the journal of the current game, which was closed properly."""
        if self._game is not None and self._is_started:
            self._forget(self._game)
        elif self._game is not None:
            self.writes.forget(f"game {self._game}")
        self._game = None
        self._is_started = False
        self._written = []

    def close(self) -> str:
        """Close properly; returns a sentence if that could not be stored, otherwise nothing."""
        self.end()
        problem = self.writes.finish()
        self._lock.unlock()
        return problem

    def is_gone(self, owner: str) -> bool:
        """Whether the program with this owner id has ended or crashed."""
        lock = self._lock_of(owner)
        if not lock.tryLock(0):
            return False
        lock.unlock()
        return True

    def _keep(self) -> None:
        """Write the moves that the library does not have yet."""
        if self._game is None and not self.session.history:
            return
        if self._game is None:
            self._game = uuid.uuid4().hex
        self.writes.write(f"game {self._game}", partial(self._write, self._game), self._fail)

    def _fail(self, error: LibraryError) -> None:
        """Report a failure once; the next move tries again to write all that are missing."""
        if not self._problem:
            self._problem = f"Your moves are not kept in case of a crash: {error}"
            _log.warning("moves are not kept: %s", error)
            self.failed.emit(self._problem)

    def _write(self, game: str) -> None:
        """Bring the library up to date; parts written before it was busy are not repeated.

        Files are written before moves, which may lead to a sheet whose file has to be known.
        """
        session = self.session
        if not self._is_started:
            base, file = json.dumps(state_to_json(session.base)), session.file
            self.library.start_game(game, self.owner, _title(session), base, file_to_text(file))
            self._is_started, self._file = True, file
        if session.file is not self._file:
            self._file = session.file
            self.library.set_files(game, _title(session), file_to_text(session.file))
        self._keep_moves(game)
        if sentence := self._problem:
            self._problem = ""
            self.recovered.emit(sentence)

    def _keep_moves(self, game: str) -> None:
        session = self.session
        same = 0
        for ours, theirs in zip(self._written, session.history, strict=False):
            if ours is not theirs:
                break
            same += 1
        new = tuple(move_to_text(move) for move in session.history[same:])
        position = session.undo_stack.index()
        self.library.record(game, position, session.is_modified, same, new)
        self._written = list(session.history)

    def _lock_of(self, owner: str) -> QLockFile:
        lock = QLockFile(str(self._locks / f"{owner}.lock"))
        lock.setStaleLockTime(0)
        return lock


def restore(session: Session, game: Game) -> None:
    """Restore a session from a game's journal.

    Raises:
        ValueError: The journal is damaged; nothing is changed.
        FormatError: A puzzle in it is damaged.
    """
    try:
        base = state_from_json(read_json(game.base))
        moves = [move_from_text(text) for text in game.moves]
        file = _file_from_text(game.files)
        position: object = game.position  # a column of SQLite may hold anything
        if not isinstance(position, int):
            raise TypeError("a position is a whole number")
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"a damaged game: {error}") from error
    session.restore(base, file, moves, position)


def _title(session: Session) -> str:
    return session.puzzle.title or (session.path.name if session.path else "")


def file_to_text(file: FileState) -> str:
    """A game's file as one line of text."""
    path = str(file.path) if file.path else None
    return json.dumps({"path": path, "document": NON.write(file.document).decode()})


def _file_from_text(text: str) -> FileState:
    fields = read_json(text)
    if "document" not in fields:  # an earlier version: the files of several sheets, by number
        (first, *others) = fields.values()
        fields = {**first, "path": None} if others else first
    path = Path(fields["path"]) if fields["path"] else None
    return FileState(path, document_from_text(fields["document"]))
