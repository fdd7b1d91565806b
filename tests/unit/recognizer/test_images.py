"""Picture files: what each kind looks like as an array, and that no bytes do any harm."""

from __future__ import annotations

import os
import struct
import warnings
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from puzzles.errors import RecognitionError
from puzzles.standard_input import name_of
from recognizer import images, picture_limits
from recognizer.images import PICTURE_EXTENSIONS, frames_in, load, load_rgba

LOSSLESS = ["PNG", "GIF", "BMP", "TIFF", "WEBP"]


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def arrow(mode: str = "RGB") -> Image.Image:
    """A picture of 12 x 8 without symmetry: black at the top left, red at the top right."""
    pixels = np.full((8, 12, 3), 255, np.uint8)
    pixels[:2, :3] = 0
    pixels[:2, 9:] = (255, 0, 0)
    return Image.fromarray(pixels).convert(mode)


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    stream = BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def as_bgr(image: Image.Image) -> NDArray[np.uint8]:
    return np.asarray(image.convert("RGB"))[:, :, ::-1]


@pytest.mark.parametrize("kind", LOSSLESS)
def test_each_kind_gives_its_pixels(kind: str, tmp_path: Path) -> None:
    data = encoded(arrow(), kind, **({"lossless": True} if kind == "WEBP" else {}))
    picture = load(data)
    assert picture.dtype == np.uint8
    assert picture.flags.c_contiguous
    assert picture.flags.writeable
    assert np.array_equal(picture, as_bgr(arrow()))
    path = tmp_path / "no ending"
    path.write_bytes(data)
    assert np.array_equal(load(path), picture)


def test_jpeg_is_nearly_right() -> None:
    smooth = arrow().resize((96, 64), Image.Resampling.NEAREST)
    picture = load(encoded(smooth, "JPEG", quality=95))
    assert np.abs(picture.astype(int) - as_bgr(smooth)).mean() < 3


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK"])
def test_other_modes_are_converted(mode: str) -> None:
    image = arrow(mode)
    picture = load(encoded(image, "TIFF"))
    assert np.array_equal(picture, as_bgr(image))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("tag", range(1, 9))
def test_the_orientation_tag_is_obeyed(kind: str, tag: int) -> None:
    stored_as = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[tag]
    upright = arrow().resize((96, 64), Image.Resampling.NEAREST)
    stored = upright if stored_as is None else upright.transpose(stored_as)
    exif = Image.Exif()
    exif[0x0112] = tag
    picture = load(encoded(stored, kind, exif=exif))
    assert picture.shape == (64, 96, 3)
    assert np.abs(picture.astype(int) - as_bgr(upright)).mean() < 4


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bits_are_scaled_not_clipped(kind: str) -> None:
    deep = np.linspace(0, 65535, 256).astype(np.uint16).reshape(16, 16)
    picture = load(encoded(Image.fromarray(deep), kind))
    assert np.array_equal(picture[:, :, 0].ravel(), np.arange(256))


def test_twelve_bits_in_sixteen_and_floats_fill_the_scale() -> None:
    ramp = np.linspace(0, 4095, 64).reshape(8, 8)
    for values in (ramp.astype(np.uint16), ramp.astype(np.float32), ramp.astype(np.int32)):
        picture = load(encoded(Image.fromarray(values), "TIFF"))
        assert picture.min() == 0
        assert picture.max() == 255
        assert (np.diff(picture[:, :, 1].ravel().astype(int)) >= 0).all()


def test_inverted_gray_of_scanners_is_turned() -> None:
    ramp = np.linspace(0, 65535, 64).astype(np.uint16).reshape(8, 8)
    data = encoded(Image.fromarray(ramp), "TIFF")
    black_is_zero = struct.pack("<HHIH", 262, 3, 1, 1)
    assert data.count(black_is_zero) == 1
    inverted = load(data.replace(black_is_zero, struct.pack("<HHIH", 262, 3, 1, 0)))
    assert np.array_equal(inverted, 255 - load(data))


def test_whatever_a_decoder_raises_becomes_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> NoReturn:
        raise LookupError

    monkeypatch.setattr(images, "_bgr", failing)
    with pytest.raises(RecognitionError, match="broken"):
        load(encoded(arrow(), "PNG"))


def drawing(ink: int, mode: str = "RGBA") -> Image.Image:
    """A cross of ink on nothing at all."""
    pixels = np.zeros((20, 20, 4), np.uint8)
    pixels[:, 9:11] = pixels[9:11] = (ink, ink, ink, 255)
    return Image.fromarray(pixels).convert(mode)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize(("ink", "background"), [(0, 255), (90, 255), (255, 0), (200, 0)])
def test_ink_on_transparent_stays_visible(kind: str, ink: int, background: int) -> None:
    options = {"lossless": True, "exact": True} if kind == "WEBP" else {}
    picture = load(encoded(drawing(ink), kind, **options))
    assert (picture[0, 0] == background).all()
    assert (picture[9, 9] == ink).all()


def test_transparent_colours_of_palettes_and_gray_count() -> None:
    palette = arrow("P")
    corner = palette.getpixel((0, 0))
    assert isinstance(corner, int)
    for kind in ("PNG", "GIF"):
        assert (load(encoded(palette, kind, transparency=corner))[0, 0] == 255).all()
    assert (load(encoded(arrow("L"), "PNG", transparency=0))[0, 0] == 255).all()
    assert (load(encoded(drawing(250, "LA"), "PNG"))[0, 0] == 0).all()


def test_half_transparent_ink_is_mixed() -> None:
    pixels = np.full((4, 4, 4), (0, 0, 0, 0), np.uint8)
    pixels[0, 0] = (0, 0, 0, 51)
    assert (load(encoded(Image.fromarray(pixels), "PNG"))[0, 0] == 204).all()


def test_paper_of_its_own_keeps_a_white_margin() -> None:
    pixels = np.full((20, 20, 4), 255, np.uint8)
    pixels[5:8, 5:15, :3] = 0
    pixels[:2, :, 3] = 0
    assert (load(encoded(Image.fromarray(pixels), "PNG"))[0, 0] == 255).all()


def test_the_first_frame_counts() -> None:
    other = Image.new("RGB", (12, 8), (0, 0, 255))
    for kind in ("GIF", "PNG", "TIFF"):
        data = encoded(arrow(), kind, save_all=True, append_images=[other])
        assert np.array_equal(load(data), as_bgr(arrow()))


def png_header(width: int, height: int) -> bytes:
    """A PNG that says how large it is, and holds nothing."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize("size", [(10_000, 5_001), (20_000, 20_000), (2**31 - 1, 2**31 - 1)])
def test_too_large_is_said_with_both_sizes_before_decoding(size: tuple[int, int]) -> None:
    with pytest.raises(RecognitionError, match=f"{size[0]} x {size[1]}.*megapixels.*50 are read"):
        load(png_header(*size))


def test_the_limit_itself_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_limits, "MAX_PIXELS", 12 * 8)
    assert load(encoded(arrow(), "PNG")).shape == (8, 12, 3)
    monkeypatch.setattr(picture_limits, "MAX_PIXELS", 12 * 8 - 1)
    with pytest.raises(RecognitionError, match="12 x 8"):
        load(encoded(arrow(), "PNG"))


def test_the_smallest_pictures_are_read() -> None:
    for kind in LOSSLESS:
        assert load(encoded(Image.new("RGB", (1, 1)), kind)).shape == (1, 1, 3)


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    text = tmp_path / "text.png"
    text.write_text("this is no picture")
    empty = tmp_path / "empty.jpg"
    empty.touch()
    cases = {
        tmp_path / "nowhere.png": "cannot be opened",
        tmp_path: "a folder",
        text: "not a picture",
        empty: "empty",
        Path("null\0byte.png"): "cannot be opened",
    }
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.png")
        cases[tmp_path / "pipe.png"] = "a pipe"
    for path, said in cases.items():
        with pytest.raises(RecognitionError, match=said) as caught:
            load(path)
        assert str(caught.value).startswith(f"{name_of(str(path))}: ")
    for data in (b"", b"GIF89a", b"\xff\xd8\xff\xe0"):
        with pytest.raises(RecognitionError, match=r"^the picture: "):
            load(data)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_no_permission_is_said(tmp_path: Path) -> None:
    path = tmp_path / "secret.png"
    path.write_bytes(encoded(arrow(), "PNG"))
    path.chmod(0)
    with pytest.raises(RecognitionError, match="ermission"):
        load(path)


def samples() -> dict[str, bytes]:
    exif = Image.Exif()
    exif[0x0112] = 6
    deep = Image.fromarray(np.arange(64, dtype=np.uint16).reshape(8, 8) * 1000)
    return {
        "jpeg": encoded(arrow(), "JPEG", exif=exif),
        "progressive": encoded(arrow(), "JPEG", progressive=True),
        "cmyk": encoded(arrow("CMYK"), "JPEG"),
        "png": encoded(arrow(), "PNG"),
        "palette": encoded(arrow("P"), "PNG", transparency=0),
        "deep": encoded(deep, "PNG"),
        "webp": encoded(arrow(), "WEBP"),
        "gif": encoded(arrow(), "GIF"),
        "bmp": encoded(arrow(), "BMP"),
        "tiff": encoded(arrow(), "TIFF"),
        "float": encoded(arrow("F"), "TIFF"),
    }


def check(data: bytes) -> bool:
    try:
        picture = load(data)
    except RecognitionError:
        return False
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.size > 0
    return True


@pytest.mark.parametrize("name", samples())
def test_a_file_that_is_cut_off_is_refused(name: str) -> None:
    data = samples()[name]
    assert check(data)
    for length in range(0, len(data), max(1, len(data) // 300)):
        # The last few bytes of some kinds say only that it ends.
        assert not check(data[:length]) or length > len(data) - 24


def test_threads_do_not_disturb_each_other() -> None:
    data = {name: (d, load(d)) for name, d in samples().items()}
    with ThreadPoolExecutor(8) as pool:
        jobs = [(pool.submit(load, d), right) for d, right in data.values() for _ in range(8)]
        assert all(np.array_equal(job.result(), right) for job, right in jobs)


@pytest.mark.parametrize("name", samples())
def test_with_transparency_or_without_there_is_one_decoder(name: str) -> None:
    data = samples()[name]
    picture, rgba = load(data), load_rgba(data)
    assert rgba.dtype == np.uint8
    assert rgba.flags.c_contiguous
    assert rgba.flags.writeable
    assert rgba.shape == (*picture.shape[:2], 4)
    opaque = rgba[:, :, 3] == 255
    assert np.array_equal(rgba[opaque][:, 2::-1], picture[opaque])
    assert opaque.all() == (name != "palette")


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_transparency_is_kept(kind: str) -> None:
    pixels = np.random.default_rng(7).integers(0, 256, (9, 7, 4), np.uint8)
    options = {"lossless": True, "exact": True} if kind == "WEBP" else {}
    assert np.array_equal(load_rgba(encoded(Image.fromarray(pixels), kind, **options)), pixels)


def test_transparent_colours_of_palettes_and_gray_stay_transparent() -> None:
    palette = arrow("P")
    corner = palette.getpixel((0, 0))
    assert isinstance(corner, int)
    is_black = (np.asarray(arrow()) == 0).all(axis=2)
    for kind in ("PNG", "GIF"):
        rgba = load_rgba(encoded(palette, kind, transparency=corner))
        assert np.array_equal(rgba[:, :, 3] == 0, is_black)
    assert np.array_equal(load_rgba(encoded(drawing(250, "LA"), "PNG"))[9, 9], [250] * 3 + [255])


def test_pictures_with_transparency_are_turned_as_their_tags_say() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    pixels = np.random.default_rng(8).integers(0, 256, (9, 7, 4), np.uint8)
    turned = load_rgba(encoded(Image.fromarray(pixels), "PNG", exif=exif))
    assert np.array_equal(turned, np.rot90(pixels, -1))


def test_frames_are_counted_and_the_first_is_read() -> None:
    others = [Image.new("RGB", (12, 8), (0, 0, n)) for n in range(4)]
    for kind in ("GIF", "PNG", "TIFF", "WEBP"):
        options = {"lossless": True} if kind == "WEBP" else {}
        data = encoded(arrow(), kind, save_all=True, append_images=others, **options)
        assert frames_in(data) == 5
        assert np.array_equal(load_rgba(data)[:, :, 2::-1], as_bgr(arrow()))
    for name, data in samples().items():
        assert frames_in(data) == 1, name


def test_bad_input_has_the_same_sentence_with_transparency(tmp_path: Path) -> None:
    text = tmp_path / "text.png"
    text.write_text("this is no picture")
    whole = encoded(drawing(0), "PNG")
    bad = [b"", b"GIF89a", whole[: len(whole) // 2], png_header(20_000, 20_000)]
    sources: list[Path | bytes] = [text, tmp_path, tmp_path / "nowhere.png", *bad]
    for source in sources:
        with pytest.raises(RecognitionError) as with_it:
            load_rgba(source)
        with pytest.raises(RecognitionError) as without:
            load(source)
        assert str(with_it.value) == str(without.value)


@pytest.mark.parametrize(("screen", "frame"), [(65535, 1), (1, 65535)])
def test_a_few_bytes_that_ask_for_gigapixels_are_refused(screen: int, frame: int) -> None:
    header = b"GIF89a" + struct.pack("<HHBBB", screen, screen, 0x80, 0, 0) + bytes(6)
    body = b"," + struct.pack("<HHHHB", 0, 0, frame, frame, 0) + b"\x02\x02\x4c\x01\x00;"
    with pytest.raises(RecognitionError, match=r"65535 x 65535.*megapixels"):
        load_rgba(header + body)


def test_the_extensions_are_for_file_dialogs() -> None:
    assert {".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff"} <= {
        *PICTURE_EXTENSIONS
    }
    assert all(e.startswith(".") and e == e.lower() for e in PICTURE_EXTENSIONS)
