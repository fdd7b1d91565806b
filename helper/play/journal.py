"""Keeps the rows of one game in the library up to date. No Qt.

It gets a snapshot of the session, which never changes, and writes what is new. So a write may wait.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from helper.application.library import Library
from helper.application.library_records import (
    NO_COUNTS,
    Game,
    GameFacts,
    GameKey,
    GameProgress,
    GameState,
)
from helper.play.moves import (
    Move,
    Paint,
    SheetState,
    checked_history,
    document_from_text,
    move_from_text,
    move_to_text,
    state_from_json,
    state_to_json,
)
from helper.play.session import Session
from helper.play.session_state import FileState, checkpoints_from_text, checkpoints_to_text
from helper.play.timeline import Timeline
from puzzles import NonogramError, Puzzle
from puzzles.clue_hash import clue_hash
from puzzles.formats import Document
from puzzles.formats.non import NON
from puzzles.json_text import read_json
from puzzles.words import worded

_log = logging.getLogger(__name__)


class Snapshot(NamedTuple):
    """All that the library keeps of a game; immutable, since a write may have to wait."""

    puzzle: Puzzle
    title: str
    key: GameKey
    base: SheetState
    file: FileState
    moves: tuple[Move, ...]
    progress: GameProgress

    @classmethod
    def of(
        cls, session: Session, progress: GameProgress, before: Snapshot | None = None
    ) -> Snapshot:
        """The session as it is now.

        Args:
            session: The session.
            progress: What the session does not know: time, counts, zoom, whether it is noted.
            before: An earlier snapshot; the key of the same puzzle is not computed again.
        """
        path, puzzle, state = session.path, session.puzzle, _state_of(session)
        if (
            before is not None
            and before.puzzle is puzzle
            and before.file is session.file
            and GameState.DRAWING not in (before.progress.state, state)
        ):
            key = before.key
        else:
            key = key_of(session.state.document, path)
        return cls(
            puzzle,
            puzzle.title or (path.name if path else ""),
            key,
            session.base,
            session.file,
            tuple(session.history),
            replace(
                progress,
                position=session.position,
                is_modified=session.is_modified,
                state=state,
                facts=_facts_of(session),
                checkpoints=checkpoints_to_text(session.checkpoints),
                is_played=_is_played(session),
            ),
        )

    @property
    def is_worth_keeping(self) -> bool:
        """Whether something was done that closing would lose, or that must not be forgotten."""
        now = self.progress
        return now.is_modified or now.position > 0 or now.counts != NO_COUNTS


class Journal:
    """Writes one game."""

    def __init__(self, library: Library, owner: str, game: str) -> None:
        """``game``: its id."""
        self.game = game
        self._library = library
        self._owner = owner
        self._moves: tuple[Move, ...] = ()
        """The moves that are written."""
        self._described: tuple[str, FileState, GameKey] | None = None

    def go_on(self, snapshot: Snapshot) -> None:
        """Go on with a game that is in the library already, as it was restored."""
        self._moves = snapshot.moves
        self._described = snapshot.title, snapshot.file, snapshot.key

    def write(self, now: Snapshot) -> None:
        """Bring the library up to date. What was written before it became busy is not repeated."""
        library, described = self._library, (now.title, now.file, now.key)
        if self._described is None:
            base, file = json.dumps(state_to_json(now.base)), file_to_text(now.file)
            library.start_game(self.game, self._owner, now.title, base, file, now.key)
        elif described != self._described:
            library.describe_game(self.game, now.title, file_to_text(now.file), now.key)
        self._described = described
        same = 0
        for ours, theirs in zip(self._moves, now.moves, strict=False):
            if ours is not theirs:
                break
            same += 1
        new = tuple(move_to_text(move) for move in now.moves[same:])
        library.record(self.game, same, new, now.progress)
        self._moves = now.moves


def restore(session: Session, game: Game, file: FileState | None = None) -> bool:
    """Continue a game where its journal ends, or breaks.

    Args:
        session: Gets the game.
        game: From the library.
        file: Where it is saved, if that is not where it was.

    Returns:
        Whether the whole journal is there: a damaged one is restored up to the break.

    Raises:
        ValueError: Its first state is damaged; nothing is changed.
        FormatError: A puzzle in that is damaged; nothing is changed.
    """
    base, moves, position, is_whole = _parsed(game)
    checkpoints = checkpoints_from_text(game.progress.checkpoints, len(moves))
    session.restore(base, file or file_from_text(game.files), moves, position, checkpoints)
    return is_whole


def key_of(document: Document, path: Path | None) -> GameKey:
    """What the game of a puzzle is found by. A drawing's clues change, so only its file counts."""
    is_puzzle = document.puzzle.has_clues and not document.is_drawing
    return GameKey(clue_hash(document.puzzle) if is_puzzle else "", str(path or ""))


def file_to_text(file: FileState) -> str:
    """A game's file as one line of text."""
    path = str(file.path) if file.path else None
    text = NON.write(file.document).decode()
    return json.dumps({"path": path, "document": text, "stamp": file.stamp})


def file_from_text(text: str) -> FileState:
    """The file of a game, from its text.

    Raises:
        ValueError: The text is damaged.
        FormatError: The document in it is damaged.
    """
    try:
        fields = read_json(text)
        if "document" not in fields:  # an earlier version: the files of several sheets, by number
            (first, *others) = fields.values()
            fields = {**first, "path": None} if others else first
        path = Path(fields["path"]) if fields["path"] else None
        stamp = fields.get("stamp", 0)
        if not isinstance(stamp, int):
            raise TypeError("a time is a whole number")
        return FileState(path, document_from_text(fields["document"]), stamp)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(worded("a damaged game: {error}", error=error)) from error


def document_of(game: Game, with_solution: bool = True) -> Document:
    """The puzzle of a game with its marks; in any thread.

    Args:
        game: From the library.
        with_solution: Whether a solution that the program has put on the board counts as marks.

    Raises:
        ValueError: Its first state is damaged.
        FormatError: A puzzle in that is damaged.
    """
    base, moves, position, _ = _parsed(game)
    timeline = Timeline.replayed(base, moves, position)
    return (timeline.state if with_solution else timeline.without_solver).document


def _parsed(game: Game) -> tuple[SheetState, list[Move], int, bool]:
    """The first state, the moves up to the first damaged one, the position, and whether all is
    there.
    """
    try:
        base = state_from_json(read_json(game.base))
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(worded("a damaged game: {error}", error=error)) from error
    moves: list[Move] = []
    try:
        moves.extend(checked_history(base, map(move_from_text, game.moves)))
    except (ValueError, NonogramError) as error:
        _log.warning("a journal breaks after %s moves: %s", len(moves), error)
    wanted: object = game.progress.position  # a column of SQLite may hold anything
    position = min(max(0, wanted), len(moves)) if isinstance(wanted, int) else len(moves)
    return base, moves, position, len(moves) == len(game.moves) and position == wanted


def _facts_of(session: Session) -> GameFacts:
    puzzle = session.puzzle
    return GameFacts(puzzle.height, puzzle.width, len(puzzle.palette) - 1, session.own_share)


def _is_played(session: Session) -> bool:
    done = session.history[: session.position]
    is_drawing = session.is_author_at_work
    return any(is_drawing or (isinstance(move, Paint) and move.is_by_hand) for move in done)


def _state_of(session: Session) -> GameState:
    if session.is_author_at_work:
        return GameState.DRAWING
    is_own = session.is_solved and not session.is_solved_by_machine
    return GameState.SOLVED if is_own else GameState.STARTED
