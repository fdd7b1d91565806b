"""PNG pictures of one pixel a cell: Pillow is the judge of the decoder."""

from __future__ import annotations

import contextlib
import random
import struct
import tracemalloc
import zlib
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzles import FormatError, Grid, Puzzle
from puzzles.formats import Document, read_bytes
from puzzles.formats.png import MAX_SIDE, PNG
from puzzles.grid import puzzle_of
from puzzles.model import BLACK_AND_WHITE, Color

ROWS = ["#.#", "##."]


def saved(image: Image.Image, **options: object) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", **options)
    return stream.getvalue()


def shaded(data: bytes) -> list[str]:
    """The picture in a file, one colour a character."""
    puzzle = read_bytes(data, "a.png").puzzle
    return Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width).to_text(puzzle.palette)


def black_and_white() -> Image.Image:
    pixels = [[0 if cell == "#" else 255 for cell in row] for row in ROWS]
    return Image.fromarray(np.array(pixels, np.uint8))


def chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def with_pixels(width: int, height: int, pixels: bytes, interlace: int = 0) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, interlace)
    parts = chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_black_and_white_pictures_of_every_kind_are_read(mode: str) -> None:
    image = black_and_white()
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    else:
        image = image.convert(mode)
    data = saved(image)
    assert shaded(data) == ROWS
    assert read_bytes(data, "a.png").puzzle.palette == BLACK_AND_WHITE


@pytest.mark.parametrize("mode", ["L", "P", "RGB", "RGBA"])
def test_pixels_are_those_that_pillow_sees(mode: str) -> None:
    for seed in range(30):
        rng = np.random.default_rng(seed)
        height, width = rng.integers(1, 20, 2)
        few = rng.integers(0, 256, (5, 3), np.uint8)
        few[0] = 255
        pixels = few[rng.integers(0, 5, (height, width))]
        pixels[0, 0] = 255
        if seed % 3 == 0:  # smooth, so that all filters are used
            pixels = (np.indices((height, width)).sum(0) // 3 % 2 * 255).astype(np.uint8)
            pixels = np.repeat(pixels[..., None], 3, 2)
        image = Image.fromarray(pixels).convert("RGB")
        image = image.convert(mode, palette=Image.Palette.ADAPTIVE)  # if it has one
        puzzle = read_bytes(saved(image, optimize=seed % 2 == 0), "a.png").puzzle
        seen = np.asarray(image.convert("RGB"))
        colors = {color.symbol: color.rgb for color in puzzle.palette}
        found = [colors[symbol] for symbol in puzzle.goal]
        assert found == ["#" + bytes(pixel).hex() for pixel in seen.reshape(-1, 3)]


def test_transparent_pixels_are_blank() -> None:
    image = Image.new("RGBA", (3, 1), (10, 20, 30, 0))
    image.putpixel((1, 0), (255, 0, 0, 255))
    puzzle = read_bytes(saved(image), "a.png").puzzle
    assert [color.rgb for color in puzzle.palette] == ["#ffffff", "#ff0000"]
    assert puzzle.goal == "010"
    image.putpixel((2, 0), (255, 255, 255, 255))
    palette = read_bytes(saved(image), "a.png").puzzle.palette
    assert palette[0].rgb not in ("#ffffff", "#ff0000"), "white is a colour of the picture"


def test_without_white_the_lightest_colour_is_the_background() -> None:
    image = Image.new("RGB", (2, 1), "#ffee99")
    image.putpixel((0, 0), (0, 0, 90))
    puzzle = read_bytes(saved(image), "a.png").puzzle
    assert [color.rgb for color in puzzle.palette] == ["#ffee99", "#00005a"]
    assert puzzle.goal == "10"
    assert read_bytes(saved(Image.new("RGB", (2, 1), "black")), "a").puzzle.goal == "11"
    assert read_bytes(saved(Image.new("RGB", (2, 1), "white")), "a").puzzle.goal == "00"


def test_what_is_written_is_a_picture_for_others() -> None:
    palette = (Color("0", "#102030"), Color("a", "#d42a2a"), Color("b", "#ffffff"))
    like = replace(Puzzle.empty(1, 3), palette=palette, title="Žlutý", author="me", copyright="©")
    puzzle = puzzle_of(Grid.from_text([".a#"], colors=3), like)
    data = PNG.write_all([Document(puzzle)])
    image = Image.open(BytesIO(data))
    pixels = np.asarray(image.convert("RGB")).tolist()
    assert pixels == [[[16, 32, 48], [255, 255, 255], [212, 42, 42]]]
    assert image.text["Title"] == "Žlutý"  # type: ignore[attr-defined]
    assert read_bytes(data, "a.png").puzzle == puzzle


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no picture", "this is not a PNG picture"),
        (saved(black_and_white())[:-20], "damaged or cut off"),
        (saved(Image.new("L", (MAX_SIDE + 1, 3))), "201 × 3 pixels; with one pixel"),
        (saved(Image.effect_noise((60, 60), 90).convert("RGB")), "a puzzle up to 31"),
        (with_pixels(2, 2, b"\0\0"), "cut off"),
        (with_pixels(2, 2, bytes(6), 1), "interlaced"),
    ],
    ids=["text", "cut off", "large", "photo", "few pixels", "interlaced"],
)
def test_other_pictures_are_refused_with_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        PNG.read_all(data, "a.png")


def test_no_more_is_unpacked_than_the_header_states() -> None:
    bomb = with_pixels(2, 2, bytes(200_000_000))
    tracemalloc.start()
    try:
        assert read_bytes(bomb, "a.png").puzzle.height == 2
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_damaged_parts_are_read_or_refused() -> None:
    """With right checksums, which random damage would break."""
    for seed in range(60):
        rng = random.Random(seed)
        parts = [
            (b"IHDR", bytearray(struct.pack(">IIBBBBB", 3, 2, 2, 3, 0, 0, 0))),
            (b"PLTE", bytearray(b"\xff\xff\xff\0\0\0\xff\0\0")),
            (b"tRNS", bytearray(b"\xff\0")),
            (b"bKGD", bytearray(b"\0")),
            (b"iTXt", bytearray(b"Symbols\0\0\0\0\0001ab")),
            (b"IDAT", bytearray(zlib.compress(b"\4\x18\1\x24"))),
        ]
        for _ in range(rng.randint(1, 4)):
            _, content = rng.choice(parts)
            if content:
                content[rng.randrange(len(content))] = rng.choice([0, 1, 2, 3, 4, 6, 8, 16, 255])
            if rng.random() < 0.3:
                del content[rng.randrange(len(content) + 1) :]
            if rng.random() < 0.2:
                parts.pop(rng.randrange(len(parts)))
        data = b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, bytes(one)) for kind, one in parts)
        with contextlib.suppress(FormatError):
            (document,) = PNG.read_all(data + chunk(b"IEND", b""), "a.png")
            assert document.puzzle.goal


def test_a_file_is_read_whatever_its_name_is(tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(saved(black_and_white()))
    assert shaded(path.read_bytes()) == ROWS
