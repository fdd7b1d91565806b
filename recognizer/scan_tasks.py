"""What ``nonogram scan`` reads: pages, one after the other or several at a time.

A source has pages, and a page has boards. A task is a page of a source whose pages are counted
before, or else the whole source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from puzzles.contracts import ShouldStop, never
from puzzles.errors import NonogramError
from puzzles.standard_input import STANDARD_INPUT, read_standard_input
from puzzles.words import plural
from recognizer.pages.page_board import PageBoard
from recognizer.readers import Readers, readers_of_worker
from recognizer.sandbox.limits import DECODING, MAX_BYTES, NAME_OF_BYTES, READING, READING_PAGE
from recognizer.scanner import Scanner

if TYPE_CHECKING:
    from recognizer.sandbox.process import SandboxedObject
    from recognizer.values import Reading

EXTENSIONS_WITH_PAGES = (".tif", ".tiff", ".gif")
"""Extensions of the files whose pages are counted, lower case: they are read at the same time."""


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """The options of the command line."""

    as_json: bool
    target: str | None
    jobs: int | None
    cluster: str | None
    force: bool
    debug: Path | None
    count_solutions: str
    pictures: tuple[str, ...]
    """Files, and perhaps standard input; folders are replaced by their pictures."""
    is_all: bool = False
    """Whether all boards of a page are read."""
    grid: int | None = None
    """The number of the only board that is wanted, from 1 in reading order."""


@dataclass(frozen=True, slots=True)
class ScanTask:
    """A picture, or a page of one, to be read."""

    path: str
    """As it stands on the command line."""
    stem: str
    """That of the files that are written."""
    source: Path | bytes
    page: int | None = None
    """The page, from 1; ``None`` for all."""
    pages: int = 1
    """How many pages the source has, if this is one of them."""
    problem: str = ""
    """Why it is not read."""

    @property
    def name(self) -> str:
        """The name in error texts, to which :func:`recognizer.wording.with_name` adds the path."""
        return NAME_OF_BYTES if isinstance(self.source, bytes) else self.path

    @property
    def is_last_page(self) -> bool:
        """Whether the picture is finished with it."""
        return self.page is None or self.page == self.pages


@dataclass(frozen=True, slots=True)
class Scanned:
    """A board that was read, or why there is none."""

    task: ScanTask
    reading: Reading | None
    """``None`` if the picture cannot be read."""
    problem: str
    seconds: float
    page: int | None = None
    """From 1; ``None`` if it is the only one."""
    grid: int | None = None
    """From 1 in reading order; ``None`` if only the largest board was read."""
    is_missing: bool = False
    """Whether the page has no board of the wanted number, which is the problem."""
    parts: int = 1
    """The number of parts of which the board was joined."""


def tasks_of(options: ScanOptions, children: Readers) -> list[ScanTask]:
    """The pages to be read, in their order; the pages of some files are counted."""
    tasks: list[ScanTask] = []
    for path, stem in zip(options.pictures, _file_stems(options.pictures), strict=True):
        whole = ScanTask(path, stem, Path(path))
        pages = 1
        is_counted = Path(path).suffix.lower() in EXTENSIONS_WITH_PAGES
        if is_counted and path != STANDARD_INPUT and options.cluster is None:
            # A file that cannot be opened is told when it is its turn.
            with suppress(NonogramError), children.one(never) as child:
                pages = child.call(DECODING, path, Scanner.pages, Path(path))
        numbers: list[int | None] = [*range(1, pages + 1)] if pages > 1 else [None]
        tasks += [replace(whole, page=number, pages=pages) for number in numbers]
    return tasks


def with_sources(tasks: Sequence[ScanTask], options: ScanOptions) -> Iterator[ScanTask]:
    """The tasks with their pictures, when it is their turn, or with why they cannot be read."""
    from puzzles.formats.target import checked_target

    for task in tasks:
        try:
            if options.target is not None:  # no need to read what cannot be written
                checked_target(options.target, task.stem, options.pictures, options.force)
            if task.path == STANDARD_INPUT:
                yield replace(task, source=read_standard_input(MAX_BYTES))
            elif options.cluster is not None:
                from recognizer.images import bytes_of

                yield replace(task, source=bytes_of(Path(task.path)))  # not decoded here
            else:
                yield task
        except NonogramError as error:
            yield replace(task, source=b"", problem=str(error))


def _file_stems(pictures: Sequence[str]) -> list[str]:
    """The stem of the files written for each picture; all are different."""
    names: list[str] = []
    taken: set[str] = set()  # in lower case, as some systems compare names
    for picture in pictures:
        stem = "picture" if picture == STANDARD_INPUT else Path(picture).stem or "picture"
        name, number = stem, 1
        while name.lower() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        names.append(name)
    return names


def scanned(
    children: Readers, options: ScanOptions, task: ScanTask, should_stop: ShouldStop
) -> list[Scanned]:
    """Read one page, or all pages of a picture, in any thread; a result for each board."""
    start = perf_counter()
    if task.problem:
        return [Scanned(task, None, task.problem, 0.0)]
    found: list[Scanned] = []
    with children.one(should_stop) as child:
        pages = task.pages
        if task.page is None:
            try:
                pages = child.call(DECODING, task.name, Scanner.pages, task.source)
            except NonogramError as error:
                return [Scanned(task, None, str(error), perf_counter() - start)]
        for number in [task.page] if task.page is not None else range(1, pages + 1):
            if should_stop():
                break
            page = number if pages > 1 else None
            try:
                child.call(DECODING, task.name, Scanner.load, task.source, number)
                boards = _boards(child, options, replace(task, page=page))
            except NonogramError as error:
                boards = [Scanned(task, None, str(error), perf_counter() - start, page)]
            found += boards
            start = perf_counter()
        if options.is_all and pages > 1 and task.page is None and not should_stop():
            found = _joined(child, task, found)
    # A page of a book without a puzzle has solutions or text.
    puzzles = [each for each in found if each.problem or (each.reading and each.reading.has_puzzle)]
    return puzzles if pages > 1 and task.page is None and puzzles else found


def _joined(child: SandboxedObject[Scanner], task: ScanTask, found: list[Scanned]) -> list[Scanned]:
    """The boards of a source, those that were split over its pages joined."""
    boards = [
        PageBoard(each.page, number, each.reading)
        for number, each in enumerate(found)
        if each.reading is not None and each.reading.has_puzzle
    ]
    if len(boards) < 2:
        return found
    try:
        whole = child.call(READING_PAGE, task.name, Scanner.joined, boards)
    except NonogramError:
        return found  # single parts are better than nothing
    kept = {board.grid: board for board in whole}
    gone = {board.grid for board in boards} - kept.keys()
    return [
        replace(each, reading=kept[number].reading, parts=kept[number].parts)
        if number in kept
        else each
        for number, each in enumerate(found)
        if number not in gone
    ]


def scanned_on_worker(
    options: ScanOptions, task: ScanTask, should_stop: ShouldStop
) -> list[Scanned]:
    """Read one picture, on a worker of a cluster."""
    children = readers_of_worker(options.count_solutions)
    found = scanned(children, options, task, should_stop)
    children.close_idle_later()
    sent = replace(task, source=b"")  # the picture is not sent back
    return [replace(each, task=sent) for each in found]


def lost(task: ScanTask, problem: str) -> list[Scanned]:
    """The result of a picture that no worker of a cluster survives."""
    return [Scanned(task, None, problem, 0.0)]


def _boards(child: SandboxedObject[Scanner], options: ScanOptions, task: ScanTask) -> list[Scanned]:
    """The boards of the page that a child has loaded; ``task.page`` is ``None`` for a picture."""
    start = perf_counter()
    page = task.page
    numbered: list[tuple[int | None, Reading]]
    if not options.is_all and options.grid is None:
        numbered = [(None, child.call(READING, task.name, Scanner.read))]
    else:
        readings = child.call(READING_PAGE, task.name, Scanner.read_all)
        puzzles = [reading for reading in readings if reading.has_puzzle]
        numbered = [*enumerate(puzzles, 1)] if puzzles else [(None, readings[0])]
        if options.grid is not None and puzzles:
            numbered = [pair for pair in numbered if pair[0] == options.grid]
            if not numbered:
                problem = plural(
                    len(puzzles),
                    "There is only {count} puzzle, and no number {grid}.",
                    "There are only {count} puzzles, and no number {grid}.",
                    grid=options.grid,
                )
                seconds = perf_counter() - start
                return [Scanned(task, None, problem, seconds, page, options.grid, True)]
    found = []
    for grid, reading in numbered:
        if options.debug is not None:
            name = "-".join(str(part) for part in (task.stem, page, grid) if part is not None)
            child.call(READING, task.name, Scanner.draw, reading, options.debug, name)
        found.append(Scanned(task, reading, "", perf_counter() - start, page, grid))
        start = perf_counter()
    return found
