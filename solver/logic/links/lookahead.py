"""Lookahead: every cell is tried, all trials level by level, so the shortest reasoning is found.

*Edge logic*: a cell of the outermost unfinished line fails within :data:`EDGE_LEVELS` levels.
*Contradiction*: any cell fails. *Two-way lookahead*: whatever a cell is, another one is the same.

The core does the work, see ``lookahead.hpp``; here its results get reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.contracts import ShouldStop, never
from puzzles.errors import BeyondMethodError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import worded
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.finding import members
from solver.logic.links.trial import TrialRun
from solver.logic.techniques import Technique
from solver.native import SLICE_S
from solver.native import core as native_core
from solver.native.conversion import for_core, grid_of
from solver.values import MAX_SEARCHED

if TYPE_CHECKING:
    from solver.native._core import LookaheadCore

EDGE_LEVELS = 3
"""A cell in the first line, its crossing lines, the second line: what players do at the edge."""

_Results = tuple[int, list[tuple[int, int]], list[tuple[int, int, int]]]
"""The number of levels, and one of: trials that fail, as cells and states; agreements, as cells,
the colours that they lose, and the tried cells."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """One result of the shortest trials."""

    technique: Technique
    cell: int
    """The cell that it decides or narrows."""
    gone: int
    """The colours that it loses, as a bit set."""
    base: LogicBoard
    """The board on which the trials begin, which may not change until :meth:`deduction`."""
    trials: tuple[tuple[int, int], ...]
    """The trials: the tried cell and what is assumed, as a bit set of colours."""
    levels: int
    """How many levels the trials are followed."""

    def deduction(self, others: Sequence[Lookahead] = ()) -> Deduction:
        """The result with its reasons, which take some time to find.

        Args:
            others: More results, of which those of the same trials are told together with it.
        """
        lost = {self.cell: self.gone}
        lost |= {each.cell: each.gone for each in others if each.trials == self.trials}
        states = tuple((cell, self.base.state(cell) & ~gone) for cell, gone in lost.items())
        runs = [TrialRun(self.base, *trial) for trial in self.trials]
        for run in runs:
            run.follow(self.levels)
        if self.technique is Technique.TWO_WAY:
            trials = tuple(run.explained_result(lost) for run in runs)
        else:
            trials = tuple(run.explained_failure() for run in runs)
        return Deduction(self.technique, None, states, tuple(lost.items()), trials=trials)


def simplest(found: Sequence[Lookahead]) -> Deduction:
    """The result of the simplest technique, with all others that its trials give."""
    best = min(found, key=lambda each: (each.technique.rank, each.cell))
    return best.deduction(found)


class LookaheadMemory:
    """What the core keeps of its trials on a board: most are the same after a few more steps."""

    __slots__ = ("_core", "_puzzle")

    def __init__(self) -> None:
        self._puzzle: Puzzle | None = None
        self._core: LookaheadCore | None = None

    def core_for(self, board: LogicBoard) -> LookaheadCore:
        """The core for a board, which goes on from the last one if that can lead to it."""
        cells = board.grid().cells.tobytes()
        core = self._core
        if core is None or board.puzzle is not self._puzzle or not core.narrow_to(cells):
            core = native_core().LookaheadCore(for_core(board.puzzle), cells)
            self._core, self._puzzle = core, board.puzzle
        return core


def look_ahead(
    board: LogicBoard,
    should_stop: ShouldStop | None = None,
    memory: LookaheadMemory | None = None,
) -> list[Lookahead]:
    """All results that need the fewest levels; empty if there are none.

    Args:
        board: A board on which no line decides anything by itself.
        should_stop: Is called often; once true, nothing is returned within 100 ms.
        memory: For boards of a puzzle one after the other; does not change the result.

    Raises:
        NonogramError: The native core was not built.
        BeyondMethodError: The board has more than ``MAX_SEARCHED`` cells.
    """
    if board.puzzle.height * board.puzzle.width > MAX_SEARCHED:
        raise BeyondMethodError(
            worded(
                "single lines say nothing more, and on a board of more than {limit:,} cells nothing"
                " else is tried",
                limit=MAX_SEARCHED,
            )
        )
    found = _found(board, should_stop or never, memory or LookaheadMemory())
    if found is None:
        return []
    levels, failures, agreements = found
    edges = _edge_lines(board)
    results = [
        Lookahead(_name(board, edges, cell, levels), cell, state, board, ((cell, state),), levels)
        for cell, state in failures
    ]
    for cell, gone, tried in agreements:
        trials = tuple((tried, 1 << color) for color in members(board.state(tried)))
        results.append(Lookahead(Technique.TWO_WAY, cell, gone, board, trials, levels))
    return results


def _found(board: LogicBoard, should_stop: ShouldStop, memory: LookaheadMemory) -> _Results | None:
    core = memory.core_for(board)
    while not should_stop():
        if core.run(SLICE_S):
            return core.levels, [(cell, 1 << k) for cell, k in core.failures], core.agreements
    return None


def _name(board: LogicBoard, edges: set[int], cell: int, levels: int) -> Technique:
    row, column = divmod(cell, board.width)
    is_at_edge = row in edges or board.height + column in edges
    short = levels <= EDGE_LEVELS
    return Technique.EDGE_LOGIC if is_at_edge and short else Technique.CONTRADICTION


def _edge_lines(board: LogicBoard) -> set[int]:
    """The unfinished rows and columns that are nearest to the four edges."""
    lines = board.open_lines
    rows = [line for line in lines if line < board.height]
    columns = lines[len(rows) :]
    return {*rows[:1], *rows[-1:], *columns[:1], *columns[-1:]}


_MANY = 1 << 20
"""Solutions that are wanted: more than trials can meet by chance."""


def after_lookahead(puzzle: Puzzle, should_stop: ShouldStop | None = None) -> Grid | None:
    """The board when neither a line nor a lookahead decides anything more.

    Whichever deductions are made first, lines and lookahead end with the same board: a deduction
    stays possible when more is known. So the fastest order is taken. What is left open needs trials
    within trials.

    Args:
        puzzle: A puzzle with a solution.
        should_stop: Is called often.

    Returns:
        ``None`` after a stop.

    Raises:
        NonogramError: The native core was not built.
    """
    search = native_core().Core(for_core(puzzle), _MANY, probing_only=True)
    while should_stop is None or not should_stop():
        if search.run(SLICE_S, 0):
            return grid_of(search.certain(), puzzle)
    return None
