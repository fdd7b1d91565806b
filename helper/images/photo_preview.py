"""Small pictures of scanned puzzles' photos, which are decoded once, in a child process."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from helper.application.private import FILE_MODE, private_folder
from helper.images.loading import load_in_child
from helper.images.puzzle_picture import png_bytes
from puzzles.errors import LibraryError, NonogramError
from puzzles.formats.atomic import write_atomically

_log = logging.getLogger(__name__)
_SIDE_PX = 320
"""The longer side of a preview: a tile has 100 px at 100 %."""


def preview_of(photo: Path) -> QImage | None:
    """A preview of a photo; in any thread but the window's, as it may take a second.

    The first time, the photo is decoded in a child process and the preview stored in the folder
    ``previews`` beside that of the photos.

    Args:
        photo: A file in the folder of photos.

    Returns:
        ``None`` if the photo is gone or cannot be decoded.
    """
    stored = photo.parent.parent / "previews" / f"{photo.stem}.png"
    found = QImage(str(stored))  # this program has written it
    if not found.isNull():
        return found
    try:
        source = load_in_child(photo)
    except NonogramError as error:
        _log.warning("a photo has no preview: %s", error)
        return None
    if source is None:
        return None
    pixels = source.pixels
    height, width = pixels.shape[:2]
    image = QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888)
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    preview = image.scaled(_SIDE_PX, _SIDE_PX, keep, smooth)
    try:
        private_folder(stored.parent)
        write_atomically(stored, png_bytes(preview), mode=FILE_MODE)
    except (OSError, LibraryError) as error:
        _log.warning("a preview is not stored: %s", error)
    return preview
