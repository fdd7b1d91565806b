"""The page on which a phone sends pictures.

Everything lies below ``/TOKEN/``, a random word of 128 bits in the address that the code shows; any
other address is not found, before its body is read. A form sends the pictures, so the page works
without JavaScript; then it asks for itself again every few seconds while something is waiting.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from html import escape
from importlib.resources import files
from itertools import count
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from network.guard import RequestGuard
from network.page_texts import with_texts
from network.phone.inbox import PhotoInbox, PictureState
from puzzles.json_output import error_value
from puzzles.words import _, worded

MAX_BYTES = 30 * 2**20
"""Size of a request with pictures."""
BODY_S = 180.0
"""Seconds that a request may take: 30 MB at 1.3 Mbit/s, at the edge of a Wi-Fi."""
MAX_PICTURES = 200
"""Pictures of one dialog."""
MAX_AT_ONCE = 20
"""Pictures of one request."""
_REFRESH_S = 3
_FORM_BYTES = 2**12
"""What a form adds to a picture: its name, its kind and the borders."""
_CHUNK_BYTES = 2**16
_MAX_NAME = 80

_TEXTS = {
    "title": _("Nonogram Helper: scan with this phone"),
    "heading": _("Scan with this phone"),
    "privacy": _("Pictures go to the computer that shows the code, and nowhere else."),
    "photos": _("Photos of puzzles"),
    "limit": _("At most 30 MB at a time; the page shows itself anew until all are read."),
    "send": _("Send"),
    "computer": _("On the computer"),
    "nothing": _(
        "Nothing yet. Hold the phone above the page, so that the whole puzzle is in the picture."
    ),
}
_SCRIPT_TEXTS = {
    "lost": _("The computer does not answer. Is its window still open?"),
    "too_large": _("{name}: a picture may have up to 30 MB."),
    "refused": _("{name}: {reason}"),
    "not_sent": _("{name}: it was not sent. Is the window on the computer still open?"),
    "sending": _("Sending {name} ({number} of {count}) …"),
}

Arrive = Callable[[Path, str], object]
"""Called with the file of a picture and its name on the phone."""


def phone_app(inbox: PhotoInbox, host: str, token: str, arrive: Arrive) -> ASGIApp:
    """The page of one dialog.

    Args:
        inbox: Gets the pictures.
        host: The address under which it answers, without the port.
        token: The first part of each address.
        arrive: Called with each picture.
    """
    page = _PhonePage(inbox, token, arrive)
    routes = [
        Route(f"/{token}/", page.show),
        Route(f"/{token}/pictures", page.items),
        Route(f"/{token}/pictures", page.receive, methods=["POST"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: refused})
    app.router.redirect_slashes = False  # a redirection would tell which addresses exist
    return RequestGuard(
        app, [host], max_bytes=lambda _: MAX_BYTES, body_s=BODY_S, secret_word=token
    )


async def refused(_: Request, error: Exception) -> Response:
    """The answer to a request that Starlette refuses."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error_value(error.detail, "refused")}, error.status_code)


class _PhonePage:
    def __init__(self, inbox: PhotoInbox, token: str, arrive: Arrive) -> None:
        self._inbox, self._token, self._arrive = inbox, token, arrive
        self._names: dict[str, str] = {}
        """The names on the phone, by those of the files, in the order of arrival."""
        self._numbers = count(1)

    async def show(self, _: Request, problem: str = "", status: int = 200) -> Response:
        """The page."""
        states = self._states()
        is_waiting = any(state == PictureState(state.name) for state in states)
        nonce = secrets.token_urlsafe(12)
        fields = {
            "REFRESH": _refresh() if is_waiting else "",
            "PROBLEM": escape(problem),
            "NONE": "hidden" if states else "",
            "PICTURES": "\n".join(map(_item, states)),
            "MOST": str(MAX_BYTES - _FORM_BYTES),
            "NONCE": nonce,
            "SCRIPT": _part("js"),
        }
        text = with_texts(_part("html"), _TEXTS, _SCRIPT_TEXTS, fields)
        policy = _POLICY.replace("NONCE", nonce)
        return HTMLResponse(
            text, status, headers=PRIVATE_HEADERS | {"Content-Security-Policy": policy}
        )

    async def items(self, _: Request) -> Response:
        """The items of the list alone, for the page's script."""
        return HTMLResponse("\n".join(map(_item, self._states())), headers=PRIVATE_HEADERS)

    async def receive(self, request: Request) -> Response:
        """Keep the pictures that were sent."""
        wants_json = "application/json" in request.headers.get("accept", "")
        problem = await self._keep(request)
        if problem and wants_json:
            return JSONResponse(
                {"error": error_value(problem, "refused")}, 400, headers=PRIVATE_HEADERS
            )
        if problem:
            return await self.show(request, problem, 400)
        if wants_json:
            return JSONResponse({}, headers=PRIVATE_HEADERS)
        return RedirectResponse(f"/{self._token}/", 303, headers=PRIVATE_HEADERS)

    async def _keep(self, request: Request) -> str:
        """Why a picture could not be kept; empty if all are."""
        async with _form(request) as form:
            sent = [each for each in form.getlist("pictures") if isinstance(each, UploadFile)]
            pictures = [each for each in sent if each.size]
            if not pictures:
                return _("No picture was sent. Choose one first.")
            for each in pictures:
                if len(self._names) >= MAX_PICTURES:
                    return worded(
                        "Only {most} pictures are taken at a time. Read these first.",
                        most=MAX_PICTURES,
                    )
                name = _clean_name(each.filename or "photo")
                path = self._inbox.folder / f"{next(self._numbers):04}{_suffix(name)}"
                with path.open("xb") as file:
                    while chunk := await each.read(_CHUNK_BYTES):
                        file.write(chunk)
                self._names[path.name] = name
                self._arrive(path, name)
        return ""

    def _states(self) -> list[PictureState]:
        """The newest first."""
        known = self._inbox.states()
        found = [known.get(key, PictureState(name)) for key, name in self._names.items()]
        return found[::-1]


@asynccontextmanager
async def _form(request: Request) -> AsyncIterator[FormData]:
    """What was sent, until it is closed.

    Raises:
        HTTPException: It is no form.
    """
    try:
        form = await request.form(max_files=MAX_AT_ONCE, max_fields=1)
    except (ValueError, LookupError):  # the charset that its head names decodes nothing, say
        raise HTTPException(400, _("the request is wrong")) from None
    try:
        yield form
    finally:
        await form.close()


_POLICY = (
    "default-src 'none'; script-src 'nonce-NONCE'; style-src 'unsafe-inline';"
    " img-src data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'"
)
PRIVATE_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # with none at all, the form's Origin would be null
    "X-Content-Type-Options": "nosniff",
}
"""The address has the token, so it goes nowhere."""


def _refresh() -> str:
    return f'<noscript><meta http-equiv="refresh" content="{_REFRESH_S}"></noscript>'


def _item(state: PictureState) -> str:
    picture = (
        f'<img src="data:image/png;base64,{state.thumbnail}" alt="">' if state.thumbnail else ""
    )
    kind = ' class="problem"' if state.is_problem else ""
    text = f"<small{kind}>{escape(state.text)}</small>"
    return f"<li>{picture}<div>{escape(state.name)}{text}</div></li>"


def _clean_name(name: str) -> str:
    """The name of a file without folders and signs that cannot be shown."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(c for c in last if c.isprintable())[:_MAX_NAME].strip() or "photo"


def _suffix(name: str) -> str:
    suffix = Path(name).suffix.lower()
    return suffix if suffix.isascii() and suffix[1:].isalnum() and len(suffix) <= 6 else ""


@cache
def _part(ending: str) -> str:
    return files("resources").joinpath("web", f"phone.{ending}").read_text("utf-8").strip()
