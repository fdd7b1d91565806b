"""The phone's page, served from a child process while the dialog is open."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from network.phone.inbox import PhotoInbox
from puzzles.contracts import ShouldStop
from puzzles.errors import LibraryError, reason_of
from puzzles.words import worded

TOKEN_BYTES = 16
"""128 bits: nobody guesses the address."""
_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The page can be opened."""

    address: str
    """Starts with ``http://``."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A picture was sent."""

    path: Path
    name: str
    """Its name on the phone."""


def serve_phone(
    folder: Path, host: str, report: Callable[[object], None], should_stop: ShouldStop
) -> None:
    """Serve the page until it is stopped.

    Args:
        folder: Private to this user; gets the pictures, and has the states of them.
        host: The address of this computer on the network of the phone.
        report: Gets a :class:`PageAddress`, then an :class:`Arrived` for each picture.
        should_stop: Polled.

    Raises:
        LibraryError: The address cannot be used.
    """
    import asyncio

    import uvicorn

    from network.connections import LimitedConnection
    from network.phone.phone_app import phone_app

    token = secrets.token_urlsafe(TOKEN_BYTES)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, 0), family=family)
    except OSError as error:
        raise LibraryError(
            worded(
                "The address {host} cannot be used: {reason}. Choose another network",
                host=host,
                reason=reason_of(error),
            )
        ) from error
    port = listener.getsockname()[1]
    authority = f"[{host}]:{port}" if family is socket.AF_INET6 else f"{host}:{port}"
    app = phone_app(PhotoInbox(folder), host, token, lambda path, name: report(Arrived(path, name)))
    config = uvicorn.Config(
        app,
        http=LimitedConnection,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        async def watch() -> None:
            while not should_stop():
                await asyncio.sleep(_POLL_S)
            server.should_exit = server.force_exit = True

        watcher = asyncio.create_task(watch())
        report(PageAddress(f"http://{authority}/{token}/"))
        with contextlib.suppress(asyncio.CancelledError):
            await server.serve(sockets=[listener])
        watcher.cancel()

    with contextlib.closing(listener):
        asyncio.run(run())
