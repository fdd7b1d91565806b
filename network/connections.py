"""Connections of a server with limits on their number and on the time that a request's head takes.

uvicorn limits neither: a client that sends one byte now and then would hold a connection for ever.
"""

from __future__ import annotations

import asyncio
import json
import socket

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from puzzles.words import _

HEAD_S = 10.0
"""Seconds in which the head of a request must come, from the beginning of the connection or from
the first byte after the last request."""
MAX_CONNECTIONS = 500
"""Connections at a time; half of the 1024 descriptors that systems often allow."""


class LimitedConnection(H11Protocol):
    """A connection for uvicorn's argument ``http``; see the module."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close the connection at once if there are too many."""
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        if sock is not None and sock.family != getattr(socket, "AF_UNIX", None):
            # asyncio does that only for sockets that name their protocol; without it the body of an
            # answer waits 40 ms for the receipt of its head.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.close()
        else:
            self._head_timer = self.loop.call_later(HEAD_S, self._head_is_late)

    def data_received(self, data: bytes) -> None:
        """Measure the time from the first byte of a head to its last one."""
        super().data_received(data)
        is_in_head = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if not is_in_head:
            self._end_timer()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_S, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        self._end_timer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, in the words of the other errors."""
        body = json.dumps({"error": _("this is not a valid HTTP request")}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
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
