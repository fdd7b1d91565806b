"""PDF files are opened within limits, and whatever is wrong is a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puzzles.errors import RecognitionError
from recognizer.pages import pdf
from recognizer.pages.pdf import PdfFile
from recognizer.pages.pdf_pages import PdfPages
from recognizer.picture_limits import MAX_PIXELS
from tests.support.boards import CHICK
from tests.support.pdf_bombs import BOARD, documents
from tests.support.pdf_files import FIRST_EXTRA, board, stream
from tests.support.pdf_files import pdf as pdf_of

WHOLE = pdf_of([board(CHICK), b""])


@pytest.fixture(scope="module")
def bombs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The small ones."""
    folder = tmp_path_factory.mktemp("bombs")
    names = {
        "huge-page.pdf", "pages-2001.pdf", "locked.pdf", "locked-otherwise.pdf", "cut.pdf",
        "no-pages.pdf", "nothing.pdf", "references.pdf", "script.pdf", "unit.pdf", "long-page.pdf",
    }  # fmt: skip
    found = {}
    for name, data in documents(folder, large=False):
        found[name] = data
    assert names <= set(found)
    return found


@pytest.mark.parametrize(("name", "sentence"), [
    ("huge-page.pdf", "the picture, page 1: it is 4939 x 4939 mm large; at most 1411 mm are read"
                      " on a side. Print it on smaller paper"),
    ("pages-2001.pdf", "the picture: the file has 2,001 pages; at most 2,000 are read. Split it,"
                       " and read the parts"),
    ("locked.pdf", "the picture: the file is locked with a password; open it in a PDF viewer and"
                   " print it to a file without one"),
    ("locked-otherwise.pdf", "the picture: the file is locked in a way that cannot be read; open it"
                             " in a PDF viewer and print it to a file without a lock"),
    ("cut.pdf", "the picture: the PDF file is broken or not complete"),
    ("no-pages.pdf", "the picture: the PDF file is broken or not complete"),
    ("nothing.pdf", "the picture: the PDF file is broken or not complete"),
])  # fmt: skip
def test_what_cannot_be_read_is_a_sentence(
    name: str, sentence: str, bombs: dict[str, bytes]
) -> None:
    with pytest.raises(RecognitionError) as caught:
        PdfPages().boards_of_page(bombs[name], 1)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("name", ["references.pdf", "script.pdf", "unit.pdf", "long-page.pdf"])
def test_what_can_be_read_is_read(name: str, bombs: dict[str, bytes]) -> None:
    readings = PdfPages().boards_of_page(bombs[name], 1)
    assert readings is not None
    assert [(len(one.rows), len(one.columns)) for one in readings] == [(3, 3)]


def test_nothing_in_a_file_is_started(tmp_path: Path) -> None:
    data = dict(documents(tmp_path, large=False))["script.pdf"]
    pages = PdfPages()
    pages.boards_of_page(data, 1)
    pages.render(data, 1)
    pages.close()
    assert not list(tmp_path.iterdir())


def test_other_files_are_no_pdf_files(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"GIF89a")
    with pytest.raises(RecognitionError, match=r"a\.pdf: this is not a PDF file"):
        PdfPages().page_count(path)
    with pytest.raises(RecognitionError, match=r"b\.pdf: cannot be opened"):
        PdfPages().page_count(tmp_path / "b.pdf")


def test_a_file_that_begins_with_other_bytes_is_read() -> None:
    assert PdfPages().page_count(b"\r\n\r\n" + WHOLE) == 2


def test_there_are_no_other_pages() -> None:
    for number in (0, 3):
        with pytest.raises(RecognitionError, match=f"there is no page {number}"):
            PdfPages().boards_of_page(WHOLE, number)


def test_files_and_bytes_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "chick.pdf"
    path.write_bytes(WHOLE)
    pages = PdfPages("solver.solution_count:count_solutions")
    found = [pages.boards_of_page(source, 1) for source in (path, WHOLE, path)]
    assert [len(each or ()) for each in found] == [1, 1, 1]
    assert {str(each[0]) for each in found if each} == {
        "<Reading 7 rows, 7 columns, doubtful: 0, unique>"
    }
    assert pages.boards_of_page(path, 2) == []


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "chick.pdf"
    path.write_bytes(WHOLE)
    pages = PdfPages()
    assert pages.page_count(path) == 2
    path.write_bytes(pdf_of([b""]))
    assert pages.page_count(path) == 1


def test_a_scan_is_rendered_with_its_own_resolution() -> None:
    def scan(side: int) -> bytes:
        entries = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8" % (
            side,
            side,
        )
        image = stream(bytes(side * side), entries + b"/ColorSpace/DeviceGray", True)
        names = b"/XObject<</I %d 0 R>>" % FIRST_EXTRA
        return pdf_of([b"144 0 0 144 0 0 cm /I Do"], [image], (144, 144), names)

    for side, dpi in ((300, 150), (800, pdf.MAX_SCAN_DPI), (50, pdf.MIN_SCAN_DPI)):
        file = PdfFile(scan(side))
        assert file.dpi(1) == pytest.approx(dpi, abs=0.5)
        picture = file.render(1)
        assert picture.shape == (2 * round(file.dpi(1)), 2 * round(file.dpi(1)), 3)
        assert picture.dtype == np.uint8
        assert picture.max() < 10
        file.close()


def test_a_large_page_is_rendered_within_the_limit_of_pixels() -> None:
    file = PdfFile(pdf_of([BOARD], size=(3900, 3900)))
    assert file.dpi(1) < pdf.RENDER_DPI
    height, width, _ = file.render(1).shape
    assert height * width <= MAX_PIXELS


def test_a_page_that_was_rendered_is_in_color() -> None:
    picture = PdfPages().render(pdf_of([b"1 0 0 rg 0 0 600 900 re f"]), 1)
    assert picture[5, 5].tolist() == [0, 0, 255]
    assert picture.flags.owndata
