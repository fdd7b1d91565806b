"""Which worker does a job, and when: long work does not delay short work.

There are a quick lane and a slow lane, each with so many workers at a time. A job of a quick action
that is not done after :data:`QUICK_S` moves into the slow lane with its worker, if there is room;
otherwise it is stopped, waits for room there and begins again. Workers of the slow lane have a low
priority. One worker more than the quick lane needs is kept ready, as starting one takes 0.5 s.

The slow lane may have workers of its own, on other machines; then a job never takes its worker
along.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Protocol, TypeVar

from network.service.tasks import ServiceTask, TaskAnswer
from puzzles.child.child import StoppedError

T = TypeVar("T")

QUICK_S = 0.3
"""Seconds that a job may spend in the quick lane; most 20x20 puzzles take a hundredth of it."""

_POLL_S = 0.02
"""How often ``stop`` is looked at while a worker starts, s."""


class JobLike(Protocol):
    """What the lanes need of a :class:`~network.service.jobs.ServiceJob`."""

    stop: Event
    """Set to stop it while it is done; it is polled every 20 ms."""

    def tell(self, is_running: bool) -> None:
        """It begins, or it has to wait again."""

    def advance(self, share: float) -> None:
        """So much of it is done."""


class WorkerLike(Protocol):
    """What :class:`~network.service.workers.Worker` offers."""

    is_low: bool

    @property
    def is_usable(self) -> bool:
        """Whether it can do another task."""

    def run(
        self,
        task: ServiceTask,
        should_stop: Callable[[], bool],
        on_progress: Callable[[float], None],
    ) -> TaskAnswer:
        """Do a task; blocks."""

    def lower_priority(self) -> None:
        """Let others run first."""

    def close(self) -> None:
        """End it; blocks."""


class Lanes:
    """Both lanes with their workers; used in the thread of the event loop.

    Args:
        make_worker: Starts a worker; blocks, and is called in threads.
        quick: Workers in the quick lane.
        slow: Workers in the slow lane.
        make_slow: Starts a worker of the slow lane, if those are others.
    """

    def __init__(
        self,
        make_worker: Callable[[], WorkerLike],
        quick: int,
        slow: int,
        make_slow: Callable[[], WorkerLike] | None = None,
    ) -> None:
        self._make_worker, self._make_slow = make_worker, make_slow or make_worker
        self._may_move = make_slow is None
        self._quick, self._slow = asyncio.Semaphore(quick), asyncio.Semaphore(slow)
        self._counts = quick, slow
        self._ready: asyncio.Queue[WorkerLike] = asyncio.Queue()
        self._ready_low: list[WorkerLike] = []
        self._all: set[WorkerLike] = set()
        self._busy_quick = self._starting = 0
        self._is_closed = False
        self._refills: set[asyncio.Task[None]] = set()
        # One thread for each worker at work or starting.
        self._threads = ThreadPoolExecutor(2 * (quick + slow) + 4, "worker")

    async def start(self) -> None:
        """Start the workers, and wait for the first one.

        Raises:
            Exception: It cannot start.
        """
        self._refill()
        started, _ = await asyncio.wait(self._refills, return_when=asyncio.FIRST_COMPLETED)
        for refill in started:
            refill.result()

    async def run(self, task: ServiceTask, job: JobLike) -> TaskAnswer:
        """Do a task when it is its turn. It may be cancelled while it waits for its turn.

        Args:
            task: The task.
            job: Hears what becomes of it.

        Raises:
            StoppedError: It was stopped.
        """
        if task.action.is_quick:
            answer = await self._run_quick(task, job)
            if answer is not None:
                return answer
            job.tell(False)
        async with self._slow:
            job.tell(True)
            return await self._run_low(task, job)

    def close(self) -> None:
        """End all workers, whatever they do; after the event loop has ended."""
        self._is_closed = True
        for worker in list(self._all):
            worker.close()  # so that its thread ends
        self._threads.shutdown(cancel_futures=True)
        for worker in self._all:  # others were about to start or to end
            worker.close()

    async def _run_quick(self, task: ServiceTask, job: JobLike) -> TaskAnswer | None:
        """Do a task in the quick lane; ``None`` if it has to begin again in the slow one."""
        leaves = Event()
        async with self._quick:
            worker = await self._take()
            job.tell(True)
            work = asyncio.ensure_future(
                self._work(worker, task, job, lambda: job.stop.is_set() or leaves.is_set())
            )
            done, _ = await asyncio.wait({work}, timeout=QUICK_S)
            stays = bool(done) or not self._may_move or self._slow.locked()
            if not done and stays:
                leaves.set()  # there is no room, or it is elsewhere
            if stays:
                try:
                    return await work
                except StoppedError:
                    if job.stop.is_set():
                        raise
                    return None
                finally:
                    self._give_back(worker)
            await self._slow.acquire()  # at once: it is not locked
            worker.lower_priority()
            self._busy_quick -= 1
            self._refill()
        try:
            return await work
        finally:
            self._give_back_low(worker)
            self._slow.release()

    async def _run_low(self, task: ServiceTask, job: JobLike) -> TaskAnswer:
        worker = self._ready_low.pop() if self._ready_low else None
        if worker is None or not worker.is_usable:
            self._drop(worker)
            worker = await self._made_unless(job.stop)
            worker.lower_priority()
        try:
            return await self._work(worker, task, job, job.stop.is_set)
        finally:
            self._give_back_low(worker)

    async def _work(
        self, worker: WorkerLike, task: ServiceTask, job: JobLike, should_stop: Callable[[], bool]
    ) -> TaskAnswer:
        """Let a worker do a task, in a thread, and the job hear of it in this one."""
        loop = asyncio.get_running_loop()

        def on_progress(share: float) -> None:
            loop.call_soon_threadsafe(job.advance, share)

        return await self._in_thread(lambda: worker.run(task, should_stop, on_progress))

    async def _take(self) -> WorkerLike:
        """A worker for the quick lane."""
        while True:
            worker = await self._ready.get()
            if worker.is_usable:
                self._busy_quick += 1
                return worker
            self._drop(worker)
            self._refill()

    def _give_back(self, worker: WorkerLike) -> None:
        self._busy_quick -= 1
        if worker.is_usable:
            self._ready.put_nowait(worker)
        else:
            self._drop(worker)
            self._refill()

    def _give_back_low(self, worker: WorkerLike) -> None:
        if worker.is_usable and len(self._ready_low) < self._counts[1]:
            self._ready_low.append(worker)
        else:
            self._drop(worker)

    def _drop(self, worker: WorkerLike | None) -> None:
        if worker is not None and not self._is_closed:
            self._threads.submit(self._end, worker)

    def _end(self, worker: WorkerLike) -> None:
        """End a worker; in a thread."""
        worker.close()
        self._all.discard(worker)

    def _refill(self) -> None:
        """Start workers until one more than the quick lane needs is there."""
        have = self._ready.qsize() + self._starting + self._busy_quick
        for _ in range(0 if self._is_closed else self._counts[0] + 1 - have):
            self._starting += 1
            refill = asyncio.ensure_future(self._add())
            self._refills.add(refill)
            refill.add_done_callback(self._refills.discard)

    async def _add(self) -> None:
        try:
            worker = await self._made(self._make_worker)
        finally:
            self._starting -= 1
        self._ready.put_nowait(worker)

    async def _made_unless(self, stop: Event) -> WorkerLike:
        """A new worker of the slow lane.

        Raises:
            StoppedError: The job was stopped before it had started.
        """
        making = asyncio.ensure_future(self._made(self._make_slow))
        while not making.done():
            await asyncio.wait({making}, timeout=_POLL_S)
            if stop.is_set() and not making.done():
                making.add_done_callback(lambda made: self._drop(made.result()))
                raise StoppedError
        return making.result()

    async def _made(self, make: Callable[[], WorkerLike]) -> WorkerLike:
        return await self._in_thread(lambda: self._kept(make()))

    def _kept(self, worker: WorkerLike) -> WorkerLike:
        """A new worker, which the end closes; in a thread: the event loop may have ended."""
        self._all.add(worker)
        return worker

    async def _in_thread(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)
