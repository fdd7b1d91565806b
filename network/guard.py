"""What a server refuses before its application sees a request, as one ASGI middleware.

:mod:`network.connections` limits the connections; it is told who was admitted (:data:`ADMITTED`).
A :class:`RequestGuard` refuses, in this order: WebSockets; another name in the Host header (a page
of another site whose name was rebound to this address, 403); a form or script of another site
(403); an address without the secret word (404); a wrong token (401); a body that is too long (413)
or comes too slowly (408). The application gets the whole body at once. Each refusal is ``{"error":
"a sentence"}`` and closes the connection.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzles.json_output import error_value
from puzzles.words import _, worded

BODY_S = 20.0
"""Seconds that a body may take; 30 MB at 12 Mbit/s."""
LINGER_S, LINGER_BYTES = 2.0, 256 * 2**20
"""How long, and how much, is read after a refusal and dropped: a client that is still sending would
see a broken connection instead of the answer."""
MAX_WAITING_BYTES = 256 * 2**20
"""Bytes of all unfinished bodies together: they are kept in memory."""
LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")
"""Names under which a program on this machine addresses it."""
ADMITTED = "is_admitted"
"""The key in the state of a request that says whether it had the token, or needed none."""
_SAFE_METHODS = ("GET", "HEAD")


class RefusedError(Exception):
    """A request is refused.

    Args:
        status: The HTTP status.
        sentence: Why.
        headers: Further headers of the answer.
    """

    def __init__(
        self, status: int, sentence: str, headers: tuple[tuple[bytes, bytes], ...] = ()
    ) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.headers = status, sentence, headers


class RequestGuard:
    """The middleware; see the module.

    Args:
        app: The application.
        hosts: Allowed names in the Host header, without a port; IPv6 without brackets.
        token: The bearer token that each request needs; ``None`` if none does.
        max_bytes: The largest body, by the path of the request.
        body_s: Seconds that a body may take.
        open_paths: Paths that need no token.
        secret_word: The first part of each path; any other path is not found.
        allows_addresses: Whether any numeric address is an allowed host. Rebinding needs a name, so
            this is safe for a server that listens on several interfaces.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        token: str | None = None,
        max_bytes: Callable[[str], int] = lambda path: 2**20,
        body_s: float = BODY_S,
        open_paths: Collection[str] = (),
        secret_word: str = "",
        allows_addresses: bool = False,
    ) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._token = None if token is None else token.encode()
        self._max_bytes = max_bytes
        self._body_s = body_s
        self._open_paths = open_paths
        self._secret_word = secret_word.encode()
        self._allows_addresses = allows_addresses
        self._waiting_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and hand it on with its whole body."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            self._check_head(scope)
            is_admitted = scope["path"] not in self._open_paths
            scope.setdefault("state", {})[ADMITTED] = is_admitted
            body = await self._body(scope, receive)
        except RefusedError as refusal:
            await _refuse(refusal, receive, send)
            return
        if body is not None:
            # One answer for a stranger: many requests could be waiting behind the first one.
            answer = send if is_admitted else _closing(send)
            await self._app(scope, _replayed(body, receive), answer)

    def _check_head(self, scope: Scope) -> None:
        """See that the request may come from where it comes.

        Raises:
            RefusedError: It may not.
        """
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        host = self._checked_host(headers)
        if scope["method"] not in _SAFE_METHODS:
            _check_origin(headers, host)
        given = scope["path"].lstrip("/").partition("/")[0].encode()
        if self._secret_word and not hmac.compare_digest(given, self._secret_word):
            raise RefusedError(404, _("there is nothing here; scan the code on the computer again"))
        if self._token is None or scope["path"] in self._open_paths:
            return
        kind, _ignored, token = b"".join(_values(headers, b"authorization")).partition(b" ")
        if not hmac.compare_digest(token.strip(), self._token) or kind.lower() != b"bearer":
            raise RefusedError(
                401,
                _("the token is missing or wrong; send the header Authorization: Bearer TOKEN"),
                ((b"www-authenticate", b"Bearer"),),
            )

    def _checked_host(self, headers: list[tuple[bytes, bytes]]) -> str:
        """The Host header, in small letters.

        Raises:
            RefusedError: It is not one of the allowed ones.
        """
        given = _values(headers, b"host")
        host = given[0].decode("latin-1").lower() if len(given) == 1 else ""
        name = _host_name(host)
        if name not in self._hosts and not (self._allows_addresses and _is_address(name)):
            raise RefusedError(
                403, _("this server does not answer under the name in the Host header")
            )
        return host

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; ``None`` if the client has gone.

        Raises:
            RefusedError: It is too long or too slow, or there are too many others.
        """
        most = self._max_bytes(scope["path"])
        _check_length(scope["headers"], most)
        end, parts, size = monotonic() + self._body_s, list[bytes](), 0
        try:
            while True:
                try:
                    message = await asyncio.wait_for(receive(), max(0.0, end - monotonic()))
                except TimeoutError:
                    raise _too_slow(self._body_s) from None
                if message["type"] == "http.disconnect":
                    return None
                part = message.get("body", b"")
                parts.append(part)
                size += len(part)
                self._waiting_bytes += len(part)
                if size > most:
                    raise _too_long(most)
                if not message.get("more_body", False):
                    return b"".join(parts)
                if self._waiting_bytes > MAX_WAITING_BYTES:
                    raise RefusedError(
                        503, _("too much is being uploaded; try again"), ((b"retry-after", b"5"),)
                    )
        finally:
            self._waiting_bytes -= size


def _check_origin(headers: list[tuple[bytes, bytes]], host: str) -> None:
    """See that no page of another site has sent the request.

    Raises:
        RefusedError: A browser says that one has.
    """
    sites = {value.lower() for value in _values(headers, b"sec-fetch-site")}
    origins = [value.decode("latin-1").lower() for value in _values(headers, b"origin")]
    if not sites <= {b"same-origin", b"none"} or any(
        _site_of(origin) != host for origin in origins
    ):
        raise RefusedError(403, _("pages of other sites may not use this server"))


def _site_of(origin: str) -> str:
    """Host and port of an Origin header; empty if it is none.

    >>> _site_of("http://localhost:8765"), _site_of("null"), _site_of("http://[")
    ('localhost:8765', '', '')
    """
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _check_length(headers: list[tuple[bytes, bytes]], most: int) -> None:
    """See that the announced length is allowed.

    Raises:
        RefusedError: It is not.
    """
    for value in _values(headers, b"content-length"):
        digits = value.strip()
        if not digits.isdigit() or len(digits) > 18 or int(digits) > most:
            raise _too_long(most)


def _too_long(most: int) -> RefusedError:
    return RefusedError(413, worded("the body is longer than {most:,} bytes, the limit", most=most))


def _too_slow(seconds: float) -> RefusedError:
    return RefusedError(
        408, worded("the body took longer than {seconds:g} s, the limit", seconds=seconds)
    )


def _values(headers: list[tuple[bytes, bytes]], name: bytes) -> list[bytes]:
    return [value for key, value in headers if key == name]


def _host_name(host: str) -> str:
    """A Host header without the port and the brackets.

    >>> _host_name("localhost:8765"), _host_name("[::1]:8765"), _host_name("a:b")
    ('localhost', '::1', '')
    """
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon and not name:
        name = port
    elif colon and not (port.isascii() and port.isdigit()):
        return ""
    return name[1:-1] if name.startswith("[") and name.endswith("]") else name


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Receives the whole body, and then what the client does."""
    is_sent = False

    async def replay() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _closing(send: Send) -> Send:
    """Sends an answer, and closes the connection."""

    async def closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), (b"connection", b"close")]
            message = {**message, "headers": headers}
        await send(message)

    return closing


async def _refuse(refusal: RefusedError, receive: Receive, send: Send) -> None:
    """Answer, read for some time what the client still sends, and close the connection."""
    body = json.dumps({"error": error_value(refusal.sentence, "refused")}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *refusal.headers,
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    with suppress(TimeoutError):
        await asyncio.wait_for(_drained(receive), LINGER_S)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _drained(receive: Receive) -> None:
    left = LINGER_BYTES
    while left > 0:
        message = await receive()
        if message["type"] != "http.request" or not message.get("more_body", False):
            return
        left -= len(message.get("body", b""))
