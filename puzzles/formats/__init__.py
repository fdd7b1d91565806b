"""Reading and writing puzzle files.

A format is a module with an object that follows :class:`~puzzles.formats.document.Format`, and an
entry in ``FORMATS`` (``registry``), which is imported when a file is read or written.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

from puzzles.errors import FormatError, LibraryError, checked_type, reason_of
from puzzles.formats.atomic import write_atomically
from puzzles.formats.document import Document, Format, IncompletePuzzleError, single
from puzzles.formats.non import NON
from puzzles.formats.text import encoding_note
from puzzles.model import Puzzle
from puzzles.standard_input import STANDARD_INPUT, name_of, read_standard_input
from puzzles.words import _, worded

__all__ = [
    "MAX_BYTES",
    "STANDARD_INPUT",
    "Document",
    "Format",
    "IncompletePuzzleError",
    "ending_problem",
    "format_for",
    "format_of",
    "left_out",
    "lost",
    "read",
    "read_all",
    "read_all_bytes",
    "read_bytes",
    "write",
    "write_all",
    "written",
]

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are rejected unread: a board of 1000x1000 with all clues, goal and marks needs 8 MB,
16.0 MB in UTF-16. Larger boards have room for less: the clues of a picture of 5000x5000 need
0.1 MB."""
_GZIP = b"\x1f\x8b\x08"
_TOO_LARGE = worded(
    "the file is larger than the {limit} MB that a puzzle file may have; choose a puzzle file",
    limit=MAX_BYTES // 2**20,
)


def format_for(path: str | os.PathLike[str]) -> Format | None:
    """The format of a file by its extension."""
    from puzzles.formats.registry import FORMATS

    name = os.fspath(path).lower()
    return next((f for f in FORMATS if name.endswith(f.extensions)), None)


def read(path: str | os.PathLike[str], *, may_be_incomplete: bool = False) -> Document:
    """Read a puzzle file in any known format.

    Args:
        path: The file; :data:`STANDARD_INPUT` as text for standard input, which is read to its end.
        may_be_incomplete: Whether clues may not be known (:mod:`puzzles.partial_clues`).

    Raises:
        IncompletePuzzleError: Clues are not known, and have to be.
        FormatError: The file is not a puzzle; the text has file, line and cause.
        LibraryError: The file is missing or cannot be read.
    """
    data, name = _data_of(path)
    return read_bytes(data, name, may_be_incomplete=may_be_incomplete)


def read_all(path: str | os.PathLike[str], *, may_be_incomplete: bool = False) -> list[Document]:
    """Read a file with one or several puzzles; see :func:`read`."""
    data, name = _data_of(path)
    return read_all_bytes(data, name, may_be_incomplete=may_be_incomplete)


def _data_of(path: str | os.PathLike[str]) -> tuple[bytes, str]:
    """The bytes of a file, and its name in a sentence."""
    checked_type(path, str, os.PathLike)
    if path == STANDARD_INPUT:
        return read_standard_input(MAX_BYTES), name_of(STANDARD_INPUT)
    name = os.fspath(path)
    return _bytes_of(name), name


def read_bytes(data: bytes, name: str, *, may_be_incomplete: bool = False) -> Document:
    """Read the bytes of a puzzle file in any known format.

    Args:
        data: The whole file.
        name: The file's name, for error messages, and for its extension if nothing else tells the
            format.
        may_be_incomplete: Whether clues may not be known.

    Raises:
        IncompletePuzzleError: Clues are not known, and have to be.
        FormatError: The bytes are not a puzzle; the text has name, line and cause.
    """
    return single(read_all_bytes(data, name, may_be_incomplete=may_be_incomplete), name)


def read_all_bytes(data: bytes, name: str, *, may_be_incomplete: bool = False) -> list[Document]:
    """Read the bytes of a file with one or several puzzles; see :func:`read_bytes`."""
    if len(data) > MAX_BYTES:
        raise FormatError(_TOO_LARGE, name)
    if data.startswith(_GZIP):
        data = _unpacked(data, name)
        name = name.removesuffix(".gz")
    if not data.strip():
        raise FormatError(_("the file is empty"), name)
    chosen = format_of(data, name)
    try:
        if chosen is None:
            raise FormatError(_("this is not a puzzle file of a known format"), name)
        documents = chosen.read_all(data, name)
    except FormatError as error:
        documents = _as_shared_text(data, name, chosen, error)
    if not may_be_incomplete and any(each.puzzle.unknown_lines for each in documents):
        raise IncompletePuzzleError(documents, name)
    if any(map(_has_accents, documents)) and (note := encoding_note(data)):
        documents[0] = replace(documents[0], notes=(*documents[0].notes, note))
    return documents


def _unpacked(data: bytes, name: str) -> bytes:
    """The contents of a file that was compressed by gzip.

    Raises:
        FormatError: It is damaged, or the contents are too large.
    """
    unpacker = zlib.decompressobj(wbits=31)
    try:
        unpacked = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error:
        raise FormatError(_("the compressed file is damaged"), name) from None
    if len(unpacked) > MAX_BYTES:
        raise FormatError(_TOO_LARGE, name)
    if not unpacker.eof:
        raise FormatError(_("the compressed file is damaged"), name)
    return unpacked


def _as_shared_text(
    data: bytes, name: str, chosen: Format | None, error: FormatError
) -> list[Document]:
    """The puzzle in a text that its format does not read, or that has none.

    Raises:
        FormatError: There is none; or the name says which format it is.
    """
    from puzzles.formats.shared_text import TEXT, documents_of, puzzles_in
    from puzzles.formats.text import text_of

    if chosen is not None and (chosen is TEXT or chosen is format_for(name)):
        raise error
    try:
        found = puzzles_in(text_of(data, name))
    except FormatError:
        raise error from None
    if found[0].is_puzzle and (chosen is None or all(each.is_sure for each in found)):
        return documents_of(found, name)
    if chosen is None and (found[0].rows or found[0].columns):
        raise FormatError(found[0].problem(), name)
    raise error


def _has_accents(document: Document) -> bool:
    """Whether letters of a text depend on the encoding of the file."""
    puzzle = document.puzzle
    texts = (puzzle.title, puzzle.author, puzzle.copyright, puzzle.license, puzzle.catalogue)
    return not all(text.isascii() for text in (*texts, *chain(*puzzle.extras)))


def format_of(data: bytes, name: str) -> Format | None:
    """The format of a file: that of its name if its contents look so, else that of its contents."""
    from puzzles.formats.registry import FORMATS

    named = format_for(name)
    if named is not None and named.sniff(data):
        return named
    return next((f for f in FORMATS if f.sniff(data)), None) or named


def write(path: str | os.PathLike[str], document: Document, *, force: bool = False) -> None:
    """Write a puzzle file, replacing an old one as a whole or not at all.

    Args:
        path: The file; the format is that of its ending, or ``.non`` if it has none.
        document: The puzzle with its marks.
        force: Whether to replace a write-protected file.

    Raises:
        FormatError: The format cannot hold the puzzle, or no puzzle is written with this ending;
            nothing was written.
        LibraryError: The file cannot be written; the old one is unchanged.
    """
    write_all(path, [document], force=force)


def write_all(
    path: str | os.PathLike[str], documents: Sequence[Document], *, force: bool = False
) -> None:
    """Write a file with puzzles, replacing an old one as a whole or not at all.

    The format is that of the name's ending, or ``.non`` if it has none.

    Args:
        path: The file.
        documents: The contents, at least one.
        force: Whether to replace a write-protected file.

    Raises:
        FormatError: The format cannot hold the puzzles, or no puzzle is written with this ending;
            nothing was written.
        LibraryError: The file cannot be written; the old one is unchanged.
    """
    checked_type(path, str, os.PathLike)
    for document in documents:
        checked_type(document, Document)
    if problem := ending_problem(path):
        raise FormatError(problem)
    chosen = format_for(path) or NON
    write_atomically(Path(path), written(chosen, documents, os.fspath(path)), force=force)


def ending_problem(target: str | os.PathLike[str], *, as_picture: bool = True) -> str:
    """The sentence about an ending under which no puzzle is written; empty if all is well.

    A name without an ending is right.

    Args:
        target: The file.
        as_picture: Whether the puzzle may become a PNG picture.
    """
    path, known = Path(target), format_for(target)
    is_written = known is not None and known.can_write and (as_picture or known.id != "png")
    if is_written or not path.suffix:
        return ""
    import mimetypes

    is_image = (mimetypes.guess_type(path.name)[0] or "").startswith("image/")
    text = (
        _("{target}: a puzzle is not a picture; choose a name that ends in {ending}")
        if is_image
        else _(
            "{target}: no puzzle is written into a file with this ending; choose a name that ends"
            " in {ending}"
        )
    )
    return worded(text, target=target, ending=NON.extensions[0])


def written(chosen: Format, documents: Sequence[Document], name: str) -> bytes:
    """The bytes of a file in a format.

    Raises:
        FormatError: The format cannot hold the puzzles, or the file would be too large to be read.
    """
    if not chosen.can_write:
        raise FormatError(
            worded("{name} files can only be read; choose another format", name=chosen.name), name
        )
    for document in documents:
        if problem := _problem(chosen, document):
            raise FormatError(
                worded(
                    "{name} cannot hold this puzzle: {problem}", name=chosen.name, problem=problem
                ),
                name,
            )
    data = chosen.write_all(documents)
    if chosen.can_read and len(data) > MAX_BYTES:
        raise FormatError(
            worded(
                "the file would be larger than the {limit} MB that can be read again; write fewer"
                " puzzles, or without marks and solution",
                limit=MAX_BYTES // 2**20,
            ),
            name,
        )
    if chosen.can_read and (defect := _mended(chosen, documents, data)):
        raise FormatError(
            worded("{name} cannot hold this puzzle: {defect}", name=chosen.name, defect=defect),
            name,
        )
    return data


def _problem(chosen: Format, document: Document) -> str:
    """Why a format cannot hold a puzzle; empty if it can."""
    if document.puzzle.unknown_lines and not chosen.keeps_unknown:
        return _("not all of its clues are known; 'nonogram solve -o' finds them")
    return chosen.problem(document)


def _mended(chosen: Format, documents: Sequence[Document], data: bytes) -> str:
    """A defect that a written file does not have any more; empty if it keeps all.

    A puzzle must not become good by being written: its author meant other clues.
    """
    defects = [document.puzzle.defects() for document in documents]
    if not any(defects):
        return ""
    try:
        kept = [document.puzzle.defects() for document in chosen.read_all(data, "")]
    except FormatError:
        kept = []
    for before, after in zip_longest(defects, kept, fillvalue=()):
        if before != after:
            return str((before or after)[0])
    return ""


def left_out(path: Path, document: Document) -> list[str]:
    """What a file of that name would not keep of a document, as nouns; see :func:`lost`."""
    if ending_problem(path):
        return [_("the puzzle")]
    chosen = format_for(path) or NON
    if chosen is NON:
        return []
    if not (chosen.can_read and chosen.can_write) or _problem(chosen, document):
        return [_("the puzzle")]
    return lost(chosen, document)


def lost(chosen: Format, document: Document) -> list[str]:
    """The parts of a document that a format does not keep, as nouns; see :meth:`Format.problem`.

    >>> lost(NON, Document(Puzzle.from_numbers([[1]], [[1]], "Dot")))
    []
    """
    if chosen.can_read:
        (kept,) = chosen.read_all(chosen.write_all([document]), "")
    else:  # the clues and colours alone
        bare = [replace(color, name="") for color in document.puzzle.palette]
        lines = document.puzzle.rows, document.puzzle.columns
        kept = Document(Puzzle(*lines, tuple(bare)))
    puzzle, other = document.puzzle, kept.puzzle
    parts = [
        (_("the title"), puzzle.title == other.title),
        (_("the author"), (puzzle.author, puzzle.copyright) == (other.author, other.copyright)),
        (_("the license"), puzzle.license == other.license),
        (_("the origin"), puzzle.catalogue == other.catalogue),
        (_("the names of colours"), _color_names(puzzle) == _color_names(other)),
        (_("the solution"), puzzle.goal == other.goal),
        (_("the marks"), document.marks == kept.marks),
        (_("that it is a drawing"), document.is_drawing == kept.is_drawing),
        (_("unknown keys"), puzzle.extras == other.extras),
    ]
    return [name for name, is_kept in parts if not is_kept]


def _color_names(puzzle: Puzzle) -> list[str]:
    return [color.name for color in puzzle.palette]


def _bytes_of(path: str) -> bytes:
    file_path = Path(path)
    try:
        status = file_path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise FormatError(_("this is not a file but a pipe or a device"), path)
        size = status.st_size
        if size > MAX_BYTES and stat.S_ISREG(status.st_mode):
            raise FormatError(_TOO_LARGE, path)
        with file_path.open("rb") as file:  # a large read reserves as much memory
            data = file.read(size + 1)
            if len(data) > size:  # st_size was wrong
                data += file.read(MAX_BYTES + 1 - len(data))
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise LibraryError(
            worded("{path}: cannot be opened: {reason}", path=path, reason=reason)
        ) from error
    if len(data) > MAX_BYTES:
        raise FormatError(_TOO_LARGE, path)
    return data
