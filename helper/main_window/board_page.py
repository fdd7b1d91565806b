"""The page of the board: its tools, its bars, and the side panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget


class BoardPage(QWidget):
    """The board with bars below it, tools at its left and the side panel at its right."""

    def __init__(
        self,
        parent: QWidget,
        tools: QWidget,
        board: QWidget,
        bars: Sequence[QWidget],
        panel: QWidget,
    ) -> None:
        super().__init__(parent)
        left = QWidget(self)
        stacked = column(left)
        stacked.addWidget(board, 1)
        for bar in bars:
            stacked.addWidget(bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(tools)
        row.addWidget(left, 1)
        row.addWidget(panel)


def column(widget: QWidget) -> QVBoxLayout:
    """A layout of parts that touch each other and the borders of a widget."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
