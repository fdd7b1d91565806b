"""Runs the tasks on frames one at a time, in a process of its own.

A thread would not do: reading is mostly Python code, and tracking would stutter.
"""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from puzzles.child.child import Child, ChildEndedError, details_of
from puzzles.child.serving import Message, MessageKind
from puzzles.words import _
from recognizer.picture_limits import READING


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
        self._results: SimpleQueue[TaskResult] = SimpleQueue()
        self._is_closed = self._is_waiting = self._is_ready = self._is_dead = False
        self._child = Child(_FrameReader, self._hear)
        self._child.start()

    @property
    def is_busy(self) -> bool:
        """See :class:`TaskRunner`."""
        return self._is_closed or not self._is_ready or self._is_waiting

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """See :class:`TaskRunner`."""
        self._is_waiting, self._is_dead = True, False
        with suppress(ChildEndedError):  # it was closed just now
            self._child.ask(READING, _FrameReader.run, task, *arguments)

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        if self._is_closed:
            return None
        with suppress(Empty):
            result = self._results.get_nowait()
            self._is_waiting = False
            return result
        if self._is_dead:  # out of memory, or killed
            self._is_dead = self._is_ready = self._is_waiting = False
            with suppress(ChildEndedError):  # it was closed just now
                self._child.start()
            return TaskResult(None, _("the process that reads frames has died"))
        return None

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        self._is_closed = True
        self._child.close()

    def _hear(self, message: Message) -> None:
        """In a thread of the child."""
        if message.kind is MessageKind.READY:
            self._is_ready = True
        elif message.kind is MessageKind.RESULT:
            self._results.put(TaskResult(message.value))
        elif message.kind is MessageKind.ERROR and message.number:
            self._results.put(TaskResult(None, details_of(message.value)))
        elif message.kind is MessageKind.ENDED:
            self._is_dead = True


class _FrameReader:
    """In the child process."""

    def __init__(self) -> None:
        import numpy as np

        from recognizer.clues.digit_classifier import PATCH_PX, number_reader

        number_reader().read(np.zeros((1, PATCH_PX, PATCH_PX), np.uint8))

    def run(self, task: Callable[..., Any], *arguments: Any) -> Any:
        return task(*arguments)
