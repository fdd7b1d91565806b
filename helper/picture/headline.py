"""The row where a picture is got from, and beside the buttons the room for what has to be said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from helper.widgets.banner import Banner

_SIDE, _TOP, _GAP = 10, 3, 8
_LINES = 2
"""Of text that fit into the row."""
_FRAME_PX = 12
"""What a banner has above and below its text."""
_MIN_PX = 120


class Headline(QWidget):
    """Nothing moves when the banner comes or goes: a click must not miss what it was meant for.

    The banner lies over the window; what does not fit into the row hangs down over what is below.
    """

    def __init__(self, buttons: Sequence[QPushButton], banner: Banner, window: QWidget) -> None:
        """Make it.

        Args:
            buttons: From left to right.
            banner: Gets the room that they leave.
            window: All of them belong to.
        """
        super().__init__(window)
        self._banner, self._last = banner, buttons[-1]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_SIDE, _TOP, _SIDE, _TOP)
        for button in buttons:
            layout.addWidget(button)
        layout.addSpacing(_GAP + _MIN_PX)
        layout.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(_LINES * self.fontMetrics().lineSpacing() + _FRAME_PX + 2 * _TOP)
        banner.setParent(window)
        banner.setAutoFillBackground(True)
        banner.hide()
        banner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        banner = self._banner
        left = self._last.geometry().right() + _GAP
        width = self.width() - _SIDE - left
        height = max(banner.heightForWidth(width), banner.minimumSizeHint().height())
        top = max((self.height() - height) // 2, _TOP)
        banner.setGeometry(QRect(left, top, width, height).translated(self.pos()))
        banner.raise_()
