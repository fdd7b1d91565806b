"""Connections of a server, with limits on their number and on the time that a request may take.

uvicorn limits neither: a client that sends one byte now and then, or that does not read its answer,
would hold a connection for ever. Here the head of a request and the reading of an answer have a
deadline, and a new connection always finds room unless all others are at work for somebody whom the
:class:`~network.guard.RequestGuard` has admitted: it takes the place of one that has waited for
long, of a stranger first. So whoever opens many connections loses his own.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Iterable, Sequence
from ipaddress import ip_address

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from network.guard import ADMITTED
from puzzles.json_output import error_value
from puzzles.words import _

HEAD_S = 10.0
"""Seconds in which the head of a request must come, from the beginning of the connection or from
the first byte after the last request."""
WRITE_S, WRITE_BYTES_PER_S = 10.0, 10_000
"""An answer that the client does not take has so many seconds, and more for a long one."""
REFUSED_S = 1.0
"""Seconds in which a request for which there is no room must come, to be told so."""
MAX_CONNECTIONS = 500
"""Connections at a time; half of the 1024 descriptors that systems often allow."""
MAX_PER_ADDRESS = 250
"""Of them, those of one address, or of one network of IPv6."""


class LimitedConnection(H11Protocol):
    """A connection for uvicorn's argument ``http``; see the module."""

    _head_timer: asyncio.TimerHandle | None = None
    _write_timer: asyncio.TimerHandle | None = None
    _is_admitted = _is_refused = False
    _since_s = 0.0
    """When it began, or when its last answer to somebody who was admitted was complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Make room for the connection."""
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        if sock is not None and sock.family != getattr(socket, "AF_UNIX", None):
            # asyncio does that only for sockets that name their protocol; without it the body of an
            # answer waits 40 ms for the receipt of its head.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        transport.set_write_buffer_limits(high=0)  # whatever is not taken at once is told
        self._since_s = self.loop.time()
        others = self._others() if len(self.connections) > MAX_PER_ADDRESS else []
        self._is_refused = not self._has_room(others)
        if len(others) > 1.2 * MAX_CONNECTIONS:
            transport.abort()  # too many wait to be refused
        else:
            seconds = REFUSED_S if self._is_refused else HEAD_S
            self._head_timer = self.loop.call_later(seconds, self._head_is_late)

    def _has_room(self, others: Sequence[LimitedConnection]) -> bool:
        """Close one of the others if there are too many; false if all are needed."""
        counts = Counter(each.address for each in others)
        if counts[self.address] >= MAX_PER_ADDRESS:
            return _has_closed_one(each for each in others if each.address == self.address)
        if len(others) < MAX_CONNECTIONS:
            return True
        most = counts.most_common(1)[0][0]
        return _has_closed_one(each for each in others if each.address == most)

    def _others(self) -> list[LimitedConnection]:
        limited = (each for each in self.connections if isinstance(each, LimitedConnection))
        return [each for each in limited if each is not self and not each.transport.is_closing()]

    @property
    def address(self) -> str:
        """The client's address; in IPv6 its network of 64 bits, which is one household's."""
        host = self.client[0] if self.client else ""
        if ":" not in host:
            return host
        try:
            return ip_address(host.partition("%")[0]).exploded[:19]
        except ValueError:
            return host

    @property
    def is_admitted(self) -> bool:
        """Whether a request of it, perhaps the one under way, had the token."""
        return self._is_admitted or bool(self.scope and self.scope["state"].get(ADMITTED))

    @property
    def since_s(self) -> float:
        """Since when it waits, on the loop's clock."""
        return self._since_s

    @property
    def is_at_work(self) -> bool:
        """Whether the server has a whole request of it and owes the answer."""
        cycle = self.cycle
        is_open = cycle is not None and not cycle.response_complete
        return is_open and self.conn.their_state is not h11.SEND_BODY and self._write_timer is None

    def data_received(self, data: bytes) -> None:
        """Measure the time from the first byte of a head to its last one."""
        if self._is_refused:
            self._send_error(503, b"Service Unavailable", _("too many connections; try again"))
            return
        super().data_received(data)
        is_in_head = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if not is_in_head:
            self._end_timer()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_S, self._head_is_late)

    def pause_writing(self) -> None:
        """The client does not take all at once: from now on it has some time."""
        super().pause_writing()
        size = self.transport.get_write_buffer_size()
        seconds = WRITE_S + size / WRITE_BYTES_PER_S
        self._write_timer = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken all."""
        self._end_write_timer()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """Note for whom it was."""
        if self.is_admitted:
            self._is_admitted, self._since_s = True, self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers."""
        self._end_timer()
        self._end_write_timer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, in the words of the other errors."""
        self._send_error(400, b"Bad Request", _("this is not a valid HTTP request"))

    def _send_error(self, status: int, reason: bytes, sentence: str) -> None:
        body = json.dumps({"error": error_value(sentence, "refused")}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        if status == 503:
            headers.append((b"retry-after", b"1"))
        for event in (
            h11.Response(status_code=status, headers=headers, reason=reason),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE, h11.SEND_BODY):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _head_is_late(self) -> None:
        self._head_timer = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()

    def _end_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _end_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def _has_closed_one(connections: Iterable[LimitedConnection]) -> bool:
    """Close the connection that is missed least; false if all are needed."""
    free = [each for each in connections if not (each.is_admitted and each.is_at_work)]
    if not free:
        return False
    min(free, key=lambda each: (each.is_admitted, each.since_s)).transport.abort()
    return True
