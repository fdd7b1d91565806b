"""What travels between a study and its child processes. Light: the child imports it, too."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from puzzles.model import Puzzle
from solver.values import Limits


class RunOutcome(enum.Enum):
    """What a run came to, the best first."""

    SOLVED = "solved"
    """With solutions that satisfy every clue."""
    NO_SOLUTION = "no solution"
    """The engine has proven that there is none."""
    STUCK = "stuck"
    """The method has no further step."""
    GAVE_UP = "gave up"
    """The method cannot take the puzzle, or has used up its means."""
    OVER_TIME = "over time"
    """Not finished within the limit."""
    OUT_OF_MEMORY = "out of memory"
    """The process could have no more."""
    CRASHED = "crashed"
    """The process died, or the engine raised an error."""
    WRONG = "wrong"
    """What the engine gave as a solution is none."""

    @property
    def is_decided(self) -> bool:
        """Whether the puzzle was decided, so that the time means something."""
        return self in (RunOutcome.SOLVED, RunOutcome.NO_SOLUTION)

    @property
    def severity(self) -> int:
        """How bad it is; of several the worst one counts."""
        return list(RunOutcome).index(self)


@dataclass(frozen=True, slots=True)
class StudySettings:
    """What is asked of each run. Runs with different settings cannot be compared."""

    timeout_s: float = 300.0
    """Wall-clock time of a run."""
    proof: bool = False
    """Whether uniqueness is to be decided; otherwise the first solution ends the run."""
    memory_mb: int | None = None
    """Memory that a run may have, the interpreter's included."""

    @property
    def limits(self) -> Limits:
        """As an engine is told."""
        return Limits(2 if self.proof else 1, self.timeout_s, proof=self.proof)


@dataclass(frozen=True, slots=True)
class Request:
    """What a child process is to do."""

    puzzle: Puzzle
    engine: str
    """With its options, as the user writes it."""
    settings: StudySettings
    traced: bool = False
    """Whether Python's own memory is measured, which spoils the time."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came of a run. ``None`` stands for what is not known."""

    verdict: RunOutcome
    outcome: str = ""
    """The value of the engine's :class:`~solver.api.Outcome`; empty if it returned none."""
    seconds: float | None = None
    """Wall-clock time of the solve, without starting Python and importing the engine."""
    before_mb: float | None = None
    """Resident memory when the solve began: Python, the program, the engine's packages."""
    peak_mb: float | None = None
    """The most resident memory until the solve ended."""
    python_mb: float | None = None
    """The most memory that Python's own allocations took during the solve; traced runs only."""
    work: int | None = None
    """See :attr:`solver.api.Statistics.work`; the next ones stand beside it."""
    nodes: int | None = None
    checks: int | None = None
    arrangements: int | None = None
    solutions: int | None = None
    """Solutions found."""
    known: int | None = None
    """Cells that were certain at the end."""
    right: int | None = None
    """Cells that are as the puzzle's goal has them, in the first solution or, without one, in the
    board that the method had come to; only if the puzzle has a goal."""
    note: str = ""
    """Why, for people."""
