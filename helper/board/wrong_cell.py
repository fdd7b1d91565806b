"""A short sign over a cell that is wrong."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

_RED = "#c92f2f"
_CROSS = "#ffffff"


class WrongCell(QWidget):
    """A red square with a cross over one cell; it goes by itself.

    It does not move or fade, so nobody has to ask for less motion.
    """

    def __init__(self, board: QWidget, place: QRect, shown_ms: int) -> None:
        """Show the sign.

        Args:
            board: The parent.
            place: The cell, in the coordinates of ``board``.
            shown_ms: How long it is seen, in ms.
        """
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(place)
        self.show()
        QTimer.singleShot(shown_ms, self, self.deleteLater)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect().adjusted(1, 1, -1, -1), QColor(_RED))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = max(1.5, self.width() / 9)
            painter.setPen(QPen(QColor(_CROSS), width, c=Qt.PenCapStyle.RoundCap))
            arm = self.width() * 0.28
            box = QRectF(self.rect()).adjusted(arm, arm, -arm, -arm)
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.topRight(), box.bottomLeft())
        finally:
            painter.end()
