"""Whatever is in the headers of a request, it is answered, and is no error of this program."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Message

from network.guard import RequestGuard
from network.phone.inbox import PhotoInbox
from network.phone.phone_app import phone_app
from network.service.lanes import Lanes
from network.service.service_app import Access, Service
from tests.support.cases import further

Headers = Iterable[tuple[bytes, bytes]]
TOKEN = "word"
HOST = (b"host", b"localhost:80")
MULTIPART = b"multipart/form-data; boundary=x"
BODY = (
    b'--x\r\nContent-Disposition: form-data; name="pictures"; filename="a.jpg"\r\n'
    b"Content-Type: image/jpeg\r\n\r\na picture\r\n--x--\r\n"
)
NAMES = (
    b"accept", b"accept-encoding", b"accept-language", b"authorization", b"connection",
    b"content-disposition", b"content-encoding", b"content-length", b"content-type", b"cookie",
    b"expect", b"host", b"if-modified-since", b"if-none-match", b"if-range", b"origin", b"prefer",
    b"range", b"referer", b"sec-fetch-site", b"transfer-encoding", b"upgrade", b"x-forwarded-for",
)  # fmt: skip
PARSED = (
    b"authorization", b"content-disposition", b"content-length", b"content-type", b"host",
    b"if-none-match", b"origin", b"prefer",
)  # fmt: skip
"""Those of which this program reads more than whether they are there."""
VALUES = (
    b"", b" ", b",", b";", b"=", b'"', b"[", b"]", b"::", b"http://[", b"http://[::1", b"http://]",
    b"http://[v1.a]", b"http://a:b", b"http://\xe2\x84\x80", b"//", b"null", b"\xff\xfe", b"\0",
    b"localhost:", b"[localhost", b"[::1%25a]:80", b"1.2.3.4.5", b"%", b"a" * 9000, b"9" * 40,
    b"-1", b"+1", b"1e3", b"\xb2", b"bytes=0-", b"bytes=-9", b"bytes=9-1,a-", b"a=b; c; =",
    b"Bearer", b"*/*;q=nan", b"wait=9999999", b"wait=\xb9", b"respond-async, wait=",
    b"image/png; charset=\0",
    b"application/json; charset=undefined", b"application/x-www-form-urlencoded; charset=undefined",
    b"multipart/form-data", b"multipart/form-data; boundary=", b'multipart/form-data; boundary="',
    b"multipart/form-data; boundary=\xff", b"multipart/form-data; boundary=" + b"x" * 300,
    *(MULTIPART + b"; charset=" + each for each in (
        b"undefined", b"idna", b"hex", b"utf-16", b"punycode", b"utf-7", b"\0", b"\xff", b"",
        b"unicode_escape", b"rot13", b'"', b"a" * 999,
    )),
)  # fmt: skip


def status_of(app: ASGIApp, method: str, path: str, headers: Headers, body: bytes = b"") -> int:
    """The status of an answer; what the application raises is raised."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": method, "path": path, "query_string": b"", "root_path": "",
        "headers": list(headers), "scheme": "http", "server": ("localhost", 80), "state": {},
    }  # fmt: skip

    async def ask() -> None:
        await app(scope, receive, send)

    asyncio.run(ask())
    return int(sent[0]["status"])


class Worker:
    """Of a lane that is never started."""


@pytest.fixture(scope="module", params=["phone", "service", "service with a token"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[ASGIApp, str, bytes]:
    """An application, an address of it, and a body that it refuses or takes at once."""
    if request.param == "phone":
        folder: Path = tmp_path_factory.mktemp("phone")
        app = phone_app(PhotoInbox(folder), "localhost", TOKEN, lambda *_: None)
        return app, f"/{TOKEN}/pictures", BODY
    token = TOKEN if "token" in request.param else None
    lanes = Lanes(Worker, 1, 1, None)  # type: ignore[arg-type]
    return Service(lanes, 1, Access(["localhost"], token)).app, "/v1/solve", b"{}"


@pytest.mark.parametrize(
    "name", [*PARSED, *further(*(name for name in NAMES if name not in PARSED))], ids=bytes.decode
)
def test_no_header_is_an_error_of_the_program(
    name: bytes, server: tuple[ASGIApp, str, bytes]
) -> None:
    app, path, body = server
    base = [(b"content-type", MULTIPART), HOST]
    for value in VALUES:
        headers = [pair for pair in base if pair[0] != name] + [(name, value)]
        for method in ("POST", "GET"):
            assert status_of(app, method, path, headers, body) < 500, value


def test_no_mixture_of_headers_is_an_error_of_the_program(
    server: tuple[ASGIApp, str, bytes],
) -> None:
    app, path, body = server
    rng = random.Random(1)
    for _ in range(300):
        headers = [HOST] if rng.random() < 0.8 else []
        for _ in range(rng.randrange(4)):
            value = bytearray(rng.choice(VALUES) + rng.choice(VALUES))
            for _ in range(rng.randrange(3)):
                value.insert(rng.randrange(len(value) + 1), rng.randrange(256))
            headers.append((rng.choice(NAMES), bytes(value)))
        assert status_of(app, "POST", path, headers, body) < 500, headers


def test_no_head_of_a_part_is_an_error_of_the_program(
    server: tuple[ASGIApp, str, bytes],
) -> None:
    app, path, _ = server
    for value in VALUES:
        for template in (
            BODY.replace(b"a.jpg", b"%s"),
            b"--x\r\nContent-Disposition: %s\r\n\r\na\r\n--x--\r\n",
            b"--x\r\n%s: a\r\n\r\na\r\n--x--\r\n",
            b"%s",
        ):
            headers = [HOST, (b"content-type", MULTIPART)]
            assert status_of(app, "POST", path, headers, template % value) < 500, value


@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"http://\xe2\x84\x80", b"["])
def test_an_origin_that_is_no_address_is_another_site(origin: bytes) -> None:
    async def nothing(*_: object) -> None:
        raise AssertionError

    guarded = RequestGuard(nothing, ["localhost"])
    assert status_of(guarded, "POST", "/", [HOST, (b"origin", origin)]) == 403


def test_a_charset_that_decodes_nothing_is_400(tmp_path: Path) -> None:
    app = phone_app(PhotoInbox(tmp_path), "localhost", TOKEN, lambda *_: None)
    headers = [HOST, (b"content-type", MULTIPART + b"; charset=undefined")]
    assert status_of(app, "POST", f"/{TOKEN}/pictures", headers, BODY) == 400
