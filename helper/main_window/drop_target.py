"""What is dragged over the window: a frame says what a drop will do, and the drop does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from helper.application.theme import ThemeManager
from helper.application.typeface import body_font

_INSET_PX, _RADIUS_PX, _FONT_PX = 12, 12, 18
_VEIL = 0.9
"""How much of the window the frame hides."""


class Drop(NamedTuple):
    """What a drop will do."""

    text: str
    """For people, as in "Open cat.non"."""
    carry_out: Callable[[], object]
    """Is called once the drop is over: the program that the data come from waits for that."""


class DropTarget(QWidget):
    """Covers the window while something is dragged over it that can be dropped."""

    def __init__(
        self, window: QWidget, themes: ThemeManager, drop_of: Callable[[QMimeData], Drop | None]
    ) -> None:
        """``drop_of``: what dropping some data would do; ``None`` if they are refused."""
        super().__init__(window)
        self._themes, self._drop_of = themes, drop_of
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if isinstance(event, QDragEnterEvent):
            if drop := self._drop_of(event.mimeData()):
                event.acceptProposedAction()
                self._show(drop.text)
            else:
                event.ignore()
            return True
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.hide()
            event.acceptProposedAction()
            if drop := self._drop_of(event.mimeData()):
                drop.carry_out()
            return True
        return super().eventFilter(watched, event)

    def _show(self, text: str) -> None:
        self.text = text
        self.setAccessibleName(text)
        self.setGeometry(self.window().rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        theme = self._themes.theme
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            veil = QColor(theme.tint)
            veil.setAlphaF(_VEIL)
            pen = QPen(QColor(theme.accent), 2, Qt.PenStyle.DashLine)
            frame = QRectF(self.rect()).adjusted(*2 * (_INSET_PX,), *2 * (-_INSET_PX,))
            painter.setPen(pen)
            painter.setBrush(veil)
            painter.drawRoundedRect(frame, _RADIUS_PX, _RADIUS_PX)
            font = body_font()
            font.setPixelSize(_FONT_PX)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(QColor(theme.text))
            room = frame.adjusted(*2 * (_INSET_PX,), *2 * (-_INSET_PX,))
            wrap = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(wrap)
            painter.drawText(room, flags, self.text)
        finally:
            painter.end()
