"""The tiles of Home: a list that is as tall as its contents, inside a page that scrolls."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from helper.home.delegate import PICTURE_PX, TILE, TileDelegate
from helper.home.entries import Entry
from helper.home.home_model import EntryModel, Index
from helper.home.thumbnails import Thumbnails
from puzzles.words import _

_SELECTING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
"""With these, a click selects."""
_OPEN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class TileList(QListView):
    """Shows entries as tiles. Pictures are rendered for those tiles only that are visible.

    Several tiles can be selected, for the commands on them; a plain click opens one.

    Signals:
        open_requested: ``str``, the id of an entry.
        menu_requested: :class:`QPoint` on the screen, where the commands on the chosen entries are
            to open.
        rename_requested, delete_requested: F2 or Delete was pressed.
        used: It has got the focus.
        columns_changed: There is another number of tiles in a row.
        reveal_requested: :class:`QRect` in its own coordinates that should become visible.
    """

    open_requested = Signal(str)
    menu_requested = Signal(QPoint)
    rename_requested = Signal()
    delete_requested = Signal()
    used = Signal()
    columns_changed = Signal()
    reveal_requested = Signal(QRect)

    def __init__(
        self, model: EntryModel, thumbnails: Thumbnails, parent: QWidget, group: str = "tiles"
    ) -> None:
        """Show the entries of a model; ``group``: the name of this place for ``thumbnails``."""
        super().__init__(parent)
        self._entries, self._group = model, group
        self._thumbnails = thumbnails
        self.setAccessibleName(_("Puzzles"))
        self.setModel(model)
        self._delegate = TileDelegate(thumbnails, self)
        self.setItemDelegate(self._delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoScroll(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._click_modifiers = Qt.KeyboardModifier.NoModifier
        self._columns = self.columns
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(self._click)
        model.modelReset.connect(self._take_names)
        thumbnails.ready.connect(self._show_thumbnail)

    @property
    def entries(self) -> EntryModel:
        """Its model."""
        return self._entries

    @property
    def columns(self) -> int:
        """Tiles in a row; Qt starts another row for a tile that would reach the last pixel."""
        return max(1, (self.width() - 1) // TILE.width())

    @property
    def tile_height(self) -> int:
        """The height of a row of tiles, in px."""
        return self._delegate.height_px

    @property
    def chosen_entries(self) -> list[Entry]:
        """The selected entries; without any, the current one."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        if not rows and self.currentIndex().isValid():
            rows = [self.currentIndex().row()]
        return [self._entries.entry(row) for row in rows]

    def selected_ids(self) -> list[str]:
        """The ids of the selected entries."""
        return [self._entries.entry(index.row()).id for index in self.selectedIndexes()]

    def select_ids(self, ids: Iterable[str]) -> None:
        """Select these entries, as far as they are shown, and no others."""
        self.clearSelection()
        for entry_id in ids:
            row = self._entries.row_of(entry_id)
            if row is not None:
                select = QItemSelectionModel.SelectionFlag.Select
                self.selectionModel().select(self._entries.index(row), select)

    def visible_entries(self) -> list[Entry]:
        """The entries whose tiles are on the screen, in the order of the rows."""
        seen = self.viewport().visibleRegion().boundingRect()
        if seen.isEmpty():
            return []
        first = max(seen.top(), 0) // self.tile_height * self.columns
        end = (seen.bottom() // self.tile_height + 1) * self.columns
        return list(self._entries.entries[first:end])

    def request_visible(self) -> None:
        """Have the pictures of the visible tiles rendered, and no others."""
        side_px = round(PICTURE_PX * self.devicePixelRatioF())
        self._thumbnails.want(self._group, self.visible_entries(), side_px)

    def scrollTo(  # Qt override
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Do nothing: all tiles have room, and a click must not move what it is aimed at."""

    def moveCursor(  # Qt override
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Move by a page of what is visible; the list itself is as tall as all its rows."""
        actions = QAbstractItemView.CursorAction
        current = self.currentIndex().row()
        if action not in (actions.MovePageUp, actions.MovePageDown) or current < 0:
            return super().moveCursor(action, modifiers)
        visible = self.viewport().visibleRegion().boundingRect().height()
        step = max(1, visible // self.tile_height) * self.columns
        last = self._entries.rowCount() - 1
        if action is actions.MovePageDown:
            new = min(current + step, last)
        else:
            new = current - step if current >= step else current % self.columns
        return self._entries.index(new, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if (
            event.key() in _OPEN_KEYS
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            self._open(self.currentIndex())
            return
        if event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit()
            return
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_requested.emit()
            return
        super().keyPressEvent(event)
        self._reveal_current()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self._click_modifiers = event.modifiers()
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # Qt override
        at = event.globalPos()
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            at = self.viewport().mapToGlobal(self.visualRect(index).center())
        if not index.isValid():
            return
        if not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        self.menu_requested.emit(at)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        super().focusInEvent(event)
        self.used.emit()
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self._reveal_current()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        super().paintEvent(event)
        self.request_visible()

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        self._thumbnails.forget_unwanted()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        width = (self.width() - 1) // self.columns
        if self._delegate.width_px != width:  # the tiles fill the row
            self._delegate.width_px = max(TILE.width(), width)
            self._delegate.has_long_names = self._has_long_names()
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)
        self._fit()
        if self._columns != self.columns:
            self._columns = self.columns
            self.columns_changed.emit()

    def _reveal_current(self) -> None:
        if self.currentIndex().isValid():
            self.reveal_requested.emit(self.visualRect(self.currentIndex()))

    def _fit(self) -> None:
        rows = -(-self._entries.rowCount() // self.columns)
        self.setFixedHeight(rows * self.tile_height)

    def _take_names(self) -> None:
        self._delegate.has_long_names = self._has_long_names()
        self._fit()

    def _has_long_names(self) -> bool:
        names = {self._entries.name(entry) for entry in self._entries.entries}
        return not all(map(self._delegate.fits_one_line, names))

    def _click(self, index: Index) -> None:
        if not self._click_modifiers & _SELECTING:
            self._open(index)

    def _open(self, index: Index) -> None:
        if index.isValid():
            self.open_requested.emit(self._entries.entry(index.row()).id)

    def _show_thumbnail(self, entry_id: str) -> None:
        row = self._entries.row_of(entry_id)
        if row is not None:
            self.update(self._entries.index(row))
