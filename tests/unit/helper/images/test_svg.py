"""Drawings in SVG: what they look like as arrays, and that none does any harm."""

from __future__ import annotations

import base64
import gzip
import struct
import subprocess
import sys
import time
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from helper.images import svg
from helper.images.svg import draw_svg, is_svg, load_picture, render_svg
from puzzles.errors import RecognitionError
from tests.support.paths import ROOT

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawing(inside: str, attributes: str = 'width="40" height="20"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {XLINK} {attributes}>{inside}</svg>'.encode()


BOX = drawing('<rect x="10" y="5" width="20" height="10" fill="#ff0000"/>')


def embedded(color: tuple[int, int, int]) -> str:
    stream = BytesIO()
    Image.new("RGB", (4, 4), color).save(stream, "PNG")
    return base64.b64encode(stream.getvalue()).decode()


def test_a_drawing_has_the_size_that_it_gives_itself() -> None:
    assert draw_svg(drawing("<g/>"), 10)[1:] == (40, 20)
    assert draw_svg(drawing("<g/>", 'viewBox="0 0 100 50"'), 10)[1:] == (100, 50)
    with pytest.raises(RecognitionError):
        draw_svg(drawing("<g>"), 10)


def test_what_is_drawn_is_seen_and_the_rest_is_transparent() -> None:
    picture = render_svg(BOX, 400)
    assert picture.shape == (200, 400, 4)
    assert picture.dtype == np.uint8
    assert picture.flags.c_contiguous
    assert (picture[50:150, 100:300] == (255, 0, 0, 255)).all()
    assert not picture[:45].any()
    assert not picture[:, :95].any()


def test_half_transparent_colours_are_not_premultiplied() -> None:
    half = drawing('<rect width="40" height="20" fill="#c86432" fill-opacity="0.5"/>')
    middle = render_svg(half, 40)[10, 20].astype(int)
    assert np.abs(middle - (200, 100, 50, 128)).max() <= 2


@pytest.mark.parametrize(
    ("attributes", "shape"),
    [
        ('width="40" height="20"', (50, 100)),
        ('viewBox="0 0 10 40"', (100, 25)),
        ('width="1000000000" height="1000000000"', (100, 100)),
        ('width="100000" height="1"', (1, 100)),
        ("", (100, 50)),
    ],
)
def test_the_longer_side_is_as_long_as_wanted(attributes: str, shape: tuple[int, int]) -> None:
    picture = render_svg(drawing('<rect width="5" height="10"/>', attributes), 100)
    assert picture.shape[:2] == shape


def test_files_packed_and_unpacked_give_the_same_picture(tmp_path: Path) -> None:
    plain, packed, nameless = (tmp_path / name for name in ("a.svg", "a.svgz", "a.png"))
    plain.write_bytes(BOX)
    packed.write_bytes(gzip.compress(BOX))
    nameless.write_bytes(BOX)
    for path in (plain, packed, nameless):
        assert is_svg(path)
        assert np.array_equal(load_picture(path), render_svg(BOX, svg.MAX_SIDE_PX))


@pytest.mark.parametrize(
    "head",
    [
        b"\xef\xbb\xbf",
        b"<?xml version='1.0' encoding='UTF-8'?>\n<!-- <html> -->\n",
        b"<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://x/s.dtd'>",
        b"<!DOCTYPE svg [<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>]>",
        b"<!--" + b" long " * 4000 + b"-->",
    ],
)
def test_drawings_are_known_by_what_they_begin_with(head: bytes) -> None:
    assert is_svg(head + BOX)
    assert np.array_equal(render_svg(head + BOX, 40), render_svg(BOX, 40))


def test_other_files_are_no_drawings(tmp_path: Path) -> None:
    stream = BytesIO()
    Image.new("RGB", (4, 4)).save(stream, "PNG")
    for data in (b"", b"no drawing", b"<html><svg/></html>", stream.getvalue(), b"\x1f\x8b\x08"):
        assert not is_svg(data)
    called_so = tmp_path / "called.svg"
    called_so.write_bytes(stream.getvalue())
    assert load_picture(called_so).shape == (4, 4, 4)
    assert not is_svg(tmp_path)
    assert not is_svg(tmp_path / "nowhere.svg")
    with pytest.raises(RecognitionError, match=r"nowhere\.svg: cannot be opened"):
        load_picture(tmp_path / "nowhere.svg")


def bomb(levels: int) -> bytes:
    entities = "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(levels)
    )
    return f"<!DOCTYPE svg [{entities}]>".encode() + drawing(f"<text>&e{levels - 1};</text>")


def unfolding(levels: int) -> bytes:
    """Each group is drawn ten times in the next."""
    groups = ['<g id="g0"><rect width="1" height="1"/></g>']
    for n in range(1, levels):
        groups.append(f'<g id="g{n}">' + f'<use xlink:href="#g{n - 1}"/>' * 10 + "</g>")
    return drawing("<defs>" + "".join(groups) + f'</defs><use xlink:href="#g{levels - 1}"/>')


def head(width: int, height: int) -> str:
    """A PNG that says how large it is, and holds nothing, as a link."""
    body = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunk = b"IHDR" + body + struct.pack(">I", zlib.crc32(b"IHDR" + body))
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + bytes(4) + b"IDAT" + bytes(4)
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def images(count: int, width: int, height: int) -> bytes:
    return drawing(f'<image width="9" height="9" href="{head(width, height)}"/>' * count)


BAD = {
    "large picture": (images(1, 8000, 8000), "picture in the SVG: .*64.0 megapixels; at most 50"),
    "long picture": (images(1, 60_000, 9), "picture in the SVG: .* at most 30000 are read"),
    "many pictures": (images(40, 2000, 2000), "160.0 megapixels together.*at most 50"),
    "a picture drawn often": (
        drawing(
            f'<image id="a" href="{head(3000, 2000)}"/>' + '<g id="b"><use href="#a"/></g>'
            '<use href="#b"/><use href="#b"/>' * 4
        ),
        r"\d\d\.0 megapixels together, each counted as often",
    ),
    "two pictures": (
        drawing(f'<image href="{head(7000, 7000)}"/><image xlink:href="{head(7000, 7000)}"/>'),
        "98.0 megapixels together",
    ),
    "text": (b"this is no drawing", "no SVG"),
    "another language": (b"<html/>", "no SVG"),
    "nothing": (b"", "empty"),
    "cut off": (BOX[:-20], "broken in line 1"),
    "bad packing": (gzip.compress(BOX)[:20] + b"x" * 20, "broken"),
    "no size": (drawing("", ""), "no size"),
    "entities": (bomb(10), "expands"),
    "uses": (unfolding(12), "expands"),
    "deep": (drawing("<g>" * 5000 + "</g>" * 5000), "expands"),
    "packed bomb": (gzip.compress(BOX + b" " * (svg.MAX_BYTES + 1)), "larger than 16 MB"),
    "itself": (drawing('<g id="a"><use xlink:href="#a"/></g>'), "refers to itself"),
    "each other": (
        drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
        "refers to itself",
    ),
    "entity file": (
        b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + drawing("<text>&x;</text>"),
        "outside",
    ),
    "style sheet": (b'<?xml-stylesheet href="a.css"?>' + BOX, "outside"),
    "drawing in a drawing": (
        drawing(
            f'<image width="9" height="9" href="data:image/png;base64,'
            f'{base64.b64encode(BOX).decode()}"/>'
        ),
        "outside",
    ),
}


@pytest.mark.clock
@pytest.mark.parametrize("kind", BAD)
def test_bad_drawings_have_a_sentence_each_at_once(kind: str, tmp_path: Path) -> None:
    data, said = BAD[kind]
    path = tmp_path / "drawing.svg"
    path.write_bytes(data)
    start = time.monotonic()
    with pytest.raises(RecognitionError, match=said) as caught:
        render_svg(path, 100)
    assert str(caught.value).startswith(f"{path}: ")
    with pytest.raises(RecognitionError, match=said):
        render_svg(data, 100)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize("how", ["{}", "file://{}"])
@pytest.mark.parametrize("attribute", ["href", "xlink:href"])
def test_other_files_are_not_read(how: str, attribute: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    Image.new("RGB", (4, 4), (1, 2, 3)).save(secret)
    target = how.format(secret)
    data = drawing(f'<image {attribute}="{target}" width="40" height="20"/>')
    with pytest.raises(RecognitionError, match="outside of itself"):
        render_svg(data, 40)


def test_what_is_embedded_and_links_to_click_are_no_other_files() -> None:
    image = f'<image href="data:image/png;base64,{embedded((9, 8, 7))}" width="40" height="20"/>'
    linked = drawing(f'<a xlink:href="https://example.org/">{image}</a>')
    assert (render_svg(linked, 40)[10, 20] == (9, 8, 7, 255)).all()


def test_gradients_and_symbols_of_the_same_file_are_drawn() -> None:
    inside = (
        '<defs><linearGradient id="a"><stop stop-color="#00ff00"/></linearGradient>'
        '<linearGradient id="b" xlink:href="#a"/><rect id="r" width="40" height="20"/></defs>'
        '<use xlink:href="#r" fill="url(#b)"/>'
    )
    assert (render_svg(drawing(inside), 40)[10, 20] == (0, 255, 0, 255)).all()


def test_damaged_drawings_are_refused_or_drawn_but_never_crash() -> None:
    chance = np.random.default_rng(3)
    for _ in range(150):
        damaged: NDArray[np.uint8] = np.frombuffer(BOX, np.uint8).copy()
        damaged[chance.integers(0, len(BOX), 3)] = chance.integers(0, 256, 3)
        with suppress(RecognitionError):
            assert render_svg(damaged.tobytes(), 30).shape[2] == 4


def test_text_is_drawn_without_a_display_or_an_application() -> None:
    greeting = drawing('<text x="2" y="15">Hi</text>')
    code = (
        "from helper.images.svg import render_svg; import sys;"
        "assert 'PySide6' not in sys.modules;"
        f"a = render_svg({greeting!r}, 80);"
        "print(a.shape, a[:, :, 3].max())"
    )
    environment = {"PATH": "", "PYTHONPATH": str(ROOT), "HOME": "/nowhere"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "(40, 80, 4) 255\n"
    assert done.stderr == ""
