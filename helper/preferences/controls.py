"""The controls of the preferences, painted in the palette's colours."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

SHEET = """
QComboBox, QSpinBox {{
    background: {base}; color: {text}; border: 1px solid {faint}; border-radius: 8px;
    padding: 4px 8px; min-height: 20px;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QComboBox:focus, QSpinBox:focus {{ border: 2px solid {accent}; padding: 3px 7px; }}
QComboBox {{ min-width: 112px; }}
QSpinBox {{ min-width: 72px; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QSpinBox::up-button, QSpinBox::down-button {{ border: none; width: 24px; }}
QComboBox::down-arrow, QSpinBox::up-arrow, QSpinBox::down-arrow {{ image: none; }}
"""
"""The frames; :func:`helper.widgets.style.colored` fills in the colours."""
_BOX_PX = 18
_GAP_PX = 8
INDENT_PX = _BOX_PX + _GAP_PX
"""From the left side of a switch to its text."""
_FRAME_PX = 4
"""Between the text of a switch and the frame that shows the keyboard's focus."""
_ARROW_PX = 9
"""The width of an arrow."""
_roles = QPalette.ColorRole


class Switch(QCheckBox):
    """A check box: empty, or filled with a tick."""

    def sizeHint(self) -> QSize:  # Qt override
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        width = _BOX_PX + _GAP_PX + text.width() + _FRAME_PX
        return QSize(width, max(_BOX_PX, text.height()) + 4)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return self.sizeHint()

    def hitButton(self, at: QPoint) -> bool:  # Qt override
        return self.rect().contains(at)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, (self.height() - _BOX_PX) / 2 + 1, _BOX_PX - 2, _BOX_PX - 2)
        self._paint_box(painter, box)
        words = self.rect().adjusted(_BOX_PX + _GAP_PX, 0, 0, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        self.style().drawItemText(
            painter, words, int(flags), self.palette(), self.isEnabled(), self.text(),
            _roles.WindowText,
        )  # fmt: skip
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(_roles.Highlight), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(words).adjusted(1 - _FRAME_PX, 1, -1, -1), _FRAME_PX, _FRAME_PX
            )

    def _paint_box(self, painter: QPainter, box: QRectF) -> None:
        palette, is_on = self.palette(), self.isChecked()
        is_marked = is_on or self.underMouse() or self.isDown()
        frame = palette.color(_roles.Highlight if is_marked else _roles.PlaceholderText)
        painter.setPen(QPen(frame, 1.5))
        painter.setBrush(palette.color(_roles.Highlight if is_on else _roles.Base))
        painter.drawRoundedRect(box, 4, 4)
        if is_on:
            painter.setPen(_round_pen(palette.color(_roles.HighlightedText), 2))
            points = ((0.24, 0.52), (0.43, 0.7), (0.77, 0.32))
            painter.drawPolyline(
                [QPointF(box.x() + x * box.width(), box.y() + y * box.height()) for x, y in points]
            )


class ChoiceBox(QComboBox):
    """A list to choose from; the wheel scrolls the page instead."""

    def wheelEvent(self, event: QEvent) -> None:  # Qt override
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        super().paintEvent(event)
        place = QRect(self.width() - 24, 0, 16, self.height())
        _paint_arrow(self, QRectF(place).center(), is_up=False)


class NumberBox(QSpinBox):
    """A number with arrows; the wheel scrolls the page instead."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(6, 0, 0, 0)

    def wheelEvent(self, event: QEvent) -> None:  # Qt override
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        super().paintEvent(event)
        x, middle = self.width() - 14.0, self.height() / 2
        for is_up in (True, False):
            _paint_arrow(self, QPointF(x, middle + (-6 if is_up else 6)), is_up=is_up)


def _paint_arrow(widget: QWidget, at: QPointF, *, is_up: bool) -> None:
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(_round_pen(widget.palette().color(_roles.Text), 1.5))
    half, tip = _ARROW_PX / 2, _ARROW_PX / 4 * (-1 if is_up else 1)
    points = ((-half, -tip), (0.0, tip), (half, -tip))
    painter.drawPolyline([at + QPointF(x, y) for x, y in points])


def _round_pen(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
