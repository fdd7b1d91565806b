"""Which files are pictures, and the picture that somebody drops or pastes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData
from PySide6.QtGui import QImage

ENDINGS = (
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".apng", ".webp", ".gif", ".bmp", ".dib", ".tif",
    ".tiff",
)  # fmt: skip
"""Of the files that can be scanned, lower case; the reader's own list would have to be loaded."""
_KINDS = ("image/png", "image/jpeg", "image/webp", "image/bmp", "image/gif", "image/tiff")
_QUICK = 80
"""Of 100: PNG compressed little, since a person waits."""


def is_picture(path: Path) -> bool:
    """Whether a file's name says that it is a picture."""
    return path.suffix.lower() in ENDINGS


def files_filter() -> str:
    """Of a file dialog."""
    return f"Pictures ({' '.join(f'*{end}' for end in ENDINGS)});;All files (*)"


def local_files(mime: QMimeData) -> list[Path]:
    """The files on this machine that are dropped or pasted."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def has_picture(mime: QMimeData) -> bool:
    """Whether it brings a picture, as a file or as such."""
    return mime.hasImage() or any(is_picture(path) for path in local_files(mime))


def picture_in(mime: QMimeData) -> Path | bytes | None:
    """The picture it brings: a file's path, or the bytes of one; ``None`` if there is none."""
    for path in local_files(mime):
        if is_picture(path):
            return path
    for kind in _KINDS:
        if mime.hasFormat(kind):
            return bytes(mime.data(kind).data())
    image = mime.imageData() if mime.hasImage() else None
    return _png(image) if isinstance(image, QImage) and not image.isNull() else None


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _QUICK)  # type: ignore[call-overload]
    return bytes(data.data())
