"""The worker of an import: reads files and adds their puzzles to the library in batches. No Qt.

Each batch is one transaction. Whatever ends the import, even ``kill -9``, the batches before are
complete, and importing again adds only what is missing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from helper.application.collection_store import (
    Addition,
    CollectionStore,
    KnownPlace,
    NewGame,
    NewPuzzle,
)
from helper.application.library import Library
from helper.collections.import_report import FindingKind, ImportFinding, ImportProgress
from helper.collections.import_sources import Item, items_of
from helper.play.moves import SheetState, check_size, state_to_json
from helper.play.timeline import Timeline
from puzzles.child.limits import ChildLimits, limited
from puzzles.clue_hash import canonical_hash, clue_hash
from puzzles.errors import FormatError, LibraryBusyError, NonogramError
from puzzles.formats import Document, read
from puzzles.formats.non import NON
from puzzles.packs import packs
from puzzles.words import _, worded

LIMITS = ChildLimits(1024, math.inf, _("importing"))
"""Memory for the largest puzzle several times; a malicious archive may ask for more."""
BATCH = 100
"""Puzzles in one transaction, at most."""
BATCH_S = 0.2
"""A batch is written after this time, so that progress is visible, s."""
_RETRY_S = 0.02
_MAX_BUSY_S = 30.0
"""How long another program may write into the library before the import gives up, s."""

_T = TypeVar("_T")
_Read = tuple[str, NewPuzzle | ImportFinding]
"""The name of a file, and its puzzle or what became of it."""


def import_work(
    paths: Sequence[Path],
    library: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
    recent: Set[str] = frozenset(),
    title: str = "",
) -> None:
    """Import the puzzles of files, folders and zip archives into their collections.

    Args:
        paths: What to import.
        library: The library's file.
        report: Gets an :class:`ImportProgress` after each batch.
        should_stop: Whether to stop; what is not in a complete batch is not added.
        recent: The files that Home shows as such, see :meth:`CollectionStore.add`.
        title: That of the collection of all; by default each folder and archive has its own.

    Raises:
        NonogramError: The library cannot be used, or there are too many files.
    """
    with ExitStack() as archives, closing(_opened(library, should_stop)) as opened:
        add = partial(CollectionStore(opened).add, known=_bundled(), recent=recent)
        writer = _Writer(add, report, should_stop)
        with limited(LIMITS):
            items = items_of(paths, archives, should_stop)
            writer.total = len(items)
            for item in items:
                reads = _puzzles_of(item)
                if should_stop():
                    return
                writer.add(title or item.collection, reads)
        writer.flush()


def new_puzzle(document: Document) -> NewPuzzle:
    """A document as it is kept: the puzzle without marks, and its marks as a game."""
    puzzle = document.puzzle
    text = NON.write(Document(puzzle)).decode()
    return NewPuzzle(
        clues=clue_hash(puzzle),
        canonical=canonical_hash(puzzle),
        title=puzzle.title,
        height=puzzle.height,
        width=puzzle.width,
        colors=len(puzzle.palette) - 1,
        document=text,
        game=None if document.marks.is_untouched else _game_of(document, text),
    )


def _game_of(document: Document, untouched: str) -> NewGame:
    """The game of the marks; its file is the puzzle without them, as ``play.journal`` reads it."""
    sheet = SheetState(document.puzzle, document.marks)
    game = Timeline(sheet)
    file = json.dumps({"path": None, "document": untouched, "stamp": 0})
    return NewGame(json.dumps(state_to_json(sheet)), file, game.share(), game.is_solved)


class _Writer:
    """Collects a batch and writes it."""

    def __init__(
        self,
        add: Callable[[str, Sequence[NewPuzzle]], tuple[Addition, ...]],
        report: Callable[[object], None],
        should_stop: Callable[[], bool],
    ) -> None:
        self.total = 0
        self._add, self._title = add, ""
        self._report, self._should_stop = report, should_stop
        self._batch: list[_Read] = []
        self._done = 0
        self._written_at = monotonic()

    def add(self, title: str, found: Sequence[_Read]) -> None:
        """Take what was read of a file for a collection; write a batch that is large enough."""
        if title != self._title and self._batch:
            self.flush()
        self._title = title
        self._batch += found
        self._done += 1
        if len(self._batch) >= BATCH or monotonic() - self._written_at > BATCH_S:
            self.flush()

    def flush(self) -> None:
        """Write the batch and report it."""
        puzzles = [new for _, new in self._batch if isinstance(new, NewPuzzle)]
        additions: Iterator[Addition] = iter(())
        if puzzles:
            written = _patiently(lambda: self._add(self._title, puzzles), self._should_stop)
            if written is None:
                return
            additions = iter(written)
        findings = tuple(
            new if isinstance(new, ImportFinding) else _finding(name, next(additions))
            for name, new in self._batch
        )
        self._batch = []
        self._written_at = monotonic()
        self._report(ImportProgress(self._done, self.total, findings))


def _puzzles_of(item: Item) -> list[_Read]:
    """What a file has."""
    if item.read is None:
        return [(item.name, ImportFinding(FindingKind.NOT_READ, item.name, item.problem))]
    try:
        documents = item.read()
    except NonogramError as error:
        return [(item.name, ImportFinding(FindingKind.NOT_READ, item.name, _reason(error)))]
    notes: list[_Read] = [
        (item.name, ImportFinding(FindingKind.NOT_READ, item.name, note))
        for note in documents[0].notes
    ]
    if len(documents) == 1:
        return [(item.name, _checked(item.name, documents[0])), *notes]
    names = [
        worded("{name}, puzzle {number}", name=item.name, number=number)
        for number in range(1, len(documents) + 1)
    ]
    read = [(name, _checked(name, one)) for name, one in zip(names, documents, strict=True)]
    return [*read, *notes]


def _checked(name: str, document: Document) -> NewPuzzle | ImportFinding:
    """The puzzle, or why it is none."""
    problem = ""
    try:
        check_size(document.puzzle, name)
    except FormatError as error:
        return ImportFinding(FindingKind.NOT_READ, name, error.problem)
    if document.is_drawing:
        problem = _("it is an unfinished drawing; open it with File > Open")
    elif document.puzzle.unknown_lines:
        lines = document.puzzle.unknown_text
        problem = worded("not all clues are known ({lines})", lines=lines)
    elif defects := document.puzzle.defects():
        problem = worded("it has no solution: {defects}", defects=defects[0])
    elif not document.puzzle.has_clues:
        problem = _("it has no clues")
    return ImportFinding(FindingKind.NOT_READ, name, problem) if problem else new_puzzle(document)


def _reason(error: NonogramError) -> str:
    """The text of an error without the name of the file, which the report has already."""
    if isinstance(error, FormatError):
        return (
            error.problem
            if error.line is None
            else worded("line {line}: {problem}", line=error.line, problem=error.problem)
        )
    template = _("{path}: cannot be opened: {reason}")
    between = template.partition("{path}")[2].removesuffix("{reason}")
    path, separator, rest = str(error).rpartition(between)
    return worded("cannot be opened: {reason}", reason=rest) if separator and path else str(error)


def _finding(name: str, addition: Addition) -> ImportFinding:
    like = addition.like
    kind, detail = FindingKind.ADDED, ""
    if not addition.is_added and like is not None:
        kind = FindingKind.KNOWN
        detail = (
            worded("the same clues as {puzzle}", puzzle=like)
            if like.number
            else worded("already in {collection}", collection=like)
        )
    elif like is not None:
        kind, detail = FindingKind.TURNED, worded("{puzzle} turned or mirrored", puzzle=like)
    return ImportFinding(kind, name, detail, addition.marks)


def _bundled() -> Mapping[str, KnownPlace]:
    """The places of the bundled puzzles by the hashes of their clues; their titles are secret."""
    return {
        puzzle.rating.clues if puzzle.rating else clue_hash(read(puzzle.path).puzzle): KnownPlace(
            pack.title, number
        )
        for pack in packs()
        for number, puzzle in enumerate(pack.puzzles, 1)
    }


def _opened(path: Path, should_stop: Callable[[], bool]) -> Library:
    library = _patiently(lambda: Library(path), should_stop)
    return Library(path) if library is None else library


def _patiently(action: Callable[[], _T], should_stop: Callable[[], bool]) -> _T | None:
    """Repeat an action while another program writes; ``None`` if it was stopped."""
    deadline = monotonic() + _MAX_BUSY_S
    while True:
        try:
            return action()
        except LibraryBusyError:
            if monotonic() > deadline:
                raise
            if should_stop():
                return None
            sleep(_RETRY_S)
