"""The button of one colour of a palette."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from helper.application.theme import LIGHT, Theme
from helper.palette.swatch import paint_swatch
from puzzles.words import capitalized, enumerated, plural, worded

_ROW_PX = 32
_COMPACT_PX = QSize(40, 30)
_SWATCH_PX = 20
_KEY_PX = 18
_PAD_PX = 8
_RADIUS_PX = 8


@dataclass(frozen=True, slots=True)
class Ink:
    """One colour of a palette as the player sees it."""

    index: int
    """Palette index; the key of the first nine."""
    letter: str
    """Stands beside its numbers, if colours have signs."""
    rgb: str
    """``#rrggbb``."""
    name: str
    left: int | None
    """The number of cells that are still to be shaded; ``None`` in a drawing."""

    @property
    def key(self) -> str:
        """The key that chooses it; empty if there is none."""
        return str(self.index) if self.index <= 9 else ""

    @property
    def left_text(self) -> str:
        """How many cells are left, in few characters."""
        if self.left is None:
            return ""
        return "done" if self.left == 0 else f"{self.left:,}" if self.left > 0 else str(self.left)

    @property
    def sentence(self) -> str:
        """Name, key and number of cells left, for tooltips and screen readers."""
        parts = [capitalized(self.name)]
        if self.left is not None and self.left < 0:
            parts.append(plural(-self.left, "{count} cell too many", "{count} cells too many"))
        elif self.left is not None:
            parts.append(plural(self.left, "{count} cell left", "{count} cells left"))
        if self.key:
            parts.append(worded("key {key}", key=self.key))
        return enumerated(parts)


class InkButton(QAbstractButton):
    """A colour as a row (swatch, name, cells left, key), or as a swatch with its key.

    Signals:
        edit_requested: ``int``, the palette index: it was double-clicked.
        menu_requested: (``int``, ``QPoint``): a context menu is wanted at a place of the screen.
    """

    edit_requested = Signal(int)
    menu_requested = Signal(int, QPoint)

    def __init__(self, ink: Ink, is_compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink = ink
        self._is_compact = False
        self._theme: Theme = LIGHT
        self._has_signs = False
        self._is_hovered = False
        self._had_press = False
        """Whether it was pressed since it was made."""
        self.setMouseTracking(True)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_compact(is_compact)
        self.set_ink(ink)

    def set_compact(self, is_compact: bool) -> None:
        """Show a swatch with its key, or a row."""
        self._is_compact = is_compact
        horizontal = QSizePolicy.Policy.Fixed if is_compact else QSizePolicy.Policy.Expanding
        self.setSizePolicy(horizontal, QSizePolicy.Policy.Fixed)
        self.updateGeometry()
        self.update()

    @property
    def ink(self) -> Ink:
        """What the button shows."""
        return self._ink

    def set_ink(self, ink: Ink) -> None:
        """Show another colour or another number of cells."""
        self._ink = ink
        self.setAccessibleName(ink.sentence)
        self.setToolTip(ink.sentence)
        self.update()

    def set_look(self, theme: Theme, has_signs: bool) -> None:
        """Paint in a theme's colours, and with the colour's pattern and letter or without."""
        self._theme, self._has_signs = theme, has_signs
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        wide = QSize(_KEY_PX - 4 if self._has_signs else 0, 0)
        return _COMPACT_PX + wide if self._is_compact else QSize(120, _ROW_PX)

    def enterEvent(self, event: QEnterEvent) -> None:  # Qt override
        super().enterEvent(event)
        self._set_hovered(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        super().mouseMoveEvent(event)
        self._set_hovered(self.rect().contains(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:  # Qt override
        super().leaveEvent(event)
        self._set_hovered(False)

    def event(self, event: QEvent) -> bool:  # Qt override
        if event.type() == QEvent.Type.WindowDeactivate:
            self._set_hovered(False)
        return super().event(event)

    def _set_hovered(self, is_hovered: bool) -> None:
        """Look raised, or not: ``underMouse`` stays true behind a menu or a dialog."""
        if is_hovered != self._is_hovered:
            self._is_hovered = is_hovered
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self._had_press = True
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        if not self._had_press:
            return  # the first click was on Add Colour, which made room for this button
        if event.button() == Qt.MouseButton.LeftButton:
            self._set_hovered(False)
            self.edit_requested.emit(self._ink.index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # Qt override
        self._set_hovered(False)
        self.menu_requested.emit(self._ink.index, event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_frame(painter)
            if self._is_compact:
                self._paint_compact(painter)
            else:
                self._paint_row(painter)
        finally:
            painter.end()

    def _paint_frame(self, painter: QPainter) -> None:
        theme = self._theme
        if not (self.isChecked() or self._is_hovered):
            return
        painter.setPen(QPen(QColor(theme.accent if self.isChecked() else theme.line), 1.5))
        painter.setBrush(QColor(theme.tint if self.isChecked() else theme.base))
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(frame, _RADIUS_PX, _RADIUS_PX)

    def _paint_row(self, painter: QPainter) -> None:
        theme, ink = self._theme, self._ink
        height = self.height()
        self._paint_swatch(painter, QRectF(_PAD_PX, (height - _SWATCH_PX) / 2, *2 * (_SWATCH_PX,)))
        right = self.width() - _PAD_PX
        if ink.key:
            key = QRectF(right - _KEY_PX, (height - _KEY_PX) / 2, _KEY_PX, _KEY_PX)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.setBrush(QColor(theme.base))
            painter.drawRoundedRect(key, 4, 4)
            painter.setPen(QColor(theme.faint))
            painter.drawText(key, Qt.AlignmentFlag.AlignCenter, ink.key)
        right -= _KEY_PX + _PAD_PX
        wide = self.fontMetrics().horizontalAdvance(ink.left_text)
        if ink.left_text:
            painter.setPen(QColor(theme.faint if (ink.left or 0) >= 0 else theme.red))
            place = QRectF(right - wide, 0, wide + 1, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, ink.left_text)
            right -= wide + _PAD_PX
        name = capitalized(ink.name)
        if self._has_signs and not name.endswith(f"({ink.letter})"):
            name += f" ({ink.letter})"
        left = 2 * _PAD_PX + _SWATCH_PX
        painter.setPen(QColor(theme.faint if ink.left == 0 else theme.text))
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, right - left)
        place = QRectF(left, 0, right - left, height)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_compact(self, painter: QPainter) -> None:
        height = self.height()
        self._paint_swatch(painter, QRectF(4, (height - _SWATCH_PX) / 2, *2 * (_SWATCH_PX,)))
        place = QRectF(_SWATCH_PX + 6, 0, _KEY_PX - 4, height)
        if self._has_signs:
            painter.setPen(QColor(self._theme.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._ink.letter)
            place.translate(_KEY_PX - 4, 0)
        painter.setPen(QColor(self._theme.faint))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._ink.key)

    def _paint_swatch(self, painter: QPainter, rect: QRectF) -> None:
        pattern = self._ink.index if self._has_signs else 0
        paint_swatch(painter, rect, self._ink.rgb, pattern, QColor(self._theme.faint))
