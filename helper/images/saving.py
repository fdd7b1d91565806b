"""Pictures of the program as files."""

from __future__ import annotations

from pathlib import Path

import cv2

from puzzles import LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.words import _, either, worded
from recognizer.lattice import Picture

FILTER = "PNG (*.png);;JPEG (*.jpg *.jpeg)"
ENDINGS = (".png", ".jpg", ".jpeg")
_JPEG_QUALITY = 95
"""OpenCV's scale from 0 to 100."""
_PNG_COMPRESSION = 1
"""OpenCV's scale from 0 to 9; higher values take a second for a large picture and save little."""
_OPTIONS = {
    ".jpg": [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY],
    ".png": [cv2.IMWRITE_PNG_COMPRESSION, _PNG_COMPRESSION],
}


def encode_picture(picture: Picture, ending: str = ".jpg") -> bytes:
    """Encode a picture as the content of a file.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        ending: The format, ``.png`` or ``.jpg``.
    """
    is_encoded, data = cv2.imencode(ending, picture, _OPTIONS[ending])
    if not is_encoded:
        raise LibraryError(_("the picture cannot be encoded"))
    return data.tobytes()


def save_picture(picture: Picture, path: Path) -> None:
    """Write a picture completely or not at all; the file's ending gives the format.

    Raises:
        LibraryError: It cannot be written, or its ending is no known format.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise LibraryError(
            worded(
                "{name}: pictures are saved as {endings}",
                name=path.name,
                endings=either(ENDINGS),
            )
        )
    write_atomically(path, encode_picture(picture, ".png" if ending == ".png" else ".jpg"))
