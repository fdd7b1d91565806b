"""The view of the table of Tools > Compare Methods, which never scrolls sideways."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from helper.methods.compare_table import CompareColumn, MethodsModel

_NAMES_PX, _STATE_PX, _SECTION_PX = 190, 120, 60
"""The most that the names take, and the least that the states and any column take."""
_CELL_MARGIN_PX, _ROW_MARGIN_PX = 16, 13
_OPTIONAL = (
    CompareColumn.NODES,
    CompareColumn.WORK,
    CompareColumn.MEMORY,
    CompareColumn.SOLUTIONS,
)
"""The columns that are put away where there is no room, the first one first."""


class MethodsTable(QTableView):
    """Shows the methods. In a narrow window it puts columns away; copies have them all."""

    def __init__(self, model: MethodsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Methods")
        self.verticalHeader().hide()
        line = self.fontMetrics().height()
        self.verticalHeader().setDefaultSectionSize(line + _ROW_MARGIN_PX)
        self.setMinimumHeight(6 * (line + _ROW_MARGIN_PX))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(CompareColumn.STATE, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(_SECTION_PX)
        width = self.fontMetrics().horizontalAdvance
        for column, longest in (
            (CompareColumn.TIME, "000.00 s"),
            (CompareColumn.MEMORY, "0,000 MB"),
            (CompareColumn.WORK, "00,000,000"),
            (CompareColumn.NODES, "00,000,000"),
            (CompareColumn.SOLUTIONS, "Solutions"),
            (CompareColumn.STOP, "Stop000"),
        ):
            header.resizeSection(column, width(longest) + _CELL_MARGIN_PX)

    def fit_names(self) -> None:
        """Give the names of the methods the room that they need, up to a limit."""
        wide = self.sizeHintForColumn(CompareColumn.METHOD) + 12
        self.horizontalHeader().resizeSection(CompareColumn.METHOD, min(wide, _NAMES_PX))
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Put away columns, the least important ones first, until the others have room."""
        header = self.horizontalHeader()
        for column in _OPTIONAL:
            self.showColumn(column)
        room = self.viewport().width() - _STATE_PX
        used = sum(
            header.sectionSize(each) for each in CompareColumn if each != CompareColumn.STATE
        )
        for column in _OPTIONAL:
            if used <= room:
                break
            used -= header.sectionSize(column)
            self.hideColumn(column)
