"""Jobs: each request for work, from the queue to the answer that is kept for some minutes."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from enum import Enum
from threading import Event
from time import monotonic
from typing import Protocol

from network.guard import RefusedError
from network.service.actions import JSON
from network.service.tasks import ServiceTask, TaskAnswer
from puzzles.child.child import StoppedError
from puzzles.words import _, plural

MAX_QUEUE = 256
"""Jobs that are not done, by default."""
MAX_QUEUED_BYTES = 256 * 2**20
"""Bytes of their inputs together."""
KEEP_S = 300.0
"""Seconds for which an answer is kept."""
MAX_KEPT, MAX_KEPT_BYTES = 1000, 64 * 2**20
"""Answers that are kept, and their bytes together; the oldest are dropped."""
MAX_RETRY_S = 60
"""The longest time that a client is told to wait, s."""
PING_S = 15.0
"""Seconds between signs of life in a stream of events; proxies close silent connections."""
_SMOOTHING = 0.1
"""Weight of the newest job in the mean duration."""


class State(Enum):
    """What a job is doing."""

    QUEUED = "queued"
    """It waits for a worker."""
    RUNNING = "running"
    """A worker does it."""
    DONE = "done"
    """There is an answer, which may be an error."""
    CANCELLED = "cancelled"
    """It was stopped."""

    @property
    def is_final(self) -> bool:
        """Whether it is over."""
        return self in (State.DONE, State.CANCELLED)


class ServiceJob:
    """A request for work.

    Args:
        task: What is to be done.
    """

    def __init__(self, task: ServiceTask) -> None:
        self.task: ServiceTask | None = task
        """``None`` once it is over: its input is not kept."""
        self.action, self.size = task.action.name, task.size
        self.id = secrets.token_urlsafe(16)
        """128 random bits: whoever knows it may have the answer."""
        self.state = State.QUEUED
        self.answer: TaskAnswer | None = None
        self.ended_at = math.inf
        """On the clock of ``monotonic``."""
        self.stop = Event()
        """Set to stop it."""
        self.progress: float | None = None
        """The share of it that is done; ``None`` if that is not known."""
        self.is_fetched = False
        """Whether somebody has got its answer."""
        self.run: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def enter(self, state: State) -> None:
        """Change the state, and tell whoever waits for that."""
        if state is not self.state and not self.state.is_final:
            self.state, self.progress = state, None
            self._tell_waiters()

    def tell(self, is_running: bool) -> None:
        """Enter the state of a job that a worker does, or that waits."""
        self.enter(State.RUNNING if is_running else State.QUEUED)

    def advance(self, share: float) -> None:
        """Note how much of it is done, while it runs."""
        if self.state is State.RUNNING:
            self.progress = round(share, 3)
            self._tell_waiters()

    def _tell_waiters(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait(self, timeout_s: float) -> bool:
        """Wait for the end; whether it has come."""
        end = monotonic() + timeout_s
        while not self.state.is_final:
            changed = self._changed
            try:
                await asyncio.wait_for(changed.wait(), max(0.0, end - monotonic()))
            except TimeoutError:
                return self.state.is_final
        return True

    async def wait_for_start(self, timeout_s: float) -> None:
        """Wait until it is not queued any more."""
        if self.state is State.QUEUED:
            changed = self._changed
            try:
                await asyncio.wait_for(changed.wait(), timeout_s)
            except TimeoutError:
                return

    async def events(self) -> AsyncIterator[State | float | None]:
        """What happens from now on.

        Yields:
            The state and each one that follows, the progress, and ``None`` after some seconds
            without either.
        """
        told: State | None = None
        while True:
            state, changed = self.state, self._changed
            if state is not told:
                told = state
                yield state
            if self.progress is not None:
                yield self.progress
            if state.is_final:
                return
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), PING_S)
                except TimeoutError:
                    yield None

    def text(self) -> str:
        """The job as JSON, with its answer if that is JSON itself."""
        answer = self.answer
        head = {
            "id": self.id,
            "action": self.action,
            "state": self.state.value,
            "progress": self.progress,
            "status": answer and answer.status,
            "media_type": answer and answer.media_type,
        }
        text = json.dumps(head)
        if answer is None or answer.media_type != JSON:
            return text
        return f'{text[:-1]}, "answer": {answer.body.decode()}}}'


class Runner(Protocol):
    """What does tasks: :class:`~network.service.lanes.Lanes`."""

    def run(self, task: ServiceTask, job: ServiceJob) -> Awaitable[TaskAnswer]:
        """Do a task."""


class Jobs:
    """All jobs; used in the thread of the event loop.

    Args:
        runner: Does them.
        workers: How many it does at a time, to estimate how long a full queue takes.
        max_queue: Jobs that are not done.
        on_end: Called with each job that is over, and its seconds.
    """

    def __init__(
        self,
        runner: Runner,
        workers: int,
        max_queue: int = MAX_QUEUE,
        on_end: Callable[[ServiceJob, float], None] = lambda job, seconds: None,
    ) -> None:
        self._runner, self._workers, self._max_queue = runner, workers, max_queue
        self._on_end = on_end
        self._open: dict[str, ServiceJob] = {}
        self._over: dict[str, ServiceJob] = {}
        self._mean_s = 0.1
        self.is_stopping = False
        """Whether no new jobs are taken."""

    @property
    def open_count(self) -> int:
        """Jobs that are not over."""
        return len(self._open)

    def submit(self, task: ServiceTask) -> ServiceJob:
        """Put a task into the queue.

        Raises:
            RefusedError: The queue is full, or the service is about to end.
        """
        self._forget()
        if self.is_stopping:
            raise RefusedError(503, _("the service is stopping"), ((b"retry-after", b"10"),))
        size = task.size + sum(job.size for job in self._open.values())
        if len(self._open) >= self._max_queue or size > MAX_QUEUED_BYTES:
            wait_s = len(self._open) * self._mean_s / self._workers
            seconds = min(MAX_RETRY_S, max(1, math.ceil(wait_s)))
            sentence = plural(
                seconds,
                "the queue is full; try again in {count} second",
                "the queue is full; try again in {count} seconds",
            )
            raise RefusedError(429, sentence, ((b"retry-after", str(seconds).encode()),))
        job = ServiceJob(task)
        self._open[job.id] = job
        job.run = asyncio.ensure_future(self._run(job, task))
        return job

    def find(self, job_id: str) -> ServiceJob:
        """The job of that id.

        Raises:
            RefusedError: There is none, or it is forgotten.
        """
        self._forget()
        job = self._open.get(job_id) or self._over.get(job_id)
        if job is None:
            raise RefusedError(404, _("there is no such job; answers are kept for some minutes"))
        return job

    def forget(self, job: ServiceJob) -> None:
        """Drop the answer of a job that is over."""
        self._over.pop(job.id, None)

    async def cancel(self, job: ServiceJob) -> None:
        """Stop a job, and wait until it is over; one that is over stays as it is."""
        job.stop.set()
        if job.state is State.QUEUED and job.run is not None:
            job.run.cancel()
        await job.wait(5)

    async def drain(self, timeout_s: float) -> None:
        """Take no new jobs, wait for the others, and stop those that are left."""
        self.is_stopping = True
        runs = [job.run for job in self._open.values() if job.run is not None]
        if runs:
            await asyncio.wait(runs, timeout=timeout_s)
        await asyncio.gather(*(self.cancel(job) for job in list(self._open.values())))

    def has_unfetched(self, since: float) -> bool:
        """Whether an answer since that time, on the clock of ``monotonic``, was not fetched."""
        return any(job.ended_at >= since and not job.is_fetched for job in self._over.values())

    async def _run(self, job: ServiceJob, task: ServiceTask) -> None:
        started = monotonic()
        state = State.CANCELLED
        try:
            job.answer = await self._runner.run(task, job)
            state = State.DONE
        except (StoppedError, asyncio.CancelledError):
            job.answer = TaskAnswer.cancelled()
        except Exception:
            job.answer = TaskAnswer.error(
                500, _("an error in this program; others are not concerned")
            )
            state = State.DONE
            raise
        finally:
            seconds = monotonic() - started
            self._mean_s += _SMOOTHING * (seconds - self._mean_s)
            job.ended_at = monotonic()
            job.task = None
            del self._open[job.id]
            self._over[job.id] = job
            job.enter(state)
            self._on_end(job, seconds)

    def _forget(self) -> None:
        """Drop answers that are too old or too many."""
        size = sum(len(job.answer.body) for job in self._over.values() if job.answer)
        now = monotonic()
        for job in list(self._over.values()):
            is_old = now > job.ended_at + KEEP_S
            if not is_old and len(self._over) <= MAX_KEPT and size <= MAX_KEPT_BYTES:
                break
            size -= len(job.answer.body) if job.answer else 0
            del self._over[job.id]
