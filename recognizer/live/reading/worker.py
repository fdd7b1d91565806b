"""Runs the tasks on frames one at a time, in a process of its own.

A thread would not do: reading is mostly Python code, and tracking would stutter.
"""

from __future__ import annotations

import contextlib
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from puzzles.processes import PipedProcess
from puzzles.words import _
from recognizer.sandbox.limits import READING, limited

_EXIT_TIMEOUT_S = 0.05
"""How long closing waits for a killed child, seconds."""


class TaskResult(NamedTuple):
    """The result of a task."""

    result: Any
    error: str = ""
    """A traceback for the log if the task failed; then there is no result."""


class TaskRunner(ABC):
    """Runs tasks one by one."""

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Whether no task can be submitted: one is running, or its result was not polled."""

    @abstractmethod
    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """Start a task; only while not busy. Arguments and result can be pickled."""

    @abstractmethod
    def poll(self) -> TaskResult | None:
        """Take the result of the task; ``None`` while there is none."""

    @abstractmethod
    def close(self) -> None:
        """Stop at once, even a running task. Harmless when closed."""


class InlineRunner(TaskRunner):
    """Runs each task when it is submitted: for recordings, which wait for it."""

    def __init__(self) -> None:
        self._result: TaskResult | None = None

    @property
    def is_busy(self) -> bool:
        """See :class:`TaskRunner`."""
        return self._result is not None

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """See :class:`TaskRunner`."""
        try:
            self._result = TaskResult(task(*arguments))
        except Exception:  # a bug costs a frame, not the video
            self._result = TaskResult(None, traceback.format_exc())

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        result, self._result = self._result, None
        return result

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        self._result = None


class ChildRunner(TaskRunner):
    """Runs tasks in a child process, which is restarted if it dies.

    The child takes a moment to load; until then the runner is busy.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_closed = False
        self._is_waiting = False
        self._is_ready = False
        self._start_child()

    def _start_child(self) -> None:
        self._child = PipedProcess(_run_tasks)
        self._child.start()
        self._is_ready = self._is_waiting = False

    @property
    def is_busy(self) -> bool:
        """See :class:`TaskRunner`."""
        if not self._is_ready and not self._is_closed:
            with contextlib.suppress(EOFError, OSError):
                if self._child.pipe.poll():
                    self._child.pipe.recv()
                    self._is_ready = True
        return self._is_closed or not self._is_ready or self._is_waiting

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """See :class:`TaskRunner`."""
        with contextlib.suppress(OSError, ValueError):  # it has died, which poll() detects
            self._child.pipe.send((task, arguments))
        self._is_waiting = True

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        if self._is_closed:
            return None
        try:
            if not self._is_waiting or not self._child.pipe.poll():
                return None if self._child.is_alive else self._restart()
            result: TaskResult = self._child.pipe.recv()
        except (EOFError, OSError):
            return self._restart()
        self._is_waiting = False
        return result

    def _restart(self) -> TaskResult | None:
        """Restart the child after it has died: out of memory, or killed."""
        with self._lock:
            if self._is_closed:
                return None
            self._child.close(_EXIT_TIMEOUT_S)
            self._start_child()
        return TaskResult(None, _("the process that reads frames has died"))

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
        self._child.close(_EXIT_TIMEOUT_S)


def _run_tasks(pipe: Connection) -> None:
    """In the child process."""
    import numpy as np

    from recognizer.clues.digit_classifier import PATCH_PX, number_reader

    number_reader().read(np.zeros((1, PATCH_PX, PATCH_PX), np.uint8))
    pipe.send(None)
    runner = InlineRunner()
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, arguments = pipe.recv()
            with limited(READING):
                runner.submit(task, *arguments)
            pipe.send(runner.poll())
