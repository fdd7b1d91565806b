"""Every kind of picture file makes a board, and every bad one a sentence."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from helper.images.svg import load_picture
from puzzles.errors import RecognitionError
from recognizer.images import frames_in, load
from recognizer.making.board_making import board_of
from recognizer.making.motif import Motif, suggested
from recognizer.making.settings import Method, PictureSettings
from tests.support.pictures import cells, encoded


def disc(mode: str, size: int = 120) -> Image.Image:
    image = Image.new("L", (size, size), 255)
    ImageDraw.Draw(image).ellipse((size // 4, size // 4, 3 * size // 4, 3 * size // 4), fill=0)
    if mode == "I;16":
        return Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    if mode in ("I", "F"):
        return Image.fromarray(np.asarray(image).astype(np.int32 if mode == "I" else np.float32))
    if mode in ("LA", "RGBA"):
        empty = Image.new(mode, (size, size), 0)
        empty.paste(Image.new(mode, (size, size), (0, 255) if mode == "LA" else (0, 0, 0, 255)),
                    mask=Image.fromarray(255 - np.asarray(image)))  # fmt: skip
        return empty
    return image.convert(mode)


FILES: dict[str, tuple[Image.Image, str, dict[str, Any]]] = {
    "gray": (disc("L"), "PNG", {}),
    "one bit": (disc("1"), "PNG", {}),
    "palette": (disc("P"), "GIF", {}),
    "transparent palette": (disc("P"), "PNG", {"transparency": disc("P").getpixel((0, 0))}),
    "gray with transparency": (disc("LA"), "PNG", {}),
    "colours with transparency": (disc("RGBA"), "WEBP", {"lossless": True}),
    "for printers": (disc("CMYK"), "JPEG", {}),
    "printers' TIFF": (disc("CMYK"), "TIFF", {}),
    "16 bit": (disc("I;16"), "PNG", {}),
    "16 bit TIFF": (disc("I;16"), "TIFF", {}),
    "32 bit": (disc("I"), "TIFF", {}),
    "floats": (disc("F"), "TIFF", {}),
    "Lab": (disc("RGB").convert("LAB"), "TIFF", {}),
    "animated GIF": (disc("L"), "GIF", {"save_all": True}),
    "animated PNG": (disc("L"), "PNG", {"save_all": True}),
    "animated WebP": (disc("RGB"), "WEBP", {"save_all": True, "lossless": True}),
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_gives_the_same_board(name: str) -> None:
    image, kind, options = FILES[name]
    if "save_all" in options:
        white = Image.new(image.mode, image.size, "white")
        options = options | {"append_images": [white, image, white]}
    data = encoded(image, kind, **options)
    source = Motif.of(load_picture(data), frames_in(data))
    drawn = board_of(source, suggested(source))
    expected_source = Motif.of(load_picture(encoded(disc("L"), "PNG")))
    expected = cells(board_of(expected_source, suggested(expected_source)))
    assert (cells(drawn) != expected).mean() < 0.03
    is_animated = name.startswith("animated")
    assert drawn.notes == (("The first of 4 frames is used.",) if is_animated else ())


def test_drawings_in_svg_give_boards() -> None:
    circle = '<circle cx="2" cy="2" r="1"/>'
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">{circle}</svg>'.encode()
    source = Motif.of(load_picture(data))
    assert source.has_transparency
    made = cells(board_of(source, suggested(source)))
    expected_source = Motif.of(load_picture(encoded(disc("L"), "PNG")))
    expected = cells(board_of(expected_source, suggested(expected_source)))
    assert (made != expected).mean() < 0.03


@pytest.mark.parametrize("settings", [
    *(PictureSettings(7, 5, method=method) for method in Method),
    PictureSettings(7, 5, colors=4),
    PictureSettings(7, 5, rotation=20.0),
])  # fmt: skip
@pytest.mark.parametrize(
    ("pixels", "note"),
    [
        (np.zeros((9, 9, 4), np.uint8), "completely transparent, so all cells are blank"),
        (np.full((9, 9, 4), 255, np.uint8), "single colour"),
        (np.full((1, 1, 4), (0, 0, 0, 255), np.uint8), "single pixel"),
        (np.full((1, 300, 4), (90, 60, 0, 255), np.uint8), "single colour"),
        (np.zeros((1, 1, 4), np.uint8), "completely transparent"),
    ],
)
def test_pictures_with_nothing_in_them_give_a_board_and_a_note(
    pixels: np.ndarray, note: str, settings: PictureSettings
) -> None:
    source = Motif.of(pixels)
    for chosen in (settings, suggested(source)):
        drawn = board_of(source, chosen)
        assert note in " ".join(drawn.notes)
        if not pixels.any():
            assert drawn.share_shaded == 0
        assert not drawn.puzzle.defects()
        assert len(drawn.palette) >= 2


def test_notes_say_when_settings_leave_nothing() -> None:
    source = Motif.of(load_picture(encoded(disc("L"), "PNG")))
    nothing = board_of(source, PictureSettings(20, 20, threshold=0))
    assert nothing.notes == ("No cell is shaded; try another threshold.",)
    removed = board_of(source, PictureSettings(20, 20, specks=400))
    assert removed.notes == ("No cell is shaded with these settings.",)
    everything = board_of(source, PictureSettings(20, 20, brightness=-100, threshold=255))
    assert everything.notes == ("All cells are shaded with these settings.",)


def png_header(width: int, height: int) -> bytes:
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


WHOLE = encoded(disc("RGB"), "PNG")
BAD = {
    "broken": (WHOLE[:60] + b"\x00" * 20 + WHOLE[80:], "broken"),
    "truncated": (WHOLE[: len(WHOLE) // 2], "broken or not complete"),
    "enormous": (png_header(40_000, 40_000), "1600.0 megapixels; at most 50 are read"),
    "text": (b"dear diary", "not a picture"),
    "empty": (b"", "the file is empty"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_have_a_sentence_that_names_them(kind: str, tmp_path: Path) -> None:
    data, said = BAD[kind]
    path = tmp_path / "picture.png"
    path.write_bytes(data)
    with pytest.raises(RecognitionError, match=said) as caught:
        load_picture(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_what_is_no_picture_is_told_all_kinds_that_are_read_also_drawings(tmp_path: Path) -> None:
    path = tmp_path / "letter.png"
    path.write_text("dear diary")
    with pytest.raises(RecognitionError, match=r"of these kinds: JPEG, PNG, .*, SVG$"):
        load_picture(path)
    with pytest.raises(RecognitionError, match="kinds: JPEG") as caught:
        load(path)
    assert "SVG" not in str(caught.value)  # here drawings are not read
