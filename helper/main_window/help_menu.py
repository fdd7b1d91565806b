"""The Help menu: How to Play, Learn, pages, and About."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from helper.commands.command import Command, Feature, MenuPlace
from helper.main_window.desk import Desk
from helper.methods.catalogue import Catalogue
from helper.widgets.text_dialog import deleted_on_close
from puzzles.words import _

if TYPE_CHECKING:
    from helper.learn.how_to_play import HowToPlay
    from helper.learn.lessons.lessons_window import Lessons
    from helper.learn.lessons.progress import LessonProgress
    from solver.logic.techniques import Technique

_ROLES = {"about": QAction.MenuRole.AboutRole}
_LAST = ("report", "about")
"""What is about the program, below the pages of the help."""


class HelpCommands(Feature):
    """Shows How to Play and pages of the help beside a window.

    Signals:
        puzzle_requested: A new player wants to play the first puzzle.
        how_to_play_done: The player went through How to Play to its end.
    """

    puzzle_requested = Signal()
    how_to_play_done = Signal()

    def __init__(
        self,
        desk: Desk,
        catalogue: Catalogue,
        shortcuts: Callable[[], str],
    ) -> None:
        """``shortcuts``: those of all commands, as a table in Markdown."""
        super().__init__(desk.window)
        self._desk = desk
        self._catalogue, self._shortcuts = catalogue, shortcuts
        self.how_to_play: HowToPlay | None = None
        """Its window while it is open."""
        self.lessons: Lessons | None = None
        """The window of Learn while it is open."""
        self._progress: LessonProgress | None = None

    def commands(self) -> tuple[Command, ...]:
        """The Help menu."""
        rows: tuple[tuple[str, str, Callable[[], None], str], ...] = (
            (
                "how_to_play",
                _("How to &Play"),
                self.show_how_to_play,
                _("Six steps on small boards"),
            ),
            ("learn", _("&Learn"), self.show_lessons, _("A lesson for each solving technique")),
            (
                "keyboard",
                _("&Keyboard and Mouse"),
                self.show_keyboard,
                _("What keys and buttons do"),
            ),
            (
                "techniques",
                _("Solving &Techniques"),
                self.show_techniques,
                _("What the techniques say"),
            ),
            (
                "creating",
                _("C&reating Puzzles"),
                self.show_creating,
                _("How to make and repair puzzles"),
            ),
            ("methods", _("&Solving Methods"), self.show_methods, _("What the methods do")),
            (
                "scanning",
                _("S&canning Pictures"),
                self.show_scanning,
                _("How pictures are read"),
            ),
            ("camera_help", _("Ca&mera"), self.show_camera, _("How to use a camera")),
            (
                "report",
                _("Report a Pro&blem…"),
                self.report_problem,
                _("Copy what those who make the program need to know"),
            ),
            ("about", _("&About Nonogram Helper"), self.show_about, _("Version and licence")),
        )
        return tuple(
            Command(
                name,
                text,
                call,
                MenuPlace("help", (200 if name in _LAST else 100) + number),
                tip,
                keys=("F1",) if name == "keyboard" else (),
                icon="help" if name == "keyboard" else "",
                role=_ROLES.get(name, QAction.MenuRole.NoRole),
            )
            for number, (name, text, call, tip) in enumerate(rows)
        )

    def _show(self, page: str, title: str, beside: QWidget | None = None, **parts: str) -> None:
        from helper.widgets.help_dialog import HelpDialog

        deleted_on_close(HelpDialog(page, title, beside or self._desk.window, **parts)).show()

    def _show_page(self, text: str, title: str, pictures: Mapping[str, bytes]) -> None:
        from helper.widgets.help_dialog import HelpDialog

        deleted_on_close(HelpDialog.of_text(text, title, self._desk.window, pictures)).show()

    def show_how_to_play(self) -> None:
        """Help > How to Play."""
        from helper.learn.how_to_play import HowToPlay

        if self.how_to_play is None:
            shown = deleted_on_close(
                HowToPlay(self._desk.settings, self._desk.themes, self._desk.window)
            )
            shown.finished.connect(self._play_first)
            shown.closed.connect(self._forget_how_to_play)
            self.how_to_play = shown
        self.how_to_play.show()
        self.how_to_play.raise_()
        self.how_to_play.activateWindow()

    def _forget_how_to_play(self) -> None:
        self.how_to_play = None

    def _play_first(self) -> None:
        self._desk.settings.how_to_play_done = True
        self.how_to_play_done.emit()
        self.puzzle_requested.emit()

    def show_lessons(self) -> None:
        """Help > Learn."""
        from helper.learn.lessons.lessons_window import Lessons

        if self.lessons is None:
            shown = Lessons(
                self._lesson_progress(), self._desk.settings, self._desk.themes, self._desk.window
            )
            self.lessons = deleted_on_close(shown)
            shown.closed.connect(self._forget_lessons)
        self.lessons.show()
        self.lessons.raise_()
        self.lessons.activateWindow()

    def show_lesson(self, technique: Technique) -> None:
        """Show the lesson about a technique."""
        self.show_lessons()
        assert self.lessons is not None
        self.lessons.show_technique(technique)

    def _lesson_progress(self) -> LessonProgress:
        from helper.learn.lessons.progress import LessonProgress, LessonStore

        if self._progress is None:
            autosave = self._desk.autosave
            self._progress = LessonProgress(LessonStore(autosave.library), autosave.writes, self)
            self._progress.failed.connect(self._desk.messages.trouble)
            autosave.opened.connect(self._progress.read)
            self._progress.read()
        return self._progress

    def _forget_lessons(self) -> None:
        self.lessons = None

    def show_techniques(self) -> None:
        """Help > Solving Techniques."""
        from helper.learn.lessons.help_page import page_text, pictures

        theme = self._desk.themes.theme
        self._show_page(page_text(), _("Solving Techniques"), pictures(theme))

    def show_keyboard(self) -> None:
        """Help > Keyboard and Mouse."""
        self._show("keyboard-and-mouse", _("Keyboard and Mouse"), commands=self._shortcuts())

    def show_creating(self, beside: QWidget | None = None) -> None:
        """Help > Creating Puzzles; ``beside``: the window to show it beside."""
        self._show("creating-puzzles", _("Creating Puzzles"), beside)

    def show_methods(self) -> None:
        """Help > Solving Methods."""
        from helper.methods.methods import methods_text

        self._catalogue.when_loaded(
            lambda: self._show(
                "solving-methods",
                _("Solving Methods"),
                methods=methods_text(self._catalogue.methods),
            )
        )

    def show_scanning(self) -> None:
        """Help > Scanning Pictures."""
        self._show("scanning-pictures", _("Scanning Pictures"))

    def show_camera(self, beside: QWidget | None = None) -> None:
        """Help > Camera; ``beside``: the window to show it beside."""
        self._show("camera", _("Camera"), beside)

    def report_problem(self) -> None:
        """Help > Report a Problem."""
        from helper.main_window.problem_reports import request_dialog

        deleted_on_close(request_dialog(self._desk.themes.theme, self._desk.window)).show()

    def show_about(self) -> None:
        """Help > About Nonogram Helper."""
        from helper.main_window.about import AboutDialog

        deleted_on_close(AboutDialog(self._desk.window)).show()
