"""The table of Puzzle > Solution > Compare Methods: the methods, and the state of their runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor

from helper.application.theme import Theme
from helper.methods import comparison_text as words
from helper.methods.comparison import MethodRun
from helper.methods.methods import method_title
from puzzles.words import _, in_context, worded

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class CompareColumn(IntEnum):
    """The columns, from left to right."""

    METHOD = 0
    STATE = 1
    TIME = 2
    MEMORY = 3
    WORK = 4
    NODES = 5
    SOLUTIONS = 6
    STOP = 7


_HEADINGS = {
    CompareColumn.METHOD: (_("Method"), _("Tick the methods to run")),
    CompareColumn.STATE: (_("State"), _("How far it is, or how it ended")),
    CompareColumn.TIME: (
        in_context("how long a method took", "Time"),
        _("Time of the solve, without the start of its process"),
    ),
    CompareColumn.MEMORY: (
        _("Memory"),
        _("The most memory that its process used, including Python"),
    ),
    CompareColumn.WORK: (
        _("Work"),
        _(
            "How often the method did its main work: lines solved, or proposals checked. Use it to"
            " compare puzzles, not methods. Some methods do not count."
        ),
    ),
    CompareColumn.NODES: (_("Nodes"), _("Nodes of the search tree, or rounds")),
    CompareColumn.SOLUTIONS: (_("Solutions"), _("How many solutions it found")),
    CompareColumn.STOP: ("", _("Stop this method")),
}


@dataclass
class Row:
    """A method that can be chosen."""

    spec: str
    """The method's name, with options."""
    tip: str
    """The method's description."""
    is_chosen: bool = True
    missing: str = ""
    """Why it cannot be used here; empty if it can."""
    run: MethodRun | None = None
    """Its latest run."""


class MethodsModel(QAbstractTableModel):
    """The rows as a Qt model.

    Signals:
        choice_changed: The set of ticked methods has changed.
    """

    choice_changed = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.rows: list[Row] = []
        self.cells = 0
        """Number of cells of the board that was solved last."""

    @property
    def chosen(self) -> list[Row]:
        """The rows that are ticked."""
        return [row for row in self.rows if row.is_chosen and not row.missing]

    def add(self, row: Row) -> int:
        """Append a method; returns its row number."""
        at = len(self.rows)
        self.beginInsertRows(QModelIndex(), at, at)
        self.rows.append(row)
        self.endInsertRows()
        self.choice_changed.emit()
        return at

    def choose_all(self, chosen: bool) -> None:
        """Tick all methods, or none."""
        for row in self.rows:
            row.is_chosen = chosen and not row.missing
        self.refresh()
        self.choice_changed.emit()

    def show_runs(self, runs: Sequence[MethodRun], cells: int) -> None:
        """Show the runs of a new comparison in the rows of their methods."""
        self.cells = cells
        found = {run.spec: run for run in runs}
        for row in self.rows:
            row.run = found.get(row.spec)
        self.refresh()

    def refresh(self) -> None:
        """Repaint all cells."""
        if self.rows:
            last = self.index(len(self.rows) - 1, len(CompareColumn) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # Qt override
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # Qt override
        return 0 if parent.isValid() else len(CompareColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # Qt override
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return (
            _HEADINGS[CompareColumn(section)][roles.index(Qt.ItemDataRole(role))]
            if role in roles
            else None
        )

    def flags(self, index: Index) -> Qt.ItemFlag:  # Qt override
        row = self.rows[index.row()]
        flags = Qt.ItemFlag.ItemIsSelectable
        if not row.missing:
            flags |= Qt.ItemFlag.ItemIsEnabled
            if index.column() == CompareColumn.METHOD:
                flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # Qt override
        row, column = self.rows[index.row()], CompareColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.CheckStateRole and column is CompareColumn.METHOD:
            is_on = row.is_chosen and not row.missing
            return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.ForegroundRole and row.run is not None and row.run.has_failed:
            return QColor(self.theme.red)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != CompareColumn.METHOD:
            return False
        self.rows[index.row()].is_chosen = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        self.choice_changed.emit()
        return True

    def text(self, row: Row, column: CompareColumn) -> str:
        """The text of a cell."""
        run = row.run
        if column is CompareColumn.METHOD:
            return method_title(row.spec)
        if row.missing:
            return _("cannot be used here") if column is CompareColumn.STATE else ""
        if run is None:
            return ""
        statistics = run.result.statistics if run.result is not None else None
        texts = {
            CompareColumn.STATE: words.state_text(run, self.cells),
            CompareColumn.TIME: words.time_text(run.seconds) if run.has_run else "",
            CompareColumn.MEMORY: words.memory_text(run.memory) if run.memory else "",
            CompareColumn.WORK: words.count_text(run.work)
            if run.work
            else "–"
            if statistics
            else "",
            CompareColumn.NODES: words.count_text(statistics.nodes) if statistics else "",
            CompareColumn.SOLUTIONS: words.solutions_text(run),
        }
        return texts.get(column, "")

    def _tip(self, row: Row, column: CompareColumn) -> str:
        run = row.run
        if row.missing or column is CompareColumn.METHOD:
            return row.missing or row.tip
        if run is None:
            return ""
        if column is CompareColumn.MEMORY and run.memory:
            return worded(
                "{memory} of it were used before the solve began",
                memory=words.memory_text(run.base),
            )
        if column is CompareColumn.STATE:
            state, reason = words.state_text(run, self.cells), words.reason_text(run)
            return f"{state}\n{reason}" if reason and reason not in state else state
        return ""


def _alignment(column: int) -> Qt.AlignmentFlag:
    is_text = column in (CompareColumn.METHOD, CompareColumn.STATE)
    side = Qt.AlignmentFlag.AlignLeft if is_text else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
