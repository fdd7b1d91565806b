"""What the library says about the puzzles of the days."""

from __future__ import annotations

import logging
from collections import defaultdict
from datetime import date, tzinfo
from functools import partial

from helper.application.day_store import DayStore
from helper.application.library import Library
from helper.application.library_records import day_of
from helper.application.library_writes import LibraryWrites
from helper.home.days import DayNotes
from puzzles.errors import LibraryError

_log = logging.getLogger(__name__)


class LibraryDays:
    """The days of a library; see :class:`~helper.home.days.DayRecord`."""

    def __init__(self, library: Library, writes: LibraryWrites, zone: tzinfo | None = None) -> None:
        """Begin.

        Args:
            library: Of the window's thread.
            writes: Of the window.
            zone: The player's time zone; ``None`` for that of the machine.
        """
        self._library, self._writes, self._zone = library, writes, zone
        self._store = DayStore(library)

    def notes(self) -> DayNotes:
        """What the library holds now; nothing if it cannot be read."""
        solved = defaultdict[str, set[date]](set)
        try:
            kept = self._store.days()
            for solve in self._library.solves():
                if (day := day_of(solve, self._zone)) is not None:
                    solved[solve.puzzle].add(day)
        except LibraryError as error:
            _log.warning("the calendar shows no progress: %s", error)
            return DayNotes()
        return DayNotes(kept, {puzzle: frozenset(days) for puzzle, days in solved.items()})

    def keep(self, day: date, puzzle: str) -> None:
        """Keep the puzzle of a day."""
        self._writes.write(
            "day " + day.isoformat(), partial(self._store.keep, day, puzzle), _log_failure
        )


def _log_failure(error: LibraryError) -> None:
    _log.warning("the puzzle of a day is not kept: %s", error)
