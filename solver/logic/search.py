"""The simplest deductions on one line each, kept up to date while a board changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.contracts import ShouldStop, never
from puzzles.grid import Grid
from puzzles.model import Line, is_known
from puzzles.words import worded
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.finding import Finding, members, merged, narrowed, needed, state_at, together
from solver.logic.line_techniques import (
    LINE_TECHNIQUES,
    findings,
    shown_evidence,
    technique_premises,
)
from solver.logic.techniques import Technique
from solver.native import SLICE_S, core
from solver.native.conversion import for_core, grid_of

if TYPE_CHECKING:
    from solver.native._core import LineSearchCore


class ContradictionError(Exception):
    """A line of the board cannot be completed."""

    def __init__(self, line: Line) -> None:
        super().__init__(worded("{line} cannot be completed", line=line))
        self.line = line


class LineSearch:
    """What each line of a board offers by its simplest technique.

    The core has the board; a copy of it is made when needed.

    Raises:
        ContradictionError: By every method that looks at lines, if one cannot be completed.
        NonogramError: By the constructor, if the core was not built.
    """

    def __init__(self, board: LogicBoard, should_stop: ShouldStop = never) -> None:
        """Begin.

        Args:
            board: What is known; belongs to the search from now on.
            should_stop: Is called often; once true, nothing is offered.
        """
        self._puzzle = board.puzzle
        self._board = board
        self._is_board_old = False
        self._should_stop = should_stop
        self._core: LineSearchCore = core().LineSearchCore(
            for_core(board.puzzle), board.grid().cells.tobytes()
        )

    @property
    def board(self) -> LogicBoard:
        """What is known; only this object changes it."""
        if self._is_board_old:
            self._board = LogicBoard.of(self._puzzle, self.grid)
            self._is_board_old = False
        return self._board

    @property
    def grid(self) -> Grid:
        """What is known, as a copy; faster than that of :attr:`board`."""
        return grid_of(self._core.cells(), self._puzzle)

    @property
    def open_lines(self) -> int:
        """The number of lines with cells that may have more than one colour."""
        return self._core.open_lines

    @property
    def open_cells(self) -> int:
        """The number of cells that may have more than one colour."""
        return self._core.open_cells

    def simplest(self) -> Technique | None:
        """The simplest technique that some line offers; ``None`` if none does, or after a stop."""
        return _ranked(self._core.simplest) if self._look() else None

    def best(self) -> tuple[int, list[Finding]] | None:
        """The line on which the simplest technique gives most, with its findings.

        Decided cells count first, then colours that cells lose, then the order of the lines.
        ``None`` as for :meth:`simplest`.
        """
        if not self._look():
            return None
        rank, line = self._core.best()
        technique = _ranked(rank)
        return None if technique is None else (line, findings(technique, self.board.view(line)))

    def carry_out(self) -> tuple[int, int]:
        """Change all lines that offer the technique that :meth:`simplest` returned.

        Returns:
            The number of these lines, and of the lines that offered anything.
        """
        if not self._look():
            return 0, 0
        self._is_board_old = True
        return self._core.carry_out()

    def set_state(self, cell: int, state: int) -> None:
        """Leave a cell of the board only the colours of a bit set."""
        self._core.set_state(cell, state)
        if not self._is_board_old:
            self._board.set_state(cell, state)

    def _look(self) -> bool:
        """Look at all changed lines; false after a stop."""
        while not self._core.look(SLICE_S):
            if self._should_stop():
                return False
        if self._core.failed_line >= 0:
            raise ContradictionError(self._board.name(self._core.failed_line))
        return not self._should_stop()


def _ranked(rank: int) -> Technique | None:
    """The technique on one line with that rank; ``None`` for the rank after the last one."""
    return LINE_TECHNIQUES[rank] if rank < len(LINE_TECHNIQUES) else None


def deduction_of(board: LogicBoard, line: int, told: Sequence[Finding]) -> Deduction:
    """The findings of a technique on a line as one deduction with the premises that it needs.

    Premises are left out one after the other, as long as the technique still finds the same. The
    evidence is that of the line as it is: a player would not understand a block's range that covers
    blank cells, although they are not needed. Findings that the others make needless are left out.
    """
    view, empty, technique = board.view(line), board.empty[line], told[0].technique
    before = view.line
    after = merged(before, together(told))
    changed = narrowed(before, after)
    is_whole = is_known(view.clues)
    least = technique_premises(technique, view, empty, after) if is_whole else before
    premises = tuple(board.cell(line, at) for at in members(narrowed(empty, least)))
    states = tuple((board.cell(line, at), state_at(after, at)) for at in members(changed))
    gone = tuple([a & ~b for a, b in zip(before, after, strict=True)])
    evidence = shown_evidence(view, needed(told, gone))
    lost = tuple((board.cell(line, at), state_at(gone, at)) for at in members(changed))
    return Deduction(technique, board.name(line), states, lost, evidence, premises)
