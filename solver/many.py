"""Solves many puzzles at once, on all cores.

The native core releases the interpreter lock while it works, so it runs in threads; engines in
Python run in a process for each core.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from puzzles.contracts import ShouldStop
from puzzles.many import run_in_threads, run_many
from puzzles.model import Puzzle
from solver.api import solve
from solver.registry import default_engine, get_engine
from solver.values import Limits, SolveResult


def solve_many(
    puzzles: Iterable[Puzzle],
    limits: Limits | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | None = None,
    workers: int | None = None,
) -> Iterator[SolveResult]:
    """Solve puzzles in parallel; the results come in the order of the puzzles.

    Puzzles are taken only as results are, so both may be endless. Closing the iterator stops the
    work. An engine in Python works in child processes: a script that is started as a file needs
    ``if __name__ == "__main__":`` then.

    Args:
        puzzles: Any puzzles.
        limits: For each puzzle; see :func:`solver.api.solve`.
        should_stop: Polled; once true, the puzzles under way are yielded as far as they got, and no
            other is begun.
        engine: Name of an engine; by default the fastest.
        workers: How many puzzles at a time; by default one for each core.

    Raises:
        PuzzleError: A puzzle is not valid, see :func:`solver.api.solve`; raised in place of its
            result.
        NonogramError: There is no engine of that name.

    >>> puzzles = [Puzzle.from_numbers([[n], [1]], [[1]] * 2) for n in (1,)]
    >>> [result.outcome.value for result in solve_many(puzzles)]
    ['several']
    """
    name = engine or default_engine()
    get_engine(name)
    work = partial(_solve, limits or Limits(), name)
    run = run_in_threads if name == "native" else run_many
    yield from run(work, puzzles, should_stop, workers)


def _solve(limits: Limits, engine: str, puzzle: Puzzle, should_stop: ShouldStop) -> SolveResult:
    return solve(puzzle, limits, None, should_stop, engine)
