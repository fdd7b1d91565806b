"""The map of a board that does not fit its view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import ClueSide, Settings
from helper.board.board_map import MAX_PX, map_place
from helper.board.board_view import BoardView
from helper.board.geometry import HEADER_SHARE, TWIN_SHARE, BoardAxis, Geometry
from puzzles import SHADED, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from tests.support.boards import random_puzzle

LEFT = Qt.MouseButton.LeftButton


@st.composite
def geometries(draw: st.DrawFn) -> Geometry:
    cell, light, last = draw(st.integers(2, 80)), draw(st.integers(8, 28)), draw(st.booleans())
    has_twin, far = not last and draw(st.booleans()), draw(st.sampled_from((0, 14)))
    spans = []
    for _ in range(2):
        span = BoardAxis(
            draw(st.integers(1, 1000)), cell, draw(st.integers(0, 600)), light,
            draw(st.integers(far, 60)), draw(st.integers(100, 2000)), 0, last,
            far, far > 0, has_twin, TWIN_SHARE if has_twin else HEADER_SHARE,
        )  # fmt: skip
        scroll = draw(st.integers(0, span.scroll_max))
        spans.append(replace(span, scroll=scroll))
    return Geometry(spans[0].centered(), spans[1].centered())


@given(geometries(), st.booleans())
def test_it_hides_no_clues_and_says_whether_it_hides_cells(
    geometry: Geometry, is_corner_free: bool
) -> None:
    across, down = geometry.across, geometry.down
    found = map_place(geometry, is_corner_free)
    if across.is_whole and down.is_whole:
        assert found is None
    if found is None:
        return
    rect, is_over_cells = found
    assert max(rect.width(), rect.height()) <= MAX_PX
    assert QRect(0, 0, across.viewport, down.viewport).contains(rect)
    for x in (rect.left(), rect.right()):
        for y in (rect.top(), rect.bottom()):
            line = geometry.line_at(x, y)
            assert line == (None, None) or geometry.cell_at(x, y) is not None
            assert is_over_cells or line == (None, None)


def scrolls(span: BoardAxis, cell: int) -> Iterator[BoardAxis]:
    """The span scrolled so that a cell is at each place of the view."""
    start, step = span.start_of(cell) + span.scroll, max(1, span.viewport // 12)
    for place in range(0, span.viewport, step):
        yield replace(span, scroll=min(max(0, start - place), span.scroll_max))


def is_free_at_some_scroll(geometry: Geometry, row: int, column: int) -> bool:
    for across, down in product(scrolls(geometry.across, column), scrolls(geometry.down, row)):
        there = map_place(Geometry(across, down), is_corner_free=False)
        assert there is not None
        x, y = (span.start_of(k) + span.cell // 2 for span, k in ((across, column), (down, row)))
        if Geometry(across, down).cell_at(x, y) == (row, column) and not there[0].contains(x, y):
            return True
    return False


@given(geometries(), st.floats(0, 1))
def test_each_cell_can_be_scrolled_to_where_it_is_not_covered(
    geometry: Geometry, share: float
) -> None:
    if map_place(geometry, is_corner_free=False) is None:
        return
    across, down = (
        {0, span.count - 1, int(share * (span.count - 1))}
        for span in (geometry.across, geometry.down)
    )
    for row, column in product(down, across):
        assert is_free_at_some_scroll(geometry, row, column), (row, column)


def test_beside_the_cells_it_stays_at_any_scroll() -> None:
    across = BoardAxis(10, 20, 30, 10, 16, 700, 0, False).centered()
    down = BoardAxis(40, 20, 30, 10, 16, 400, 0, False)
    places = [
        map_place(Geometry(across, replace(down, scroll=scroll)))
        for scroll in (0, down.scroll_max // 2, down.scroll_max)
    ]
    assert places[0] is not None
    assert places == places[:1] * 3


@given(geometries(), st.floats(0, 1))
def test_a_place_of_the_map_comes_to_the_middle_of_the_view(
    geometry: Geometry, share: float
) -> None:
    span = geometry.across
    scroll = span.scroll_to_center(share)
    assert 0 <= scroll <= span.scroll_max
    there = replace(span, scroll=scroll)
    low, high = there.shown_share
    if span.viewport - span.kept > 2 * span.cell:
        reach = span.cell / span.grid_size
        assert low - reach <= share <= high + reach


@pytest.fixture
def large(board: BoardView) -> BoardView:
    board.resize(700, 600)
    board.session.open_copy(Document(random_puzzle(1, 60, 80)))
    board.zoom.to(24)
    QApplication.processEvents()
    return board


def pixels(board: BoardView) -> QImage:
    return board.map.grab().toImage()


def test_it_is_there_only_for_boards_that_do_not_fit(large: BoardView) -> None:
    assert large.map.isVisible()
    large.zoom.to_whole()
    assert not large.map.isVisible()
    large.zoom.to(24)
    assert large.map.isVisible()
    large.map.toggle()
    assert not large.map.isVisible()
    large.map.toggle()
    assert large.map.isVisible()


def test_a_drag_on_it_moves_the_view_and_paints_nothing(large: BoardView) -> None:
    width, height = large.map.width(), large.map.height()
    QTest.mousePress(large.map, LEFT, pos=QPoint(width // 2, height // 2))
    across, down = large.area.geometry.across, large.area.geometry.down
    assert 40 in across.visible
    assert 30 in down.visible
    QTest.mouseMove(large.map, QPoint(width - 1, height - 1))
    assert 79 in large.area.geometry.across.visible
    assert 59 in large.area.geometry.down.visible
    QTest.mouseMove(large.map, QPoint(-50, -50))
    assert 0 in large.area.geometry.across.visible
    QTest.mouseRelease(large.map, LEFT, pos=QPoint(-50, -50))
    QTest.mouseClick(large.map, Qt.MouseButton.RightButton, pos=QPoint(5, 5))
    assert large.session.history == []
    assert QApplication.activePopupWidget() is None


def test_over_cells_it_stays_under_the_pointer_while_it_is_dragged(board: BoardView) -> None:
    solid = Grid(90, 90, cells=[SHADED] * 8100)
    board.resize(700, 600)
    board.session.open_copy(Document(puzzle_of(solid, Puzzle.empty(90, 90))))
    board.zoom.to(24)
    QApplication.processEvents()
    before = board.map.geometry()
    end = QPoint(before.width() - 1, before.height() - 1)
    QTest.mousePress(board.map, LEFT, pos=QPoint(2, 2))
    QTest.mouseMove(board.map, end)
    assert board.map.geometry() == before
    assert 89 in board.area.geometry.down.visible
    QTest.mouseRelease(board.map, LEFT, pos=end)
    assert board.map.geometry().bottom() < before.top()


def test_the_rectangle_follows_the_view(large: BoardView) -> None:
    large.area.show_cell(0, 0)
    first = large.map.shown_rect
    large.area.show_cell(59, 79)
    last = large.map.shown_rect
    assert first.left() < 4
    assert last.right() > large.map.width() - 4
    assert last.bottom() > large.map.height() - 4


def test_it_shows_the_marks_as_they_are(large: BoardView, qtbot: QtBot) -> None:
    large.horizontalScrollBar().setValue(0)
    large.verticalScrollBar().setValue(0)
    at = QPoint(large.map.width() * 3 // 4, large.map.height() * 3 // 4)

    def lightness() -> int:
        return pixels(large).pixelColor(at).lightness()

    before = lightness()
    columns, rows = range(50, 70), range(38, 52)
    large.session.paint({r * 80 + c: SHADED for r in rows for c in columns}, "Shade")
    qtbot.waitUntil(lambda: lightness() < before / 2)
    for r in rows:
        large.session.paint({r * 80 + c: 3 for c in columns}, "Clear")
    qtbot.waitUntil(lambda: lightness() == before)


def test_with_few_clues_it_lies_over_cells_and_fades_until_the_pointer_comes(
    board: BoardView, settings: Settings
) -> None:
    solid = Grid(90, 90, cells=[SHADED] * 8100)
    board.resize(700, 600)
    for side in ClueSide:
        settings.change(clue_side=side)
        board.session.open_copy(Document(puzzle_of(solid, Puzzle.empty(90, 90))))
        board.zoom.to(24)
        QApplication.processEvents()
        place = board.map.geometry().center()
        assert board.area.geometry.cell_at(place.x(), place.y()) is not None
