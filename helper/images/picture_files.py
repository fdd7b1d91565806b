"""Which files are pictures, and the picture that the user drops or pastes.

Data of other programs is passed on as it is and never decoded here. ``None`` as data means that
there is none: the clipboard is empty before its first use, and when the program that offered the
data has ended.
"""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

from puzzles.errors import FormatError, RecognitionError
from puzzles.formats.png import PNG
from puzzles.paths import is_archive, is_folder
from puzzles.words import worded
from recognizer.picture_limits import check_size

ENDINGS = (
    ".jpg",
    ".jpeg",
    ".jpe",
    ".jfif",
    ".png",
    ".apng",
    ".webp",
    ".gif",
    ".bmp",
    ".dib",
    ".tif",
    ".tiff",
)
"""The endings of files that can be scanned, lower case; a copy, since the reader loads slowly."""
DRAWING_ENDINGS = (".svg", ".svgz")
"""The endings of drawings: puzzles can be made from them, but not read in them."""
DOCUMENT_ENDINGS = (".pdf",)
"""The endings of documents: the puzzles on their pages can be scanned."""
_DRAWING_KIND = "image/svg+xml"
_KINDS = ("image/png", "image/jpeg", "image/webp", "image/bmp", "image/gif", "image/tiff")
_MAX_BOARD_BYTES = 500_000
"""More than a picture of 200 x 200 pixels has, not compressed."""
_PNG_QUALITY = 80
"""Qt's scale from 0 to 100: hardly compressed, since the user waits."""


def is_picture(path: Path) -> bool:
    """Whether a file is a picture, by its name."""
    return path.suffix.lower() in ENDINGS


def is_board_picture(path: Path) -> bool:
    """Whether a file is a picture with one pixel a cell, which is a puzzle and is not scanned.

    Such a file is small, and only ``zlib`` unpacks it, see :mod:`puzzles.formats.png`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BOARD_BYTES + 1)
        if len(data) > _MAX_BOARD_BYTES or not PNG.sniff(data):
            return False
        PNG.read_all(data, path.name)
    except (OSError, ValueError, FormatError):
        return False
    return True


def is_scanned(path: Path) -> bool:
    """Whether opening a file means to look for a puzzle in it."""
    if path.suffix.lower() in DOCUMENT_ENDINGS:
        return True
    return is_picture(path) and not is_board_picture(path)


def is_collection(path: Path) -> bool:
    """Whether opening a path means to import it: a folder, or a zip archive by its name."""
    return is_folder(path) or is_archive(path)


def is_drawing(path: Path) -> bool:
    """Whether a file is a drawing in SVG, by its name."""
    return path.suffix.lower() in DRAWING_ENDINGS


def is_drawable(path: Path) -> bool:
    """Whether a puzzle can be made from a file, by its name."""
    return is_picture(path) or is_drawing(path)


def files_filter(with_drawings: bool = False) -> str:
    """The filter of a file dialog for pictures.

    Args:
        with_drawings: Whether to include SVG.
    """
    endings = ENDINGS + DRAWING_ENDINGS if with_drawings else ENDINGS
    pattern = " ".join(f"*{end}" for end in endings)
    return worded("Pictures ({pattern});;All files (*)", pattern=pattern)


def scan_filter() -> str:
    """The filter of a file dialog for files in which puzzles can be read."""
    pattern = " ".join(f"*{end}" for end in ENDINGS + DOCUMENT_ENDINGS)
    return worded("Pictures and PDF files ({pattern});;All files (*)", pattern=pattern)


def local_files(mime: QMimeData | None) -> list[Path]:
    """The local files that are dropped or pasted."""
    if mime is None:
        return []
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def has_picture(mime: QMimeData | None) -> bool:
    """Whether the data contains a picture, as a file or as pixels."""
    if mime is None:
        return False
    return mime.hasImage() or any(is_picture(path) for path in local_files(mime))


def picture_in(mime: QMimeData | None) -> Path | bytes | None:
    """The picture in the data: a file's path, or the bytes of one; ``None`` if there is none.

    It is not checked here; the child process that decodes it reports errors.
    """
    if mime is None:
        return None
    for path in local_files(mime):
        if is_picture(path):
            return path
    offered = [kind for kind in mime.formats() if kind.startswith("image/")]
    for kind in (*_KINDS, *offered):  # Qt would decode the others, and SVG
        if kind in offered:
            return bytes(mime.data(kind).data())
    image = mime.imageData() if mime.hasImage() else None
    return _png(image) if isinstance(image, QImage) and not image.isNull() else None


def has_drawable(mime: QMimeData | None) -> bool:
    """Whether the data contains something that :func:`drawable_in` takes; decodes nothing."""
    if mime is None:
        return False
    return mime.hasImage() or mime.hasFormat(_DRAWING_KIND) or bool(local_files(mime))


def drawable_in(mime: QMimeData | None) -> Path | bytes | None:
    """A picture as by :func:`picture_in`, or a drawing in SVG.

    A file with any other name is taken, too: its content decides.
    """
    if mime is None:
        return None
    files = local_files(mime)
    for path in files:
        if is_drawable(path):
            return path
    if mime.hasFormat(_DRAWING_KIND):
        return bytes(mime.data(_DRAWING_KIND).data())
    return picture_in(mime) or (files[0] if files else None)


def _png(image: QImage) -> bytes:
    """The content of a PNG file; for a picture that is too large, of a BMP file without pixels."""
    try:
        check_size(image.width(), image.height(), "")
    except RecognitionError:
        sides = image.width(), image.height()
        return b"BM" + struct.pack("<IIIIiiHHIIiiII", 54, 0, 54, 40, *sides, 1, 24, *[0] * 6)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _PNG_QUALITY)  # type: ignore[call-overload]
    return bytes(data.data())
