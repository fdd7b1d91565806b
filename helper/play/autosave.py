"""Keeps every game in the library, move by move, and continues games.

A game is a puzzle with its moves. It is found by the hash of its clues or, if it is a drawing, by
its file.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep

from PySide6.QtCore import QObject, Signal

from helper.application.library import Library, data_folder
from helper.application.library_records import (
    NO_KEY,
    Game,
    GameKey,
    GameProgress,
    GameState,
    Solve,
    best_solves,
)
from helper.application.library_writes import LibraryWrites
from helper.application.locks import FOLDER, is_running, lock_of, running_programs
from helper.application.private import private_folder
from helper.play.clock import PlayClock
from helper.play.counts import PlayCounts
from helper.play.journal import Journal, Snapshot, file_from_text, key_of, restore
from helper.play.session import Session
from helper.play.session_state import FileState
from puzzles import LibraryError, NonogramError, Puzzle
from puzzles.clue_hash import clue_hash
from puzzles.errors import LibraryBusyError
from puzzles.formats import Document
from puzzles.paths import is_file
from puzzles.words import _, worded

_log = logging.getLogger(__name__)
_PATIENCE_S = 0.05
"""How long a game is tried to be taken while another program writes into the library, s."""


class Autosave(QObject):
    """Writes every move to the library as it is made, and finds games to continue.

    A game is in the library from its first change on and stays there when it is closed. Each
    running program holds a lock file named after its ``owner``; if nobody holds the lock of a
    game's owner, that program has crashed. While another program writes into the library, moves
    wait and are then written together.

    A game is **one attempt**: its solve is noted once, with all its seconds and counts. Undo,
    Start Again and closing stay in the attempt; :meth:`Session.restart` begins another one.

    Signals:
        failed: ``str``, why moves are not kept; emitted once until one is kept again.
        recovered: ``str``, that sentence, when moves are kept again.
        zoom_restored: ``int``, the side of a cell that the player chose for a game that is
            continued, in px.
        opened: The library's file was opened: what was read from the library is out of date.
        noticed: ``str``, what the player has to know of the game that is open now.
    """

    failed = Signal(str)
    recovered = Signal(str)
    zoom_restored = Signal(int)
    opened = Signal()
    noticed = Signal(str)

    def __init__(
        self,
        session: Session,
        library: Library,
        parent: QObject | None = None,
        writes: LibraryWrites | None = None,
    ) -> None:
        """Begin.

        Args:
            session: What is kept.
            library: Where it is kept; if its file is not open yet, see :meth:`open`.
            parent: The window.
            writes: The window's writes into the library.

        Raises:
            OSError, LibraryError: See :meth:`open`.
        """
        super().__init__(parent)
        self.session = session
        self.library = library
        self.writes = LibraryWrites(self) if writes is None else writes
        self.clock = PlayClock()
        session.played_s = lambda: self.clock.seconds
        self.counts = PlayCounts(self)
        self.owner = uuid.uuid4().hex
        self._data = data_folder()
        self._lock = lock_of(self._data, self.owner)
        if library.is_kept:
            self._hold_lock()
        self._problem = ""
        self._continued: Game | None = None
        """The game that is just being restored."""
        self._journal: Journal | None = None
        self._latest: Snapshot | None = None
        """The last snapshot of the game."""
        self._is_noted = False
        self._best_before: Solve | None = None
        """The best solve before the one that is just noted."""
        self._is_wanted = False
        """Whether the open game is kept before anything is done."""
        self._is_doubled = False
        """Whether the player knows that another window plays the open puzzle."""
        self._zoom = 0
        """The side of a cell that the player chose, in px; 0: as fits the window."""
        session.history_changed.connect(self._keep)
        session.checkpoints_changed.connect(self._keep)
        session.saved.connect(self._keep)
        session.reset.connect(self._begin)
        session.solved_changed.connect(self._note_solved)
        self.counts.changed.connect(self._keep)
        self._keep()

    def open(self) -> None:
        """Open the library's file, and keep in it what was done so far, and all that follows.

        Raises:
            OSError: The folder of the lock files cannot be made.
            LibraryError: The file cannot be opened, or no lock can be held, so that another program
                would take this game.
        """
        self._hold_lock()
        self.library.open()
        self._journal = self._latest = None
        self._keep()
        self.opened.emit()

    def shut(self) -> str:
        """Leave the game and close the library's file; :meth:`open` may follow.

        Returns:
            A sentence if something could not be stored.
        """
        self._leave()
        problem = self.writes.finish()
        self.library.close()
        return problem

    def _hold_lock(self) -> None:
        if self._lock.is_held:
            return
        locks = private_folder(private_folder(self._data) / FOLDER)
        try:
            is_held = self._lock.take()
        except OSError:
            is_held = False
        if not is_held:
            raise LibraryError(worded("{folder}: cannot be written into", folder=locks))
        running_programs(self._data)  # removes the lock files of programs that have crashed

    @property
    def is_keeping(self) -> bool:
        """Whether everything up to now is in the library's file."""
        return self.library.is_kept and not self._problem and not self.writes.are_pending

    # Solves

    def attempt(self) -> Solve:
        """The attempt at the open puzzle as a solve, with its time and counts now."""
        puzzle = self.session.puzzle
        return Solve(
            clue_hash(puzzle),
            puzzle.title,
            puzzle.height,
            puzzle.width,
            len(puzzle.palette) - 1,
            self.clock.seconds,
            self.counts.value,
        )

    def earlier_best(self) -> Solve | None:
        """The best solve of the open puzzle before this attempt.

        ``None`` if there is none, if this attempt was noted before, or if the library is busy.
        """
        if self._is_noted:
            return self._best_before
        try:
            return best_solves(self.library.solves()).get(clue_hash(self.session.puzzle))
        except LibraryError as error:
            _log.warning("no earlier solve can be looked up: %s", error)
            return None

    # Continuing

    def resume(self, document: Document, path: Path | None = None) -> bool:
        """Continue the game of a puzzle instead of opening the puzzle.

        A file with marks of its own that this program did not write is not replaced by a game.

        Returns:
            ``False`` if nothing was done: there is no such game, or another window plays it.

        Raises:
            LibraryBusyError: Another program writes into the library.
        """
        key = key_of(document, path)
        try:
            games = self.library.games_of(key)
        except LibraryBusyError:
            raise
        except LibraryError as error:
            _log.warning("no game can be looked up: %s", error)
            return False
        for game in games:
            try:
                saved = file_from_text(game.files)
                is_saved = saved.path == path and saved.document == document
                is_begun = game.key.puzzle == key.puzzle and document.marks.is_untouched
                is_wanted = is_saved or (
                    key.puzzle and is_begun and not _is_of_another_file(game, path)
                )
                if is_wanted and (taken := self._taken(game)):
                    self.restore(taken, FileState.of(path, document) if path else None)
                    if path and saved.path is None:
                        self.session.describe(_named_as(self.session.puzzle, document.puzzle))
                    return True
            except LibraryBusyError:
                raise
            except (ValueError, NonogramError) as error:
                _log.warning("a game cannot be restored: %s", error)
        return False

    @property
    def zoom(self) -> int:
        """The side of a cell that the player chose, in px; 0: as fits the window."""
        return self._zoom

    @property
    def open_game(self) -> str:
        """The id of the game that is open; empty if it has no moves yet."""
        return "" if self._journal is None else self._journal.game

    def continue_game(self, game_id: str) -> bool:
        """Continue a game by its id.

        Returns:
            ``False`` if it is not there any more, or another window plays it.

        Raises:
            ValueError: The beginning of its journal is damaged; nothing is changed.
            NonogramError: A puzzle in it is damaged, or the library cannot be used.
        """
        if self.open_game == game_id:
            return True
        game = self.library.game(game_id)
        taken = None if game is None else self._taken(game)
        if taken is None:
            return False
        self.restore(taken)
        return True

    def _taken(self, game: Game) -> Game | None:
        """Take a game that no other window plays; the game as it is then, or ``None``."""
        is_up_to_date = not self.writes.are_pending
        is_own = game.owner == self.owner
        if not (is_up_to_date if is_own else not game.owner or self.is_gone(game.owner)):
            return None
        end = monotonic() + _PATIENCE_S
        while True:
            try:
                return self.library.take_game(game.id, self.owner, game.owner)
            except LibraryBusyError:
                if monotonic() >= end:
                    raise
                sleep(_PATIENCE_S / 10)

    def restore(self, game: Game, file: FileState | None = None) -> None:
        """Continue a game that this window has taken, with its undo history.

        Args:
            game: The game.
            file: Where it is saved, if that is not where it was.

        Raises:
            ValueError: The beginning of its journal is damaged; the open puzzle stays.
            FormatError: A puzzle in the beginning is damaged; the open puzzle stays.
        """
        self._continued = game
        try:
            is_whole = restore(self.session, game, file)
        except BaseException:
            if game.id != self.open_game:
                self._release(game.id)
            raise
        finally:
            self._continued = None
        if not is_whole:
            self.noticed.emit(
                _("The end of this game's journal is damaged: you go on before the damage.")
            )

    def keep(self) -> None:
        """Keep the open puzzle from now on, before anything is done: nobody else has it."""
        self._is_wanted = True
        self._keep()

    def forget(self) -> None:
        """Delete the open game, which another puzzle is about to replace."""
        if game := self.open_game:
            self.writes.forget(f"game {game}")
            self._write("end", partial(self.library.end_game, game), _log_failure)
            self._journal = self._latest = None

    def set_aside(self, game_id: str) -> None:
        """Keep a damaged game without offering it any more."""
        action = partial(self.library.set_state, game_id, GameState.DAMAGED)
        self._write("state", action, _log_failure, game_id)

    def is_gone(self, owner: str) -> bool:
        """Whether the program with that owner has ended or crashed."""
        return not is_running(self._data, owner)

    # Keeping

    def keep_zoom(self, zoom: int) -> None:
        """Keep the side of a cell that the player chose, in px; 0: as fits the window."""
        self._zoom = zoom
        if self._journal is not None:
            action = partial(self.library.set_zoom, self._journal.game, zoom)
            self._write("zoom", action, _log_failure)

    def close(self) -> str:
        """The window closes; returns a sentence if something could not be stored."""
        self.clock.run(False)
        self._leave()
        problem = self.writes.finish()
        self._lock.release()
        return problem

    def _begin(self) -> None:
        """Another puzzle was opened, or a game was restored."""
        game = self._continued
        if game is not None and game.id == self.open_game:
            self._journal = self._latest = None  # it is not left
        self._leave()
        self._is_doubled = self._is_wanted = False
        progress = GameProgress() if game is None else game.progress
        self.clock.set(progress.seconds)
        self._is_noted, self._best_before = progress.is_noted, None
        self._zoom = progress.zoom
        self.counts.value = progress.counts
        if game is None:
            self._keep()
            self._tell_if_doubled(key_of(self.session.state.document, self.session.path))
        else:
            self._go_on(game)
        self.counts.begun.emit()

    def _go_on(self, game: Game) -> None:
        self._is_wanted = not game.moves
        self._latest = Snapshot.of(self.session, game.progress)
        self._journal = Journal(self.library, self.owner, game.id)
        self._journal.go_on(
            self._latest._replace(title=game.title, file=file_from_text(game.files), key=game.key)
        )
        if zoom := game.progress.zoom:
            self.zoom_restored.emit(zoom)

    def _leave(self) -> None:
        """Leave the current game in the library; one in which nothing was done is deleted."""
        journal, latest = self._journal, self._latest
        self._journal = self._latest = None
        if journal is None or latest is None:
            return
        game = journal.game
        if latest.is_worth_keeping or self._is_wanted:
            # The session may have another puzzle already: the last snapshot counts.
            progress = replace(latest.progress, seconds=self.clock.seconds, zoom=self._zoom)
            last = latest._replace(progress=progress)
            self._write("game", partial(journal.write, last), self._fail, game)
            self._release(game)
        else:
            self._journal = journal
            self.forget()

    def _keep(self) -> None:
        """Write what the library does not know yet."""
        progress = GameProgress(
            seconds=self.clock.seconds,
            counts=self.counts.value,
            is_noted=self._is_noted,
            zoom=self._zoom,
        )
        now = Snapshot.of(self.session, progress, self._latest)
        if self._journal is None:
            if not (now.is_worth_keeping or now.moves or self._is_wanted):
                return
            self._journal = Journal(self.library, self.owner, uuid.uuid4().hex)
            self._tell_if_doubled(now.key)
        self._latest = now
        journal = self._journal

        def write() -> None:
            journal.write(now)
            if sentence := self._problem:
                self._problem = ""
                self.recovered.emit(sentence)

        self._write("game", write, self._fail)

    def _release(self, game: str) -> None:
        action = partial(self.library.release_game, game, self.owner)
        self._write("owner", action, _log_failure, game)

    def _tell_if_doubled(self, key: GameKey) -> None:
        """Tell once that another window plays the puzzle that is open here."""
        if self._is_doubled or key == NO_KEY:
            return
        try:
            owners = self.library.owners_of(key) - {self.owner}
        except LibraryError as error:
            _log.warning("other games cannot be looked up: %s", error)
            return
        if any(not self.is_gone(owner) for owner in owners):
            self._is_doubled = True
            self.noticed.emit(
                _("Another window plays this puzzle, too: this window keeps a game of its own.")
            )

    def _write(
        self,
        what: str,
        action: Callable[[], None],
        failed: Callable[[LibraryError], None],
        game: str = "",
    ) -> None:
        game = game or (self._journal.game if self._journal else "")
        self.writes.write(f"{what} {game}", action, failed)

    def _fail(self, error: LibraryError) -> None:
        """Report it once; the next move is tried again, with all that were not written."""
        if not self._problem:
            self._problem = worded(
                "Your moves are not kept in case of a crash: {error}", error=error
            )
            _log.warning("moves are not kept: %s", error)
            self.failed.emit(self._problem)

    def _note_solved(self, is_solved: bool) -> None:
        """Note that the player has solved the puzzle, once for a game."""
        session = self.session
        is_mine = is_solved and session.is_solved_by_hand
        if not is_mine or self._is_noted:
            self._best_before = None
            return
        self.clock.run(False)  # all that is said of the solve has the same time
        self._best_before = self.earlier_best()
        self._is_noted = True
        self._write("solve", partial(self.library.add_solve, self.attempt()), _log_failure)


def _named_as(puzzle: Puzzle, named: Puzzle) -> Puzzle:
    """The puzzle of a game without a file with what a file says beside the same clues."""
    texts = ("title", "author", "copyright", "license", "catalogue")
    others = {name: getattr(named, name) for name in texts}
    if (puzzle.rows, puzzle.columns) == (named.rows, named.columns):  # it was not turned
        others |= {"palette": named.palette, "goal": named.goal, "extras": named.extras}
    return replace(puzzle, **others)


def _is_of_another_file(game: Game, path: Path | None) -> bool:
    """Whether a game belongs to another file than the one that is opened, and that is there."""
    other = game.key.path
    return bool(path and other and other != str(path) and is_file(Path(other)))


def _log_failure(error: LibraryError) -> None:
    _log.warning("the library is not up to date: %s", error)
