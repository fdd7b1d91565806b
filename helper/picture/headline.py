"""The top row of the picture window: its buttons, and beside them a note or the banner."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from helper.widgets.banner import Banner

_SIDE_PX, _TOP_PX, _GAP_PX = 10, 3, 8
_TEXT_LINES = 2
"""How many lines of text the row has room for."""
_FRAME_PX = 12
"""The height of a banner without its text."""
_MIN_BANNER_PX = 120


class Headline(QWidget):
    """Keeps its height when the banner appears, so that clicks do not miss their target.

    The banner lies above the other widgets, among them the purpose; a tall one covers what is
    below the row.
    """

    def __init__(
        self, buttons: Sequence[QPushButton], purpose: QLabel, banner: Banner, window: QWidget
    ) -> None:
        """Make the row.

        Args:
            buttons: From left to right.
            purpose: Stands beside the buttons while there is no banner.
            banner: Gets the room beside the buttons.
            window: The parent of the row and the banner.
        """
        super().__init__(window)
        self._banner, self._last = banner, buttons[-1]
        purpose.setMinimumWidth(_MIN_BANNER_PX)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_SIDE_PX, _TOP_PX, _SIDE_PX, _TOP_PX)
        for button in buttons:
            layout.addWidget(button)
        layout.addSpacing(_GAP_PX)
        layout.addWidget(purpose, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(
            _TEXT_LINES * self.fontMetrics().lineSpacing() + _FRAME_PX + 2 * _TOP_PX
        )
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
        left = self._last.geometry().right() + _GAP_PX
        width = self.width() - _SIDE_PX - left
        height = max(banner.heightForWidth(width), banner.minimumSizeHint().height())
        top = max((self.height() - height) // 2, _TOP_PX)
        banner.setGeometry(QRect(left, top, width, height).translated(self.pos()))
        banner.raise_()
