"""The strip below the board in which a repair is chosen and made."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.typeface import strong
from helper.author.repair_selection import RepairSelection
from helper.widgets.buttons import narrow


class RepairBar(QFrame):
    """Hidden until a repair is looked for.

    Signals:
        stepped: ``int``, the next way (1) or the one before (-1) is wanted.
        one_applied: One cell is to be changed.
        all_applied: All that are left are to be changed.
        undone: The last change is to be taken back.
        before_shown: ``bool``, whether the board is to be seen as it is.
        stopped: The search is to stop; what was found stays.
        closed: Nothing is wanted any more.
    """

    stepped = Signal(int)
    one_applied = Signal()
    all_applied = Signal()
    undone = Signal()
    before_shown = Signal(bool)
    stopped = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.title, self.sentence = QLabel(), QLabel()
        self.title.setFont(strong(self.title.font()))
        self.sentence.setWordWrap(True)
        self.previous, self.next = QPushButton("◀"), QPushButton("▶")
        self.one, self.all = QPushButton("Appl&y One"), QPushButton("Apply All")
        self.undo, self.before = QPushButton("&Undo"), QPushButton("Before")
        self.stop, self.close_button = QPushButton("Stop"), QPushButton("Done")
        self.before.setCheckable(True)
        self._say_what_they_do()
        self._lay_out()
        self._connect()
        self.hide()

    def _say_what_they_do(self) -> None:
        for button, name, tip in (
            (self.previous, "Previous way", "The way before"),
            (self.next, "Next way", "Another way"),
            (self.one, "Apply one cell", "Change the next cell; or click one on the board"),
            (self.all, "Apply all cells", "Change all cells of this way"),
            (self.undo, "Undo", "Take the last change back"),
            (self.before, "Before", "See the board without the changes"),
            (self.stop, "Stop", "Stop looking; what was found stays"),
            (self.close_button, "Done", "Put the repair away; changed cells stay changed"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tip)
            button.setAutoDefault(False)
            narrow(button)
        for button in (self.previous, self.next):
            button.setFixedWidth(button.fontMetrics().horizontalAdvance("◀") + 18)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.addWidget(self.previous)
        first.addWidget(self.next)
        first.addWidget(self.title, 1)
        first.addWidget(self.stop)
        first.addWidget(self.close_button)
        last = QHBoxLayout()
        for button in (self.one, self.all, self.undo, self.before):
            last.addWidget(button)
        last.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addWidget(self.sentence)
        layout.addLayout(last)

    def _connect(self) -> None:
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        for button, signal in (
            (self.one, self.one_applied),
            (self.all, self.all_applied),
            (self.undo, self.undone),
            (self.stop, self.stopped),
            (self.close_button, self.closed),
        ):
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
        self.before.toggled.connect(self.before_shown)

    def show_ways(self, ways: RepairSelection, may_undo: bool) -> None:
        """Show how it stands."""
        has_way, is_left = ways.shown is not None, bool(ways.remaining)
        self.title.setText(ways.title or ("Repair" if not ways.is_done else "Done"))
        self.sentence.setText(ways.sentence)
        for button in (self.previous, self.next):
            button.setVisible(has_way and len(ways.found) > 1)
            button.setEnabled(ways.may_step)
        for button in (self.one, self.all, self.before):
            button.setVisible(has_way)
            button.setEnabled(is_left)
        self.undo.setVisible(may_undo or has_way)
        self.undo.setEnabled(may_undo)
        self.stop.setVisible(ways.is_searching)
        if not is_left:
            self.before.setChecked(False)
        self.show()

    def put_away(self) -> None:
        """Nothing is to be repaired any more."""
        self.before.setChecked(False)
        self.hide()
