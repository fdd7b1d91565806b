"""The panel with the clues of a draft: chips, the cursor, and the keys."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from helper.application.theme import Theme
from helper.application.typeface import strong
from helper.review.chips import (
    ChipLayout,
    chip_height,
    describe,
    lay_out,
    mark_of_line,
    paint_name,
    paint_number,
    row_height,
)
from helper.review.cutouts import Cutouts
from helper.review.draft_lines import DraftPlace
from helper.review.palette_row import MAX_KEYS
from helper.review.review import Review
from puzzles import Line
from puzzles.words import _, clauses, plural
from recognizer.values import Consequence

SECOND_DIGIT_S = 1.5
"""A digit within so many seconds belongs to the digit before."""
_MIN_WIDTH_PX = 330
"""Enough for five numbers side by side."""
_MIN_ROWS = 3
"""Lines that are seen at least, with their numbers: before and after the one under the cursor."""
_NONE = Qt.KeyboardModifier.NoModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class CluePanel(QAbstractScrollArea):
    """Shows the clues of a review and handles its keys.

    Signals:
        line_requested: The user wants to type the line under the cursor.
        message_requested: ``str``, why a key did nothing.
    """

    line_requested = Signal()
    message_requested = Signal(str)

    def __init__(
        self, review: Review, cutouts: Cutouts, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Clues"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.review = review
        self.cutouts = cutouts
        self.theme = theme
        self.chips = ChipLayout()
        self._wrong: set[Line] = set()
        self._digit_at = 0.0
        review.changed.connect(self.refresh)
        review.moved.connect(self._show_cursor)
        review.judged.connect(self.viewport().update)
        self.refresh()
        self._show_cursor()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(_MIN_WIDTH_PX, 500)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(_MIN_WIDTH_PX, _MIN_ROWS * row_height(self.fontMetrics()))

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self.viewport().update()

    def set_cutouts(self, cutouts: Cutouts) -> None:
        """Show another picture."""
        self.cutouts = cutouts
        self.viewport().update()

    def refresh(self) -> None:
        """Lay out the draft again."""
        draft = self.review.draft
        self.chips = lay_out(draft, self.viewport().width(), self.fontMetrics())
        self._wrong = {d.line for d in draft.puzzle().defects() if d.line is not None}
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(chip_height(self.fontMetrics()))
        bar.setRange(0, max(0, self.chips.height - self.viewport().height()))
        self.viewport().update()

    def _show_cursor(self) -> None:
        box = self.chips.places.get(self.review.place)
        if box is not None:
            bar, margin = self.verticalScrollBar(), box.height() // 2
            low = box.bottom() + margin - self.viewport().height()
            bar.setValue(min(max(bar.value(), low), max(0, box.top() - margin)))
        text = describe(self.review.draft, self.review.place)
        if count := len(self.review.selected):
            selected = plural(count, "{count} number is selected", "{count} numbers are selected")
            text = clauses([text, selected])
        self.setAccessibleDescription(text)
        self.viewport().update()

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        self.refresh()
        self._show_cursor()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(self.theme.window))
        painter.translate(0, -self._scroll)
        visible = event.rect().translated(0, self._scroll)
        draft, cursor = self.review.draft, self.review.place
        for name, area in self.chips.line_areas:
            if name == cursor.line and area.intersects(visible):
                color = QColor(self.theme.accent)
                color.setAlpha(28)
                painter.fillRect(area, color)
        for title, box in self.chips.titles:
            if box.intersects(visible):
                self._paint_title(painter, title)
        for place, box in self.chips.places.items():
            if not box.intersects(visible):
                continue
            number = draft.number(place)
            is_here = place == cursor or place in self.review.selected
            is_quiet = self.review.doubts.get(place) is Consequence.QUIET
            if number is not None:
                rgb = draft.rgb_of(number)
                paint_number(painter, box, number, self.cutouts, self.theme, is_here, is_quiet, rgb)
                continue
            mark = mark_of_line(draft.line(place.line), place.line in self._wrong)
            paint_name(painter, box, str(place.line.index + 1), self.theme, is_here, mark, is_quiet)

    def _paint_title(self, painter: QPainter, title: str) -> None:
        box = dict(self.chips.titles)[title]
        painter.save()
        painter.setFont(strong(painter.font()))
        painter.setPen(QColor(self.theme.text))
        place = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box.adjusted(8, 0, 0, 0), place, title)
        painter.restore()

    @property
    def _scroll(self) -> int:
        return self.verticalScrollBar().value()

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        super().focusInEvent(event)
        self.viewport().update()

    # Mouse

    def place_at(self, point: QPoint) -> DraftPlace | None:
        """The place at a point, in the viewport's coordinates."""
        point = point + QPoint(0, self._scroll)
        return next((p for p, box in self.chips.places.items() if box.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        place = self.place_at(event.position().toPoint())
        if place is None:
            return
        if event.modifiers() & _SHIFT:
            self.review.select_to(place)
        elif event.modifiers() & _CTRL:
            self.review.select(place)
        else:
            self.review.go(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        if self.place_at(event.position().toPoint()) is not None:
            self.line_requested.emit()

    def viewportEvent(self, event: QEvent) -> bool:  # Qt override
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(event.pos())
            text = describe(self.review.draft, place) if place is not None else ""
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        handlers = self._handle_cursor_key, self._handle_color_key, self._handle_edit_key
        if not any(handle(event) for handle in handlers):
            super().keyPressEvent(event)

    def _handle_cursor_key(self, event: QKeyEvent) -> bool:
        keys, key = Qt.Key, Qt.Key(event.key())
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        review = self.review
        if key in (keys.Key_Down, keys.Key_Right) and modifiers == _NONE:
            self._step_doubt(1)
        elif key in (keys.Key_Up, keys.Key_Left) and modifiers == _NONE:
            self._step_doubt(-1)
        elif key == keys.Key_N and modifiers in (_NONE, _SHIFT):
            self._step_doubt(-1 if modifiers == _SHIFT else 1)
        elif key in (keys.Key_Right, keys.Key_Left) and modifiers == _CTRL:
            review.step(1 if key == keys.Key_Right else -1)
        elif key in (keys.Key_Right, keys.Key_Left) and modifiers == _CTRL | _SHIFT:
            review.extend(1 if key == keys.Key_Right else -1)
        elif key in (keys.Key_Down, keys.Key_Up) and modifiers == _CTRL:
            review.step_line(1 if key == keys.Key_Down else -1)
        elif key in (keys.Key_Home, keys.Key_End) and modifiers == _NONE:
            review.go(review.draft.places[0 if key == keys.Key_Home else -1])
        else:
            return False
        return True

    def _step_doubt(self, by: int) -> None:
        if not self.review.step_doubt(by):
            self._tell_rest()

    def _tell_rest(self) -> None:
        """Say what can be done where nothing is left to check, which stands below the picture."""
        self.message_requested.emit(_("Ctrl with arrow keys goes to each number."))

    def _handle_color_key(self, event: QKeyEvent) -> bool:
        color = event.key() - Qt.Key.Key_0
        if not (event.modifiers() & _CTRL and 1 <= color <= MAX_KEYS):
            return False
        if self.review.draft.is_colored and color < len(self.review.draft.palette):
            self.review.take_color(color)
        return True

    def _handle_edit_key(self, event: QKeyEvent) -> bool:
        keys, key, review = Qt.Key, Qt.Key(event.key()), self.review
        if event.modifiers() & (_CTRL | Qt.KeyboardModifier.AltModifier):
            return False
        text = event.text()
        if len(text) == 1 and text in "0123456789":
            now = time.monotonic()
            review.type_digit(int(text), follows=now - self._digit_at < SECOND_DIGIT_S)
            self._digit_at = now
        elif key == keys.Key_R:
            if not review.take_likeliest():
                self.message_requested.emit(
                    _("There is no alternative here. Type the right number.")
                )
        elif key == keys.Key_A:
            if not review.take_answer():  # after an edit it takes a moment
                self.message_requested.emit(_("No answer is offered at the moment."))
        elif key in (keys.Key_Return, keys.Key_Enter):
            if not review.confirm():
                self._tell_rest()
        elif key == keys.Key_Space:
            review.begin_number()
            self.message_requested.emit(_("The next digit begins a new number after this one."))
        elif key == keys.Key_Backspace:
            review.erase_digit()
        elif key == keys.Key_Delete:
            review.remove()
        elif key == keys.Key_Insert:
            review.insert()
        elif key == keys.Key_F2:
            self.line_requested.emit()
        else:
            return False
        return True
