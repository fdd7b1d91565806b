"""The mouse on a board, and the places of its numbers and lights."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from helper.board.board_view import BoardView
from helper.play.ticks import CluePlace
from puzzles import Line


def clue_point(board: BoardView, clue: CluePlace) -> QPoint:
    """The middle of a number, in px of the viewport."""
    line, geometry = clue.line, board.area.geometry
    span = geometry.down if line.is_column else geometry.across
    placed = {number.number: number for number in board.scene().strips.placed(line, span)}
    number = placed[clue.number]
    return _beside(board, line, round(number.start + number.length / 2))


def light_point(board: BoardView, line: Line) -> QPoint:
    """The middle of a light, in px of the viewport."""
    span = board.area.geometry.down if line.is_column else board.area.geometry.across
    return _beside(board, line, span.light_start + span.light // 2)


def _beside(board: BoardView, line: Line, px: int) -> QPoint:
    if line.is_column:
        return QPoint(board.area.cell_rect(0, line.index).center().x(), px)
    return QPoint(px, board.area.cell_rect(line.index, 0).center().y())


def drag(board: BoardView, *cells: tuple[int, int]) -> None:
    """Drag with the left button over cells, given as (row, column)."""
    places = [board.area.cell_rect(*cell).center() for cell in cells]
    button = Qt.MouseButton.LeftButton
    QTest.mousePress(board.viewport(), button, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(board.viewport(), place)
    QTest.mouseRelease(board.viewport(), button, pos=places[-1])
