"""The tools of a drawing, by mouse and keys: each has its law, and is one step of undo."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from helper.board.board_view import BoardView
from helper.draw.shapes import Mirror, connected, ellipse, line, mirrored, rectangle
from helper.draw.toolbox import Toolbox
from helper.draw.tools import ToolKind
from helper.draw.whole_board import shaded_cells
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from puzzles.letters import text_cells
from tests.support.drawing_desk import (
    LEFT,
    NONE,
    RIGHT,
    SHIFT,
    assert_one_step,
    cells_of,
    changed,
    choose,
    command,
    drag,
    hover,
    open_drawing,
)

SHAPES = [
    ("L", "Draw Line", (5, 1), (7, 8), line((5, 1), (7, 8))),
    ("R", "Draw Rectangle", (7, 8), (0, 3), rectangle((7, 8), (0, 3), False)),
    ("O", "Draw Ellipse", (0, 0), (6, 9), ellipse((0, 0), (6, 9), False)),
]


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_shapes_are_shown_then_drawn_in_the_chosen_colour_or_cleared(
    board: BoardView, session: Session, button: Qt.MouseButton
) -> None:
    for key, label, one, other, cells in SHAPES:
        before = session.marks.copy()
        QTest.keyClick(board, Qt.Key.Key_2)
        choose(board, key)
        state = 4 if button is LEFT else before.clear
        expected = {cell for cell in cells if before[cell] != state}
        port = board.viewport()
        QTest.mousePress(port, button, NONE, board.area.cell_rect(*one).center())
        QTest.mouseMove(port, board.area.cell_rect(*other).center())
        assert {divmod(i, before.width) for i in board.look.ghosts} == expected
        assert session.marks == before, "nothing is drawn before the button is released"
        QTest.mouseRelease(port, button, NONE, board.area.cell_rect(*other).center())
        assert not board.look.ghosts
        assert changed(before, session.marks) == expected
        assert {session.marks[cell] for cell in cells} == {state}
        assert_one_step(session, before, label)
        open_drawing(session)


def test_filled_shapes(board: BoardView, session: Session) -> None:
    choose(board, "A")
    choose(board, "O")
    drag(board, (0, 0), (6, 6))
    assert cells_of(session.marks, 2) >= ellipse((0, 0), (6, 6), True)


def test_with_shift_a_box_is_square(board: BoardView, session: Session) -> None:
    for key in "ROL":
        session.clear_grid()
        choose(board, key)
        drag(board, (0, 0), (3, 5), modifier=SHIFT)
        shape = {"R": rectangle((0, 0), (3, 3), False), "O": ellipse((0, 0), (3, 3), False),
                 "L": line((0, 0), (3, 3))}[key]  # fmt: skip
        assert shaded_cells(session.marks) == shape
        session.clear_grid()
        drag(board, (7, 0), (6, 8), modifier=SHIFT)
        if key == "L":
            assert shaded_cells(session.marks) == line((7, 0), (7, 8))


def test_the_pencil_is_free_hand_and_skips_no_cell(board: BoardView, session: Session) -> None:
    before = session.marks.copy()
    drag(board, (7, 0), (5, 9), (7, 9))
    path = line((7, 0), (5, 9)) | line((5, 9), (7, 9))
    assert cells_of(session.marks, 2) == cells_of(before, 2) | path
    assert_one_step(session, before, f"Shade {len(path)} Cells")


def test_the_length_of_a_straight_run_is_beside_the_pointer(
    board: BoardView, session: Session
) -> None:
    port = board.viewport()
    QTest.mousePress(port, LEFT, NONE, board.area.cell_rect(5, 1).center())
    assert board.pointer.bubble_text == ""
    QTest.mouseMove(port, board.area.cell_rect(3, 1).center())
    assert board.pointer.bubble_text == "5", "with the two cells above"
    QTest.mouseMove(port, board.area.cell_rect(3, 2).center())
    assert board.pointer.bubble_text == ""
    QTest.mouseRelease(port, LEFT, NONE, board.area.cell_rect(3, 2).center())
    choose(board, "R")
    QTest.mousePress(port, LEFT, NONE, board.area.cell_rect(0, 0).center())
    QTest.mouseMove(port, board.area.cell_rect(3, 1).center())
    assert board.pointer.bubble_text == "2 × 4"
    QTest.mouseRelease(port, LEFT, NONE, board.area.cell_rect(3, 1).center())


def test_a_line_that_is_inserted_on_a_large_board_stays_in_view(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    session.new(200, 200)
    board.zoom.to(24)
    board.area.show_cell(150, 160)
    board.keyboard.hide_at((150, 160))
    command(drawn, "Edit", "Board", "Insert Row Above").trigger()
    assert 150 in board.area.geometry.down.visible
    assert 160 in board.area.geometry.across.visible


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


def test_a_fill_shades_the_connected_cells_of_one_colour(
    board: BoardView, session: Session
) -> None:
    for start in ((0, 0), (2, 2), (1, 1), (2, 7)):
        before = session.marks.copy()
        QTest.keyClick(board, Qt.Key.Key_1 if before[start] != 2 else Qt.Key.Key_2)
        choose(board, "F")
        hover(board, start)
        shown = {divmod(i, before.width) for i in board.look.ghosts}
        drag(board, start)
        assert changed(before, session.marks) == shown == connected(before, start)
        assert_one_step(session, before, "Fill Cells")
        open_drawing(session)


def test_a_fill_is_mirrored(board: BoardView, session: Session) -> None:
    session.clear_grid()
    session.paint({r * 10 + 4: 2 for r in range(8)}, "Wall")
    QTest.keyClick(board, Qt.Key.Key_2)
    choose(board, "V")
    choose(board, "F")
    drag(board, (3, 0))
    assert cells_of(session.marks, 4) == {(r, c) for r in range(8) for c in range(10) if c != 4}


def test_mirror_drawing_is_symmetric(board: BoardView, session: Session, toolbox: Toolbox) -> None:
    mirrors = {"V": Mirror.SIDES, "H": Mirror.ENDS, "VH": Mirror.SIDES | Mirror.ENDS}
    for (keys, mirror), tool in itertools.product(mirrors.items(), "PLROEF"):
        session.clear_grid()
        QTest.keyClick(board, Qt.Key.Key_1)
        if tool in "EF":
            session.paint(dict.fromkeys(range(len(session.marks.cells)), 2), "Shade")
            QTest.keyClick(board, Qt.Key.Key_2)
        for key in keys:
            choose(board, key)
        choose(board, tool)
        drag(board, (1, 2), (3, 4))
        cells = cells_of(session.marks, 4) or shaded_cells(session.marks)
        assert len(cells) > 1
        assert mirrored(cells, 8, 10, mirror) == cells, (keys, tool)
        assert toolbox.options.mirror is mirror
        assert board.scene().tools.has_upright_axis is ("V" in keys)
        for key in keys:
            choose(board, key)


def test_what_a_key_switches_on_and_off_is_said(board: BoardView, toolbox: Toolbox) -> None:
    said: list[str] = []
    toolbox._messages.info_given.connect(said.append)
    for key in "VHVHAA":
        choose(board, key)
    assert said == [
        "Mirror drawing is on: left and right are drawn alike.",
        "Mirror drawing is on: all four sides are drawn alike.",
        "Mirror drawing is on: top and bottom are drawn alike.",
        "Mirror drawing is off.",
        "Rectangles and ellipses are filled.",
        "Only the borders of rectangles and ellipses are drawn.",
    ]


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
    assert cells_of(session.marks, 2) == cells_of(before, 2) | letters
    assert_one_step(session, before, "Draw Text")
    choose(board, "L")
    assert board.strokes.tools is not None


def test_a_text_takes_the_colour_that_is_chosen_while_it_is_typed(
    board: BoardView, session: Session
) -> None:
    choose(board, "T")
    QTest.mouseClick(board.viewport(), LEFT, NONE, board.area.cell_rect(0, 0).center())
    QTest.keyClicks(board, "I")
    letters = {r * 10 + c for r, c in text_cells("I", (0, 0))}
    session.ink = 2
    board.strokes.show_preview(None)  # the pointer is on the palette
    assert board.look.ghosts.keys() == letters
    assert set(board.look.ghosts.values()) == {4}
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert text_cells("I", (0, 0)) <= cells_of(session.marks, 4)


def status(window: MainWindow) -> str:
    return window.statusBar().currentMessage()


@pytest.mark.parametrize("at", [(0, 4), (5, 0)])
def test_a_text_that_runs_past_the_edge_is_announced_and_told(
    board: BoardView, session: Session, drawn: MainWindow, at: tuple[int, int]
) -> None:
    choose(board, "T")
    QTest.mouseClick(board.viewport(), LEFT, NONE, board.area.cell_rect(*at).center())
    QTest.keyClicks(board, "h" if at[0] == 0 else "")
    assert "edge" not in status(drawn)
    QTest.keyClicks(board, "h")
    assert status(drawn) == (
        "The text runs past the edge of the drawing; what is beyond it will be cut."
    )
    drawn.statusBar().clearMessage()
    QTest.keyClicks(board, "i")
    assert status(drawn) == "", "it is said once"
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert status(drawn) == "The text was cut at the edge of the drawing. Undo takes it back."
    assert len(session.history) == 1


def test_a_text_that_fits_is_written_without_a_word(board: BoardView, drawn: MainWindow) -> None:
    choose(board, "T")
    QTest.mouseClick(board.viewport(), LEFT, NONE, board.area.cell_rect(0, 3).center())
    QTest.keyClicks(board, "hh ")
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert "edge" not in status(drawn)


def test_undo_drops_a_text_that_is_being_typed_and_nothing_else(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    drag(board, (0, 0), (0, 3))
    drawing = session.marks.copy()
    choose(board, "T")
    QTest.mouseClick(board.viewport(), LEFT, NONE, board.area.cell_rect(0, 5).center())
    QTest.keyClicks(board, "I")
    drawn.commands["undo"].trigger()
    assert session.marks == drawing
    assert board.look.ghosts == {}
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert session.marks == drawing
    drawn.commands["undo"].trigger()
    assert session.marks != drawing


def test_undo_drops_a_drag_and_nothing_else(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    drag(board, (0, 0), (0, 3))
    drawing = session.marks.copy()
    choose(board, "O")
    port = board.viewport()
    QTest.mousePress(port, LEFT, NONE, board.area.cell_rect(4, 4).center())
    QTest.mouseMove(port, board.area.cell_rect(7, 8).center())
    assert board.look.ghosts
    drawn.commands["undo"].trigger()
    QTest.mouseRelease(port, LEFT, NONE, board.area.cell_rect(7, 8).center())
    assert session.marks == drawing
    assert len(session.history) == 1


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
    assert text_cells("I", (0, 5)) <= cells_of(session.marks, 2)


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
    assert text_cells("I", (0, 5)) <= cells_of(session.marks, 2)


# Where tools exist


def test_tools_exist_only_while_a_drawing_can_be_changed(
    drawn: MainWindow, board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    crop = command(drawn, "Edit", "Board", "Crop to Drawing")
    assert drawn.tool_strip.isVisible()
    assert crop.isEnabled()
    session.play()
    assert board.strokes.tools is None
    assert not drawn.tool_strip.isVisible()
    assert not crop.isEnabled()
    choose(board, "L")
    assert toolbox.kind is ToolKind.PENCIL
    drag(board, (1, 1), (3, 4))
    assert cells_of(session.marks, 2) == {(1, c) for c in range(1, 5)}, "Play makes strokes"
    session.undo()
    session.undo()
    assert board.strokes.tools is toolbox


def test_a_letter_in_a_field_chooses_no_tool(drawn: MainWindow, toolbox: Toolbox) -> None:
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


def test_the_keyboard_draws_shapes(board: BoardView, session: Session) -> None:
    for key, shape in (
        ("L", line((0, 0), (2, 2))),
        ("R", rectangle((0, 0), (2, 2), False)),
        ("O", ellipse((0, 0), (2, 2), False)),
    ):
        session.clear_grid()
        board.keyboard.hide_at((0, 0))
        choose(board, key)
        for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
            QTest.keyPress(board, arrow, SHIFT)
        QTest.keyRelease(board, Qt.Key.Key_Shift)
        assert shaded_cells(session.marks) == shape, key


def test_the_preview_goes_with_the_pointer(board: BoardView, session: Session) -> None:
    hover(board, (5, 5))
    assert dict(board.look.ghosts) == {55: 2}
    hover(board, (1, 1))
    assert dict(board.look.ghosts) == {11: session.marks.clear}, "the pencil would clear it"
    drag(board, (0, 0))
    assert not board.look.ghosts
