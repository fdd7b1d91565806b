"""The mouse on a board."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from helper.board.view import BoardView


def drag(board: BoardView, *cells: tuple[int, int]) -> None:
    """Drag with the left button over cells, given as (row, column)."""
    places = [board.cell_rect(*cell).center() for cell in cells]
    button = Qt.MouseButton.LeftButton
    QTest.mousePress(board.viewport(), button, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(board.viewport(), place)
    QTest.mouseRelease(board.viewport(), button, pos=places[-1])
