"""The values sent between a study and its child processes. Imports little, as the child does."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated

from puzzles.model import Puzzle
from puzzles.option import DEFAULT_TIMEOUT_S, Option
from puzzles.words import in_context
from solver.values import Limits


class RunOutcome(enum.Enum):
    """How a run ended, the best first."""

    SOLVED = "solved"
    """The engine found solutions that satisfy every clue."""
    NO_SOLUTION = "no solution"
    """The engine has proven that there is none."""
    STUCK = "stuck"
    """The method has no further step."""
    GAVE_UP = "gave up"
    """The method cannot solve the puzzle, or has reached its own limits."""
    OVER_TIME = "over time"
    """Not finished within the limit."""
    OUT_OF_MEMORY = "out of memory"
    """The process reached the memory limit."""
    CRASHED = "crashed"
    """The process died, or the engine raised an error."""
    WRONG = "wrong"
    """A solution of the engine does not satisfy the clues, or its outcome is contradicted."""

    @property
    def label(self) -> str:
        """The words for people; the value is in the files of a study."""
        return _LABELS[self]

    @property
    def is_decided(self) -> bool:
        """Whether the puzzle was decided, so that the time counts."""
        return self in (RunOutcome.SOLVED, RunOutcome.NO_SOLUTION)

    @property
    def severity(self) -> int:
        """The rank from best to worst; with several runs the worst one counts."""
        return list(RunOutcome).index(self)


_LABELS = {
    RunOutcome.SOLVED: in_context("how a run ended", "solved"),
    RunOutcome.NO_SOLUTION: in_context("how a run ended", "no solution"),
    RunOutcome.STUCK: in_context("how a run ended", "stuck"),
    RunOutcome.GAVE_UP: in_context("how a run ended", "gave up"),
    RunOutcome.OVER_TIME: in_context("how a run ended", "over time"),
    RunOutcome.OUT_OF_MEMORY: in_context("how a run ended", "out of memory"),
    RunOutcome.CRASHED: in_context("how a run ended", "crashed"),
    RunOutcome.WRONG: in_context("how a run ended", "wrong"),
}


@dataclass(frozen=True, slots=True)
class StudySettings:
    """The settings of each run. Runs with different settings cannot be compared."""

    timeout_s: float = DEFAULT_TIMEOUT_S
    """The time that a run may take."""
    proof: Annotated[bool, Option("Also find out whether the first solution is the only one.")] = (
        False
    )
    """If not, the first solution ends the run."""
    memory_mb: Annotated[
        int | None,
        Option(
            "Memory that a run may use, including the interpreter (Linux).",
            64,
            2**24,
            flag="memory",
            metavar="MB",
        ),
    ] = None

    @property
    def limits(self) -> Limits:
        """The limits for the engine."""
        return Limits(2 if self.proof else 1, self.timeout_s, proof=self.proof)


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a child process: one run."""

    puzzle: Puzzle
    engine: str
    """Its text form, with options."""
    settings: StudySettings
    traced: bool = False
    """Whether Python's own memory is measured, which spoils the time."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of a run. ``None`` means unknown."""

    verdict: RunOutcome
    outcome: str = ""
    """The value of the engine's :class:`~solver.api.Outcome`; empty if it returned none."""
    seconds: float | None = None
    """Wall-clock time of the solve, without starting Python and importing the engine."""
    before_mb: float | None = None
    """Resident memory at the start of the solve: Python, the program, the engine's packages."""
    peak_mb: float | None = None
    """Peak of the resident memory until the end of the solve."""
    python_mb: float | None = None
    """Peak of Python's own allocations during the solve; traced runs only."""
    work: int | None = None
    """See :attr:`solver.values.Statistics.work`; the next three are other counts from there."""
    nodes: int | None = None
    checks: int | None = None
    arrangements: int | None = None
    solutions: int | None = None
    """Number of solutions found."""
    known: int | None = None
    """Number of cells that were proven at the end."""
    right: int | None = None
    """Number of cells that agree with the puzzle's goal, in the first solution or, without one, in
    the last board of the method; only if the puzzle has a goal."""
    note: str = ""
    """The reason, as text for the user."""
