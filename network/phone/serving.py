"""A page for a phone, served from a child process while its dialog is open."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from network.phone.inbox import PhotoInbox
from puzzles.contracts import ShouldStop
from puzzles.errors import LibraryError, reason_of
from puzzles.model import Puzzle
from puzzles.words import worded

if TYPE_CHECKING:
    from starlette.types import ASGIApp

TOKEN_BYTES = 16
"""128 bits: nobody guesses the address."""
_POLL_S = 0.05


class PagePlace(NamedTuple):
    """Where a page is."""

    host: str
    """The address of this computer on the network of the phone."""
    port: int = 0
    """Another one is taken if it is in use; 0: any."""
    token: str = ""
    """The secret word of the address; empty: a new one."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The page can be opened."""

    address: str
    """Starts with ``http://``."""
    place: PagePlace
    """With its port and token, for the next time."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A picture was sent."""

    path: Path
    name: str
    """Its name on the phone."""


@dataclass(frozen=True, slots=True)
class BoardArrived:
    """The marks of the served puzzle were sent."""

    marks: tuple[int, ...]
    """The states of all cells, see :func:`network.playable.sent_marks`."""


def serve_phone(
    folder: Path, place: PagePlace, report: Callable[[object], None], should_stop: ShouldStop
) -> None:
    """Serve the page that takes pictures until it is stopped.

    Args:
        folder: Private to this user; gets the pictures, and has the states of them.
        place: Where.
        report: Gets a :class:`PageAddress`, then an :class:`Arrived` for each picture.
        should_stop: Polled.

    Raises:
        LibraryError: The address cannot be used.
    """
    from network.phone.phone_app import phone_app

    def arrive(path: Path, name: str) -> None:
        report(Arrived(path, name))

    inbox = PhotoInbox(folder)
    _serve(lambda token: phone_app(inbox, place.host, token, arrive), place, report, should_stop)


def serve_puzzle(
    puzzle: Puzzle, place: PagePlace, report: Callable[[object], None], should_stop: ShouldStop
) -> None:
    """Serve the page to play a puzzle until it is stopped.

    Args:
        puzzle: Fits the page, see :data:`network.playable.MAX_SIDE`.
        place: Where.
        report: Gets a :class:`PageAddress`, then a :class:`BoardArrived` for each board.
        should_stop: Polled.

    Raises:
        LibraryError: The address cannot be used.
        PuzzleError: The puzzle does not fit the page.
    """
    from network.phone.play_app import play_app

    def take(marks: tuple[int, ...]) -> None:
        report(BoardArrived(marks))

    _serve(lambda token: play_app(puzzle, place.host, token, take), place, report, should_stop)


def _serve(
    make_app: Callable[[str], ASGIApp],
    place: PagePlace,
    report: Callable[[object], None],
    should_stop: ShouldStop,
) -> None:
    import asyncio

    import uvicorn

    from network.connections import LimitedConnection

    token = place.token or secrets.token_urlsafe(TOKEN_BYTES)
    listener = _listener(place)
    port = listener.getsockname()[1]
    host = f"[{place.host}]" if ":" in place.host else place.host
    config = uvicorn.Config(
        make_app(token),
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
        report(
            PageAddress(f"http://{host}:{port}/{token}/", place._replace(port=port, token=token))
        )
        with contextlib.suppress(asyncio.CancelledError):
            await server.serve(sockets=[listener])
        watcher.cancel()

    with contextlib.closing(listener):
        asyncio.run(run())


def _listener(place: PagePlace) -> socket.socket:
    """A socket at a place, or at another port of it.

    Raises:
        LibraryError: The address cannot be used.
    """
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    try:
        return socket.create_server((place.host, place.port), family=family)
    except OSError as error:
        if place.port:
            return _listener(place._replace(port=0))
        raise LibraryError(
            worded(
                "The address {host} cannot be used: {reason}. Choose another network",
                host=place.host,
                reason=reason_of(error),
            )
        ) from error
