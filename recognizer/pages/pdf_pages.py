"""The pages of PDF files, one at a time, for the child process that reads them.

A :class:`PdfPages` runs in a :class:`~puzzles.child.child.Child`, like a
:class:`~recognizer.scanner.Scanner`. Each page is a call of its own with limits of its own, so the
caller shows progress, stops within 20 ms, and keeps what was read before::

    with Child(partial(PdfPages, COUNT_SOLUTIONS)) as child:
        for page in range(1, child.call(OPENING, name, PdfPages.page_count, path) + 1):
            readings = child.call(PAGE, name, PdfPages.boards_of_page, path, page)

If a page kills the child, the next call starts another one, which opens the file again.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.child.limits import ChildLimits
from puzzles.contracts import CountSolutions
from puzzles.prints import ATTACHMENT
from puzzles.words import _
from recognizer.picture_limits import bugs_as_sentences

if TYPE_CHECKING:
    from puzzles.model import Puzzle
    from recognizer.lattice import Picture
    from recognizer.pages.pdf import PdfFile
    from recognizer.values import Reading

_ADVICE = _("Print it as a picture, and read that")
OPENING = ChildLimits(1024, 20, _("opening it"), _ADVICE, is_alone=True)
"""Limits for :meth:`PdfPages.page_count`; the file itself has up to 512 MB."""
PAGE = ChildLimits(1024, 20, _("reading the page"), _ADVICE, is_alone=True)
"""Limits for :meth:`PdfPages.boards_of_page`; the time of the solver is part of it, 2 s a board at
most."""
RENDERING = ChildLimits(1024, 10, _("drawing the page"), _ADVICE, is_alone=True)
"""Limits for :meth:`PdfPages.render`."""


def counter_of(path: str) -> CountSolutions | None:
    """The function with the path ``module:name``; ``None`` if that is empty."""
    if not path:
        return None
    module, _, name = path.partition(":")
    found: CountSolutions = getattr(import_module(module), name)
    return found


class PdfPages:
    """Reads pages of PDF files; the file of the last call stays open.

    Args:
        count_solutions: A :data:`~puzzles.contracts.CountSolutions` as ``module:name``; empty to
            read without a solver.
    """

    def __init__(self, count_solutions: str = "") -> None:
        # Imported here: the parent starts without PDFium, and a later import would count as the
        # memory of a page.
        import recognizer.pages.attached
        import recognizer.pages.drawn_boards
        import recognizer.pages.pdf  # noqa: F401

        self.count_solutions = counter_of(count_solutions)
        self._source: Path | bytes | None = None
        self._file: PdfFile | None = None
        self._attached: tuple[Puzzle, ...] | None = None
        """The puzzles that the open file has as an attachment, when they have been looked for."""

    def page_count(self, source: Path | bytes) -> int:
        """The number of pages; the file is opened anew.

        Raises:
            RecognitionError: See :class:`recognizer.pages.pdf.PdfFile`.
        """
        self.close()
        return self._opened(source).pages

    def boards_of_page(self, source: Path | bytes, page: int) -> list[Reading] | None:
        """The boards that are drawn on a page; see :func:`recognizer.pages.drawn_boards.boards_of`.

        Args:
            source: A file, or the bytes of one.
            page: From 1.

        Returns:
            The readings, none for a page without puzzles; ``None`` if the page has to be rendered
            and read as a picture, see :meth:`render`.

        Raises:
            RecognitionError: The file or the page is broken or beyond the limits.
        """
        from recognizer.pages.drawn_boards import boards_of

        file = self._opened(source)
        drawing, dpi = file.drawing(page), file.dpi(page)
        if drawing is None:
            return None
        with bugs_as_sentences():
            found = boards_of(
                drawing,
                dpi,
                self.count_solutions,
                lambda later: file.drawing(page + later) if page + later <= file.pages else None,
            )
            return None if found is None else [self.exact(r, source) for r in found]

    def exact(self, reading: Reading, source: Path | bytes) -> Reading:
        """A board of a file with the colours that the file tells; see :mod:`.attached`.

        Raises:
            RecognitionError: The file cannot be opened.
        """
        from recognizer.pages.attached import (
            MAX_ATTACHED_BYTES,
            attached_puzzles,
            with_attached_colors,
        )

        file = self._opened(source)
        if self._attached is None:
            self._attached = attached_puzzles(file.attachment(ATTACHMENT, MAX_ATTACHED_BYTES))
        return with_attached_colors(reading, self._attached)

    def render(self, source: Path | bytes, page: int) -> Picture:
        """A page as a picture in the px of its readings, not yet turned by ``Reading.turns``.

        Returns:
            BGR uint8, shape (height, width, 3).

        Raises:
            RecognitionError: As :meth:`boards_of_page`.
        """
        return self._opened(source).render(page)

    def close(self) -> None:
        """Close the open file, if there is one."""
        if self._file is not None:
            self._file.close()
        self._file = self._source = self._attached = None

    def _opened(self, source: Path | bytes) -> PdfFile:
        from recognizer.pages.pdf import PdfFile

        if self._file is None or self._source != source:
            self.close()
            self._file, self._source = PdfFile(source), source
        return self._file
