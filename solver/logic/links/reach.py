"""How far trials of single cells lead, without the order of the steps: what a rating tells, sooner.

Whichever deductions are made first, lines and lookahead end with the same board: a deduction stays
possible when more is known. So the fastest order is taken. What is left open needs trials within
trials.
"""

from __future__ import annotations

from puzzles.contracts import ShouldStop, never
from puzzles.errors import NonogramError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import worded
from solver.line import solve_line
from solver.logic.board import LogicBoard
from solver.logic.links.lookahead import look_ahead
from solver.native import SLICE_S
from solver.registry import get_engine

_MANY = 1 << 20
"""Solutions that are wanted: more than trials can meet by chance."""


def after_lookahead(
    puzzle: Puzzle, should_stop: ShouldStop | None = None, engine: str | None = None
) -> Grid | None:
    """The board when neither a line nor a lookahead decides anything more.

    Args:
        puzzle: A puzzle with a solution.
        should_stop: Is called often.
        engine: ``native`` or ``python``; by default the fastest that is installed.

    Returns:
        ``None`` after a stop.

    Raises:
        NonogramError: No such engine, or it does not look ahead.
    """
    functions = {"native": _in_cpp, "python": _in_python}
    name = get_engine(engine).name
    if name not in functions:
        raise NonogramError(worded("the engine {name!r} does not look ahead", name=name))
    return functions[name](puzzle, should_stop or never)


def _in_cpp(puzzle: Puzzle, should_stop: ShouldStop) -> Grid | None:
    from solver.native._core import Core
    from solver.native.conversion import for_core, grid_of

    core = Core(for_core(puzzle), _MANY, probing_only=True)
    while not should_stop():
        if core.run(SLICE_S, 0):
            return grid_of(core.certain(), puzzle)
    return None


def _in_python(puzzle: Puzzle, should_stop: ShouldStop) -> Grid | None:
    board = LogicBoard.of(puzzle)
    while not should_stop():
        _solve_lines(board)
        found = look_ahead(board, should_stop, "python")
        if not found:
            return None if should_stop() else board.grid()
        for each in found:
            board.set_state(each.cell, board.state(each.cell) & ~each.gone)
    return None


def _solve_lines(board: LogicBoard) -> None:
    stale = set(range(len(board.lines)))
    while stale:
        line = stale.pop()
        after = solve_line(board.clues[line], board.lines[line], board.width_of(line))
        assert after is not None, "the puzzle has a solution"
        stale.update(board.crossing(line, at)[0] for at in board.narrow(line, after))
