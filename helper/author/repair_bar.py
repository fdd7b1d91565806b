"""The bar below the board in which repairs are chosen and applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from helper.widgets.buttons import click_on_enter
from helper.widgets.style import COMPACT
from puzzles.words import _, in_context, plural

if TYPE_CHECKING:
    from helper.author.repair_selection import RepairSelection


class RepairBar(QFrame):
    """Hidden unless repairs are being searched for or shown.

    Signals:
        stepped: ``int``, show the next repair (1) or the previous one (-1).
        one_applied: Change the next cell.
        all_applied: Change all remaining cells.
        undone: Undo the last change.
        before_shown: ``bool``, whether to show the board without the changes.
        stopped: Stop the search; the repairs found stay.
        closed: Close the repair.
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
        self.setObjectName("foot")
        self.title, self.sentence = QLabel(), QLabel()
        self.title.setFont(strong(self.title.font()))
        self.sentence.setWordWrap(True)
        self.previous, self.next = QPushButton("◀"), QPushButton("▶")
        self.one, self.all = QPushButton(_("Chan&ge One")), QPushButton()
        self.undo, self.before = QPushButton(_("&Undo")), QPushButton(_("Before"))
        self.stop, self.close_button = (
            QPushButton(_("Stop")),
            QPushButton(in_context("a button that closes", "Done")),
        )
        self.before.setCheckable(True)
        self._set_tooltips()
        self._lay_out()
        self._connect()
        self.hide()

    def _set_tooltips(self) -> None:
        for button, name, tip in (
            (self.previous, _("Previous repair"), _("Show the previous repair")),
            (self.next, _("Next repair"), _("Show the next repair")),
            (self.one, _("Change one cell"), _("Change the next cell; or click one on the board")),
            (self.all, _("Change all cells"), _("Change all cells of this repair")),
            (self.undo, _("Undo"), _("Undo the last change")),
            (self.before, _("Before"), _("Show the board without the changes")),
            (self.stop, _("Stop"), _("Stop the search; the repairs found stay")),
            (
                self.close_button,
                in_context("a button that closes", "Done"),
                _("Close the repair; changed cells stay changed"),
            ),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tip)
            click_on_enter(button)
            button.setProperty(COMPACT, True)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.addWidget(self.previous)
        first.addWidget(self.next)
        first.addWidget(self.title, 1)
        first.addWidget(self.stop)
        first.addWidget(self.close_button)
        last = QHBoxLayout()
        for row in (first, last):
            row.setSpacing(4)
        for button in (self.one, self.all, self.undo, self.before):
            last.addWidget(button)
        last.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
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

    def show_repairs(self, selection: RepairSelection, may_undo: bool) -> None:
        """Show the shown repair and the state of the search."""
        has_repair, is_left = selection.shown is not None, bool(selection.remaining)
        self.title.setText(selection.title or _("Repair"))
        self.sentence.setText(selection.sentence)
        for button in (self.previous, self.next):
            button.setVisible(has_repair and len(selection.found) > 1)
            button.setEnabled(selection.may_step)
        for button in (self.one, self.all, self.before):
            button.setVisible(has_repair)
            button.setEnabled(is_left)
        self.one.setVisible(len(selection.changes) > 1)
        count = len(selection.remaining) or len(selection.changes)
        self.all.setText(plural(count, "Change It", "Change All {count}"))
        self.undo.setVisible(may_undo or has_repair)
        self.undo.setEnabled(may_undo)
        self.stop.setVisible(selection.is_searching)
        if not is_left:
            self.before.setChecked(False)
        self.show()

    def put_away(self) -> None:
        """Hide the bar."""
        self.before.setChecked(False)
        self.hide()
