"""Where commands write puzzles: what must not be lost is not written over."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from pathlib import Path

from puzzles.errors import LibraryError
from puzzles.formats import FORMATS, format_for
from puzzles.formats.atomic import is_write_protected


def checked_target(
    target: Path, name: str, pictures: Sequence[str | Path], force: bool = False
) -> Path:
    """Where a puzzle is to be written.

    A puzzle file is replaced, as other commands do.

    Args:
        target: A file, or a folder that is there.
        name: What the file in that folder is called, without ending.
        pictures: What is to be read.
        force: Whether a write-protected file may be replaced.

    Raises:
        LibraryError: Something else is there, which must not be lost; or there is no such folder;
            or it is ``-``, by which other programs mean their output.
    """
    try:
        return _checked(target, name, pictures, force)
    except OSError as error:
        raise LibraryError(f"{target}: cannot be used: {error.strerror or error}") from error


def check_protection(target: Path, force: bool) -> None:
    """See that a file may be replaced.

    Raises:
        LibraryError: It is write-protected, and nobody forces it.
    """
    if not force and is_write_protected(target):
        raise LibraryError(f"{target}: this file is write-protected; --force replaces it")


def _checked(target: Path, name: str, pictures: Sequence[str | Path], force: bool) -> Path:
    ending = FORMATS[0].extensions[0]
    if target.name == "-":
        raise LibraryError(f"{target}: this is not a file; choose a name that ends in {ending}")
    if target.is_dir():
        target /= f"{name}{ending}"
    if not target.parent.is_dir():
        raise LibraryError(f"{target}: there is no folder {target.parent}; make it first")
    if any(are_same_file(target, picture) for picture in pictures):
        raise LibraryError(f"{target}: this is what is to be read; it is not overwritten")
    if target.exists() and not target.is_file():
        raise LibraryError(f"{target}: this is not a file but a pipe or a device")
    if target.is_file() and format_for(target) is None:
        raise LibraryError(
            f"{target}: this file is there, and is no puzzle by its name; it is not overwritten."
            f" Choose a name that ends in {ending}"
        )
    if (mimetypes.guess_type(target.name)[0] or "").startswith("image/"):
        raise LibraryError(f"{target}: a puzzle is no picture; choose a name that ends in {ending}")
    check_protection(target, force)
    return target


def are_same_file(path: Path, other: str | Path) -> bool:
    """Whether both are there and the same, whatever they are called."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # one of them is not there
        return False
