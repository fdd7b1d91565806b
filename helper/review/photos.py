"""Stores the pictures of scanned puzzles in the player's data folder."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from helper.application.library import Library, data_folder
from helper.application.private import FILE_MODE, private_folder
from puzzles import LibraryError, Puzzle
from puzzles.clue_hash import clue_hash
from puzzles.errors import reason_of
from puzzles.formats.atomic import write_atomically
from puzzles.system import SYSTEM
from puzzles.words import worded

PHOTOS_FOLDER = "photos"
"""The folder of the photos in the player's data folder."""
_ENDINGS = {
    b"\x89PNG": ".png",
    b"\xff\xd8": ".jpg",
    b"RIFF": ".webp",
    b"GIF8": ".gif",
    b"BM": ".bmp",
    b"II*\0": ".tif",
    b"MM\0*": ".tif",
}
_MIN_PRUNE_AGE_S = 24 * 60 * 60
"""Newer photos are not deleted: another window may be about to refer to them."""


def keep_photo(puzzle: Puzzle, data: bytes) -> Path:
    """Store the picture of a puzzle in the folder of photos.

    Args:
        puzzle: Identifies the picture by its clues.
        data: A picture file's content.

    Returns:
        The file; the same picture is stored once.

    Raises:
        LibraryError: The machine is at fault.
    """
    path = store_photo(data)
    name_photo(puzzle, path.name)
    return path


def name_photo(puzzle: Puzzle, name: str) -> None:
    """Store that a photo belongs to a puzzle.

    Raises:
        LibraryError: The machine is at fault.
    """
    library = _library()
    try:
        library.keep_photo(clue_hash(puzzle), name)
    finally:
        library.close()


def store_photo(data: bytes) -> Path:
    """Put a picture file into the folder of photos.

    It is deleted after a day unless something refers to it.

    Raises:
        LibraryError: The machine is at fault.
    """
    ending = next((end for start, end in _ENDINGS.items() if data.startswith(start)), "")
    path = _folder() / f"{hashlib.sha256(data).hexdigest()[:32]}{ending}"
    try:
        if path.exists():
            path.touch()
            return path
    except OSError as error:
        raise LibraryError(
            worded("{path}: cannot be used: {reason}", path=path, reason=reason_of(error))
        ) from error
    write_atomically(path, data, mode=FILE_MODE)
    return path


def prune_photos() -> None:
    """Delete photos that nothing refers to, of pictures that were read but not opened.

    A puzzle's photo stays, since the puzzle's file can be anywhere.

    Raises:
        LibraryError: The machine is at fault.
    """
    library = _library()
    try:
        in_use = library.photos_in_use()
    finally:
        library.close()
    try:
        for path in _folder().iterdir():
            SYSTEM.restrict(path)  # earlier versions did not restrict permissions
            # Another window may be about to refer to a newer one.
            if path.name not in in_use and path.stat().st_mtime < time.time() - _MIN_PRUNE_AGE_S:
                path.unlink()
        stems = {Path(name).stem for name in in_use}
        for preview in (data_folder() / "previews").glob("*.png"):
            if preview.stem not in stems:  # it is made anew when it is needed
                preview.unlink()
    except OSError as error:
        raise LibraryError(
            worded(
                "{filename}: cannot be deleted: {reason}",
                filename=error.filename,
                reason=reason_of(error),
            )
        ) from error


def photo_path(name: str) -> Path:
    """The path of the photo with that name; it may have been deleted."""
    return data_folder() / PHOTOS_FOLDER / Path(name).name


def photo_of(puzzle: Puzzle) -> Path | None:
    """The picture that a puzzle was read from; ``None`` if there is none.

    Raises:
        LibraryError: The machine is at fault.
    """
    library = _library()
    try:
        name = library.photo_of(clue_hash(puzzle))
    finally:
        library.close()
    path = _folder() / name if name else None
    return path if path is not None and path.is_file() else None


def share_photo(before: Puzzle, after: Puzzle) -> None:
    """Let the picture of a puzzle also belong to its repaired form.

    Raises:
        LibraryError: The machine is at fault.
    """
    if clue_hash(before) == clue_hash(after):
        return
    library = _library()
    try:
        name = library.photo_of(clue_hash(before))
        if name is not None:
            library.keep_photo(clue_hash(after), name)
    finally:
        library.close()


def _library() -> Library:
    return Library(data_folder() / "library.sqlite3")


def _folder() -> Path:
    folder = data_folder() / PHOTOS_FOLDER
    try:
        private_folder(data_folder())
        private_folder(folder)
    except OSError as error:
        raise LibraryError(
            worded("{folder}: cannot be used: {reason}", folder=folder, reason=reason_of(error))
        ) from error
    return folder
