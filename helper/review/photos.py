"""The pictures that scanned puzzles came from, kept in the player's data folder."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from helper.application.library import Library, data_folder
from helper.application.private import FILE_MODE, private_folder, tighten
from puzzles import LibraryError, Puzzle
from puzzles.formats.atomic import write_atomically

_BEGINNINGS = {
    b"\x89PNG": ".png",
    b"\xff\xd8": ".jpg",
    b"RIFF": ".webp",
    b"GIF8": ".gif",
    b"BM": ".bmp",
    b"II*\0": ".tif",
    b"MM\0*": ".tif",
}
_PRUNED_AFTER_S = 24 * 60 * 60


def keep_photo(puzzle: Puzzle, data: bytes) -> Path:
    """Keep the picture that a puzzle came from.

    Args:
        puzzle: Found again by its clues.
        data: A picture file's content.

    Returns:
        Where it is kept; the same picture is kept once.

    Raises:
        LibraryError: The machine is at fault.
    """
    path = store_photo(data)
    name_photo(puzzle, path.name)
    return path


def name_photo(puzzle: Puzzle, name: str) -> None:
    """Remember that a photo that is stored already belongs to a puzzle.

    Raises:
        LibraryError: The machine is at fault.
    """
    library = _library()
    try:
        library.keep_photo(_name(puzzle), name)
    finally:
        library.close()


def store_photo(data: bytes) -> Path:
    """Put a picture file into the folder of photos; whoever needs it there has to say so soon.

    Raises:
        LibraryError: The machine is at fault.
    """
    ending = next((end for start, end in _BEGINNINGS.items() if data.startswith(start)), "")
    path = _folder() / f"{hashlib.sha256(data).hexdigest()[:32]}{ending}"
    try:
        if path.exists():
            path.touch()
            return path
    except OSError as error:
        raise LibraryError(f"{path}: cannot be used: {error.strerror or error}") from error
    write_atomically(path, data, mode=FILE_MODE)
    return path


def prune_photos() -> None:
    """Delete photos that nothing refers to: of pictures that were read but not opened.

    A puzzle's photo stays: its file may lie anywhere, so nobody knows that it is gone.

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
            tighten(path)  # earlier versions did not
            # What is newer may be waiting for a word from another window.
            if path.name not in in_use and path.stat().st_mtime < time.time() - _PRUNED_AFTER_S:
                path.unlink()
    except OSError as error:
        raise LibraryError(f"{error.filename}: cannot be deleted: {error.strerror}") from error


def photo_called(name: str) -> Path:
    """Where the photo of that name is kept, if it is still there."""
    return data_folder() / "photos" / Path(name).name


def photo_of(puzzle: Puzzle) -> Path | None:
    """The picture that a puzzle came from, if one is kept and still there.

    Raises:
        LibraryError: The machine is at fault.
    """
    library = _library()
    try:
        name = library.photo_of(_name(puzzle))
    finally:
        library.close()
    path = _folder() / name if name else None
    return path if path is not None and path.is_file() else None


def hand_on_photo(before: Puzzle, after: Puzzle) -> None:
    """A puzzle's clues were mended: its picture is found with the new ones, too.

    Raises:
        LibraryError: The machine is at fault.
    """
    if _name(before) == _name(after):
        return
    library = _library()
    try:
        name = library.photo_of(_name(before))
        if name is not None:
            library.keep_photo(_name(after), name)
    finally:
        library.close()


def _library() -> Library:
    return Library(data_folder() / "library.sqlite3")


def _folder() -> Path:
    folder = data_folder() / "photos"
    try:
        private_folder(data_folder())
        private_folder(folder)
    except OSError as error:
        raise LibraryError(f"{folder}: cannot be used: {error.strerror or error}") from error
    return folder


def _name(puzzle: Puzzle) -> str:
    """A puzzle's clues in short."""
    sides = (puzzle.rows, puzzle.columns)
    text = "/".join(";".join(",".join(f"{n}.{c}" for n, c in x) for x in side) for side in sides)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
