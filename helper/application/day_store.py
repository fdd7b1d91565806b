"""Which puzzle each day had for the player, in the library. No Qt."""

from __future__ import annotations

from datetime import date

from helper.application.library import Library


class DayStore:
    """Reads and writes the puzzles of the days.

    Every method is one transaction and raises errors as :class:`Library` does.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def days(self) -> dict[date, str]:
        """The hashes of the puzzles' clues by their days, without what is damaged."""
        with self._library.reading() as db:
            found = db.execute(
                "select day, puzzle from days where typeof(day) = 'text' and puzzle != ''"
            ).fetchall()
        days = ((_day(text), str(puzzle)) for text, puzzle in found)
        return {day: puzzle for day, puzzle in days if day is not None}

    def keep(self, day: date, puzzle: str) -> None:
        """Keep the puzzle of a day, by the hash of its clues; one that is kept already stays."""
        with self._library.writing() as db:
            db.execute(
                "insert or ignore into days (day, puzzle) values (?, ?)", (day.isoformat(), puzzle)
            )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
