"""Deep contradiction: an assumption fails only after other trials within it.

The cell is the one that takes the fewest trials. The trials within it are explained as far as
there are no trials within them; otherwise only their number is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.line import solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction, Trial
from solver.logic.links.lookahead import look_ahead
from solver.logic.links.trial import TrialRun
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.values import Limits, Outcome

MAX_INNER_TRIALS = 50
"""Trials within one that are explained step by step."""
_FIRST_NODES = 2
"""The first limit of the search that counts trials; it is doubled until something is found."""
_MAX_NODES = 1 << 16

ShouldStop = Callable[[], bool]


def find_deep(board: LogicBoard, should_stop: ShouldStop | None = None) -> Deduction | None:
    """The contradiction that takes the fewest trials.

    Returns:
        ``None`` if no cell can be excluded: the puzzle has several solutions, or the search was
        stopped, or it takes more than 65,536 trials.
    """
    grid, options = board.grid(), []
    truth = solve_known(board.puzzle, grid, Limits(solutions=2), should_stop)
    common = [0] * len(grid.cells)
    for solution in truth.solutions:
        common = [a | b for a, b in zip(common, solution.cells, strict=True)]
    for cell in board.unknown():
        gone = board.state(cell) & ~common[cell]
        options += [(cell, 1 << k) for k in range(grid.colors) if gone >> k & 1]
    nodes = _FIRST_NODES
    while nodes <= _MAX_NODES and options:
        failed = []
        for cell, state in options:
            if should_stop is not None and should_stop():
                return None
            known = board.copy()
            known.set_state(cell, state)
            limits = Limits(solutions=1, nodes=nodes, proof=False)
            result = solve_known(board.puzzle, known.grid(), limits, should_stop)
            if result.outcome is Outcome.NONE:
                failed.append((result.statistics.nodes, cell, state))
            elif result.solutions:
                options = [each for each in options if each != (cell, state)]
        if failed:
            count, cell, state = min(failed)
            return _explained(board, cell, state, count, should_stop)
        nodes *= 4
    return None


def _explained(
    board: LogicBoard, cell: int, state: int, count: int, should_stop: ShouldStop | None
) -> Deduction:
    trial = _followed(board, cell, state, should_stop)
    trial = trial or Trial(cell, state, ())
    left = board.state(cell) & ~state
    trials = (replace(trial, trials=max(1, count)),)
    return Deduction(Technique.DEEP_CONTRADICTION, None, ((cell, left),), trials=trials)


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
        run.take(min(inner, key=lambda found: (found.technique.rank, found.cell)).deduction())
    return None


def is_contradictory(board: LogicBoard) -> bool:
    """Whether a line of the board cannot be completed."""
    return any(
        solve_line(board.clues[k], masks, board.width_of(k)) is None
        for k, masks in enumerate(board.lines)
    )
