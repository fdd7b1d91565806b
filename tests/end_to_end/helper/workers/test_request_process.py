"""A child that stays: the last request wins, and whatever happens to it, one answer comes."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from helper.workers.request_process import RequestProcess
from puzzles.child.serving import Handler
from tests.support.workers import answer, make, make_from, make_once, other_threads


class Heard:
    """What a standing child said, in order."""

    def __init__(self, standing: RequestProcess) -> None:
        self.all: list[tuple[str, object]] = []
        standing.ready.connect(lambda: self.all.append(("ready", None)))
        for name in ("reported", "answered", "failed"):
            getattr(standing, name).connect(partial(self._hear, name))

    def _hear(self, name: str, value: object) -> None:
        self.all.append((name, value))

    @property
    def ends(self) -> list[tuple[str, object]]:
        return [said for said in self.all if said[0] in ("answered", "failed")]


@contextmanager
def opened(made: Callable[[], Handler]) -> Iterator[tuple[RequestProcess, Heard]]:
    standing = RequestProcess(made)
    heard = Heard(standing)
    standing.start()
    try:
        yield standing, heard
    finally:
        standing.close()


@pytest.fixture
def child(qtbot: QtBot) -> Iterator[tuple[RequestProcess, Heard]]:
    with opened(make) as both:
        qtbot.waitUntil(lambda: ("ready", None) in both[1].all, timeout=10_000)
        yield both


def reported(qtbot: QtBot, standing: RequestProcess, request: object) -> Any:
    with qtbot.waitSignal(standing.reported, timeout=10_000) as report:
        standing.ask(request)
    return report.args[0]


def failure(qtbot: QtBot, standing: RequestProcess, request: object) -> Any:
    with qtbot.waitSignal(standing.failed, timeout=10_000) as end:
        standing.ask(request)
    return end.args[0]


def is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def test_one_child_answers_request_after_request(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    standing, heard = child
    pids = {answer(qtbot, standing, "pid") for _ in range(3)}
    assert len(pids) == 1
    assert pids != {os.getpid()}
    assert [kind for kind, _ in heard.all] == ["ready"] + ["answered"] * 3
    assert not standing.is_busy


def test_a_request_before_the_start_is_answered(qtbot: QtBot) -> None:
    standing = RequestProcess(make)
    standing.ask("early")
    assert standing.is_busy
    with qtbot.waitSignal(standing.answered, timeout=10_000) as end:
        standing.start()
        standing.start()
    assert end.args == ["early"]
    standing.close()


def test_of_a_flood_only_the_last_is_answered(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    standing, heard = child
    for k in range(200):
        standing.ask(k)
    qtbot.waitUntil(lambda: not standing.is_busy, timeout=5000)
    qtbot.wait(50)
    assert heard.ends == [("answered", 199)]


def test_a_handler_that_listens_is_told_to_stop_and_stays(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    standing, heard = child
    pid = answer(qtbot, standing, "pid")
    assert reported(qtbot, standing, "polite") == "at it"
    assert answer(qtbot, standing, "pid") == pid
    assert [value for _, value in heard.ends] == [pid, pid]


@pytest.mark.clock
def test_a_handler_that_does_not_listen_is_replaced_soon(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    standing, heard = child
    pid = reported(qtbot, standing, "deaf")
    before = time.perf_counter()
    standing.ask("next")
    qtbot.waitUntil(lambda: not is_alive(pid), timeout=5000)
    assert standing.PATIENCE_MS / 1000 <= time.perf_counter() - before < 0.5
    qtbot.waitUntil(lambda: not standing.is_busy, timeout=10_000)
    assert heard.ends == [("answered", "next")]
    assert [kind for kind, _ in heard.all].count("ready") == 1


@pytest.mark.parametrize("request_", ["polite", "deaf"])
def test_of_what_was_cancelled_nothing_is_heard(
    qtbot: QtBot, child: tuple[RequestProcess, Heard], request_: str
) -> None:
    standing, heard = child
    reported(qtbot, standing, request_)
    standing.cancel()
    standing.cancel()
    assert not standing.is_busy
    qtbot.wait(200)
    assert heard.ends == []
    assert answer(qtbot, standing, "next") == "next"


def test_a_child_that_dies_is_begun_anew_once_for_a_request(
    qtbot: QtBot, child: tuple[RequestProcess, Heard], tmp_path: Path
) -> None:
    standing, heard = child
    assert answer(qtbot, standing, ("die once", str(tmp_path / "died"))) == "alive"
    assert "unexpectedly" in failure(qtbot, standing, "die")
    assert answer(qtbot, standing, "next") == "next"
    assert len(heard.ends) == 3


def test_a_child_that_dies_while_it_waits_is_not_missed(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    standing, heard = child
    pid = answer(qtbot, standing, "pid")
    os.kill(pid, signal.SIGKILL)
    assert answer(qtbot, standing, "next") == "next"
    assert len(heard.ends) == 2


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [("wrong", "row 3 is wrong"), ("broken", "went wrong"), (lambda: None, "went wrong")],
    ids=["an expected error", "a bug", "what cannot be sent"],
)
def test_an_error_is_a_sentence_and_the_child_stays(
    qtbot: QtBot, child: tuple[RequestProcess, Heard], request_: object, sentence: str
) -> None:
    standing, _ = child
    pid = answer(qtbot, standing, "pid")
    assert sentence in failure(qtbot, standing, request_)
    assert answer(qtbot, standing, "pid") == pid


def test_a_handler_that_cannot_be_made_is_told_and_tried_again(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "picture"
    with opened(partial(make_from, str(path))) as (standing, heard):
        qtbot.waitUntil(lambda: bool(heard.ends), timeout=10_000)
        assert failure(qtbot, standing, "one") == "there is no such picture"
        path.touch()
        assert answer(qtbot, standing, "two") == "two"
        assert [kind for kind, _ in heard.all] == ["failed", "failed", "ready", "answered"]


@pytest.mark.clock
def test_closing_is_quick_and_the_rest_is_silence(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    standing, heard = child
    threads = len(other_threads())
    pid = reported(qtbot, standing, "deaf")
    before = time.perf_counter()
    standing.close()
    assert time.perf_counter() - before < 0.05
    qtbot.waitUntil(lambda: not is_alive(pid), timeout=1000)
    standing.close()
    standing.ask("more")
    standing.cancel()
    said = len(heard.all)
    qtbot.wait(100)
    assert len(heard.all) == said
    assert not standing.is_busy
    qtbot.waitUntil(lambda: len(other_threads()) < threads, timeout=1000)


def test_closing_before_the_child_is_there_leaves_none(qtbot: QtBot) -> None:
    threads = other_threads()
    standing = RequestProcess(make)
    heard = Heard(standing)
    standing.start()
    standing.ask("pid")
    standing.close()
    qtbot.waitUntil(lambda: other_threads() <= threads)
    qtbot.wait(20)
    assert heard.all == []


def test_a_child_over_its_time_by_the_clock_is_killed(
    qtbot: QtBot, child: tuple[RequestProcess, Heard]
) -> None:
    pid = answer(qtbot, child[0], "pid")
    assert "sleeping takes longer than 0.05 s" in failure(qtbot, child[0], "sleep")
    assert answer(qtbot, child[0], "pid") != pid


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_child_that_dies_of_its_limits_is_not_begun_again(qtbot: QtBot, tmp_path: Path) -> None:
    standing = RequestProcess(partial(make_once, str(tmp_path / "made")))
    standing.start()
    with qtbot.waitSignal(standing.failed, timeout=10_000) as end:
        standing.ask("pid")
    assert "longer than 30 s" in end.args[0]
    assert (tmp_path / "made").read_text() == "made "
    standing.close()
