"""Open PDF files within limits, count their pages and render them.

For a child process only, see :mod:`recognizer.picture_limits`: PDFium may crash at a damaged file,
or be kept busy. Only pages are loaded. No form environment is made, so no script of a file is run;
links and actions are not touched, and of the attachments only one with the name of ours.

Only :class:`~puzzles.errors.RecognitionError` is raised, whatever the bytes are.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from puzzles.child.limits import is_out_of_memory
from puzzles.errors import RecognitionError
from puzzles.words import _, worded
from recognizer.images import bytes_of, is_pdf
from recognizer.lattice import Picture
from recognizer.pages.page_drawing import Drawing
from recognizer.pages.pdf_drawing import PageTooComplexError, drawing_of, images_of
from recognizer.picture_limits import MAX_BYTES, MAX_PIXELS, NAME_OF_BYTES, check_size

MAX_PDF_PAGES = 2000
"""Pages of a file that is read; a book of 1,000 puzzles with solutions has fewer."""
MAX_ATTACHMENTS = 16
"""Attachments of a file whose names are looked at."""
_UTF_16_MARK = "\u00fe\u00ff"
MAX_PAGE_PT = 4000.0
"""The longest side of a page in points: A0 has 3,370."""
RENDER_DPI = 200
"""The resolution of a drawn page, dots an inch: cells of 5 mm have 40 px then, and digits of 6 pt,
the smallest that the program prints, 12 px."""
MIN_SCAN_DPI, MAX_SCAN_DPI = 100, 300
"""The bounds of the resolution of a scanned page, which is rendered with that of its picture."""
_ERRORS = {
    pdfium.FPDF_ERR_PASSWORD: _(
        "{name}: the file is locked with a password; open it in a PDF viewer and print it to a"
        " file without one"
    ),
    pdfium.FPDF_ERR_SECURITY: _(
        "{name}: the file is locked in a way that cannot be read; open it in a PDF viewer and print"
        " it to a file without a lock"
    ),
}
_BROKEN = _("{name}: the PDF file is broken or not complete")


class PdfFile:
    """An open PDF file; pages are numbered from 1.

    Args:
        source: A file, or the bytes of one.

    Raises:
        RecognitionError: It is no PDF file, is broken, locked or too large, or has too many pages.
    """

    def __init__(self, source: Path | bytes) -> None:
        self.name = NAME_OF_BYTES if isinstance(source, bytes) else str(source)
        data = source if isinstance(source, bytes) else bytes_of(source)
        if len(data) > MAX_BYTES:
            most = MAX_BYTES // 2**20
            raise self._error(_("{name}: the file is larger than {most} MB"), most=most)
        if not is_pdf(data):
            raise self._error(_("{name}: this is not a PDF file"))
        try:
            self._document = pypdfium2.PdfDocument(data)
            self.pages = len(self._document)
            """The number of pages."""
        except pypdfium2.PdfiumError as error:
            raise self._error(_ERRORS.get(getattr(error, "err_code", 0), _BROKEN)) from None
        if self.pages > MAX_PDF_PAGES:
            self.close()
            raise self._error(
                _(
                    "{name}: the file has {pages:,} pages; at most {most:,} are read. Split it, and"
                    " read the parts"
                ),
                pages=self.pages,
                most=MAX_PDF_PAGES,
            )
        if not self.pages:
            self.close()
            raise self._error(_("{name}: the PDF file has no pages"))

    def close(self) -> None:
        """Free its memory."""
        with suppress(Exception):
            self._document.close()

    def attachment(self, name: str, most_bytes: int) -> bytes:
        """The data of the attachment of a name; empty if there is none, or a larger one."""
        with suppress(pypdfium2.PdfiumError):
            for index in range(min(MAX_ATTACHMENTS, self._document.count_attachments())):
                attached = self._document.get_attachment(index)
                # Qt's names are UTF-16, which PDFium gives byte by byte.
                if attached.get_name().removeprefix(_UTF_16_MARK).replace("\0", "") != name:
                    continue
                size = ctypes.c_ulong()
                pdfium.FPDFAttachment_GetFile(attached, None, 0, size)
                return bytes(attached.get_data()) if size.value <= most_bytes else b""
        return b""

    def drawing(self, number: int) -> Drawing | None:
        """What is drawn on a page; ``None`` if that is more than a puzzle needs.

        Raises:
            RecognitionError: The page is broken or too large.
        """
        with self._page(number) as page:
            try:
                return drawing_of(page)
            except PageTooComplexError:  # a map, or a scan that was traced
                return None

    def dpi(self, number: int) -> float:
        """The resolution with which a page is rendered: that of its picture if it is a scan."""
        with self._page(number) as page:
            return self._dpi(page)

    def render(self, number: int, dpi: float | None = None) -> Picture:
        """A page as a picture.

        Args:
            number: From 1.
            dpi: The resolution; that of :meth:`dpi` by default.

        Raises:
            RecognitionError: The page is broken or too large.
        """
        with self._page(number) as page:
            scale = (dpi or self._dpi(page)) / 72
            width, height = (max(1, round(scale * side)) for side in page.get_size())
            check_size(width, height, self.name)
            bitmap = page.render(scale=scale, may_draw_forms=False)
            pixels: Any = bitmap.to_numpy()
            if pixels.ndim == 2:
                pixels = pixels[:, :, None]
            channels = pixels[:, :, :3] if pixels.shape[2] >= 3 else np.repeat(pixels, 3, axis=2)
            picture: Picture = np.ascontiguousarray(channels, np.uint8)
            if np.shares_memory(picture, pixels):
                picture = picture.copy()
            bitmap.close()
            return picture

    @contextmanager
    def _page(self, number: int) -> Iterator[Any]:
        """A loaded page.

        Raises:
            RecognitionError: The page is broken or too large, or PDFium fails within the context.
        """
        if not 1 <= number <= self.pages:
            raise self._error(_("{name}: there is no page {number}"), number=number)
        size = pdfium.FS_SIZEF()
        is_known = pdfium.FPDF_GetPageSizeByIndexF(self._document.raw, number - 1, size)
        if is_known and max(size.width, size.height) > MAX_PAGE_PT:
            raise self._error(
                _(
                    "{name}, page {number}: it is {width:.0f} x {height:.0f} mm large; at most"
                    " {most:.0f} mm are read on a side. Print it on smaller paper"
                ),
                number=number,
                width=size.width / 72 * 25.4,
                height=size.height / 72 * 25.4,
                most=MAX_PAGE_PT / 72 * 25.4,
            )
        page: Any = None
        try:
            page = self._document[number - 1]
            yield page
        except (RecognitionError, MemoryError):
            raise
        except Exception as error:  # PDFium's wrapper has many kinds for broken pages
            if is_out_of_memory(error):
                raise MemoryError from error
            raise self._error(
                _("{name}, page {number}: this page of the PDF file is broken or not complete"),
                number=number,
            ) from error
        finally:
            if page is not None:
                with suppress(Exception):
                    page.close()

    @staticmethod
    def _dpi(page: Any) -> float:
        width, height = page.get_size()
        dpi = float(RENDER_DPI)
        with suppress(PageTooComplexError):
            for box, across in images_of(page):
                if box.width * box.height >= width * height / 2:
                    dpi = min(MAX_SCAN_DPI, max(MIN_SCAN_DPI, across / max(1.0, box.width) * 72))
        most = 72 * (MAX_PIXELS / max(1.0, width * height)) ** 0.5
        return float(min(dpi, 0.99 * most))

    def _error(self, template: str, **facts: object) -> RecognitionError:
        return RecognitionError(worded(template, name=self.name, **facts))
