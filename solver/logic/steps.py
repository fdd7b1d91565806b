"""The next deduction on a board, and all of them to the end."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.contracts import ShouldStop, never
from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.links.deep import find_deep
from solver.logic.links.lookahead import LookaheadMemory, look_ahead, simplest
from solver.logic.partial_search import PartialSearch
from solver.logic.search import ContradictionError, LineSearch, deduction_of

__all__ = ["ContradictionError", "Reasoner"]


class Reasoner:
    """Solves a puzzle by the simplest deduction each time.

    >>> reasoner = Reasoner(Puzzle.from_numbers([[3], [1]], [[1], [1], [2]]))
    >>> len(list(reasoner.steps()))
    4
    >>> reasoner.grid.to_text()
    ['###', '..#']
    """

    def __init__(
        self,
        puzzle: Puzzle,
        grid: Grid | None = None,
        should_stop: ShouldStop | None = None,
    ) -> None:
        """Begin.

        Args:
            puzzle: A puzzle without defects; if clues are not known, single lines are looked at.
            grid: What is known of each cell; by default nothing. It is not changed.
            should_stop: Is called often; once true, no further deduction is looked for.
        """
        board = LogicBoard.of(puzzle, grid)
        self._is_partial = bool(puzzle.unknown_lines)
        search = PartialSearch if self._is_partial else LineSearch
        self._search: LineSearch | PartialSearch = search(board, should_stop or never)
        self._should_stop = should_stop
        self._lookaheads = LookaheadMemory()

    @property
    def grid(self) -> Grid:
        """What is known now (a copy)."""
        return self._search.grid

    @property
    def is_done(self) -> bool:
        """Whether every cell is known."""
        return self._search.open_cells == 0

    def next(self) -> Deduction | None:
        """The simplest deduction, which is not carried out.

        Returns:
            ``None`` if the board is complete, if nothing more can be deduced because the puzzle
            has several solutions or clues that are not known, or after a stop.

        Raises:
            ContradictionError: A line cannot be completed.
        """
        best = self._search.best()
        if self._should_stop is not None and self._should_stop():
            return None
        board = self._search.board
        if best is not None:
            return deduction_of(board, *best)
        if self.is_done or self._is_partial:
            return None
        found = look_ahead(board, self._should_stop, self._lookaheads)
        if found:
            return simplest(found)
        return find_deep(board, self._should_stop)

    def carry_out(self, deduction: Deduction) -> None:
        """Change the board."""
        for cell, state in deduction.states:
            self._search.set_state(cell, state)

    def steps(self) -> Iterator[Deduction]:
        """Carry out deduction after deduction to the end.

        Raises:
            ContradictionError: A line cannot be completed.
        """
        while (step := self.next()) is not None:
            self.carry_out(step)
            yield step
