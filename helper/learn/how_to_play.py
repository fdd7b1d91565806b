"""The window of How to Play: a board of its own, and a panel with one step after the other."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.learn.lesson_window import LessonWindow
from helper.learn.steps import STEPS, LearnStep, StepAttempt, StepProgress
from puzzles import SHADED, Grid
from puzzles.formats import Document
from puzzles.words import _, marked

_MIN_WIDE_PX = 560
"""In a narrower window the panel is below the board."""


class HowToPlay(LessonWindow):
    """Leads through the steps on a session of its own.

    Signals:
        finished: The player went on after the last step, to play a puzzle; the window is closed.
    """

    finished = Signal()

    def __init__(
        self, settings: Settings, themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(_("How to Play"), len(STEPS), settings, themes, parent)
        self._index = 0
        self._shown: LearnStep | None = None
        """The step whose texts the panel has."""
        self._done: frozenset[int] = frozenset()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(self.pair)
        self.panel.skip.clicked.connect(self.go_on)
        self.session.history_changed.connect(self._update_progress)
        settings.changed.connect(self._preferences_changed)
        self.set_theme(themes.theme)
        self._show_step(0)
        self._preferences_changed()
        self._arrange(self.fit_screen(QSize(800, 520)).width())

    @property
    def step(self) -> LearnStep:
        """The current step."""
        return STEPS[self._index]

    @property
    def _told(self) -> LearnStep:
        """The current step with what clicks do as the player prefers."""
        return self.step.with_clicks(self._settings.preferences.second_click_clears)

    # Steps

    def begin_again(self) -> None:
        """Begin the step again."""
        self._show_step(self._index)

    def go_back(self) -> None:
        """Show the step before."""
        self._show_step(self._index - 1)

    def go_on(self) -> None:
        """Show the next step; after the last one, let the player play a puzzle."""
        if self._index + 1 < len(STEPS):
            self._show_step(self._index + 1)
        else:
            self.close()
            self.finished.emit()

    def _show_step(self, index: int) -> None:
        """Show a step with its first marks, and give the keyboard to the board."""
        self._index = index
        step = self.step
        self._show_texts()
        self.board.look.keeps_numbers = step.keeps_numbers
        self.session.open_copy(Document(step.puzzle, Grid.from_text(step.start)))
        if step.mistake is not None:
            row, column = step.mistake
            self.session.paint({row * step.puzzle.width + column: SHADED}, marked("Shade 1 Cell"))
        self.begin_on_board()
        self._update_progress()

    def _show_texts(self) -> None:
        self._shown = self._told
        self.panel.show_step(self._shown, self._index)

    def _update_progress(self) -> None:
        moves = self.session.history[: self.session.position]
        progress = self.step.progress(StepAttempt(self.session.marks, tuple(moves)))
        if progress is StepProgress.DONE:
            self._done |= {self._index}
        self.panel.show_progress(self._told, progress, self._index, self._done)

    # Look

    def _preferences_changed(self) -> None:
        self.session.automatic_dots = self._settings.preferences.automatic_dots
        if self._told != self._shown:
            self._show_texts()
            self._update_progress()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange(event.size().width())

    def _arrange(self, width: int) -> None:
        """Put the panel beside the board, or below it in a narrow window."""
        self.place_panel(width, is_below=width < _MIN_WIDE_PX)
