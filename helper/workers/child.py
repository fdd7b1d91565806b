"""What runs in a child process around the work itself. No Qt, so that a child starts quickly."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as ProcessEvent
from typing import Any, Protocol

from puzzles import NonogramError
from puzzles.processes import end_with_parent


class Work(Protocol):
    """A worker; picklable, as are its reports and its result."""

    def __call__(
        self, report: Callable[[object], None], should_stop: Callable[[], bool], /
    ) -> object:
        """Do the work; return early once ``should_stop()`` says so."""


def run_in_child(work: Work, pipe: Connection, stop: ProcessEvent) -> None:
    """In the child process: run the worker and send what comes of it."""
    end_with_parent()
    say = _one_at_a_time(lambda kind, value: pipe.send((kind, value)))
    _attempt(lambda: work(lambda value: say("report", value), stop.is_set), say)


Handler = Callable[[Any, Callable[[object], None], Callable[[], bool]], object]
"""``handler(request, report, should_stop) -> result``: answers requests one after the other.

Requests, reports and results are picklable. It returns early once ``should_stop()`` says so.
"""


class WantedRequest(Protocol):
    """A number in memory that both processes see."""

    value: int
    """The request that is wanted; another one than that under way means that it shall stop."""


def stay_in_child(make: Callable[[], Handler], pipe: Connection, wanted: WantedRequest) -> None:
    """In the child process: make the handler, then answer requests until the pipe ends.

    ``(number, request)`` comes in, ``(kind, number, value)`` goes out; number 0 is the making.
    """
    end_with_parent()
    made: list[Handler] = []
    number = 0
    say = _one_at_a_time(lambda kind, value: pipe.send((kind, number, value)))

    def make_ready() -> None:
        made.append(make())

    _attempt(make_ready, say)
    while made:
        try:
            number, request = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        _attempt(partial(_answer, made[0], number, request, say, wanted), say)


def _answer(
    handler: Handler,
    number: int,
    request: object,
    say: Callable[[str, object], None],
    wanted: WantedRequest,
) -> object:
    def report(value: object) -> None:
        say("report", value)

    return handler(request, report, lambda: wanted.value != number)


def _one_at_a_time(send: Callable[[str, object], None]) -> Callable[[str, object], None]:
    """An engine's library may ask and tell on its own threads."""
    lock = threading.Lock()

    def say(kind: str, value: object) -> None:
        with lock:
            send(kind, value)

    return say


def _attempt(call: Callable[[], object], say: Callable[[str, object], None]) -> None:
    """Say what comes of a call: its result, the sentence of an error, or how it broke down."""
    try:
        say("result", call())
    except NonogramError as error:
        say("failed", str(error))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    except MemoryError:
        say("failed", "there is not enough memory for this")
    except BaseException:
        say("crash", traceback.format_exc())
