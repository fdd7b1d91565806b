"""A child that answers the newest request: one that is followed by another is not wanted any more.

The child gets a request only when it waits for one, so nothing queues up on the way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from puzzles.child.child import Child, End
from puzzles.child.serving import ENDS, Handler, Message, MessageKind, report, should_stop


class _Request(NamedTuple):
    number: int
    content: object


class Newest:
    """Sends requests to a handler in a child, and replaces a child that dies or does not stop.

    For the newest request just one end is heard: ``RESULT``, ``ERROR`` or ``ENDED``. For requests
    that were cancelled or followed by another one, nothing is heard any more. ``READY`` comes for
    each child. An error of the making has the number of the newest request, or 0 without one.

    Args:
        make: Makes the handler in the child; picklable. It is called again for each child.
        hear: Called with each message, in a thread; the numbers are those of :meth:`want`.
        patience_s: How long a request that is not wanted may take to return; then the child is
            replaced.
    """

    def __init__(
        self, make: Callable[[], Handler], hear: Callable[[Message], object], patience_s: float
    ) -> None:
        self._hear = hear
        self._patience_s = patience_s
        self._child = Child(make, self._take)
        self._lock = threading.Lock()
        self._wanted: _Request | None = None
        """The newest request, until it is answered."""
        self._asked: _Request | None = None
        """The request under way."""
        self._is_ready = self._is_started = self._is_over = False
        self._life = 0
        """Of the process that is used now."""
        self._retried = 0
        """The request for which the child was replaced."""

    def start(self) -> None:
        """Start the child; returns at once. Requests may come before."""
        with self._lock:
            if not self._is_over:
                self._is_started = True
                self._life = self._child.start()

    def want(self, number: int, request: object) -> None:
        """Have a request answered, and no other one any more. Returns at once.

        Args:
            number: Its number, larger than those before.
            request: Picklable; the caller does not change it any more.
        """
        with self._lock:
            self._wanted = _Request(number, request)
            self._go_on()

    def cancel(self) -> None:
        """Want no request."""
        with self._lock:
            self._wanted = None
            self._go_on()

    def close(self) -> None:
        """Kill the child; nothing is heard any more. Returns at once."""
        with self._lock:
            self._is_over = True
        self._child.kill()

    def _go_on(self) -> None:
        if self._is_over or not self._is_started:
            return
        if self._asked is not None:
            if self._wanted is None or self._wanted.number != self._asked.number:
                self._child.stop(self._patience_s)
        elif self._wanted is not None and not self._is_ready:
            self._life = self._child.start()
        elif self._wanted is not None:
            self._asked = self._wanted
            self._life = self._child.ask(None, _answer, self._wanted.content)

    def _take(self, message: Message) -> None:
        """In the threads of the child."""
        with self._lock:
            heard = self._taken(message)
            if heard is not None and heard.kind in ENDS:
                self._wanted = None
            self._go_on()
            is_over = self._is_over
        if heard is not None and not is_over:
            self._hear(heard)

    def _taken(self, message: Message) -> Message | None:
        """What is heard of a message of the child."""
        if message.life != self._life:  # of a process that was replaced
            return None
        kind, asked, wanted = message.kind, self._asked, self._wanted
        number = 0 if wanted is None else wanted.number
        if kind is MessageKind.READY:
            self._is_ready = True
            return message
        is_made, is_wanted = self._is_ready, asked is not None and asked.number == number
        if kind is MessageKind.ENDED:
            self._is_ready, self._asked = False, None
            return self._after_death(message.value, number, is_wanted or not is_made)
        if kind is not MessageKind.REPORT:
            self._asked = None
        if is_wanted or not is_made:
            return Message(number, kind, message.value)
        return None

    def _after_death(self, end: End, number: int, is_blamed: bool) -> Message | None:
        """Replace the child, once for a request, unless its limits were the cause of its end."""
        if number and is_blamed:
            if self._retried == number or end.limits is not None:
                return Message(number, MessageKind.ENDED, end)
            self._retried = number
        elif end.is_stopped and not self._is_over:
            self._life = self._child.start()  # the next request will not wait for it
        return None


def _answer(handler: Handler, request: object) -> object:
    return handler(request, report, should_stop)
