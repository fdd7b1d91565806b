"""The solvers to compare, and the check of their answers.

A peer gets a puzzle and a timeout and returns an :class:`Answer`. Its solutions are checked against
the clues and against those of the other peers: claiming a unique solution while another one is
known is as wrong as violating a clue.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

from puzzles import Grid, NonogramError, Puzzle, unsatisfied_lines
from solver.api import Limits, Outcome, solve
from solver.registry import get_engine


class Ending(enum.Enum):
    """How a peer ended."""

    FINISHED = "finished"
    """It found two solutions, or all that it looks for."""
    TIMEOUT = "timeout"
    """Its time was over."""
    GAVE_UP = "gave up"
    """It ended in time, but without an answer."""


class Answer(NamedTuple):
    """The answer of a peer."""

    solutions: list[Grid]
    """Two at most; empty for a program that prints none."""
    ending: Ending
    is_complete: bool = False
    """Whether it claims that there are no other solutions."""
    work: int = 0
    """Work done, in the peer's own unit."""
    note: str = ""
    """Why it gave up, in a few words."""
    seconds: float | None = None
    """Its own time, if the call took longer for other reasons."""


class Verdict(enum.Enum):
    """The result of the check of an answer."""

    SOLVED = "solved"
    """Finished, and the whole answer is right."""
    UNCHECKED = "unchecked"
    """Finished, but it showed no solution that could be checked."""
    WRONG = "wrong"
    """A solution violates a clue, or there are more solutions than it claims."""
    TIMEOUT = "timeout"
    """Not finished in time."""
    GAVE_UP = "gave up"
    """Ended in time without an answer."""

    @property
    def is_solved(self) -> bool:
        """Whether it counts as solved."""
        return self in (Verdict.SOLVED, Verdict.UNCHECKED)


@dataclass(frozen=True, slots=True)
class Peer:
    """A solver under comparison."""

    name: str
    """Its name in the table."""
    about: str
    """A description, for the lines above the table."""
    ask: Callable[[Puzzle, float], Answer]
    """``ask(puzzle, timeout_s)`` looks for two solutions."""
    unit: str = ""
    """The unit of ``Answer.work``."""
    is_ours: bool = False
    """Whether it is one of our engines: a wrong answer ends the benchmark."""


class MissingPeerError(Exception):
    """A peer cannot be used here; the text has the reason and the remedy."""


def package(name: str) -> Any:
    """Import an optional package.

    Raises:
        MissingPeerError: It is not installed.
    """
    try:
        return import_module(name)
    except ImportError:
        where = name.split(".")[0]
        raise MissingPeerError(
            f"the package {where} is missing: pip install -e '.[bench]' installs it"
        ) from None


ENDINGS = {
    Outcome.LIMIT: Ending.TIMEOUT,
    Outcome.STOPPED: Ending.TIMEOUT,
    Outcome.STUCK: Ending.GAVE_UP,
    Outcome.GAVE_UP: Ending.GAVE_UP,
    Outcome.FOUND: Ending.GAVE_UP,
}
OTHERS = ("constraint", "cp-sat", "ilp")
"""Engines that use an external solver."""


def engine_peer(given: str) -> Peer:
    """One of our engines, in several threads if a number follows: ``native*2``.

    Raises:
        MissingPeerError: There is no such engine, or it was not built.
    """
    name, _, threads = given.partition("*")
    if threads and not threads.isdecimal():
        raise MissingPeerError(f"{threads} is no number of threads")
    try:
        about = get_engine(name).description
    except NonogramError as error:
        raise MissingPeerError(str(error)) from None

    def ask(puzzle: Puzzle, timeout_s: float) -> Answer:
        limits = Limits(timeout_s=timeout_s, threads=int(threads or 1))
        result = solve(puzzle, limits, engine=name)
        return Answer(
            list(result.solutions[:2]),
            ENDINGS.get(result.outcome, Ending.FINISHED),
            result.outcome in (Outcome.UNIQUE, Outcome.NONE),
            result.statistics.line_solves or result.statistics.work,
            note=result.note,
        )

    is_ours = name.split(":")[0] not in OTHERS
    unit = "lines" if name in ("native", "python") else "checks"
    return Peer(given, about, ask, unit, is_ours)


def judge(
    puzzle: Puzzle, answers: Mapping[str, Answer], known: Sequence[Grid] = ()
) -> dict[str, Verdict]:
    """Check the answers to one puzzle.

    Args:
        puzzle: The puzzle.
        answers: The answers by the peers' names.
        known: Solutions known beforehand.
    """
    shown = chain.from_iterable(answer.solutions for answer in answers.values())
    solutions = _different(grid for grid in chain(known, shown) if is_solution(puzzle, grid))
    return {name: _verdict(answer, solutions) for name, answer in answers.items()}


def is_solution(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether a grid is complete and satisfies all clues."""
    fits = (grid.height, grid.width) == (puzzle.height, puzzle.width)
    is_complete = all(state & (state - 1) == 0 for state in set(grid.cells))
    return fits and is_complete and not any(unsatisfied_lines(puzzle, grid))


def _verdict(answer: Answer, solutions: Sequence[Grid]) -> Verdict:
    found = answer.solutions
    if any(grid not in solutions for grid in found) or len(_different(found)) < len(found):
        return Verdict.WRONG
    if answer.is_complete and any(grid not in found for grid in solutions):
        return Verdict.WRONG
    if answer.ending is Ending.TIMEOUT:
        return Verdict.TIMEOUT
    if answer.ending is Ending.GAVE_UP:
        return Verdict.GAVE_UP
    return Verdict.SOLVED if found or answer.is_complete else Verdict.UNCHECKED


def _different(grids: Iterable[Grid]) -> list[Grid]:
    """The grids without duplicates; grids have no hash."""
    once: list[Grid] = []
    for grid in grids:
        if grid not in once:
            once.append(grid)
    return once
