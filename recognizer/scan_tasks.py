"""What ``nonogram scan`` reads: pages, one after the other or several at a time.

A task is a page of a :class:`~recognizer.source.Source` whose pages are counted before, or else the
whole source. :class:`SourceResults` puts the pages of a source together again: parts
of a board are joined, and a board is ready as soon as no later page can complete it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from puzzles.contracts import ShouldStop, never
from puzzles.errors import NonogramError
from puzzles.standard_input import STANDARD_INPUT, name_of, read_standard_input
from puzzles.words import plural, worded
from recognizer.pages.page_board import PageBoard
from recognizer.pages.parts import OpenBoards
from recognizer.picture_limits import MAX_BYTES, READING
from recognizer.readers import Readers, readers_of_worker
from recognizer.scanner import Scanner
from recognizer.source import Page, Source

if TYPE_CHECKING:
    from puzzles.child.child import Child
    from recognizer.values import Reading

SCANS_WITH_PAGES = (".tif", ".tiff", ".gif")
"""Extensions of pictures of several pages, lower case."""
EXTENSIONS_WITH_PAGES = (*SCANS_WITH_PAGES, ".pdf")
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
    """The number of the only board that is wanted, from 1 in reading order: on each page, or in the
    whole source if it is written into a file."""

    wants_file: bool = False
    """Whether one file is written, and not a folder or standard output."""

    @property
    def are_boards_numbered(self) -> bool:
        """Whether all boards of a page are read, and not only the largest one."""
        return self.is_all or self.grid is not None

    @property
    def is_one_of_source(self) -> bool:
        """Whether only one board of the source is wanted, not of each page."""
        return self.grid is not None and self.wants_file

    @property
    def is_every_board_read(self) -> bool:
        """Whether all boards of a source are read, those in parts joined."""
        return self.is_all or self.is_one_of_source


@dataclass(frozen=True, slots=True)
class ScanTask:
    """A picture, or a page of one, to be read."""

    path: str
    """As it stands on the command line."""
    stem: str
    """That of the files that are written."""
    source: Source
    page: int | None = None
    """The page, from 1; ``None`` for all."""
    pages: int = 1
    """How many pages the source has, if this is one of them."""
    problem: str = ""
    """Why it is not read."""

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
    """Whether there is no board of the wanted number, which is the problem."""
    parts: int = 1
    """The number of parts of which the board was joined."""
    trouble: str = ""
    """Why it could not be drawn for ``--debug``."""


def tasks_of(options: ScanOptions, children: Readers) -> list[ScanTask]:
    """The pages to be read, in their order; the pages of some files are counted."""
    tasks: list[ScanTask] = []
    for path, stem in zip(options.pictures, _file_stems(options.pictures), strict=True):
        whole = ScanTask(path, stem, Source(Path(path), path, options.is_all))
        pages = 1
        is_counted = Path(path).suffix.lower() in EXTENSIONS_WITH_PAGES
        if is_counted and path != STANDARD_INPUT and options.cluster is None:
            # A file that cannot be opened is told when it is its turn.
            with suppress(NonogramError), children.one(never) as child:
                pages = whole.source.count(child)
        if pages > 1 and options.wants_file and options.grid is None:
            tasks.append(replace(whole, problem=several_pages_problem(options, whole)))
            continue
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
                data = read_standard_input(MAX_BYTES)
                yield replace(task, source=replace(task.source, data=data))
            elif options.cluster is not None:
                from recognizer.images import bytes_of

                data = bytes_of(Path(task.path))  # not decoded here
                yield replace(task, source=replace(task.source, data=data))
            else:
                yield task
        except NonogramError as error:
            yield replace(task, source=Source(b""), problem=str(error))


def several_pages_problem(options: ScanOptions, task: ScanTask) -> str:
    """Why the pages of a source cannot be written into one file."""
    return worded(
        "{target}: {name} has several pages; name a folder for their puzzles, or choose one puzzle"
        " with --grid",
        target=options.target,
        name=name_of(task.path),
    )


def _file_stems(pictures: Sequence[str]) -> list[str]:
    """The stem of the files written for each picture; all are different.

    Pictures of the same stem are told apart by what differs: their extensions or their folders.

    >>> _file_stems(["a.png", "a.jpg", "b.png", "x/b.png", "c.png"])
    ['a-png', 'a-jpg', 'b', 'x-b', 'c']
    """
    names: list[str] = []
    taken: set[str] = set()
    same_stem: dict[str, list[Path]] = {}
    for picture in pictures:
        same_stem.setdefault(_stem(picture).lower(), []).append(Path(picture))
    for picture in pictures:
        stem, path = _stem(picture), Path(picture)
        same = [other for other in same_stem[stem.lower()] if other != path]
        if any(other.suffix.lower() != path.suffix.lower() for other in same) and path.suffix:
            stem = f"{stem}-{path.suffix[1:]}"
        if any(other.suffix.lower() == path.suffix.lower() for other in same) and path.parent.name:
            stem = f"{path.parent.name}-{stem}"
        name, number = stem, 1
        while name.lower() in taken:  # in lower case, as some systems compare names
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        names.append(name)
    return names


def _stem(picture: str) -> str:
    return "picture" if picture == STANDARD_INPUT else Path(picture).stem or "picture"


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
                pages = task.source.count(child)
            except NonogramError as error:
                return [Scanned(task, None, str(error), perf_counter() - start)]
        for number in [task.page] if task.page is not None else range(1, pages + 1):
            if should_stop():
                break
            page = task.source.page(child, number, pages, is_all=options.are_boards_numbered)
            found += _boards(child, options, task, page)
    return found


def scanned_on_worker(
    options: ScanOptions, task: ScanTask, should_stop: ShouldStop
) -> list[Scanned]:
    """Read one picture, on a worker of a cluster."""
    children = readers_of_worker(options.count_solutions)
    found = scanned(children, options, task, should_stop)
    children.close_idle_later()
    sent = replace(task, source=Source(b""))  # the picture is not sent back
    return [replace(each, task=sent) for each in found]


def lost(task: ScanTask, problem: str) -> list[Scanned]:
    """The result of a picture that no worker of a cluster survives."""
    return [Scanned(task, None, problem, 0.0)]


def _boards(
    child: Child[Scanner], options: ScanOptions, task: ScanTask, page: Page
) -> list[Scanned]:
    """The boards of the page that a child has just read."""
    task = replace(task, page=page.number if page.pages > 1 else None)
    if page.problem is not None:
        return [Scanned(task, None, str(page.problem), page.seconds, task.page)]
    puzzles = page.puzzles
    numbered: list[tuple[int | None, Reading]] = [(None, page.readings[0])]
    if options.are_boards_numbered and puzzles:
        numbered = [*enumerate(puzzles, 1)]
        if options.grid is not None and not options.is_every_board_read:
            numbered = numbered[options.grid - 1 : options.grid]
            if not numbered:
                return [_missing(task, len(puzzles), options.grid, page.seconds)]
    found = []
    for grid, reading in numbered:
        trouble = ""
        if options.debug is not None:
            parts = (task.stem, task.page, grid)
            name = "-".join(str(part) for part in parts if part is not None)
            try:
                child.call(READING, task.source.name, Scanner.draw, reading, options.debug, name)
            except NonogramError as error:
                trouble = str(error)
        found.append(Scanned(task, reading, "", page.seconds, task.page, grid, trouble=trouble))
    return found


def _missing(task: ScanTask, puzzles: int, grid: int, seconds: float) -> Scanned:
    """The result of a page or source that has too few puzzles."""
    problem = plural(
        puzzles,
        "There is only {count} puzzle, and no number {grid}.",
        "There are only {count} puzzles, and no number {grid}.",
        grid=grid,
    )
    return Scanned(task, None, problem, seconds, task.page, grid, is_missing=True)


class SourceResults:
    """Puts the pages of each source together again; the results are ready in their order.

    Args:
        options: The options of the command line.
        children: They join the parts of a board.
    """

    def __init__(self, options: ScanOptions, children: Readers) -> None:
        self._options = options
        self._children = children
        self._open = OpenBoards(self._joined)
        self._empty: list[Scanned] = []
        """Pages without a puzzle: they are told if the source has no other ones."""
        self._puzzles = 0
        """Puzzles of the source so far."""
        self._is_worth_telling = False
        """Whether there was a puzzle or a failure in the source."""
        self._waiting: deque[Scanned] = deque()
        """What is ready."""
        self.is_found = False
        """Whether the only wanted board was found, so that nothing else has to be read."""

    def add(self, task: ScanTask, found: Sequence[Scanned]) -> None:
        """Add the results of the next task."""
        for page, boards in groupby(found, key=lambda each: each.page):
            ready = [*boards]
            if self._options.is_every_board_read and page is not None:
                ready = self._open.add_page(ready)
            self._sort(ready)
        if task.is_last_page:
            self._sort(self._open.end())
            self._end_source(task)

    def take(self) -> Iterator[Scanned]:
        """Yield what is ready; it counts as taken once the next one is asked for."""
        while self._waiting:
            yield self._waiting[0]
            self._waiting.popleft()

    def finish(self) -> None:
        """Make ready what is left when reading is stopped, but for parts on the last page."""
        self._sort(self._open.finished())

    def _sort(self, boards: Sequence[Scanned]) -> None:
        options = self._options
        for each in boards:
            is_puzzle = each.reading is not None and each.reading.has_puzzle
            if not is_puzzle and not each.problem and self._is_left_out(each):
                self._empty.append(each)
                continue
            self._is_worth_telling = True
            self._puzzles += is_puzzle
            if not options.is_one_of_source or not is_puzzle:
                self._waiting.append(each)
            elif self._puzzles == options.grid:
                self.is_found = True
                self._waiting.append(each)

    def _is_left_out(self, page: Scanned) -> bool:
        """Whether a page without a puzzle is nothing that is missing: pages of a book have
        solutions or text, and those of a scan puzzles."""
        is_scan = Path(page.task.path).suffix.lower() in SCANS_WITH_PAGES
        return self._options.is_one_of_source or (page.page is not None and not is_scan)

    def _end_source(self, task: ScanTask) -> None:
        grid = self._options.grid
        if not self._is_worth_telling:
            self._waiting += self._empty
        elif self._options.is_one_of_source and not self.is_found and grid is not None:
            self._waiting.append(_missing(replace(task, page=None), self._puzzles, grid, 0.0))
        self._empty.clear()
        self._puzzles = 0
        self._is_worth_telling = False

    def _joined(self, found: list[Scanned]) -> list[Scanned]:
        """The boards, those that are parts of one joined, by a child."""
        boards = [
            PageBoard(each.page, number, each.reading)
            for number, each in enumerate(found)
            if each.reading is not None
        ]
        with self._children.one(never) as child:
            task = found[0].task
            whole = task.source.joined(child, boards)
        return [
            replace(found[board.grid], reading=board.reading, parts=board.parts) for board in whole
        ]
