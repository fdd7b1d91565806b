"""Damaged PDF files through the class that reads what anybody sends.

``python -m tests.support.pdf_fuzz COUNT [SEED]`` tries so many in a child process with limits; what
breaks it is printed, and can be made again with :func:`mutated`.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache

import numpy as np

from puzzles.errors import RecognitionError
from recognizer.pages.pdf_pages import PdfPages
from recognizer.sandbox.limits import Limits
from recognizer.sandbox.process import SandboxedObject
from tests.support.boards import CHICK
from tests.support.pdf_files import FIRST_EXTRA, board, pdf, stream, text

BATCH = 50
LIMITS = Limits(1024, 60)
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
    data = bytearray(samples()[rng.integers(len(samples()))])
    for _ in range(rng.integers(1, 6)):
        at, kind = int(rng.integers(len(data) + 1)), rng.integers(6)
        length = int(rng.integers(1, 9))
        token = TOKENS[rng.integers(len(TOKENS))]
        if kind == 0:
            data[at : at + 1] = bytes([rng.integers(256)])
        elif kind == 1:
            data[at : at + len(token)] = token
        elif kind == 2:
            data[at:at] = token
        elif kind == 3:
            del data[at : at + length]
        elif kind == 4:
            data[at:at] = data[at : at + 8 * length] * length
        elif rng.random() < 0.2:
            del data[at:]
    return bytes(data)


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


class Fuzzer:
    """In the child process."""

    def batch(self, first: int, count: int) -> Counter[str]:
        """Try the mutants of these seeds."""
        return Counter(tried(mutated(seed)) for seed in range(first, first + count))


def main(count: int, first: int = 0) -> int:
    """Try so many; the exit code."""
    ends: Counter[str] = Counter()
    faults = 0
    with SandboxedObject(Fuzzer) as child:
        for start in range(first, first + count, BATCH):
            try:
                ends += child.call(LIMITS, "fuzz", Fuzzer.batch, start, BATCH)
                continue
            except (RecognitionError, RuntimeError):
                pass
            for seed in range(start, start + BATCH):  # which was it?
                try:
                    ends += child.call(LIMITS, "fuzz", Fuzzer.batch, seed, 1)
                except (RecognitionError, RuntimeError) as error:
                    faults += isinstance(error, RuntimeError)
                    ends["fault" if isinstance(error, RuntimeError) else "limit"] += 1
                    print(f"seed {seed}: {str(error)[-400:]}", flush=True)
    print(f"{count} files, {faults} faults: {dict(ends)}")
    return int(faults > 0)


if __name__ == "__main__":
    from tests.support import pdf_fuzz  # the child knows it by this name

    sys.exit(pdf_fuzz.main(*map(int, sys.argv[1:])))
