"""Find the solutions that agree with a partly known board.

For questions such as: does any solution have this colour in that cell?
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, cast

from puzzles.contracts import ShouldStop, never
from puzzles.errors import NonogramError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import worded
from solver.registry import get_engine
from solver.values import Limits, Outcome, SolveCallbacks, SolveResult


class _SolvesFrom(Protocol):
    def solve_from(
        self,
        known: Grid | None,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks,
    ) -> SolveResult: ...


def solve_known(
    puzzle: Puzzle,
    known: Grid,
    limits: Limits,
    should_stop: ShouldStop | None = None,
    engine: str | None = None,
) -> SolveResult:
    """Find the solutions of a puzzle that agree with a board.

    Args:
        puzzle: A puzzle without defects but clues that are not known.
        known: What each cell may be; is not changed.
        limits: With ``proof`` at least two solutions are looked for.
        should_stop: Is called often; once true, the solve returns what it has within 100 ms.
        engine: ``native`` or ``python``; by default the fastest that is installed.

    Raises:
        ValueError: The board has another size or palette than the puzzle.
        NonogramError: No such engine, or it cannot start from a board.

    >>> puzzle = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    >>> solve_known(puzzle, Grid.from_text(["?.", "??"]), Limits()).solutions[0].to_text()
    ['#.', '.#']
    """
    known.check_board_of(puzzle)
    found = get_engine(engine)
    if not hasattr(found, "solve_from"):
        raise NonogramError(
            worded("the engine {name!r} cannot start from a board", name=found.name)
        )
    if 0 in known.cells:
        return SolveResult(Outcome.NONE, (), known.copy(), found.name, complete=True)
    callbacks = SolveCallbacks(should_stop=should_stop or never)

    def solve_whole(whole: Puzzle, wanted: Limits) -> SolveResult:
        return cast(_SolvesFrom, found).solve_from(known, whole, wanted, callbacks)

    if not puzzle.unknown_lines:
        return solve_whole(puzzle, limits)
    from solver.completion import solve_incomplete

    result = solve_incomplete(puzzle, limits, callbacks.should_stop, solve_whole, True)
    return replace(result, engine=found.name)
