"""What the windows of lessons share: a board of its own, its buttons, and a panel with a text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.board.board_view import BoardView
from helper.commands.announcer import Announcer
from helper.learn.step_panel import StepPanel
from helper.play.session import Session
from helper.widgets.flow import FlowLayout
from helper.widgets.style import COMPACT, hint_undo
from puzzles.words import _

PANEL_PX = 320
_MIN_PANEL_PX = 240
MAX_CELL_PX = 48
"""Small boards would otherwise fill the window, and each step would have another size."""
NO_LIMIT = 16_777_215
"""Qt's largest size of a widget."""


class LessonWindow(QWidget):
    """A board with a session of its own, and a panel beside or below it.

    Signals:
        closed: The window is closing.
    """

    closed = Signal()

    def __init__(
        self,
        title: str,
        steps: int,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
        *,
        has_low_foot: bool = False,
    ) -> None:
        """Make a window without a puzzle.

        Args:
            title: Of the window.
            steps: The number of steps that the panel's dots show.
            settings: The preferences.
            themes: The colours to follow.
            parent: The main window.
            has_low_foot: Whether all buttons of the panel are in one row.
        """
        super().__init__(parent, Qt.WindowType.Dialog)
        self.setWindowTitle(title)
        self._settings = settings
        self.session = Session(self)
        self.board = BoardView(self.session, settings, themes, self)
        # The board is always shown as a whole.
        self.board.zoom.min_font_px = self.board.zoom.easy_font_px = 0
        self.board.zoom.changed.connect(self._limit_cells)
        self.announcer = Announcer(self)
        self.board.speech.said.connect(self.announcer.say)
        self.panel = StepPanel(steps, themes.theme, has_low_foot=has_low_foot)
        self.undo = tool_button(_("&Undo"), "")
        self.again = tool_button(_("&Try Again"), _("Begin this step again"))
        self.tools = QWidget()
        self._make_actions()
        self._lay_out()
        self._connect(themes)

    def _make_actions(self) -> None:
        undo, redo = QAction(_("Undo"), self), QAction(_("Redo"), self)
        undo.triggered.connect(self.session.undo)
        redo.triggered.connect(self.session.redo)
        undo.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        hint_undo(undo, redo)
        self.addActions([undo, redo])
        self.undo.setToolTip(undo.toolTip())

    def _lay_out(self) -> None:
        self.tool_row = FlowLayout(8, self.tools)
        self.set_compact(False)
        for button in self.tool_buttons():
            self.tool_row.addWidget(button)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.board, 1)
        left.addWidget(self.tools)
        self.pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        """The board with its buttons, and the panel."""
        self.pair.setContentsMargins(0, 0, 0, 0)
        self.pair.setSpacing(0)
        self.pair.addLayout(left, 1)
        self.pair.addWidget(self.panel)
        self.board.setMinimumSize(120, 96)

    def _connect(self, themes: ThemeManager) -> None:
        session, panel = self.session, self.panel
        session.history_changed.connect(self._follow)
        session.reset.connect(self._follow)
        self._follow()
        self.undo.clicked.connect(session.undo)
        self.again.clicked.connect(self.begin_again)
        panel.told.connect(self.announcer.say)
        panel.back.clicked.connect(self.go_back)
        panel.next.clicked.connect(self.go_on)
        themes.changed.connect(self.set_theme)

    def _follow(self) -> None:
        self.undo.setEnabled(bool(self.session.position))

    def _limit_cells(self, size: int) -> None:
        if size > MAX_CELL_PX:
            self.board.zoom.to(MAX_CELL_PX)

    # What a window of lessons does

    def begin_on_board(self) -> None:
        """Give the keyboard to the board, where its cell is the first one."""
        self.board.keyboard.finish()
        self.board.keyboard.start_over()
        self.board.hover.set(None, None)
        self.board.setFocus()

    def tool_buttons(self) -> tuple[QPushButton, ...]:
        """The buttons below the board."""
        return self.undo, self.again

    def begin_again(self) -> None:
        """Begin the step again."""
        raise NotImplementedError

    def go_back(self) -> None:
        """Show the step before."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Show the next step."""
        raise NotImplementedError

    # Look

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self.panel.set_theme(theme)

    def fit_screen(self, wanted: QSize) -> QSize:
        """Take a size, or what the screen has; returns it."""
        room = self.screen().availableSize()
        width, height = room.width() * 9 // 10, room.height() * 9 // 10
        size = QSize(min(wanted.width(), width), min(wanted.height(), height))
        self.resize(size)
        return size

    def place_panel(self, width: int, is_below: bool) -> None:
        """Put the panel beside the board, or below it.

        Args:
            width: Of both together, in px.
            is_below: Where it is.
        """
        directions = QBoxLayout.Direction
        self.pair.setDirection(directions.TopToBottom if is_below else directions.LeftToRight)
        self.pair.setStretch(1, 1 if is_below else 0)
        panel = max(_MIN_PANEL_PX, min(PANEL_PX, width * 9 // 20))
        self.panel.setMinimumWidth(0 if is_below else panel)
        self.panel.setMaximumWidth(NO_LIMIT if is_below else panel)
        self.panel.set_below(is_below)

    def set_compact(self, is_compact: bool) -> None:
        """Whether the buttons below the board are small."""
        margin = 8 if is_compact else 16
        self.tool_row.setContentsMargins(margin, 0, margin, margin)
        for button in self.tool_buttons():
            if button.property(COMPACT) != is_compact:
                button.setProperty(COMPACT, is_compact)
                button.style().unpolish(button)
                button.style().polish(button)

    def closeEvent(self, event: QCloseEvent) -> None:  # Qt override
        super().closeEvent(event)
        self.closed.emit()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.press_enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def press_enter(self) -> None:
        """Go on, if that is possible."""
        self.panel.next.click()  # does nothing while it is disabled


def tool_button(text: str, tip: str) -> QPushButton:
    """A button that the mouse does not focus: the board keeps the keyboard."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
