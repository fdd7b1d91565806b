"""Deep contradiction: an assumption fails only after other trials within it.

The cell is the one that takes the fewest trials. The trials within it are explained as far as
there are no trials within them; otherwise only their number is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction, Trial
from solver.logic.links.lookahead import look_ahead, simplest
from solver.logic.links.trial import TrialRun
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.values import Limits, Outcome

MAX_INNER_TRIALS = 50
"""Trials within one that are explained step by step."""
_FIRST_NODES = 2
"""The first limit of the search that counts trials."""
_FIRST_NODES_OF_SEVERAL = 512
"""The same for a puzzle with several solutions: most colours are possible, and a solution shows it
for many cells at once, but takes some hundred trials. The result does not depend on it."""
_MORE_NODES = 4
"""What the limit is multiplied by until something is found."""
_MAX_NODES = 1 << 16


def find_deep(
    board: LogicBoard,
    should_stop: ShouldStop | None = None,
    *,
    explains: bool = True,
) -> Deduction | None:
    """The contradiction that takes the fewest trials.

    Args:
        board: A board on which neither a line nor a lookahead decides anything.
        should_stop: Is called often; once true, nothing is returned within 100 ms.
        explains: Whether the steps within the trial are wanted, which take most of the time.

    Returns:
        ``None`` if no cell can be excluded: the puzzle has several solutions, or the search was
        stopped, or it takes more than 65,536 trials.
    """
    grid = board.grid()
    truth = solve_known(board.puzzle, grid, Limits(solutions=2), should_stop)
    if should_stop is not None and should_stop():
        return None
    possible = _together([0] * len(grid.cells), truth.solutions)
    options = []
    for cell in board.unknown():
        gone = grid.cells[cell] & ~possible[cell]
        options += [(cell, 1 << k) for k in range(grid.colors) if gone >> k & 1]
    nodes = _FIRST_NODES_OF_SEVERAL if len(truth.solutions) > 1 else _FIRST_NODES
    while nodes <= _MAX_NODES and options:
        best = None
        open_options = []
        for cell, state in options:
            if should_stop is not None and should_stop():
                return None
            if possible[cell] & state:
                continue
            limit = nodes if best is None else best[0] - 1
            limits = Limits(solutions=1, nodes=limit, proof=False)
            known = _with(grid, cell, state)
            result = solve_known(board.puzzle, known, limits, should_stop)
            if result.outcome is Outcome.NONE:
                best = (max(1, result.statistics.nodes), cell, state)
                if best[0] == 1:
                    break  # nothing takes fewer
            elif result.solutions:
                possible = _together(possible, result.solutions)
            else:
                open_options.append((cell, state))
        if best is not None:
            count, cell, state = best
            trial = _followed(board, cell, state, should_stop) if explains else None
            trial = replace(trial or Trial(cell, state, ()), trials=count)
            left, lost = ((cell, board.state(cell) & ~state),), ((cell, state),)
            return Deduction(Technique.DEEP_CONTRADICTION, None, left, lost, trials=(trial,))
        options = open_options
        nodes *= _MORE_NODES
    return None


def _together(cells: list[int], solutions: Iterable[Grid]) -> list[int]:
    """The colours that cells have in some solution, added to those known before."""
    for solution in solutions:
        cells = [a | b for a, b in zip(cells, solution.cells, strict=True)]
    return cells


def _with(grid: Grid, cell: int, state: int) -> Grid:
    """A copy of a grid in which a cell has another state."""
    changed = grid.copy()
    changed.cells[cell] = state
    return changed


def _followed(
    base: LogicBoard, cell: int, state: int, should_stop: ShouldStop | None
) -> Trial | None:
    """All steps to the contradiction, with trials within; ``None`` if it goes deeper."""
    run = TrialRun(base, cell, state)
    for _ in range(MAX_INNER_TRIALS):
        while not run.is_over:
            run.advance()
        if run.failed is not None:
            return run.explained_failure()
        inner = look_ahead(run.board, should_stop)
        if not inner:
            return None
        run.take(simplest(inner))
    return None
