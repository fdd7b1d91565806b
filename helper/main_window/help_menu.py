"""The Help menu: the pages of the help, How to Play, Learn, and About."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
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
    from helper.widgets.help_dialog import HelpPage, HelpText
    from solver.logic.techniques import Technique


class HelpCommands(Feature):
    """Shows How to Play and pages of the help beside a window.

    Signals:
        puzzle_requested: A new player wants to play the first puzzle.
        how_to_play_done: The player went through How to Play to its end.
        practice_requested: :class:`~solver.logic.techniques.Technique`, to be practised.
    """

    puzzle_requested = Signal()
    how_to_play_done = Signal()
    practice_requested = Signal(object)

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
        return (
            Command(
                "contents",
                _("&Contents"),
                self.show_keyboard,
                MenuPlace("help", 100),
                _("Keys, solving, creating, scanning: all pages of the help"),
                ("F1",),
                "help",
            ),
            Command(
                "how_to_play",
                _("How to &Play"),
                self.show_how_to_play,
                MenuPlace("help", 110),
                _("Six steps on small boards"),
            ),
            Command(
                "learn",
                _("&Learn"),
                self.show_lessons,
                MenuPlace("help", 120),
                _("A lesson for each solving technique"),
            ),
            Command(
                "report",
                _("Report a Pro&blem…"),
                self.report_problem,
                MenuPlace("help", 200),
                _("Copy what those who make the program need to know"),
            ),
            Command(
                "about",
                _("&About Nonogram Helper"),
                self.show_about,
                MenuPlace("help", 210),
                _("Version and licence"),
                role=QAction.MenuRole.AboutRole,
            ),
        )

    # The pages

    def pages(self) -> tuple[HelpPage, ...]:
        """The pages of the help."""
        from helper.widgets.help_dialog import HelpPage, file_text

        return (
            HelpPage(
                "keyboard",
                _("Keyboard and Mouse"),
                self._keyboard,
                may_change=True,
            ),
            HelpPage("techniques", _("Solving Techniques"), self._techniques),
            HelpPage("creating", _("Creating Puzzles"), lambda: file_text("creating-puzzles")),
            HelpPage("scanning", _("Scanning Pictures"), lambda: file_text("scanning-pictures")),
            HelpPage("camera", _("Camera"), lambda: file_text("camera")),
            HelpPage("methods", _("Solving Methods"), self._methods, may_change=True),
        )

    def _keyboard(self) -> HelpText:
        from helper.learn.steps import click_texts
        from helper.widgets.help_dialog import file_text

        left_click = click_texts(self._desk.settings.preferences.second_click_clears)["left_click"]
        return file_text("keyboard-and-mouse", commands=self._shortcuts(), left_click=left_click)

    def _methods(self) -> HelpText:
        from helper.methods.methods import methods_text
        from helper.widgets.help_dialog import file_text

        return file_text("solving-methods", methods=methods_text(self._catalogue.methods))

    def _techniques(self) -> HelpText:
        from helper.learn.lessons.help_page import page_text, pictures
        from helper.widgets.help_dialog import HelpText

        return HelpText(page_text(), pictures(self._desk.themes.theme))

    def show_help(self, page: str, beside: QWidget | None = None) -> None:
        """Show a page of the help.

        Args:
            page: Its id.
            beside: The window to show it beside; by default the main window.
        """
        from helper.widgets.help_dialog import HelpDialog

        parent = beside or self._desk.window
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        dialog = parent.findChild(HelpDialog, options=direct)
        if dialog is None:
            dialog = deleted_on_close(HelpDialog(self.pages(), parent))
            self._desk.settings.changed.connect(dialog.show_anew)
            if not self._catalogue.methods:  # the list of methods comes later
                self._catalogue.loaded.connect(dialog.show_anew)
                self._catalogue.load()
        dialog.show_page(page)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

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
            shown.practice_requested.connect(self._practise)
        self.lessons.show()
        self.lessons.raise_()
        self.lessons.activateWindow()

    def _practise(self, technique: Technique) -> None:
        assert self.lessons is not None
        self.lessons.close()  # it would cover the board
        self.practice_requested.emit(technique)

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

    def show_keyboard(self) -> None:
        """Help > Contents, with the page Keyboard and Mouse."""
        self.show_help("keyboard")

    def show_creating(self, beside: QWidget | None = None) -> None:
        """The page Creating Puzzles; ``beside``: the window to show it beside."""
        self.show_help("creating", beside)

    def show_methods(self, beside: QWidget | None = None) -> None:
        """The page Solving Methods, once they are known; ``beside`` as above."""
        self._catalogue.when_loaded(lambda: self.show_help("methods", beside))

    def show_scanning(self) -> None:
        """The page Scanning Pictures."""
        self.show_help("scanning")

    def show_camera(self, beside: QWidget | None = None) -> None:
        """The page Camera; ``beside``: the window to show it beside."""
        self.show_help("camera", beside)

    def report_problem(self) -> None:
        """Help > Report a Problem."""
        from helper.main_window.problem_reports import request_dialog

        deleted_on_close(request_dialog(self._desk.themes.theme, self._desk.window)).show()

    def show_about(self) -> None:
        """Help > About Nonogram Helper."""
        from helper.main_window.about import AboutDialog

        deleted_on_close(AboutDialog(self._desk.window)).show()
