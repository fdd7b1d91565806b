"""PDF files that need excessive memory or time, that run programs, or are damaged."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

from puzzles.model import Puzzle
from tests.support.pdf_files import FIRST_EXTRA, board, joined_objects, pdf, stream

_PUZZLE = Puzzle.from_numbers([[3], [1, 1], [3]], [[3], [1, 1], [3]])
BOARD = board(_PUZZLE)
"""A board that is drawn beside a bomb."""
SPACES = 2**30
"""The size of what unpacks, in bytes."""


def _forms(count: int, uses: int) -> bytes:
    """Forms that each use the next one several times; the last one draws a line."""
    names = b" ".join(b"/X%d %d 0 R" % (k, FIRST_EXTRA + k) for k in range(count))
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 600 900]/Resources<</XObject<<%s>>>>" % names
    forms = [stream(b"/X%d Do " % (k + 1) * uses, entries) for k in range(count - 1)]
    forms.append(stream(b"0 0 m 9 9 l S", entries))
    return pdf([BOARD + b"/X0 Do"], forms, resources=b"/XObject<<%s>>" % names)


def _image(width: int, height: int) -> bytes:
    """A page with a black picture, one bit a pixel."""
    packer = zlib.compressobj(9)
    row = bytes((width + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    entries = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 1" % (width, height)
    picture = stream(data, entries + b"/ColorSpace/DeviceGray/Filter/FlateDecode")
    names = b"/XObject<</I %d 0 R>>" % FIRST_EXTRA
    return pdf([b"500 0 0 500 50 50 cm /I Do"], [picture], resources=names)


def _page_tree(levels: int) -> bytes:
    """A tree whose nodes each name the next one ten times."""
    nodes = [
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (10 ** (levels - k), b"%d 0 R " % (k + 3) * 10)
        for k in range(levels)
    ]
    page = b"<</Type/Page/MediaBox[0 0 9 9]>>"
    return joined_objects([b"<</Type/Catalog/Pages 2 0 R>>", *nodes, page])


def _unpacking(times: int) -> bytes:
    """A content of a gigabyte, compressed so many times."""
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(b" " * 2**20) for _ in range(SPACES // 2**20))
    data += packer.flush()
    for _ in range(times - 1):
        data = zlib.compress(data, 9)
    content = stream(data, b"/Filter[%s]" % (b"/FlateDecode" * times))
    page = b"<</Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 595 842]>>"
    pages = b"<</Type/Pages/Count 1/Kids[3 0 R]>>"
    return joined_objects([b"<</Type/Catalog/Pages 2 0 R>>", pages, page, content])


def _script(folder: Path) -> bytes:
    """Scripts, programs and attachments that an obedient viewer would start."""
    made = f"{folder}/pdf-was-run".encode()
    script = b"app.launchURL('http://127.0.0.1:9/'); while (true) {}"
    actions = [
        b"<</S/JavaScript/JS(%s)>>" % script,
        b"<</S/Launch/F(/bin/touch)/Unix<</F(/bin/touch)/P(%s)>>>>" % made,
        b"<</Type/Filespec/F(http://127.0.0.1:9/a.pdf)/FS/URL/EF<</F %d 0 R>>>>"
        % (FIRST_EXTRA + 3),
        stream(bytes(2**20), b"/Type/EmbeddedFile", True),
        b"<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(1)/Rect[0 0 99 99]/AA<</K %d 0 R/C %d 0 R>>>>"
        % (FIRST_EXTRA, FIRST_EXTRA),
    ]
    first = FIRST_EXTRA
    root = (
        b"/OpenAction %d 0 R/AA<</WC %d 0 R>>/Names<</JavaScript<</Names[(a) %d 0 R]>>"
        b"/EmbeddedFiles<</Names[(a) %d 0 R]>>>>/AcroForm<</Fields[%d 0 R]/CO[%d 0 R]>>"
        % (first, first + 1, first, first + 2, first + 4, first + 4)
    )
    page = b"/AA<</O %d 0 R/C %d 0 R>>/Annots[%d 0 R]" % (first, first + 1, first + 4)
    return pdf([BOARD], actions, root_entries=root, page_entries=page)


def _pattern() -> bytes:
    """A page filled with tiles a thousandth of a point large."""
    entries = b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/Resources<<>>"
    tile = stream(b"0 0 1 1 re f", entries + b"/XStep 0.001/YStep 0.001")
    content = b"/Pattern cs /P scn 0 0 595 842 re f"
    return pdf([content], [tile], resources=b"/Pattern<</P %d 0 R>>" % FIRST_EXTRA)


def _masks(depth: int) -> bytes:
    """Transparent groups within each other, each with a mask."""
    first = FIRST_EXTRA
    extras = []
    for k in range(depth):
        names = b"/XObject<</X %d 0 R>>" % (first + 2 * k + 2) if k < depth - 1 else b""
        state = b"/ExtGState<</G %d 0 R>>" % (first + 2 * k + 1)
        entries = b"/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency>>"
        content = b"/G gs 0 0 595 842 re f " + (b"/X Do" if names else b"")
        extras.append(stream(content, entries + b"/Resources<<%s%s>>" % (names, state)))
        after = first + 2 * min(k + 1, depth - 1)
        extras.append(b"<</SMask<</S/Luminosity/G %d 0 R>>/ca 0.5>>" % after)
    return pdf([b"/X Do"], extras, resources=b"/XObject<</X %d 0 R>>" % first)


def documents(folder: Path, large: bool = True) -> Iterator[tuple[str, bytes]]:
    """All files with their names.

    Args:
        folder: Where one would show that it ran a program.
        large: Whether those are included that are slow to make.
    """
    if large:
        line = b"1 1 m 9 9 l S "
        yield "objects.pdf", pdf([BOARD + line * 1_000_000], is_packed=True)
        yield "segments.pdf", pdf([b"0 0 m " + b"9 9 l 8 8 l " * 1_000_000 + b"S"], is_packed=True)
        letters = b"BT /F 1 Tf " + b"(%s) Tj " % (b"1" * 100) * 20_000 + b"ET"
        yield "letters.pdf", pdf([letters], is_packed=True)
        yield "forms.pdf", _forms(10, 10)
        yield "forms-deep.pdf", _forms(2000, 1)
        yield "unpacks.pdf", _unpacking(1)
        yield "unpacks-twice.pdf", _unpacking(2)
        yield "image.pdf", _image(60_000, 60_000)
    loop = stream(b"/X Do /X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
                  b"/Resources<</XObject<</X 4 0 R>>>>")  # fmt: skip
    yield "form-loop.pdf", pdf([BOARD + b"/X Do"], [loop], resources=b"/XObject<</X 4 0 R>>")
    yield "huge-page.pdf", pdf([BOARD], size=(14_000, 14_000))
    yield "long-page.pdf", pdf([BOARD], size=(3, 3900))
    yield "unit.pdf", pdf([BOARD], page_entries=b"/UserUnit 100000")
    yield "image-legal.pdf", _image(5000, 5000)
    yield "pages.pdf", _page_tree(7)
    yield "pages-2001.pdf", pdf([b""] * 2001)
    yield "pattern.pdf", _pattern()
    yield "masks.pdf", _masks(40)
    yield "dashes.pdf", pdf([b"[0.0001] 0 d 0 0 m 595 842 l S 50 w 0 0 m 595 842 l S"])
    yield "script.pdf", _script(folder)
    whole = pdf([BOARD])
    yield "cut.pdf", whole[: len(whole) // 2]
    yield "references.pdf", whole.replace(b"\n0000000", b"\n0000900")
    yield "no-references.pdf", whole[: whole.index(b"xref")]
    yield "no-pages.pdf", pdf([])
    yield "nothing.pdf", b"%PDF-1.7\n"
    lock = b"/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O(%s)/U(%s)>>/ID[(a)(a)]"
    yield "locked.pdf", pdf([BOARD], trailer=lock % (b"o" * 32, b"u" * 32))
    other = b"/Encrypt<</Filter/Other/V 2/R 3/Length 128/P -4/O(%s)/U(%s)>>/ID[(a)(a)]"
    yield "locked-otherwise.pdf", pdf([BOARD], trailer=other % (b"o" * 32, b"u" * 32))
