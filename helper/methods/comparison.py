"""Run several methods on one puzzle, each in its own process, some at a time.

No widgets; the dialog shows the state of the runs.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from helper.methods.method_work import Measurement, measure_work
from helper.workers.jobs import Job
from puzzles import Grid, Puzzle
from puzzles.many import cores
from solver.api import Limits, Outcome, SolveResult
from solver.result_check import contradiction_in, contradiction_with

KILL_AFTER_S = 3.0
"""A method that exceeds its time limit by this much is stopped from outside."""
_TICK_MS = 100


class RunState(enum.Enum):
    """The state of a run."""

    WAITING = "waiting"
    """Other methods run first."""
    STARTING = "starting"
    """Its process loads the engine; this time is not counted."""
    RUNNING = "running"
    DONE = "done"
    """The method has ended, with any outcome."""
    OVER_TIME = "over-time"
    """The time limit was reached."""
    STOPPED = "stopped"
    """The user stopped it, or it was not started."""
    FAILED = "failed"
    """The process failed, or there is no such method."""


@dataclass(eq=False)
class MethodRun:
    """One method's run."""

    spec: str
    """The method's name, with options."""
    state: RunState = RunState.WAITING
    seconds: float = 0.0
    """Time of the solve so far, without the start of the process."""
    memory: int = 0
    """Peak resident memory of the process, in bytes; 0 while unknown."""
    base: int = 0
    """Peak resident memory before the solve began, in bytes."""
    known: int = 0
    """Number of certain cells."""
    result: SolveResult | None = None
    """The result, once the method has ended or was stopped."""
    reason: str = ""
    """Why it failed, or why its answer is wrong."""
    is_wrong: bool = False
    """Whether its answer is wrong."""
    job: Job | None = None
    """Its process, while that exists."""
    began: float = 0.0
    """Start of the solve, by ``time.perf_counter``."""

    @property
    def is_over(self) -> bool:
        """Whether the run has ended."""
        return self.state not in (RunState.WAITING, RunState.STARTING, RunState.RUNNING)

    @property
    def has_failed(self) -> bool:
        """Whether something is wrong with the method or the program."""
        return self.is_wrong or self.state is RunState.FAILED

    @property
    def has_run(self) -> bool:
        """Whether the solve was started, so that it has a time."""
        return self.state is not RunState.WAITING and bool(self.began)

    @property
    def work(self) -> int | None:
        """The engine's count of its work; ``None`` if it is not known, or not counted."""
        return self.result.statistics.work or None if self.result is not None else None


class Comparison(QObject):
    """Runs methods on a puzzle.

    Signals:
        changed: The state of some run has changed.
        ended: All runs are over.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.puzzle: Puzzle | None = None
        """The puzzle of the latest runs."""
        self.runs: list[MethodRun] = []
        self._at_a_time = max(2, cores())
        self._timeout_s = 0.0
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._update_times)

    @property
    def is_running(self) -> bool:
        """Whether some run has not ended."""
        return any(not run.is_over for run in self.runs)

    def start(self, puzzle: Puzzle, specs: Sequence[str], timeout_s: float, at_a_time: int) -> None:
        """Start new runs; those still running are stopped.

        Args:
            puzzle: Without defects.
            specs: The methods, in the order in which they start.
            timeout_s: The time limit of each method.
            at_a_time: The number of processes at the same time.
        """
        self.stop()
        self.puzzle = puzzle
        self._timeout_s, self._at_a_time = timeout_s, at_a_time
        self.runs = [MethodRun(spec) for spec in specs]
        self._tick.start()
        self._begin_next()

    def cancel(self, run: MethodRun) -> None:
        """Stop one run, or remove it from those that wait."""
        if run.is_over:
            return
        self._end(run, RunState.STOPPED)
        self._begin_next()

    def stop(self) -> None:
        """Stop all runs."""
        for run in self.runs:
            if not run.is_over:
                self._end(run, RunState.STOPPED)
        self._begin_next()

    def close(self) -> None:
        """Kill all processes."""
        for run in self.runs:
            if run.job is not None:
                run.job.kill()
            if not run.is_over:
                self._end(run, RunState.STOPPED)
        self._tick.stop()

    def _begin_next(self) -> None:
        """Start as many runs as may run at a time, and announce the changes."""
        under_way = sum(run.job is not None for run in self.runs)
        for run in self.runs:
            if run.state is RunState.WAITING and under_way < self._at_a_time:
                self._begin(run)
                under_way += 1
        self.changed.emit()
        if self._tick.isActive() and not self.is_running:
            self._tick.stop()
            self.ended.emit()

    def _begin(self, run: MethodRun) -> None:
        assert self.puzzle is not None
        limits = Limits(timeout_s=self._timeout_s)
        job = Job(partial(measure_work, self.puzzle, run.spec, limits), self)
        job.reported.connect(partial(self._take, run))
        job.finished.connect(partial(self._finish, run))
        job.failed.connect(partial(self._fail, run))
        job.stopped.connect(partial(self._release_process, run))
        run.job, run.state = job, RunState.STARTING
        job.start()

    def _take(self, run: MethodRun, measured: Measurement) -> None:
        if run.is_over:
            return
        if run.state is RunState.STARTING:
            run.state, run.began = RunState.RUNNING, time.perf_counter()
        run.memory, run.base, run.known = measured.memory, measured.base, measured.known

    def _finish(self, run: MethodRun, measured: Measurement) -> None:
        assert measured.result is not None
        if not run.is_over:
            self._take(run, measured)
            run.result = measured.result
            run.seconds = measured.result.statistics.seconds
            ends = {Outcome.LIMIT: RunState.OVER_TIME, Outcome.STOPPED: RunState.STOPPED}
            run.state = ends.get(measured.result.outcome, RunState.DONE)
            self._check_answers()
        self._release_process(run)

    def _fail(self, run: MethodRun, sentence: str) -> None:
        if not run.is_over:
            run.state, run.reason = RunState.FAILED, sentence
        self._release_process(run)

    def _release_process(self, run: MethodRun) -> None:
        """Start the next run: the process of this one has ended."""
        if run.job is not None:
            run.job.deleteLater()
            run.job = None
        self._begin_next()

    def _end(self, run: MethodRun, state: RunState) -> None:
        if run.state is RunState.RUNNING:
            run.seconds = time.perf_counter() - run.began
        run.state = state
        if run.job is not None:
            run.job.cancel()

    def _update_times(self) -> None:
        now = time.perf_counter()
        for run in self.runs:
            if run.state is RunState.RUNNING:
                run.seconds = now - run.began
                if run.seconds > self._timeout_s + KILL_AFTER_S:
                    self._end(run, RunState.OVER_TIME)
        self.changed.emit()

    def _check_answers(self) -> None:
        """Check the answers against the clues and against each other."""
        assert self.puzzle is not None
        answers = [(run, run.result) for run in self.runs if run.result is not None]
        right: list[Grid] = []
        for run, result in answers:
            run.reason = contradiction_in(self.puzzle, result)
            if not run.reason:
                right += [solution for solution in result.solutions if solution not in right]
        for run, result in answers:
            run.reason = run.reason or contradiction_with(result.outcome, len(right))
            run.is_wrong = bool(run.reason)
