"""The guard of the servers: what it refuses, and what the application gets of the rest."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

import pytest
from starlette.types import Message, Receive, Scope, Send

from network import guard
from network.guard import RequestGuard

GOOD = ((b"host", b"localhost:8765"),)


class Answer(NamedTuple):
    status: int
    body: bytes

    @property
    def error(self) -> str:
        return str(json.loads(self.body)["error"]["message"])


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    message = await receive()
    assert not message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


def ask(
    headers: tuple[tuple[bytes, bytes], ...] = GOOD,
    method: str = "POST",
    path: str = "/v1/solve",
    parts: tuple[bytes, ...] = (b"hello",),
    pause_s: float = 0,
    **options: Any,
) -> Answer:
    """Send a request through a guard of an application that echoes bodies."""
    sent: list[Message] = []
    left = list(parts)

    async def receive() -> Message:
        await asyncio.sleep(pause_s)
        if not left:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": list(headers)}
    guarded = RequestGuard(echo, ["localhost", "127.0.0.1", "::1"], **options)
    asyncio.run(guarded(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return Answer(sent[0]["status"] if sent else 0, body)


def test_the_application_gets_the_whole_body_at_once() -> None:
    assert ask(parts=(b"he", b"", b"llo")) == (200, b"hello")


@pytest.mark.parametrize(
    "host", [b"localhost", b"LOCALHOST:8765", b"127.0.0.1:1", b"[::1]:8765", b"[::1]"]
)
def test_allowed_names_with_any_port(host: bytes) -> None:
    assert ask(((b"host", host),)).status == 200


@pytest.mark.parametrize(
    "hosts",
    [(), (b"evil.example",), (b"localhost.evil.example",), (b"localhost:8765", b"localhost:8765"),
     (b"localhost:evil",), (b"",), (b":8765",), (b"192.168.0.7",), (b"localhost@evil.example",)],
)  # fmt: skip
def test_other_names_are_refused(hosts: tuple[bytes, ...]) -> None:
    assert ask(tuple((b"host", host) for host in hosts)).status == 403


def test_addresses_are_allowed_on_request_and_names_are_not() -> None:
    def status(host: bytes) -> int:
        return ask(((b"host", host),), allows_addresses=True).status

    assert [status(b"192.168.0.7:80"), status(b"[fe80::1]:80"), status(b"evil.example")] == [
        200, 200, 403,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "status"),
    [("/word/", 200), ("/word/pictures", 200), ("/", 404), ("", 404), ("/wor/", 404),
     ("/words/", 404), ("/x/word/", 404), ("/w\N{LATIN SMALL LETTER O WITH DIAERESIS}rd/", 404)],
)  # fmt: skip
def test_a_path_without_the_secret_word_is_not_found(path: str, status: int) -> None:
    assert ask(path=path, secret_word="word").status == status
    # Its body does not matter: 413 would come first.
    assert ask(path=path, secret_word="word", max_bytes=lambda _: 2).status == (
        413 if status == 200 else 404
    )


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        (b"origin", b"http://localhost:8765", 200),
        (b"origin", b"https://evil.example", 403),
        (b"origin", b"http://localhost:9999", 403),
        (b"origin", b"null", 403),
        (b"sec-fetch-site", b"same-origin", 200),
        (b"sec-fetch-site", b"none", 200),
        (b"sec-fetch-site", b"cross-site", 403),
        (b"sec-fetch-site", b"same-site", 403),
    ],
)
def test_pages_of_other_sites_may_not_post(header: bytes, value: bytes, status: int) -> None:
    assert ask((*GOOD, (header, value))).status == status
    assert ask((*GOOD, (header, value)), method="DELETE").status == status
    assert ask((*GOOD, (header, value)), method="GET").status == 200


@pytest.mark.parametrize(
    "given",
    [None, b"", b"Bearer", b"Bearer ", b"Bearer secre", b"Bearer secrets", b"Basic secret",
     b"secret", b"Bearer \xff\xfe"],
)  # fmt: skip
def test_a_wrong_token_is_refused_before_the_body_is_read(given: bytes | None) -> None:
    headers = GOOD if given is None else (*GOOD, (b"authorization", given))
    assert ask(headers, token="secret").status == 401


def test_the_right_token_and_open_paths() -> None:
    assert ask((*GOOD, (b"authorization", b"bearer secret")), token="secret").status == 200
    assert ask(token="secret", path="/healthz", open_paths={"/healthz"}).status == 200
    assert ask(token="secret", path="/healthz/", open_paths={"/healthz"}).status == 401


def test_a_body_may_have_its_limit_and_not_a_byte_more() -> None:
    def limit(path: str) -> int:
        return 10 if path == "/scan" else 5

    assert ask(max_bytes=limit).status == 200
    assert ask(parts=(b"hello", b"!"), max_bytes=limit).status == 413
    assert ask(parts=(b"hello", b"!"), max_bytes=limit, path="/scan").status == 200


@pytest.mark.parametrize("length", [b"6", b"-1", b"1e3", b"9" * 5000])
def test_an_announced_length_is_refused_before_the_body_comes(length: bytes) -> None:
    headers = (*GOOD, (b"content-length", length))
    answer = ask(headers, parts=(b"",), max_bytes=lambda path: 5)
    assert answer.status == 413
    assert "5 bytes" in answer.error


def test_a_slow_body_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "LINGER_S", 0.01)
    answer = ask(parts=(b"a",) * 100, pause_s=0.02, body_s=0.1)
    assert answer.status == 408
    assert "0.1 s" in answer.error


def test_too_many_bodies_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MAX_WAITING_BYTES", 3)
    assert ask(parts=(b"abcd", b"e")).status == 503
    assert ask(parts=(b"a", b"b")).status == 200


def test_nobody_is_answered_who_has_gone() -> None:
    assert ask(parts=()) == (0, b"")


def test_websockets_are_closed() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    asyncio.run(
        RequestGuard(echo, ["localhost"])({"type": "websocket", "headers": []}, receive, send)
    )
    assert sent == [{"type": "websocket.close", "code": 1008}]
