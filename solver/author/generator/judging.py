"""How far a picture is from being the wished puzzle, with as little work as the answer needs.

One solution is needed first. The compiled core tells in little time whether lines alone lead to it,
or trials, or only trials within trials; that is enough for expert puzzles and harder ones. Only
puzzles that need no trials get the slow rating, which ends where a technique beyond the target is
needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.api import solve
from solver.author.generator.looks import MAX_GAP_SHARE, MAX_MARGIN, empty_lines
from solver.author.generator.pictures import Sketch
from solver.author.generator.rating_target import RatingTarget, TargetDistance
from solver.logic.links.lookahead import after_lookahead
from solver.logic.rate import Rating, rate
from solver.logic.techniques import Tier
from solver.propagate import propagate
from solver.values import Limits, Outcome, SolveResult

MAX_NODES = 1500
"""Search nodes for the solutions of a puzzle; with more it counts as having several. A larger limit
accepts puzzles that are harder to prove, and spends more time on pictures that are dropped."""
MIN_DENSITY, MAX_DENSITY = 0.15, 0.85
"""The share of shaded cells of a picture that is not dull."""
_TINY = 36
"""Boards with at most this many cells are never dull: they have no room for a shape."""
_UNSOLVED = 1_000_000.0
"""The distance of a puzzle with several solutions: larger than that of any with one."""


class JudgedPicture(NamedTuple):
    """A picture with its distance from the target."""

    grid: Grid
    distance: TargetDistance
    is_too_hard: bool
    """Whether an easier puzzle would be nearer; false while it has several solutions."""
    doubtful: Sequence[int]
    """Cells where a change may help: where its solutions differ, or what techniques that are too
    hard decide."""

    @property
    def is_unique(self) -> bool:
        """Whether it has one solution, and is not dull."""
        return self.distance.steps < _UNSOLVED


_Judged = tuple[TargetDistance, bool, Sequence[int]]
"""The last three parts of a state."""


class Judge:
    """Judges pictures of one size and palette.

    Args:
        target: What is wished.
        sketch: A picture of this size and palette.
        should_stop: Is called often; a judgement after a stop means nothing.
    """

    def __init__(self, target: RatingTarget, sketch: Sketch, should_stop: ShouldStop) -> None:
        self._target = target
        self._like = sketch.like
        self._must_fill = sketch.must_fill
        self._should_stop = should_stop
        self.rated = 0
        """How many ratings were made."""

    def state(self, grid: Grid) -> JudgedPicture:
        """A picture with its distance."""
        puzzle = puzzle_of(grid, self._like)
        result = solve(puzzle, Limits(2, None, MAX_NODES), None, self._should_stop)
        if result.outcome is not Outcome.UNIQUE:
            open_cells = _differing(puzzle, result.solutions)
            return JudgedPicture(
                grid, TargetDistance(_UNSOLVED, len(open_cells)), False, open_cells
            )
        if self._is_dull(grid, puzzle):
            return JudgedPicture(grid, TargetDistance(_UNSOLVED, len(grid.cells)), False, ())
        distance, is_too_hard, doubtful = self._distance(puzzle, result)
        return JudgedPicture(grid, distance, is_too_hard, doubtful)

    def _distance(self, puzzle: Puzzle, result: SolveResult) -> _Judged:
        target, cells = self._target, puzzle.height * puzzle.width
        if not target.has_any:
            return TargetDistance(0, 0), False, ()
        lowest, highest = target.tiers
        left = _open(propagate(puzzle).grid)
        if left and highest < Tier.LOOKAHEAD:
            return TargetDistance(target.steps_to(Tier.LOOKAHEAD), len(left) / cells), True, left
        if not left and lowest >= Tier.LOOKAHEAD:
            steps = target.steps_to(Tier.WHOLE_LINE)
            return TargetDistance(steps, -float(result.statistics.line_solves)), False, ()
        is_deep, matters = False, Tier.DEEP_CONTRADICTION in (lowest, highest + 1)
        if matters and left and result.statistics.nodes > 1:  # else trials of single cells did it
            known = after_lookahead(puzzle, self._should_stop)
            left = [] if known is None else _open(known)
            is_deep = bool(left)
        if is_deep and highest < Tier.DEEP_CONTRADICTION:
            return (
                TargetDistance(target.steps_to(Tier.DEEP_CONTRADICTION), len(left) / cells),
                True,
                left,
            )
        if lowest is Tier.DEEP_CONTRADICTION and not is_deep:
            steps = target.steps_to(Tier.LOOKAHEAD)
            return TargetDistance(steps, -float(result.statistics.probes)), False, ()
        if lowest >= Tier.LOOKAHEAD and not target.has_score:
            return TargetDistance(0, 0), False, ()
        return self._rated(puzzle)

    def _rated(self, puzzle: Puzzle) -> _Judged:
        self.rated += 1
        target, cells = self._target, puzzle.height * puzzle.width
        rating = rate(puzzle, self._should_stop, target.tiers[1])
        if not rating.is_complete:
            return TargetDistance(1, 1 - sum(rating.cells.values()) / cells), True, ()
        return target.distance(rating), target.is_too_hard(rating), ()

    def _is_dull(self, grid: Grid, puzzle: Puzzle) -> bool:
        """Whether a picture is nearly empty or full, or has wide margins or hardly a shape."""
        cells, sides = len(grid.cells), grid.height + grid.width
        if cells <= _TINY:
            return False
        if not MIN_DENSITY * cells <= grid.count_shaded() <= MAX_DENSITY * cells:
            return True
        if self._must_fill:
            rows, columns = list(map(len, puzzle.rows)), list(map(len, puzzle.columns))
            margin, gap = empty_lines(rows, columns)
            if margin > MAX_MARGIN or gap > MAX_GAP_SHARE:
                return True
        kinds = len(set(puzzle.rows)) + len(set(puzzle.columns))
        least = min(sides / 5, grid.height, grid.width)
        return kinds < least or _outline(grid) < min(sides, cells / 5)

    def rating(self, puzzle: Puzzle) -> Rating:
        """The complete rating."""
        return rate(puzzle, self._should_stop)


def _differing(puzzle: Puzzle, solutions: Sequence[Grid]) -> list[int]:
    """The cells in which two solutions differ, or that line solving leaves open."""
    if len(solutions) > 1:
        pairs = zip(solutions[0].cells, solutions[1].cells, strict=True)
        return [cell for cell, (one, other) in enumerate(pairs) if one != other]
    return _open(propagate(puzzle).grid)


def _open(known: Grid) -> list[int]:
    """The cells that may have more than one colour."""
    return [cell for cell, state in enumerate(known.cells) if state & (state - 1)]


def _outline(grid: Grid) -> int:
    """The number of neighbouring pairs of cells that differ."""
    cells, width = grid.cells, grid.width
    across = sum(cells[k] != cells[k + 1] for k in range(len(cells) - 1) if (k + 1) % width)
    return across + sum(cells[k] != cells[k + width] for k in range(len(cells) - width))
