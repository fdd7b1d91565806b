"""Checks of the files that commands write, so that no other file is overwritten."""

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
    """The file for a puzzle; an existing puzzle file may be replaced.

    Args:
        target: A file, or an existing folder.
        name: The stem of the file in that folder.
        pictures: The input files.
        force: Whether to replace a write-protected file.

    Raises:
        LibraryError: The target is an input file or exists and is not a puzzle file, there is no
            such folder, or it is ``-``, which other programs use for stdout.
    """
    try:
        return _checked(target, name, pictures, force)
    except OSError as error:
        raise LibraryError(f"{target}: cannot be used: {error.strerror or error}") from error


def check_text_target(target: Path, force: bool) -> None:
    """Check that a file may be replaced by a text or a page.

    Raises:
        LibraryError: It is named like a puzzle, is no file, or is write-protected without
            ``force``.
    """
    if format_for(target) is not None:
        raise LibraryError(
            f"{target}: a text is not a puzzle; choose a name that ends in .html, .md or .txt"
        )
    if target.exists() and not target.is_file():
        raise LibraryError(f"{target}: this is not a file; choose another name")
    check_protection(target, force)


def check_protection(target: Path, force: bool) -> None:
    """Check that a file may be replaced.

    Raises:
        LibraryError: It is write-protected, and ``force`` is false.
    """
    if not force and is_write_protected(target):
        raise LibraryError(f"{target}: this file is write-protected; --force replaces it")


def check_puzzle_target(target: Path, sources: Sequence[str | Path], force: bool = False) -> None:
    """Check that a file may be replaced by a puzzle.

    Args:
        target: The file.
        sources: The input files.
        force: Whether to replace a write-protected file.

    Raises:
        LibraryError: It is an input file, is no file or not named like a puzzle, or there is no
            such folder.
    """
    ending = FORMATS[0].extensions[0]
    if not target.parent.is_dir():
        raise LibraryError(f"{target}: there is no folder {target.parent}; make it first")
    if any(are_same_file(target, source) for source in sources):
        raise LibraryError(f"{target}: this is the input file; it is not overwritten")
    if target.exists() and not target.is_file():
        raise LibraryError(f"{target}: this is not a file but a pipe or a device")
    if target.is_file() and format_for(target) is None:
        raise LibraryError(
            f"{target}: this file exists and is not named like a puzzle; it is not overwritten."
            f" Choose a name that ends in {ending}"
        )
    is_image = (mimetypes.guess_type(target.name)[0] or "").startswith("image/")
    if is_image and format_for(target) is None:
        raise LibraryError(
            f"{target}: a puzzle is not a picture; choose a name that ends in {ending}"
        )
    check_protection(target, force)


def _checked(target: Path, name: str, pictures: Sequence[str | Path], force: bool) -> Path:
    ending = FORMATS[0].extensions[0]
    if target.name == "-":
        raise LibraryError(f"{target}: this is not a file; choose a name that ends in {ending}")
    if target.is_dir():
        target /= f"{name}{ending}"
    check_puzzle_target(target, pictures, force)
    return target


def are_same_file(path: Path, other: str | Path) -> bool:
    """Whether both paths exist and are the same file."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # one of them does not exist
        return False
