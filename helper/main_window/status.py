"""The status bar: where the pointer is, what is left to do, the zoom."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from helper.application.theme import Theme
from helper.board.view import BoardView
from helper.play.session import Session
from helper.widgets.elided import ElidedLine
from helper.widgets.style import colored
from puzzles import Axis, Line
from puzzles.colors import named_clues
from puzzles.words import capitalized, enumerated, plural, worded

_SHEET = """
QStatusBar {{ background: {window}; color: {text}; border-top: 1px solid {line}; font-size: 12px; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {faint}; font-size: 12px; padding: 2px 8px; }}
"""
_MESSAGE_INSET_PX = 6 + 8
"""Qt's space before a message, and the least space after it."""
_MESSAGE_MS = 8000
_MIN_MESSAGE_MS = 2000
"""A message stays at least this long, even if the pointer moves to another cell."""


class Status(QObject):
    """Keeps the status bar up to date.

    Signals:
        overflowed: ``str``, a message for which the status bar has too little room.
    """

    overflowed = Signal(str)

    def __init__(self, session: Session, board: BoardView, bar: QStatusBar) -> None:
        super().__init__(bar)
        self._session = session
        self._board = board
        self._bar = bar
        self._look_again = QTimer(self, singleShot=True, interval=0)
        self._look_again.timeout.connect(self._hand_on)
        self._message_age = QElapsedTimer()
        self._message_age.start()
        self.position = ElidedLine()
        self.left = QLabel()
        self.zoom = QLabel()
        self.position.setContentsMargins(8, 0, 0, 0)
        bar.addWidget(self.position, 1)
        self._beside: list[QWidget] = []
        """What stays beside a message."""
        bar.installEventFilter(self)
        for widget in (self.left, self.zoom):
            bar.addPermanentWidget(widget)
            self._keep_beside(widget)
        board.hover.changed.connect(self._show_position)
        board.zoom.changed.connect(self._show_zoom)
        session.history_changed.connect(bar.clearMessage)
        session.reset.connect(bar.clearMessage)
        session.cells_changed.connect(self._show_left)
        session.sheet_changed.connect(self._show_left)
        for clues_changed in (session.sheet_changed, session.clues_changed):
            clues_changed.connect(lambda *_: self._show_position(*board.hover.place))
        self._show_left()
        self._show_zoom(board.area.cell_size)

    def set_theme(self, theme: Theme) -> None:
        """Show texts in the colour of secondary text: the board comes first."""
        self._bar.setStyleSheet(colored(_SHEET, theme))

    def add(self, widget: QWidget) -> None:
        """Add a widget between the pointer's position and the number of cells left."""
        is_hidden = widget.isHidden()
        self._bar.insertPermanentWidget(1, widget)
        self._keep_beside(widget)
        widget.setHidden(is_hidden)  # the status bar shows every widget it is given

    def show_message(self, sentence: str) -> None:
        """Show a message for a few seconds, or hand it on if there is too little room for it."""
        self._bar.showMessage(sentence, _MESSAGE_MS)
        self._message_age.start()
        self._hand_on()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        kinds = QEvent.Type
        if event.type() in (kinds.Resize, kinds.Move, kinds.Show, kinds.Hide):
            # Later: to clear a message deletes its timer, a child of the bar, and while the bar is
            # shown Qt goes through a copy of the list of its children.
            self._look_again.start()
        return super().eventFilter(watched, event)

    def _keep_beside(self, widget: QWidget) -> None:
        self._beside.append(widget)
        widget.installEventFilter(self)

    def _hand_on(self) -> None:
        """Hand on the message that would be cut."""
        bar = self._bar
        message = bar.currentMessage()
        if not message or not bar.isVisible():
            return
        lefts = [each.x() for each in self._beside if each.isVisible()]
        room = min([bar.width(), *lefts]) - _MESSAGE_INSET_PX
        if bar.fontMetrics().horizontalAdvance(message) > room:
            bar.clearMessage()
            self.overflowed.emit(message)

    def _show_position(self, row: int | None, column: int | None) -> None:
        if self._message_age.hasExpired(_MIN_MESSAGE_MS):
            self._bar.clearMessage()  # the message covers the position
        parts = []
        for axis, index in ((Axis.ROW, row), (Axis.COLUMN, column)):
            if index is not None:
                line = Line(axis, index)
                puzzle = self._session.puzzle
                numbers = named_clues(puzzle.clues_of(line), puzzle.palette)
                parts.append(f"{line}: {numbers}" if puzzle.has_clues else str(line))
        text = "   ·   ".join(parts)
        self.position.set_text(capitalized(text))
        self._board.setAccessibleDescription(text)

    def _show_left(self) -> None:
        session = self._session
        size = f"{session.puzzle.width} × {session.puzzle.height}"
        self.left.setText(enumerated([size, _left_text(session)]))

    def _show_zoom(self, cell: int) -> None:
        normal = self._board.zoom.normal_size
        self.zoom.setText(f"{round(100 * cell / normal)} %")
        self.zoom.setToolTip(worded("A cell is {cell} px wide", cell=cell))


def _left_text(session: Session) -> str:
    """How many cells are still to be shaded, or how many are in a drawing."""
    left = session.cells_left
    if session.is_author_at_work:
        return worded("{count} shaded", count=session.cells_wanted - left)
    if left < 0:
        return plural(-left, "{count} cell too many", "{count} cells too many")
    if not left:
        return "no cells left"
    return plural(left, "{count} cell to shade", "{count} cells to shade")
