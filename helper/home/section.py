"""The line above the tiles of Home: what is shown, how many are solved, and the filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from helper.application.theme import Theme
from helper.home.cards import ElidedLabel
from helper.home.entries import DRAWINGS, Entry, Shelf
from helper.home.home_wording import shelf_text, solved_text
from helper.home.query import (
    Choice,
    ColorClass,
    DifficultyClass,
    Order,
    ProgressFilter,
    Query,
    SizeClass,
)
from helper.home.style import FAINT, HEADING
from helper.widgets.fields import name_box
from helper.widgets.flow import FlowLayout
from helper.widgets.ring import Ring
from helper.widgets.style import COMPACT
from puzzles.words import _, enumerated, worded

_HEADING_PX = 360
"""The room of heading and count beside the filters; with less, these have a line of their own."""


class Section(QWidget):
    """Heading, count and filters, with a button that switches them off; for a collection, a button
    with its commands.

    Signals:
        menu_requested: :class:`QPoint` on the screen, where the collection's commands are to open.
    """

    menu_requested = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.heading, self.count = ElidedLabel("", self), QLabel(self)
        self.heading.setProperty("kind", HEADING)
        self.count.setProperty("kind", FAINT)
        self.ring = Ring(theme, self)
        self.shows_progress = True
        """Whether a pack has a ring."""
        self.button = QPushButton(_("Collection…"), self)
        self.button.setToolTip(_("Rename, export or delete this collection"))
        self.button.clicked.connect(self._open_menu)
        self.button.hide()
        self.poster_button = QPushButton(_("Poster…"), self)
        self.poster_button.setToolTip(_("All pictures of this shelf on one page, to print or save"))
        self.poster_button.hide()
        self.clear_button = QPushButton(_("Clear Filters"), self)
        self.clear_button.setToolTip(_("Show all puzzles again"))
        self.clear_button.setProperty(COMPACT, True)
        policy = self.clear_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.clear_button.setSizePolicy(policy)
        self.clear_button.hide()
        self.heading.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.heading.customContextMenuRequested.connect(
            lambda at: self.menu_requested.emit(self.heading.mapToGlobal(at))
        )
        self.filters = FilterBar(theme, self)
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(8)
        self._layout.setVerticalSpacing(4)
        title = QHBoxLayout()  # where there is no ring, the heading begins at the edge
        title.setSpacing(8)
        title.addWidget(self.ring)
        title.addWidget(self.heading)
        self._layout.addLayout(title, 0, 0)

    def show_contents(
        self, query: Query, shelf: Shelf | None, entries: Sequence[Entry], found: int, unrated: int
    ) -> None:
        """Say what the tiles show.

        Args:
            query: What was asked for.
            shelf: The shelf that is shown; ``None`` for several.
            entries: The puzzles of all shelves.
            found: How many tiles there are.
            unrated: How many puzzles are still to be rated, if the query depends on that.
        """
        if query.is_search:
            heading, count = _("Search results"), worded("{found} found", found=found)
        elif shelf is not None:
            heading, count = shelf.title, shelf_text(shelf)
        else:
            played = [entry for entry in entries if entry.shelf != DRAWINGS]
            solved = sum(entry.is_solved for entry in played)
            heading, count = _("All puzzles"), solved_text(solved, len(played))
        counts = [count]
        if query.is_filtered and not query.is_search:
            counts.append(worded("{found} shown", found=found))
        if unrated:
            counts.append(worded("{unrated} not rated yet", unrated=unrated))
        share = None if shelf is None or query.is_search else shelf.share
        self.ring.show_share(share if self.shows_progress else None, count)
        self.heading.setText(heading)
        self.count.setText(enumerated(counts))
        self.button.setHidden(shelf is None or not shelf.collection)
        self.poster_button.setHidden(shelf is None or not shelf.is_finished)
        self.clear_button.setHidden(not (query.is_filtered and found))

    def arrange(self, width_px: int) -> None:
        """Place the filters beside the heading, or below it if there is little room."""
        parts = self.count, self.button, self.poster_button
        for widget in (*parts, self.filters, self.clear_button):
            self._layout.removeWidget(widget)
        # What is shown beside them does not count: filters stay where they are, whatever is set.
        beside = self.filters.sizeHint().width() + self.clear_button.sizeHint().width()
        is_below = width_px < _HEADING_PX + beside
        for column_of_part, part in enumerate(parts, 1):
            self._layout.addWidget(part, 0, column_of_part)
        if is_below:
            self._layout.addWidget(self.filters, 1, 0, 1, 7)
            self._layout.addWidget(self.clear_button, 1, 7)
        else:
            self._layout.addWidget(self.clear_button, 0, 6)
            self._layout.addWidget(self.filters, 0, 7, Qt.AlignmentFlag.AlignRight)
        self._layout.setColumnStretch(5, 1)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.ring.set_theme(theme)
        self.filters.set_theme(theme)

    def _open_menu(self) -> None:
        self.menu_requested.emit(self.button.mapToGlobal(self.button.rect().bottomLeft()))


_PADDING_PX = 8
_ARROW_PX = 8
_HEIGHT_PX = 32
_RETURNS = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)
"""The focus comes back: a list or a menu was closed, or the window is active again."""
_LIST_BESIDE_PX = 12
"""Frame and padding of the list, on both sides."""


class FilterBar(QWidget):
    """Filters by size, colours, difficulty, progress and tag, and the order.

    Signals:
        changed: The player has chosen something else.
        filtered: After that, if it was not the order: other puzzles may be left.
    """

    changed = Signal()
    filtered = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.size_box = _ChoiceBox(
            SizeClass, _("Size"), _("Show puzzles of this size"), theme, self
        )
        self.color_box = _ChoiceBox(
            ColorClass, _("Colours"), _("Show black and white or coloured puzzles"), theme, self
        )
        self.difficulty_box = _ChoiceBox(
            DifficultyClass, _("Difficulty"), _("Show puzzles of this difficulty"), theme, self
        )
        self.progress_box = _ChoiceBox(
            ProgressFilter, _("Progress"), _("Show new, started or solved puzzles"), theme, self
        )
        self.tag_box = _ChoiceBox((), _("Tag"), _("Show puzzles with this tag"), theme, self)
        self.order_box = _ChoiceBox(Order, "", _("What comes first"), theme, self)
        self.show_tags(())
        layout = FlowLayout(4, self, is_centered=False)
        layout.setContentsMargins(0, 0, 0, 0)
        for box in self.all_boxes:
            layout.addWidget(box)
            box.currentIndexChanged.connect(self.changed)
        for box in self.all_boxes[:-1]:
            box.currentIndexChanged.connect(self.filtered)

    @property
    def boxes(self) -> tuple[QComboBox, ...]:
        """The boxes that are shown, from left to right."""
        return tuple(box for box in self.all_boxes if not box.isHidden())

    @property
    def all_boxes(self) -> tuple[_ChoiceBox, ...]:
        """The boxes, also a hidden one."""
        return (
            self.size_box,
            self.color_box,
            self.difficulty_box,
            self.progress_box,
            self.tag_box,
            self.order_box,
        )

    def show_tags(self, tags: Sequence[str]) -> None:
        """Offer these tags; without any, there is no filter for tags."""
        box, chosen = self.tag_box, self.tag_box.currentData()
        offered = [box.itemData(row) for row in range(1, box.count())]
        box.setHidden(not tags)
        if box.count() and offered == list(tags):
            return
        box.blockSignals(True)
        box.clear()
        box.addItem(_("Any tag"), "")
        for tag in tags:
            box.addItem(tag, tag)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.blockSignals(False)
        box.updateGeometry()

    def applied_to(self, query: Query) -> Query:
        """A query with the filters and the order that are chosen."""
        return replace(
            query,
            size=self.size_box.currentData(),
            colors=self.color_box.currentData(),
            difficulty=self.difficulty_box.currentData(),
            progress=self.progress_box.currentData(),
            tag=self.tag_box.currentData(),
            order=self.order_box.currentData(),
        )

    def clear(self) -> None:
        """Show all puzzles; the order stays."""
        for box in self.all_boxes[:-1]:
            box.blockSignals(True)
            box.setCurrentIndex(0)
            box.blockSignals(False)
            box.updateGeometry()
        self.changed.emit()
        self.filtered.emit()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        for box in self.all_boxes:
            box.theme = theme
            box.update()


class _ChoiceBox(QComboBox):
    """A box that looks like text with an arrow; a filter that is in use is filled.

    The keyboard's focus has a frame. The mouse leaves none: on a filter that was just switched off,
    it would look like one that is on.
    """

    def __init__(
        self, choices: Iterable[Choice], name: str, tip: str, theme: Theme, parent: QWidget
    ) -> None:
        """``name``: what it is for; empty for a box that always shows its choice."""
        super().__init__(parent)
        self.theme = theme
        self._neutral = name
        self._is_by_mouse = False
        for choice in choices:
            self.addItem(choice.label, choice)
        name_box(self, name or _("Order"))
        self.setToolTip(worded("{tip} (Up and Down)", tip=tip))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.currentIndexChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:  # Qt override
        texts = [self._neutral, *(self.itemText(row) for row in range(self.count()))]
        width = max(map(self.fontMetrics().horizontalAdvance, texts))
        return QSize(width + _ARROW_PX + 6 + 2 * _PADDING_PX, _HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return self.sizeHint()

    @property
    def is_used(self) -> bool:
        """Whether it leaves puzzles out."""
        return bool(self._neutral) and self.currentIndex() > 0

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        if event.reason() not in _RETURNS:
            self._is_by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self._is_by_mouse = True
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        self._is_by_mouse = False
        self.update()
        super().keyPressEvent(event)

    def showPopup(self) -> None:  # Qt override
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + _LIST_BESIDE_PX)
        super().showPopup()

    def wheelEvent(self, event: object) -> None:  # Qt override
        event.ignore()  # type: ignore[attr-defined]  # the page scrolls

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, is_used = self.theme, self.is_used
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setBrush(QColor(theme.accent) if is_used else Qt.BrushStyle.NoBrush)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.hasFocus() and not self._is_by_mouse:
            painter.setPen(QPen(QColor(theme.text if is_used else theme.accent), 2))
        painter.drawRoundedRect(frame, 8, 8)
        color = theme.text if self.underMouse() else theme.faint
        painter.setPen(QPen(QColor(theme.on_accent if is_used else color), 1.5))
        line = self.rect().adjusted(_PADDING_PX, 0, -_PADDING_PX, 0)
        painter.drawText(
            line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._text()
        )
        # Beside the text: the box has room for its longest one.
        text_px = self.fontMetrics().horizontalAdvance(self._text())
        left, top = line.left() + text_px + 6, line.center().y() - 1
        if self.isRightToLeft():
            left = line.right() + 1 - text_px - 6 - _ARROW_PX
        middle = QPointF(left + _ARROW_PX / 2, top + _ARROW_PX / 2)
        painter.drawPolyline([QPointF(left, top), middle, QPointF(left + _ARROW_PX, top)])

    def _text(self) -> str:
        """A filter that is not in use shows what it is for."""
        if self._neutral and self.currentIndex() <= 0:
            return self._neutral
        return self.currentText()
