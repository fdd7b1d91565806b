"""The cards at the top of Home: Continue, Puzzle of the day, Learn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.home.delegate import paint_picture, shortened_name
from helper.home.entries import Entry
from helper.home.style import CARD, FAINT, NAME
from helper.home.thumbnails import Thumbnails
from helper.widgets.style import PRIMARY

PICTURE_PX = 104
"""The longer side of the picture on a card."""
_HEIGHT_PX = 160


class ElidedLabel(QLabel):
    """A line of text that is shortened where it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        text = shortened_name(self.text(), self.fontMetrics(), self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text
        )


class EntryPicture(QWidget):
    """The picture of one entry, as far as it may be shown."""

    def __init__(self, thumbnails: Thumbnails, group: str) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._group = group
        self._entry: Entry | None = None
        self.setFixedSize(PICTURE_PX, PICTURE_PX)
        thumbnails.ready.connect(self._update)

    def show_entry(self, entry: Entry | None) -> None:
        """Show another entry."""
        self._entry = entry
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self._entry is None:
            return
        side_px = round(PICTURE_PX * self.devicePixelRatioF())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRect(0, 0, PICTURE_PX, PICTURE_PX)
        paint_picture(painter, area, self._thumbnails.image(self._entry, side_px))
        self._thumbnails.want(self._group, [self._entry], side_px)

    def _update(self, entry_id: str) -> None:
        if self._entry is not None and self._entry.id == entry_id:
            self.update()


class Card(QFrame):
    """A card with a kind, a name, two lines of facts and a button.

    Signals:
        chosen: The button or the card was clicked.
    """

    chosen = Signal()

    def __init__(self, kind: str, picture: EntryPicture | None = None) -> None:
        super().__init__()
        self.setObjectName(CARD)
        self.kind, self.name = ElidedLabel(kind), ElidedLabel()
        self.facts, self.progress = ElidedLabel(), ElidedLabel()
        for label in (self.kind, self.facts, self.progress):
            label.setProperty("kind", FAINT)
        self.name.setProperty("kind", NAME)
        self.button = QPushButton()
        self.button.clicked.connect(self.chosen)
        self.setMinimumHeight(_HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(20, 16, 20, 16)
        outer.setSpacing(20)
        if picture is not None:
            outer.addWidget(picture, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout()
        column.setSpacing(3)
        for label in (self.kind, self.name, self.facts, self.progress):
            column.addWidget(label)
        column.addSpacing(8)
        column.addStretch()
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addLayout(column, 1)

    def show_texts(self, kind: str, name: str, facts: str, progress: str, button: str) -> None:
        """Show other texts."""
        self.kind.setText(kind)
        self.name.setText(name)
        self.facts.setText(facts)
        self.progress.setText(progress)
        self.button.setText(button)
        self.button.setAccessibleName(f"{kind}: {name}, {button}")
        self.setToolTip("\n".join(filter(None, (f"{kind}: {name}", facts, progress))))

    def set_primary(self, is_primary: bool) -> None:
        """Emphasize the button, or do not."""
        self.button.setProperty(PRIMARY, is_primary)
        self.button.style().unpolish(self.button)
        self.button.style().polish(self.button)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()


class CardRow(QWidget):
    """Cards side by side; in a narrow row the first one has a line of its own."""

    MIN_WIDTH_PX = 680
    """A row that is narrower than this has two lines."""
    _SPACING_PX = 16

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__()
        self._cards = cards
        self._layout = QGridLayout(self)
        for card in cards:
            card.setParent(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(self._SPACING_PX)

    def arrange(self, width_px: int) -> None:
        """Place the cards that are not hidden in a row of this width."""
        for card in self._cards:
            self._layout.removeWidget(card)
        shown = [card for card in self._cards if not card.isHidden()]
        is_narrow = width_px < self.MIN_WIDTH_PX and len(shown) > 2
        for column in range(3):
            self._layout.setColumnStretch(column, 0)
        for index, card in enumerate(shown):
            if is_narrow and index == 0:
                self._layout.addWidget(card, 0, 0, 1, 2)
                continue
            row, column = (1, index - 1) if is_narrow else (0, index)
            self._layout.addWidget(card, row, column)
            self._layout.setColumnStretch(column, 17 if index == 0 and len(shown) > 2 else 10)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, super().minimumSizeHint().height())
