"""Lookahead: every cell is tried, all trials level by level, so the shortest reasoning is found.

*Edge logic*: a cell of the outermost unfinished line fails within :data:`EDGE_LEVELS` levels.
*Contradiction*: any cell fails. *Two-way lookahead*: whatever a cell is, another one is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.finding import decided
from solver.logic.links.trial import TrialRun
from solver.logic.techniques import Technique

EDGE_LEVELS = 3
"""A cell in the first line, its crossing lines, the second line: what players do at the edge."""

ShouldStop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Lookahead:
    """One result of the shortest trials."""

    technique: Technique
    cell: int
    """The cell that it decides or narrows."""
    gone: int
    """The colours that it loses, as a bit set."""
    runs: tuple[TrialRun, ...]

    def deduction(self) -> Deduction:
        """The result with its reasons, which take some time to find."""
        state = self.runs[0].base.state(self.cell) & ~self.gone
        if self.technique is Technique.TWO_WAY:
            trials = tuple(run.explained_result(self.cell, self.gone) for run in self.runs)
        else:
            trials = tuple(run.explained_failure() for run in self.runs)
        return Deduction(self.technique, None, ((self.cell, state),), trials=trials)


def look_ahead(board: LogicBoard, should_stop: ShouldStop | None = None) -> list[Lookahead]:
    """All results that need the fewest levels; empty if there are none.

    Args:
        board: A board on which no line decides anything by itself.
        should_stop: Is called often; once true, what was found is returned.
    """
    runs = {
        (cell, 1 << color): TrialRun(board, cell, 1 << color)
        for cell in board.unknown()
        for color in _colors(board.state(cell))
    }
    edges = _edge_lines(board)
    active = list(runs.values())
    while active:
        failed = []
        for run in active:
            if should_stop is not None and should_stop():
                return []
            run.advance()
            if run.failed is not None:
                failed.append(run)
        found = [Lookahead(_name(run, edges), run.cell, run.state, (run,)) for run in failed]
        found = found or list(_agreements(board, runs))
        if found:
            return found
        active = [run for run in active if not run.is_over]
    return []


def _name(run: TrialRun, edges: set[int]) -> Technique:
    row, column = divmod(run.cell, run.base.width)
    is_at_edge = row in edges or run.base.height + column in edges
    short = run.levels <= EDGE_LEVELS
    return Technique.EDGE_LOGIC if is_at_edge and short else Technique.CONTRADICTION


def _colors(state: int) -> Iterator[int]:
    color = 0
    while state:
        if state & 1:
            yield color
        state >>= 1
        color += 1


def _edge_lines(board: LogicBoard) -> set[int]:
    """The unfinished rows and columns that are nearest to the four edges."""
    edges = set()
    height, count = board.height, len(board.lines)
    for order in (range(height), range(height, count)):
        for numbers in (order, reversed(order)):
            for line in numbers:
                full = (1 << board.width_of(line)) - 1
                if decided(board.lines[line]) != full:
                    edges.add(line)
                    break
    return edges


def _agreements(board: LogicBoard, runs: dict[tuple[int, int], TrialRun]) -> Iterator[Lookahead]:
    """The cells that lose a colour whatever another cell is."""
    for cell in board.unknown():
        branches = [runs[cell, 1 << color] for color in _colors(board.state(cell))]
        changes = [run.changed() for run in branches]
        for other in sorted(set(changes[0]).intersection(*changes[1:]) - {cell}):
            left = 0
            for change in changes:
                left |= change[other]
            gone = board.state(other) & ~left
            if gone:
                yield Lookahead(Technique.TWO_WAY, other, gone, tuple(branches))
