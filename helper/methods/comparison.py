"""Several methods at work on one puzzle, each in a process of its own, some at a time.

Knows no widget; the dialog shows what the runs say.
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
from solver.api import Limits, Outcome, SolveResult
from solver.many import cores
from solver.result_check import contradiction_in, contradiction_with

KILL_AFTER_S = 3.0
"""How long beyond the time limit a method may take to notice it."""
_TICK_MS = 100


class RunState(enum.Enum):
    """How far a run is."""

    WAITING = "waiting"
    """Others run first."""
    STARTING = "starting"
    """Its process loads what it needs; the clock stands still."""
    RUNNING = "running"
    DONE = "done"
    """The method has come to its end, whatever that is."""
    OVER_TIME = "over time"
    """The time limit came first."""
    STOPPED = "stopped"
    """The user ended it, or it was not begun."""
    FAILED = "failed"
    """The process broke down, or there is no such method."""


@dataclass(eq=False)
class MethodRun:
    """One method's run."""

    spec: str
    """The method with its options, as it is written."""
    state: RunState = RunState.WAITING
    seconds: float = 0.0
    """What the solve took, or takes until now; without the start of the process."""
    memory: int = 0
    """The most resident memory of the process, in bytes; 0 while it is not known."""
    base: int = 0
    """What of it was there before the solve began."""
    known: int = 0
    """Cells that are certain."""
    result: SolveResult | None = None
    """Once the method has come to an end, also if it was asked to."""
    reason: str = ""
    """Why it failed, or why its answer is wrong."""
    is_wrong: bool = False
    """Whether its answer does not hold."""
    job: Job | None = None
    """While its process is there."""
    began: float = 0.0
    """When it began, on the clock of ``time.perf_counter``."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state not in (RunState.WAITING, RunState.STARTING, RunState.RUNNING)

    @property
    def has_failed(self) -> bool:
        """Whether something is wrong with the method or the program."""
        return self.is_wrong or self.state is RunState.FAILED

    @property
    def has_run(self) -> bool:
        """Whether there is a time to speak of."""
        return self.state is not RunState.WAITING and bool(self.began)

    @property
    def work(self) -> int | None:
        """What the engine counts as its work; ``None`` while it has not said so, or never does."""
        return self.result.statistics.work or None if self.result is not None else None


class Comparison(QObject):
    """Runs methods on a puzzle.

    Signals:
        changed: Some run has something new to show.
        ended: All runs are over.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.puzzle: Puzzle | None = None
        """What was solved last."""
        self.runs: list[MethodRun] = []
        self._at_a_time = max(2, cores())
        self._timeout_s = 0.0
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._let_time_pass)

    @property
    def is_running(self) -> bool:
        """Whether some run is not over."""
        return any(not run.is_over for run in self.runs)

    def start(self, puzzle: Puzzle, specs: Sequence[str], timeout_s: float, at_a_time: int) -> None:
        """Begin anew; what is still running is ended.

        Args:
            puzzle: Without defects.
            specs: The methods, in the order in which they begin.
            timeout_s: What each of them may take.
            at_a_time: How many processes there are at the same time.
        """
        self.stop()
        self.puzzle = puzzle
        self._timeout_s, self._at_a_time = timeout_s, at_a_time
        self.runs = [MethodRun(spec) for spec in specs]
        self._tick.start()
        self._begin_next()

    def cancel(self, run: MethodRun) -> None:
        """End one run, or keep it from beginning."""
        if run.is_over:
            return
        self._end(run, RunState.STOPPED)
        self._begin_next()

    def stop(self) -> None:
        """End all runs."""
        for run in self.runs:
            if not run.is_over:
                self._end(run, RunState.STOPPED)
        self._begin_next()

    def close(self) -> None:
        """End all processes now, without asking them."""
        for run in self.runs:
            if run.job is not None:
                run.job.kill()
            if not run.is_over:
                self._end(run, RunState.STOPPED)
        self._tick.stop()

    def _begin_next(self) -> None:
        """Begin as many runs as there is room for, and say what has changed."""
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
        job.stopped.connect(partial(self._let_go, run))
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
            self._judge()
        self._let_go(run)

    def _fail(self, run: MethodRun, sentence: str) -> None:
        if not run.is_over:
            run.state, run.reason = RunState.FAILED, sentence
        self._let_go(run)

    def _let_go(self, run: MethodRun) -> None:
        """Its process is gone, so that another may begin."""
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

    def _let_time_pass(self) -> None:
        now = time.perf_counter()
        for run in self.runs:
            if run.state is RunState.RUNNING:
                run.seconds = now - run.began
                if run.seconds > self._timeout_s + KILL_AFTER_S:
                    self._end(run, RunState.OVER_TIME)
        self.changed.emit()

    def _judge(self) -> None:
        """Hold the answers against the clues and against each other."""
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
