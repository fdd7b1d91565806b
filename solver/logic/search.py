"""The simplest deductions on one line each, kept up to date while a board changes.

:class:`PythonLineSearch` is the specification of the compiled version (``line_search.hpp``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puzzles.contracts import ShouldStop, never
from puzzles.grid import Grid
from puzzles.model import Clues, Line
from puzzles.words import worded
from solver.line import LineMasks, solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.finding import (
    Finding,
    decided,
    members,
    merged,
    narrowed,
    needed,
    state_at,
    together,
)
from solver.logic.line.all import FINDERS, simplest
from solver.logic.line.shown import evidence_of
from solver.logic.premises import technique_premises
from solver.logic.techniques import Technique
from solver.native import SLICE_S
from solver.registry import get_engine

_DECIDED_WEIGHT = 1000
"""A decided cell counts as much as this number of colours that cells lose."""


class ContradictionError(Exception):
    """A line of the board cannot be completed."""

    def __init__(self, line: Line) -> None:
        super().__init__(worded("{line} cannot be completed", line=line))
        self.line = line


LineMemory = dict[tuple[Clues, LineMasks, int], list[Finding]]
"""What lines offer, by clues, masks and width: pays where many similar boards are searched."""
MAX_REMEMBERED = 1 << 14
"""Entries at which a memory is emptied: about 15 MB."""


class LineSearch(Protocol):
    """What each line of a board offers by its simplest technique.

    Raises:
        ContradictionError: By every method that looks at lines, if one cannot be completed.
    """

    @property
    def board(self) -> LogicBoard:
        """What is known; only this object changes it."""

    @property
    def grid(self) -> Grid:
        """What is known, as a copy; faster than that of :attr:`board`."""

    @property
    def open_lines(self) -> int:
        """The number of lines with cells that may have more than one colour."""

    @property
    def open_cells(self) -> int:
        """The number of cells that may have more than one colour."""

    def simplest(self) -> Technique | None:
        """The simplest technique that some line offers; ``None`` if none does, or after a stop."""

    def best(self) -> tuple[int, list[Finding]] | None:
        """The line on which the simplest technique gives most, with its findings.

        Decided cells count first, then colours that cells lose, then the order of the lines.
        ``None`` as for :meth:`simplest`.
        """

    def carry_out(self) -> tuple[int, int]:
        """Change all lines that offer the technique that :meth:`simplest` returned.

        Returns:
            The number of these lines, and of the lines that offered anything.
        """

    def set_state(self, cell: int, state: int) -> None:
        """Leave a cell of the board only the colours of a bit set."""


def line_search(
    board: LogicBoard,
    should_stop: ShouldStop = never,
    memory: LineMemory | None = None,
    engine: str | None = None,
) -> LineSearch:
    """The compiled version for the engine ``native``, otherwise that in plain Python.

    Args:
        board: What is known; belongs to the search from now on.
        should_stop: Is called often; once true, nothing is offered.
        memory: Is read and written by the version in Python; the results are the same without it.
        engine: An engine's name; by default the fastest that is installed.
    """
    if get_engine(engine).name == "native":
        return _CompiledLineSearch(board, should_stop)
    return PythonLineSearch(board, should_stop, memory)


class PythonLineSearch:
    """A :class:`LineSearch` in plain Python; see :func:`line_search`."""

    def __init__(
        self,
        board: LogicBoard,
        should_stop: ShouldStop = never,
        memory: LineMemory | None = None,
    ) -> None:
        """Look at all lines when first asked."""
        self.board = board
        self._should_stop = should_stop
        self._memory = memory
        self._stale = set(range(len(board.lines)))
        self._offers: dict[int, list[Finding]] = {}

    @property
    def grid(self) -> Grid:
        """See :class:`LineSearch`."""
        return self.board.grid()

    @property
    def open_lines(self) -> int:
        """See :class:`LineSearch`."""
        return len(self.board.open_lines)

    @property
    def open_cells(self) -> int:
        """See :class:`LineSearch`."""
        board = self.board
        rows = board.lines[: board.height]
        return board.height * board.width - sum(decided(line).bit_count() for line in rows)

    def simplest(self) -> Technique | None:
        """See :class:`LineSearch`."""
        offers = self.offers()
        if not offers or self._should_stop():
            return None
        return min((f[0].technique for f in offers.values()), key=lambda t: t.rank)

    def best(self) -> tuple[int, list[Finding]] | None:
        """See :class:`LineSearch`."""
        technique = self.simplest()
        if technique is None:
            return None
        line = max(self._lines_of(technique), key=lambda k: (self._gain(k), -k))
        return line, self._offers[line]

    def carry_out(self) -> tuple[int, int]:
        """See :class:`LineSearch`."""
        technique = self.simplest()
        if technique is None:
            return 0, 0
        places = len(self._offers)
        results = [(k, together(self._offers[k])) for k in self._lines_of(technique)]
        for line, after in results:
            self._stale.add(line)
            self._stale |= {
                self.board.crossing(line, at)[0] for at in self.board.narrow(line, after)
            }
        return len(results), places

    def set_state(self, cell: int, state: int) -> None:
        """See :class:`LineSearch`."""
        self.board.set_state(cell, state)
        row, column = divmod(cell, self.board.width)
        self._stale |= {row, self.board.height + column}

    def _lines_of(self, technique: Technique) -> list[int]:
        return [k for k in sorted(self._offers) if self._offers[k][0].technique is technique]

    def _gain(self, line: int) -> int:
        """How much a line gives: decided cells, and far less for colours that cells lose."""
        before, after = self.board.lines[line], together(self._offers[line])
        count = (decided(after) & ~decided(before)).bit_count()
        lost = sum((a & ~b).bit_count() for a, b in zip(before, after, strict=True))
        return _DECIDED_WEIGHT * count + lost

    def offers(self) -> dict[int, list[Finding]]:
        """For each line that gives something, the findings of its simplest technique."""
        for line in sorted(self._stale):
            if self._should_stop():
                break
            findings = self._findings(line)
            self._stale.discard(line)
            if findings:
                self._offers[line] = findings
            else:
                self._offers.pop(line, None)
        return self._offers

    def _findings(self, line: int) -> list[Finding]:
        if self._memory is None:
            return self._found_anew(line)
        board = self.board
        key = board.clues[line], board.lines[line], board.width_of(line)
        findings = self._memory.get(key)
        if findings is None:
            if len(self._memory) >= MAX_REMEMBERED:
                self._memory.clear()
            findings = self._memory[key] = self._found_anew(line)
        return findings

    def _found_anew(self, line: int) -> list[Finding]:
        view = self.board.view(line)
        exact = solve_line(view.clues, view.line, view.width)
        if exact is None:
            raise ContradictionError(self.board.name(line))
        return [] if exact == view.line else simplest(view)


class _CompiledLineSearch:
    """A :class:`LineSearch` in the core, which has the board; a copy of it is made when needed."""

    def __init__(self, board: LogicBoard, should_stop: ShouldStop) -> None:
        from solver.native._core import LineSearchCore
        from solver.native.conversion import for_core

        self._puzzle = board.puzzle
        self._board = board
        self._is_board_old = False
        self._should_stop = should_stop
        self._core = LineSearchCore(for_core(board.puzzle), board.grid().cells.tobytes())

    @property
    def board(self) -> LogicBoard:
        if self._is_board_old:
            self._board = LogicBoard.of(self._puzzle, self.grid)
            self._is_board_old = False
        return self._board

    @property
    def grid(self) -> Grid:
        from solver.native.conversion import grid_of

        return grid_of(self._core.cells(), self._puzzle)

    @property
    def open_lines(self) -> int:
        return self._core.open_lines

    @property
    def open_cells(self) -> int:
        return self._core.open_cells

    def simplest(self) -> Technique | None:
        return _ranked(self._core.simplest) if self._look() else None

    def best(self) -> tuple[int, list[Finding]] | None:
        if not self._look():
            return None
        rank, line = self._core.best()
        technique = _ranked(rank)
        return None if technique is None else (line, FINDERS[technique](self.board.view(line)))

    def carry_out(self) -> tuple[int, int]:
        if not self._look():
            return 0, 0
        self._is_board_old = True
        return self._core.carry_out()

    def set_state(self, cell: int, state: int) -> None:
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
    return list(FINDERS)[rank] if rank < len(FINDERS) else None


def deduction_of(
    board: LogicBoard, line: int, findings: Sequence[Finding], engine: str | None = None
) -> Deduction:
    """The findings of a technique on a line as one deduction with the premises that it needs.

    Premises are left out one after the other, as long as the technique still finds the same. The
    evidence is that of the line as it is: a player would not understand a block's range that covers
    blank cells, although they are not needed. Findings that the others make needless are left out.
    """
    view, empty, technique = board.view(line), board.empty[line], findings[0].technique
    before = view.line
    after = merged(before, together(findings))
    changed = narrowed(before, after)
    least = technique_premises(technique, view, empty, after, engine)
    premises = tuple(board.cell(line, at) for at in members(narrowed(empty, least)))
    states = tuple((board.cell(line, at), state_at(after, at)) for at in members(changed))
    gone = tuple([a & ~b for a, b in zip(before, after, strict=True)])
    evidence = evidence_of(view, needed(findings, gone))
    lost = tuple((board.cell(line, at), state_at(gone, at)) for at in members(changed))
    return Deduction(technique, board.name(line), states, lost, evidence, premises)
