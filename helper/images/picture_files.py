"""Which files are pictures, and the picture that somebody drops or pastes.

What other programs offer is handed on as they have it, and never decoded here. Where a function
takes ``None`` for what is offered, nothing is: the clipboard has no data before its first use, and
when the program that offered it has gone.
"""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

from puzzles.errors import RecognitionError
from recognizer.sandbox.limits import check_size

ENDINGS = (
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".apng", ".webp", ".gif", ".bmp", ".dib", ".tif",
    ".tiff",
)  # fmt: skip
"""Of the files that can be scanned, lower case; the reader's own list would have to be loaded."""
DRAWING_ENDINGS = (".svg", ".svgz")
"""Of drawings: puzzles can be made of them, but none is read in them."""
_DRAWING_KIND = "image/svg+xml"
_KINDS = ("image/png", "image/jpeg", "image/webp", "image/bmp", "image/gif", "image/tiff")
_QUICK = 80
"""Of 100: PNG compressed little, since a person waits."""


def is_picture(path: Path) -> bool:
    """Whether a file's name says that it is a picture."""
    return path.suffix.lower() in ENDINGS


def is_drawing(path: Path) -> bool:
    """Whether a file's name says that it is a drawing in SVG."""
    return path.suffix.lower() in DRAWING_ENDINGS


def is_drawable(path: Path) -> bool:
    """Whether a file's name says that a puzzle can be made of it."""
    return is_picture(path) or is_drawing(path)


def files_filter(with_drawings: bool = False) -> str:
    """Of a file dialog.

    Args:
        with_drawings: Whether SVG is offered, too.
    """
    endings = ENDINGS + DRAWING_ENDINGS if with_drawings else ENDINGS
    return f"Pictures ({' '.join(f'*{end}' for end in endings)});;All files (*)"


def local_files(mime: QMimeData | None) -> list[Path]:
    """The files on this machine that are dropped or pasted."""
    if mime is None:
        return []
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def has_picture(mime: QMimeData | None) -> bool:
    """Whether it brings a picture, as a file or as such."""
    if mime is None:
        return False
    return mime.hasImage() or any(is_picture(path) for path in local_files(mime))


def picture_in(mime: QMimeData | None) -> Path | bytes | None:
    """The picture it brings: a file's path, or the bytes of one; ``None`` if there is none.

    Whether it can be read is not looked at: whoever decodes it in a child process says so.
    """
    if mime is None:
        return None
    for path in local_files(mime):
        if is_picture(path):
            return path
    offered = [kind for kind in mime.formats() if kind.startswith("image/")]
    for kind in (*_KINDS, *offered):  # for the others Qt would decode, SVG as well
        if kind in offered:
            return bytes(mime.data(kind).data())
    image = mime.imageData() if mime.hasImage() else None
    return _png(image) if isinstance(image, QImage) and not image.isNull() else None


def has_drawable(mime: QMimeData | None) -> bool:
    """Whether it brings something that :func:`drawable_in` takes; nothing is decoded."""
    if mime is None:
        return False
    return mime.hasImage() or mime.hasFormat(_DRAWING_KIND) or bool(local_files(mime))


def drawable_in(mime: QMimeData | None) -> Path | bytes | None:
    """What a puzzle can be made of in it: as :func:`picture_in`, or a drawing in SVG.

    A file with another name is taken, too: what is in it tells.
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
    """The picture as a file; one that is refused anyway has nothing but its size."""
    try:
        check_size(image.width(), image.height(), "")
    except RecognitionError:
        sides = image.width(), image.height()
        return b"BM" + struct.pack("<IIIIiiHHIIiiII", 54, 0, 54, 40, *sides, 1, 24, *[0] * 6)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _QUICK)  # type: ignore[call-overload]
    return bytes(data.data())
