"""The badge with the check's result: a shape and a text, so that it does not need colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme
from helper.author.check_result import CheckResult, CheckStatus

_GAP_PX = 6
_EDGE_PX = 4


class Badge(QWidget):
    """Shows a :class:`helper.author.check_result.CheckResult`; hidden until there is one.

    Signals:
        pressed: The author wants to repair a puzzle with several solutions.
    """

    pressed = Signal()

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        may_wrap: bool = False,
        repairs: bool = False,
    ) -> None:
        """Make a hidden badge.

        Args:
            theme: Its colours.
            parent: The widget it belongs to.
            may_wrap: Whether the text is wrapped if there is little room.
            repairs: Whether it is a button while there are several solutions.
        """
        super().__init__(parent)
        self._theme = theme
        self._may_wrap, self._repairs = may_wrap, repairs
        self.result: CheckResult | None = None
        """The result that is shown."""
        side = QSizePolicy.Policy.Preferred if may_wrap else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(side, side)
        policy.setHeightForWidth(may_wrap)
        self.setSizePolicy(policy)
        self.hide()

    def show_result(self, result: CheckResult | None) -> None:
        """Show a result; ``None`` hides the badge."""
        self.result = result
        self.setVisible(result is not None)
        if result is not None:
            self.setToolTip(result.advice)
            self.setAccessibleName(result.text)
            self.setAccessibleDescription(result.advice)
        policies = Qt.FocusPolicy
        self.setFocusPolicy(policies.TabFocus if self.is_button else policies.NoFocus)
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if self.is_button else Qt.CursorShape.ArrowCursor
        )
        self.updateGeometry()
        self.update()

    @property
    def is_button(self) -> bool:
        """Whether it can be pressed now."""
        result = self.result
        return self._repairs and result is not None and result.may_repair

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        is_left = event.button() == Qt.MouseButton.LeftButton
        if self.is_button and is_left and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        keys = Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space
        if self.is_button and event.key() in keys:
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.update()

    @property
    def text(self) -> str:
        """The text; empty if the badge is hidden."""
        return "" if self.result is None else self.result.text

    @property
    def _shape_px(self) -> int:
        return self.fontMetrics().height()

    def sizeHint(self) -> QSize:  # Qt override
        metrics = self.fontMetrics()
        width = self._text_left + metrics.horizontalAdvance(self.text) + _EDGE_PX
        return QSize(width, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:  # Qt override
        if not self._may_wrap:
            return self.sizeHint()
        longest = max(map(self.fontMetrics().horizontalAdvance, self.text.split()), default=0)
        return QSize(self._text_left + longest + _EDGE_PX, self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:  # Qt override
        if not self._may_wrap:
            return self.sizeHint().height()
        room = QRect(0, 0, max(width - self._text_left, 1), 10_000)
        rect = self.fontMetrics().boundingRect(room, self._flags, self.text)
        return max(rect.height(), self._shape_px) + 4

    @property
    def _text_left(self) -> int:
        return _EDGE_PX + self._shape_px + _GAP_PX

    @property
    def _flags(self) -> int:
        wrap = int(Qt.TextFlag.TextWordWrap) if self._may_wrap else 0
        return int(Qt.AlignmentFlag.AlignVCenter) | wrap

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self.result is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.is_button:
                color = self._theme.accent if self.hasFocus() else self._theme.edge
                painter.setPen(QPen(QColor(color), 2 if self.hasFocus() else 1))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
            side = self._shape_px
            painter.save()
            painter.translate(_EDGE_PX, (self.height() - side) / 2)
            painter.scale(side / 16, side / 16)
            _PAINTERS[self.result.kind](painter, self._theme)
            painter.restore()
            painter.setPen(QColor(self._theme.text))
            start = self._text_left
            rect = QRect(start, 0, self.width() - start, self.height())
            painter.drawText(rect, self._flags, self.text)
        finally:
            painter.end()


# All shapes are painted in a square of 16 units.


def _pen(color: str, width: float) -> QPen:
    return QPen(QColor(color), width, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)


def _paint_disc_with_tick(painter: QPainter, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.green))
    painter.drawEllipse(QRectF(1, 1, 14, 14))
    painter.setPen(_pen(theme.base, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([QPointF(4.5, 8.3), QPointF(7, 11), QPointF(11.5, 5.5)]))


def _paint_two_squares(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.differs, 1.5))
    painter.setBrush(QColor(theme.window))
    painter.drawRect(QRectF(5.5, 1.5, 9, 9))
    painter.setBrush(QColor(theme.differs))
    painter.drawRect(QRectF(1.5, 5.5, 9, 9))


def _paint_octagon_with_cross(painter: QPainter, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.red))
    corners = ((5, 1), (11, 1), (15, 5), (15, 11), (11, 15), (5, 15), (1, 11), (1, 5))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    painter.setPen(_pen(theme.base, 2))
    painter.drawLine(QPointF(5.3, 5.3), QPointF(10.7, 10.7))
    painter.drawLine(QPointF(10.7, 5.3), QPointF(5.3, 10.7))


def _paint_dots(painter: QPainter, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.text))
    for x in (3, 8, 13):
        painter.drawEllipse(QPointF(x, 8), 1.5, 1.5)


def _paint_clock(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.text, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(1.5, 1.5, 13, 13))
    painter.drawPolyline(QPolygonF([QPointF(8, 4.5), QPointF(8, 8), QPointF(10.8, 9.8)]))


def _paint_empty_square(painter: QPainter, theme: Theme) -> None:
    pen = _pen(theme.dot, 1.5)
    pen.setDashPattern([1.6, 1.9])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(2, 2, 12, 12))


_PAINTERS = {
    CheckStatus.EMPTY: _paint_empty_square,
    CheckStatus.CHECKING: _paint_dots,
    CheckStatus.UNIQUE: _paint_disc_with_tick,
    CheckStatus.SEVERAL: _paint_two_squares,
    CheckStatus.NONE: _paint_octagon_with_cross,
    CheckStatus.UNDECIDED: _paint_clock,
}
