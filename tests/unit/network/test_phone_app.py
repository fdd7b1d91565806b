"""The phone's page takes pictures with the right address, and nothing else."""

from __future__ import annotations

import asyncio
import base64
from html import escape
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from network.phone.inbox import PhotoInbox, PictureState
from network.phone.phone_app import MAX_AT_ONCE, MAX_BYTES, MAX_PICTURES, phone_app

TOKEN, HOST = "x" * 22, "192.168.0.2"
PICTURE = b"\xff\xd8 a picture"
Arrivals = list[tuple[Path, str]]


@pytest.fixture
def arrivals() -> Arrivals:
    return []


class Phone:
    """A browser that addresses the page of an application."""

    def __init__(self, app: ASGIApp, host: str = HOST) -> None:
        self._app, self._host = app, host

    def send(self, method: str, place: str, **options: Any) -> httpx.Response:
        """Send a request and return the answer, which is not followed."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            base = f"http://{self._host}:5000"
            async with httpx.AsyncClient(transport=transport, base_url=base) as client:
                return await client.request(method, place, **options)

        return asyncio.run(ask())

    def get(self, place: str) -> httpx.Response:
        return self.send("GET", place)

    def post(self, place: str, **options: Any) -> httpx.Response:
        return self.send("POST", place, **options)


@pytest.fixture
def phone(tmp_path: Path, arrivals: Arrivals) -> Phone:
    return Phone(phone_app(PhotoInbox(tmp_path), HOST, TOKEN, lambda *each: arrivals.append(each)))


def post(
    phone: Phone, *names: str, data: bytes = PICTURE, json: bool = False, **headers: str
) -> httpx.Response:
    files = [("pictures", (name, data, "image/jpeg")) for name in names]
    if json:
        headers["accept"] = "application/json"
    return phone.post(f"/{TOKEN}/pictures", files=files, headers=headers)


def test_the_form_sends_pictures_which_are_kept(
    phone: Phone, arrivals: Arrivals, tmp_path: Path
) -> None:
    answer = post(phone, "a.jpg", "b.HEIC")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/{TOKEN}/")
    assert [(path.name, name) for path, name in arrivals] == [
        ("0001.jpg", "a.jpg"),
        ("0002.heic", "b.HEIC"),
    ]
    assert (tmp_path / "0001.jpg").read_bytes() == PICTURE
    page = phone.get(f"/{TOKEN}/").text
    assert page.index("b.HEIC") < page.index("a.jpg")
    assert 'http-equiv="refresh"' in page


def test_the_page_shows_what_became_of_a_picture(phone: Phone, tmp_path: Path) -> None:
    assert 'http-equiv="refresh"' not in phone.get(f"/{TOKEN}/").text
    assert post(phone, "<b>.jpg", json=True).json() == {}
    thumbnail = base64.b64encode(b"png").decode()
    state = PictureState("<b>.jpg", "10 × 10, 2 numbers to check", thumbnail=thumbnail)
    PhotoInbox(tmp_path).tell({"0001.jpg": state})
    for place in ("", "pictures"):
        text = phone.get(f"/{TOKEN}/{place}").text
        assert "&lt;b&gt;.jpg" in text
        assert "<b>" not in text
        assert "2 numbers to check" in text
        assert thumbnail in text
    assert 'http-equiv="refresh"' not in phone.get(f"/{TOKEN}/").text


@pytest.mark.parametrize(
    "place",
    ["", "/", "/y", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/", f"/{TOKEN}/../", f"/{TOKEN}/states.json",
     f"/{TOKEN}/0001.jpg", "/%2e%2e/%2e%2e/etc/passwd", f"/{TOKEN}/pictures/1"],
)  # fmt: skip
def test_nothing_else_is_reachable(phone: Phone, place: str, arrivals: Arrivals) -> None:
    post(phone, "a.jpg")
    answer = phone.get(place)
    assert answer.status_code == 404
    assert TOKEN not in answer.text
    assert phone.post(place, files={"pictures": ("b.jpg", PICTURE)}).status_code in (404, 405)
    assert len(arrivals) == 1


@pytest.mark.parametrize(
    ("name", "kept", "shown"),
    [
        ("../../../etc/passwd.jpg", "0001.jpg", "passwd.jpg"),
        ("C:\\x\\a.png", "0001.png", "a.png"),
        ("a.j/pg", "0001", "pg"),
        ("\u202ea.jpg", "0001.jpg", "a.jpg"),
        ("x" * 500, "0001", "x" * 80),
        ("a.$(id)", "0001", "a.$(id)"),
        ("@SCRIPT@ @NONCE@ @none@.jpg", "0001.jpg", "@SCRIPT@ @NONCE@ @none@.jpg"),
    ],
)
def test_a_name_decides_no_place(
    phone: Phone, name: str, kept: str, shown: str, arrivals: Arrivals, tmp_path: Path
) -> None:
    post(phone, name)
    assert [(path, n) for path, n in arrivals] == [(tmp_path / kept, shown)]
    assert escape(shown) in phone.get(f"/{TOKEN}/").text


def test_what_cannot_be_taken_is_a_sentence(phone: Phone, arrivals: Arrivals) -> None:
    empty = post(phone, "a.jpg", data=b"")
    assert (empty.status_code, "Choose one first" in empty.text) == (400, True)
    assert "<form" in empty.text
    assert (
        "Choose one"
        in phone.post(f"/{TOKEN}/pictures", headers={"accept": "application/json"}).json()["error"][
            "message"
        ]
    )
    many = post(phone, *["a.jpg"] * (MAX_AT_ONCE + 1), json=True)
    assert many.status_code == 400
    assert arrivals == []
    for _ in range(MAX_PICTURES // MAX_AT_ONCE):
        assert post(phone, *["a.jpg"] * MAX_AT_ONCE).status_code == 303
    assert "Only 200 pictures" in post(phone, "a.jpg", json=True).json()["error"]["message"]
    assert len(arrivals) == MAX_PICTURES


def test_the_page_is_not_kept_framed_or_told_to_others(phone: Phone) -> None:
    answer = phone.get(f"/{TOKEN}/")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "same-origin"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    nonce = policy.partition("'nonce-")[2].partition("'")[0]
    assert f'<script nonce="{nonce}">' in answer.text
    assert "http" not in answer.text.replace("http-equiv", "")


def test_other_hosts_other_sites_and_large_bodies_are_refused(
    phone: Phone, arrivals: Arrivals, tmp_path: Path
) -> None:
    app = phone_app(PhotoInbox(tmp_path), HOST, TOKEN, lambda *each: arrivals.append(each))
    assert post(Phone(app, "evil.example"), "a.jpg").status_code == 403
    assert post(phone, "a.jpg", origin="http://evil.example").status_code == 403
    assert post(phone, "a.jpg", origin="null").status_code == 403
    assert post(phone, "a.jpg", data=b"x" * MAX_BYTES).status_code == 413
    assert arrivals == []
    assert post(phone, "a.jpg", origin=f"http://{HOST}:5000").status_code == 303
