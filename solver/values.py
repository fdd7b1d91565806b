"""The values of solving: limits, progress, outcomes, results, and the protocol of engines.

All values are frozen and can be pickled, because they are sent between processes.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from types import NoneType
from typing import TYPE_CHECKING, Protocol

from puzzles.contracts import ShouldStop, never
from puzzles.errors import checked_type
from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from puzzles.words import in_context, worded

MAX_SHOWN = 2
"""Solutions that a notebook shows."""


MAX_SEARCHED = 1_000_000
"""Cells of the largest board that is searched. Of larger ones only the lines are solved: all else
needs a hundred bytes and more for each cell, and a small file may ask for 25 million cells."""


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
    """There is a solution. Others were not looked for, or the method cannot exclude them."""
    STUCK = "stuck"
    """The method, which does not decide every puzzle, has no further step."""
    GAVE_UP = "gave up"
    """The method cannot solve this puzzle, or has reached its own limits; ``note`` has a reason."""

    @property
    def label(self) -> str:
        """The words for people; the value is the word of JSON."""
        return _LABELS[self]


_LABELS = {
    Outcome.UNIQUE: in_context("the outcome of solving", "unique"),
    Outcome.SEVERAL: in_context("the outcome of solving", "several"),
    Outcome.NONE: in_context("the outcome of solving", "none"),
    Outcome.STOPPED: in_context("the outcome of solving", "stopped"),
    Outcome.LIMIT: in_context("the outcome of solving", "limit"),
    Outcome.FOUND: in_context("the outcome of solving", "found"),
    Outcome.STUCK: in_context("the outcome of solving", "stuck"),
    Outcome.GAVE_UP: in_context("the outcome of solving", "gave up"),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a solve."""

    solutions: int = 2
    """Solutions to look for; with ``proof`` never fewer than two, so that uniqueness is decided."""
    timeout_s: float | None = None
    """Wall-clock time; ``None`` for no limit."""
    nodes: int | None = None
    """Nodes of the search tree, or rounds of a heuristic; ``None`` for no limit."""
    proof: bool = True
    """Whether uniqueness is to be decided. If not, the search may end at the first solution."""
    threads: int = 1
    """Threads that may work on the puzzle if it is hard, of an engine that can use several. The
    outcome is the same with another number, but other solutions may be found first."""

    def __post_init__(self) -> None:
        checked_type(self.solutions, int)
        checked_type(self.timeout_s, float, int, NoneType)
        checked_type(self.nodes, int, NoneType)
        checked_type(self.threads, int)

    @property
    def wanted(self) -> int:
        """The number of solutions at which an engine ends its search."""
        return max(2 if self.proof else 1, self.solutions)


@dataclass(frozen=True, slots=True)
class Event:
    """The progress of a solve. ``known`` and ``fraction`` never decrease during a solve."""

    known: int
    """Number of cells that are proven."""
    total: int
    """Number of cells of the board."""
    fraction: float
    """Estimated part of the search tree that is done, 0 to 1."""
    grid: Grid
    """A copy of the board with the proven cells."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a method, for showing how it works."""

    grid: Grid
    """The board of the method after the step, with its guesses; may be wrong."""
    sentence: str
    """What was done, as text for the user."""
    line: Line | None = None
    """The line of the step, if it was one line."""

    def __repr__(self) -> str:
        return f"<Step {self.sentence!r}, {self.grid!r}>"

    def _repr_html_(self) -> str:
        """The sentence and the board, for a notebook."""
        return f"<div>{escape(self.sentence)}</div>{self.grid._repr_html_()}"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts and time of a solve. A method leaves at 0 what it does not count."""

    seconds: float = 0.0
    """Wall-clock time."""
    nodes: int = 0
    """Nodes of the search tree, the root included."""
    line_solves: int = 0
    """Lines that were solved, without those from the cache."""
    cached_lines: int = 0
    """Lines whose result came from the cache."""
    probes: int = 0
    """Cell values tried by probing."""
    contradictions: int = 0
    """Tried values that were impossible."""
    depth: int = 0
    """Depth of the deepest node of the search tree; 0 if nothing was guessed."""
    checks: int = 0
    """Proposals compared with the clues or the board; the method defines what a proposal is."""
    arrangements: int = 0
    """Arrangements of blocks listed before the search, over all lines."""

    @property
    def work(self) -> int:
        """The main count of the engine: compares puzzles under one engine, not engines."""
        return self.checks or self.line_solves + self.cached_lines


class _FilledLater:
    """Has the slot of a result whose values are made when they are first used."""

    __slots__ = ("_fill",)

    _fill: Callable[[SolveResult, str], None]


@dataclass(frozen=True, slots=True)
class SolveResult(_FilledLater):
    """The result of a solve."""

    outcome: Outcome
    """How it ended."""
    solutions: tuple[Grid, ...]
    """The solutions found, complete and all different; also after an early stop."""
    certain: Grid
    """The cells proven so far, equal in every solution; if it is unique, the solution."""
    engine: str
    """Name of the engine, with those of its options that were set."""
    complete: bool = False
    """Whether the whole search space was covered: there are no solutions but ``solutions``."""
    statistics: Statistics = field(default_factory=Statistics)
    """What it cost."""
    contradiction: Line | None = None
    """Outcome NONE: a line that cannot be satisfied, the last one if values had to be tried."""
    by_logic: bool = False
    """Outcome NONE: whether solving line by line proves it, without trying values."""
    note: str = ""
    """Outcome GAVE_UP: the reason as a sentence. Outcome NONE: the puzzle's defects, one a line."""
    draft: Grid | None = None
    """Without a solution: the last board of a method that guesses; it is wrong."""

    @classmethod
    def filled_later(cls, fill: Callable[[SolveResult, str], None]) -> SolveResult:
        """A result whose values are made when they are first used.

        Args:
            fill: Called with the result and the name of a value that it has to set, alone or with
                others, by ``object.__setattr__``; equal calls set equal values.
        """
        result = cls.__new__(cls)
        object.__setattr__(result, "_fill", fill)
        return result

    if not TYPE_CHECKING:  # or a wrong name would pass the type checker

        def __getattr__(self, name: str) -> object:
            """Set a value that is not there yet."""
            if name in type(self).__slots__:
                self._fill(self, name)
            return object.__getattribute__(self, name)

    @property
    def is_unique(self) -> bool:
        """Whether the puzzle is proven to have exactly one solution."""
        return self.outcome is Outcome.UNIQUE

    def __repr__(self) -> str:
        count = len(self.solutions)
        return f"<SolveResult {self.outcome.value}, solutions: {count}, by {self.engine}>"

    def _repr_html_(self) -> str:
        """The outcome and the solutions, for a notebook: ``MAX_SHOWN`` of them."""
        text = worded(
            "{outcome}, by {engine} in {seconds:.3g} s",
            outcome=self.outcome.label,
            engine=self.engine,
            seconds=self.statistics.seconds,
        )
        if self.note:
            text += f": {self.note}"
        grids = self.solutions[:MAX_SHOWN] or (self.certain,)
        boards = "".join(
            f'<div style="display:inline-block;margin:.5em">{grid._repr_html_()}</div>'
            for grid in grids
        )
        return f"<div>{escape(text)}</div>{boards}"


OnEvent = Callable[[Event], None]
"""Is called now and then during the solve, in its thread; should return quickly."""
OnStep = Callable[[Step], None]
"""Is called at every step of the method, in its thread, which waits until the call returns. Even a
fast function makes the solve much slower."""


@dataclass(frozen=True, slots=True)
class SolveCallbacks:
    """The functions that one solve calls while it runs, in its thread."""

    on_event: OnEvent | None = None
    """``None``: no event is made."""
    should_stop: ShouldStop = never
    on_step: OnStep | None = None
    """``None``: no step is made, which is much faster."""


NO_CALLBACKS = SolveCallbacks()
"""For a solve that nobody watches or stops."""


class Engine(Protocol):
    """A method of solving. Keeps no state between calls; equal calls give equal results.

    An engine with options is a frozen dataclass whose fields are the options, see
    :mod:`solver.options`.
    """

    @property
    def name(self) -> str:
        """The name that the user types, one word."""

    @property
    def description(self) -> str:
        """One sentence for the list of engines."""

    @property
    def is_exact(self) -> bool:
        """Whether it decides every puzzle, given time and memory: never ends STUCK or FOUND."""

    def solve(
        self,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks = NO_CALLBACKS,
    ) -> SolveResult:
        """Solve a puzzle without defects; use :func:`solver.api.solve` for any puzzle."""


def judge(
    solutions: int, *, finished: bool, asked_to_stop: bool = False, enough: bool = False
) -> Outcome:
    """The outcome of a search.

    Args:
        solutions: Number of different solutions found.
        finished: Whether the whole search space was covered.
        asked_to_stop: If not finished: whether the caller stopped it.
        enough: If not finished: whether the wanted number of solutions was found.
    """
    if solutions >= 2:
        return Outcome.SEVERAL
    if finished:
        return Outcome.UNIQUE if solutions else Outcome.NONE
    if enough and solutions:
        return Outcome.FOUND
    return Outcome.STOPPED if asked_to_stop else Outcome.LIMIT
