"""The list at the left of Home: Home, all puzzles, the pages of progress, and the shelves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from helper.application.theme import Theme
from helper.application.typeface import body_font, scaled
from helper.home.delegate import name_lines
from helper.home.entries import DRAWINGS, Shelf
from helper.home.home_model import Index
from helper.home.home_wording import shelf_text, solved_text
from helper.widgets.fields import PageChoiceBox, name_box
from helper.widgets.ring import paint_ring
from puzzles.titles import shortened
from puzzles.words import _

HOME, ALL = "", "*"
"""The places that are not shelves, besides :data:`~helper.home.entries.PATH` and
:data:`~helper.home.entries.CALENDAR`; other places are a shelf's id."""

_PLACE, _DETAIL = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_SHARE = Qt.ItemDataRole.UserRole + 2
"""Of the solved puzzles, for the ring; ``None`` for no ring."""
_BEGINS_GROUP = Qt.ItemDataRole.UserRole + 3
"""Whether a gap is above it: the player's shelves and those of the program are groups."""
_DETAIL_SCALE = 12.5 / 14
_PADDING_PX = 12
_PLAIN_HEIGHT_PX, _HEIGHT_PX = 38, 50
_LINE_PX = 20
_GAP_PX = 2
_GROUP_GAP_PX = 16
_RING_PX = 16


class Sidebar(QListWidget):
    """The places of Home.

    Signals:
        place_chosen: ``str``, :data:`HOME`, :data:`ALL` or a shelf's id.
        menu_requested: ``str``, a place, and :class:`QPoint` on the screen, where the commands on
            it are to open.
        rename_requested, delete_requested: ``str``, the place where F2 or Delete was pressed.
        filled: All rows are new.
    """

    place_chosen = Signal(str)
    filled = Signal()
    menu_requested = Signal(str, QPoint)
    rename_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Shelves"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self._delegate = _PlaceDelegate(self, theme)
        self.setItemDelegate(self._delegate)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)  # titles may need another line
        self.pages: Sequence[tuple[str, str, str, float | None]] = ()
        """Of pages that are not shelves the place, the title, a second line, and the share of
        their ring; ``None`` for none."""
        self.shows_progress = True
        """Whether the packs have rings."""
        self.currentItemChanged.connect(self._choose)

    @property
    def place(self) -> str:
        """The place that is chosen."""
        item = self.currentItem()
        return str(item.data(_PLACE)) if item is not None else HOME

    def go_to(self, place: str) -> None:
        """Choose a place; :data:`HOME` if there is no such place."""
        for row in range(self.count()):
            if self.item(row).data(_PLACE) == place:
                self.setCurrentRow(row)
                return
        self.setCurrentRow(0)

    def show_shelves(self, shelves: Sequence[Shelf], first: Sequence[Shelf] = ()) -> None:
        """Show these shelves; the chosen place stays if it still exists.

        Args:
            shelves: All shelves.
            first: Shelves whose puzzles are also on others; they are above all pages.
        """
        place = self.place
        played = [shelf for shelf in shelves if shelf.id != DRAWINGS]
        total = sum(len(shelf.entries) for shelf in played)
        solved = sum(shelf.solved for shelf in played)
        rows: list[tuple[str, str, str, float | None]] = [
            (HOME, _("Home"), "", None),
            (ALL, _("All puzzles"), solved_text(solved, total), None),
        ]
        rows += ((shelf.id, shelf.title, shelf_text(shelf), None) for shelf in first)
        rows += self.pages
        for shelf in shelves:
            share = shelf.share if self.shows_progress else None
            rows.append((shelf.id, shelf.title, shelf_text(shelf), share))
        firsts = {shelf.is_bundled: shelf.id for shelf in reversed(shelves)}.values()
        self.blockSignals(True)
        self.clear()
        for row in rows:
            self.addItem(_item(*row, row[0] in firsts))
        self.go_to(place)
        self.blockSignals(False)
        self.filled.emit()
        if self.place != place:
            self.place_chosen.emit(self.place)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._delegate.theme = theme
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit(self.place)
        elif event.matches(QKeySequence.StandardKey.Delete):
            self.delete_requested.emit(self.place)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # Qt override
        item, at = self.itemAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            item = self.currentItem()
            at = self.viewport().mapToGlobal(self.visualItemRect(item).center())
        if item is not None:
            self.menu_requested.emit(str(item.data(_PLACE)), at)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.place_chosen.emit(item.data(_PLACE))


class PlaceBox(PageChoiceBox):
    """The places of a sidebar in one line, where that has no room."""

    def __init__(self, sidebar: Sidebar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(sidebar.model())
        name_box(self, _("Shelves"))
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        sidebar.currentRowChanged.connect(self.setCurrentIndex)
        sidebar.filled.connect(lambda: self.setCurrentIndex(sidebar.currentRow()))
        self.activated.connect(sidebar.setCurrentRow)


def _item(
    place: str, title: str, detail: str, share: float | None, begins_group: bool
) -> QListWidgetItem:
    item = QListWidgetItem(title)
    short = shortened(title)
    text = f"{short}, {detail}" if detail else short
    item.setData(_PLACE, place)
    item.setData(_DETAIL, detail)
    item.setData(_SHARE, share)
    item.setData(_BEGINS_GROUP, begins_group)
    item.setToolTip(text)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
    return item


class _PlaceDelegate(QStyledItemDelegate):
    """Paints a title, and below it how many puzzles are solved."""

    def __init__(self, parent: QListWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._list = parent
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # Qt override
        height = _HEIGHT_PX if index.data(_DETAIL) else _PLAIN_HEIGHT_PX
        lines = len(self._lines(index, self._list.viewport().width()))
        gap = _GAP_PX + (_GROUP_GAP_PX if index.data(_BEGINS_GROUP) else 0)
        return QSize(100, height + gap + (lines - 1) * _LINE_PX)

    def _lines(self, index: Index, width_px: int) -> list[str]:
        """A title in one line or two, as it is written when it is chosen."""
        font = body_font()
        font.setWeight(QFont.Weight.DemiBold)
        return name_lines(index.data(), QFontMetrics(font), width_px - 2 * _PADDING_PX, 2)

    def paint(  # Qt override
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        state, theme = option.state, self.theme
        above = _GROUP_GAP_PX if index.data(_BEGINS_GROUP) else 0
        rect: QRect = option.rect.adjusted(0, above, 0, -_GAP_PX)
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen if is_chosen else QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.tint if is_chosen else theme.base))
        if is_chosen or is_hovered:
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        if is_chosen:
            painter.setBrush(QColor(theme.accent))
            bar = QRectF(rect.left() + 3, rect.center().y() - 8, 3, 17)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 8, 8)
        self._paint_text(painter, rect, index, is_chosen)
        painter.restore()

    def _paint_text(self, painter: QPainter, rect: QRect, index: Index, is_chosen: bool) -> None:
        detail: str = index.data(_DETAIL)
        font = body_font()
        if is_chosen:
            font.setWeight(QFont.Weight.DemiBold)
        line = rect.adjusted(_PADDING_PX, 0, -_PADDING_PX, 0)
        share: float | None = index.data(_SHARE)
        if share is not None:
            # Beside the second line, where it takes no room from the title.
            is_mirrored = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
            left_px = line.left() if is_mirrored else line.right() - _RING_PX
            at = QPointF(left_px, line.bottom() - _RING_PX - 6)
            paint_ring(painter, QRectF(at, QSizeF(_RING_PX, _RING_PX)), share, self.theme)
        texts = self._lines(index, rect.width())
        top = 6 if detail else (rect.height() - len(texts) * _LINE_PX) // 2
        line = QRect(line.topLeft() + QPoint(0, top), QSize(line.width(), _LINE_PX))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font)
        painter.setPen(QColor(self.theme.text))
        for text in texts:
            painter.drawText(line, left, text)
            line.translate(0, _LINE_PX)
        line.translate(0, -_LINE_PX)
        if detail:
            painter.setFont(scaled(body_font(), _DETAIL_SCALE))
            # Secondary text has too little contrast on the tint.
            painter.setPen(QColor(self.theme.text if is_chosen else self.theme.faint))
            below = QRect(line.left(), line.bottom(), line.width(), 18)
            painter.drawText(below, left, detail)
