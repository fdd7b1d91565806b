"""How large pictures may be, and that the header alone is looked at; where pictures are decoded."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from collections import defaultdict

import pytest

from puzzles.child.limits import ChildLimits, limited
from puzzles.errors import RecognitionError
from recognizer.images import load, load_rgba, size_of
from recognizer.picture_limits import check_size
from tests.support.paths import ROOT

LEGAL = [
    (1, 1), (1, 5000), (5000, 1), (3, 4999), (20_000, 400), (30_000, 600), (600, 30_000),
    (30_000, 1666), (7071, 7071), (8160, 6120), (4000, 3000),
]  # fmt: skip
REFUSED = [
    (1_000_000, 3, "30000 are read on a side"),
    (1, 100_000, "30000 are read on a side"),
    (50_000_000, 1, "30000 are read on a side"),
    (30_001, 700, "30000 are read on a side"),
    (20_000, 399, "50 times as long as wide"),
    (99, 5001, "50 times as long as wide"),
    (7072, 7072, "50 are read"),
    (2**31 - 1, 2**31 - 1, "50 are read"),
]


@pytest.mark.parametrize(("width", "height"), LEGAL)
def test_sizes_of_photos_scans_and_boards_are_legal(width: int, height: int) -> None:
    refused = ""
    try:
        check_size(width, height, "a.png")
    except RecognitionError as error:
        refused = str(error)
    assert refused == ""


@pytest.mark.parametrize(("width", "height", "said"), REFUSED)
def test_other_sizes_are_refused_with_the_limit(width: int, height: int, said: str) -> None:
    for sides in ((width, height), (height, width)):
        with pytest.raises(RecognitionError, match=f"{sides[0]} x {sides[1]}.*{said}"):
            check_size(*sides, "a.png")


def png(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IDAT" + bytes(4)


def bmp(width: int, height: int) -> bytes:
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + head


def webp(width: int, height: int) -> bytes:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<IB3x", 10, 2) + sides


def tiff(width: int, height: int) -> bytes:
    tags = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1)]
    page = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + page + bytes(4)


def gif(width: int, height: int) -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", 9, 9, 0x80, 0, 0) + bytes(6)
    return head + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x4c\x01\x00;"


@pytest.mark.parametrize(
    "data",
    [
        png(1_000_000, 3), png(1, 100_000), bmp(50_000_000, 1), tiff(1, 2**31), gif(65_535, 9),
        gif(65_535, 65_535), webp(16_384, 16_384), webp(2**24, 1), tiff(60_000, 60_000),
    ],
    ids=lambda data: bytes(data[:4]).hex(),
)  # fmt: skip
def test_every_kind_of_file_is_refused_by_its_header_alone(data: bytes) -> None:
    for read in (load, load_rgba, lambda data: size_of(data, "the picture")):
        with pytest.raises(RecognitionError, match=r"the picture has \d+ x \d+ pixels.* read"):
            read(data)


def test_long_comments_are_named() -> None:
    long = b"a\0\0" + zlib.compress(bytes(2**21))
    for kind in (b"zTXt", b"iCCP"):
        chunk = struct.pack(">I", len(long)) + kind + long
        chunk += struct.pack(">I", zlib.crc32(kind + long))
        data = png(9, 9)
        with pytest.raises(RecognitionError, match="larger than 1 MB, which is the limit"):
            load(data[:33] + chunk + data[33:])


@pytest.mark.parametrize("kind", ["ICO", "ICNS", "JPEG2000", "AVIF", "TGA", "PPM", "PCX", "EPS"])
def test_kinds_that_the_help_does_not_name_are_not_decoded(kind: str) -> None:
    from io import BytesIO

    from PIL import Image

    stream = BytesIO()
    try:
        Image.new("RGB", (32, 32), "red").save(stream, kind)
    except (KeyError, OSError):
        pytest.skip(f"this Pillow writes no {kind}")
    with pytest.raises(RecognitionError, match="not a picture of these kinds: JPEG"):
        load(stream.getvalue())


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_DATA is obeyed on Linux only")
def test_limits_hold_within_and_are_as_before_afterwards() -> None:
    import resource

    kinds = (resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_CORE)
    before = [resource.getrlimit(kind) for kind in kinds]
    with pytest.raises(ZeroDivisionError), limited(ChildLimits(2000, 500, "decoding it")):  # noqa: PT012
        within = [resource.getrlimit(kind) for kind in kinds]
        with limited(ChildLimits(3000, 900, "decoding it")):  # a wider one within does not widen
            assert [resource.getrlimit(kind) for kind in kinds] == within
        assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
        assert all(soft >= 0 for soft, _ in within)
        raise ZeroDivisionError
    assert [resource.getrlimit(kind) for kind in kinds] == before


DECODERS = re.compile(
    r"\bImage\.open\(|\bimread\(|\bimdecode\(|\bVideoCapture\(|\bQImageReader\b|\bQSvgRenderer\("
    r"|\bQMovie\b|\.loadFromData\(|\bQImage\.fromData\b|\bimageData\(|\bload_rgba\("
    r"|images import (?:\w+, )*load\b|\bPdfDocument\("
)
READERS = re.compile(
    r"pages\.boards import read_boards\b|reading import read\b|drawn_boards import boards_of\b"
)
WHERE_READ = {
    "recognizer/scanner.py": {
        "pages.boards import read_boards",
        "reading import read",
    },
    "recognizer/pages/boards.py": {"reading import read"},
    "recognizer/pages/pdf_pages.py": {"drawn_boards import boards_of"},
    "helper/review/scan_work.py": {"pages.boards import read_boards", "reading import read"},
}
"""Each of these runs in a child process within limits, or is what it calls there."""
WHERE = {
    "recognizer/images.py": {"Image.open(", "load_rgba("},
    "recognizer/scanner.py": {"images import is_animation, load"},
    "recognizer/pages/pdf.py": {"PdfDocument("},
    "recognizer/live/capture/devices.py": {"images import load", "VideoCapture("},
    "recognizer/live/painting/video_writer.py": {
        "VideoCapture("
    },  # what this program has just written
    "helper/application/icons.py": {"QSvgRenderer("},  # the program's own
    "helper/hints/explain_dialog.py": {"QSvgRenderer("},  # what this program has just written
    "helper/images/loading.py": set(),
    "helper/images/picture_files.py": {"imageData("},  # of a picture that is none in a file's form
    "helper/draw/region_work.py": {"load_rgba("},
    "helper/images/svg.py": {"QSvgRenderer(", "load_rgba("},
    "helper/review/scan_work.py": {"images import is_animation, load", "images import load"},
    "helper/widgets/help_dialog.py": {"QImage.fromData", "QSvgRenderer("},  # the program's own
}
"""Each of these runs in a child process within limits, but where a comment says what it is."""


@pytest.mark.parametrize(("pattern", "where"), [(DECODERS, WHERE), (READERS, WHERE_READ)])
def test_nothing_is_decoded_or_read_but_where_limits_are_set(
    pattern: re.Pattern[str], where: dict[str, set[str]]
) -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for package in ("puzzles", "solver", "recognizer", "network", "helper"):
        for path in (ROOT / package).rglob("*.py"):
            if hits := pattern.findall(path.read_text(encoding="utf-8")):
                found[path.relative_to(ROOT).as_posix()] |= set(hits)
    assert found == {name: what for name, what in where.items() if what}
