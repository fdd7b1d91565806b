"""A window with a board, timer, pause and lives, and nothing else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from helper.application.library import Library
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.commands.messages import Messages
from helper.play.autosave import Autosave
from helper.play.clock import PlayClock
from helper.play.play_controls import PlayControls
from helper.play.session import Session
from puzzles import Puzzle
from puzzles.formats import Document
from tests.support.boards import CHICK

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class GameWindow(QMainWindow):
    """Plays a puzzle; time passes only when the test says so."""

    def __init__(self, settings: Settings, themes: ThemeManager, library: Library) -> None:
        super().__init__()
        self.now_s = 0.0
        self.is_ended = False
        self.said: list[str] = []
        self.session = Session(self)
        self.board = BoardView(self.session, settings, themes)
        messages = Messages(self)
        messages.info_given.connect(self.said.append)
        self.autosave = Autosave(self.session, library, self)
        self.autosave.clock = PlayClock(lambda: self.now_s)
        self.controls = PlayControls(
            messages, self.session, self.board, self.autosave, self, settings, themes
        )
        bar = QHBoxLayout()
        bar.addStretch()
        bar.addWidget(self.controls.lives_view)
        bar.addWidget(self.controls.timer)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.addLayout(bar)
        column.addWidget(self.board, 1)
        self.setCentralWidget(middle)
        self.resize(520, 460)

    @property
    def lives(self) -> tuple[int, int]:
        """How many are left, and of how many."""
        return self.controls.lives.left, self.controls.lives.total

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and hasattr(self, "controls"):
            self.controls.pause.window_activated()

    def play(self, puzzle: Puzzle = CHICK) -> None:
        """Open a puzzle, or continue its game."""
        document = Document(puzzle)
        if not self.autosave.resume(document):
            self.session.open_copy(document)

    def click(self, row: int, column: int, button: Qt.MouseButton = LEFT) -> None:
        """Click a cell."""
        QTest.mouseClick(
            self.board.viewport(), button, pos=self.board.area.cell_rect(row, column).center()
        )

    def drag(self, row: int, *columns: int) -> None:
        """Drag along a row over some cells."""
        port = self.board.viewport()
        places = [self.board.area.cell_rect(row, column).center() for column in columns]
        QTest.mousePress(port, LEFT, pos=places[0])
        for place in places[1:]:
            QTest.mouseMove(port, place)
        QTest.mouseRelease(port, LEFT, pos=places[-1])

    def end(self) -> None:
        """Close it. May be called twice."""
        if self.is_ended:
            return
        self.is_ended = True
        self.controls.close()
        self.autosave.close()
        self.close()
        self.deleteLater()
