"""What is kept in a library: the games of a window, the progress of the lessons."""

from __future__ import annotations

from pathlib import Path

from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.learn.lessons.progress import LessonProgress, LessonStore
from helper.main_window.main_window import MainWindow


def keep_moves(window: MainWindow, library: Library) -> None:
    """Have a window keep its games in the file of a library, as the program does at its start."""
    window.autosave.library.path = library.path
    window.autosave.open()


def lesson_progress() -> LessonProgress:
    """A progress that lasts as long as the test."""
    return LessonProgress(LessonStore(Library(Path("none"), is_kept=False)), LibraryWrites())
