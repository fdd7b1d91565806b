"""One solve of an engine in plain Python: its solutions, counts, limits and outcome.

An engine makes a :class:`Run`, passes its search to :meth:`Run.result`, and calls the other methods
from within the search. They end the search by exceptions at a limit, when the caller asks to stop,
and when enough solutions are found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from puzzles.words import _, worded
from solver.engines.watch import Interrupted, Watch
from solver.options import label
from solver.values import (
    MAX_SEARCHED,
    NO_CALLBACKS,
    Engine,
    Event,
    Limits,
    Outcome,
    SolveCallbacks,
    SolveResult,
    Statistics,
    judge,
)

N = TypeVar("N")
B = TypeVar("B")


class Stuck(Exception):  # noqa: N818 - not an error, ends the search
    """The method has no further step."""


class GaveUp(Exception):  # noqa: N818 - not an error, ends the search
    """The method cannot solve this puzzle; the text is the reason as a sentence."""


class EnoughFound(Exception):  # noqa: N818 - not an error, ends the search
    """The wanted number of solutions was found, or the method cannot find another one."""


class Run:
    """One solve; the arguments are those of :meth:`solver.api.Engine.solve`."""

    def __init__(
        self,
        engine: Engine,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks,
    ) -> None:
        self.engine = engine
        self.puzzle = puzzle
        self.limits = limits
        self.colors = len(puzzle.palette)
        self.watch = Watch(limits.timeout_s, callbacks, self._event)
        self.tick = self.watch.tick
        """Must be called at least every few milliseconds; see :meth:`Watch.tick`."""
        self.step = self.watch.step
        self.is_watched = self.watch.is_watched
        self.solutions: list[Grid] = []
        self.certain: Callable[[], Grid] = lambda: Grid.for_puzzle(puzzle)
        """The cells proven so far, equal in every solution."""
        self.draft: Callable[[], Grid | None] = lambda: None
        """The last board of a method that guesses; it is wrong."""
        self.levels: list[list[int]] = []
        """For each level of the search tree ``[branches begun, branches]``."""
        self.fraction: Callable[[], float] = self._share_of_levels
        """The part of the search space that is covered, 0 to 1."""
        self._reported_fraction = 0.0
        self.nodes = 0
        self.depth = 0
        self.checks = 0
        self.arrangements = 0
        self.contradictions = 0
        self.by_logic = False
        """Whether a contradiction, if the search ends in one, was found without guessing."""

    def node(self, depth: int = 0) -> None:
        """Count a node of the search tree, or a round.

        Raises:
            Interrupted: The limit of nodes is reached, or :attr:`tick` raises it.
        """
        if self.nodes == self.limits.nodes:
            raise Interrupted(asked=False)
        self.nodes += 1
        self.depth = max(self.depth, depth)
        self.tick()

    def solution(self, grid: Grid, *, is_last: bool = False) -> None:
        """Store a new solution.

        Args:
            grid: The finished board.
            is_last: Whether it is certain that there is no other: the search then goes on to its
                end.

        Raises:
            EnoughFound: The wanted number of solutions is reached.
        """
        self.solutions.append(grid)
        if self.is_watched:
            self.step(worded("solution {solutions}", solutions=len(self.solutions)), grid.copy())
        if len(self.solutions) >= self.limits.wanted and not is_last:
            raise EnoughFound

    def depth_first(
        self, root: N, branches: Callable[[N, int], Sequence[B]], take: Callable[[N, B], N | None]
    ) -> None:
        """Search a tree below its root, which is already counted.

        Args:
            root: The root; nodes are never changed.
            branches: ``branches(node, depth)``: the branches of a node; none if it is a solution,
                which the function has stored.
            take: The node that a branch leads to; ``None`` if it is a contradiction.
        """
        stack = [(root, iter(ways := branches(root, 0)))]
        self.levels = [[0, len(ways)]]
        while stack:
            node, left = stack[-1]
            try:
                branch = next(left)
            except StopIteration:
                stack.pop()
                self.levels.pop()
                continue
            self.levels[-1][0] += 1
            self.node(len(stack))
            child = take(node, branch)
            if child is None:
                self.contradictions += 1
            elif ways := branches(child, len(stack)):
                stack.append((child, iter(ways)))
                self.levels.append([0, len(ways)])

    def result(self, search: Callable[[], None]) -> SolveResult:
        """Run a search and make its result.

        Args:
            search: Returns when the whole search space is covered.
        """
        finished = asked = enough = False
        note = ""
        outcome: Outcome | None = None
        try:
            search()
            finished = True
        except EnoughFound:
            enough = True
        except Interrupted as interrupted:
            asked = interrupted.asked
        except Stuck:
            outcome = Outcome.STUCK
        except GaveUp as reason:
            outcome, note = Outcome.GAVE_UP, str(reason)
        except (MemoryError, RecursionError):
            outcome, note = Outcome.GAVE_UP, _("there is not enough memory for this method")
        found = len(self.solutions)
        if outcome is None or found > 1:
            outcome = judge(found, finished=finished, asked_to_stop=asked, enough=enough)
        is_unique = outcome is Outcome.UNIQUE
        return SolveResult(
            outcome,
            tuple(self.solutions),
            self.solutions[0].copy() if is_unique else self.certain(),
            label(self.engine),
            complete=finished,
            statistics=self._statistics(),
            by_logic=self.by_logic and outcome is Outcome.NONE,
            note=note if outcome is Outcome.GAVE_UP else "",
            draft=None if self.solutions else self.draft(),
        )

    def _event(self) -> Event | None:
        grid = self.certain()
        known = sum(grid.count(1 << k) for k in range(self.colors))
        self._reported_fraction = max(self._reported_fraction, min(1.0, self.fraction()))
        if not known and not self._reported_fraction:
            return None
        return Event(known, len(grid.cells), self._reported_fraction, grid)

    def _share_of_levels(self) -> float:
        share, weight = 0.0, 1.0
        for begun, branches in self.levels:
            weight /= branches
            share += (begun - 1) * weight
        return share

    def _statistics(self) -> Statistics:
        return Statistics(
            seconds=self.watch.seconds,
            nodes=self.nodes,
            contradictions=self.contradictions,
            depth=self.depth,
            checks=self.checks,
            arrangements=self.arrangements,
        )


def arrangement_text(line: Line, tried: int, ways: int, is_possible: bool) -> str:
    """The step that tries an arrangement of a line, one of several."""
    text = (
        _("{line}: arrangement {tried:,} of {ways:,}")
        if is_possible
        else _("{line}: arrangement {tried:,} of {ways:,}, impossible")
    )
    return worded(text, line=line, tried=tried, ways=ways)


class SearchEngine(ABC):
    """An :class:`~solver.values.Engine` that searches with a :class:`Run`."""

    name: ClassVar[str]
    """See :class:`~solver.values.Engine`, as for the others."""
    description: ClassVar[str]
    is_exact: ClassVar[bool]

    def solve(
        self,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks = NO_CALLBACKS,
    ) -> SolveResult:
        """Solve a puzzle without defects; see :class:`solver.api.Engine`."""
        run = Run(self, puzzle, limits, callbacks)
        return run.result(lambda: self._search_small(run))

    def _search_small(self, run: Run) -> None:
        """Search a board that is not too large for methods with objects for each cell."""
        if run.puzzle.height * run.puzzle.width > MAX_SEARCHED:
            raise GaveUp(
                worded(
                    "boards of more than {limit:,} cells are too large for it", limit=MAX_SEARCHED
                )
            )
        self.search(run)

    @abstractmethod
    def search(self, run: Run) -> None:
        """Search, and store solutions in the run; return when the search space is covered."""
