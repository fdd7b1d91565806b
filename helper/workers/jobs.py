"""The one bridge between plain functions and the window.

A worker is ``work(report, should_stop) -> result`` and knows nothing of Qt. A :class:`Job` runs
it in a child process, so that pure Python cannot make the window stutter, and hands on what it
reports as signals in the window's thread. A child that stays and is asked again and again is a
:class:`helper.workers.request_process.RequestProcess`; both speak through a :class:`Bridge`.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import threading
import traceback
from multiprocessing.connection import Connection
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from helper.workers.child import Work, run_in_child
from recognizer.sandbox.limits import Limits, why_it_ended

_log = logging.getLogger(__name__)

DIED = "the worker ended unexpectedly (out of memory?)"


class Bridge(QObject):
    """What a thread hears of a child process is said in the window's thread.

    Who is over says nothing more: whoever ends it may delete it right afterwards.
    """

    _received = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_over = False
        self._speaking = threading.Lock()
        self._received.connect(self._handle)

    def _say(self, kind: str, value: object) -> None:
        """In any thread: have :meth:`_handle` called in the window's."""
        with self._speaking:
            if self._is_over:
                return
            with contextlib.suppress(RuntimeError):  # the window has gone in the meantime
                self._received.emit(kind, value)

    def _hush(self) -> None:
        """Say no more."""
        with self._speaking:
            self._is_over = True

    def _handle(self, kind: str, value: Any) -> None:
        raise NotImplementedError


def sentence_of(kind: str, value: str) -> str:
    """What is shown of a failure: its sentence; what broke down goes to the log."""
    if kind == "failed":
        return value
    _log.critical("a worker broke down:\n%s", value)
    return "something went wrong in the program; the log has the details"


def why_died(exit_code: int | None, limits: Limits | None) -> str:
    """The sentence for a child that died.

    Args:
        exit_code: Of its process.
        limits: Those that it had set for itself, if it had.
    """
    return DIED if limits is None else why_it_ended(exit_code or 0, limits)


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
    """How long a cancelled worker may take to return on its own."""

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.limits: Limits | None = None
        """Those that the worker sets for itself, for the sentence if it dies of them."""

    @property
    def is_running(self) -> bool:
        """Whether an end is still to come."""
        return not self._is_over

    @property
    def has_child(self) -> bool:
        """Whether its process is there, also if nothing more is wanted of it."""
        try:
            return self._process.is_alive()
        except ValueError:  # it was closed
            return False

    def start(self) -> None:
        """Begin; returns at once."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        self._stop = context.Event()
        self._process = context.Process(
            target=run_in_child, args=(self._work, theirs, self._stop), daemon=True
        )
        thread = threading.Thread(target=self._listen, args=(ours, theirs), daemon=True)
        thread.start()

    def cancel(self) -> None:
        """Ask the worker to stop; if it does not in time it is ended. Harmless when over."""
        if self.is_running:
            self._stop.set()
            QTimer.singleShot(self.PATIENCE_MS, self._end)

    def kill(self) -> None:
        """End the worker now, whatever it does; no signal comes any more. Harmless when over."""
        self._hush()
        self._kill()

    def _end(self) -> None:
        if self.is_running:
            self._hush()
            self._kill()
            self.stopped.emit()

    def _kill(self) -> None:
        with contextlib.suppress(ValueError, AttributeError, OSError):
            self._process.kill()

    def _listen(self, ours: Connection, theirs: Connection) -> None:
        """In a thread of its own: start the child (slow) and wait for what it says."""
        try:
            self._process.start()
            theirs.close()
            if self._is_over:  # there was no process yet that could have been ended
                self._kill()
            while True:
                kind, value = ours.recv()
                self._say(kind, value)
                if kind != "report":
                    break
            if self._stop.is_set():  # a library's threads may hold up the end of the process
                self._kill()
        except EOFError:
            self._process.join(1)
            self._say("failed", why_died(self._process.exitcode, self.limits))
        except Exception:
            self._say("crash", traceback.format_exc())
        finally:
            ours.close()
            theirs.close()
            with contextlib.suppress(AssertionError, ValueError):
                self._process.join()
                self._process.close()  # its file descriptor would stay until this is garbage

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
