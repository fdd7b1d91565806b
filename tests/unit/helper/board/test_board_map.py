"""The map of a board that does not fit its view."""

from __future__ import annotations

from dataclasses import replace

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
from helper.board.geometry import BoardAxis, Geometry
from puzzles import SHADED, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from tests.support.boards import random_puzzle

LEFT = Qt.MouseButton.LeftButton


@st.composite
def geometries(draw: st.DrawFn) -> Geometry:
    cell, light, last = draw(st.integers(2, 80)), draw(st.integers(8, 28)), draw(st.booleans())
    spans = []
    for _ in range(2):
        span = BoardAxis(
            draw(st.integers(1, 1000)), cell, draw(st.integers(0, 600)), light,
            draw(st.integers(0, 60)), draw(st.integers(100, 2000)), 0, last,
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
    board.session.open_copy(Document.untouched(random_puzzle(1, 60, 80)))
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
        board.session.open_copy(Document.untouched(puzzle_of(solid, Puzzle.empty(90, 90))))
        board.zoom.to(24)
        QApplication.processEvents()
        place = board.map.geometry().center()
        assert board.area.geometry.cell_at(place.x(), place.y()) is not None
