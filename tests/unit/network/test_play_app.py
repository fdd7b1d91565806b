"""The page to play for a phone: with the right address only, and boards of its puzzle only."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import replace
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from network.phone.play_app import MAX_BYTES, play_app
from network.phone.serving import PageAddress, PagePlace, serve_puzzle
from network.playable import MAX_SIDE, puzzle_link, puzzle_text, sent_marks
from puzzles.errors import PuzzleError
from puzzles.grid import BLANK, Grid, clear_mask
from puzzles.model import Puzzle
from tests.support.boards import CHICK, puzzles

TOKEN, HOST = "x" * 22, "192.168.0.2"
TEXT = puzzle_text(CHICK)
Boards = list[tuple[int, ...]]


@pytest.fixture
def boards() -> Boards:
    return []


def ask(
    boards: Boards, method: str, place: str, host: str = HOST, **options: Any
) -> httpx.Response:
    """The answer to a request of a browser."""

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app=play_app(CHICK, HOST, TOKEN, boards.append))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}:5") as client:
            return await client.request(method, place, **options)

    return asyncio.run(answer())


def body(text: str = TEXT, cells: object = None) -> bytes:
    return json.dumps({"p": text, "c": [0] * 49 if cells is None else cells}).encode()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("", "text/html"),
        ("nonogram.html", "text/html"),
        ("manifest.json", "application/manifest+json"),
        ("worker.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_all_parts_are_below_the_secret_word_alone(boards: Boards, name: str, kind: str) -> None:
    found = ask(boards, "GET", f"/{TOKEN}/{name}")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith(kind)
    assert found.headers["cache-control"] == "no-store"
    for place in (f"/{name}", f"/{TOKEN[1:]}/{name}", f"/{TOKEN}y/{name}"):
        refused = ask(boards, "GET", place)
        assert refused.status_code == 404
        assert TEXT not in refused.text
    assert ask(boards, "GET", f"/{TOKEN}/{name}", host="evil.example").status_code == 403


def test_the_parts_that_the_page_names_are_there(boards: Boards) -> None:
    page = ask(boards, "GET", f"/{TOKEN}/").text
    assert 'href="manifest.json"' in page
    manifest = ask(boards, "GET", f"/{TOKEN}/manifest.json").json()
    for place in (manifest["start_url"], *(icon["src"] for icon in manifest["icons"])):
        assert ask(boards, "GET", f"/{TOKEN}/{place.removeprefix('./')}").status_code == 200
    assert 'href="manifest.json"' not in ask(boards, "GET", f"/{TOKEN}/nonogram.html").text


def test_a_board_is_taken(boards: Boards) -> None:
    cells = [1, -1, *[0] * 47]
    assert ask(boards, "POST", f"/{TOKEN}/board", content=body(cells=cells)).status_code == 200
    assert boards == [(2, BLANK, *[clear_mask(2)] * 47)]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "damaged"),
        (b"[" * 5000, "damaged"),
        (b"{}", "damaged"),
        (b"[1]", "damaged"),
        (body(cells=5), "damaged"),
        (body(cells=[0] * 48), "damaged"),
        (body(cells=[2] * 49), "damaged"),
        (body(cells=[True] * 49), "damaged"),
        (body(cells=[[]] * 49), "damaged"),
        (body(cells=["1"] * 49), "damaged"),
        (body(text=puzzle_text(replace(CHICK, title="Hen"))), "another puzzle"),
        (body(text=""), "another puzzle"),
    ],
)
def test_another_board_is_refused_with_a_sentence(boards: Boards, data: bytes, told: str) -> None:
    answer = ask(boards, "POST", f"/{TOKEN}/board", content=data)
    assert answer.status_code == 409
    assert told in answer.json()["error"]["message"]
    assert boards == []


def test_other_sites_and_large_bodies_are_refused(boards: Boards) -> None:
    place, origin = f"/{TOKEN}/board", {"origin": "https://evil.example"}
    assert ask(boards, "POST", place, content=body(), headers=origin).status_code == 403
    assert ask(boards, "POST", place, content=b"0" * (MAX_BYTES + 1)).status_code == 413
    assert ask(boards, "POST", f"/{TOKEN}/", content=body()).status_code == 405
    assert boards == []


def test_the_largest_board_fits() -> None:
    line = [1] * (MAX_SIDE // 2)
    large = Puzzle.from_numbers([line] * MAX_SIDE, [line] * MAX_SIDE)
    data = json.dumps({"p": puzzle_text(large), "c": [-1] * MAX_SIDE**2}).encode()
    assert len(data) < MAX_BYTES
    assert len(sent_marks(data, large)) == MAX_SIDE**2


@given(puzzles(), st.data())
def test_marks_come_back_as_they_were(puzzle: Puzzle, data: st.DataObject) -> None:
    colors = len(puzzle.palette)
    cell = st.integers(-1, colors - 1)
    size = puzzle.height * puzzle.width
    cells = data.draw(st.lists(cell, min_size=size, max_size=size))
    sent = json.dumps({"p": puzzle_text(puzzle), "c": cells}).encode()
    grid = Grid(puzzle.height, puzzle.width, colors, sent_marks(sent, puzzle))
    assert [
        clear_mask(colors) if cell == 0 else BLANK if cell < 0 else 1 << cell for cell in cells
    ] == list(grid.cells)


def test_a_port_in_use_is_replaced_and_a_free_one_is_kept() -> None:
    def served(place: PagePlace) -> PageAddress:
        found, is_over = list[object](), threading.Event()

        def report(event: object) -> None:
            found.append(event)
            is_over.set()

        serve_puzzle(CHICK, place, report, is_over.is_set)
        (address,) = found
        assert isinstance(address, PageAddress)
        return address

    first = served(PagePlace("127.0.0.1"))
    assert served(first.place) == first
    with socket.create_server(("127.0.0.1", first.place.port)):
        other = served(first.place)
    assert other.place.port != first.place.port
    assert other.place.token == first.place.token


def test_a_link_is_the_address_with_the_puzzle_behind_it() -> None:
    for address in ("https://example.org/p.html", "http://localhost:8000/?a=1"):
        assert puzzle_link(address, CHICK) == f"{address}#p={TEXT}"
        assert puzzle_link(f"{address}#p=old", CHICK) == f"{address}#p={TEXT}"
    for address in ("file:///p.html", "example.org", "https://", "javascript:alert(1)//",
                    "https://[", "https://a b.example/", "https://a.example/\n"):  # fmt: skip
        with pytest.raises(PuzzleError, match="begins with https"):
            puzzle_link(address, CHICK)
