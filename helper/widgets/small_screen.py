"""Lets a window be smaller than what it contains, for small screens and large scales."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QScrollArea, QWidget

SMALLEST = QSize(512, 350)
"""The smallest screen, in logical px: 1024x700 at 200 %."""
NO_LIMIT_PX = 2**24 - 1
"""The size that stands for no limit: Qt's ``QWIDGETSIZE_MAX``, which PySide does not name."""


def start_on_screen(widget: QWidget) -> None:
    """Let Qt's dialog for files, which is about to be shown, not be larger than the screen.

    It has a size of its own: its lowest buttons would be out of reach. Qt takes that size when the
    dialog is shown, whatever it was made before; later the player may change it.
    """
    if isinstance(widget, QFileDialog) and not widget.isVisible():
        widget.setMaximumSize(widget.screen().availableSize() * 0.9)
        most = QSize(NO_LIMIT_PX, NO_LIMIT_PX)
        QTimer.singleShot(0, widget, lambda: widget.setMaximumSize(most))


class SmallScreenArea(QScrollArea):
    """Fills itself with its content, and scrolls it where there is less room than it needs.

    A resizable ``QScrollArea`` scrolls as soon as there is less room than the content prefers.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        content.installEventFilter(self)
        self._content = content

    def sizeHint(self) -> QSize:  # Qt override
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        """Follow what the content needs."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give the content all the room, or what it needs."""
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        width, height = self._size_at(room.width())
        if width > room.width():
            room.setHeight(room.height() - bar)
        if height > room.height():
            width, height = self._size_at(room.width() - bar)
        self._content.resize(width, max(height, room.height()))

    def height_at(self, width_px: int) -> int:
        """The least height in which nothing has to be scrolled, at a width."""
        return self._size_at(width_px)[1]

    def _size_at(self, width_px: int) -> tuple[int, int]:
        """The least size of the content if there is a width."""
        layout, least = self._content.layout(), self._content.minimumSizeHint()
        is_wide = self.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        width = max(width_px, least.width()) if is_wide else width_px
        if layout is not None and layout.hasHeightForWidth():
            return width, max(layout.minimumHeightForWidth(width), least.height())
        return width, least.height()
