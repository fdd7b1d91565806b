"""The solved exercises are kept in the library."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.progress import LessonProgress, LessonStore
from puzzles.errors import LibraryError

LESSON = LESSONS[3]


def kept(path: Path) -> tuple[LessonProgress, Library, LibraryWrites]:
    library, writes = Library(path), LibraryWrites()
    progress = LessonProgress(LessonStore(library), writes)
    progress.read()
    return progress, library, writes


def test_solved_exercises_are_there_again(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    progress, library, _ = kept(path)
    for number in (0, 2, 0):
        progress.add(LESSON, number)
    library.close()
    again, library, _ = kept(path)
    assert again.solved(LESSON) == [0, 2]
    assert again.solved(LESSONS[4]) == []
    library.close()


def test_what_was_solved_before_the_library_was_there_is_kept_with_it(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.db", is_kept=False)
    progress = LessonProgress(LessonStore(library), LibraryWrites())
    progress.add(LESSON, 1)
    library.open()
    progress.read()
    progress.add(LESSON, 2)
    assert len(LessonStore(library).solved()) == 2
    library.close()


def test_a_busy_library_is_written_later(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    progress, library, writes = kept(path)
    other = Library(path)
    with other.writing():
        progress.add(LESSON, 0)
        assert writes.are_pending
        assert progress.is_solved(LESSON, 0)
    qtbot.waitUntil(lambda: not writes.are_pending)
    assert len(LessonStore(other).solved()) == 1
    library.close()
    other.close()


def test_a_library_that_fails_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: LessonStore) -> frozenset[str]:
        raise LibraryError("library.db: cannot be used")

    monkeypatch.setattr(LessonStore, "solved", fail)
    library, told = Library(tmp_path / "library.db"), list[str]()
    progress = LessonProgress(LessonStore(library), LibraryWrites())
    progress.failed.connect(told.append)
    progress.read()
    assert told == ["The progress of the lessons is not kept: library.db: cannot be used"]
    library.close()
