"""The preview of printed pages, one at a time."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from helper.application.icons import icon, sizes_of
from helper.application.theme import Theme
from helper.paper.book import Book
from helper.paper.page_painter import PagePainter
from puzzles.words import worded

_MARGIN_PX = 12
_ICON_PX = 16
_WHEEL_STEP = 120


class _Sheet(QWidget):
    """One page as it will be printed.

    Signals:
        turned: ``int``, how many pages on the player asks to go.
    """

    turned = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._book: Book | None = None
        self._page = 0
        self._picture: QPixmap | None = None
        self._border = QColor("#808080")
        self._wheel = 0
        self.setMinimumSize(220, 280)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Preview")

    def show_page(self, book: Book | None, page: int) -> None:
        """Show a page; none if there is no book."""
        self._book, self._page, self._picture = book, page, None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw the border in a theme's colour."""
        self._border = QColor(theme.faint)
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(380, 520)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self._book is None:
            return
        place = self._place()
        if self._picture is None or self._picture.deviceIndependentSize() != place.size():
            self._picture = self._painted(place.size())
        painter = QPainter(self)
        painter.drawPixmap(place.topLeft(), self._picture)
        painter.setPen(QPen(self._border, 1))
        painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.end()

    def _place(self) -> QRectF:
        """Where the page is, with whole pixels."""
        assert self._book is not None
        size = self._book.pages[self._page].size
        room = QSizeF(self.width() - 2 * _MARGIN_PX, self.height() - 2 * _MARGIN_PX)
        fitted = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        width, height = max(1, int(fitted.width())), max(1, int(fitted.height()))
        return QRectF((self.width() - width) // 2, (self.height() - height) // 2, width, height)

    def _painted(self, size: QSizeF) -> QPixmap:
        assert self._book is not None
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap((size * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor("#ffffff"))
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = size.width() / self._book.pages[self._page].size.width()
        painter.scale(scale, scale)
        PagePainter(self._book).paint(painter, self._page)
        painter.end()
        return pixmap

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        keys = Qt.Key
        steps = {
            keys.Key_PageDown: 1,
            keys.Key_Right: 1,
            keys.Key_Down: 1,
            keys.Key_PageUp: -1,
            keys.Key_Left: -1,
            keys.Key_Up: -1,
            keys.Key_Home: -1_000_000,
            keys.Key_End: 1_000_000,
        }
        if (step := steps.get(Qt.Key(event.key()))) is None:
            super().keyPressEvent(event)
        else:
            self.turned.emit(step)

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt override
        self._wheel -= event.angleDelta().y()
        steps = int(self._wheel / _WHEEL_STEP)
        self._wheel -= steps * _WHEEL_STEP
        last = len(self._book.pages) - 1 if self._book else 0
        is_end = self._page == (last if event.angleDelta().y() < 0 else 0)
        event.setAccepted(not is_end)  # the options scroll instead
        if steps:
            self.turned.emit(steps)


class PagePreview(QWidget):
    """A page with the buttons to turn pages."""

    def __init__(self) -> None:
        super().__init__()
        self._book: Book | None = None
        self.page = 0
        """The page that is shown, 0-based."""
        self.sheet = _Sheet()
        self.sheet.turned.connect(self.turn)
        self.previous = self._button("Previous page", -1)
        self.next = self._button("Next page", 1)
        self.label = QLabel()
        self.label.setProperty("kind", "faint")
        foot = QHBoxLayout()
        foot.addStretch(1)
        for widget in (self.previous, self.label, self.next):
            foot.addWidget(widget)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sheet, 1)
        column.addLayout(foot)

    def _button(self, name: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setAutoRaise(True)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.clicked.connect(lambda: self.turn(step))
        return button

    def set_theme(self, theme: Theme) -> None:
        """Draw the buttons and the page's border in a theme's colours."""
        self.previous.setIcon(icon("previous", theme, sizes_of(_ICON_PX)))
        self.next.setIcon(icon("next", theme, sizes_of(_ICON_PX)))
        self.sheet.set_theme(theme)

    def show_book(self, book: Book | None) -> None:
        """Show a book at the same page, if it has that many."""
        self._book = book
        self.turn(0)

    def turn(self, pages: int) -> None:
        """Turn some pages on, or back if negative, as far as the book has pages."""
        count = len(self._book.pages) if self._book else 0
        self.page = max(0, min(count - 1, self.page + pages))
        self.previous.setEnabled(self.page > 0)
        self.next.setEnabled(self.page < count - 1)
        self.label.setText(
            worded("Page {page} of {count}", page=self.page + 1, count=count) if count else ""
        )
        self.sheet.show_page(self._book, self.page)
