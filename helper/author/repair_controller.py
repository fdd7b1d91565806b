"""Control a repair: show it on a board, choose and apply it in the bar below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from helper.author.repair_bar import RepairBar
from helper.author.repair_selection import RepairSelection
from puzzles import Grid
from solver.author.repair import Change, Repairs


class Canvas(Protocol):
    """A board on which proposed changes are shown."""

    def show_proposed(self, changes: Mapping[int, int]) -> None:
        """Show what would be changed: new states by cell."""

    def show_before(self, is_shown: bool) -> None:
        """Show the board without them, or with them."""


class RepairController(QObject):
    """Brings together the ways that were found, the strip and the ghosts on the board.

    Signals:
        corrected: A mapping of cells to their new states, which a person has accepted.
        undone: The last change is to be taken back.
        stopped: The search is not wanted any more.
    """

    corrected = Signal(object)
    undone = Signal()
    stopped = Signal()

    def __init__(self, board: Canvas, bar: RepairBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board, self._bar = board, bar
        self.ways: RepairSelection | None = None
        """Those of the repair that is on."""
        self._may_undo = False
        bar.stepped.connect(self._step)
        bar.one_applied.connect(lambda: self._apply(self._remaining[:1]))
        bar.all_applied.connect(lambda: self._apply(self._remaining))
        bar.undone.connect(self.undone)
        bar.before_shown.connect(board.show_before)
        bar.stopped.connect(self._stop)
        bar.closed.connect(self._close)

    @property
    def is_on(self) -> bool:
        """Whether a repair is looked for or shown."""
        return self.ways is not None

    def begin(self, picture: Grid, may_undo: bool) -> None:
        """A repair of a picture is looked for."""
        self.ways, self._may_undo = RepairSelection(picture), may_undo
        self._show()

    def hear(self, repairs: Repairs, is_over: bool) -> None:
        """Repairs were found, or the search is over."""
        if self.ways is not None:
            self.ways.hear(repairs, is_over)
            self._show()

    def follow(self, picture: Grid, may_undo: bool) -> None:
        """The board has changed: by the repair, or otherwise, which ends it."""
        self._may_undo = may_undo
        if self.ways is None:
            return
        if self.ways.follow(picture):
            self._show()
        else:
            self.end()

    def end(self) -> None:
        """Put the repair away. Harmless when there is none."""
        self.ways = None
        self._board.show_proposed({})
        self._bar.put_away()

    @property
    def _remaining(self) -> tuple[Change, ...]:
        return self.ways.remaining if self.ways is not None else ()

    def _show(self) -> None:
        assert self.ways is not None
        self._board.show_proposed(self.ways.ghosts)
        self._bar.show_ways(self.ways, self._may_undo)

    def _step(self, by: int) -> None:
        if self.ways is not None:
            self.ways.step(by)
            self._show()

    def choose_cell(self, cell: int) -> None:
        """A cell of the board was clicked: it is changed if it is one of those proposed."""
        self._apply(tuple(change for change in self._remaining if change.cell == cell))

    def _apply(self, changes: tuple[Change, ...]) -> None:
        if not changes or self.ways is None:
            return
        if self.ways.is_searching:  # what else may be found is not wanted any more
            self._stop()
        self.corrected.emit({change.cell: change.after for change in changes})

    def _stop(self) -> None:
        if self.ways is not None:
            self.ways.stop()
            self.stopped.emit()
            self._show()

    def _close(self) -> None:
        self.end()
        self.stopped.emit()
