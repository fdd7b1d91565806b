"""What runs in a child: it makes an object, and then does one call after the other.

A thread reads what the parent sends, so a stop is heard during a call, and the child ends with its
channel. Modules are imported when the call, or what makes the object, is unpickled.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import nullcontext, suppress
from enum import Enum
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from puzzles.child.channel import Channel, UnpicklableError
from puzzles.child.limits import ChildLimits, is_out_of_memory, limited, tell_limits
from puzzles.errors import NonogramError
from puzzles.system import SYSTEM

T = TypeVar("T")


class MessageKind(Enum):
    """The kinds of messages from a child."""

    STARTED = "started"
    """The first one: the program was loaded."""
    LIMITS = "limits"
    """The limits that hold from now on, or ``None``, and the seconds left by the clock."""
    READY = "ready"
    """The object was made."""
    REPORT = "report"
    """What a call has handed to :func:`report`."""
    RESULT = "result"
    """What a call has returned; its end."""
    ERROR = "error"
    """The exception of a call, which is its end, or of the making, which is the end of the child.
    If it was not raised on purpose the traceback is a note."""
    ENDED = "ended"
    """The child has ended, see :class:`puzzles.child.child.End`; the last one."""


ENDS = MessageKind.RESULT, MessageKind.ERROR, MessageKind.ENDED
"""The kinds that end a call."""


class Message(NamedTuple):
    """A message from a child."""

    number: int
    """That of the call in its process; 0 for none."""
    kind: MessageKind
    value: Any = None
    life: int = 0
    """Which process of the :class:`~puzzles.child.child.Child` it is, from 1."""


class Call(NamedTuple):
    """What the parent asks for: ``function(made, *args, **kwargs)`` within limits."""

    limits: ChildLimits | None
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class Stop(NamedTuple):
    """The call is to return early. Calls are numbered from 1 in the order in which they come."""

    number: int


class Told(NamedTuple):
    """What the parent tells the call, see :func:`told`."""

    number: int
    value: object


class Work(Protocol):
    """Work that can be stopped; picklable, as are its reports and its result."""

    def __call__(
        self, report: Callable[[object], None], should_stop: Callable[[], bool], /
    ) -> object:
        """Do the work; return early once ``should_stop()`` says so."""


Handler = Callable[[Any, Callable[[object], None], Callable[[], bool]], object]
"""``handler(request, report, should_stop) -> result``: answers requests one after the other.

Requests, reports and results are picklable. It returns early once ``should_stop()`` says so.
"""


_serving: _Serving | None = None
"""Of this process, if it is a child."""


def report(value: object) -> None:
    """In a child, any thread: hand a value to the parent before the call returns."""
    if _serving is not None:
        _serving.send(MessageKind.REPORT, value)


def should_stop() -> bool:
    """In a child, any thread: whether the call under way is to return early."""
    return _serving is not None and _serving.stop.is_set()


def wait_for_stop(seconds: float) -> bool:
    """In a child, any thread: wait so long, or until the call is to return early: whether it is."""
    return _serving is not None and _serving.stop.wait(seconds)


def told() -> Any:
    """In a child, any thread: what the parent has told the call under way last, or ``None``."""
    return None if _serving is None else _serving.told


def kept(made: T) -> T:
    """Make the object of a child that is sent as it is: ``partial(kept, made)``."""
    return made


def do_work(work: Work) -> object:
    """In a child whose object is work: do it."""
    return work(report, should_stop)


def main() -> None:
    """Be a child: ignore Ctrl+C, since the parent decides what ends, and end with it.

    The system ends the child, also in compiled code that holds the interpreter. If the parent has
    ended before, nothing happens, so the channel is watched, too.
    """
    global _serving
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    SYSTEM.die_with_parent()
    # Descriptors of their own: others read stdin, print, and start programs that inherit both.
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    _serving = _Serving(Channel(calls, replies))
    _serving.run()


class _Serving:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._calls: SimpleQueue[Any] = SimpleQueue()
        self._number = 0
        """That of the call under way."""
        self.stop = threading.Event()
        self.told: object = None

    def run(self) -> None:
        tell_limits(lambda *limits: self.send(MessageKind.LIMITS, limits))
        self.send(MessageKind.STARTED)
        threading.Thread(target=self._read, daemon=True).start()
        made: list[object] = []
        make = self._calls.get()
        self._attempt(lambda: made.append(_raised(make)()), MessageKind.READY)
        while made:
            call = self._calls.get()
            self._number += 1
            self._attempt(partial(_done, made[0], call), MessageKind.RESULT)
            del call  # it may be large

    def _read(self) -> None:
        asked = -1  # what makes the object comes first
        while True:
            try:
                value = self._channel.receive()
            except UnpicklableError as error:  # a module of the call is missing
                value = error.__cause__
            except Exception:  # the parent has gone
                os._exit(1)
            if not isinstance(value, Stop | Told):
                self.stop.clear()
                self.told = None
                asked += 1
                self._calls.put(value)
            elif value.number == asked:
                if isinstance(value, Told):
                    self.told = value.value
                else:
                    self.stop.set()
            del value  # it may be large

    def send(self, kind: MessageKind, value: object = None) -> None:
        self._channel.send((self._number, kind.value, value))

    def _attempt(self, work: Callable[[], object], end: MessageKind) -> None:
        """Send the result of some work, or its error."""
        try:
            value, kind = work(), end
        except BaseException as error:
            value, kind = _portable(error), MessageKind.ERROR
        try:
            self.send(kind, value)
        except OSError:  # the parent has gone, which the reading thread sees
            return
        except Exception as error:  # it cannot be pickled, and nothing was sent
            self.send(MessageKind.ERROR, TypeError(f"{type(value).__name__}: {error}"))


def _raised(value: Any) -> Any:
    """What has been received; what could not be is raised."""
    if isinstance(value, BaseException):
        raise value
    return value


def _done(made: object, received: object) -> object:
    call: Call = _raised(received)
    with nullcontext() if call.limits is None else limited(call.limits):
        return call.function(made, *call.args, **call.kwargs)


def _portable(error: BaseException) -> BaseException:
    """An error that can be raised in the parent; the traceback of an unexpected one is a note."""
    text = traceback.format_exc()
    is_told = isinstance(error, NonogramError)
    if is_out_of_memory(error) and not isinstance(error, MemoryError) and not is_told:
        error = MemoryError()
    if not is_told:
        error.add_note(text)
    # Others would end the parent, or a loop there.
    if isinstance(error, Exception) and not isinstance(error, StopIteration | StopAsyncIteration):
        with suppress(Exception):
            pickle.loads(pickle.dumps(error))
            return error
    if is_told:
        return NonogramError(str(error))
    broken = RuntimeError(f"{type(error).__name__}: {error}")
    broken.add_note(text)
    return broken
