"""The values of solving: limits, progress, outcomes, results, and the protocol of engines.

Everything here is frozen and pickles, because results and events travel between processes.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from puzzles.model import Line, Puzzle


class Outcome(enum.Enum):
    """How a solve ended."""

    UNIQUE = "unique"
    """There is exactly one solution, and it is proven that there is no other."""
    SEVERAL = "several"
    """At least two solutions were found."""
    NONE = "none"
    """It is proven that there is no solution."""
    STOPPED = "stopped"
    """The caller asked to stop before anything was proven."""
    LIMIT = "limit"
    """The time or the number of nodes ran out before anything was proven."""
    FOUND = "found"
    """There is a solution. Whether there are others was not asked, or the method cannot tell."""
    STUCK = "stuck"
    """The method, which is not one for every puzzle, has no further step."""
    GAVE_UP = "gave up"
    """The method cannot take this puzzle, or has used up its own means; ``note`` says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be spent on a solve."""

    solutions: int = 2
    """Solutions to look for; with ``proof`` never fewer than two, so that uniqueness is decided."""
    timeout_s: float | None = None
    """Wall-clock time; ``None`` for as long as it takes."""
    nodes: int | None = None
    """Nodes of the search tree, or rounds of a heuristic; ``None`` for as many as it takes."""
    proof: bool = True
    """Whether uniqueness is to be decided. If not, one solution may be all that is looked for."""

    @property
    def wanted(self) -> int:
        """The number of solutions at which an engine ends its search."""
        return max(2 if self.proof else 1, self.solutions)


@dataclass(frozen=True, slots=True)
class Event:
    """What an engine tells while it works. Neither number ever falls during a solve."""

    known: int
    """Cells that are certain, whatever the search still finds."""
    total: int
    """Cells of the board."""
    fraction: float
    """Estimated part of the search tree that is done, 0 to 1."""
    grid: Grid
    """A snapshot of what is certain."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a method, for those who want to watch it think."""

    grid: Grid
    """The board that the method has in mind: what it tries and what follows; may be wrong."""
    sentence: str
    """What was done, for people."""
    line: Line | None = None
    """The line where it was done, if it was one line."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a solve cost."""

    seconds: float = 0.0
    """Wall-clock time."""
    nodes: int = 0
    """Nodes of the search tree, the root included."""
    line_solves: int = 0
    """Lines that were really solved."""
    cached_lines: int = 0
    """Lines whose answer was remembered from before."""
    probes: int = 0
    """Cell values tried out and followed up."""
    contradictions: int = 0
    """Tried values that turned out to be impossible."""
    depth: int = 0
    """Deepest node of the search tree; 0 if nothing had to be guessed."""
    checks: int = 0
    """Proposals held against clues or knowledge; what a proposal is depends on the method."""
    arrangements: int = 0
    """Ways to lay the blocks of a line that were listed beforehand, over all lines."""

    @property
    def work(self) -> int:
        """A count of what the engine mostly does, to compare puzzles with; not engines."""
        return self.checks or self.line_solves + self.cached_lines


@dataclass(frozen=True, slots=True)
class SolveResult:
    """What a solve found out."""

    outcome: Outcome
    """How it ended."""
    solutions: tuple[Grid, ...]
    """The solutions found, complete grids that are all different; also when stopped half-way."""
    certain: Grid
    """What holds in every solution, as far as the engine knows: the solution if it is unique."""
    engine: str
    """Name of the engine, with those of its options that were set."""
    complete: bool = False
    """Whether the whole search space was covered: there are no solutions but ``solutions``."""
    statistics: Statistics = field(default_factory=Statistics)
    """What it cost."""
    contradiction: Line | None = None
    """Outcome NONE: a line that cannot be satisfied, the last one if values had to be tried."""
    by_logic: bool = False
    """Outcome NONE: whether solving line by line shows it, without trying values."""
    note: str = ""
    """Outcome GAVE_UP: a sentence that says why."""
    draft: Grid | None = None
    """Without a solution: the board that a method which guesses had come to; it is wrong."""

    @property
    def is_unique(self) -> bool:
        """Whether the puzzle is proven to have exactly one solution."""
        return self.outcome is Outcome.UNIQUE


OnEvent = Callable[[Event], None]
"""Is called now and then from within the solve, on its thread; should return quickly."""
OnStep = Callable[[Step], None]
"""Is called at every step of the method, on its thread; may take its time to slow the method down.
It slows it down a great deal in any case."""


class Engine(Protocol):
    """A method of solving. Keeps no state between calls; two calls give the same answer.

    An engine with options is a frozen dataclass whose fields are the options, see
    :mod:`solver.options`.
    """

    @property
    def name(self) -> str:
        """One word, as the user writes it."""

    @property
    def description(self) -> str:
        """One sentence for a list of engines."""

    @property
    def is_exact(self) -> bool:
        """Whether it decides every puzzle, given time and memory, never STUCK or merely FOUND."""

    def solve(
        self,
        puzzle: Puzzle,
        limits: Limits,
        on_event: OnEvent | None = None,
        should_stop: ShouldStop | None = None,
        on_step: OnStep | None = None,
    ) -> SolveResult:
        """Solve a puzzle without defects; use :func:`solver.api.solve` for any puzzle."""


def judge(
    solutions: int, *, finished: bool, asked_to_stop: bool = False, enough: bool = False
) -> Outcome:
    """The outcome that follows from what a search has found.

    Args:
        solutions: Number of different solutions found.
        finished: Whether the whole search space was covered.
        asked_to_stop: If not finished: whether the caller wished so.
        enough: If not finished: whether as many solutions were found as were wanted.
    """
    if solutions >= 2:
        return Outcome.SEVERAL
    if finished:
        return Outcome.UNIQUE if solutions else Outcome.NONE
    if enough and solutions:
        return Outcome.FOUND
    return Outcome.STOPPED if asked_to_stop else Outcome.LIMIT
