"""Plain functions in child processes, with signals in the window's thread.

A worker is ``work(report, should_stop) -> result`` and does not know Qt. A :class:`Job` runs it in
a child process, so that pure Python cannot make the window stutter. A child process that stays and
answers one request after the other is a :class:`helper.workers.request_process.RequestProcess`.
Both derive from :class:`Bridge`, which passes messages on to the window's thread.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
import traceback
from typing import Any, ClassVar
from weakref import WeakSet

from PySide6.QtCore import QObject, QTimer, Signal

from helper.reports.child_stacks import take_stack
from helper.workers.child import Work, run_in_child
from puzzles.many import DIED
from puzzles.processes import Control, PipedProcess
from puzzles.words import _
from recognizer.sandbox.limits import Limits, why_it_ended

_log = logging.getLogger(__name__)

CRASHED = _("a part of the program crashed; Help > Report a Problem has the details")


class Bridge(QObject):
    """Handles messages of a thread in the window's thread.

    After its end no message is handled any more: whoever ends it may delete it right afterwards.
    """

    _received = Signal(str, object)
    _all: ClassVar[WeakSet[Bridge]] = WeakSet()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        Bridge._all.add(self)
        self._is_over = False
        self._posting = threading.Lock()
        self._received.connect(self._handle)

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
        with self._posting:
            if self._is_over:
                return
            with contextlib.suppress(RuntimeError):  # the window has gone in the meantime
                self._received.emit(kind, value)

    def _mute(self) -> None:
        """Post no more messages."""
        with self._posting:
            self._is_over = True

    def _handle(self, kind: str, value: Any) -> None:
        raise NotImplementedError


def sentence_of(kind: str, value: str) -> str:
    """The sentence to show for a failure; the traceback of a crash goes to the log."""
    if kind == "failed":
        return value
    _log.critical("a worker crashed:\n%s", value)
    return _("something went wrong in the program; Help > Report a Problem has the details")


class HeldLimits:
    """The limits that hold in a child, as far as it has told, and its time by the clock."""

    def __init__(self) -> None:
        self.limits: Limits | None = None
        """``None`` if it has none now."""
        self._since_s = 0.0

    def take(self, limits: Limits | None) -> None:
        """The child has set them just now."""
        self.limits, self._since_s = limits, time.monotonic()

    @property
    def left_s(self) -> float | None:
        """Seconds until the child has to be killed; ``None`` for no limit."""
        if self.limits is None or math.isinf(self.limits.wall_clock_s):
            return None
        return max(0.0, self._since_s + self.limits.wall_clock_s - time.monotonic())


def why_died(exit_code: int | None, limits: Limits | None) -> str:
    """The sentence for a child that died.

    Args:
        exit_code: Of its process; ``None`` if it was killed since it took too long.
        limits: Those that held in it, if it has told of any.
    """
    _log.error("a worker ended with exit code %s", exit_code)
    if stack := take_stack():
        _log.critical("a worker crashed:\n%s", stack)
        if limits is None:
            return CRASHED
    return DIED if limits is None else why_it_ended(exit_code, limits)


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
        self._child = PipedProcess(run_in_child, work)
        self._is_cancelled = False
        self._held = HeldLimits()

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
        threading.Thread(target=self._listen, daemon=True).start()

    def cancel(self) -> None:
        """Ask the worker to stop; if it does not in time it is killed. Harmless when over."""
        if self.is_running:
            self._is_cancelled = True
            self._child.send(Control.STOP)
            QTimer.singleShot(self.PATIENCE_MS, self._give_up)

    def kill(self) -> None:
        """Kill the worker now; no signal comes any more. Harmless when over."""
        self._mute()
        self._child.kill()

    def end(self) -> None:
        """See :meth:`Bridge.end`."""
        self.kill()

    def _give_up(self) -> None:
        if self.is_running:
            self.kill()
            self.stopped.emit()

    def _listen(self) -> None:
        """In a thread of its own: start the child (slow) and pass on its messages."""
        child = self._child
        try:
            child.start()
            while True:
                if not child.pipe.poll(self._held.left_s):
                    raise TimeoutError
                kind, value = child.pipe.recv()
                if kind == "limits":
                    self._held.take(value)
                    continue
                self._post(kind, value)
                if kind != "report":
                    break
            if not self._is_cancelled:  # a library's threads may hold up the end of the process
                child.wait()
        except (EOFError, TimeoutError) as error:
            exit_code = child.wait(1) if isinstance(error, EOFError) else None
            if self.is_running:  # it was not killed
                self._post("failed", why_died(exit_code, self._held.limits))
        except Exception:
            self._post("crash", traceback.format_exc())
        finally:
            child.close()

    def _handle(self, kind: str, value: Any) -> None:
        if self._is_over:
            return
        if kind == "report":
            self.reported.emit(value)
            return
        self._is_over = True
        if kind == "result":
            self.finished.emit(value)
        else:
            self.failed.emit(sentence_of(kind, value))
