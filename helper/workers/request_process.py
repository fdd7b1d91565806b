"""A child process that stays and answers the newest request, with signals in the window's thread.

A :class:`helper.workers.jobs.Job` starts a process for each run, which takes about 150 ms. That is
too long for a check after every stroke, or a preview of every move of a slider.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from helper.reports.child_stacks import watched
from helper.workers.jobs import Bridge, failure_of
from puzzles.child.newest import Newest
from puzzles.child.serving import Handler, Message, MessageKind


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
        self._newest = Newest(partial(watched, make), self._hear, self.PATIENCE_MS / 1000)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._is_open

    def start(self) -> None:
        """Begin; returns at once. Requests may come before."""
        if not self._is_over:
            self._newest.start()

    def ask(self, request: object) -> None:
        """Send a request; it replaces the one before. Returns at once.

        Args:
            request: Picklable; the caller does not change it any more.
        """
        if not self._is_over:
            self._number += 1
            self._is_open = True
            self._newest.want(self._number, request)

    def cancel(self) -> None:
        """Drop the newest request. Harmless when there is none."""
        if self._is_open and not self._is_over:
            self._number += 1
            self._is_open = False
            self._newest.cancel()

    def close(self) -> None:
        """Kill the child; no signal comes any more. Harmless when over."""
        self._mute()
        self._is_open = False
        self._newest.close()

    def end(self) -> None:
        """See :meth:`Bridge.end`."""
        self.close()

    def _hear(self, message: Message) -> None:
        self._post(message.kind.value, message)

    def _handle(self, kind: str, value: Any) -> None:
        message: Message = value
        if message.kind is MessageKind.READY:
            if not self._was_ready:
                self._was_ready = True
                self.ready.emit()
        elif message.number in (0, self._number) and (self._is_open or not message.number):
            if message.kind is MessageKind.REPORT:
                self.reported.emit(message.value)
                return
            self._is_open = self._is_open and message.number != self._number
            if message.kind is MessageKind.RESULT:
                self.answered.emit(message.value)
            else:
                self.failed.emit(failure_of(message))
