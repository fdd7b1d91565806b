"""What the library holds: games, solves and reviews, as plain values."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Any, NamedTuple


class GameState(enum.Enum):
    """How far a game is; the values are stored."""

    STARTED = "started"
    SOLVED = "solved"
    """By the player, or the file had all marks; a solution by the program counts as none."""
    DRAWING = "drawing"
    """The player is making the puzzle."""
    DAMAGED = "damaged"
    """Its journal cannot be read; it is kept, and not offered any more."""

    @classmethod
    def _missing_(cls, value: object) -> GameState:
        """The state in a column that is damaged."""
        return cls.STARTED


class GameKey(NamedTuple):
    """What a game is found by."""

    puzzle: str = ""
    """The puzzle's clues as a hash; empty for a drawing."""
    path: str = ""
    """The absolute path of its file; empty for none."""


NO_KEY = GameKey()


class GameFacts(NamedTuple):
    """What a list of games shows, besides title and times."""

    height: int = 0
    width: int = 0
    colors: int = 1
    """Colours besides the background."""
    done: float = 0.0
    """See :meth:`helper.play.timeline.Timeline.share`."""


NO_FACTS = GameFacts()


class GameCounts(NamedTuple):
    """What a game has cost besides time."""

    hints: int = 0
    checks: int = 0
    mistakes: int = 0
    """Wrong cells; they are counted only with lives."""
    lives: int = 0
    """The lives at the start; 0 if it is played without."""
    hint_places: int = 0
    """Of the hints, those that told no more than where; earlier versions did not count them so."""
    hint_techniques: int = 0
    """Those that told no more than where and which technique."""
    hint_wholes: int = 0
    """Those that told the whole step."""

    @property
    def lives_left(self) -> int:
        """How many lives are left."""
        return max(0, self.lives - self.mistakes)


NO_COUNTS = GameCounts()


class GameSummary(NamedTuple):
    """A game without its moves."""

    id: str
    key: GameKey
    title: str
    state: GameState
    seconds: int
    changed_at: int
    """Seconds since the epoch."""
    played_at: float
    """Seconds since the epoch when the player last changed the marks by hand; 0: never."""
    opened_at: float
    """Seconds since the epoch when the player last opened it; 0: not known."""
    facts: GameFacts
    name: str = ""
    """That the player gave it; empty for none."""

    @property
    def used_at(self) -> float:
        """When the player last opened or played it; 0: never."""
        return max(self.opened_at, self.played_at)


class Solve(NamedTuple):
    """A puzzle that the player has solved."""

    puzzle: str
    """The puzzle's clues as a hash."""
    title: str
    height: int
    width: int
    colors: int
    """Colours besides the background."""
    seconds: int
    """The time that the player needed."""
    counts: GameCounts = NO_COUNTS
    solved_at: str = ""
    """UTC, ``YYYY-MM-DD HH:MM:SS``; set by the library."""
    is_forgotten: bool = False
    """Whether it counts for the statistics only, and not for the puzzle's progress."""

    def is_better_than(self, other: Solve) -> bool:
        """Whether it is faster; one without hints and checks is better than one with them."""
        return _rank(self) < _rank(other)


def day_of(solve: Solve, zone: tzinfo | None) -> date | None:
    """The day of a solve.

    Args:
        solve: From the library.
        zone: Of the player; ``None`` for that of the machine.

    Returns:
        The day; ``None`` if the library holds no time.

    >>> from datetime import timedelta, timezone
    >>> late = Solve("", "", 5, 5, 1, 60, solved_at="2026-11-22 23:30:00")
    >>> str(day_of(late, timezone.utc)), str(day_of(late, timezone(timedelta(hours=1))))
    ('2026-11-22', '2026-11-23')
    """
    try:
        return datetime.fromisoformat(solve.solved_at).replace(tzinfo=UTC).astimezone(zone).date()
    except (ValueError, TypeError, OverflowError):  # a column of SQLite may hold anything
        return None


def best_solves(solves: Iterable[Solve]) -> dict[str, Solve]:
    """The best solve of each puzzle by its hash: the fastest one.

    A solve without hints and checks is better than one with them, however fast that was. Forgotten
    ones do not count.
    """
    best: dict[str, Solve] = {}
    for solve in solves:
        if solve.is_forgotten:
            continue
        if solve.puzzle not in best or solve.is_better_than(best[solve.puzzle]):
            best[solve.puzzle] = solve
    return best


def _rank(solve: Solve) -> tuple[bool, int]:
    return solve.counts.hints + solve.counts.checks > 0, solve.seconds


@dataclass(frozen=True)
class GameProgress:
    """What changes in the row of a game while it is played.

    A new value needs a migration, a field here, and its column in :meth:`columns` and :meth:`of`.
    """

    position: int = 0
    """How many of the moves are done; the others can be redone."""
    is_modified: bool = False
    """Whether there are unsaved changes."""
    state: GameState = GameState.STARTED
    seconds: int = 0
    """How long it was played."""
    facts: GameFacts = NO_FACTS
    counts: GameCounts = NO_COUNTS
    is_noted: bool = False
    """Whether its solve is noted already."""
    zoom: int = 0
    """The side of a cell that the player chose, in px; 0: as fits the window."""
    checkpoints: str = ""
    """Names of points in the history, as text; empty for none."""
    is_played: bool = False
    """Whether the player has marked cells by hand; of a drawing, whether anything was drawn."""

    def columns(self) -> dict[str, object]:
        """The values by their columns; of ``is_played`` the library writes the time."""
        return {
            "position": self.position,
            "is_modified": self.is_modified,
            "state": self.state.value,
            "seconds": self.seconds,
            **self.facts._asdict(),
            **self.counts._asdict(),
            "noted": self.is_noted,
            "zoom": self.zoom,
            "checkpoints": self.checkpoints,
        }

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> GameProgress:
        """The values in the columns of a row, some of which may be damaged."""
        zoom = row["zoom"]
        return cls(
            position=row["position"],
            is_modified=bool(row["is_modified"]),
            state=GameState(row["state"]),
            seconds=row["seconds"],
            facts=GameFacts._make(row[name] for name in GameFacts._fields),
            counts=GameCounts._make(row[name] for name in GameCounts._fields),
            is_noted=bool(row["noted"]),
            zoom=zoom if isinstance(zoom, int) and zoom > 0 else 0,
            checkpoints=str(row["checkpoints"]),
            is_played=row["played_at"] != 0,
        )


@dataclass(frozen=True)
class Game:
    """A game, as its journal has it."""

    id: str
    owner: str
    """The program that plays it; empty, or gone after a crash, if none does."""
    title: str
    base: str
    """The sheet before the first move."""
    files: str
    """Where it is saved, as text."""
    moves: tuple[str, ...]
    progress: GameProgress
    changed_at: str = ""
    """UTC, ``YYYY-MM-DD HH:MM:SS``."""
    key: GameKey = NO_KEY


LISTED = "listed "
"""How the identifiers of rows of the list begin."""


@dataclass(frozen=True)
class KeptReview:
    """A review that is not finished."""

    id: str
    owner: str
    """The program that shows it, as in :class:`Game`."""
    photo: str
    """The picture's name in the folder of photos."""
    title: str
    draft: str
    """The draft as text, which the library does not interpret."""

    @property
    def is_listed(self) -> bool:
        """Whether it is a row of the list of scanned puzzles."""
        return self.id.startswith(LISTED)
