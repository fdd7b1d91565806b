"""Buttons side by side, in as many rows as the width needs."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Rows of widgets, each row in the middle, or at the beginning."""

    def __init__(
        self, spacing_px: int, parent: QWidget | None = None, *, is_centered: bool = True
    ) -> None:
        super().__init__(parent)
        self._is_centered = is_centered
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing_px)

    def addItem(self, item: QLayoutItem) -> None:  # Qt override
        self._items.append(item)

    def count(self) -> int:  # Qt override
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # Qt override
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # Qt override
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # Qt override
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # Qt override
        return True

    def heightForWidth(self, width: int) -> int:  # Qt override
        return self._arrange(QRect(0, 0, width, 0), is_tried=True)

    def setGeometry(self, rect: QRect) -> None:  # Qt override
        super().setGeometry(rect)
        self._arrange(rect, is_tried=False)

    def sizeHint(self) -> QSize:  # Qt override
        margins, shown = self.contentsMargins(), self._shown()
        widths = sum(item.sizeHint().width() for item in shown)
        height = max((item.sizeHint().height() for item in shown), default=0)
        gaps = self.spacing() * max(0, len(shown) - 1)
        around = margins.left() + margins.right(), margins.top() + margins.bottom()
        return QSize(widths + gaps + around[0], height + around[1])

    def minimumSize(self) -> QSize:  # Qt override
        margins, size = self.contentsMargins(), QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, is_tried: bool) -> int:
        """Place the widgets, unless it is only tried; returns the height, in px."""
        inner, gap = rect.marginsRemoved(self.contentsMargins()), self.spacing()
        top = inner.top()
        for row in self._rows(inner.width()):
            height = max(item.sizeHint().height() for item in row)
            wide = sum(item.sizeHint().width() for item in row) + gap * (len(row) - 1)
            left = inner.left()
            if self._is_centered:
                left += max(0, inner.width() - wide) // 2
            for item in row:
                if not is_tried:
                    item.setGeometry(QRect(QPoint(left, top), item.sizeHint()))
                left += item.sizeHint().width() + gap
            top += height + gap
        return (
            top - (gap if top > inner.top() else 0) - rect.top() + self.contentsMargins().bottom()
        )

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        """The widgets that share a row."""
        rows: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown():
            needed = item.sizeHint().width()
            if not rows or left + self.spacing() + needed > width:
                rows.append([])
                left = needed
            else:
                left += self.spacing() + needed
            rows[-1].append(item)
        return rows
