"""Which exercises of the lessons are solved, kept in the library."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.learn.lessons.lesson import Lesson
from puzzles.errors import LibraryError
from puzzles.words import worded

_WRITE = "lessons"


class LessonProgress(QObject):
    """The solved exercises.

    Signals:
        changed: An exercise was solved for the first time.
        failed: ``str``, why the progress cannot be kept.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(
        self, store: LessonStore, writes: LibraryWrites, parent: QObject | None = None
    ) -> None:
        """``store``: those that are known; see :meth:`read`."""
        super().__init__(parent)
        self._store = store
        self._writes = writes
        self._solved: set[str] = set()

    def read(self) -> None:
        """Read what the library has; what was solved before it was opened still counts."""
        try:
            self._solved |= self._store.solved()
        except LibraryError as error:
            self._fail(error)
        self.changed.emit()

    def is_solved(self, lesson: Lesson, exercise: int) -> bool:
        """Whether an exercise, counted from 0, was solved."""
        return _key(lesson, exercise) in self._solved

    def solved(self, lesson: Lesson) -> list[int]:
        """The exercises of a lesson that were solved, counted from 0."""
        return [k for k in range(len(lesson.exercises)) if self.is_solved(lesson, k)]

    def is_done(self, lesson: Lesson) -> bool:
        """Whether all exercises of a lesson were solved."""
        return len(self.solved(lesson)) == len(lesson.exercises)

    def add(self, lesson: Lesson, exercise: int) -> None:
        """Note that an exercise is solved."""
        if self.is_solved(lesson, exercise):
            return
        self._solved.add(_key(lesson, exercise))
        self._writes.write(_WRITE, lambda: self._store.add(sorted(self._solved)), self._fail)
        self.changed.emit()

    def _fail(self, error: LibraryError) -> None:
        self.failed.emit(worded("The progress of the lessons is not kept: {error}", error=error))


def _key(lesson: Lesson, exercise: int) -> str:
    return f"{lesson.technique.id}: {lesson.exercises[exercise].key}"


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
