"""Shows repairs on a board; the user chooses and applies them in the bar below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from helper.author.repair_bar import RepairBar
from puzzles import Grid

if TYPE_CHECKING:
    from helper.author.repair_selection import RepairSelection
    from solver.author.repair import Change, Repairs


class Canvas(Protocol):
    """A board on which proposed changes are shown."""

    def show_proposed(self, changes: Mapping[int, int]) -> None:
        """Show proposed changes: new states by cell."""

    def show_before(self, is_shown: bool) -> None:
        """Show the board without the changes (``True``) or with them."""


class RepairController(QObject):
    """Connects the repairs, the bar and the proposed changes on the board.

    Signals:
        corrected: A mapping of cells to new states, which the user has accepted.
        undone: The user asks to undo the last change.
        stopped: The search has to stop.
    """

    corrected = Signal(object)
    undone = Signal()
    stopped = Signal()

    def __init__(self, board: Canvas, bar: RepairBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board, self._bar = board, bar
        self.selection: RepairSelection | None = None
        """The repairs; ``None`` while there is neither a search nor a repair."""
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
        """Whether repairs are being searched for or shown."""
        return self.selection is not None

    def begin(self, picture: Grid, may_undo: bool) -> None:
        """Show that the search for repairs of a picture has started."""
        from helper.author.repair_selection import RepairSelection

        self.selection, self._may_undo = RepairSelection(picture), may_undo
        self._show()

    def update(self, repairs: Repairs, is_over: bool) -> None:
        """Show new repairs, or the end of the search."""
        if self.selection is not None:
            self.selection.update(repairs, is_over)
            self._show()

    def follow(self, picture: Grid, may_undo: bool) -> None:
        """Take the changed board; a change that is not part of the repair ends it."""
        self._may_undo = may_undo
        if self.selection is None:
            return
        if self.selection.follow(picture):
            self._show()
        else:
            self.end()

    def end(self) -> None:
        """Hide the bar and the changes. May be called when there is no repair."""
        self.selection = None
        self._board.show_proposed({})
        self._bar.put_away()

    @property
    def _remaining(self) -> tuple[Change, ...]:
        return self.selection.remaining if self.selection is not None else ()

    def _show(self) -> None:
        assert self.selection is not None
        self._board.show_proposed(self.selection.ghosts)
        self._bar.show_repairs(self.selection, self._may_undo)

    def _step(self, by: int) -> None:
        if self.selection is not None:
            self.selection.step(by)
            self._show()

    def choose_cell(self, cell: int) -> None:
        """Apply the change of a clicked cell, if one is proposed."""
        self._apply(tuple(change for change in self._remaining if change.cell == cell))

    def _apply(self, changes: tuple[Change, ...]) -> None:
        if not changes or self.selection is None:
            return
        if self.selection.is_searching:  # the user has decided
            self._stop()
        self.corrected.emit({change.cell: change.after for change in changes})

    def _stop(self) -> None:
        if self.selection is not None:
            self.selection.stop()
            self.stopped.emit()
            self._show()

    def _close(self) -> None:
        self.end()
        self.stopped.emit()
