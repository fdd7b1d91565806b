"""The window of How to Play: a board of its own, and a panel with one step after the other."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.learn.lesson_board import LessonBoard
from helper.learn.panel import StepPanel
from helper.learn.steps import STEPS, Attempt, Progress, Step
from helper.play.session import Session
from helper.widgets.tooltips import hint_undo
from puzzles import SHADED, Grid
from puzzles.formats import Document

_PANEL_PX = 320
_MIN_PANEL_PX = 240
_MIN_WIDE_PX = 560
"""In a narrower window the panel is below the board."""
_NO_LIMIT = 16_777_215
"""Qt's largest size of a widget."""


class HowToPlay(QWidget):
    """Leads through the steps on a session of its own.

    Signals:
        finished: The player went on after the last step, to play a puzzle; the window is closed.
        closed: The window is closing.
    """

    finished = Signal()
    closed = Signal()

    def __init__(
        self, settings: Settings, themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog)
        self.setWindowTitle("How to Play")
        self._settings = settings
        self.session = Session(self)
        self.board = LessonBoard(self.session, settings, themes, self)
        self.panel = StepPanel(len(STEPS), themes.theme)
        self.undo = QPushButton("&Undo")
        self.again = QPushButton("&Try Again")
        self._tools = QWidget()
        self._index = 0
        self._done: frozenset[int] = frozenset()
        self._make_actions()
        self._lay_out()
        self._connect(themes)
        self._theme_changed(themes.theme)
        self._preferences_changed()
        self._show_step(0)
        room = self.screen().availableSize()
        size = QSize(min(800, room.width() * 9 // 10), min(520, room.height() * 9 // 10))
        self._arrange(size.width())
        self.resize(size)

    @property
    def step(self) -> Step:
        """The current step."""
        return STEPS[self._index]

    def _make_actions(self) -> None:
        stack = self.session.undo_stack
        undo, redo = stack.createUndoAction(self), stack.createRedoAction(self)
        undo.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        hint_undo(undo, redo)
        self.addActions([undo, redo])
        self.undo.setToolTip(undo.toolTip())
        self.again.setToolTip("Begin this step again")

    def _lay_out(self) -> None:
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(16, 0, 16, 16)
        tools.setSpacing(8)
        tools.addStretch()
        for button in (self.undo, self.again):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves it to the board
            tools.addWidget(button)
        tools.addStretch()
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.board, 1)
        left.addWidget(self._tools)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addLayout(left, 1)
        self._layout.addWidget(self.panel)
        self.board.setMinimumSize(120, 96)

    def _connect(self, themes: ThemeManager) -> None:
        stack, panel = self.session.undo_stack, self.panel
        stack.canUndoChanged.connect(self.undo.setEnabled)
        self.undo.setEnabled(stack.canUndo())
        self.undo.clicked.connect(stack.undo)
        self.again.clicked.connect(lambda: self._show_step(self._index))
        panel.back.clicked.connect(lambda: self._show_step(self._index - 1))
        panel.next.clicked.connect(self._go_on)
        panel.skip.clicked.connect(self._go_on)
        self.session.history_changed.connect(self._update_progress)
        self._settings.changed.connect(self._preferences_changed)
        themes.changed.connect(self._theme_changed)

    # Steps

    def _go_on(self) -> None:
        if self._index + 1 < len(STEPS):
            self._show_step(self._index + 1)
        else:
            self.close()
            self.finished.emit()

    def _show_step(self, index: int) -> None:
        """Show a step with its first marks, and give the keyboard to the board."""
        self._index = index
        step = self.step
        self.panel.show_step(step, index)
        self.board.keeps_numbers = step.keeps_numbers
        self.session.open_copy(Document(step.puzzle, Grid.from_text(step.start)))
        if step.mistake is not None:
            row, column = step.mistake
            self.session.paint({row * step.puzzle.width + column: SHADED}, "Shade 1 cell")
        self.board.begin()
        self._update_progress()

    def _update_progress(self) -> None:
        moves = self.session.history[: self.session.undo_stack.index()]
        progress = self.step.progress(Attempt(self.session.marks, tuple(moves)))
        if progress is Progress.DONE:
            self._done |= {self._index}
        self.panel.show_progress(self.step, progress, self._index, self._done)

    # Look

    def _preferences_changed(self) -> None:
        self.session.autofill = self._settings.preferences.autofill

    def _theme_changed(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange(event.size().width())

    def _arrange(self, width: int) -> None:
        """Put the panel beside the board, or below it in a narrow window."""
        is_wide = width >= _MIN_WIDE_PX
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._layout.setStretch(1, 0 if is_wide else 1)
        panel = max(_MIN_PANEL_PX, min(_PANEL_PX, width * 9 // 20))
        self.panel.setMinimumWidth(panel if is_wide else 0)
        self.panel.setMaximumWidth(panel if is_wide else _NO_LIMIT)
        self.panel.set_below(not is_wide)

    def closeEvent(self, event: QCloseEvent) -> None:  # Qt override
        super().closeEvent(event)
        self.closed.emit()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.panel.next.click()  # does nothing while it is disabled
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
