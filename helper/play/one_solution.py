"""Finds the only solution of a puzzle in the background."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from helper.workers.jobs import Job
from helper.workers.solve_work import solve_work
from puzzles import Puzzle
from puzzles.words import worded
from solver.api import Limits, Outcome, SolveResult

TIMEOUT_S = 20.0
"""The time limit of the solver."""
_REASONS = {
    Outcome.NONE: "it has no solution",
    Outcome.SEVERAL: "it has several solutions",
}
_UNDECIDED = worded(
    "the program does not find its only solution within {timeout_s:.0f} s", timeout_s=TIMEOUT_S
)


class OneSolution(QObject):
    """Looks for the only solution of one puzzle at a time.

    Signals:
        found: :class:`puzzles.Grid`, the only solution.
        missing: ``str``, why there is none, as the end of a sentence.
    """

    found = Signal(object)
    missing = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None

    @property
    def is_running(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    def look_for(self, puzzle: Puzzle) -> None:
        """Begin; another search is dropped."""
        self.cancel()
        if puzzle.defects():
            self.missing.emit(_REASONS[Outcome.NONE])
            return
        self._job = Job(partial(solve_work, puzzle, Limits(timeout_s=TIMEOUT_S)), self)
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self._fail)
        self._job.start()

    def cancel(self) -> None:
        """Stop at once; no signal comes any more. Harmless when over."""
        job, self._job = self._job, None
        if job is not None:
            job.kill()
            job.deleteLater()

    def _finish(self, result: SolveResult) -> None:
        self.cancel()
        if result.is_unique:
            self.found.emit(result.certain)
        else:
            self.missing.emit(_REASONS.get(result.outcome, _UNDECIDED))

    def _fail(self, sentence: str) -> None:
        self.cancel()
        self.missing.emit(sentence)
