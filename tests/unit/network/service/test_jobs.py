"""The queue and the lanes, with workers that are no processes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from network.guard import RefusedError
from network.service import jobs as jobs_module
from network.service import lanes as lanes_module
from network.service.actions import action_called
from network.service.jobs import Jobs, ServiceJob, State
from network.service.lanes import Lanes
from network.service.tasks import ServiceTask, TaskAnswer
from puzzles.child.child import StoppedError
from tests.support.waiting import PATIENCE_S


def task(data: bytes = b"", action: str = "solve") -> ServiceTask:
    found = action_called(action)
    assert found is not None
    return ServiceTask(found, [], data, "application/json")


HOLD, DIE, FAIL = b"hold", b"die", b"fail"
SHARES = (0.25, 0.5)
"""What a worker that holds tells of its progress."""


class Worker:
    """Answers with its input; with :data:`HOLD` when the test lets it."""

    def __init__(self, desk: Desk, is_far: bool = False) -> None:
        self._desk, self.is_far = desk, is_far
        self.is_low = self.is_closed = False
        self.is_usable = True
        desk.workers.append(self)

    def run(
        self,
        task: ServiceTask,
        should_stop: Callable[[], bool],
        on_progress: Callable[[float], None],
    ) -> TaskAnswer:
        if task.data == FAIL:
            raise ValueError
        if task.data == DIE:
            self.is_usable = False
            return TaskAnswer.error(500, "it died")
        for share in SHARES if task.data == HOLD else ():
            on_progress(share)
        while task.data == HOLD and not self._desk.may_go.wait(0.002):
            if should_stop():
                self.is_usable = False
                raise StoppedError
        return TaskAnswer(200, json.dumps((task.data or b"").decode()).encode())

    def lower_priority(self) -> None:
        self.is_low = True

    def close(self) -> None:
        self.is_closed, self.is_usable = True, False


class Desk:
    """Jobs with such workers."""

    def __init__(
        self, quick: int = 1, slow: int = 1, max_queue: int = 100, has_cluster: bool = False
    ) -> None:
        self.workers: list[Worker] = []
        self.may_go = threading.Event()
        self.ended: list[tuple[str, State]] = []
        make_slow = partial(Worker, self, is_far=True) if has_cluster else None
        self.lanes = Lanes(partial(Worker, self), quick, slow, make_slow)
        self.jobs = Jobs(self.lanes, quick, max_queue, self._note)

    def _note(self, job: ServiceJob, _: float) -> None:
        self.ended.append((job.action, job.state))

    def put(self, data: bytes = b"", action: str = "solve") -> ServiceJob:
        return self.jobs.submit(task(data, action))


def on_desk(
    test: Callable[[Desk], Coroutine[Any, Any, None]],
    quick: int = 1,
    slow: int = 1,
    queue: int = 9,
    has_cluster: bool = False,
) -> Desk:
    desk = Desk(quick, slow, queue, has_cluster)

    async def run() -> None:
        await desk.lanes.start()
        await asyncio.wait_for(test(desk), 2 * PATIENCE_S)
        desk.may_go.set()
        await desk.jobs.drain(5)

    try:
        asyncio.run(run())
    finally:
        desk.lanes.close()
    assert all(worker.is_closed for worker in desk.workers)
    return desk


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.002)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "QUICK_S", 0.15)


def test_a_job_is_done_and_kept_until_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(desk: Desk) -> None:
        job = desk.put(b"x")
        assert job.state is State.QUEUED
        assert await job.wait(PATIENCE_S)
        assert (job.state, job.answer) == (State.DONE, TaskAnswer(200, b'"x"'))
        assert json.loads(job.text())["answer"] == "x"
        assert job.task is None
        assert desk.jobs.find(job.id) is job
        monkeypatch.setattr(jobs_module, "KEEP_S", -1)
        with pytest.raises(RefusedError) as error:
            desk.jobs.find(job.id)
        assert error.value.status == 404

    assert on_desk(test).ended == [("solve", State.DONE)]


def test_the_oldest_answers_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(desk: Desk) -> None:
        monkeypatch.setattr(jobs_module, "MAX_KEPT_BYTES", 25)
        jobs = [desk.put(b"12345678") for _ in range(4)]
        for job in jobs:
            await job.wait(PATIENCE_S)
        with pytest.raises(RefusedError):
            desk.jobs.find(jobs[0].id)
        assert desk.jobs.find(jobs[-1].id) is jobs[-1]

    on_desk(test)


def test_a_full_queue_says_when_to_come_again() -> None:
    async def test(desk: Desk) -> None:
        for _ in range(3):
            desk.put(HOLD)
        with pytest.raises(RefusedError) as error:
            desk.put()
        assert error.value.status == 429
        assert int(dict(error.value.headers)[b"retry-after"]) >= 1
        desk.may_go.set()
        await until(lambda: desk.jobs.open_count == 0)
        assert await desk.put().wait(PATIENCE_S)

    on_desk(test, queue=3)


def test_many_large_inputs_are_a_full_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(desk: Desk) -> None:
        monkeypatch.setattr(jobs_module, "MAX_QUEUED_BYTES", 6)
        desk.put(HOLD)
        with pytest.raises(RefusedError):
            desk.put(HOLD)

    on_desk(test)


def test_long_work_leaves_the_quick_lane_with_a_low_priority() -> None:
    async def test(desk: Desk) -> None:
        long = desk.put(HOLD)
        assert await desk.put(b"short").wait(PATIENCE_S)
        assert long.state is State.RUNNING
        assert [worker.is_low for worker in desk.workers].count(True) == 1
        desk.may_go.set()
        assert await long.wait(PATIENCE_S)
        assert long.answer is not None
        assert long.answer.status == 200

    on_desk(test)


def test_without_room_in_the_slow_lane_long_work_begins_again_later() -> None:
    async def test(desk: Desk) -> None:
        first, second = desk.put(HOLD), desk.put(HOLD)
        await until(lambda: [first.state, second.state] == [State.RUNNING, State.QUEUED])
        assert await desk.put(b"short").wait(PATIENCE_S)
        desk.may_go.set()
        assert await first.wait(PATIENCE_S)
        assert await second.wait(PATIENCE_S)
        assert second.answer == TaskAnswer(200, b'"hold"')

    on_desk(test)


@pytest.mark.parametrize("action", ["solve", "print"])
def test_jobs_are_cancelled_wherever_they_are(action: str) -> None:
    async def test(desk: Desk) -> None:
        jobs = [desk.put(HOLD, action) for _ in range(4)]
        await asyncio.sleep(0.2)
        for job in reversed(jobs):
            await desk.jobs.cancel(job)
            assert job.state is State.CANCELLED
        assert await desk.put(b"x", action).wait(PATIENCE_S)

    assert on_desk(test).ended[:4] == [(action, State.CANCELLED)] * 4


def test_what_is_done_stays_done() -> None:
    async def test(desk: Desk) -> None:
        job = desk.put()
        await job.wait(PATIENCE_S)
        await desk.jobs.cancel(job)
        assert job.state is State.DONE

    on_desk(test)


def test_a_dead_worker_costs_one_answer_and_is_replaced() -> None:
    async def test(desk: Desk) -> None:
        for _ in range(5):
            job = desk.put(DIE)
            assert await job.wait(PATIENCE_S)
            assert job.answer is not None
            assert job.answer.status == 500
            assert await desk.put(b"x").wait(PATIENCE_S)

    on_desk(test, quick=2)


def test_an_error_of_the_program_ends_one_job() -> None:
    async def test(desk: Desk) -> None:
        job = desk.put(FAIL)
        assert await job.wait(PATIENCE_S)
        assert job.answer is not None
        assert job.answer.status == 500
        assert b"Value" not in job.answer.body
        assert await desk.put(b"x").wait(PATIENCE_S)
        assert job.run is not None
        assert isinstance(job.run.exception(), ValueError)

    on_desk(test)


def test_events_are_all_states_the_progress_and_signs_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(desk: Desk) -> None:
        monkeypatch.setattr(jobs_module, "PING_S", 0.05)
        job, told = desk.put(HOLD), list[State | float | None]()
        async for event in job.events():
            told.append(event)
            progress = json.loads(job.text()).get("progress")
            if event is None and told.count(None) >= 3 and progress == SHARES[-1]:
                desk.may_go.set()
        states = [event for event in told if isinstance(event, State)]
        assert states == [State.QUEUED, State.RUNNING, State.DONE]
        shares = [event for event in told if isinstance(event, float)]
        assert {*shares} <= {*SHARES}
        assert shares == sorted(shares)
        assert shares[-1] == SHARES[-1]
        assert job.progress is None

    on_desk(test)


def test_with_a_cluster_long_work_begins_again_there() -> None:
    async def test(desk: Desk) -> None:
        jobs = [desk.put(HOLD), desk.put(HOLD, "print")]
        await until(lambda: sum(worker.is_far for worker in desk.workers) == 2)
        assert await desk.put(b"short").wait(PATIENCE_S)
        desk.may_go.set()
        for job in jobs:
            assert await job.wait(PATIENCE_S)
            assert job.answer == TaskAnswer(200, b'"hold"')
        assert not any(worker.is_low for worker in desk.workers if not worker.is_far)

    on_desk(test, slow=2, has_cluster=True)


def test_a_service_whose_workers_cannot_start_does_not_start() -> None:
    def broken() -> Worker:
        raise RuntimeError("the program is broken")

    lanes = Lanes(broken, 1, 1)
    with pytest.raises(RuntimeError, match="broken"):
        asyncio.run(asyncio.wait_for(lanes.start(), 20))
    lanes.close()


def test_at_the_end_jobs_have_time_and_then_are_stopped() -> None:
    async def test(desk: Desk) -> None:
        quick, long = desk.put(b"x"), desk.put(HOLD)
        await desk.jobs.drain(0.3)
        assert (quick.state, long.state) == (State.DONE, State.CANCELLED)
        with pytest.raises(RefusedError) as error:
            desk.put()
        assert error.value.status == 503

    on_desk(test)
