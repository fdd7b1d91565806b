"""Runs the tasks of a study in child processes.

A child that has not answered two seconds after its time limit is killed. A child that is killed or
dies yields a result, too. Its time starts when it reports that it is ready.
"""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from queue import Empty, Queue
from time import monotonic

from puzzles.child.child import Child, End
from puzzles.child.serving import Message, MessageKind
from puzzles.progress import cluster_at
from puzzles.system import OUT_OF_MEMORY
from puzzles.words import _, enumerated, worded
from solver.study.machine import machine, peak_mb
from solver.study.measuring import MeasuredRun, result_of_error
from solver.study.plan import StudyTask
from solver.study.study_values import Request, RunOutcome, RunResult

START_S = 60.0
"""How long a child may take to start and to import its engine, s."""
GRACE_S = 2.0
"""How long after its time limit a child may still answer, s."""
POLL_S = 0.02
"""How often ``should_stop`` and the time limits are looked at, s."""


Measured = tuple[StudyTask, RunResult, str]
"""A run, its result, and the machine that it ran on."""


def measured(
    tasks: Iterable[StudyTask],
    should_stop: Callable[[], bool],
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[Measured, None, None]:
    """Run tasks as :func:`answers` does, here or on the machines of a cluster.

    Args:
        tasks: What to run.
        should_stop: Polled; once true, the running processes are killed and no other is started.
        jobs: How many processes at a time on this machine.
        cluster: See :class:`puzzles.cluster.Cluster`; each of its threads runs a task at a time.
    """
    # Results need not come in order, and what is run depends on them: nothing is sent ahead.
    machines = cluster_at(cluster, _lost, bundle=1, ahead=1, is_ordered=False)
    if machines is not None:
        yield from machines.run(measured_on_worker, tasks, should_stop)
        return
    here = machine()
    with closing(answers(tasks, should_stop, jobs)) as ended:
        for task, answer in ended:
            yield task, answer, here


def measured_on_worker(task: StudyTask, should_stop: Callable[[], bool]) -> Measured:
    """Run one task in a process of its own, on a worker of a cluster."""
    with closing(answers([task], should_stop)) as ended:
        for _, answer in ended:
            return task, answer, machine()
    return _lost(task, "stopped")


def _lost(task: StudyTask, problem: str) -> Measured:
    return task, RunResult(RunOutcome.CRASHED, note=problem), _("a worker of the cluster")


def answers(
    tasks: Iterable[StudyTask],
    should_stop: Callable[[], bool],
    jobs: int = 1,
    make: Callable[[Request], MeasuredRun] = MeasuredRun,
) -> Generator[tuple[StudyTask, RunResult], None, None]:
    """Run tasks, each in a process of its own, and yield each result when it is there.

    A task is taken when a process is free for it, so the iterable may depend on the results so far.
    Closing the iterator kills the running processes.

    Args:
        tasks: What to run.
        should_stop: Polled; once true, the running processes are killed and no other is started.
        jobs: How many processes at a time.
        make: Makes a run ready, in its process.
    """
    messages: Messages = Queue()
    running: list[_Run] = []
    waiting = iter(tasks)
    try:
        while not should_stop():
            while len(running) < jobs and (task := next(waiting, None)) is not None:
                running.append(_Run(task, messages, make))
            if not running:
                return
            for run, answer in _ended(running, messages):
                running.remove(run)
                run.kill()
                yield run.task, answer
    finally:
        for run in running:
            run.kill()


def _ended(running: list[_Run], messages: Messages) -> list[tuple[_Run, RunResult]]:
    """The runs that have ended, or are at the end of their time, after a short wait."""
    with suppress(Empty):
        run, message = messages.get(timeout=POLL_S)
        if run in running and (answer := run.receive(message)) is not None:
            return [(run, answer)]
    now = monotonic()
    return [(run, run.overdue()) for run in running if now > run.deadline]


class _Run:
    """A process that runs one task.

    Args:
        task: What to run.
        messages: Gets what the process says.
        make: See :func:`answers`.
    """

    def __init__(
        self, task: StudyTask, messages: Messages, make: Callable[[Request], MeasuredRun]
    ) -> None:
        self.task = task
        self.deadline = monotonic() + START_S
        self._before_mb: float | None = None
        self._is_ready = False
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed in kill()
        self._child = Child(
            partial(make, task.request),
            lambda message: messages.put((self, message)),
            stderr=self._stderr,
        )
        self._child.ask(None, MeasuredRun.run)

    def receive(self, message: Message) -> RunResult | None:
        """Take a message of the process; the result if it is the last one."""
        value = message.value
        if message.kind is MessageKind.READY:
            self._is_ready = True
            self.deadline = monotonic() + self.task.request.settings.timeout_s + GRACE_S
        elif message.kind is MessageKind.REPORT:
            self._before_mb = value
        elif message.kind is MessageKind.RESULT:
            result: RunResult = value
            return result
        elif message.kind is MessageKind.ERROR:
            return replace(result_of_error(value), before_mb=self._before_mb)
        elif message.kind is MessageKind.ENDED:
            return self._result_of_death(value)
        return None

    def overdue(self) -> RunResult:
        """The answer for a process that has not given one in time."""
        if not self._is_ready:
            return RunResult(
                RunOutcome.CRASHED,
                note=worded("the process did not start within {start_s:.0f} s", start_s=START_S),
            )
        peak = peak_mb(self._child.pid)
        return RunResult(
            RunOutcome.OVER_TIME,
            before_mb=self._before_mb,
            peak_mb=None if peak != peak else round(peak, 3),
            note=_("the process did not keep to its time limit and was killed"),
        )

    def kill(self) -> None:
        """End the process, if it has not ended, and clear up."""
        self._child.close(None)
        self._stderr.close()

    def _result_of_death(self, end: End) -> RunResult:
        code = 0 if end.exit_code is None else end.exit_code
        self._stderr.seek(0)
        lines = self._stderr.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        is_memory = code == OUT_OF_MEMORY or "bad_alloc" in last or "MemoryError" in last
        verdict = RunOutcome.OUT_OF_MEMORY if is_memory else RunOutcome.CRASHED
        causes = [_cause(code), last[:150]] if last else [_cause(code)]
        note = worded("the process died: {causes}", causes=enumerated(causes))
        return RunResult(verdict, before_mb=self._before_mb, note=note)


Messages = Queue[tuple[_Run, Message]]
"""What processes say."""


def _cause(code: int) -> str:
    if code >= 0:
        return worded("exit code {code}", code=code)
    try:
        name = signal.Signals(-code).name
    except ValueError:
        return worded("signal {code}", code=-code)
    return worded("{name}, perhaps for want of memory", name=name) if name == "SIGKILL" else name
