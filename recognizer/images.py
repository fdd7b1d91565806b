"""Decode picture files, or their bytes, to arrays.

All pictures of cameras, scanners and browsers are supported: rotated by a tag, transparent, with a
palette, gray, 16 bits, CMYK. Only :class:`~puzzles.errors.RecognitionError` is raised, whatever the
bytes are.

The sizes in the header are checked here. Memory and time are limited by the process that decodes:
untrusted pictures are for :class:`recognizer.scanner.Scanner` in a
:class:`~puzzles.child.child.Child`, or for a child process of the window with
:func:`~puzzles.child.limits.limited`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from puzzles.errors import RecognitionError, reason_of
from puzzles.words import worded
from recognizer.lattice import Picture
from recognizer.picture_limits import MAX_BYTES, NAME_OF_BYTES, check_size, over_memory
from recognizer.values import MIRRORED

_TIFF_SIGNATURES = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
"""First bytes of the kinds of TIFF files."""
_FORMATS = {
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "PNG": (".png", ".apng"),
    "WEBP": (".webp",),
    "GIF": (".gif",),
    "BMP": (".bmp", ".dib"),
    "TIFF": (".tif", ".tiff"),
}
PICTURE_EXTENSIONS = tuple(extension for names in _FORMATS.values() for extension in names)
"""Extensions of the files that :func:`load` reads, lower case, with the dot."""
_ANIMATED = "GIF", "PNG", "WEBP"
MAX_PAGES = 200
"""Pages of a picture that are read; an animation may have thousands of frames."""
_LIGHT_INK_LEVEL = 128
"""Mean lightness from which on ink is light, gray levels."""
_MAX_INK_COVERAGE = 0.6
"""A picture that covers a larger share of itself has its own paper."""
PDF_HEAD_BYTES = 1024
"""Where PDF files may begin: mail programs and web servers put other bytes before them."""
_BLOCK_PIXELS = 2**20
"""Pixels that are converted at a time."""
_MIN_IS_WHITE = 262, 0
"""A TIFF tag, and its value for inverted gray."""

# Pillow's own limit is checked before the size is known here; check_size() is stricter.
Image.MAX_IMAGE_PIXELS = None
# Pillow logs defects of a TIFF; without a handler they would go to stderr.
logging.getLogger("PIL").addHandler(logging.NullHandler())

Rgba = NDArray[np.uint8]
"""RGBA uint8, shape (height, width, 4), not premultiplied."""


class NotAPictureError(RecognitionError):
    """The file is of no supported kind; the text ends with the supported ones."""


def load(source: Path | bytes, page: int = 1) -> Picture:
    """Read a picture, or one page of it; see :func:`pages_in`.

    Transparent parts become white, or black if light ink would be invisible on white.

    Args:
        source: A file, or the bytes of one.
        page: The page, from 1.

    Returns:
        BGR uint8, shape (height, width, 3), contiguous, upright as its tags say.

    Raises:
        RecognitionError: It is not a picture, is broken or too large, or cannot be opened; the text
            names the file.
    """
    return _read(source, lambda image, inverted: _bgr(image, inverted), page)


def load_rgba(source: Path | bytes) -> Rgba:
    """Read a picture with its transparency; otherwise like :func:`load`.

    Returns:
        RGBA uint8, shape (height, width, 4), contiguous, not premultiplied, upright as its tags
        say.

    Raises:
        RecognitionError: As :func:`load`.
    """
    return _read(source, _rgba)


def frames_in(source: Path | bytes) -> int:
    """The number of frames of a picture; :func:`load` and :func:`load_rgba` read the first.

    Returns:
        1 also for a picture that is broken after its first frame.

    Raises:
        RecognitionError: It is not a picture, or cannot be opened.
    """
    image, _ = _opened(source)
    try:
        return max(1, int(getattr(image, "n_frames", 1)))
    except Exception:  # see _opened
        return 1


def pages_in(source: Path | bytes, *, has_frames_as_pages: bool = False) -> int:
    """The number of pages: the frames of a TIFF, at most :data:`MAX_PAGES`.

    Frames of other formats are animations, or parts of a photo. A frame that is like the one before
    it counts, too.

    Args:
        source: A file, or the bytes of one.
        has_frames_as_pages: Whether the frames of an animation are pages, too.

    Raises:
        RecognitionError: It is not a picture, or cannot be opened.
    """
    image, _ = _opened(source)
    formats = ("TIFF", *_ANIMATED) if has_frames_as_pages else ("TIFF",)
    return min(frames_in(source), MAX_PAGES) if image.format in formats else 1


def is_animation(source: Path | bytes) -> bool:
    """Whether a picture has several frames that are no pages.

    Raises:
        RecognitionError: It is not a picture, or cannot be opened.
    """
    image, _ = _opened(source)
    return image.format in _ANIMATED and frames_in(source) > 1


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are those of a PDF file, which :mod:`recognizer.pages.pdf` opens."""
    return b"%PDF-" in data[:PDF_HEAD_BYTES]


def size_of(data: bytes, name: str) -> tuple[int, int]:
    """The width and height of a picture in px, from its header; nothing is decoded.

    Args:
        data: The bytes of a file.
        name: The name of the picture in error texts.

    Raises:
        RecognitionError: It is not a picture, or too large.
    """
    image, _ = _opened(data, name)
    check_size(*image.size, name)
    return image.size


def bytes_of(path: Path) -> bytes:
    """The bytes of a file that is not too large for a picture.

    Raises:
        RecognitionError: It is too large, cannot be opened, or is no file; the text names it.
    """
    name = str(path)
    try:
        if path.is_dir():
            raise RecognitionError(worded("{name}: this is a folder, not a picture", name=name))
        if path.exists() and not path.is_file():
            raise RecognitionError(
                worded("{name}: this is not a file but a pipe or a device", name=name)
            )
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise RecognitionError(
                worded(
                    "{name}: the file is larger than {limit} MB",
                    name=name,
                    limit=MAX_BYTES // 2**20,
                )
            )
        return path.read_bytes()
    except MemoryError as error:
        raise RecognitionError(
            worded("{name}: there is not enough memory for the file", name=name)
        ) from error
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise RecognitionError(
            worded("{name}: cannot be opened: {reason}", name=name, reason=reason)
        ) from error


def turned(picture: Picture, turns: int) -> Picture:
    """A picture turned clockwise by quarters, from 0 to 3; with ``MIRRORED`` more, after it was
    mirrored from left to right.
    """
    picture = picture[:, ::-1] if turns & MIRRORED else picture
    return np.ascontiguousarray(np.rot90(picture, -turns))


def turned_on(turns: int, more: int) -> int:
    """The turns that are the same as first those and then more of them.

    >>> turned_on(3, 2), turned_on(MIRRORED, 1), turned_on(1, MIRRORED)
    (1, 5, 7)
    """
    quarters = more - turns if more & MIRRORED else more + turns
    return (turns ^ more) & MIRRORED | quarters % 4


def _opened(source: Path | bytes, name: str = NAME_OF_BYTES) -> tuple[Image.Image, str]:
    """A picture of which only the header was read, and its name in error texts."""
    name = name if isinstance(source, bytes) else str(source)
    data = source if isinstance(source, bytes) else bytes_of(source)
    if not data:
        raise RecognitionError(worded("{name}: the file is empty", name=name))
    if len(data) > MAX_BYTES:
        raise RecognitionError(
            worded(
                "{name}: the file is larger than {limit} MB", name=name, limit=MAX_BYTES // 2**20
            )
        )
    if (canvas := _webp_canvas(data)) is not None:
        check_size(*canvas, name)
    try:
        return Image.open(BytesIO(data), formats=tuple(_FORMATS)), name
    except UnidentifiedImageError:
        if data.startswith(_TIFF_SIGNATURES):
            raise RecognitionError(
                worded(
                    "{name}: this kind of TIFF cannot be read; save it as PNG and read that",
                    name=name,
                )
            ) from None
        if is_pdf(data):
            raise RecognitionError(
                worded(
                    "{name}: this is a PDF file; save its page as a PNG picture and read that",
                    name=name,
                )
            ) from None
        if name.lower().endswith(".pdf"):
            raise RecognitionError(
                worded("{name}: this is not a PDF file, though its name ends in .pdf", name=name)
            ) from None
        known = ", ".join("WebP" if f == "WEBP" else f for f in _FORMATS)
        raise NotAPictureError(
            worded(
                "{name}: this file is not a picture of these kinds: {known}", name=name, known=known
            )
        ) from None
    except Exception as error:  # Pillow raises any exception for broken headers
        if "too large" in str(error).lower():  # for its PngImagePlugin.MAX_TEXT_CHUNK
            raise RecognitionError(
                worded(
                    "{name}: the comments or the colour profile in the file are larger "
                    "than 1 MB, which is the limit. Save it anew without them",
                    name=name,
                )
            ) from None
        raise RecognitionError(worded("{name}: the picture is broken", name=name)) from error


def _read(
    source: Path | bytes,
    convert: Callable[[Image.Image, bool], NDArray[np.uint8]],
    page: int = 1,
) -> NDArray[np.uint8]:
    """Decode a picture that is not too large.

    Args:
        source: A file, or the bytes of one.
        convert: Converts the upright image; the flag says whether its gray is inverted.
        page: The frame, from 1.
    """
    image, name = _opened(source)
    check_size(*image.size, name)
    try:
        if page > 1:
            image.seek(page - 1)
            check_size(*image.size, name)
        image.load()
        is_inverted = _is_inverted(image)
        _set_upright(image)
        picture = convert(image, is_inverted)
    except RecognitionError:
        raise
    except MemoryError as error:
        raise over_memory(name) from error
    except Exception as error:  # see _opened
        raise RecognitionError(
            worded("{name}: the picture is broken or not complete", name=name)
        ) from error
    if picture.size == 0:
        raise RecognitionError(worded("{name}: the picture is empty", name=name))
    return picture


def _webp_canvas(data: bytes) -> tuple[int, int] | None:
    """The size of an extended WebP, for which Pillow allocates memory before the size is known."""
    if data[:4] != b"RIFF" or data[8:16] != b"WEBPVP8X" or len(data) < 30:
        return None
    width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    return width, height


def _set_upright(image: Image.Image) -> None:
    with suppress(Exception):  # broken tags do not matter for the pixels
        ImageOps.exif_transpose(image, in_place=True)


def _bgr(image: Image.Image, inverted: bool) -> Picture:
    channels = _channels(image, inverted)
    if channels.ndim == 2:
        return np.repeat(channels[:, :, None], 3, axis=2)
    if channels.shape[2] == 4:
        return _on_paper(channels)
    if not channels.size:
        return channels
    # Imported here: the parents of the processes that decode pictures start without OpenCV.
    import cv2

    return np.asarray(cv2.cvtColor(channels, cv2.COLOR_RGB2BGR), np.uint8)


def _rgba(image: Image.Image, inverted: bool) -> Rgba:
    channels = _channels(image, inverted)
    if channels.ndim == 3 and channels.shape[2] == 4:
        return channels
    rgba = np.full((*channels.shape[:2], 4), 255, np.uint8)
    rgba[:, :, :3] = channels if channels.ndim == 3 else channels[:, :, None]
    return rgba


def _channels(image: Image.Image, inverted: bool) -> NDArray[np.uint8]:
    """The pixels: gray, shape (height, width), or RGB, or RGBA if some are transparent."""
    mode = image.mode
    if mode.startswith("I") or mode == "F":
        return _to_bytes(_values(image), inverted)
    if mode == "LAB":
        return _values(image.getchannel(0))
    if mode == "La":  # premultiplied, like RGBa
        return _values(image, "LA", "RGBA")
    return _values(image, "RGBA" if image.has_transparency_data or mode == "RGBa" else "RGB")


def _values(image: Image.Image, *modes: str) -> NDArray[Any]:
    """The values of a picture that is converted to one mode after the other, block by block.

    Converted at once, Pillow would need the memory of three more pictures.
    """
    width, height = image.size
    found: NDArray[Any] | None = None
    for block in _row_blocks((height, width)):
        part = image.crop((0, block.start, width, min(block.stop, height)))
        for mode in modes:
            part = part.convert(mode)
        values = np.asarray(part)
        if found is None:
            found = np.empty((height, *values.shape[1:]), values.dtype)
        found[block] = values
    return np.empty((height, width), np.uint8) if found is None else found


def _is_inverted(image: Image.Image) -> bool:
    tag, value = _MIN_IS_WHITE
    tags = getattr(image, "tag_v2", None)
    return tags is not None and tags.get(tag) == value


def _to_bytes(values: NDArray[np.generic], inverted: bool) -> NDArray[np.uint8]:
    """Scale deep gray to 0 to 255, from the lowest to the highest value.

    Scanners with 10, 12 or 14 bits write 16 without saying so.
    """
    blocks = _row_blocks(values.shape)
    extremes = [
        (float(g.min()), float(g.max())) for g in (_finite_values(values[b]) for b in blocks)
    ]
    low, high = min(low for low, _ in extremes), max(high for _, high in extremes)
    scaled = np.empty(values.shape, np.uint8)
    for block in blocks:
        gray = _finite_values(values[block])
        if high > low:
            gray = (gray - low) * (255 / (high - low))
        else:
            gray = np.full_like(gray, 0 if low <= 0 else 255)
        if inverted:
            gray = 255 - gray
        scaled[block] = np.rint(gray).clip(0, 255).astype(np.uint8)
    return scaled


def _finite_values(values: NDArray[np.generic]) -> NDArray[np.float32]:
    return np.nan_to_num(values.astype(np.float32), posinf=0, neginf=0)


def _on_paper(rgba: NDArray[np.uint8]) -> Picture:
    """Compose on white, or on black if the picture has no paper and light ink.

    Args:
        rgba: Shape (height, width, 4).
    """
    blocks = _row_blocks(rgba.shape)
    opacity_sum = sum(int(rgba[block, :, 3].sum(dtype=np.int64)) for block in blocks)
    background = 255
    if 0 < opacity_sum < _MAX_INK_COVERAGE * 255 * rgba[:, :, 3].size:
        lightness = sum(_lightness_sum(rgba[block]) for block in blocks)
        if lightness / opacity_sum >= _LIGHT_INK_LEVEL:
            background = 0
    composed = np.empty((*rgba.shape[:2], 3), np.uint8)
    for block in blocks:
        alpha = rgba[block, :, 3:].astype(np.uint16)
        # 255 * 255 + 127 fits in 16 bits.
        mixed = rgba[block, :, 2::-1] * alpha + background * (255 - alpha) + np.uint16(127)
        composed[block] = mixed // 255
    return composed


def _lightness_sum(rgba: NDArray[np.uint8]) -> float:
    """The sum of the lightness of the pixels, weighted by opacity."""
    lightness = rgba[:, :, :3].mean(axis=2, dtype=np.float32)
    return float((lightness * rgba[:, :, 3]).sum(dtype=np.float64))


def _row_blocks(shape: tuple[int, ...]) -> list[slice]:
    """Blocks of rows, so that wider types need memory for one block only."""
    rows = max(1, _BLOCK_PIXELS // max(1, shape[1]))
    return [slice(top, top + rows) for top in range(0, shape[0], rows)]
