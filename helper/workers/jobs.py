"""Plain functions in child processes, with signals in the window's thread.

A worker is ``work(report, should_stop) -> result`` and does not know Qt. A :class:`Job` runs it in
a child process, so that pure Python cannot make the window stutter. A child process that stays and
answers one request after the other is a :class:`helper.workers.request_process.RequestProcess`.
Both derive from :class:`Bridge`, which passes messages on to the window's thread.
"""

from __future__ import annotations

import logging
import threading
from functools import cache, partial
from typing import Any, ClassVar
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from helper.reports.child_stacks import take_stack, watched
from puzzles.child.child import Child, End, details_of, sentence_of
from puzzles.child.serving import ENDS, Message, MessageKind, Work, do_work, kept
from puzzles.words import _

_log = logging.getLogger(__name__)

CRASHED = _("a part of the program crashed; Help > Report a Problem has the details")


class _Carrier(QObject):
    """Carries messages into the window's thread. There is one, and nothing deletes it.

    A thread that emits a signal crashes the program if the window deletes the sender just then.
    """

    _sent = Signal(object, str, object)

    def __init__(self) -> None:
        super().__init__()
        self._sent.connect(self._deliver)

    def send(self, bridge: Bridge, kind: str, value: object) -> None:
        """In any thread."""
        self._sent.emit(bridge, kind, value)

    def _deliver(self, bridge: Bridge, kind: str, value: object) -> None:
        if isValid(bridge):
            bridge.receive(kind, value)


_carrier = cache(_Carrier)


class Bridge(QObject):
    """Handles messages of other threads in the window's thread.

    After its end no message is handled any more. It may be deleted at any time, with its end or
    without.
    """

    _all: ClassVar[WeakSet[Bridge]] = WeakSet()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        Bridge._all.add(self)
        self._is_over = False
        self._posting = threading.Lock()
        self._carrier = _carrier()

    @staticmethod
    def end_all() -> None:
        """End all bridges with their child processes, since the program ends."""
        for bridge in list(Bridge._all):
            bridge.end()

    def end(self) -> None:
        """Post no more messages and kill the child, if there is one. Harmless when over."""
        self._mute()

    def _post(self, kind: str, value: object) -> None:
        """In any thread: have :meth:`_handle` called in the window's thread."""
        with self._posting:  # the end waits: after it, the program may end
            if not self._is_over:
                self._carrier.send(self, kind, value)

    def _mute(self) -> None:
        """Post and handle no more messages."""
        with self._posting:
            self._is_over = True

    def receive(self, kind: str, value: object) -> None:
        """In the window's thread: handle a message, unless it is over."""
        if not self._is_over:
            self._handle(kind, value)

    def _handle(self, kind: str, value: Any) -> None:
        raise NotImplementedError


def failure_of(message: Message) -> str:
    """The sentence to show for an error or an end; what the developers want goes to the log."""
    if message.kind is MessageKind.ERROR:
        error: BaseException = message.value
        if sentence := sentence_of(error):
            return sentence
        _log.critical("a worker crashed:\n%s", details_of(error))
        return _("something went wrong in the program; Help > Report a Problem has the details")
    end: End = message.value
    _log.error("a worker ended with exit code %s", end.exit_code)
    if stack := take_stack():
        _log.critical("a worker crashed:\n%s", stack)
        if end.limits is None:
            return CRASHED
    return end.sentence


class Job(Bridge):
    """One run of a worker. Just one of the last three signals comes, and only once.

    Signals:
        reported: ``object``, what the worker reported.
        finished: ``object``, what it returned, early or not.
        failed: ``str``, the sentence to show.
        stopped: It was cancelled and did not answer in time.
    """

    reported = Signal(object)
    finished = Signal(object)
    failed = Signal(str)
    stopped = Signal()

    PATIENCE_MS = 60
    """How long a cancelled worker may take to return on its own, ms."""

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        make = partial(watched, partial(kept, work))
        self._child = Child(make, self._hear)
        self.is_cancelled = False
        """Whether it was asked to stop; a result may be on its way all the same."""

    @property
    def is_running(self) -> bool:
        """Whether a result, a failure or a stop is still to come."""
        return not self._is_over

    @property
    def has_child(self) -> bool:
        """Whether its process is alive, also if its result is not wanted any more."""
        return self._child.is_alive

    def start(self) -> None:
        """Begin; returns at once."""
        if self.is_running:
            self._child.ask(None, do_work)
            if self.is_cancelled:
                self.cancel()

    def cancel(self) -> None:
        """Ask the worker to stop; if it does not in time it is killed. Harmless when over."""
        self.is_cancelled = True
        self._child.stop(self.PATIENCE_MS / 1000)

    def tell(self, value: object) -> None:
        """Tell the worker something, see :meth:`puzzles.child.child.Child.tell`."""
        self._child.tell(value)

    def kill(self) -> None:
        """Kill the worker now; no signal comes any more. Harmless when over."""
        self._mute()
        self._child.kill()

    def end(self) -> None:
        """See :meth:`Bridge.end`."""
        self.kill()

    def _hear(self, message: Message) -> None:
        self._post(message.kind.value, message)
        if message.kind in ENDS:
            self._child.kill()

    def _handle(self, kind: str, value: Any) -> None:
        message: Message = value
        if message.kind is MessageKind.READY:
            return
        if message.kind is MessageKind.REPORT:
            self.reported.emit(message.value)
            return
        self._mute()
        if message.kind is MessageKind.RESULT:
            self.finished.emit(message.value)
        elif message.kind is MessageKind.ENDED and message.value.is_stopped:
            self.stopped.emit()
        else:
            self.failed.emit(failure_of(message))
