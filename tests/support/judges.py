"""Solvers of drafts that say what a test tells them to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from puzzles.contracts import Assignment, Likeliest, SolutionCount, Way
from puzzles.model import Color, Puzzle


@dataclass
class Judge:
    """A :class:`~puzzles.contracts.CountSolutions`."""

    count: Callable[[Puzzle], SolutionCount]
    found: Sequence[Assignment] = ()
    """What is the likeliest, whatever is asked."""
    is_complete: bool = True
    asked: list[Puzzle] = field(default_factory=list)
    """The puzzles that were counted."""
    searched: list[Sequence[Way]] = field(default_factory=list)

    def __call__(self, puzzle: Puzzle) -> SolutionCount:
        self.asked.append(puzzle)
        return self.count(puzzle)

    def likeliest(self, ways: Sequence[Way], palette: Sequence[Color]) -> Likeliest:
        self.searched.append(ways)
        return Likeliest(tuple(self.found), self.is_complete, len(self.found))
