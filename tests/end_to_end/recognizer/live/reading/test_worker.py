"""Tasks beside the video: one at a time, whatever happens to them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from puzzles.child.process import running_children
from recognizer.live.reading.worker import ChildRunner, InlineRunner, TaskResult, TaskRunner
from tests.support.waiting import wait_until


def result_of(background: TaskRunner) -> TaskResult:
    """What comes of the task that is under way."""
    fetched: list[TaskResult] = []

    def has_come() -> bool:
        done = background.poll()
        if done is not None:
            fetched.append(done)
        return bool(fetched)

    wait_until(has_come, "nothing came of the task")
    return fetched[0]


def process_id(_: int = 0) -> int:
    return os.getpid()


def broken(reason: str) -> None:
    raise ValueError(reason)


def is_over(process: int) -> bool:
    return process not in running_children()


@pytest.fixture(scope="module")
def child() -> Iterator[ChildRunner]:
    """Begun once: it takes a moment to load."""
    background = ChildRunner()
    yield background
    background.close()


@pytest.fixture(params=["inline", "child"])
def background(request: pytest.FixtureRequest) -> TaskRunner:
    if request.param == "inline":
        return InlineRunner()
    child: ChildRunner = request.getfixturevalue("child")
    wait_until(lambda: not child.is_busy, "it did not become ready")
    return child


def test_tasks_are_done_in_their_order_one_at_a_time(background: TaskRunner) -> None:
    for number in range(5):
        assert not background.is_busy
        background.submit(divmod, 17 + number, 5)
        assert background.is_busy
        assert result_of(background) == TaskResult(divmod(17 + number, 5))
    assert not background.is_busy


def test_what_came_of_a_task_is_told_once(background: TaskRunner) -> None:
    assert background.poll() is None
    background.submit(len, "four")
    assert result_of(background).result == 4
    assert background.poll() is None


def test_a_task_that_breaks_down_costs_nothing_else(background: TaskRunner) -> None:
    background.submit(broken, "out of ink")
    done = result_of(background)
    assert done.result is None
    assert "ValueError: out of ink" in done.error
    assert "broken" in done.error  # where, for the log
    assert not background.is_busy
    background.submit(abs, -3)
    assert result_of(background) == TaskResult(3)


def test_a_recordings_tasks_are_done_at_once() -> None:
    inline = InlineRunner()
    inline.submit(process_id)
    assert inline.poll() == TaskResult(os.getpid())
    inline.submit(process_id)
    inline.close()
    assert inline.poll() is None
    inline.close()


def test_a_cameras_tasks_are_done_in_another_process(child: ChildRunner) -> None:
    wait_until(lambda: not child.is_busy, "it did not become ready")
    pids = set()
    for _ in range(2):
        child.submit(process_id)
        pids.add(result_of(child).result)
    assert len(pids) == 1
    assert os.getpid() not in pids


@pytest.mark.clock
def test_asking_does_not_wait_for_the_task(child: ChildRunner) -> None:
    wait_until(lambda: not child.is_busy, "it did not become ready")
    child.submit(time.sleep, 0.3)
    begun, asked = time.perf_counter(), 0
    while child.poll() is None:
        assert child.is_busy
        asked += 1
        time.sleep(0.001)
    assert time.perf_counter() - begun > 0.25
    assert asked > 20


def test_a_child_that_is_killed_is_begun_anew() -> None:
    child = ChildRunner()
    wait_until(lambda: not child.is_busy, "it did not become ready")
    child.submit(process_id)
    first = result_of(child).result
    child.submit(os._exit, 3)
    assert "has died" in result_of(child).error
    # It is busy until the new one is ready.
    assert child.is_busy
    wait_until(lambda: not child.is_busy, "it was not begun anew")
    child.submit(process_id)
    second = result_of(child).result
    assert second != first
    child.close()
    wait_until(lambda: is_over(first) and is_over(second), "a child is left")


@pytest.mark.clock
def test_closing_does_not_wait_for_what_is_under_way() -> None:
    child = ChildRunner()
    wait_until(lambda: not child.is_busy, "it did not become ready")
    child.submit(process_id)
    process = result_of(child).result
    child.submit(time.sleep, 1000)
    begun = time.perf_counter()
    child.close()
    assert time.perf_counter() - begun < 0.2
    wait_until(lambda: is_over(process), "a child is left")
    assert child.is_busy
    assert child.poll() is None
    child.close()


@pytest.mark.clock
def test_until_it_is_ready_it_is_busy_and_may_be_closed() -> None:
    before = set(running_children())
    background = ChildRunner()
    assert background.is_busy
    assert background.poll() is None
    begun = time.perf_counter()
    background.close()
    assert time.perf_counter() - begun < 0.2
    wait_until(lambda: set(running_children()) <= before, "a child is left")
