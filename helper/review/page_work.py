"""Reading whole files in a child process: every puzzle of every page. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzles.errors import NonogramError
from recognizer.sandbox.limits import DECODING, NAME_OF_BYTES, limited

if TYPE_CHECKING:
    from helper.review.scan_work import ScanResult
    from recognizer.values import Picture, Reading

THUMBNAIL_PX = 192
"""Longer side of a small picture, px: twice that of a row, for screens with more pixels."""
_MARGIN_SHARE = 0.04
"""Paper around the puzzle in a small picture, as a share of the puzzle's side."""

Source = Path | bytes
"""A file, or the bytes of one."""


class FoundBoard(NamedTuple):
    """One puzzle of a page."""

    reading: Reading
    thumbnail: Picture | None
    """The puzzle with its clues, small; ``None`` if nothing was found."""


class PageScan(NamedTuple):
    """What was read on one page; reported as soon as it is known."""

    page: int
    """From 1."""
    pages: int
    """Pages of the file."""
    boards: tuple[FoundBoard, ...]
    """In reading order; a page without a puzzle has one whose reading says why."""
    problem: str = ""
    """Why the page could not be read."""


def pages_work(
    source: Source, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> None:
    """Read all pages of a file; reports a :class:`PageScan` for each.

    Raises:
        RecognitionError: It is no picture.
    """
    from recognizer.scanner import Scanner

    scanner = Scanner("solver.solution_count:count_solutions")
    with limited(DECODING):
        pages = scanner.pages(source)
    for page in range(1, pages + 1):
        if should_stop():
            return
        try:
            with limited(DECODING):
                scanner.load(source, page)
            readings = scanner.read_all()
        except NonogramError as error:
            report(PageScan(page, pages, (), str(error)))
            continue
        report(PageScan(page, pages, found_boards(scanner.picture, readings)))


def page_work(
    source: Source,
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


def found_boards(picture: Picture, readings: Sequence[Reading]) -> tuple[FoundBoard, ...]:
    """The readings of a picture, each with a small picture of its puzzle."""
    return tuple(FoundBoard(reading, thumbnail_of(picture, reading)) for reading in readings)


def thumbnail_of(picture: Picture, reading: Reading) -> Picture | None:
    """A small picture of the puzzle with its clues: upright, BGR uint8."""
    import cv2
    import numpy as np

    from recognizer.images import turned

    if reading.lattice is None:
        return None
    points = [reading.lattice.corners]
    points += [np.array(n.quad, np.float32) for _, line in reading.lines for n in line.numbers]
    x, y, width, height = cv2.boundingRect(np.concatenate(points))
    margin = round(_MARGIN_SHARE * max(width, height))
    upright = turned(picture, reading.turns)
    part = upright[
        max(y - margin, 0) : y + height + margin, max(x - margin, 0) : x + width + margin
    ]
    if not part.size:
        return None
    scale = THUMBNAIL_PX / max(part.shape[:2])
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.ascontiguousarray(cv2.resize(part, size, interpolation=way), np.uint8)


def name_of_source(source: Source) -> str:
    """The name of a file for the user."""
    return source.name if isinstance(source, Path) else NAME_OF_BYTES
