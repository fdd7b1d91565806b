"""The child process of ``nonogram scan``, ``read_picture`` and ``read_pictures``.

It loads a page, of a picture or a PDF file, and reads its boards.

An untrusted picture may crash a decoder or keep it busy forever, so a :class:`Scanner` runs in a
:class:`~puzzles.child.child.Child`. The picture stays in the child; the
:class:`Reading` is sent back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from puzzles.child.limits import limited
from puzzles.errors import RecognitionError
from recognizer.pages.pdf_pages import OPENING, PAGE, RENDERING, PdfPages, counter_of
from recognizer.picture_limits import bugs_as_sentences

if TYPE_CHECKING:
    from recognizer.lattice import Picture
    from recognizer.pages.page_board import PageBoard
    from recognizer.values import Reading


T = TypeVar("T")


class Scanner:
    """Reads pictures, one at a time.

    Args:
        count_solutions: A :data:`~puzzles.contracts.CountSolutions` as ``module:name``; empty to
            read without a solver.
    """

    def __init__(self, count_solutions: str = "") -> None:
        # Imported here: the parent starts without OpenCV, and a later import would count as the
        # memory of the picture. PDFium, which pictures do not need, takes a hundredth of that.
        from recognizer.images import is_animation, load, pages_in
        from recognizer.pages.boards import read_boards
        from recognizer.reading import read

        self._load = load
        self._pages_in = pages_in
        self._is_animation = is_animation
        self._read = read
        self._read_boards = read_boards
        self._counter = count_solutions
        self._count_solutions = counter_of(count_solutions)
        self._picture: Picture | None = None
        self._drawn: list[Reading] | None = None
        """The boards that are drawn on the loaded page of a PDF file; ``None`` for pictures."""
        self._place: tuple[Path | bytes, int] = b"", 1
        self._has_more_frames = False

    @cached_property
    def _pdf(self) -> PdfPages:
        return PdfPages(self._counter)

    def load(
        self, source: Path | bytes, page: int = 1, *, has_frames_as_pages: bool = False
    ) -> None:
        """Load the page that is read next: of a file, or of the bytes of one.

        A picture is decoded. The boards of a PDF page are read from its drawing, if it has one.
        Unless the frames of an animation are pages, the first one is read, and the reading says so.

        Raises:
            RecognitionError: See :func:`recognizer.images.load` and
                :meth:`recognizer.pages.pdf_pages.PdfPages.boards_of_page`.
        """
        self._picture, self._drawn, self._place = None, None, (source, page)
        self._has_more_frames = False
        if not is_pdf_source(source):
            self._picture = self._load(source, page)
            self._has_more_frames = not has_frames_as_pages and self._is_animation(source)
            return
        pdf = self._pdf  # imported before memory is counted
        with limited(PAGE):
            self._drawn = pdf.boards_of_page(source, page)
        if self._drawn is None:
            self._picture = self._rendered()

    @property
    def picture(self) -> Picture:
        """The loaded page as it was decoded or is rendered: BGR uint8."""
        if self._picture is None:
            self._picture = self._rendered()
        return self._picture

    def _rendered(self) -> Picture:
        pdf = self._pdf
        with limited(RENDERING):
            return pdf.render(*self._place)

    def pages(self, source: Path | bytes, *, has_frames_as_pages: bool = False) -> int:
        """The number of pages; see :func:`recognizer.images.pages_in`.

        Raises:
            RecognitionError: The file cannot be opened.
        """
        if not is_pdf_source(source):
            return self._pages_in(source, has_frames_as_pages=has_frames_as_pages)
        pdf = self._pdf
        with limited(OPENING):
            return pdf.page_count(source)

    def read(self) -> Reading:
        """Read the puzzle in the loaded picture. Without a grid the result is an empty reading.

        Raises:
            RecognitionError: There is an error in this program.
        """
        if self._drawn is not None:
            return largest_of(self._drawn)
        return self._with_frame_told(self._guarded(self._read))

    def read_all(self) -> tuple[Reading, ...]:
        """Read all puzzles in the loaded picture; see :func:`recognizer.pages.boards.read_boards`.

        Raises:
            RecognitionError: There is an error in this program.
        """
        if self._drawn is not None:
            return tuple(self._drawn) or (largest_of([]),)
        found = self._guarded(self._read_boards)
        return tuple(map(self._with_frame_told, found if isinstance(found, tuple) else (found,)))

    def _with_frame_told(self, reading: Reading) -> Reading:
        from recognizer.values import Problem

        told = (*reading.problems, Problem.FIRST_FRAME)
        return replace(reading, problems=told) if self._has_more_frames else reading

    def _guarded(self, read: Callable[..., T]) -> T | Reading:
        from recognizer.values import Problem, Reading

        assert self._picture is not None
        with bugs_as_sentences():
            try:
                return read(self._picture, count_solutions=self._count_solutions)
            except RecognitionError:
                return Reading(problems=(Problem.NO_GRID,))

    def joined(self, boards: Sequence[PageBoard], source: Path | bytes) -> list[PageBoard]:
        """The boards of a whole source; see :func:`recognizer.pages.joining.joined`."""
        from recognizer.pages.joining import joined

        found = joined(boards, self._count_solutions)
        if not is_pdf_source(source):
            return found
        return [
            replace(board, reading=self._pdf.exact(board.reading, source))
            if board.parts > 1
            else board
            for board in found
        ]

    def draw(self, reading: Reading, folder: Path, name: str) -> None:
        """Draw the stages; see :func:`recognizer.debugging.reading_report.draw`."""
        from recognizer.debugging.reading_report import draw
        from recognizer.images import turned

        draw(turned(self.picture, reading.turns), reading, folder, name)


def is_pdf_source(source: Path | bytes) -> bool:
    """Whether a file, or the bytes of one, is a PDF file by its first bytes."""
    from recognizer.images import PDF_HEAD_BYTES, is_pdf

    if isinstance(source, bytes):
        return is_pdf(source)
    try:
        if not source.is_file():
            return False  # a pipe would wait for its other end
        with source.open("rb") as file:
            return is_pdf(file.read(PDF_HEAD_BYTES))
    except OSError:
        return False  # the sentence comes from whoever reads it


def largest_of(boards: Sequence[Reading]) -> Reading:
    """The largest board, with the places of the others."""
    import cv2

    from recognizer.values import Problem, Reading

    if not boards:
        return Reading(problems=(Problem.NO_GRID,))
    best = max(
        boards, key=lambda b: 0.0 if b.lattice is None else cv2.contourArea(b.lattice.corners)
    )
    others = tuple(b.lattice for b in boards if b is not best and b.lattice is not None)
    problems = (*best.problems, Problem.SEVERAL_GRIDS) if others else best.problems
    return replace(best, others=others, problems=tuple(dict.fromkeys(problems)))
