"""The simplest deductions on one line each of a puzzle of which not all clues are known.

A line whose clues are known is looked at with the techniques for such lines. Of another one follows
what all its clues may be have in common, for example: ``? 3`` in five cells has a blank before the
3, and the 3 covers the fourth cell.
"""

from __future__ import annotations

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from puzzles.model import is_known
from solver.line import solve_line
from solver.logic.board import LogicBoard
from solver.logic.finding import Evidence, Finding, decided, together
from solver.logic.line_techniques import simplest
from solver.logic.search import ContradictionError
from solver.logic.techniques import Technique
from solver.partial_line import solve_partial_line


class PartialSearch:
    """What each line of a board offers; see :class:`solver.logic.search.LineSearch`."""

    def __init__(self, board: LogicBoard, should_stop: ShouldStop) -> None:
        """``board``: what is known; belongs to the search from now on."""
        self.board = board
        self._should_stop = should_stop

    @property
    def grid(self) -> Grid:
        """What is known, as a copy."""
        return self.board.grid()

    @property
    def open_cells(self) -> int:
        """The number of cells that may have more than one colour."""
        return len(self.board.unknown())

    def best(self) -> tuple[int, list[Finding]] | None:
        """The line on which the simplest technique decides most cells, with its findings.

        Raises:
            ContradictionError: A line cannot be completed.
        """
        offers = []
        for line in self.board.open_lines:
            if self._should_stop():
                return None
            if found := self._found(line):
                after = together(found)
                new = decided(after) & ~decided(self.board.lines[line])
                offers.append((found[0].technique.rank, -new.bit_count(), line, found))
        return min(offers, key=lambda offer: offer[:3])[2:] if offers else None

    def set_state(self, cell: int, state: int) -> None:
        """Leave a cell of the board only the colours of a bit set."""
        self.board.set_state(cell, state)

    def _found(self, line: int) -> list[Finding]:
        view = self.board.view(line)
        is_whole = is_known(view.clues)
        after = (solve_line if is_whole else solve_partial_line)(*view)
        if after is None:
            raise ContradictionError(self.board.name(line))
        if after == view.line:
            return []
        if is_whole:
            return simplest(view)
        return [Finding(Technique.WHOLE_LINE, after, Evidence("not known"))]
