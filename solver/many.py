"""Solves many puzzles at once, on all cores.

The native core solves a batch in threads of its own, which need no interpreter; engines in Python
run in a process for each core.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from types import NoneType
from typing import TypeVar

from puzzles.child.child import POLL_S
from puzzles.contracts import ShouldStop, never
from puzzles.errors import checked_type
from puzzles.many import cores, run_in_threads, run_many
from puzzles.model import Puzzle
from puzzles.words import worded
from solver.api import solve
from solver.registry import default_engine, get_engine
from solver.values import Engine, Limits, SolveResult

Item = TypeVar("Item")
CHUNK = 64
"""Puzzles that the core gets at a time, and results."""
AHEAD, AHEAD_BYTES = 1024, 2**18
"""Puzzles taken ahead for each thread, and the bytes of their clues, at most; at least ``CHUNK``.

A hard puzzle among them holds up no other. A thread that is woken may wait some ms for a core, in
which the others solve hundreds of small puzzles: on two cores a 10x10 took 7.9 us with 128 ahead,
6.8 with 1024, and 6.6 with 4096. The results of large puzzles need too much memory for so many.
"""


def solve_many(
    puzzles: Iterable[Puzzle],
    limits: Limits | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | Engine | None = None,
    jobs: int | None = None,
) -> Iterator[SolveResult]:
    """Solve puzzles in parallel; the results come in the order of the puzzles.

    Puzzles are taken as results are, some ahead, so both may be endless. Closing the iterator stops
    the work. An engine in Python works in child processes; one that is given as an object, which
    they might not find, in threads of this process.

    Args:
        puzzles: Any puzzles.
        limits: For each puzzle; see :func:`solver.api.solve`.
        should_stop: Polled; once true, the puzzles under way are yielded as far as they got, and no
            other is begun.
        engine: Name of an engine, or an engine; by default the fastest.
        jobs: How many puzzles at a time; by default one for each core.

    Raises:
        PuzzleError: A puzzle is not valid, see :func:`solver.api.solve`; raised in place of its
            result.
        NonogramError: There is no engine of that name.
        TypeError: An argument is of another type, or the object is no engine.
        ValueError: No puzzle at a time.

    >>> puzzles = [Puzzle.from_numbers([[n], [1]], [[1]] * 2) for n in (1,)]
    >>> [result.outcome.value for result in solve_many(puzzles)]
    ['several']
    """
    checked_type(limits, Limits, NoneType)
    checked_type(jobs, int, NoneType)
    if jobs is not None and jobs < 1:
        raise ValueError(worded("jobs: a whole number from 1, not {value}", value=jobs))
    name = default_engine() if engine is None else engine
    get_engine(name)
    limits = limits or Limits()
    if name == "native":
        solved = solve_each(puzzles, _checked, limits, should_stop, jobs)
        yield from (result for _, result in solved if result is not None)
    else:
        run = run_many if isinstance(name, str) else run_in_threads
        yield from run(partial(_solve, limits, name), puzzles, should_stop, jobs)


def _checked(puzzle: Puzzle) -> Puzzle:
    checked_type(puzzle, Puzzle)  # a result would be missing, and all others be shifted
    return puzzle


def solve_each(
    items: Iterable[Item],
    puzzle_of: Callable[[Item], Puzzle | None],
    limits: Limits,
    should_stop: ShouldStop | None = None,
    workers: int | None = None,
) -> Iterator[tuple[Item, SolveResult | None]]:
    """Solve what items have with the native core; see :func:`solve_many`.

    Args:
        items: They come back in their order.
        puzzle_of: The puzzle of an item; without one there is no result either.
        limits: For each puzzle.
        should_stop: Polled.
        workers: How many puzzles at a time.

    Raises:
        PuzzleError: See :func:`solve_many`.
    """
    from solver.engines.native import decisions_of, result_of, threads_of, wanted_of
    from solver.native._core import BatchCore
    from solver.native.conversion import possible_clues

    threads, wanted = workers or cores(), limits.wanted
    should_stop = should_stop or never
    timeout_s = -1.0 if limits.timeout_s is None else limits.timeout_s
    core = BatchCore(
        threads, wanted_of(limits), timeout_s, decisions_of(limits), threads_of(limits)
    )
    waiting: deque[tuple[Item, Puzzle | None, bytes | None]] = deque()
    """Items with their puzzles, and the clues if the core has them; the next result first."""

    def refused() -> Iterator[tuple[Item, SolveResult | None]]:
        while waiting and waiting[0][2] is None:
            item, puzzle, _ = waiting.popleft()
            yield item, solve(puzzle, limits, engine="native") if puzzle else None

    source, waiting_bytes, is_over, is_asked = iter(items), 0, False, False
    try:
        while True:
            if not is_asked and should_stop():
                is_asked = True
                core.stop()
            if is_asked and not core.has_more:
                return
            share = len(waiting) / threads
            is_full = share > CHUNK and waiting_bytes > AHEAD_BYTES * threads
            is_full |= share > AHEAD - CHUNK
            is_taking = not (is_full or is_over or is_asked)
            if is_taking:
                chunk = []
                taken = list(islice(source, CHUNK))
                for item in taken:
                    puzzle = puzzle_of(item)
                    clues = None if puzzle is None else possible_clues(puzzle)
                    waiting.append((item, puzzle, clues))
                    if clues is not None:
                        chunk.append(clues)
                waiting_bytes += sum(map(len, chunk))
                is_over = len(taken) < CHUNK
                core.add(chunk)
            yield from refused()
            if not waiting and is_over:
                return
            for raw in core.take(CHUNK, len(waiting) // 2, 0.0 if is_taking else POLL_S):
                if waiting[0][2] is None:
                    yield from refused()
                item, puzzle, clues = waiting.popleft()
                assert puzzle is not None
                assert clues is not None
                waiting_bytes -= len(clues)
                if isinstance(raw, str):
                    raise MemoryError(raw)
                yield item, result_of(raw, puzzle, wanted)
    finally:
        core.stop()


def _solve(
    limits: Limits, engine: str | Engine, puzzle: Puzzle, should_stop: ShouldStop
) -> SolveResult:
    return solve(puzzle, limits, None, should_stop, engine)
