"""The worker of an export: writes puzzles of collections into a file, a folder or an archive.

No Qt. Files are named after the number of the puzzle; a title that is secret is not in the name.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from puzzles.errors import LibraryError, reason_of
from puzzles.formats import Document, write
from puzzles.formats.atomic import usual_mode
from puzzles.formats.non import NON
from puzzles.formats.temporary import remove_leftovers, temporary_beside
from puzzles.system import SYSTEM
from puzzles.titles import file_stem
from puzzles.words import worded


class Exported(NamedTuple):
    """A puzzle to export."""

    id: int
    file: str
    """The name of its file."""
    name: str
    """The title in the file, if the player gave it a name; empty to keep its own."""


class ExportProgress(NamedTuple):
    """How far an export is."""

    done: int
    total: int


def export_work(
    library: Path,
    puzzles: Sequence[Exported],
    target: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> int:
    """Export puzzles.

    Args:
        library: The library's file.
        puzzles: What to export.
        target: An archive if it ends in ``.zip``, which is replaced as a whole or not at all; else
            a new folder.
        report: Gets an :class:`ExportProgress` now and then.
        should_stop: Whether to stop; a folder keeps the files that are written.

    Returns:
        How many were exported; 0 for an archive that was not finished.

    Raises:
        LibraryError: The target cannot be written, or a puzzle is not there any more.
    """
    with closing(Library(library)) as opened:
        store = CollectionStore(opened)
        documents = ((one.file, document_of(store, one)) for one in puzzles)
        if target.suffix.lower() == ".zip":
            return _export_archive(documents, len(puzzles), target, report, should_stop)
        return _export_folder(documents, len(puzzles), target, report, should_stop)


def document_of(store: CollectionStore, puzzle: Exported) -> Document:
    """A puzzle as it is exported."""
    document = NON.read(store.document(puzzle.id).encode(), puzzle.file)
    if puzzle.name:
        return replace(document, puzzle=replace(document.puzzle, title=puzzle.name))
    return document


def file_name(number: int, digits: int, shown: str) -> str:
    """The name of a puzzle's file.

    Args:
        number: Its number in its collection.
        digits: Of all numbers, so that files are in their order.
        shown: A name that may be shown; empty for none.

    >>> file_name(7, 3, "Owl: at night"), file_name(8, 3, "")
    ('007 Owl at night.non', '008.non')
    """
    name = f"{number:0{digits}} {file_stem(shown)}" if shown else f"{number:0{digits}}"
    return f"{name}.non"


def free_folder(parent: Path, title: str) -> Path:
    """A folder in another one that is not there yet."""
    stem = file_stem(title)
    names = [stem, *(f"{stem} {number}" for number in range(2, 1000))]
    return next((parent / name for name in names if not (parent / name).exists()), parent / stem)


def _export_folder(
    documents: Iterator[tuple[str, Document]],
    total: int,
    target: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> int:
    try:
        target.mkdir()
    except OSError as error:
        raise LibraryError(
            worded("{target}: cannot be made: {reason}", target=target, reason=reason_of(error))
        ) from error
    done = 0
    for name, document in documents:
        if should_stop():
            break
        write(target / name, document)
        done += 1
        report(ExportProgress(done, total))
    return done


def _export_archive(
    documents: Iterator[tuple[str, Document]],
    total: int,
    target: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> int:
    with new_archive(target) as archive:
        for done, (name, document) in enumerate(documents, 1):
            if should_stop():
                archive.is_wanted = False
                return 0
            archive.file.writestr(name, NON.write(document))
            report(ExportProgress(done, total))
    return total


class NewArchive:
    """A zip archive that is being written."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self.file = file
        self.is_wanted = True
        """Whether it replaces the old file at the end."""


@contextmanager
def new_archive(target: Path, mode: int | None = None) -> Iterator[NewArchive]:
    """Write a zip archive that replaces an old file as a whole or not at all.

    Args:
        target: The file.
        mode: Its permissions; by default the usual ones.

    Raises:
        LibraryError: It cannot be written.
    """
    try:
        remove_leftovers(target.parent)
        handle, temporary = temporary_beside(target)
        try:
            with os.fdopen(handle, "wb") as file:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as opened:
                    archive = NewArchive(opened)
                    yield archive
                file.flush()
                os.fsync(file.fileno())
                temporary.chmod(usual_mode() if mode is None else mode)
                if not SYSTEM.renames_open_files:
                    file.close()
                if archive.is_wanted:
                    temporary.replace(target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise LibraryError(
            worded("{target}: cannot be saved: {reason}", target=target, reason=reason_of(error))
        ) from error
