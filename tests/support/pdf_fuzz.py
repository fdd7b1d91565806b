"""Damaged PDF files through the class that reads what anybody sends.

``python -m tests.support.pdf_fuzz COUNT [SEED]`` tries so many in a child process with limits; what
breaks it is printed, and can be made again with :func:`mutated`.
"""

from __future__ import annotations

import sys
from functools import cache

import numpy as np

from puzzles.errors import RecognitionError
from recognizer.pages.pdf_pages import PdfPages
from tests.support.boards import CHICK
from tests.support.fuzzing import damaged, fuzz
from tests.support.pdf_files import FIRST_EXTRA, board, pdf, stream, text

TOKENS = [
    b"<<", b">>", b"[", b"]", b"/Length 99999999", b"/Kids[2 0 R]", b"/Parent 1 0 R", b"0 0 R",
    b"endstream", b"endobj", b"stream\n", b"obj", b"xref", b"trailer", b"startxref\n0", b"-1",
    b"1e38", b"nan", b"99999999999", b"/Filter/FlateDecode", b"/Filter[/ASCII85Decode/LZWDecode]",
    b"(", b")", b"<", b">", b"%", b"BT", b"ET", b"Tj", b"cm", b"re", b"q", b"Q", b"S", b"f", b"Do",
    b"BI", b"ID", b"EI", b"/MediaBox[0 0 0 0]", b"/Rotate 45", b"/Count -1", b"\0", b"\xff" * 8,
]  # fmt: skip


@cache
def samples() -> list[bytes]:
    """Small files with all that is read, whole."""
    form = stream(
        b"0 0 m 99 99 l S",
        b"/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Matrix[1 0 0 1 5 5]",
    )
    entries = b"/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8"
    image = stream(bytes(16), entries + b"/ColorSpace/DeviceGray")
    names = b"/XObject<</X %d 0 R/I %d 0 R>>" % (FIRST_EXTRA, FIRST_EXTRA + 1)
    content = board(CHICK) + b"1 0 0 rg 10 10 40 20 re f /X Do q 9 0 0 9 0 0 cm /I Do Q"
    turned = b"0 1 -1 0 595 0 cm " + board(CHICK, (100, 400)) + text("12 (3) of 4", 9, 9)
    return [
        pdf([content, turned], [form, image], resources=names),
        pdf([turned], [form, image], resources=names, page_entries=b"/Rotate 90"),
        pdf([content, content], [form, image], resources=names, is_packed=True),
    ]


def mutated(seed: int) -> bytes:
    """One of the samples, damaged in a few places."""
    rng = np.random.default_rng(seed)
    sample = samples()[rng.integers(len(samples()))]
    return bytes(damaged(sample, rng, TOKENS))


def tried(data: bytes) -> str:
    """What came of the first two pages of a file.

    Returns:
        ``read``, ``nothing``, ``picture`` or ``refused``, the best of the pages.

    Raises:
        AssertionError: It is not what the class promises.
        Exception: Anything, if there is an error in the program.
    """
    pages = PdfPages()
    ends = {"refused"}
    try:
        count = pages.page_count(data)
        for page in range(1, min(count, 2) + 1):
            try:
                readings = pages.boards_of_page(data, page)
                picture = pages.render(data, page)
            except RecognitionError as error:
                _check(error)
                continue
            assert picture.dtype == np.uint8
            assert picture.ndim == 3
            for reading in readings or ():
                assert reading.puzzle().rows is not None
                assert reading.lattice is not None
                assert np.isfinite(reading.lattice.points).all()
            ends.add("picture" if readings is None else "read" if readings else "nothing")
    except RecognitionError as error:
        _check(error)
    finally:
        pages.close()
    return next(end for end in ("read", "picture", "nothing", "refused") if end in ends)


def _check(error: RecognitionError) -> None:
    text = str(error)
    if not text.startswith("the picture") or "\n" in text:
        raise AssertionError(f"no sentence on the file: {text}")


if __name__ == "__main__":
    from tests.support import pdf_fuzz  # the child knows it by this name

    sys.exit(fuzz(pdf_fuzz.mutated, pdf_fuzz.tried, *map(int, sys.argv[1:])))
