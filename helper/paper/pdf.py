"""A book as a PDF file, and its pages as images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from helper.paper.book import Book, document_title
from helper.paper.page_painter import PagePainter
from puzzles.contracts import ShouldStop, never
from puzzles.errors import FormatError
from puzzles.formats import Document, written
from puzzles.formats.non import NON
from puzzles.own_files import GENERATOR
from puzzles.print_options import Titles
from puzzles.prints import ATTACHMENT

RESOLUTION = 1200
"""The resolution of the PDF's coordinates, in dots an inch; lines and letters are stored as
shapes."""


def pdf_bytes(
    book: Book,
    report: Callable[[int], object] = lambda pages: None,
    should_stop: ShouldStop = never,
) -> bytes | None:
    """The PDF file of a book.

    Args:
        book: The pages.
        report: Is called with the number of pages that are painted.
        should_stop: Is called for each page.

    Returns:
        The file; ``None`` if it was stopped.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = pdf_writer(buffer, book)
    pages = PagePainter(book)
    writer.setPageLayout(page_layout(book.pages[0].size))
    painter = QPainter(writer)
    try:
        for index, page in enumerate(book.pages):
            if should_stop():
                return None
            if index:
                writer.setPageLayout(page_layout(page.size))
                writer.newPage()
            painter.save()
            painter.scale(RESOLUTION / 72, RESOLUTION / 72)
            pages.paint(painter, index)
            painter.restore()
            report(index + 1)
    finally:
        painter.end()
    return bytes(buffer.data().data())


def pdf_writer(target: QIODevice, book: Book) -> QPdfWriter:
    """A device for pages of a book, whose file goes to ``target`` when its painter ends."""
    writer = QPdfWriter(target)
    writer.setResolution(RESOLUTION)
    writer.setCreator(GENERATOR)
    writer.setTitle(document_title(book))
    writer.addFileAttachment(ATTACHMENT, _attachment(book), "text/plain")
    return writer


def _attachment(book: Book) -> bytes:
    """The puzzles of a book as a file, as far as they are printed: without solutions.

    Empty if that file cannot be made: the pages have all that is needed.
    """
    has_titles = book.options.titles is Titles.PUZZLE
    shown = (
        replace(each.puzzle, goal="", title=each.puzzle.title if has_titles else "")
        for each in book.puzzles
    )
    try:
        return written(NON, [Document(puzzle) for puzzle in shown], ATTACHMENT)
    except FormatError:
        return b""


def page_layout(size: QSizeF) -> QPageLayout:
    """The layout of a page without margins; ``size`` in points, upright or on its side."""
    is_landscape = size.width() > size.height()
    upright = size.transposed() if is_landscape else size
    kinds = QPageLayout.Orientation
    orientation = kinds.Landscape if is_landscape else kinds.Portrait
    known = QPageSize(QPageSize.id(upright.toSize()))
    paper = known if known.isValid() else QPageSize(upright, QPageSize.Unit.Point)
    layout = QPageLayout(paper, orientation, QMarginsF())
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def page_image(book: Book, index: int, scale: float) -> QImage:
    """A page as an image; ``scale`` in px a point."""
    size = book.pages[index].size
    image = QImage(
        round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32
    )
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    PagePainter(book).paint(painter, index)
    painter.end()
    return image
