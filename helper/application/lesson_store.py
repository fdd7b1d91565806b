"""The exercises of lessons that the player has solved, in the library. No Qt."""

from __future__ import annotations

from collections.abc import Iterable

from helper.application.library import Library


class LessonStore:
    """Solved exercises. An exercise is known by a text, so lessons can change in later versions.

    Every method is one transaction, and raises :class:`~puzzles.errors.LibraryError` if it fails.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def solved(self) -> frozenset[str]:
        """The solved exercises."""
        with self._library.reading() as db:
            return frozenset(key for (key,) in db.execute("select exercise from lessons"))

    def add(self, exercises: Iterable[str]) -> None:
        """Note exercises as solved; those that are noted keep their time."""
        with self._library.writing() as db:
            db.executemany(
                "insert or ignore into lessons (exercise) values (?)", [(e,) for e in exercises]
            )
