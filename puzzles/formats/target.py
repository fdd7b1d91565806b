"""Checks of the files that commands write, so that no other file is overwritten.

One rule holds for all commands: the name's ending is one that the command writes, and a file that
is there already is replaced if it is a puzzle (by a puzzle), if this program has written it, or if
``--force`` is given (:mod:`puzzles.own_files`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from puzzles.errors import LibraryError, PuzzleError, reason_of
from puzzles.formats import MAX_BYTES, ending_problem, format_for, format_of
from puzzles.formats.atomic import is_write_protected
from puzzles.formats.lp import LP
from puzzles.formats.mk import CWD, NIN
from puzzles.formats.non import NON
from puzzles.formats.pattern import PATTERN
from puzzles.formats.png import PNG
from puzzles.formats.puzz_link import PUZZ_LINK
from puzzles.output import STANDARD_OUTPUT
from puzzles.own_files import is_own
from puzzles.words import _, either, worded

_LINKS = (PATTERN, PUZZ_LINK)
"""Formats that are found in letters and notes, too."""
_NEVER_SNIFFED = (NIN, CWD, LP)
"""Formats that only the name tells."""

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
        force: Whether to replace a file that is write-protected or no puzzle.

    Raises:
        LibraryError: See :func:`check_puzzle_target`; or the target is ``-``, which other programs
            use for stdout.
    """
    try:
        return _checked(target, name, pictures, force)
    except OSError as error:
        raise LibraryError(
            worded("{target}: cannot be used: {reason}", target=target, reason=reason_of(error))
        ) from error


def check_text_target(
    target: Path,
    endings: Sequence[str],
    sources: Sequence[str | Path],
    force: bool,
    without_mark: Callable[[bytes], bool],
) -> None:
    """Check that a text or a page may be written.

    Args:
        target: The file.
        endings: Those of its kind, with the dot; a name without an ending is right, too.
        sources: The input files.
        force: Whether to replace a file that is write-protected or not from this program.
        without_mark: Whether the bytes of a file without a mark are from this program.

    Raises:
        LibraryError: It has another ending, is an input file or no file, there is no such folder,
            or the file that is there may not be replaced.
    """
    if target.suffix and target.suffix.lower() not in endings:
        raise LibraryError(
            worded(
                "{target}: this is not written into a file with this ending; choose a name that"
                " ends in {endings}",
                target=target,
                endings=either(endings),
            )
        )
    check_output(target, sources, force, without_mark)


def check_output(
    target: Path,
    sources: Sequence[str | Path],
    force: bool,
    without_mark: Callable[[bytes], bool] | None = None,
) -> None:
    """Check that a file of any kind may be written.

    Args:
        target: The file.
        sources: The input files.
        force: Whether to replace a file that is write-protected or not from this program.
        without_mark: Whether the bytes of a file without a mark are from this program.

    Raises:
        LibraryError: It is an input file or no file, there is no such folder, or the file that is
            there may not be replaced.
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
    if not force and target.is_file() and not is_own(target, without_mark):
        raise _not_replaced(target)


def _not_replaced(target: Path) -> LibraryError:
    return LibraryError(
        worded(
            "{target}: this file exists and is not from this program; it is not overwritten. "
            "Choose another name, or add --force",
            target=target,
        )
    )


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
    any_ending: bool = False,
) -> None:
    """Check that a puzzle may be written.

    Args:
        target: The file.
        sources: The input files, see :func:`identities_of`.
        force: Whether to replace a file that is write-protected or no puzzle.
        as_picture: Whether the puzzle may become a PNG picture, which most commands rather take for
            a slip.
        any_ending: Whether the format is given by something else than the name.

    Raises:
        LibraryError: It is an input file or no file, has an ending that no puzzle is written with,
            there is no such folder, or the file that is there may not be replaced.
    """
    check_folder(target)
    if any(one in sources for one in identities_of([target])):
        raise LibraryError(
            worded("{target}: this is the input file; it is not overwritten", target=target)
        )
    if target.exists() and not target.is_file():
        raise LibraryError(
            worded("{target}: this is not a file but a pipe or a device", target=target)
        )
    if not any_ending and (problem := ending_problem(target, as_picture=as_picture)):
        raise LibraryError(problem)
    check_protection(target, force)
    if not force and target.is_file() and not _is_puzzle(target):
        raise _not_replaced(target)


def _is_puzzle(path: Path) -> bool:
    """Whether a file may be replaced by a puzzle: it is one, or it is empty."""
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b"too large"
    except OSError:
        return False
    known = format_of(data, path.name)
    if known is PNG:  # a puzzle for the reader may be an icon
        return is_own(path)
    if not data.strip() or known is None or (known in _LINKS and format_for(path) is not known):
        return not data.strip()
    if known not in _NEVER_SNIFFED:
        return known.sniff(data)
    try:
        return not known.can_read or bool(known.read_all(data, path.name))
    except PuzzleError:
        return False


def _checked(output: str | Path, name: str, pictures: Sequence[str | Path], force: bool) -> Path:
    ending = NON.extensions[0]
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
