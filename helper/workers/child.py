"""What runs in the child processes of jobs and request processes. No Qt: a child starts quickly."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Protocol

from helper.reports.child_stacks import watch_child
from puzzles import NonogramError
from puzzles.packages import sentence_of
from puzzles.processes import Inbox
from puzzles.words import _
from recognizer.sandbox.limits import OverMemoryError, is_out_of_memory, tell_limits


class Work(Protocol):
    """A worker; picklable, as are its reports and its result."""

    def __call__(
        self, report: Callable[[object], None], should_stop: Callable[[], bool], /
    ) -> object:
        """Do the work; return early once ``should_stop()`` says so."""


def run_in_child(pipe: Connection, work: Work) -> None:
    """In the child process: run the worker and send its reports, its limits and its result."""
    watch_child()
    stop = Inbox(pipe).stop
    send = _serialized(lambda kind, value: pipe.send((kind, value)))
    tell_limits(lambda limits: send("limits", limits))
    _attempt(lambda: work(lambda value: send("report", value), stop.is_set), send)


Handler = Callable[[Any, Callable[[object], None], Callable[[], bool]], object]
"""``handler(request, report, should_stop) -> result``: answers requests one after the other.

Requests, reports and results are picklable. It returns early once ``should_stop()`` says so.
"""


class WantedRequest(Protocol):
    """A number in shared memory."""

    value: int
    """The number of the newest request; the handler stops work on any other."""


def answer_in_child(pipe: Connection, make: Callable[[], Handler], wanted: WantedRequest) -> None:
    """In the child process: make the handler, then answer requests until the pipe ends.

    It receives ``(number, request)`` and sends ``(kind, number, value)``: reports, the limits that
    it sets for itself (:func:`~recognizer.sandbox.limits.tell_limits`), the result. Number 0 is the
    making of the handler.
    """
    watch_child()
    made: list[Handler] = []
    number = 0
    send = _serialized(lambda kind, value: pipe.send((kind, number, value)))
    tell_limits(lambda limits: send("limits", limits))

    def make_handler() -> None:
        made.append(make())

    _attempt(make_handler, send)
    while made:
        try:
            number, request = pipe.recv()
        except (EOFError, OSError):
            return
        _attempt(partial(_answer, made[0], number, request, send, wanted), send)


def _answer(
    handler: Handler,
    number: int,
    request: object,
    send: Callable[[str, object], None],
    wanted: WantedRequest,
) -> object:
    def report(value: object) -> None:
        send("report", value)

    return handler(request, report, lambda: wanted.value != number)


def _serialized(send: Callable[[str, object], None]) -> Callable[[str, object], None]:
    """Let one thread send at a time: an engine's library may report from its own threads."""
    lock = threading.Lock()

    def send_alone(kind: str, value: object) -> None:
        with lock:
            send(kind, value)

    return send_alone


def _attempt(call: Callable[[], object], send: Callable[[str, object], None]) -> None:
    """Send the result of a call, the sentence of an expected error, or a traceback."""
    try:
        send("result", call())
    except NonogramError as error:
        send("failed", str(error))
    except ModuleNotFoundError as error:
        sentence = sentence_of(error)
        send(*(("failed", sentence) if sentence else ("crash", traceback.format_exc())))
    except BrokenPipeError:
        pass
    except OverMemoryError as error:
        send("failed", str(error))
    except BaseException as error:
        if is_out_of_memory(error):
            send("failed", _("there is not enough memory for this"))
        else:
            send("crash", traceback.format_exc())
