"""Connections that hang, and too many of them, at a real server in this process."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from network import connections, guard
from network.connections import LimitedConnection
from network.guard import Guard
from tests.support.waiting import PATIENCE_S, wait_until

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
SHORT_S = 0.2
"""Seconds that a head may take in these tests."""


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = (await receive())["body"]
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class EchoServer(NamedTuple):
    """A server in a thread."""

    port: int
    state: ServerState


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[EchoServer]:
    """A server that waits shortly, for four clients."""
    monkeypatch.setattr(connections, "HEAD_S", SHORT_S)
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 4)
    monkeypatch.setattr(guard, "LINGER_S", 0.2)
    app = Guard(echo, ["localhost"], body_s=0.3)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        http=LimitedConnection,
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=100,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    yield EchoServer(listener.getsockname()[1], server.server_state)
    server.should_exit = True
    thread.join()


@pytest.fixture
def port(running: EchoServer) -> int:
    return running.port


@pytest.fixture
def accepted(running: EchoServer, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    """A connection whose first head may take its time: a busy machine stops this process."""
    monkeypatch.setattr(connections, "HEAD_S", PATIENCE_S)
    connection = opened(running.port)

    def is_waited_for() -> bool:
        (found,) = running.state.connections or [None]
        return isinstance(found, LimitedConnection) and found._head_timer is not None

    wait_until(is_waited_for)
    monkeypatch.setattr(connections, "HEAD_S", SHORT_S)
    return connection


def opened(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def ask(connection: socket.socket) -> None:
    """Send a request with a body of one letter, and wait for its answer."""
    connection.sendall(HEAD + b"Content-Length: 1\r\n\r\na")
    answer = b""
    while not answer.endswith(b"\r\n\r\na"):
        part = connection.recv(65536)
        assert part, "the connection was closed"
        answer += part
    assert answer.startswith(b"HTTP/1.1 200")


def rest(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("start", [b"", b"P", HEAD])
def test_a_head_that_does_not_come_is_not_waited_for(port: int, start: bytes) -> None:
    connection = opened(port)
    connection.sendall(start)
    assert rest(connection) == b""


def test_one_byte_now_and_then_is_no_way_to_stay(port: int) -> None:
    connection = opened(port)

    def is_closed() -> bool:
        try:
            connection.sendall(b"P")
        except ConnectionError:
            return True
        time.sleep(0.02)
        return False

    wait_until(is_closed)
    connection.close()


def test_the_second_request_of_a_connection_is_not_waited_for_either(
    accepted: socket.socket,
) -> None:
    ask(accepted)
    accepted.sendall(b"POST / HT")
    assert rest(accepted) == b""


def test_a_request_after_a_pause_is_answered(accepted: socket.socket) -> None:
    for _ in range(2):
        ask(accepted)
        time.sleep(2 * SHORT_S)
    accepted.close()


def test_a_body_that_stalls_is_408(accepted: socket.socket) -> None:
    accepted.sendall(HEAD + b"Content-Length: 100\r\n\r\na")
    assert rest(accepted).startswith(b"HTTP/1.1 408")


def test_too_many_connections_are_closed_and_there_is_room_again(port: int) -> None:
    many = [opened(port) for _ in range(8)]
    refused = [connection for connection in many if rest_of_four(connection)]
    assert len(refused) >= 4

    def is_answered() -> bool:
        connection = opened(port)
        connection.sendall(HEAD + b"Connection: close\r\nContent-Length: 1\r\n\r\na")
        try:
            return rest(connection).endswith(b"a")
        except ConnectionError:
            return False

    wait_until(is_answered)


def rest_of_four(connection: socket.socket) -> bool:
    """Whether a connection is closed without a word."""
    try:
        return rest(connection) == b""
    except ConnectionError:
        return True
