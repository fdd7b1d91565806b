"""The log of the camera window: what was found, read and solved, with time and duration."""

from __future__ import annotations

import enum
from collections import deque
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QMessageBox,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from helper.application.memory import release_hidden
from helper.camera.sentences import seconds
from helper.widgets.buttons import click_on_enter
from puzzles import LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.words import _, worded
from recognizer.live.scene import LogEvent

MAX_ENTRIES = 1000
"""The largest number of events; the oldest are dropped."""
_ROOT = QModelIndex()


class LogColumn(enum.IntEnum):
    """The columns, from left to right."""

    TIME = 0
    KIND = 1
    TEXT = 2
    TOOK = 3


_TITLES = (_("At"), _("What"), _("Details"), _("Took"))


class CameraLog(QAbstractTableModel):
    """The latest events, the oldest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events: deque[LogEvent] = deque()

    @property
    def events(self) -> tuple[LogEvent, ...]:
        """The events that are kept."""
        return tuple(self._events)

    def add(self, event: LogEvent) -> None:
        """Add an event."""
        if len(self._events) >= MAX_ENTRIES:
            self.beginRemoveRows(QModelIndex(), 0, 0)
            self._events.popleft()
            self.endRemoveRows()
        count = len(self._events)
        self.beginInsertRows(QModelIndex(), count, count)
        self._events.append(event)
        self.endInsertRows()

    def as_text(self) -> str:
        """The whole log as lines with tabs between the columns."""
        lines = ["\t".join(_TITLES), *("\t".join(_cells(event)) for event in self._events)]
        return "\n".join(lines) + "\n"

    # The model for Qt

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._events)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(LogColumn)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return _cells(self._events[index.row()])[index.column()]
        is_number = index.column() in (LogColumn.TIME, LogColumn.TOOK)
        if role == Qt.ItemDataRole.TextAlignmentRole and is_number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return _TITLES[section]
        return None


def _cells(event: LogEvent) -> tuple[str, str, str, str]:
    took = "" if event.took_s is None else seconds(event.took_s)
    text = " ".join(event.text.split())
    return worded("{seconds:.1f} s", seconds=event.seconds), event.kind.label, text, took


class LogWindow(QDialog):
    """Shows the log while it grows."""

    def __init__(self, log: CameraLog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Camera Log"))
        self._log = log
        self.table = QTableView()
        self._make_table()
        self.copy, self.save = QPushButton(_("&Copy")), QPushButton(_("&Save…"))
        self.close_button = QPushButton(_("Close"))
        self.copy.setToolTip(_("Copy the whole log, for a spreadsheet or a message"))
        self.save.setToolTip(_("Save the whole log as a text file"))
        self.copy.clicked.connect(self.copy_text)
        self.save.clicked.connect(self.save_as)
        self.close_button.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        for button in (self.copy, self.save):
            buttons.addWidget(button)
            click_on_enter(button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)
        QShortcut(QKeySequence.StandardKey.Copy, self.table).activated.connect(self.copy_text)
        log.rowsAboutToBeInserted.connect(self._note_scroll_position)
        log.rowsInserted.connect(self._scroll_to_new)
        self._is_at_end = True
        room = self.screen().availableSize()
        self.resize(min(680, room.width() * 9 // 10), min(360, room.height() * 8 // 10))

    def _make_table(self) -> None:
        table = self.table
        table.setModel(self._log)
        table.setAccessibleName(_("Events"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 8)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(LogColumn.TEXT, QHeaderView.ResizeMode.Stretch)
        letter = table.fontMetrics().horizontalAdvance("0")
        for column, letters in ((LogColumn.TIME, 9), (LogColumn.KIND, 15), (LogColumn.TOOK, 9)):
            header.resizeSection(column, letters * letter)

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        release_hidden(self, event)

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self._scroll_to_new()

    def _note_scroll_position(self) -> None:
        bar = self.table.verticalScrollBar()
        self._is_at_end = bar.value() == bar.maximum()

    def _scroll_to_new(self) -> None:
        """Scroll to a new event if the end was in view."""
        if self._is_at_end:
            self.table.scrollToBottom()

    def copy_text(self) -> None:
        """Put the whole log into the clipboard."""
        QGuiApplication.clipboard().setText(self._log.as_text())

    def save_as(self) -> None:
        """Write the whole log into a file."""
        text = self._log.as_text()
        kinds = _("Text (*.txt *.tsv);;All files (*)")
        chosen, _filter = QFileDialog.getSaveFileName(
            self, _("Save Log As"), "camera-log.txt", kinds
        )
        if not chosen:
            return
        try:
            write_atomically(Path(chosen), text.encode())
        except LibraryError as error:
            QMessageBox.warning(self, self.windowTitle(), str(error))
