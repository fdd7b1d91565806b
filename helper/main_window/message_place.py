"""The place of messages: the side panel or, if that is hidden, the foot of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from helper.widgets.banner import Banner, Shape
from helper.widgets.small_screen import SmallScreenArea

_GAP_PX = 8
_FOOT_SHARE = 0.45
"""The most of a window's height that messages at its foot take; longer ones are scrolled."""
_MIN_FOOT_PX = 90


class MessagePlace(QWidget):
    """The window's banners, one below the other; moved between the panel and the foot.

    Signals:
        message_shown: ``QWidget``, a banner that has come.
    """

    message_shown = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.trouble, self.top, self.bottom = Banner(), Banner(), Banner()
        self.notice, self.guess, self.check = Banner(), Banner(), Banner()
        self.hint = Banner(is_steady=True)
        self._of_board = QWidget()
        """Messages about the board, which Home does not show."""
        inner = QVBoxLayout(self._of_board)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(_GAP_PX)
        of_board = (self.notice, self.guess, self.hint, self.check, self.bottom)
        for banner in of_board:
            inner.addWidget(banner)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP_PX)
        for widget in (self.trouble, self.top, self._of_board):
            self._layout.addWidget(widget)
        self._shape = Shape.BAR
        self._banners = (self.trouble, self.top, *of_board)
        for banner in self._banners:
            banner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize):
            self.message_shown.emit(watched)
        return super().eventFilter(watched, event)

    def move_to(self, place: QVBoxLayout, shape: Shape, *, has_board: bool) -> None:
        """Show the messages in a place.

        Args:
            place: Gets them.
            shape: How texts and buttons are arranged there.
            has_board: Whether the board is shown, so that messages about it are, too.
        """
        self._of_board.setVisible(has_board)
        if place.indexOf(self) < 0:
            place.addWidget(self)
        if shape is not self._shape:
            self._shape = shape
            for banner in self._banners:
                banner.set_shape(shape)


class MessageFoot(SmallScreenArea):
    """The foot of a window, where messages are without a panel; never makes the window larger."""

    def __init__(self) -> None:
        content = QWidget()
        super().__init__(content)
        self.place = QVBoxLayout(content)
        """Gets the messages."""
        self.place.setContentsMargins(0, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)

    @property
    def _wanted_px(self) -> int:
        """The height of the messages at the width of the foot, within its share of the window."""
        height = self.place.heightForWidth(max(1, self.width()))
        if height < 0:
            height = self.place.sizeHint().height()
        return min(height, int(_FOOT_SHARE * self.window().height()))

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(0, self._wanted_px)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, min(self._wanted_px, _MIN_FOOT_PX))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
