"""The board answers to real mouse and key events."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent, QRegion, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import ClueSide, GridLines, Settings, ThemeChoice
from helper.application.theme import LIGHT
from helper.board.board_view import BoardView
from helper.board.look import CellLook
from helper.board.painter import FINE_LINE, BoardPainter, _thin_lines
from helper.play.session import Session
from puzzles import BLANK, SHADED, Axis, Color, Grid, Line, Puzzle, clues, puzzle_of
from puzzles.formats import Document
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.cases import few

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Place = Callable[[BoardView, int, int], QPoint]


@pytest.fixture(autouse=True)
def no_automatic_dots(board: BoardView) -> None:
    board.session.automatic_dots = False


def click(board: BoardView, row: int, column: int, button: Qt.MouseButton = LEFT,
          keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:  # fmt: skip
    QTest.mouseClick(board.viewport(), button, keys, board.area.cell_rect(row, column).center())


def drag(board: BoardView, *cells: tuple[int, int], button: Qt.MouseButton = LEFT,
         keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
         release: bool = True) -> None:  # fmt: skip
    places = [board.area.cell_rect(*cell).center() for cell in cells]
    QTest.mousePress(board.viewport(), button, keys, places[0])
    for place in places[1:]:
        QTest.mouseMove(board.viewport(), place)
    if release:
        QTest.mouseRelease(board.viewport(), button, keys, places[-1])


def key(board: BoardView, *keys: Qt.Key, hold: Qt.KeyboardModifier | None = None) -> None:
    for each in keys:
        QTest.keyClick(board, each, hold or Qt.KeyboardModifier.NoModifier)


def hold_shift(board: BoardView, *keys: Qt.Key) -> None:
    """Press Shift, then keys, and do not let go: QTest.keyClick would, after each one."""
    for each in (Qt.Key.Key_Shift, *keys):
        event = QKeyEvent(QKeyEvent.Type.KeyPress, each, SHIFT)
        QApplication.sendEvent(board, event)


def text(board: BoardView) -> list[str]:
    return board.session.marks.to_text()


@pytest.mark.parametrize(
    ("button", "keys", "states"),
    [
        pytest.param(LEFT, Qt.KeyboardModifier.NoModifier, "#.?#", id="left"),
        pytest.param(RIGHT, Qt.KeyboardModifier.NoModifier, ".#?.", id="right"),
        pytest.param(LEFT, CONTROL, ".#?.", id="ctrl"),
    ],
)
def test_clicks_cycle(
    board: BoardView, button: Qt.MouseButton, keys: Qt.KeyboardModifier, states: str
) -> None:
    for state in states:
        click(board, 3, 2, button, keys)
        assert text(board)[3][2] == state
    assert board.session.marks.count(board.session.marks.clear) == 48


def test_a_drag_gives_all_cells_the_first_ones_state_in_one_step(board: BoardView) -> None:
    drag(board, (0, 3), (4, 4), (4, 3))
    assert board.session.marks.column(3).tolist() == [2, 2, 2, 2, 2, 3, 3]
    assert board.session.marks.count(2) == 5
    board.session.undo()
    assert board.session.marks.is_untouched


def test_a_drag_spares_cells_in_another_state_unless_it_may_overwrite(
    board: BoardView, settings: Settings
) -> None:
    click(board, 0, 2, RIGHT)
    drag(board, (0, 0), (0, 4))
    assert text(board)[0] == "##.##??"
    settings.change(overwrite=True)
    drag(board, (0, 0), (0, 4))
    assert text(board)[0] == ".....??"


def test_leaving_the_board_is_harmless(board: BoardView) -> None:
    outside = QPoint(5000, -3000)
    QTest.mousePress(board.viewport(), LEFT, pos=board.area.cell_rect(2, 3).center())
    QTest.mouseMove(board.viewport(), outside)
    QTest.mouseRelease(board.viewport(), LEFT, pos=outside)
    assert text(board)[2] == "???####"
    click_outside = QPoint(2, 2)
    QTest.mouseClick(board.viewport(), LEFT, pos=click_outside)
    assert len(board.session.history) == 1


@pytest.mark.parametrize("how", ["escape", "other button"])
def test_a_drag_can_be_given_up(board: BoardView, how: str) -> None:
    drag(board, (0, 0), (0, 4), release=False)
    assert board.look.at(0, 4) == CellLook(color=1, ghost=True)
    if how == "escape":
        key(board, Qt.Key.Key_Escape)
    else:
        QTest.mousePress(board.viewport(), RIGHT, pos=board.area.cell_rect(0, 4).center())
        QTest.mouseRelease(board.viewport(), RIGHT, pos=board.area.cell_rect(0, 4).center())
    QTest.mouseRelease(board.viewport(), LEFT, pos=board.area.cell_rect(0, 4).center())
    assert board.look.at(0, 4) == CellLook()
    assert board.session.history == []


def test_the_length_of_the_run_stands_beside_the_pointer(board: BoardView) -> None:
    drag(board, (0, 0), (0, 3), release=False)
    assert board.pointer.bubble_text == "4"
    QTest.mouseRelease(board.viewport(), LEFT, pos=board.area.cell_rect(0, 3).center())
    assert board.pointer.bubble_text == ""


def test_shift_and_drag_fill_a_rectangle(board: BoardView) -> None:
    drag(board, (1, 1), (3, 4), keys=SHIFT)
    assert text(board)[1:4] == ["?####??"] * 3
    assert board.session.marks.count(2) == 12


def test_the_middle_button_pans(board: BoardView) -> None:
    board.zoom.to(80)
    QApplication.processEvents()
    bar = board.horizontalScrollBar()
    bar.setValue(20)
    middle = Qt.MouseButton.MiddleButton
    QTest.mousePress(board.viewport(), middle, pos=QPoint(200, 200))
    QTest.mouseMove(board.viewport(), QPoint(150, 200))
    assert bar.value() == 70
    board.pointer.pan.stop()
    QTest.mouseRelease(board.viewport(), middle, pos=QPoint(150, 200))
    assert bar.value() == 70
    assert board.session.history == []


def test_keys_walk_and_cycle(board: BoardView) -> None:
    key(board, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space)
    key(board, Qt.Key.Key_End, Qt.Key.Key_X, Qt.Key.Key_Left, Qt.Key.Key_X, Qt.Key.Key_X)
    assert text(board)[1] == "?#???#."
    for pressed, place in (
        (Qt.Key.Key_PageDown, (6, 5)),
        (Qt.Key.Key_Home, (6, 0)),
        (Qt.Key.Key_PageUp, (0, 0)),
        (Qt.Key.Key_Up, (0, 0)),
    ):
        key(board, pressed)
        assert board.keyboard.cell == place
    key(board, Qt.Key.Key_End, hold=CONTROL)
    assert board.keyboard.cell == (6, 6)


def test_another_puzzle_begins_at_its_first_cell(board: BoardView) -> None:
    key(board, Qt.Key.Key_End, Qt.Key.Key_PageDown)
    assert board.keyboard.cell != (0, 0)
    board.session.open_copy(Document(CHICK))
    assert board.keyboard.cell == (0, 0)


def test_shift_and_arrows_paint_one_step(board: BoardView) -> None:
    hold_shift(board, *[Qt.Key.Key_Right] * 3)
    QTest.keyRelease(board, Qt.Key.Key_Shift)
    assert text(board)[0] == "####???"
    assert len(board.session.history) == 1
    assert board.keyboard.cell == (0, 3)


def test_shift_and_arrows_carry_the_cells_state_on(board: BoardView) -> None:
    key(board, Qt.Key.Key_X)
    hold_shift(board, Qt.Key.Key_Down, Qt.Key.Key_Down)
    QTest.keyRelease(board, Qt.Key.Key_Shift)
    assert board.session.marks.column(0).tolist()[:4] == [BLANK] * 3 + [3]


def test_escape_gives_up_what_the_keys_painted(board: BoardView) -> None:
    hold_shift(board, Qt.Key.Key_Right)
    key(board, Qt.Key.Key_Escape)
    QTest.keyRelease(board, Qt.Key.Key_Shift)
    assert board.session.history == []


def test_a_solved_board_refuses(board: BoardView, qtbot: QtBot) -> None:
    solution = Grid.from_text(CHICK_PICTURE)
    for i, state in enumerate(solution.cells):
        if state == 2:
            click(board, *divmod(i, 7))
    assert board.session.is_solved
    with qtbot.waitSignal(board.strokes.refused):
        click(board, 0, 0)
    key(board, Qt.Key.Key_Space)
    assert board.session.marks.count(2) == solution.count(2)


def test_what_is_under_the_pointer_lights_up(board: BoardView, settings: Settings) -> None:
    QTest.mouseMove(board.viewport(), board.area.cell_rect(2, 4).center())
    assert board.hover.place == (2, 4)
    assert board.scene().hover == (2, 4)
    settings.change(highlight=False)
    assert board.scene().hover == (None, None)


def test_the_tint_under_the_pointer_leaves_colours_as_they_are(
    board: BoardView, session: Session
) -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#e9c899"), Color("b", "#d42a2a"))
    puzzle = Puzzle(((),) * 6, ((),) * 6, palette)
    session.open_copy(Document(puzzle))
    session.paint({7: 2, 9: 4}, "Shade")
    QTest.mouseMove(board.viewport(), board.area.cell_rect(1, 1).center())
    picture = board.viewport().grab().toImage()
    shown = {
        column: picture.pixelColor(board.area.cell_rect(1, column).center()).name()
        for column in range(6)
    }
    assert (shown[1], shown[3]) == ("#e9c899", "#d42a2a")
    assert shown[4] == shown[5] != "#ffffff", "clear cells are tinted"


def test_numbers_are_greyed_only_when_their_place_is_certain(
    board: BoardView, settings: Settings
) -> None:
    row = Line(Axis.ROW, 1)
    assert board.headers.done_numbers(row) == (False, False)
    drag(board, (1, 0), (1, 1))
    assert board.headers.done_numbers(row) == (True, False)
    click(board, 1, 3)
    assert board.headers.done_numbers(row) == (True, True)
    settings.change(grey_clues=False)
    assert board.headers.done_numbers(row) == (False, False)


def test_an_empty_line_shows_a_zero_unless_the_board_is_still_to_be_drawn(
    board: BoardView,
) -> None:
    row = Line(Axis.ROW, 0)
    board.session.open_copy(Document(Puzzle.from_numbers([[], [1]], [[1]])))
    assert board.scene().strips.shown(row) == clues([0])
    board.session.open_copy(Document(Puzzle.empty(2, 1)))
    assert board.scene().strips.shown(row) == ()


@pytest.mark.parametrize("side", ClueSide)
@pytest.mark.parametrize("cell", [8, 24, 60])
def test_clues_are_never_cut_off(
    board: BoardView, settings: Settings, side: ClueSide, cell: int
) -> None:
    settings.change(clue_side=side)
    board.resize(1400, 1200)
    QApplication.processEvents()
    board.zoom.to(cell)
    geometry, strips = board.area.geometry, board.scene().strips
    for line in board.session.puzzle.lines:
        span = geometry.down if line.is_column else geometry.across
        assert span.header_start >= 0
        assert span.header_start + span.header <= span.viewport
        if board.area.clue_layout.is_readable:
            assert sum(strips.extents(line)[-1]) <= span.clues


def test_zooming_keeps_the_cell_under_the_pointer(board: BoardView) -> None:
    big = Puzzle.empty(60, 80)
    board.session.open_copy(Document(big))
    QApplication.processEvents()
    board.zoom.to(24)
    board.horizontalScrollBar().setValue(600)
    board.verticalScrollBar().setValue(500)
    place = QPoint(250, 200)
    before = board.area.geometry.cell_at(place.x(), place.y())
    for delta in (120, 120, -120, 120):
        around = QPointF(board.viewport().mapToGlobal(place))
        event = QWheelEvent(
            QPointF(place), around, QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton, CONTROL,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(board.viewport(), event)
        QApplication.processEvents()
        assert board.area.geometry.cell_at(place.x(), place.y()) == before
    assert board.area.cell_size > 24


def test_shift_and_the_wheel_scroll_sideways(board: BoardView) -> None:
    board.session.open_copy(Document(Puzzle.empty(60, 80)))
    QApplication.processEvents()
    place = QPoint(250, 200)
    event = QWheelEvent(
        QPointF(place), QPointF(board.viewport().mapToGlobal(place)), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, SHIFT, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(board.viewport(), event)
    assert board.horizontalScrollBar().value() > 0
    assert board.verticalScrollBar().value() == 0


def test_a_drag_beyond_the_edge_scrolls_and_paints_only_what_was_in_view(
    board: BoardView, qtbot: QtBot
) -> None:
    board.session.open_copy(Document(Puzzle.empty(60, 80)))
    QApplication.processEvents()
    shown = board.area.geometry.across.visible
    QTest.mousePress(board.viewport(), LEFT, pos=board.area.cell_rect(2, 3).center())
    QTest.mouseMove(board.viewport(), QPoint(board.width() + 300, board.area.cell_rect(2, 3).y()))
    assert board.strokes.current is not None
    assert board.strokes.current.end[1] < shown.stop
    qtbot.waitUntil(
        lambda: board.strokes.current is not None and board.strokes.current.end[1] > shown.stop + 3
    )
    QTest.mouseRelease(board.viewport(), LEFT, pos=QPoint(board.width() + 300, 60))
    assert board.session.marks.count(2) == board.session.marks.row(2).count(2) > len(shown) - 3
    board.horizontalScrollBar().setValue(0)
    board.verticalScrollBar().setValue(board.verticalScrollBar().maximum())
    board.session.undo()
    assert 2 in board.area.geometry.down.visible


def test_headers_shrink_before_they_give_way(board: BoardView) -> None:
    grid = Grid(100, 100, cells=[1 + (k // 100 % 10 < 6 and k % 5 < 3) for k in range(10000)])
    board.session.open_copy(Document(puzzle_of(grid, Puzzle.empty(100, 100))))
    board.resize(1200, 900)
    board.zoom.to(40)
    QApplication.processEvents()
    for span in (board.area.geometry.across, board.area.geometry.down):
        assert span.header <= span.viewport * 0.46
    assert board.area.clue_layout.font.pixelSize() >= 8


def test_fit_shows_the_whole_board(board: BoardView) -> None:
    board.session.open_copy(Document(Puzzle.empty(60, 80)))
    QApplication.processEvents()
    board.zoom.fit()
    QApplication.processEvents()
    spans = board.area.geometry
    assert spans.across.scroll_max == 0
    assert spans.down.scroll_max == 0


def test_keys_scroll_the_cell_into_view(board: BoardView) -> None:
    board.session.open_copy(Document(Puzzle.empty(60, 80)))
    board.zoom.to(24)
    QApplication.processEvents()
    key(board, Qt.Key.Key_End, hold=CONTROL)
    QApplication.processEvents()
    rect = board.area.cell_rect(59, 79)
    assert board.viewport().rect().contains(rect.center())


@pytest.mark.parametrize("side", ClueSide)
@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_what_is_painted_can_be_seen(
    board: BoardView, settings: Settings, side: ClueSide, theme: ThemeChoice
) -> None:
    """Shaded, blank and clear cells, and red and green lights, differ in the picture."""
    settings.change(clue_side=side, theme=theme, highlight=False)
    drag(board, (2, 1), (2, 3))
    drag(board, (2, 5), (2, 6))
    click(board, 0, 0, RIGHT)
    board.hover.set(None, None)
    image = board.grab().toImage()

    def pixels(row: int, column: int) -> set[int]:
        rect = board.area.cell_rect(row, column).adjusted(4, 4, -4, -4)
        return {
            image.pixel(x, y)
            for x in range(rect.left(), rect.right())
            for y in range(rect.top(), rect.bottom())
        }

    shaded, blank, clear = pixels(2, 1), pixels(0, 0), pixels(0, 1)
    assert len(shaded) == len(clear) == 1
    assert shaded != clear
    assert clear < blank
    assert not board.session.is_satisfied(Line(Axis.ROW, 1))
    assert board.session.is_satisfied(Line(Axis.ROW, 2))
    span = board.area.geometry.across
    x = span.light_start + span.light // 2
    red = image.pixel(x, board.area.cell_rect(1, 0).center().y())
    green = image.pixel(x, board.area.cell_rect(2, 0).center().y())
    assert red != green


def test_grid_lines_show_between_shaded_cells(board: BoardView, settings: Settings) -> None:
    settings.change(highlight=False)
    drag(board, (0, 0), (0, 3))
    image = board.grab().toImage()
    rect = board.area.cell_rect(0, 1)
    between = image.pixel(board.area.geometry.across.start_of(2), rect.center().y())
    assert between != image.pixel(rect.center())


@pytest.mark.parametrize(
    ("lines", "strong"),
    [
        (GridLines.FIVE, {0, 5, 10, 12}),
        (GridLines.TEN, {0, 10, 12}),
        (GridLines.NONE, {0, 12}),
    ],
)
def test_strong_lines_follow_the_preference(
    board: BoardView, settings: Settings, lines: GridLines, strong: set[int]
) -> None:
    board.session.new(12, 12)
    settings.change(highlight=False, grid_lines=lines)
    image = board.grab().toImage()
    rect, geometry = board.area.cell_rect(0, 0), board.area.geometry
    columns = [image.pixel(geometry.across.start_of(i), rect.center().y()) for i in range(13)]
    rows = [image.pixel(rect.center().x(), geometry.down.start_of(i)) for i in range(13)]
    for pixels in (columns, rows):
        assert {i for i, pixel in enumerate(pixels) if pixel != pixels[1]} == strong


def test_a_fault_while_painting_is_reported_and_not_the_end(
    board: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(BoardPainter, "paint", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            board.grab()
    image = board.grab().toImage()
    assert image.pixel(board.area.cell_rect(0, 0).center()) != image.pixel(1, 1)


@pytest.mark.parametrize(
    ("size", "cell"),
    few(
        5,
        [
            *product([(1, 1), (1, 300), (300, 1), (100, 100)], [2, 14, 24]),
            ((1000, 1000), 2),
        ],
    ),
)
def test_every_size_is_painted(board: BoardView, size: tuple[int, int], cell: int) -> None:
    height, width = size
    grid = Grid(height, width, cells=[1 + (k % 2) for k in range(height * width)])
    puzzle = puzzle_of(grid, Puzzle.empty(height, width))
    board.session.open_copy(Document(puzzle, grid))
    board.zoom.to(cell)
    board.area.show_cell(0, 0)
    QApplication.processEvents()
    image = board.grab().toImage()
    at = board.area.cell_rect(0, 0).center()
    assert board.area.geometry.cell_at(at.x(), at.y()) == (0, 0)
    assert image.pixel(at) != image.pixel(1, 1)


@pytest.mark.parametrize("size", [(1, 1), (5, 5), (20, 10), (10, 30)])
@pytest.mark.parametrize("side", list(ClueSide))
def test_an_opened_board_fills_the_view_and_lies_in_its_middle(
    board: BoardView, settings: Settings, size: tuple[int, int], side: ClueSide
) -> None:
    settings.change(clue_side=side)
    height, width = size
    grid = Grid(height, width, cells=[SHADED] * (height * width))
    board.resize(700, 600)
    board.session.open_copy(Document(puzzle_of(grid, Puzzle.empty(height, width))))
    for shape in ((700, 600), (1200, 500), (900, 900)):
        board.resize(*shape)
        spans = board.area.geometry
        for span in (spans.across, spans.down):
            assert abs(span.content - span.viewport) <= 1
    if board.area.cell_size < 80:
        board.zoom.to(board.area.cell_size + 1)
        assert not board.area.is_whole


def test_a_large_board_is_opened_with_readable_numbers(board: BoardView) -> None:
    grid = Grid(200, 200, cells=[1 + (k % 3 == 0) for k in range(40_000)])
    board.session.open_copy(Document(puzzle_of(grid, Puzzle.empty(200, 200))))
    assert board.area.clue_layout.font.pixelSize() >= 9
    assert not board.area.is_whole
    board.zoom.fit()
    assert board.area.clue_layout.font.pixelSize() >= 9
    board.session.open_unsaved(Document(Puzzle.empty(200, 200)), drawing=True)
    board.zoom.fit()
    assert board.area.cell_size == 2, "an author sees the whole picture"


def test_the_players_zoom_is_kept_when_the_window_changes(board: BoardView) -> None:
    board.zoom.to(20)
    board.resize(900, 700)
    assert board.area.cell_size == 20


@pytest.mark.parametrize("cell", [4, 5, 8, 13, 24])
def test_thin_lines_are_equally_strong_where_they_cross(cell: int) -> None:
    color = LIGHT.thin_line
    image = _thin_lines(cell, color).toImage()
    tone = QColor(color) if cell >= 8 else FINE_LINE
    assert image.width() == image.height() == image.width() // cell * cell
    for x, y in product(range(min(3 * cell, image.width())), repeat=2):
        alpha = image.pixelColor(x, y).alpha()
        assert alpha == (tone.alpha() if 0 in (x % cell, y % cell) else 0), (x, y)


class Painted(QObject):
    """Notes what is painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


@pytest.mark.parametrize("way", ["move", "click"])
def test_the_pointer_and_the_keyboard_do_not_both_show_a_place(
    board: BoardView, way: str, qtbot: QtBot
) -> None:
    key(board, Qt.Key.Key_Down, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: board.scene().cursor == (1, 1))
    QApplication.processEvents()
    painted, there = Painted(board.viewport()), board.area.cell_rect(1, 1)
    if way == "move":
        QTest.mouseMove(board.viewport(), board.area.cell_rect(4, 4).center())
    else:
        click(board, 4, 4)
    QApplication.processEvents()
    assert board.scene().cursor is None
    assert board.hover.place == (4, 4) or way == "click"
    assert (QRegion(there.adjusted(-1, -1, 1, 1)) - painted.region).isEmpty(), "no frame is left"
    key(board, Qt.Key.Key_Right)
    assert board.scene().cursor == ((1, 2) if way == "move" else (4, 5))
    assert board.hover.place == board.scene().cursor


def test_a_stroke_of_keys_goes_on_while_the_pointer_moves(board: BoardView) -> None:
    hold_shift(board, Qt.Key.Key_Right, Qt.Key.Key_Right)
    QTest.mouseMove(board.viewport(), board.area.cell_rect(4, 4).center())
    assert board.scene().cursor == (0, 2)
