"""Workers of jobs, and handlers of request processes, that behave well or badly.

Child processes import this module: without Qt and pytest they start in a quarter of the time.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles import PuzzleError
from puzzles.child.limits import ChildLimits, limited
from puzzles.child.process import LASTING_THREAD
from puzzles.child.serving import Handler
from puzzles.contracts import ShouldStop
from puzzles.formats import Document, read
from recognizer.picture_limits import DECODING

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from helper.workers.request_process import RequestProcess

Report = Callable[[object], None]


def count(report: Report, should_stop: ShouldStop) -> int:
    for k in range(5):
        report(k)
    return os.getpid()


def polite(report: Report, should_stop: ShouldStop) -> str:
    report("ready")
    while not should_stop():
        time.sleep(0.002)
    return "stopped in peace"


def deaf(report: Report, should_stop: ShouldStop) -> None:
    report("ready")
    while True:
        time.sleep(1)


def deaf_reader(path: Path, report: Report, should_stop: ShouldStop) -> None:
    while True:
        time.sleep(1)


def waiting_reader(path: Path, report: Report, should_stop: ShouldStop) -> Document:
    """Waits for a file ``go`` beside the one that it reads."""
    while not path.with_name("go").exists():
        time.sleep(0.002)
    return read(path)


def wrong(report: Report, should_stop: ShouldStop) -> None:
    raise PuzzleError("row 3 is wrong")


def broken(report: Report, should_stop: ShouldStop) -> None:
    raise ZeroDivisionError


def dead(report: Report, should_stop: ShouldStop) -> None:
    os._exit(3)


def killed(
    number: str, limits: ChildLimits | None, report: Report, should_stop: ShouldStop
) -> None:
    """Dies in its second phase, after one with other limits."""
    with limited(ChildLimits(700, 70, "the first phase")):
        pass
    with limited(limits) if limits else nullcontext():
        os.kill(os.getpid(), getattr(signal, number))
        time.sleep(60)


def sleepy(report: Report, should_stop: ShouldStop) -> None:
    """Needs no processor time."""
    with limited(ChildLimits(1000, 0.05, "sleeping")):
        time.sleep(60)


def greedy(report: Report, should_stop: ShouldStop) -> None:
    """Wants more memory than it may have; a library says so in its own words."""
    with limited(ChildLimits(50, 60, "the meal")):
        raise RuntimeError("OpenCV: Insufficient memory")


def handle(request: Any, report: Report, should_stop: ShouldStop) -> object:
    """Does what the request says."""
    kind, *rest = request if isinstance(request, tuple) else (request,)
    if kind == "pid":
        return os.getpid()
    if kind == "polite":
        report("at it")
        while not should_stop():
            time.sleep(0.002)
        return "stopped in peace"
    if kind == "deaf":
        report(os.getpid())
        time.sleep(60)
    if kind == "wrong":
        raise PuzzleError("row 3 is wrong")
    if kind == "broken":
        raise ZeroDivisionError
    if kind == "sleep":
        sleepy(report, should_stop)
    if kind == "die":
        os._exit(3)
    if kind == "die once":
        first = Path(rest[0])
        if not first.exists():
            first.touch()
            os._exit(3)
        return "alive"
    return kind


def make() -> Handler:
    return handle


def make_from(path: str) -> Handler:
    if not Path(path).exists():
        raise PuzzleError("there is no such picture")
    return handle


def make_once(path: str) -> Handler:
    """As a picture that asks for too much: it would do so again."""
    with Path(path).open("a") as file:
        file.write("made ")
    with limited(DECODING):
        os.kill(os.getpid(), signal.SIGXCPU)
    return handle


def other_threads() -> set[threading.Thread]:
    """All threads but the one that stays when it has started a child."""
    return {each for each in threading.enumerate() if each.name != LASTING_THREAD}


def answer(qtbot: QtBot, standing: RequestProcess, request: object) -> Any:
    """Ask a request process and wait for its result."""
    with qtbot.waitSignal(standing.answered, timeout=10_000) as end:
        standing.ask(request)
    return end.args[0]
