"""The functions of scanning that run in a child process. No Qt; OpenCV is loaded there only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from helper.review.found_boards import FoundBoard, found_boards
from puzzles import LibraryError
from puzzles.child.limits import limited
from puzzles.errors import RecognitionError, reason_of
from puzzles.words import worded
from recognizer.picture_limits import DECODING, READING, READING_PAGE

if TYPE_CHECKING:
    from recognizer.lattice import Lattice, Picture
    from recognizer.values import Reading


class ScanResult(NamedTuple):
    """A picture and its reading."""

    picture: Picture
    reading: Reading
    data: bytes
    """The content of the picture file."""
    photo: str = ""
    """Its name in the folder of photos; empty if it could not be stored."""
    others: tuple[FoundBoard, ...] = ()
    """All puzzles of the picture, in reading order, if there are several."""
    has_pages: bool = False
    """Whether the file has pages, which are to be read one after the other; nothing was read."""


class ReadingWish(NamedTuple):
    """What is to be read again, and how; see :func:`recognizer.reading.read`."""

    near: tuple[float, float] | None = None
    lattice: Lattice | None = None
    is_curved: bool = False
    colors: int | None = None


def scan_work(
    source: Path | bytes, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> ScanResult:
    """Load a picture and read the puzzles in it; reports :class:`recognizer.values.Progress`.

    A file of several pages is only opened: the caller reads its pages one after the other.

    Raises:
        RecognitionError: It is not a picture; without a grid the reading has a problem instead.
        LibraryError: The file was deleted in the meantime.
    """
    import numpy as np

    from recognizer.images import is_animation, load, pages_in
    from recognizer.pages.boards import read_boards
    from recognizer.scanner import is_pdf_source
    from recognizer.values import Problem, Reading
    from solver.solution_count import count_solutions

    if is_pdf_source(source):
        return ScanResult(np.zeros((1, 1, 3), np.uint8), Reading(), b"", has_pages=True)
    with limited(DECODING):
        picture = load(source)
        if pages_in(source) > 1:
            return ScanResult(picture, Reading(), b"", has_pages=True)
        notes = (Problem.FIRST_FRAME,) if is_animation(source) else ()
    data = source if isinstance(source, bytes) else bytes_of(source)
    try:
        with limited(READING_PAGE):
            readings = read_boards(
                picture,
                count_solutions=count_solutions,
                on_progress=report,
            )
    except RecognitionError:
        readings = (Reading(problems=(Problem.NO_GRID,)),)
    readings = tuple(replace(each, problems=(*each.problems, *notes)) for each in readings)
    photo = "" if should_stop() else store(data)
    with limited(DECODING):
        others = found_boards(picture, readings) if len(readings) > 1 else ()
    return ScanResult(picture, readings[0], data, photo, others)


def load_work(
    path: Path, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> ScanResult:
    """Load the picture of a saved review.

    Raises:
        RecognitionError: It is not a picture any more.
        LibraryError: The file was deleted in the meantime.
    """
    from recognizer.images import load
    from recognizer.values import Reading

    with limited(DECODING):
        data = bytes_of(path)
        picture = load(data)
    return ScanResult(picture, Reading(), data, path.name)


def reread_work(
    picture: Picture,
    wish: ReadingWish,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Reading:
    """Read a picture again. It counts as upright, since the user has turned it.

    Reports :class:`recognizer.values.Progress` values.
    """
    # Imported here, since the other functions need neither OpenCV nor the networks.
    from recognizer.reading import read
    from solver.solution_count import count_solutions

    with limited(READING):
        return read(
            picture,
            count_solutions=count_solutions,
            is_upright=True,
            on_progress=report,
            **wish._asdict(),
        )


def frame_work(
    picture: Picture,
    reading: Reading,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Reading:
    """Read a frame of a video with all that a picture is given; the better of both readings."""
    from recognizer.combining import rank

    near = None if reading.lattice is None else reading.lattice.center
    return min(reread_work(picture, ReadingWish(near), report, should_stop), reading, key=rank)


def judge_work(
    reading: Reading, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> Reading:
    """Judge what a person has made of a reading by the rules; its numbers stay."""
    from recognizer.rules.correction import correct_by_rules
    from solver.solution_count import count_solutions

    return correct_by_rules(reading, count_solutions, keeps_numbers=True)


def store(data: bytes) -> str:
    """Store the picture for its review, since it may come from the clipboard; returns its name.

    If that fails it is empty: :class:`helper.review.review_autosave.ReviewAutosave` tries again,
    and says why.
    """
    from helper.review.photos import store_photo

    try:
        return store_photo(data).name
    except LibraryError:
        return ""


def bytes_of(path: Path) -> bytes:
    """The content of a file.

    Raises:
        LibraryError: It cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise LibraryError(
            worded("{path}: cannot be opened: {reason}", path=path, reason=reason_of(error))
        ) from error
