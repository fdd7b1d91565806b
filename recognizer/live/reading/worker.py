"""Where frames are read: beside the video, in a process of its own, one task at a time.

A thread would not do: reading is Python for the better part, and following would stutter.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple


class TaskResult(NamedTuple):
    """What came of a task."""

    result: Any
    error: str = ""
    """A traceback for the log if the task broke down; there is no result then."""


class TaskRunner(ABC):
    """Does tasks one by one."""

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Whether no task can be taken: one is under way, or its result was not fetched."""

    @abstractmethod
    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """Begin a task; only while not busy. What goes in and comes out can be pickled."""

    @abstractmethod
    def poll(self) -> TaskResult | None:
        """What came of the task, once; ``None`` while there is nothing."""

    @abstractmethod
    def close(self) -> None:
        """End at once, whatever is under way. Harmless when over."""


class InlineRunner(TaskRunner):
    """Does each task when it is submitted: for recordings, which wait for it."""

    def __init__(self) -> None:
        self._done: TaskResult | None = None

    @property
    def is_busy(self) -> bool:
        """See :class:`TaskRunner`."""
        return self._done is not None

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """See :class:`TaskRunner`."""
        try:
            self._done = TaskResult(task(*arguments))
        except Exception:  # a bug costs a frame, not the video
            self._done = TaskResult(None, traceback.format_exc())

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        done, self._done = self._done, None
        return done

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        self._done = None


class ChildRunner(TaskRunner):
    """Does tasks in a child process, which is begun anew if it dies.

    It takes a moment to load; until then it is busy.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_closed = False
        self._is_waiting = False
        self._is_ready = False
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._is_ready = self._is_waiting = False

    @property
    def is_busy(self) -> bool:
        """See :class:`TaskRunner`."""
        if not self._is_ready and not self._is_closed:
            with contextlib.suppress(EOFError, OSError):
                if self._pipe.poll():
                    self._pipe.recv()
                    self._is_ready = True
        return self._is_closed or not self._is_ready or self._is_waiting

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """See :class:`TaskRunner`."""
        with contextlib.suppress(OSError, ValueError):  # it has died, which poll() finds out
            self._pipe.send((task, arguments))
        self._is_waiting = True

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        if self._is_closed:
            return None
        try:
            if not self._is_waiting or not self._pipe.poll():
                return self._again() if not self._process.is_alive() else None
            done: TaskResult = self._pipe.recv()
        except (EOFError, OSError):
            return self._again()
        self._is_waiting = False
        return done

    def _again(self) -> TaskResult | None:
        """The child has died: out of memory, or somebody killed it."""
        with self._lock:
            if self._is_closed:
                return None
            self._begin()
        return TaskResult(None, "the process that reads frames has died")

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            self._process.kill()
        with contextlib.suppress(OSError):
            self._pipe.close()
        self._process.join(0.05)
        with contextlib.suppress(ValueError):  # it takes longer to end
            self._process.close()


def _work(pipe: Connection) -> None:
    """In the child process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's to hear
    threading.Thread(target=_follow_parent, daemon=True).start()
    import numpy as np

    from recognizer.clues.digit_classifier import PATCH_PX, number_reader

    number_reader().read(np.zeros((1, PATCH_PX, PATCH_PX), np.uint8))
    pipe.send(None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, arguments = pipe.recv()
            try:
                done = TaskResult(task(*arguments))
            except Exception:  # a bug costs a frame, not the video
                done = TaskResult(None, traceback.format_exc())
            pipe.send(done)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
