"""The tools of a drawing, by mouse and keys: each has its law, and is one step of undo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from helper.board.view import BoardView
from helper.draw.letters import text_cells
from helper.draw.shapes import Cell, Mirror, connected, ellipse, line, mirrored, rectangle
from helper.draw.toolbox import Toolbox
from helper.draw.tools import ToolKind
from helper.draw.whole_board import shaded_cells
from helper.main_window.window import MainWindow
from helper.play.session import Session
from puzzles import Axis, Color, Grid, Line, Puzzle, clues_of
from puzzles.formats import Document

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
PALETTE = (Color("0", "#ffffff"), Color("a", "#d62728"), Color("b", "#2050e0"))
PICTURE = [
    "??????????",
    "?####???a?",
    "?#??#??aa?",
    "?#??#??aa?",
    "?####?????",
    "??????????",
    "??aaa?????",
    "??????????",
]


@pytest.fixture
def drawn(window: MainWindow) -> MainWindow:
    """A drawing in two colours, in a window."""
    grid = Grid.from_text(PICTURE, colors=3)
    puzzle = Puzzle(((),) * grid.height, ((),) * grid.width, PALETTE)
    window.session.open_unsaved(Document(puzzle, grid), drawing=True)
    window.home.show_board()
    window.resize(900, 640)
    window.board.setFocus()
    QApplication.processEvents()
    return window


@pytest.fixture
def board(drawn: MainWindow) -> BoardView:
    return drawn.board


@pytest.fixture
def session(drawn: MainWindow) -> Session:
    return drawn.session


@pytest.fixture
def toolbox(drawn: MainWindow) -> Toolbox:
    return drawn.drawing.toolbox


@pytest.fixture(autouse=True)
def empty_clipboard(qapp: QApplication) -> Iterator[None]:
    QApplication.clipboard().clear()
    yield
    QApplication.clipboard().clear()


def choose(board: BoardView, key: str) -> None:
    QTest.keyClick(board, Qt.Key(ord(key)))


def drag(
    board: BoardView,
    *cells: Cell,
    button: Qt.MouseButton = LEFT,
    modifier: Qt.KeyboardModifier = NONE,
) -> None:
    port, places = board.viewport(), [board.cell_rect(*cell).center() for cell in cells]
    QTest.mousePress(port, button, modifier, places[0])
    for place in places[1:]:
        QTest.mouseMove(port, place)
    QTest.mouseRelease(port, button, modifier, places[-1])


def hover(board: BoardView, cell: Cell) -> None:
    QTest.mouseMove(board.viewport(), board.cell_rect(*cell).center())


def cells_in(session: Session, state: int) -> set[Cell]:
    marks = session.marks
    return {divmod(i, marks.width) for i, each in enumerate(marks.cells) if each == state}


def changed(before: Grid, after: Grid) -> set[Cell]:
    pairs = zip(before.cells, after.cells, strict=True)
    return {divmod(i, before.width) for i, (a, b) in enumerate(pairs) if a != b}


def assert_one_step(session: Session, before: Grid, label: str) -> None:
    """One step of undo leads back, one step of redo on again; the clues follow the drawing."""
    after = session.marks.copy()
    assert after != before
    assert [move.label for move in session.history] == [label]
    assert session.puzzle.rows == tuple(clues_of(after.row(r)) for r in range(after.height))
    session.undo_stack.undo()
    assert session.marks == before
    session.undo_stack.redo()
    assert session.marks == after


SHAPES = [
    pytest.param("L", "Line", (5, 1), (7, 8), line((5, 1), (7, 8)), id="line"),
    pytest.param("R", "Rectangle", (7, 8), (0, 3), rectangle((7, 8), (0, 3), False), id="box"),
    pytest.param("O", "Ellipse", (0, 0), (6, 9), ellipse((0, 0), (6, 9), False), id="ellipse"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "label", "one", "other", "cells"), SHAPES)
@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_shapes_are_shown_then_drawn_in_the_chosen_colour_or_cleared(
    board: BoardView, session: Session, key: str, label: str, one: Cell, other: Cell,
    cells: frozenset[Cell], button: Qt.MouseButton,
) -> None:  # fmt: skip
    before = session.marks.copy()
    QTest.keyClick(board, Qt.Key.Key_2)
    choose(board, key)
    state = 4 if button is LEFT else before.clear
    expected = {cell for cell in cells if before[cell] != state}
    port = board.viewport()
    QTest.mousePress(port, button, NONE, board.cell_rect(*one).center())
    QTest.mouseMove(port, board.cell_rect(*other).center())
    assert {divmod(i, before.width) for i in board.look.ghosts} == expected
    assert session.marks == before, "nothing is drawn before the button is released"
    QTest.mouseRelease(port, button, NONE, board.cell_rect(*other).center())
    assert not board.look.ghosts
    assert changed(before, session.marks) == expected
    assert {session.marks[cell] for cell in cells} == {state}
    assert_one_step(session, before, label)


def test_filled_shapes(board: BoardView, session: Session) -> None:
    choose(board, "A")
    choose(board, "O")
    drag(board, (0, 0), (6, 6))
    assert cells_in(session, 2) >= ellipse((0, 0), (6, 6), True)


@pytest.mark.parametrize(("key", "end"), [("R", (3, 3)), ("O", (3, 3)), ("L", (3, 3))])
def test_with_shift_a_box_is_square(
    board: BoardView, session: Session, key: str, end: Cell
) -> None:
    session.clear_grid()
    choose(board, key)
    drag(board, (0, 0), (3, 5), modifier=SHIFT)
    shape = {"R": rectangle((0, 0), end, False), "O": ellipse((0, 0), end, False),
             "L": line((0, 0), end)}[key]  # fmt: skip
    assert shaded_cells(session.marks) == shape
    session.clear_grid()
    drag(board, (7, 0), (6, 8), modifier=SHIFT)
    if key == "L":
        assert shaded_cells(session.marks) == line((7, 0), (7, 8))


def test_the_pencil_is_free_hand_and_skips_no_cell(board: BoardView, session: Session) -> None:
    before = session.marks.copy()
    drag(board, (7, 0), (5, 9), (7, 9))
    path = line((7, 0), (5, 9)) | line((5, 9), (7, 9))
    assert cells_in(session, 2) == cells_of(before, 2) | path
    assert_one_step(session, before, f"Shade {len(path)} Cells")


def test_the_length_of_a_straight_run_is_beside_the_pointer(
    board: BoardView, session: Session
) -> None:
    port = board.viewport()
    QTest.mousePress(port, LEFT, NONE, board.cell_rect(5, 1).center())
    assert board.pointer.bubble_text == ""
    QTest.mouseMove(port, board.cell_rect(3, 1).center())
    assert board.pointer.bubble_text == "5", "with the two cells above"
    QTest.mouseMove(port, board.cell_rect(3, 2).center())
    assert board.pointer.bubble_text == ""
    QTest.mouseRelease(port, LEFT, NONE, board.cell_rect(3, 2).center())
    choose(board, "R")
    QTest.mousePress(port, LEFT, NONE, board.cell_rect(0, 0).center())
    QTest.mouseMove(port, board.cell_rect(3, 1).center())
    assert board.pointer.bubble_text == "2 × 4"
    QTest.mouseRelease(port, LEFT, NONE, board.cell_rect(3, 1).center())


def test_a_line_that_is_inserted_on_a_large_board_stays_in_view(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    session.new(200, 200)
    board.zoom_to(24)
    board.show_cell(150, 160)
    board.keyboard.hide_at((150, 160))
    command(drawn, "Edit", "Board", "Insert Row Above").trigger()
    assert 150 in board.geometry_now.down.visible
    assert 160 in board.geometry_now.across.visible


def cells_of(grid: Grid, state: int) -> set[Cell]:
    return {divmod(i, grid.width) for i, each in enumerate(grid.cells) if each == state}


def test_the_pencil_paints_over_other_colours_and_clears_its_own(
    board: BoardView, session: Session
) -> None:
    drag(board, (6, 1), (6, 6))
    assert {session.marks[6, c] for c in range(1, 7)} == {2}
    drag(board, (6, 1), (6, 6))
    assert {session.marks[6, c] for c in range(1, 7)} == {session.marks.clear}
    drag(board, (1, 8), (3, 8), button=RIGHT)
    assert {session.marks[r, 8] for r in range(1, 4)} == {session.marks.clear}


def test_the_eraser_clears_all_colours(board: BoardView, session: Session) -> None:
    before = session.marks.copy()
    choose(board, "E")
    drag(board, (2, 0), (2, 9))
    assert set(session.marks.row(2)) == {session.marks.clear}
    assert_one_step(session, before, "Clear 4 Cells")


@pytest.mark.parametrize("start", [(0, 0), (2, 2), (1, 1), (2, 7)])
def test_a_fill_shades_the_connected_cells_of_one_colour(
    board: BoardView, session: Session, start: Cell
) -> None:
    before = session.marks.copy()
    QTest.keyClick(board, Qt.Key.Key_1 if before[start] != 2 else Qt.Key.Key_2)
    choose(board, "F")
    hover(board, start)
    shown = {divmod(i, before.width) for i in board.look.ghosts}
    drag(board, start)
    assert changed(before, session.marks) == shown == connected(before, start)
    assert_one_step(session, before, "Fill")


def test_a_fill_is_mirrored(board: BoardView, session: Session) -> None:
    session.clear_grid()
    session.paint({r * 10 + 4: 2 for r in range(8)}, "Wall")
    QTest.keyClick(board, Qt.Key.Key_2)
    choose(board, "V")
    choose(board, "F")
    drag(board, (3, 0))
    assert cells_in(session, 4) == {(r, c) for r in range(8) for c in range(10) if c != 4}


@pytest.mark.parametrize("keys", ["V", "H", "VH"])
@pytest.mark.parametrize("tool", ["P", "L", "R", "O", "E", "F"])
def test_mirror_drawing_is_symmetric(
    board: BoardView, session: Session, toolbox: Toolbox, keys: str, tool: str
) -> None:
    before = session.marks.copy()
    session.clear_grid()
    if tool in "EF":
        session.paint(dict.fromkeys(range(len(before.cells)), 2), "Shade")
        QTest.keyClick(board, Qt.Key.Key_2)
    for key in keys:
        choose(board, key)
    choose(board, tool)
    drag(board, (1, 2), (3, 4))
    cells = cells_in(session, 4) or shaded_cells(session.marks)
    assert cells
    assert mirrored(cells, 8, 10, toolbox.options.mirror) == cells
    assert toolbox.options.mirror is {
        "V": Mirror.SIDES, "H": Mirror.ENDS, "VH": Mirror.SIDES | Mirror.ENDS
    }[keys]  # fmt: skip
    assert board.scene().tools.has_upright_axis is ("V" in keys)


def test_text_is_typed_onto_the_drawing(board: BoardView, session: Session) -> None:
    before = session.marks.copy()
    choose(board, "T")
    drag(board, (1, 0))
    QTest.keyClicks(board, "lpx")
    QTest.keyClick(board, Qt.Key.Key_Backspace)
    letters = text_cells("LP", (1, 0))
    assert {divmod(i, 10) for i in board.look.ghosts} == {c for c in letters if before[c] != 2}
    assert session.marks == before
    hover(board, (7, 9))
    assert board.look.ghosts, "the text stays shown"
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert cells_in(session, 2) == cells_of(before, 2) | letters
    assert_one_step(session, before, "Text")
    choose(board, "L")
    assert board.tools is not None


def test_escape_drops_a_text_and_another_tool_keeps_it(
    board: BoardView, session: Session, drawn: MainWindow
) -> None:
    before = session.marks.copy()
    choose(board, "T")
    drag(board, (0, 0))
    QTest.keyClicks(board, "a")
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert session.marks == before
    assert not board.look.ghosts
    drag(board, (0, 5))
    QTest.keyClicks(board, "i")
    QTest.mouseClick(drawn.tool_strip.tools[ToolKind.LINE], LEFT)
    assert text_cells("I", (0, 5)) <= cells_in(session, 2)


def test_the_colour_of_a_cell_is_picked(
    board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    choose(board, "R")
    choose(board, "I")
    drag(board, (0, 0))
    assert (session.ink, toolbox.kind) == (1, ToolKind.PICK)
    drag(board, (2, 8))
    assert (session.ink, toolbox.kind) == (2, ToolKind.RECTANGLE)
    assert not session.history


def test_a_text_is_kept_when_the_focus_goes(
    board: BoardView, session: Session, drawn: MainWindow
) -> None:
    choose(board, "T")
    drag(board, (0, 5))
    QTest.keyClicks(board, "i")
    field = QLineEdit(drawn)
    field.show()
    field.setFocus()
    assert text_cells("I", (0, 5)) <= cells_in(session, 2)


# The selection


def test_a_selection_is_moved_and_what_it_covered_comes_back(
    board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    assert toolbox.selecting.frame == (1, 7, 3, 2)
    drag(board, (2, 7), (2, 2))
    part = [list(session.marks.row(r)[2:4]) for r in (1, 2, 3)]
    assert part == [list(before.row(r)[7:9]) for r in (1, 2, 3)]
    assert cells_in(session, 4) == cells_of(before, 4) - {
        (1, 8), (2, 7), (2, 8), (3, 7), (3, 8)
    } | {(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)}  # fmt: skip
    assert_one_step(session, before, "Move Selection")
    session.undo_stack.undo()
    drag(board, (1, 7), (3, 8))
    drag(board, (2, 7), (2, 2))
    drag(board, (2, 2), (2, 7))
    assert session.marks == before


@pytest.mark.parametrize("key", [Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_arrow_keys_move_the_selection_and_back(
    board: BoardView, session: Session, toolbox: Toolbox, key: Qt.Key
) -> None:
    before = session.marks.copy()
    back = {Qt.Key.Key_Left: Qt.Key.Key_Right, Qt.Key.Key_Right: Qt.Key.Key_Left,
            Qt.Key.Key_Up: Qt.Key.Key_Down, Qt.Key.Key_Down: Qt.Key.Key_Up}[key]  # fmt: skip
    choose(board, "S")
    drag(board, (1, 1), (4, 4))
    for _ in range(12):  # also beyond the edge, where nothing is lost
        QTest.keyClick(board, key)
    assert session.marks != before
    frame = toolbox.selecting.frame
    assert frame is not None
    steps = abs(frame.top - 1) + abs(frame.left - 1)
    for _ in range(steps):
        QTest.keyClick(board, back)
    assert session.marks == before


def test_delete_clears_the_selection_and_escape_ends_it(
    board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert changed(before, session.marks) == {(1, 8), (2, 7), (2, 8), (3, 7), (3, 8)}
    assert_one_step(session, before, "Clear Selection")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert toolbox.selecting.frame is None
    assert toolbox.kind is ToolKind.SELECT


def test_escape_cancels_a_drag(board: BoardView, session: Session, toolbox: Toolbox) -> None:
    before = session.marks.copy()
    port = board.viewport()
    for key in "LS":
        choose(board, key)
        QTest.mousePress(port, LEFT, NONE, board.cell_rect(0, 0).center())
        QTest.mouseMove(port, board.cell_rect(5, 5).center())
        QTest.keyClick(board, Qt.Key.Key_Escape)
        QTest.mouseRelease(port, LEFT, NONE, board.cell_rect(5, 5).center())
        assert session.marks == before
        assert board.scene().tools.frame is None


def test_cut_and_paste_is_identity(drawn: MainWindow, board: BoardView, session: Session) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (4, 8), (1, 1))
    QTest.keyClick(board, Qt.Key.Key_X, CONTROL)
    assert {session.marks[r, c] for r in range(1, 5) for c in range(1, 9)} == {before.clear}
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert session.marks == before
    assert [move.label for move in session.history] == ["Cut", "Paste"]


def test_a_copy_is_pasted_elsewhere_with_any_tool(
    drawn: MainWindow, board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_C, CONTROL)
    assert session.marks == before
    image = QApplication.clipboard().image()
    assert (image.width(), image.height()) == (2, 3)
    assert image.pixelColor(1, 0) == QColor("#2050e0")
    assert QApplication.clipboard().text() == ".b\nbb\nbb".replace("b", "a")
    choose(board, "P")
    board.keyboard.hide_at((5, 8))
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert toolbox.selecting.frame == (5, 8, 3, 2)
    assert toolbox.kind is ToolKind.SELECT
    assert [list(session.marks.row(r)[8:]) for r in (5, 6, 7)] == [[7, 4], [4, 4], [4, 4]]


def test_a_copy_fits_another_palette(drawn: MainWindow, board: BoardView, session: Session) -> None:
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_C, CONTROL)
    session.new(5, 5)
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert session.marks.count_shaded() == 5
    assert session.marks.colors == 2


def test_cells_that_do_not_fit_are_not_pasted(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    said: list[str] = []
    drawn.drawing.message_requested.connect(said.append)
    choose(board, "S")
    QTest.keyClick(board, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(board, Qt.Key.Key_C, CONTROL)
    session.new(5, 5)
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert session.marks.is_untouched
    assert said[0].startswith("The copied cells are 10 × 8, and the board is 5 × 5.")


def paste_image(qtbot: QtBot, drawn: MainWindow, image: QImage) -> None:
    data = QMimeData()
    data.setImageData(image)
    QApplication.clipboard().setMimeData(data)
    QTest.keyClick(drawn.board, Qt.Key.Key_V, CONTROL)
    job = drawn.drawing.job
    assert job is not None
    qtbot.waitUntil(lambda: not job.is_running, timeout=20_000)


def test_a_picture_of_another_program_is_reduced_to_the_palette(
    qtbot: QtBot, drawn: MainWindow, board: BoardView, session: Session
) -> None:
    image = QImage(3, 2, QImage.Format.Format_ARGB32)
    image.fill(QColor("#fffff0"))
    image.setPixelColor(0, 0, QColor("#c02020"))
    image.setPixelColor(2, 1, QColor("#3060c0"))
    session.clear_grid()
    choose(board, "S")
    board.keyboard.hide_at((2, 2))
    paste_image(qtbot, drawn, image)
    assert cells_in(session, 2) == {(2, 2)}
    assert cells_in(session, 4) == {(3, 4)}


def test_a_large_picture_is_refused_with_a_sentence(
    qtbot: QtBot, drawn: MainWindow, board: BoardView, session: Session
) -> None:
    before = session.marks.copy()
    said: list[str] = []
    drawn.drawing.message_requested.connect(said.append)
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(0)
    choose(board, "S")
    paste_image(qtbot, drawn, image)
    assert session.marks == before
    assert said[0].startswith("The picture has 30 × 20 pixels, one for each cell, and the board")


def test_paste_without_the_tool_reads_a_puzzle_as_before(
    drawn: MainWindow, board: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    monkeypatch.setattr(drawn.scanning, "start", begun.append)
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    QApplication.clipboard().setImage(image)
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert len(begun) == 1
    assert drawn.drawing.job is None


def test_four_quarter_turns_of_a_selection_are_identity(
    drawn: MainWindow, board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 2), (4, 6))
    right = command(drawn, "Edit", "Board", "Rotate Right")
    right.trigger()
    assert toolbox.selecting.frame == (1, 2, 5, 4)
    assert (session.marks.height, session.marks.width) == (8, 10), "only the selection is turned"
    assert_one_step(session, before, "Rotate Right")
    session.undo_stack.undo()
    drag(board, (1, 2), (4, 6))
    for _ in range(4):
        right.trigger()
    assert session.marks == before


# Commands


def command(window: MainWindow, *path: str) -> QAction:
    menu: QMenu | None = None
    actions = window.menuBar().actions()
    for name in path:
        (found,) = [
            each for each in actions if each.text().replace("&", "").removesuffix("…") == name
        ]
        menu = found.menu()  # type: ignore[assignment]
        actions = menu.actions() if isinstance(menu, QMenu) else []
    return found


@pytest.mark.parametrize("what", ["Row", "Column"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_line_is_inserted_and_removed(
    drawn: MainWindow, board: BoardView, session: Session, what: str, side: int
) -> None:
    before = session.marks.copy()
    name = (("Above", "Below") if what == "Row" else ("Left", "Right"))[side]
    hover(board, (2, 3))
    board.keyboard.hide_at((2, 3))
    command(drawn, "Edit", "Board", f"Insert {what} {name}").trigger()
    at = (2 if what == "Row" else 3) + side
    axis = Axis.ROW if what == "Row" else Axis.COLUMN
    assert set(session.marks.line(Line(axis, at))) == {before.clear}
    assert_one_step(session, before, f"Insert {what}")
    board.keyboard.hide_at((at, at))
    command(drawn, "Edit", "Board", f"Remove {what}").trigger()
    assert session.marks == before


def test_the_last_line_stays(drawn: MainWindow, session: Session) -> None:
    said: list[str] = []
    drawn.drawing.message_requested.connect(said.append)
    session.new(1, 3)
    command(drawn, "Edit", "Board", "Remove Row").trigger()
    assert session.marks.height == 1
    assert said == ["The board has only one row; it has to stay."]


def test_crop_removes_what_is_clear_around(drawn: MainWindow, session: Session) -> None:
    before = session.marks.copy()
    command(drawn, "Edit", "Board", "Crop to Drawing").trigger()
    assert session.marks.to_text() == [row[1:9] for row in PICTURE[1:7]]
    assert_one_step(session, before, "Crop to Drawing")


@pytest.mark.parametrize(("name", "count"), [("Left", 10), ("Right", 10), ("Up", 8), ("Down", 8)])
def test_shifting_by_the_size_is_identity(
    drawn: MainWindow, board: BoardView, session: Session, name: str, count: int
) -> None:
    before = session.marks.copy()
    key = {"Left": Qt.Key.Key_Left, "Right": Qt.Key.Key_Right,
           "Up": Qt.Key.Key_Up, "Down": Qt.Key.Key_Down}[name]  # fmt: skip
    QTest.keyClick(board, key, Qt.KeyboardModifier.AltModifier)
    assert_one_step(session, before, "Shift")
    for _ in range(count - 1):
        command(drawn, "Edit", "Board", f"Shift {name}").trigger()
    assert session.marks == before


def test_outlines(drawn: MainWindow, board: BoardView, session: Session) -> None:
    choose(board, "A")
    choose(board, "R")
    session.clear_grid()
    drag(board, (1, 1), (5, 6))
    command(drawn, "Edit", "Board", "Keep Outline Only").trigger()
    assert cells_in(session, 2) == rectangle((1, 1), (5, 6), False)
    QTest.keyClick(board, Qt.Key.Key_2)
    command(drawn, "Edit", "Board", "Draw Outline Around").trigger()
    assert cells_in(session, 2) == rectangle((1, 1), (5, 6), False)
    corners = {(0, 0), (0, 7), (6, 0), (6, 7)}
    ring = rectangle((0, 0), (6, 7), False) - corners
    assert cells_in(session, 4) == ring | rectangle((2, 2), (4, 5), False)


def test_the_context_menu_has_the_commands_for_lines(drawn: MainWindow, board: BoardView) -> None:
    menus: list[QMenu] = []
    board.menu_requested.connect(lambda menu, _: menus.append(menu))
    board.keyboard.hide_at((2, 3))
    QTest.keyClick(board, Qt.Key.Key_F10, SHIFT)
    texts = [action.text() for action in menus[0].actions()]
    assert "Insert Row Above Row 3" in texts
    assert "Insert Column Right of Column 4" in texts
    (remove,) = [each for each in menus[0].actions() if each.text() == "Remove Column 4"]
    remove.trigger()
    menus[0].close()
    assert drawn.session.marks.width == 9


# Where tools exist


def test_tools_exist_only_while_a_drawing_can_be_changed(
    drawn: MainWindow, board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    crop = command(drawn, "Edit", "Board", "Crop to Drawing")
    assert drawn.tool_strip.isVisible()
    assert crop.isEnabled()
    session.play()
    assert board.tools is None
    assert not drawn.tool_strip.isVisible()
    assert not crop.isEnabled()
    choose(board, "L")
    assert toolbox.kind is ToolKind.PENCIL
    drag(board, (1, 1), (3, 4))
    assert cells_in(session, 2) == {(1, c) for c in range(1, 5)}, "Play makes strokes"
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert board.tools is toolbox


def test_a_letter_in_a_field_chooses_no_tool(
    qtbot: QtBot, drawn: MainWindow, toolbox: Toolbox
) -> None:
    field = QLineEdit(drawn)
    field.show()
    field.setFocus()
    QTest.keyClicks(field, "lrofts")
    assert field.text() == "lrofts"
    assert toolbox.kind is ToolKind.PENCIL


def test_each_tool_has_a_key_of_its_own_and_names_it(
    drawn: MainWindow, board: BoardView, toolbox: Toolbox
) -> None:
    strip = drawn.tool_strip
    keys = [kind.key for kind in ToolKind] + ["A", "V", "H"]
    assert len(set(keys)) == len(keys)
    for kind, button in strip.tools.items():
        assert button.toolTip().startswith(f"{kind.title} ({kind.key})\n")
        assert not button.icon().isNull()
        choose(board, kind.key)
        assert toolbox.kind is kind
        assert [each for each, other in strip.tools.items() if other.isChecked()] == [kind]
        choose(board, "P")
        QTest.mouseClick(button, LEFT)
        assert toolbox.kind is kind
        assert board.hasFocus()


@pytest.mark.parametrize("key", "LRO")
def test_the_keyboard_draws_shapes(board: BoardView, session: Session, key: str) -> None:
    session.clear_grid()
    board.keyboard.hide_at((0, 0))
    choose(board, key)
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyPress(board, arrow, SHIFT)
    QTest.keyRelease(board, Qt.Key.Key_Shift)
    shape = {"L": line((0, 0), (2, 2)), "R": rectangle((0, 0), (2, 2), False),
             "O": ellipse((0, 0), (2, 2), False)}[key]  # fmt: skip
    assert shaded_cells(session.marks) == shape


def test_the_preview_goes_with_the_pointer(board: BoardView, session: Session) -> None:
    hover(board, (5, 5))
    assert dict(board.look.ghosts) == {55: 2}
    hover(board, (1, 1))
    assert dict(board.look.ghosts) == {11: session.marks.clear}, "the pencil would clear it"
    drag(board, (0, 0))
    assert not board.look.ghosts
