"""A source of boards: a file, or the bytes of one. A source has pages, and a page has boards.

A single picture is the source of one page. Who reads it is a :class:`Reader`: a child process, as
for the commands, or a child process itself, as in the window. Nothing that is large is imported.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from puzzles.child.limits import ChildLimits, limited
from puzzles.errors import NonogramError
from puzzles.words import without_controls
from recognizer.pages.page_board import PageBoard
from recognizer.pages.parts import OpenBoards
from recognizer.picture_limits import DECODING, NAME_OF_BYTES, READING, READING_PAGE
from recognizer.scanner import Scanner

if TYPE_CHECKING:
    from puzzles.child.child import Child
    from recognizer.values import Reading

SourceData = Path | bytes
"""A file, or the bytes of one."""
R = TypeVar("R")


class ReaderHere(NamedTuple):
    """The reader of a process that is a child itself, and may be ended by its limits."""

    scanner: Scanner

    def call(
        self,
        limits: ChildLimits,
        _name: str,
        method: Callable[..., R],
        *args: Any,
        **kwargs: Any,
    ) -> R:
        """Call a method of the scanner."""
        with limited(limits):
            return method(self.scanner, *args, **kwargs)


Reader: TypeAlias = "Child[Scanner] | ReaderHere"
"""Calls the methods of a :class:`Scanner`, each within limits."""


class Page(NamedTuple):
    """What was read on a page of a source."""

    number: int
    """From 1."""
    pages: int
    """Pages of the source."""
    readings: tuple[Reading, ...] = ()
    """In reading order; a page without a puzzle has one, which says why."""
    problem: NonogramError | None = None
    """Why the page cannot be read."""
    seconds: float = 0.0

    @property
    def puzzles(self) -> list[Reading]:
        """The readings that are puzzles."""
        return [reading for reading in self.readings if reading.has_puzzle]


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or the bytes of one."""

    data: SourceData
    shown_name: str = ""
    """The name in error texts, if it is not that of the path."""
    has_frames_as_pages: bool = False
    """Whether the frames of an animation are pages; else the first one is read."""

    @property
    def name(self) -> str:
        """The name in error texts."""
        if isinstance(self.data, bytes):
            return NAME_OF_BYTES
        return without_controls(self.shown_name or os.fspath(self.data))

    def count(self, reader: Reader) -> int:
        """The number of pages.

        Raises:
            NonogramError: The file cannot be opened.
        """
        has_frames = self.has_frames_as_pages
        return reader.call(
            DECODING, self.name, Scanner.pages, self.data, has_frames_as_pages=has_frames
        )

    def page(self, reader: Reader, number: int, count: int, *, is_all: bool = True) -> Page:
        """Read a page, which stays loaded: all of its boards, or only the largest one."""
        start = perf_counter()
        readings: tuple[Reading, ...] = ()
        problem = None
        try:
            has_frames = self.has_frames_as_pages
            reader.call(
                DECODING,
                self.name,
                Scanner.load,
                self.data,
                number,
                has_frames_as_pages=has_frames,
            )
            if is_all:
                readings = reader.call(READING_PAGE, self.name, Scanner.read_all)
            else:
                readings = (reader.call(READING, self.name, Scanner.read),)
        except NonogramError as error:
            problem = error
        return Page(number, count, readings, problem, perf_counter() - start)

    def pages(self, reader: Reader, first: int = 1) -> Iterator[Page]:
        """Read the pages from the first wanted one on, each when it is asked for.

        Raises:
            NonogramError: The file cannot be opened.
        """
        count = self.count(reader)
        for number in range(first, count + 1):
            yield self.page(reader, number, count)

    def boards(
        self, reader: Reader, on_error: Callable[[NonogramError], object]
    ) -> Iterator[PageBoard]:
        """Read all boards, those in parts joined; ``on_error`` gets why the source or a page fails.

        A board of a source of several pages comes once no later page can complete it.
        """
        path = self.data if isinstance(self.data, Path) else None
        waiting = OpenBoards[PageBoard](partial(self.joined, reader))
        try:
            count = self.count(reader)
        except NonogramError as error:
            on_error(error)
            return
        for page in range(1, count + 1):
            found = self.page(reader, page, count)
            if found.problem is not None:
                on_error(found.problem)
                continue
            number = page if count > 1 else None
            boards = [
                PageBoard(number, grid, reading, path=path)
                for grid, reading in enumerate(found.puzzles, 1)
            ]
            yield from waiting.add_page(boards) if count > 1 else boards
        yield from waiting.end()

    def joined(self, reader: Reader, boards: Sequence[PageBoard]) -> list[PageBoard]:
        """Boards with the parts of one joined; see :func:`recognizer.pages.joining.joined`."""
        return reader.call(READING_PAGE, self.name, Scanner.joined, boards, self.data)
