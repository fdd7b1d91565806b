"""Connections that hang, and too many of them, at a real server in this process."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from network import connections, guard
from network.connections import LimitedConnection
from network.guard import RequestGuard
from tests.support.waiting import PATIENCE_S, wait_until

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n"
SHORT_S = 0.2
"""Seconds that a head may take in these tests."""


LARGE = 5_000_000
"""More than the system keeps of an answer that nobody reads, in bytes."""
may_go = threading.Event()
"""Lets the requests of ``/wait`` go on."""


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = (await receive())["body"]
    if scope["path"] == "/wait":
        await asyncio.to_thread(may_go.wait)
    if scope["path"] == "/large":
        body = bytes(LARGE)
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class EchoServer(NamedTuple):
    """A server in a thread."""

    port: int
    state: ServerState


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[EchoServer]:
    """A server that waits shortly, for four clients, three of one address; a token is needed."""
    monkeypatch.setattr(connections, "HEAD_S", SHORT_S)
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 4)
    monkeypatch.setattr(connections, "MAX_PER_ADDRESS", 3)
    monkeypatch.setattr(connections, "WRITE_S", SHORT_S)
    monkeypatch.setattr(connections, "WRITE_BYTES_PER_S", 1e9)
    may_go.clear()
    monkeypatch.setattr(guard, "LINGER_S", 0.2)
    app = RequestGuard(echo, ["localhost"], "x", body_s=0.3, open_paths=["/large"])
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
    may_go.set()
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


def opened(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0))


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


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed a connection; sends it a byte."""
    try:
        connection.sendall(b"P")
    except ConnectionError:
        return True
    time.sleep(0.02)
    return False


def test_one_byte_now_and_then_is_no_way_to_stay(port: int) -> None:
    connection = opened(port)
    wait_until(lambda: is_closed(connection))
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


def test_an_answer_that_nobody_reads_is_not_waited_for(running: EchoServer) -> None:
    deaf = opened(running.port)
    deaf.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
    wait_until(lambda: is_closed(deaf))
    deaf.close()
    assert running.state.total_requests < 3


def test_an_answer_that_is_read_comes_whole(accepted: socket.socket) -> None:
    accepted.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert rest(accepted).partition(b"\r\n\r\n")[2] == bytes(LARGE)


OTHER = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"


@pytest.mark.parametrize("source", ["127.0.0.1", OTHER])
def test_connections_of_strangers_take_nobodys_place(
    accepted: socket.socket, running: EchoServer, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that wait for nothing, and those that read nothing; one that was used stays."""
    monkeypatch.setattr(connections, "HEAD_S", PATIENCE_S)
    monkeypatch.setattr(connections, "WRITE_S", PATIENCE_S)
    ask(accepted)
    strangers = [opened(running.port) for _ in range(8)]
    for each in strangers[4:]:
        with suppress(ConnectionError):
            each.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for _ in range(5):
        new = opened(running.port, source)
        ask(new)
        new.close()
    ask(accepted)
    for each in (accepted, *strangers):
        each.close()


def test_who_is_served_keeps_the_place_and_the_next_one_is_told(running: EchoServer) -> None:
    request = HEAD.replace(b"/ ", b"/wait ", 1) + b"Connection: close\r\nContent-Length: 1\r\n\r\na"
    served = [opened(running.port) for _ in range(3)]
    for each in served:
        each.sendall(request)
    wait_until(lambda: [each.is_at_work for each in limited(running)] == 3 * [True])
    refused = opened(running.port)
    refused.sendall(request)
    answer = rest(refused)
    assert answer.startswith(b"HTTP/1.1 503")
    assert b"retry-after: 1" in answer
    may_go.set()
    assert [rest(each)[-1:] for each in served] == 3 * [b"a"]


def limited(running: EchoServer) -> list[LimitedConnection]:
    return [each for each in set(running.state.connections) if isinstance(each, LimitedConnection)]
