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
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from helper.workers.child import Handler, WantedRequest, stay_in_child
from helper.workers.jobs import Bridge, sentence_of, why_died
from recognizer.sandbox.limits import Limits

__all__ = ["Handler", "RequestProcess"]


class RequestProcess(Bridge):
    """Asks a handler in a child process. Whoever made it closes it.

    ``make`` is picklable and makes the handler in the child: at its start, and whenever the child
    has to be begun anew. For the newest request just one of ``answered`` and ``failed`` comes; for
    those that another one followed, or that were cancelled, nothing any more.

    Signals:
        ready: The handler was made for the first time.
        reported: ``object``, what the handler reported of the newest request.
        answered: ``object``, its result.
        failed: ``str``, the sentence to show: the request could not be answered, or the handler
            not be made. The next request tries both again.
    """

    ready = Signal()
    reported = Signal(object)
    answered = Signal(object)
    failed = Signal(str)

    PATIENCE_MS = 100
    """How long the handler may take to return when its request is not wanted any more."""

    LIMITS: Limits | None = None
    """Those that ``make`` sets for itself, for the sentence if the child dies of them; it would do
    so again, so that is not tried."""

    def __init__(self, make: Callable[[], Handler], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._is_open = self._was_ready = False
        self._keeper = _Keeper(make, self.LIMITS, self.PATIENCE_MS / 1000, self._say)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_open

    def start(self) -> None:
        """Begin; returns at once. Requests may come before."""
        if not self._is_over:
            self._keeper.start()

    def ask(self, request: object) -> None:
        """Ask; what was asked before is not wanted any more. Returns at once.

        Args:
            request: Picklable; the caller does not change it any more.
        """
        if not self._is_over:
            self._number += 1
            self._is_open = True
            self._keeper.want(self._number, _Request(self._number, request))

    def cancel(self) -> None:
        """The newest request is not wanted any more. Harmless when there is none."""
        if self._is_open and not self._is_over:
            self._number += 1
            self._is_open = False
            self._keeper.want(self._number, None)

    def close(self) -> None:
        """End the child now; no signal comes any more. Harmless when over."""
        self._hush()
        self._is_open = False
        self._keeper.close()

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
    request: object


class _Keeper:
    """Keeps a child alive in a thread of its own, and hands it the newest order.

    The child gets an order only when it waits for one, so nothing queues up on the way.
    """

    def __init__(
        self,
        make: Callable[[], Handler],
        limits: Limits | None,
        patience_s: float,
        say: Callable[[str, object], None],
    ) -> None:
        self._make = make
        self._limits = limits
        self._patience_s = patience_s
        self._tell = say
        self._lock = threading.Lock()
        self._order: _Request | None = None
        """What is still to be answered."""
        self._retried = 0
        """The order for which the child was begun anew."""
        self._wanted: WantedRequest = multiprocessing.get_context("spawn").Value("q", 0, lock=False)
        self._news, self._bell = multiprocessing.Pipe(duplex=False)
        self._has_rung = self._has_begun = self._is_over = False
        self._child: _Child | None = None

    def start(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            threading.Thread(target=self._keep, daemon=True).start()

    def want(self, number: int, order: _Request | None) -> None:
        with self._lock:
            self._order = order
            self._wanted.value = number
        self._ring()

    def close(self) -> None:
        with self._lock:
            self._is_over = True
            self._order = None
            self._wanted.value = -1
        self._ring()
        if self._child is not None:
            self._child.kill()
        if not self._has_begun:
            self._close_bell()

    def _ring(self) -> None:
        """Wake the thread; it may have gone already."""
        with self._lock, contextlib.suppress(OSError):
            if not self._has_rung:
                self._has_rung = True
                self._bell.send_bytes(b".")

    def _heed(self) -> None:
        self._news.recv_bytes()
        with self._lock:
            self._has_rung = False

    def _keep(self) -> None:
        """One child after the other, until it is closed."""
        while not self._is_over:
            try:
                self._keep_one()
            except Exception:
                self._close_order("crash", traceback.format_exc())
                self._wait_for_order()
        self._close_bell()

    def _close_bell(self) -> None:
        with self._lock:
            self._news.close()
            self._bell.close()

    def _keep_one(self) -> None:
        child = self._child = _Child(self._make, self._wanted)
        try:
            child.start()
            while not self._is_over and not child.is_lost:
                self._send(child)
                self._listen(child)
        except (EOFError, OSError):
            self._mourn(child)
        finally:
            child.end()

    def _send(self, child: _Child) -> None:
        order = self._order
        if order is None or not child.is_ready or child.at:
            return
        child.at = order.number
        try:
            child.pipe.send(order)
        except OSError:
            raise
        except Exception:  # it cannot be pickled; nothing was sent
            child.at = 0
            self._close_order("crash", traceback.format_exc())

    def _listen(self, child: _Child) -> None:
        """Wait for the child, for other orders, or until patience ends."""
        heard = wait([child.pipe, self._news], child.patience_left(self._wanted, self._patience_s))
        if self._news in heard:
            self._heed()
        if child.pipe in heard:
            self._take(child, *child.pipe.recv())
        if child.patience_left(self._wanted, self._patience_s) == 0:
            child.is_lost = True

    def _take(self, child: _Child, kind: str, number: int, value: object) -> None:
        if kind == "report":
            self._tell("report", (number, value))
            return
        child.at = 0
        if number:
            self._close_order(kind, value, number)
        elif kind == "result":
            child.is_ready = True
            self._tell("ready", (0, None))
        else:
            self._close_order(kind, value)
            child.is_lost = True
            self._wait_for_order()

    def _mourn(self, child: _Child) -> None:
        """The child died: begin it anew, once for an order."""
        order = self._order
        if self._is_over:
            return
        if order is not None and (child.at == order.number or not child.is_ready):
            limits = None if child.is_ready else self._limits
            if self._retried == order.number or limits is not None:
                self._close_order("failed", why_died(child.exit_code(), limits))
            self._retried = order.number
        self._wait_for_order()

    def _close_order(self, kind: str, value: object, number: int | None = None) -> None:
        """Tell how an order ended: that of the number, or the one there is, or none (0)."""
        with self._lock:
            if number is None:
                number = self._order.number if self._order is not None else 0
            if self._order is not None and self._order.number == number:
                self._order = None
        self._tell(kind, (number, value))

    def _wait_for_order(self) -> None:
        while self._order is None and not self._is_over:
            self._heed()


class _Child:
    """A process, what is known of it, and the pipe to it."""

    def __init__(self, make: Callable[[], Handler], wanted: WantedRequest) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, self._theirs = context.Pipe()
        self._process = context.Process(
            target=stay_in_child, args=(make, self._theirs, wanted), daemon=True
        )
        self.is_ready = False
        """The handler was made."""
        self.is_lost = False
        """It is to be replaced."""
        self.at = 0
        """The order under way; 0 for none."""
        self._told_at: float | None = None

    def start(self) -> None:
        """Slow."""
        self._process.start()
        self._theirs.close()

    def patience_left(self, wanted: WantedRequest, patience_s: float) -> float | None:
        """Seconds until it should have stopped; ``None`` if it was not told to."""
        if not self.at or self.at == wanted.value:
            self._told_at = None
            return None
        if self._told_at is None:
            self._told_at = time.monotonic()
        return max(0.0, self._told_at + patience_s - time.monotonic())

    def exit_code(self) -> int | None:
        """Of the process, which has died."""
        self._process.join(1)
        return self._process.exitcode

    def kill(self) -> None:
        """In any thread; there may be no process yet."""
        with contextlib.suppress(ValueError, AttributeError, OSError):
            self._process.kill()

    def end(self) -> None:
        """Kill it and clear away what is left."""
        self.kill()
        with contextlib.suppress(AssertionError, ValueError):
            self._process.join()
            self._process.close()
        for pipe in (self.pipe, self._theirs):
            _close(pipe)


def _close(pipe: Connection) -> None:
    with contextlib.suppress(OSError):
        pipe.close()
