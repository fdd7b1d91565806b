"""Reading whole files in a child process: every puzzle of every page. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from helper.review.found_boards import FoundBoard, found_boards
from puzzles.child.limits import limited
from puzzles.errors import NonogramError, RecognitionError
from puzzles.model import clean_text
from puzzles.words import plural
from recognizer.picture_limits import DECODING, NAME_OF_BYTES

if TYPE_CHECKING:
    from helper.review.scan_work import ScanResult
    from recognizer.lattice import Picture
    from recognizer.pages.page_board import PageBoard
    from recognizer.pages.parts import Part
    from recognizer.source import Page, SourceData
    from recognizer.values import Reading


class PageScan(NamedTuple):
    """What was read on one page; reported as soon as it is known."""

    page: int
    """From 1."""
    pages: int
    """Pages of the file."""
    boards: tuple[FoundBoard, ...]
    """In reading order; a picture without a puzzle has one whose reading says why, and such a page
    of several has none."""
    problem: str = ""
    """Why the page could not be read."""
    number: int = 1
    """The number of the first of the boards on the page, in reading order."""
    replaces: tuple[tuple[int, int], ...] = ()
    """Pages and numbers of parts whose place its board takes."""


def pages_work(
    source: SourceData,
    first: int,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
    last: int | None = None,
) -> None:
    """Read the pages of a file from the first to the last wanted one, or to its end.

    Reports a :class:`PageScan` for each.

    A board that was split over pages is reported as its parts, and joined as soon as they are read.

    Raises:
        RecognitionError: It is no picture, or none of its pages has a puzzle.
    """
    from recognizer.scanner import Scanner
    from recognizer.source import ReaderHere, Source

    scanner = Scanner("solver.solution_count:count_solutions")
    reader, file = ReaderHere(scanner), Source(source)
    parts = _Parts(lambda boards: file.joined(reader, boards), report)
    is_empty, pages = first == 1, 0
    for page in file.pages(reader, first):
        boards: tuple[FoundBoard, ...] = ()
        problem = page.problem
        if page.puzzles or (page.pages == 1 and problem is None):  # not a page of text in a book
            try:
                with limited(DECODING):
                    boards = found_boards(scanner.picture, page.readings)
            except NonogramError as error:
                problem = error
        report(PageScan(page.number, page.pages, boards, "" if problem is None else str(problem)))
        is_empty, pages = is_empty and not boards and problem is None, page.pages
        if pages > 1:
            parts.add_page(page, boards)
        if page.number == last:
            return
    if is_empty:
        sentence = plural(
            pages, "there is no puzzle on its page", "there is no puzzle on its {count} pages"
        )
        raise RecognitionError(sentence)


class _Parts:
    """The last boards of a file; those that are parts of one are joined as soon as they are read.

    Should a later page have one more part, they are joined once more.
    """

    def __init__(
        self,
        join: Callable[[Sequence[PageBoard]], Sequence[PageBoard]],
        report: Callable[[object], None],
    ) -> None:
        self._join, self._report = join, report
        self._boards: list[tuple[PageBoard, Part]] = []
        self._thumbnails: dict[tuple[int, int], Picture | None] = {}
        self._tried: set[tuple[tuple[int, int], ...]] = set()
        """The places of the boards that may be parts of one; each such group is joined once."""
        self._gone: set[tuple[int, int]] = set()
        """The places of parts, but for the first one of each board."""
        self._joined: dict[tuple[int, int], int] = {}
        """How many parts the boards have that were joined, by the place of their first part."""

    def add_page(self, page: Page, boards: Sequence[FoundBoard]) -> None:
        from recognizer.pages.page_board import PageBoard
        from recognizer.pages.parts import MAX_APART, Part, groups_of

        for number, board in enumerate(boards, 1):
            of_page = PageBoard(page.number, number, board.reading)
            self._boards.append((of_page, Part(board.reading)))
            self._thumbnails[page.number, number] = board.thumbnail
        recent = self._boards[-MAX_APART - len(boards) :]
        places = [(board.page or 1, board.grid) for board, _part in recent]
        groups = groups_of([part for _board, part in recent])
        found = {tuple(places[k] for k in group) for group in groups}
        if found <= self._tried:
            return
        self._tried |= found
        parts = [board for board, _part in recent]
        with suppress(NonogramError):  # the parts are in the list
            self._report_joined(parts, self._join(parts), page.pages)

    def _report_joined(
        self, parts: Sequence[PageBoard], whole: Sequence[PageBoard], pages: int
    ) -> None:
        """Report the boards that were joined, each with the parts whose place it takes."""
        places = [(board.page or 1, board.grid) for board in parts]
        kept = [(board.page or 1, board.grid) for board in whole]
        gone = [place for place in places if place not in (*kept, *self._gone)]
        self._gone.update(gone)
        for board, place in zip(whole, kept, strict=True):
            if board.parts > self._joined.get(place, 1):
                self._joined[place] = board.parts
                shown = FoundBoard(board.reading, self._thumbnails[place])
                self._report(PageScan(place[0], pages, (shown,), "", place[1], (place, *gone)))


def page_work(
    source: SourceData,
    page: int,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> ScanResult:
    """Load one page of a file for the review of a puzzle that was read on it.

    Raises:
        RecognitionError: It is not a picture any more.
        LibraryError: The file was deleted in the meantime.
    """
    from helper.images.saving import encode_picture
    from helper.review.scan_work import ScanResult, bytes_of, store
    from recognizer.scanner import Scanner
    from recognizer.values import Reading

    scanner = Scanner()
    with limited(DECODING):
        pages = scanner.pages(source)
        scanner.load(source, page)
    is_whole = pages == 1
    if not is_whole:
        data = encode_picture(scanner.picture, ".png")
    else:
        data = source if isinstance(source, bytes) else bytes_of(source)
    return ScanResult(scanner.picture, Reading(), data, "" if should_stop() else store(data))


def covering(picture: Picture, reading: Reading) -> Picture:
    """The page of the first part of a joined board, with white paper where the others follow."""
    import cv2
    import numpy as np

    if reading.lattice is None or reading.turns:
        return picture
    height, width = picture.shape[:2]
    right, bottom = (int(end) + 1 for end in reading.lattice.corners.max(axis=0))
    if right <= width and bottom <= height:
        return picture
    below, beside = max(0, bottom + 10 - height), max(0, right + 10 - width)
    wider = cv2.copyMakeBorder(
        picture, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    return np.asarray(wider, np.uint8)


def name_of_source(source: SourceData) -> str:
    """The name of a file for the user, in one line."""
    return clean_text(source.name) if isinstance(source, Path) else NAME_OF_BYTES
