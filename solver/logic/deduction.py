"""Deductions on a board: which cells, by which technique, from what."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzles.model import Line
from solver.logic.finding import Evidence
from solver.logic.techniques import Technique


@dataclass(frozen=True, slots=True)
class Trial:
    """An assumption about one cell, and where it leads.

    The steps are those that the end needs, each with the premises that it needs.
    """

    cell: int
    """The cell, ``row * width + column``."""
    state: int
    """What is assumed: the colours that it may have, as a bit set."""
    steps: tuple[Deduction, ...]
    """What follows, in order."""
    contradiction: Line | None = None
    """The line that cannot be completed then; ``None`` if there is no contradiction."""
    premises: tuple[int, ...] = ()
    """The cells of this line that show it, by number; some of them are results of the steps."""
    failure: Evidence = field(default_factory=Evidence)
    """Why it cannot be completed, see :func:`solver.logic.line_techniques.why_impossible`."""
    levels: int = 0
    """How many times lines are looked at one after the other, at the least."""
    trials: int = 0
    """The number of trials within this one; 0 if solving line by line was enough."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """New knowledge of some cells. A cell is numbered ``row * width + column``."""

    technique: Technique
    line: Line | None
    """The line, for techniques on one line."""
    states: tuple[tuple[int, int], ...]
    """For each changed cell its number and the colours that it may have, as a bit set."""
    lost: tuple[tuple[int, int], ...] = ()
    """For each of these cells the colours that it loses, as a bit set."""
    evidence: tuple[Evidence, ...] = ()
    """The reasons, for techniques on one line."""
    premises: tuple[int, ...] = ()
    """The known cells of the line that the deduction uses, by number; none can be left out."""
    trials: tuple[Trial, ...] = field(default=())
    """The trials, for techniques that join lines: one, or both of a two-way lookahead."""

    @property
    def decided(self) -> tuple[tuple[int, int], ...]:
        """Those of :attr:`states` with one colour left."""
        return tuple((cell, state) for cell, state in self.states if state & (state - 1) == 0)
