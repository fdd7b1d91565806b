"""Checks of the files that commands write, so that no other file is overwritten."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from puzzles.errors import LibraryError, reason_of
from puzzles.formats import FORMATS, Format, format_for
from puzzles.formats.atomic import is_write_protected
from puzzles.formats.png import PNG
from puzzles.output import STANDARD_OUTPUT
from puzzles.words import _, worded

_SHARED = (".csv", ".png")
"""Endings that files of all kinds have."""
_SNIFFED_BYTES = 65536

FileIdentity = tuple[int, int]
"""The device and the number of a file there, equal for all its names."""


def output_folder(output: str | Path) -> Path | None:
    """The folder that an output names, made if it is missing; ``None`` for a file.

    A name is that of a folder if there is one, if it ends in a slash, or if nothing is there and it
    has no ending.

    Raises:
        LibraryError: It cannot be made.
    """
    if not is_folder_name(output):
        return None
    path = Path(output)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = _("this is a file") if path.exists() else reason_of(error)
        raise LibraryError(
            worded("{output}: the folder cannot be made: {reason}", output=output, reason=reason)
        ) from error
    return path


def is_folder_name(output: str | Path) -> bool:
    """Whether an output names a folder; see :func:`output_folder`."""
    path, text = Path(output), os.fspath(output)
    if text == STANDARD_OUTPUT:
        return False
    if path.is_dir() or text.endswith(("/", os.sep)):
        return True
    return not path.suffix and format_for(path) is None and not path.exists()


def checked_target(
    target: str | Path, name: str, pictures: Sequence[str | Path], force: bool = False
) -> Path:
    """The file for a puzzle; an existing puzzle file may be replaced.

    Args:
        target: A file, or a folder; see :func:`output_folder`.
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
        raise LibraryError(
            worded("{target}: cannot be used: {reason}", target=target, reason=reason_of(error))
        ) from error


def check_text_target(target: Path, sources: Sequence[str | Path], force: bool) -> None:
    """Check that a file may be replaced by a text or a page.

    Args:
        target: The file.
        sources: The input files.
        force: Whether to replace a write-protected file.

    Raises:
        LibraryError: It is named like a puzzle, is an input file or no file, there is no such
            folder, or it is write-protected without ``force``.
    """
    check_output(target, sources, force)
    if _written_as(target) is not None:
        raise LibraryError(
            worded(
                "{target}: a text is not a puzzle; choose a name that ends in .html, .md or .txt",
                target=target,
            )
        )


def check_output(target: Path, sources: Sequence[str | Path], force: bool) -> None:
    """Check that a file of any kind may be written.

    Args:
        target: The file.
        sources: The input files.
        force: Whether to replace a write-protected file.

    Raises:
        LibraryError: It is an input file or no file, there is no such folder, or it is
            write-protected without ``force``.
    """
    check_folder(target)
    if any(are_same_file(target, source) for source in sources):
        raise LibraryError(
            worded("{target}: this is the input file; it is not overwritten", target=target)
        )
    if target.exists() and not target.is_file():
        raise LibraryError(
            worded("{target}: this is not a file; choose another name", target=target)
        )
    check_protection(target, force)


def check_folder(target: Path) -> None:
    """Check that a file can be made.

    Raises:
        LibraryError: There is no such folder.
    """
    if not target.parent.is_dir():
        raise LibraryError(
            worded(
                "{target}: there is no folder {parent}; make it first",
                target=target,
                parent=target.parent,
            )
        )


def check_protection(target: Path, force: bool) -> None:
    """Check that a file may be replaced.

    Raises:
        LibraryError: It is write-protected, and ``force`` is false.
    """
    if not force and is_write_protected(target):
        raise LibraryError(
            worded("{target}: this file is write-protected; --force replaces it", target=target)
        )


def check_puzzle_target(
    target: Path,
    sources: Container[FileIdentity],
    force: bool = False,
    *,
    as_picture: bool = False,
) -> None:
    """Check that a file may be replaced by a puzzle.

    Args:
        target: The file.
        sources: The input files, see :func:`identities_of`.
        force: Whether to replace a write-protected file.
        as_picture: Whether the puzzle may become a PNG picture, which most commands rather take for
            a slip.

    Raises:
        LibraryError: It is an input file, is no file or not named like a puzzle, or there is no
            such folder.
    """
    ending = FORMATS[0].extensions[0]
    check_folder(target)
    if any(one in sources for one in identities_of([target])):
        raise LibraryError(
            worded("{target}: this is the input file; it is not overwritten", target=target)
        )
    if target.exists() and not target.is_file():
        raise LibraryError(
            worded("{target}: this is not a file but a pipe or a device", target=target)
        )
    known = _written_as(target)
    if known is PNG and not as_picture:
        known = None
    if target.is_file() and known is None:
        raise LibraryError(
            worded(
                "{target}: this file exists and is not named like a puzzle; it is "
                "not overwritten. Choose a name that ends in {ending}",
                target=target,
                ending=ending,
            )
        )
    if target.is_file() and target.suffix.lower() in _SHARED and not _is_of(known, target):
        raise LibraryError(
            worded(
                "{target}: this file exists and is not a puzzle; it is not "
                "overwritten. Choose another name",
                target=target,
            )
        )
    is_image = (mimetypes.guess_type(target.name)[0] or "").startswith("image/")
    if is_image and known is None:
        raise LibraryError(
            worded(
                "{target}: a puzzle is not a picture; choose a name that ends in {ending}",
                target=target,
                ending=ending,
            )
        )
    check_protection(target, force)


def _written_as(path: Path) -> Format | None:
    """The format of the puzzles that are written into a file of that name."""
    known = format_for(path)
    return known if known is not None and known.can_write else None


def _is_of(known: Format | None, path: Path) -> bool:
    """Whether the contents of a file look like those of a format."""
    with path.open("rb") as file:
        return known is not None and known.sniff(file.read(_SNIFFED_BYTES))


def _checked(output: str | Path, name: str, pictures: Sequence[str | Path], force: bool) -> Path:
    ending = FORMATS[0].extensions[0]
    target = Path(output)
    if target.name == "-":
        raise LibraryError(
            worded(
                "{target}: this is not a file; choose a name that ends in {ending}",
                target=target,
                ending=ending,
            )
        )
    if (folder := output_folder(output)) is not None:
        target = folder / f"{name}{ending}"
    check_puzzle_target(target, identities_of(pictures), force)
    return target


def identities_of(paths: Iterable[str | Path]) -> frozenset[FileIdentity]:
    """The identities of those files that exist."""
    found = set()
    for path in paths:
        with suppress(OSError, ValueError):
            state = os.stat(path)  # noqa: PTH116 - thousands of files, as text
            found.add((state.st_dev, state.st_ino))
    return frozenset(found)


def are_same_file(path: Path, other: str | Path) -> bool:
    """Whether both paths exist and are the same file."""
    try:
        return path.samefile(other)
    except (OSError, ValueError):  # one of them does not exist
        return False
