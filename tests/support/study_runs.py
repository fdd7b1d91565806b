"""Puzzles and runs for the tests of studies."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.model import Puzzle
from solver.study.journal import Record
from solver.study.plan import PuzzleKey, Subject
from solver.study.study_values import RunOutcome, RunResult, StudySettings

UNIQUE = Puzzle.from_numbers([[1, 1], [3]], [[2], [1], [2]], title="Bridge")
SETTINGS = StudySettings(timeout_s=20.0)


def key(name: str = "bridge", size: int = 10, set_name: str = "shapes") -> PuzzleKey:
    return PuzzleKey(set_name, f"{name}.non", name.capitalize(), size, size, "digest")


def subject(name: str = "bridge") -> Subject:
    return Subject(PuzzleKey("", f"{name}.non", name, 2, 3, name), UNIQUE)


MakeRecord = Callable[..., Record]


def make_record(
    seconds: float | None = 0.5,
    verdict: RunOutcome | None = None,
    puzzle: PuzzleKey | None = None,
    engine: str = "native",
    repeat: int = 1,
    **answer: object,
) -> Record:
    """A run; without a verdict it was solved, or over time if there is no time."""
    found = verdict or (RunOutcome.OVER_TIME if seconds is None else RunOutcome.SOLVED)
    values = RunResult(found, seconds=seconds, **answer)  # type: ignore[arg-type]
    at = "2026-01-01T00:00:00+00:00"
    return Record(puzzle or key(), engine, repeat, values, SETTINGS, "a machine", at)
