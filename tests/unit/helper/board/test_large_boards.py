"""Boards that are larger than their view: how they are opened, panned, and read."""

from __future__ import annotations

from time import monotonic

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import ClueSide, MotionChoice, Settings
from helper.application.theme import ThemeManager
from helper.board import pan
from helper.board.board_view import BoardView
from helper.board.numbers import MORE_PX
from helper.board.zoom import SMALL_FONT_PX
from puzzles import Axis, Grid, Line, Puzzle, puzzle_of
from puzzles.color_values import distance
from puzzles.formats import Document
from tests.support.cases import few

MIDDLE = Qt.MouseButton.MiddleButton


@pytest.fixture(autouse=True)
def full_motion(settings: Settings) -> None:
    settings.change(motion=MotionChoice.FULL)


def open_board(board: BoardView, height: int, width: int, is_drawing: bool = False) -> None:
    """Open one with runs of two cells."""
    grid = Grid(height, width, cells=[1 + (k % 3 > 0) for k in range(height * width)])
    puzzle = puzzle_of(grid, Puzzle.empty(height, width))
    document = Document(puzzle, grid, is_drawing) if is_drawing else Document(puzzle)
    board.session.open_copy(document)
    QApplication.processEvents()


@pytest.mark.parametrize("side", list(ClueSide))
@pytest.mark.parametrize(("size", "view"), [((31, 21), (900, 500)), ((21, 31), (450, 900))])
def test_a_long_board_is_as_wide_as_its_view_before_it_is_scrolled_both_ways(
    board: BoardView,
    settings: Settings,
    side: ClueSide,
    size: tuple[int, int],
    view: tuple[int, int],
) -> None:
    settings.change(clue_side=side)
    board.resize(*view)
    open_board(board, *size)
    area, bars = board.area, (board.horizontalScrollBar(), board.verticalScrollBar())
    assert [bar.maximum() > 0 for bar in bars].count(True) == 1
    font = area.font_px_at(area.cell_size)
    assert font >= board.zoom.easy_font_px or not area.fits_one_way(area.cell_size + 1)
    assert font >= SMALL_FONT_PX
    assert not board.map.isHidden()


def test_a_board_with_clear_numbers_is_in_view_as_a_whole(board: BoardView) -> None:
    board.resize(900, 900)
    open_board(board, 31, 21)
    assert board.area.is_whole
    assert board.area.font_px_at(board.area.cell_size) >= SMALL_FONT_PX


def test_an_author_sees_all_of_a_long_drawing(board: BoardView) -> None:
    board.resize(900, 500)
    open_board(board, 31, 21)
    played = board.area.cell_size
    open_board(board, 31, 21, is_drawing=True)
    assert board.area.cell_size < played


@pytest.mark.parametrize("side", list(ClueSide))
def test_a_board_that_nobody_scrolled_shows_its_first_cells_at_any_size(
    board: BoardView, settings: Settings, side: ClueSide
) -> None:
    settings.change(clue_side=side)
    board.resize(820, 700)
    open_board(board, 30, 30)
    heights = [*range(700, 440, -13), *range(440, 700, 29)]
    for height in heights:
        board.resize(820, height)
        spans = board.area.geometry
        assert (spans.across.visible.start, spans.down.visible.start) == (0, 0), height
    board.resize(820, 480)
    assert not board.area.is_whole
    board.verticalScrollBar().setValue(150)
    board.resize(820, 470)
    assert board.area.geometry.down.visible.start > 0, "a place that was scrolled to stays"


class DragClock:
    """Stands still but for what it is told, as a busy machine may stop a drag; then it runs."""

    def __init__(self) -> None:
        self.told_s = 100.0
        self.running_since_s: float | None = None

    def __call__(self) -> float:
        running_s = 0.0 if self.running_since_s is None else monotonic() - self.running_since_s
        return self.told_s + running_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> DragClock:
    made = DragClock()
    monkeypatch.setattr(pan, "monotonic", made)
    return made


def flung(board: BoardView, clock: DragClock, rest_s: float = 0) -> int:
    """Drag the board fast by the middle button; where it is when it is let go."""
    board.resize(500, 400)
    open_board(board, 60, 60)
    board.zoom.to(18)
    board.area.scroll_to(0, 0)
    at = QPoint(400, 300)
    QTest.mousePress(board.viewport(), MIDDLE, pos=at)
    for _ in range(5):
        clock.told_s += 0.008
        at -= QPoint(25, 10)
        QTest.mouseMove(board.viewport(), at)
    clock.told_s += rest_s
    QTest.mouseRelease(board.viewport(), MIDDLE, pos=at)
    clock.running_since_s = monotonic()
    assert board.horizontalScrollBar().value() == 125
    return board.horizontalScrollBar().value()


def test_a_board_that_is_flung_glides_on_in_its_direction(
    board: BoardView, clock: DragClock, qtbot: QtBot
) -> None:
    let_go = flung(board, clock)
    assert board.pointer.pan.is_gliding
    qtbot.waitUntil(lambda: not board.pointer.pan.is_gliding)
    across, down = board.horizontalScrollBar().value(), board.verticalScrollBar().value()
    assert across > let_go + 20
    assert down > 50
    assert across - let_go > down - 50
    assert board.session.history == []


def test_a_glide_goes_as_far_if_its_steps_come_late(
    board: BoardView, clock: DragClock, qtbot: QtBot
) -> None:
    """As when the machine is busy: the board does not jump to its edge."""
    flung(board, clock)
    clock.told_s += 5
    qtbot.waitUntil(lambda: not board.pointer.pan.is_gliding)
    assert 50 < board.verticalScrollBar().value() < board.verticalScrollBar().maximum()


def test_a_pointer_that_rests_before_it_lets_go_does_not_fling(
    board: BoardView, clock: DragClock
) -> None:
    let_go = flung(board, clock, rest_s=0.2)
    assert not board.pointer.pan.is_gliding
    assert board.horizontalScrollBar().value() == let_go


def test_nothing_glides_where_motion_is_reduced(
    board: BoardView, clock: DragClock, settings: Settings
) -> None:
    settings.change(motion=MotionChoice.REDUCED)
    flung(board, clock)
    assert not board.pointer.pan.is_gliding


@pytest.mark.parametrize("how", ["press", "key", "open"])
def test_whatever_the_player_does_next_ends_the_glide(
    board: BoardView, clock: DragClock, how: str
) -> None:
    flung(board, clock)
    assert board.pointer.pan.is_gliding
    if how == "press":
        QTest.mousePress(board.viewport(), MIDDLE, pos=QPoint(100, 100))
    elif how == "key":
        QTest.keyClick(board, Qt.Key.Key_Shift)
    else:
        open_board(board, 30, 30)
    assert not board.pointer.pan.is_gliding


def hover_header(board: BoardView, line: Line) -> None:
    """Move the pointer over the light of a line."""
    across, down = board.area.geometry.across, board.area.geometry.down
    x, y = across.grid_start - 4, down.grid_start - 4
    if line.is_column:
        x = across.start_of(line.index) + 3
    else:
        y = down.start_of(line.index) + 3
    QTest.mouseMove(board.viewport(), QPoint(x, y))


@pytest.mark.parametrize("line", [Line(Axis.ROW, 0), Line(Axis.ROW, 9), Line(Axis.COLUMN, 9)])
def test_small_numbers_under_the_pointer_are_shown_larger_beside_them(
    board: BoardView, line: Line
) -> None:
    board.resize(700, 600)
    open_board(board, 60, 60)
    hover_header(board, line)
    lens = board.magnifier
    assert (lens.line, lens.isHidden()) == (line, False)
    across, down = board.area.geometry.across, board.area.geometry.down
    span, edges = (across, "left right") if line.is_column else (down, "top bottom")
    low, high = (getattr(lens.geometry(), edge)() for edge in edges.split())
    start = span.start_of(line.index)
    assert high < start or low > start + span.cell, "the line's own numbers stay in view"
    assert board.viewport().rect().contains(lens.geometry())
    QTest.mouseMove(board.viewport(), board.area.cell_rect(9, 9).center())
    assert lens.isHidden()


def test_large_numbers_need_no_magnifier(board: BoardView) -> None:
    board.resize(700, 600)
    open_board(board, 10, 10)
    hover_header(board, Line(Axis.ROW, 3))
    assert board.magnifier.isHidden()


def test_the_magnifier_shows_ticks_at_once(board: BoardView) -> None:
    board.resize(700, 600)
    open_board(board, 60, 60)
    line = Line(Axis.ROW, 9)
    hover_header(board, line)
    before = board.magnifier.grab().toImage()
    placed = board.headers.strips.placed(line, board.area.geometry.across)[-1]
    at = QPoint(
        int(placed.start + placed.length / 2),
        board.area.geometry.down.start_of(line.index) + board.area.cell_size // 2,
    )
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert board.session.ticks
    assert board.magnifier.grab().toImage() != before


def colored(image: QImage, place: QRect, color: str) -> bool:
    """Whether a pixel of a picture of the board has about this colour."""
    part = image.copy(place & image.rect())
    pixels = (part.pixelColor(x, y) for x in range(part.width()) for y in range(part.height()))
    return any(distance(pixel.name(), color) < _ALIKE for pixel in pixels)


_ALIKE = 0.1
"""The distance of colours that look the same."""


@pytest.mark.parametrize("side", few(2, list(ClueSide)))
@pytest.mark.parametrize("view", [(512, 220), (800, 470), (260, 700)])
@pytest.mark.parametrize("scroll", few(2, ["home", "start", "end"]))
def test_no_number_is_out_of_view_without_a_sign_at_the_edge(
    board: BoardView,
    settings: Settings,
    themes: ThemeManager,
    side: ClueSide,
    view: tuple[int, int],
    scroll: str,
) -> None:
    settings.change(clue_side=side, clues_on_both_sides=False)
    board.resize(*view)
    open_board(board, 49, 55)
    place = {"start": 0, "end": 10**6}.get(scroll)
    if place is not None:
        board.area.scroll_to(place, place)
    board.hover.set(None, None)
    board.map.hide()  # its frame, and that of a magnified clue, have the colour of the sign
    image = board.viewport().grab().toImage()
    strips, geometry = board.headers.strips, board.area.geometry
    cut = 0
    for axis in Axis:
        span, other = geometry.across, geometry.down
        if is_column := axis is Axis.COLUMN:
            span, other = other, span
        low, high = span.seen_header
        edge = high - MORE_PX if span.header_last else low
        for index in list(other.visible)[1:-1]:
            line, start = Line(axis, index), other.start_of(index)
            shown = strips.placed(line, span)
            assert all(low <= n.start and n.start + n.length <= high for n in shown)
            is_cut = len(shown) < len(strips.extents(line))
            sign = QRect(edge, start, MORE_PX, other.cell)
            if is_column:
                sign = QRect(start, edge, other.cell, MORE_PX)
            assert colored(image, sign, themes.board.accent) is is_cut, line
            cut += is_cut
    all_in_view = "start" if side is ClueSide.LEFT_ABOVE else "end"
    assert cut or scroll == all_in_view or view != (512, 220)


def test_a_clue_that_is_cut_is_shown_as_a_whole_under_the_pointer(board: BoardView) -> None:
    board.resize(512, 220)
    open_board(board, 49, 55)
    board.zoom.to(32)
    board.area.scroll_home()
    line = Line(Axis.COLUMN, board.area.geometry.across.visible[3])
    assert board.headers.is_cut(line)
    hover_header(board, line)
    lens = board.magnifier
    assert lens.line == line
    assert board.viewport().rect().contains(lens.geometry())
    above = [child for child in board.viewport().children() if child in (lens, board.map)]
    assert above[-1] is lens, "the map must not cover it"
