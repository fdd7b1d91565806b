"""Which limits hold in each phase of the window's children, and of the reader of a PDF file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import recognizer.images
import recognizer.making.board_making
import recognizer.pages.boards
import recognizer.reading
from helper.images import loading
from helper.picture.picture_work import DescribeRequest, DrawRequest, RepairRequest, make_handler
from helper.review import scan_work
from helper.review.page_work import page_work, pages_work
from puzzles import NonogramError
from puzzles.child import serving
from puzzles.child.limits import ChildLimits, limits_in_force
from puzzles.child.serving import Call
from recognizer.live.reading import worker
from recognizer.making.settings import PictureSettings
from recognizer.pages.pdf_pages import OPENING, PAGE, RENDERING, PdfPages
from recognizer.picture_limits import DECODING, MAKING, READING, READING_PAGE
from recognizer.scanner import Scanner
from recognizer.values import Reading
from tests.support.paths import ROOT

CAT = next(ROOT.glob("tests/samples/*.png"))
Seen = list[tuple[str, ChildLimits | None]]
GRAY = np.zeros((9, 9, 3), np.uint8)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What was called under which limits: everything that decodes or reads is replaced."""
    calls: Seen = []

    def watch(owner: object, name: str, result: Any) -> None:
        def called(*_: object, **__: object) -> Any:
            calls.append((name, limits_in_force()))
            if isinstance(result, Exception):
                raise result
            return result

        monkeypatch.setattr(owner, name, called)

    watch(recognizer.images, "load", GRAY)
    watch(recognizer.images, "pages_in", 1)
    watch(recognizer.pages.boards, "read_boards", (Reading(), Reading()))
    watch(recognizer.reading, "read", Reading())
    watch(recognizer.making.board_making, "board_of", NonogramError("as far as this"))
    watch(scan_work, "found_boards", ())
    watch(scan_work, "store", "")
    watch(PdfPages, "page_count", 1)
    watch(PdfPages, "boards_of_page", None)
    watch(PdfPages, "render", GRAY)
    watch(loading.PictureLoader, "load", loading.LoadedPicture(None, None))  # type: ignore[arg-type]
    calls.clear()
    return calls


def pdf(work: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7")
    work(path, 1, print, lambda: False)


def drawn(request: type, _: Path) -> None:
    wish = DrawRequest(PictureSettings(), {}, {})
    asked = RepairRequest(wish) if request is RepairRequest else wish
    with pytest.raises(NonogramError, match="as far"):
        make_handler(CAT)(asked, print, lambda: False)


class ChildHere:
    """A :class:`~puzzles.child.child.Child` in this process."""

    def __init__(self, make: Callable[[], Any], *_: object) -> None:
        self._made = make()

    def start(self) -> None:
        pass

    def ask(self, limits: ChildLimits, function: Callable[..., Any], *args: Any) -> None:
        serving._done(self._made, Call(limits, function, args, {}))


def live(_: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "Child", ChildHere)
        worker.ChildRunner().submit(recognizer.reading.read)


def scanned(_: Path) -> None:
    scan_work.scan_work(CAT, print, lambda: False)


def reread(_: Path) -> None:
    scan_work.reread_work(GRAY, scan_work.ReadingWish(), print, lambda: False)


PHASES: dict[str, tuple[Callable[[Path], None], dict[str, ChildLimits]]] = {
    "a picture": (
        scanned,
        {"load": DECODING, "read_boards": READING_PAGE, "found_boards": DECODING},
    ),
    "again": (reread, {"read": READING}),
    "pages": (
        partial(pdf, pages_work),
        {"page_count": OPENING, "boards_of_page": PAGE, "render": RENDERING}
        | {"read_boards": READING_PAGE},
    ),
    "a page": (partial(pdf, page_work), {"boards_of_page": PAGE, "render": RENDERING}),
    "the camera": (live, {"read": READING}),
    "a board": (partial(drawn, DrawRequest), {"load": DECODING, "board_of": MAKING}),
    "a repair": (partial(drawn, RepairRequest), {"load": DECODING, "board_of": MAKING}),
}


@pytest.mark.parametrize("name", PHASES)
def test_each_phase_has_its_limits(name: str, seen: Seen, tmp_path: Path) -> None:
    work, limits = PHASES[name]
    work(tmp_path)
    assert dict(seen).items() >= limits.items()
    assert limits_in_force() is None


def test_what_is_read_in_a_pdf_has_the_limits_of_pages(seen: Seen, tmp_path: Path) -> None:
    """Also for commands, which ask for decoding: the sentence names the page."""
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7")
    scanner = Scanner()
    scanner.pages(path)
    scanner.load(path)
    assert seen == [("page_count", OPENING), ("boards_of_page", PAGE), ("render", RENDERING)]


def test_a_picture_is_described_within_limits(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "helper.picture.picture_work._seen", lambda *_: seen.append(("_seen", limits_in_force()))
    )
    make_handler(CAT)(DescribeRequest(), print, lambda: False)
    assert seen[-1] == ("_seen", MAKING)
