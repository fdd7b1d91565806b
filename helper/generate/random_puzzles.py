"""File > New Random Puzzle: the next puzzle is made in the background, so that it opens at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from secrets import randbelow
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.commands.command import Command, Feature, MenuPlace
from helper.commands.messages import Messages
from helper.generate.random_work import random_work
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.widgets.progress_task import ProgressDialog, show_share
from helper.workers.jobs import Job
from puzzles.clue_hash import clue_hash
from puzzles.errors import LibraryError
from puzzles.formats import Document
from puzzles.model import Puzzle
from puzzles.titles import public_title, shortened, told_apart
from puzzles.words import _, worded

if TYPE_CHECKING:
    from helper.generate.names import RandomChoice
    from helper.generate.random_dialog import RandomDialog
    from solver.logic.techniques import Technique

_SECTION = "random"
"""The section of the settings."""
_SEEDS = 1_000_000
_PAUSE_MS = 250
"""How long the choice must not change before its puzzle is made in the background."""


class WantedPuzzle(NamedTuple):
    """A puzzle to be made."""

    choice: RandomChoice
    seed: str


class RandomPuzzles(Feature):
    """Asks what a puzzle is to be like, makes it and opens it."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        may_leave: Callable[[], bool],
        autosave: Autosave,
        window: QWidget,
    ) -> None:
        """Begin.

        Args:
            messages: Say what is open.
            session: Gets the puzzle.
            settings: Keep the latest choice.
            themes: The colours of the dialog.
            may_leave: Asks whether the open puzzle may be left.
            autosave: Keeps the puzzle before it has a mark.
            window: The window.
        """
        super().__init__(window)
        self._messages = messages
        self._session, self._settings, self._themes = session, settings, themes
        self._may_leave, self._autosave, self._window = may_leave, autosave, window
        self._opened: Puzzle | None = None
        """The latest one that was opened. Without a mark, the next one takes its place."""
        self.dialog: RandomDialog | None = None
        """The dialog while it is open."""
        self._job: Job | None = None
        self._making: WantedPuzzle | None = None
        """What the job makes."""
        self._ready: tuple[WantedPuzzle, Puzzle] | None = None
        self._progress: ProgressDialog | None = None
        """While the player waits for the puzzle that is being made."""
        self._later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._later.timeout.connect(self._prepare)

    def commands(self) -> tuple[Command, ...]:
        """File > New Random Puzzle."""
        return (
            Command(
                "random",
                _("New Ran&dom Puzzle…"),
                self.ask,
                MenuPlace("file", 210),
                _("A puzzle that the program makes"),
                ("Ctrl+R",),
            ),
        )

    @property
    def choice(self) -> RandomChoice:
        """The latest choice."""
        from helper.generate.names import RandomChoice  # the window starts without the generator

        return self._settings.kept_choice(_SECTION, RandomChoice())

    @property
    def is_ready(self) -> bool:
        """Whether a puzzle for the latest choice is there."""
        return self._ready is not None and self._ready[0].choice == self.choice

    def ask(self) -> None:
        """File > New Random Puzzle."""
        if self.dialog is not None or self._progress is not None:
            return
        from helper.generate.random_dialog import RandomDialog

        dialog = RandomDialog(self.choice, self._themes, self._window)
        dialog.choice_changed.connect(self._keep_choice)
        dialog.surprise_requested.connect(self._surprise)
        dialog.accepted.connect(self._accept)
        dialog.finished.connect(self._close_dialog)
        self.dialog = dialog
        self._later.start()
        dialog.open()

    def play_next(self) -> None:
        """Open a puzzle of the latest choice without asking; ask if no puzzle is like that."""
        try:
            self.choice.options()
        except ValueError:
            self.ask()
        else:
            self._play(self.choice, "")

    def practise(self, technique: Technique) -> None:
        """Open a puzzle that needs a technique; the next ones of this choice need it, too."""
        choice = self.choice.practising(technique)
        self._settings.keep_choice(_SECTION, choice)
        self._window.raise_()
        self._window.activateWindow()
        self._play(choice, "")

    def close(self) -> None:
        """The window closes: make nothing any more."""
        self._later.stop()
        self._end_job()
        self._end_progress()

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _keep_choice(self) -> None:
        if self.dialog is not None:
            self._settings.keep_choice(_SECTION, self.dialog.choice)
            self._later.start()

    def _accept(self) -> None:
        assert self.dialog is not None
        seed = self.dialog.seed.text().strip()
        self._settings.keep_choice(_SECTION, self.dialog.choice)
        self._play(self.dialog.choice, seed)

    def _surprise(self) -> None:
        from helper.generate.names import surprise

        assert self.dialog is not None
        self.dialog.reject()
        seed = _by_chance()
        self._play(surprise(seed), seed)

    def _play(self, choice: RandomChoice, seed: str) -> None:
        """Open a puzzle at once if it is ready, or when it is made."""
        if not self._may_leave():
            return
        if self._fits(None if self._ready is None else self._ready[0], choice, seed):
            assert self._ready is not None
            wanted, puzzle = self._ready
            self._ready = None
            self._open(wanted, puzzle)
            return
        if not self._fits(self._making, choice, seed):
            self._start(WantedPuzzle(choice, seed or _by_chance()))
        self._show_progress()

    @staticmethod
    def _fits(wanted: WantedPuzzle | None, choice: RandomChoice, seed: str) -> bool:
        """Whether a puzzle is the one that is asked for."""
        return wanted is not None and wanted.choice == choice and seed in ("", wanted.seed)

    def _open(self, wanted: WantedPuzzle, puzzle: Puzzle) -> None:
        from helper.generate.names import named

        puzzle = named(puzzle, wanted.choice.options(), wanted.seed)
        if self._session.puzzle is self._opened and not self._session.history:
            self._autosave.forget()
        puzzle = replace(puzzle, title=self._free_title(puzzle))
        self._session.open_copy(Document(puzzle))
        self._autosave.keep()
        self._opened = self._session.puzzle
        self._messages.info(worded("This is “{title}”.", title=shortened(puzzle.title)))
        self._later.start()

    def _free_title(self, puzzle: Puzzle) -> str:
        """The title with a number if there are others like that; what is opened again keeps its."""
        clues = clue_hash(puzzle)
        try:
            games = self._autosave.library.summaries()
        except LibraryError:
            return puzzle.title
        kept = (game.title for game in games if game.key.puzzle == clues)
        return next(filter(public_title, kept), "") or told_apart(
            puzzle.title, (game.title for game in games)
        )

    # Making

    def _prepare(self) -> None:
        """Make the next puzzle for the latest choice in the background."""
        choice = self.choice
        if self.is_ready or (self._making is not None and self._making.choice == choice):
            return
        if self._progress is None:
            self._start(WantedPuzzle(choice, _by_chance()))

    def _start(self, wanted: WantedPuzzle) -> None:
        self._end_job()
        try:
            options = wanted.choice.options()
        except ValueError:
            return  # the dialog says why
        self._making = wanted
        self._job = Job(partial(random_work, options, wanted.seed), self)
        self._job.finished.connect(self._take)
        self._job.failed.connect(self._fail)
        self._job.start()

    def _take(self, puzzle: Puzzle | None) -> None:
        wanted = self._making
        self._end_job()
        assert wanted is not None
        is_awaited = self._progress is not None
        self._end_progress()
        if puzzle is None:
            if is_awaited:
                self._messages.warning(
                    _("No puzzle with these wishes was found. Try another size or difficulty.")
                )
        elif is_awaited:
            self._open(wanted, puzzle)
        else:
            self._ready = wanted, puzzle

    def _fail(self, sentence: str) -> None:
        is_awaited = self._progress is not None
        self._end_job()
        self._end_progress()
        if is_awaited:
            self._messages.warning(worded("There is no puzzle: {sentence}.", sentence=sentence))

    def _show_progress(self) -> None:
        dialog = ProgressDialog(_("New Random Puzzle"), _("Making a puzzle …"), self._window)
        bar = QProgressBar()
        show_share(bar, 0)
        dialog.add(bar)
        dialog.rejected.connect(self._cancel)
        self._progress = dialog
        dialog.open()

    def _cancel(self) -> None:
        self._end_job()
        self._end_progress()

    def _end_progress(self) -> None:
        if self._progress is not None:
            dialog, self._progress = self._progress, None
            dialog.rejected.disconnect(self._cancel)
            dialog.hide()
            dialog.deleteLater()

    def _end_job(self) -> None:
        self._making = None
        if self._job is not None:
            self._job.kill()
            self._job.deleteLater()
            self._job = None


def _by_chance() -> str:
    return str(randbelow(_SEEDS))
