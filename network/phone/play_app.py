"""The page to play one puzzle on a phone, which sends its marks back.

Everything lies below ``/TOKEN/``, as with :mod:`network.phone.phone_app`. Browsers run the worker
that keeps the page for later only where they trust the connection; elsewhere the page offers
itself as a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from network.guard import RequestGuard
from network.phone.phone_app import PRIVATE_HEADERS, refused
from network.playable import playable_page, sent_marks
from puzzles.errors import PuzzleError
from puzzles.json_output import error_value
from puzzles.model import Puzzle
from puzzles.words import _, capitalized, worded

MAX_BYTES = 2**19
"""A board of the largest size has 150 x 150 cells of up to 4 characters, and its clues."""

Take = Callable[[tuple[int, ...]], object]
"""Called with the states of all cells of a board that was sent."""


def play_app(puzzle: Puzzle, host: str, token: str, take: Take) -> ASGIApp:
    """The page of one dialog.

    Args:
        puzzle: What is played.
        host: The address under which it answers, without the port.
        token: The first part of each address.
        take: Called with each board.

    Raises:
        PuzzleError: The puzzle is too large for a page.
    """
    page = playable_page([puzzle], is_served=True)
    manifest = json.dumps(
        {
            "name": _("Nonogram"),
            "start_url": "./",
            "display": "standalone",
            "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
    ).encode()

    def part(data: bytes, kind: str, **headers: str) -> Callable[[Request], Response]:
        return lambda _request: Response(data, media_type=kind, headers=PRIVATE_HEADERS | headers)

    async def receive(request: Request) -> Response:
        try:
            marks = sent_marks(await request.body(), puzzle)
        except PuzzleError as error:
            sentence = worded("{sentence}.", sentence=capitalized(str(error)))
            return JSONResponse({"error": error_value(sentence, "refused")}, 409)
        take(marks)
        return JSONResponse({}, headers=PRIVATE_HEADERS)

    file = {"Content-Disposition": 'attachment; filename="nonogram.html"'}
    routes = [
        Route(f"/{token}/", part(page, "text/html; charset=utf-8")),
        Route(f"/{token}/nonogram.html", part(playable_page([puzzle]), "text/html", **file)),
        Route(f"/{token}/manifest.json", part(manifest, "application/manifest+json")),
        Route(f"/{token}/worker.js", part(_resource("web/worker.js"), "text/javascript")),
        Route(f"/{token}/icon.svg", part(_resource("icons/app.svg"), "image/svg+xml")),
        Route(f"/{token}/board", receive, methods=["POST"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: refused})
    app.router.redirect_slashes = False  # a redirection would tell which addresses exist
    return RequestGuard(app, [host], max_bytes=lambda _: MAX_BYTES, secret_word=token)


@cache
def _resource(name: str) -> bytes:
    return files("resources").joinpath(*name.split("/")).read_bytes()
