"""PDF files in a child process: limits, stopping, and files that were damaged by chance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from puzzles.child.child import Child, ChildEndedError, OverLimitError, StoppedError
from puzzles.child.limits import ChildLimits
from recognizer.pages.pdf_pages import OPENING, PAGE, PdfPages
from recognizer.values import Reading
from tests.support.boards import CHICK
from tests.support.fuzzing import Fuzzer
from tests.support.pdf_files import FIRST_EXTRA, board, pdf, stream
from tests.support.pdf_fuzz import mutated, tried

SLOW = ChildLimits(1024, 1, "reading the page", "Print it as a picture, and read that")


@pytest.fixture(scope="module")
def child() -> Iterator[Child[PdfPages]]:
    with Child(partial(PdfPages, "solver.solution_count:count_solutions")) as made:
        yield made


def endless() -> bytes:
    """A form that draws the next one twice, thirty times over."""
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<<%s>>>>"
    names = b" ".join(b"/X%d %d 0 R" % (k, FIRST_EXTRA + k) for k in range(31))
    forms = [stream(b"/X%d Do /X%d Do" % (k + 1, k + 1), entries % names) for k in range(30)]
    return pdf(
        [b"/X0 Do", board(CHICK)], [*forms, stream(b"")], resources=b"/XObject<<%s>>" % names
    )


def test_pages_are_read_in_the_child(child: Child[PdfPages], tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([board(CHICK), b""]))
    assert child.call(OPENING, "a.pdf", PdfPages.page_count, path) == 2
    readings = [child.call(PAGE, "a.pdf", PdfPages.boards_of_page, path, page) for page in (1, 2)]
    assert [len(each or ()) for each in readings] == [1, 0]
    assert readings[0] is not None
    assert isinstance(readings[0][0], Reading)
    assert child.call(PAGE, "a.pdf", PdfPages.render, path, 1).shape[2] == 3


def test_an_endless_page_costs_only_itself(child: Child[PdfPages]) -> None:
    data = endless()
    # Which limit comes first depends on the machine.
    with pytest.raises(
        (OverLimitError, ChildEndedError), match=r"^a\.pdf: reading the page (takes|needs)"
    ):
        child.call(SLOW, "a.pdf", PdfPages.boards_of_page, data, 1)
    readings = child.call(PAGE, "a.pdf", PdfPages.boards_of_page, data, 2)
    assert readings is not None
    assert len(readings) == 1


@pytest.mark.clock
def test_an_endless_page_is_stopped_at_once(child: Child[PdfPages]) -> None:
    data = endless()
    child.call(PAGE, "a.pdf", PdfPages.page_count, data)
    start = time.monotonic()
    child.should_stop = lambda: time.monotonic() - start > 0.3
    try:
        with pytest.raises(StoppedError):
            child.call(PAGE, "a.pdf", PdfPages.boards_of_page, data, 1)
    finally:
        child.should_stop = None
    assert time.monotonic() - start < 0.4 + 0.05


def test_damaged_files_are_read_or_refused() -> None:
    with Child(partial(Fuzzer, mutated, tried)) as fuzzer:
        ends = fuzzer.call(ChildLimits(2048, 60, "decoding it"), "fuzz", Fuzzer.batch, 0, 150)
    assert set(ends) <= {"read", "picture", "nothing", "refused"}
    assert min(ends["read"], ends["refused"]) > 10, "otherwise nothing is tried"
