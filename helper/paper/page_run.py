"""Paints the pages of a book for a printer or a file, one after the other."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPagedPaintDevice, QPainter
from PySide6.QtWidgets import QProgressBar, QWidget

from helper.paper.book import Book
from helper.paper.page_painter import PagePainter
from helper.paper.pdf import page_layout
from helper.widgets.progress_dialog import ProgressDialog, show_share
from puzzles.words import worded

_DIALOG_AFTER_PAGES = 30
"""Fewer pages are painted before anybody could read the dialog, so it is not shown."""


class PageRun(QObject):
    """Paints each page in its own turn of the event loop, with a progress dialog and Cancel.

    Signals:
        ended: ``str``, empty if all pages are painted, or a sentence why not.
        cancelled: The player asked to stop.
    """

    ended = Signal(str)
    cancelled = Signal()

    def __init__(
        self, book: Book, device: QPagedPaintDevice, window: QWidget, pages: range | None = None
    ) -> None:
        """Prepare.

        Args:
            book: The pages.
            device: What they are painted on, by nobody else.
            window: The parent of the dialog.
            pages: Which ones are painted, 0-based; all by default.
        """
        super().__init__(window)
        self._left = list(pages or range(len(book.pages)))
        self._count = len(self._left)
        self._book, self._device = book, device
        self._pages = PagePainter(book)
        self._painter = QPainter()
        self._bar = QProgressBar()
        self._dialog: ProgressDialog | None = None
        if self._count > _DIALOG_AFTER_PAGES:
            self._dialog = ProgressDialog(
                "Print", worded("Painting {count:,} pages …", count=self._count), window
            )
            self._dialog.add(self._bar)
            self._dialog.rejected.connect(self.cancel)
            self._dialog.open()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint_page)

    def start(self) -> None:
        """Begin."""
        self._timer.start(0)

    def cancel(self) -> None:
        """Stop; no other page is painted."""
        self._end()
        self.cancelled.emit()

    def _paint_page(self) -> None:
        index = self._left.pop(0)
        self._device.setPageLayout(page_layout(self._book.pages[index].size))
        if not self._painter.isActive():
            if not self._painter.begin(self._device):
                self._end()
                self.ended.emit("The printer does not answer.")
                return
        elif not self._device.newPage():
            self._end()
            self.ended.emit("The printer has stopped.")
            return
        scale = self._device.logicalDpiX() / 72
        self._painter.save()
        self._painter.scale(scale, scale)
        self._pages.paint(self._painter, index)
        self._painter.restore()
        show_share(self._bar, 1 - len(self._left) / self._count)
        if not self._left:
            self._end()
            self.ended.emit("")

    def _end(self) -> None:
        self._timer.stop()
        if self._painter.isActive():
            self._painter.end()
        if self._dialog is not None:
            self._dialog.rejected.disconnect(self.cancel)
            self._dialog.hide()
            self._dialog.deleteLater()
            self._dialog = None
