"""A child process that stays and answers the newest request.

A :class:`helper.workers.jobs.Job` starts a process for each run, which takes about 150 ms. That is
too long for a check after every stroke, or a preview of every move of a slider.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from PySide6.QtCore import QObject, Signal

from helper.workers.child import Handler, WantedRequest, answer_in_child
from helper.workers.jobs import Bridge, HeldLimits, sentence_of, why_died
from puzzles.processes import PipedProcess

if TYPE_CHECKING:
    from recognizer.sandbox.limits import Limits

__all__ = ["Handler", "RequestProcess"]


class RequestProcess(Bridge):
    """Sends requests to a handler in a child process. Its owner closes it.

    ``make`` is picklable and makes the handler in the child: when the child starts, and whenever it
    has to be replaced. For the newest request just one of ``answered`` and ``failed`` comes; for
    requests that were cancelled or followed by another one, no signal comes any more.

    Signals:
        ready: The handler was made for the first time.
        reported: ``object``, what the handler reported for the newest request.
        answered: ``object``, its result.
        failed: ``str``, the sentence to show: the request could not be answered, or the handler
            not be made. The next request tries both again.
    """

    ready = Signal()
    reported = Signal(object)
    answered = Signal(object)
    failed = Signal(str)

    PATIENCE_MS = 100
    """How long the handler may take to return when its request is not wanted any more, ms."""

    def __init__(self, make: Callable[[], Handler], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._is_open = self._was_ready = False
        self._supervisor = _Supervisor(make, self.PATIENCE_MS / 1000, self._post)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_open

    def start(self) -> None:
        """Begin; returns at once. Requests may come before."""
        if not self._is_over:
            self._supervisor.start()

    def ask(self, request: object) -> None:
        """Send a request; it replaces the one before. Returns at once.

        Args:
            request: Picklable; the caller does not change it any more.
        """
        if not self._is_over:
            self._number += 1
            self._is_open = True
            self._supervisor.want(self._number, _Request(self._number, request))

    def cancel(self) -> None:
        """Drop the newest request. Harmless when there is none."""
        if self._is_open and not self._is_over:
            self._number += 1
            self._is_open = False
            self._supervisor.want(self._number, None)

    def close(self) -> None:
        """Kill the child; no signal comes any more. Harmless when over."""
        self._mute()
        self._is_open = False
        self._supervisor.close()

    def end(self) -> None:
        """See :meth:`Bridge.end`."""
        self.close()

    def _handle(self, kind: str, value: Any) -> None:
        number, value = value
        if self._is_over:
            return
        if kind == "ready":
            if not self._was_ready:
                self._was_ready = True
                self.ready.emit()
        elif number in (0, self._number) and (self._is_open or not number):
            if kind == "report":
                self.reported.emit(value)
                return
            self._is_open = self._is_open and number != self._number
            if kind == "result":
                self.answered.emit(value)
            else:
                self.failed.emit(sentence_of(kind, value))


class _Request(NamedTuple):
    number: int
    content: object


class _Supervisor:
    """Keeps a child alive from a thread of its own, and sends it the newest request.

    The child gets a request only when it waits for one, so nothing queues up on the way.
    """

    def __init__(
        self,
        make: Callable[[], Handler],
        patience_s: float,
        post: Callable[[str, object], None],
    ) -> None:
        self._make = make
        self._patience_s = patience_s
        self._post = post
        self._lock = threading.Lock()
        self._request: _Request | None = None
        """The newest request, until it is answered."""
        self._retried = 0
        """The number of the request for which the child was replaced."""
        self._wanted: WantedRequest = multiprocessing.get_context("spawn").Value("q", 0, lock=False)
        self._wake_reader, self._wake_writer = multiprocessing.Pipe(duplex=False)
        self._is_woken = self._is_started = self._is_over = False
        self._child: _Child | None = None

    def start(self) -> None:
        if not self._is_started:
            self._is_started = True
            threading.Thread(target=self._run, daemon=True).start()

    def want(self, number: int, request: _Request | None) -> None:
        with self._lock:
            self._request = request
            self._wanted.value = number
        self._wake()

    def close(self) -> None:
        with self._lock:
            self._is_over = True
            self._request = None
            self._wanted.value = -1
        self._wake()
        if self._child is not None:
            self._child.process.kill()
        if not self._is_started:
            self._close_wake_pipe()

    def _wake(self) -> None:
        """Wake the thread; it may have ended already."""
        with self._lock, contextlib.suppress(OSError):
            if not self._is_woken:
                self._is_woken = True
                self._wake_writer.send_bytes(b".")

    def _clear_wake(self) -> None:
        self._wake_reader.recv_bytes()
        with self._lock:
            self._is_woken = False

    def _run(self) -> None:
        """Start one child after the other, until it is closed."""
        while not self._is_over:
            try:
                self._supervise_one()
            except Exception:
                self._close_request("crash", traceback.format_exc())
                self._wait_for_request()
        self._close_wake_pipe()

    def _close_wake_pipe(self) -> None:
        with self._lock:
            self._wake_reader.close()
            self._wake_writer.close()

    def _supervise_one(self) -> None:
        child = self._child = _Child(self._make, self._wanted)
        try:
            child.process.start()
            while not self._is_over and not child.is_lost:
                self._send(child)
                self._listen(child)
        except (EOFError, OSError):
            self._handle_death(child)
        finally:
            child.process.close()

    def _send(self, child: _Child) -> None:
        request = self._request
        if request is None or not child.is_ready or child.current:
            return
        child.current = request.number
        try:
            child.process.pipe.send(request)
        except OSError:
            raise
        except Exception:  # it cannot be pickled; nothing was sent
            child.current = 0
            self._close_request("crash", traceback.format_exc())

    def _listen(self, child: _Child) -> None:
        """Wait for the child, for another request, or until patience ends."""
        pipe = child.process.pipe
        patience_s = child.patience_left(self._wanted, self._patience_s)
        left_s = [s for s in (patience_s, child.held.left_s) if s is not None]
        ready = wait([pipe, self._wake_reader], min(left_s, default=None))
        if self._wake_reader in ready:
            self._clear_wake()
        if pipe in ready:
            self._receive(child, *pipe.recv())
        elif child.held.left_s == 0:
            child.is_overtime = True
            raise EOFError
        if child.patience_left(self._wanted, self._patience_s) == 0:
            child.is_lost = True

    def _receive(self, child: _Child, kind: str, number: int, value: object) -> None:
        if kind == "report":
            self._post("report", (number, value))
            return
        if kind == "limits":
            child.held.take(cast("Limits | None", value))
            return
        child.current = 0
        if number:
            self._close_request(kind, value, number)
        elif kind == "result":
            child.is_ready = True
            self._post("ready", (0, None))
        else:
            self._close_request(kind, value)
            child.is_lost = True
            self._wait_for_request()

    def _handle_death(self, child: _Child) -> None:
        """The child died: replace it, once for a request."""
        request = self._request
        if self._is_over:
            return
        if request is not None and (child.current == request.number or not child.is_ready):
            limits = child.held.limits
            if self._retried == request.number or limits is not None:
                exit_code = None if child.is_overtime else child.process.wait(1)
                self._close_request("failed", why_died(exit_code, limits))
            self._retried = request.number
        self._wait_for_request()

    def _close_request(self, kind: str, value: object, number: int | None = None) -> None:
        """Post how a request ended: that of the number, or the newest, or none (0)."""
        with self._lock:
            if number is None:
                number = self._request.number if self._request is not None else 0
            if self._request is not None and self._request.number == number:
                self._request = None
        self._post(kind, (number, value))

    def _wait_for_request(self) -> None:
        while self._request is None and not self._is_over:
            self._clear_wake()


class _Child:
    """A child process, and what is known of it."""

    def __init__(self, make: Callable[[], Handler], wanted: WantedRequest) -> None:
        self.process = PipedProcess(answer_in_child, make, wanted)
        self.is_ready = False
        """The handler was made."""
        self.held = HeldLimits()
        """If it dies under limits, its request is not tried again."""
        self.is_overtime = False
        """Its time by the clock was over."""
        self.is_lost = False
        """It is to be replaced."""
        self.current = 0
        """The number of the request it works on; 0 for none."""
        self._stopped_at: float | None = None

    def patience_left(self, wanted: WantedRequest, patience_s: float) -> float | None:
        """Seconds until it must have stopped; ``None`` if its request is wanted."""
        if not self.current or self.current == wanted.value:
            self._stopped_at = None
            return None
        if self._stopped_at is None:
            self._stopped_at = time.monotonic()
        return max(0.0, self._stopped_at + patience_s - time.monotonic())
