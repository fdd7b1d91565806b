"""The page of a finished pack: its poster, which can be printed and saved."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.commands.messages import Messages
from helper.home.entries import Entry, EntrySource, Shelf, shown_cells, shown_name
from helper.paper.pdf import page_layout
from helper.paper.poster import Poster, PosterPicture
from helper.paper.print_dialog import kept_options
from helper.play.clock import time_text
from helper.widgets.page_dialog import MARGIN_PX, PageDialog
from helper.widgets.style import PRIMARY
from helper.widgets.text_dialog import asked
from puzzles.errors import LibraryError, NonogramError
from puzzles.formats.atomic import write_atomically
from puzzles.model import Puzzle
from puzzles.titles import file_stem
from puzzles.words import _, plural, worded

_log = logging.getLogger(__name__)
_SIZE_PX = QSize(560, 760)
_FILTERS = {_("PDF (*.pdf)"): ".pdf", _("Image (*.png)"): ".png"}


def subtitle(shelf: Shelf) -> str:
    """How many pictures there are, and how long they took.

    >>> subtitle(Shelf("a", "Animals", ()))
    '0 pictures'
    """
    count = len(shelf.entries)
    times = [entry.seconds for entry in shelf.entries if entry.seconds]
    if not times:
        return plural(count, "{count} picture", "{count} pictures")
    return plural(
        count,
        "{count} picture, solved in {time}",
        "{count} pictures, solved in {time}",
        time=time_text(sum(times)),
    )


class PosterSheet(QWidget):
    """The page on the screen; the pictures appear on it one after the other."""

    def __init__(self, poster: Poster) -> None:
        super().__init__()
        self._poster = poster
        self._pictures: list[PosterPicture] = []
        self._image: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(worded("The poster of {title}", title=poster.title))

    def sizeHint(self) -> QSize:  # Qt override
        return _SIZE_PX

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(160, 200)

    def add(self, picture: PosterPicture) -> None:
        """Show one more picture."""
        self._pictures.append(picture)
        if self._image is not None:
            self._paint(lambda painter: self._paint_last(painter))
        self.update()

    def _paint_last(self, painter: QPainter) -> None:
        index = len(self._pictures) - 1
        self._poster.paint_picture(painter, index, self._pictures[index])

    def _paint(self, paint: Callable[[QPainter], None]) -> None:
        assert self._image is not None
        painter = QPainter(self._image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            scale = self._image.width() / self._poster.size.width()
            painter.scale(scale, scale)
            paint(painter)
        finally:
            painter.end()

    @property
    def _place(self) -> QRectF:
        """The page in the widget, in px."""
        size = self._poster.size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        return QRectF(round(left), round(top), size.width(), size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._image = None

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        place, ratio = self._place, self.devicePixelRatioF()
        if self._image is None:
            scale = ratio * place.width() / self._poster.size.width()
            self._image = self._poster.image(max(scale, 0.05))
            self._paint(lambda painter: self._poster.paint(painter, self._pictures))
        painter = QPainter(self)
        try:
            painter.drawImage(place, self._image)
            painter.setPen(QPen(QColor("#8d8d9a"), 1))
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))
        finally:
            painter.end()


class PosterDialog(PageDialog):
    """Shows the poster of a shelf whose puzzles are all solved.

    Each picture is loaded in its own turn of the event loop; then the page can be printed.
    """

    def __init__(
        self,
        shelf: Shelf,
        source: EntrySource,
        settings: Settings,
        themes: ThemeManager,
        messages: Messages,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(worded("{title}: the Poster", title=shelf.title), parent, _SIZE_PX.width())
        self._settings, self._messages = settings, messages
        self._source = source
        sizes = [(entry.width, entry.height) for entry in shelf.entries]
        paper = kept_options(settings).page_size
        self.poster = Poster(shelf.title, subtitle(shelf), sizes, paper)
        self.pictures: list[PosterPicture] = []
        """Those that are loaded."""
        self.sheet = PosterSheet(self.poster)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.addWidget(self.sheet)
        buttons = self.add_buttons(QDialogButtonBox.StandardButton.Close)
        self.close_button = buttons.button(QDialogButtonBox.StandardButton.Close)
        self.close_button.setText(_("&Close"))
        self.close_button.setToolTip(_("Close the poster (Esc)"))
        self.save_button, self.print_button = QPushButton(_("&Save…")), QPushButton(_("&Print…"))
        self.save_button.setToolTip(_("Save the poster as PDF or as an image"))
        self.print_button.setToolTip(_("Print the poster"))
        self.print_button.setProperty(PRIMARY, True)
        for button, call in ((self.save_button, self.save), (self.print_button, self.print)):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
            button.clicked.connect(call)
            button.setEnabled(False)
        self._entries: Iterator[Entry] = iter(shelf.entries)
        self._loading = QTimer(self)
        self._loading.timeout.connect(self._load_next)
        self._loading.start(0)
        self.fit_screen()

    def size_in(self, room: QSize) -> QSize:
        """The size on a screen: that of the page, which may be smaller where there is no room."""
        foot = self.foot.sizeHint().height()
        wanted = _SIZE_PX + QSize(2 * MARGIN_PX, 2 * MARGIN_PX + foot)
        return wanted.boundedTo(QSize(room.width() * 9 // 10, room.height() * 9 // 10))

    @property
    def is_complete(self) -> bool:
        """Whether all pictures are there."""
        return not self._loading.isActive()

    def _load_next(self) -> None:
        entry = next(self._entries, None)
        if entry is None:
            self._loading.stop()
            for button in (self.save_button, self.print_button):
                button.setEnabled(True)
            self.print_button.setDefault(True)
            self.print_button.setFocus()
            return
        picture = _loaded(self._source, entry)
        self.pictures.append(picture)
        self.sheet.add(picture)

    def save(self) -> None:
        """Save the poster as a file."""
        stem = file_stem(self.poster.title)
        start = str(Path(self._settings.save_folder) / f"{stem}.pdf")
        name, kind = QFileDialog.getSaveFileName(self, _("Save Poster"), start, ";;".join(_FILTERS))
        if not name:
            return
        path = Path(name)
        if path.suffix.lower() not in _FILTERS.values():
            path = path.with_name(path.name + _FILTERS.get(kind, ".pdf"))
        is_image = path.suffix.lower() == ".png"
        make = self.poster.png if is_image else self.poster.pdf
        try:
            write_atomically(path, make(self.pictures))
        except LibraryError as error:
            self._messages.warning(str(error))
            return
        self._settings.save_folder = str(path.absolute().parent)
        self._messages.info(worded("Saved {path}", path=path))

    def print(self) -> None:
        """Print the poster on one page."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(page_layout(self.poster.size))
        printer.setFullPage(True)
        printer.setDocName(self.poster.title)
        with asked(QPrintDialog(printer, self)) as chooser:
            if not chooser.exec():
                return
        if self.poster.paint_on(printer, printer.logicalDpiX(), self.pictures):
            self._messages.info(_("Sent the poster to the printer."))
        else:
            self._messages.warning(_("The printer does not answer."))


def _loaded(source: EntrySource, entry: Entry) -> PosterPicture:
    """The picture of a solved puzzle; an empty one if it cannot be loaded."""
    try:
        document = source.picture(entry)
        cells = shown_cells(entry, document)
        puzzle = document.puzzle
    except NonogramError as error:
        _log.warning("a picture of the poster is missing: %s", error)
        puzzle, cells = Puzzle.empty(entry.height, entry.width), None
    return PosterPicture(shown_name(entry), puzzle.picture(() if cells is None else cells.cells))
