"""Cells of a board made from a picture are painted; and it shows the clues."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog

from helper.application.settings import Settings, ThemeChoice
from helper.board.hits import BoardPart, Hit
from helper.images.puzzle_picture import painted_colors
from helper.picture.picture_board import PictureBoard
from puzzles import BLANK, SHADED, Axis, Line
from tests.support.cases import few
from tests.support.picture_desk import FACE, Desk

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def board_of(desk: Desk) -> PictureBoard:
    return desk.window.parts.board


def drag(desk: Desk, first: int, last: int, button: Qt.MouseButton = LEFT) -> None:
    """A stroke from cell to cell; the pointer is seen at its ends only."""
    shown = board_of(desk).viewport()
    QTest.mousePress(shown, button, pos=desk.place(first))
    QTest.mouseMove(shown, desk.place(last))
    QTest.mouseRelease(shown, button, pos=desk.place(last))
    desk.settle()


def colored(path: Path) -> Path:
    """A red and a blue square on white."""
    image = Image.new("RGB", (300, 300), "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((40, 40, 139, 139), fill="#d02020")
    draw.rectangle((160, 160, 259, 259), fill="#2040d0")
    draw.line((0, 0, 0, 1), fill="#fefefe")
    image.save(path)
    return path


def states(desk: Desk) -> list[int]:
    assert desk.window.board is not None
    return list(desk.window.board.grid.cells)


def test_a_drag_paints_and_undo_takes_it_back(desk: Desk, face: Path) -> None:
    desk.open(face)
    before = states(desk)
    width = len(FACE[0])
    drag(desk, 3 * width + 1, 3 * width + 9)  # a row without shaded cells between its ends
    painted = states(desk)
    assert painted[3 * width : 4 * width] == [SHADED] * width
    assert painted[: 3 * width] == before[: 3 * width]
    assert desk.window.board is not None
    assert [c.length for c in desk.window.board.puzzle.rows[3]] == [width]
    drag(desk, 0, 2 * width)  # a column
    assert states(desk)[0] == SHADED
    for expected in (painted, before):
        QTest.keyClick(desk.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        desk.settle()
        assert states(desk) == expected
    assert not desk.window.parts.undo_button.isEnabled()


def test_redo_brings_back_what_undo_took(desk: Desk, face: Path) -> None:
    for keys in ("Ctrl+Shift+Z", "Ctrl+Y", "button"):
        desk.open(face)
        redo = desk.window.parts.redo_button
        assert not redo.isEnabled()
        looks = [states(desk)]
        for last in (2, 10):
            drag(desk, 0, last)
            looks.append(states(desk))
        for expected in looks[1::-1]:
            desk.click(desk.window.parts.undo_button)
            desk.settle()
            assert states(desk) == expected
        for expected in looks[1:]:
            assert redo.isEnabled()
            if keys == "button":
                desk.click(redo)
            else:
                QTest.keySequence(desk.window, QKeySequence(keys))
            desk.settle()
            assert states(desk) == expected
        assert not redo.isEnabled()
        desk.click(desk.window.parts.undo_button)
        desk.settle()
        drag(desk, 0, 0, RIGHT)
        assert not redo.isEnabled(), "a new stroke replaces what was undone"


def press(desk: Desk, *keys: str) -> None:
    """Keys as typed on the board, which has the focus."""
    assert board_of(desk).hasFocus()
    for key in keys:
        QTest.keySequence(board_of(desk), QKeySequence(key))
    desk.settle()


def test_the_keyboard_paints_on_the_board(desk: Desk, face: Path) -> None:
    desk.open(face)
    width = len(FACE[0])
    board_of(desk).setFocus(Qt.FocusReason.TabFocusReason)
    before = states(desk)
    for key in ("Space", "Return", "Enter"):
        press(desk, "Ctrl+Home", "Down", "Down", "Down", "Right", key)
        assert states(desk)[3 * width + 1] == SHADED
        press(desk, "Ctrl+Z")
        assert states(desk) == before
    press(desk, "Ctrl+Y")
    assert states(desk)[3 * width + 1] == SHADED
    press(desk, "X")
    assert states(desk)[3 * width + 1] == BLANK
    press(desk, "Ctrl+End", "Space")
    assert states(desk)[-1] == (SHADED if before[-1] == BLANK else BLANK)
    assert desk.window.isVisible()


def test_shift_and_arrows_paint_a_line_as_one_step_of_undo(desk: Desk, face: Path) -> None:
    desk.open(face)
    before, shown, width = states(desk), board_of(desk), len(FACE[0])
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    press(desk, "Down", "Down", "Down", "End")
    for _ in range(20):
        QTest.keyPress(shown, Qt.Key.Key_Left, SHIFT)
    assert states(desk) == before
    QTest.keyRelease(shown, Qt.Key.Key_Shift)
    desk.settle()
    assert states(desk)[3 * width : 4 * width] == [SHADED] * width
    press(desk, "Ctrl+Z")
    assert states(desk) == before
    QTest.keyPress(shown, Qt.Key.Key_Right, SHIFT)
    press(desk, "Esc")
    QTest.keyRelease(shown, Qt.Key.Key_Shift)
    desk.settle()
    assert states(desk) == before
    assert desk.window.isVisible()
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert not desk.window.isVisible()


def test_keys_choose_the_colour_that_the_keyboard_paints(desk: Desk, tmp_path: Path) -> None:
    desk.open(colored(tmp_path / "a.png"))
    board_of(desk).setFocus(Qt.FocusReason.TabFocusReason)
    inks = desk.window.parts.inks
    press(desk, "2", "Space")
    assert (inks.ink, states(desk)[0]) == (2, 1 << 2)
    press(desk, "[", "Space")
    assert (inks.ink, states(desk)[0]) == (1, 1 << 1)
    press(desk, "0", "Space")
    assert (inks.ink, states(desk)[0]) == (0, BLANK)
    press(desk, "[")
    assert inks.ink == len(inks.swatches) - 1
    press(desk, "9")
    assert inks.ink == len(inks.swatches) - 1, "a colour that the board does not have"


def test_the_keys_go_on_where_the_pointer_painted(desk: Desk, face: Path) -> None:
    desk.open(face)
    width = len(FACE[0])
    desk.click(board_of(desk).viewport(), desk.place(3 * width + 4))
    desk.settle()
    press(desk, "Right", "Space")
    assert states(desk)[3 * width + 4 : 3 * width + 6] == [SHADED] * 2


def test_the_cell_of_the_keyboard_is_seen_while_the_board_has_the_focus(
    desk: Desk, face: Path
) -> None:
    desk.open(face)
    shown = board_of(desk)
    desk.window.parts.title.setFocus()
    before = shown.grab().toImage()
    assert shown.scene().cursor is None
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    assert shown.scene().cursor == (0, 0)
    assert shown.grab().toImage() != before
    desk.window.parts.title.setFocus()
    assert shown.scene().cursor is None


def test_a_shaded_cell_is_cleared_by_a_click_and_the_right_button_always_clears(
    desk: Desk, face: Path
) -> None:
    desk.open(face)
    assert FACE[0][3:8] == "#####"
    drag(desk, 3, 4)
    assert states(desk)[3:8] == [BLANK, BLANK, SHADED, SHADED, SHADED]
    drag(desk, 2, 6, RIGHT)
    assert states(desk)[2:8] == [BLANK] * 5 + [SHADED]
    desk.click(desk.window.parts.undo_button)
    desk.settle()
    assert states(desk)[3:8] == [BLANK, BLANK, SHADED, SHADED, SHADED]


def test_in_colours_the_chosen_swatch_is_painted(desk: Desk, tmp_path: Path) -> None:
    desk.open(colored(tmp_path / "a.png"))
    board = desk.window.board
    assert board is not None
    swatches = desk.window.parts.inks.swatches
    assert [s.color for s in swatches] == [color.rgb for color in board.puzzle.palette]
    blue = next(k for k, s in enumerate(swatches) if s.color.startswith("#20"))
    desk.click(swatches[blue])
    drag(desk, 0, 2)
    assert states(desk)[:3] == [1 << blue] * 3
    desk.click(swatches[0])
    drag(desk, 1, 1)
    assert states(desk)[:3] == [1 << blue, BLANK, 1 << blue]
    assert [clue.color for clue in desk.window.board.puzzle.rows[0]] == [blue, blue]  # type: ignore[union-attr]


def test_painted_cells_survive_settings_that_change_colours_but_not_the_size(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(colored(tmp_path / "a.png"))
    swatches = desk.window.parts.inks.swatches
    blue = next(k for k, s in enumerate(swatches) if s.color.startswith("#20"))
    desk.click(swatches[blue])
    drag(desk, 0, 4)
    panel, notes = desk.window.parts.panel, desk.window.parts.notes
    before = swatches[blue].color
    desk.type_over(panel.brightness.spin, "10")
    desk.settle()
    assert swatches[blue].color != before
    assert states(desk)[:5] == [1 << blue] * 5
    assert "5 corrections kept" in notes.text()
    desk.type_over(panel.columns, "20")
    desk.settle()
    assert states(desk)[:5] == [BLANK] * 5
    assert "5 corrections were dropped, as the cells show other places now" in notes.text()


def test_painted_cells_stay_as_painted_when_the_pictures_colours_change(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(colored(tmp_path / "a.png"))
    inks = desk.window.parts.inks
    painted = inks.swatches[1].color
    drag(desk, 0, 4)
    desk.type_over(desk.window.parts.panel.brightness.spin, "70")
    desk.settle()
    assert desk.window.board is not None
    palette = [color.rgb for color in desk.window.board.puzzle.palette]
    assert [palette[state.bit_length() - 1] for state in states(desk)[:5]] == [painted] * 5
    assert [swatch.color for swatch in inks.swatches] == palette
    assert inks.swatches[1].color != painted


def test_reset_drops_crop_and_painted_cells_and_undo_brings_them_back(
    desk: Desk, face: Path
) -> None:
    desk.open(face)
    parts = desk.window.parts
    desk.window.resize(1200, 800)
    place = parts.view.rect().center().toPointF()
    desk.drag(place - QPointF(60, 50), place + QPointF(60, 50))
    desk.settle()
    drag(desk, 0, 1)
    choice = desk.window.choice
    assert choice is not None
    painted, crop = states(desk), choice.settings.crop
    assert not crop.is_whole
    desk.click(parts.panel.reset)
    desk.settle()
    assert desk.rows == FACE
    assert "Undo brings them back" in parts.notes.text()
    desk.click(parts.undo_button)
    desk.settle()
    assert (states(desk), choice.settings.crop) == (painted, crop)
    desk.click(parts.redo_button)
    desk.settle()
    assert desk.rows == FACE


@pytest.mark.parametrize("theme", few(1, [ThemeChoice.LIGHT, ThemeChoice.DARK]))
def test_the_colours_of_settings_and_board_are_the_same(
    desk: Desk, face: Path, tmp_path: Path, settings: Settings, theme: ThemeChoice
) -> None:
    parts = desk.window.parts
    for path in (face, colored(tmp_path / "a.png")):
        desk.open(path)
        settings.change(theme=theme)
        scene = parts.board.scene()
        colors = list(painted_colors(scene.puzzle, scene.theme))
        assert [swatch.color for swatch in parts.inks.swatches] == colors
        assert [swatch.color for swatch in parts.panel.palette_strip.swatches] == colors


def test_a_background_that_is_not_white_stays_when_a_colour_is_replaced(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = Image.new("RGB", (300, 300), "#808890")
    draw = ImageDraw.Draw(image)
    draw.rectangle((40, 40, 139, 139), fill="#ffffff")
    draw.rectangle((160, 160, 259, 259), fill="#2040d0")
    image.save(tmp_path / "gray.png")
    desk.open(tmp_path / "gray.png")
    swatches = desk.window.parts.panel.palette_strip.swatches
    colors = [swatch.color for swatch in swatches]
    assert sorted(colors) == ["#2040d0", "#808890", "#ffffff"]
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor("#208040"))
    desk.click(swatches[colors.index("#2040d0")])
    desk.settle()
    changed = ["#208040" if color == "#2040d0" else color for color in colors]
    assert [swatch.color for swatch in swatches] == changed


def test_keys_faster_than_the_boards_paint_what_slow_ones_paint(desk: Desk, face: Path) -> None:
    desk.open(face)
    shown, before = board_of(desk), states(desk)
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    for times in range(1, 4):
        for _ in range(times):  # no answer comes in between
            QTest.keyClick(shown, Qt.Key.Key_Space)
        desk.settle()
        assert states(desk)[0] == (before[0] if times % 2 == 0 else SHADED), times
        for _ in range(times):
            QTest.keySequence(desk.window, QKeySequence("Ctrl+Z"))
        desk.settle()
        assert states(desk) == before


def test_a_key_that_is_held_paints_once(desk: Desk, face: Path) -> None:
    desk.open(face)
    shown = board_of(desk)
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    for is_repeat in (False, True, True, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress,
            Qt.Key.Key_Space,
            Qt.KeyboardModifier.NoModifier,
            " ",
            autorep=is_repeat,
        )
        QApplication.sendEvent(shown, event)
    QTest.keyRelease(shown, Qt.Key.Key_Space)
    desk.settle()
    assert states(desk)[0] == SHADED


def test_a_created_board_has_the_painted_cells(desk: Desk, face: Path) -> None:
    desk.open(face)
    drag(desk, 0, 2)
    desk.click(desk.window.parts.create_button)
    (document,) = desk.created
    assert list(document.marks.cells[:3]) == [SHADED] * 3
    assert [clue.length for clue in document.puzzle.rows[0]] == [8]


def test_the_clues_are_beside_the_board_and_in_the_tooltip(desk: Desk, face: Path) -> None:
    desk.window.resize(1200, 800)
    desk.open(face)
    shown = board_of(desk)
    assert shown.area.has_all_clues
    across, down = shown.area.geometry.across, shown.area.geometry.down
    image = shown.viewport().grab().toImage()
    ratio = image.devicePixelRatio()

    def inked(left: float, top: float, width: float, height: float) -> bool:
        part = image.copy(
            round(left * ratio), round(top * ratio), round(width * ratio), round(height * ratio)
        )
        values = {part.pixel(x, y) for x in range(part.width()) for y in range(part.height())}
        return len(values) > 1

    side = shown.area.cell_size
    for row in range(len(FACE)):
        assert inked(across.light_start - 2 * side, down.start_of(row), 2 * side - 3, side)
    for column in range(len(FACE[0])):
        assert inked(across.start_of(column), down.light_start - 2 * side, side, 2 * side - 3)
    puzzle = shown.session.puzzle
    assert [c.length for c in puzzle.clues_of(Line(Axis.ROW, 0))] == [5]
    assert shown.tip(Hit(BoardPart.CELL, cell=(0, 0))) == "Row 1: 5\nColumn 1: 4"
    assert shown.tip(Hit(BoardPart.HEADER, line=Line(Axis.ROW, 0))) == "Row 1: 5"


def test_a_board_of_40_x_47_cells_has_its_clues_in_the_window_as_it_opens(
    desk: Desk, tmp_path: Path
) -> None:
    board = np.random.default_rng(1).integers(0, 5, (47, 40, 1))
    board[::2] = 4
    inks = ((255, 255, 255), (30, 60, 200), (200, 40, 40), (240, 190, 40), (20, 20, 20))
    image = Image.fromarray(np.array(inks, np.uint8)[board[:, :, 0]])
    image.resize((400, 470), Image.Resampling.NEAREST).save(tmp_path / "a.png")
    desk.window.resize(1240, 780)
    desk.open(tmp_path / "a.png")
    shown, facts = board_of(desk), desk.window.parts.facts
    marks, area = shown.session.marks, shown.area
    assert (marks.width, marks.height) == (40, 47)
    assert area.clue_layout.is_readable
    assert area.is_whole
    assert "(all shown in a larger window)" in facts.text()
    assert "· 4 colours ·" in facts.text()
    desk.window.resize(3000, 2400)
    QApplication.processEvents()
    assert area.has_all_clues
    assert "larger" not in facts.text()
    desk.window.resize(900, 600)
    QApplication.processEvents()
    assert not area.clue_layout.is_readable
    assert "(shown in a larger window)" in facts.text()


def test_where_there_is_no_room_the_board_is_shown_without_clues(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "disc.png"
    image = Image.new("1", (90, 90), 1)
    ImageDraw.Draw(image).ellipse((5, 5, 84, 84), fill=0)
    image.save(path)
    desk.window.resize(700, 500)
    desk.open(path)
    shown = board_of(desk)
    assert not shown.area.clue_layout.is_readable
    assert "(shown in a larger window)" in desk.window.parts.facts.toolTip()
    assert shown.area.is_whole


def test_a_setting_keeps_the_zoom_and_the_keyboards_cell_and_no_history(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(colored(tmp_path / "a.png"))
    board = board_of(desk)
    board.setFocus(Qt.FocusReason.TabFocusReason)
    press(desk, "Down", "Right")
    board.zoom.by(1)
    board.area.scroll_home()
    zoom, before = board.area.cell_size, states(desk)
    drag(desk, 200, 202)
    for brightness in ("60", "70", "80"):
        desk.type_over(desk.window.parts.panel.brightness.spin, brightness)
        desk.settle()
    assert states(desk) != before
    assert (board.area.cell_size, board.keyboard.cell) == (zoom, divmod(200, 40))
    assert not board.session.history


def test_a_stroke_goes_on_while_the_board_of_the_one_before_comes(desk: Desk, face: Path) -> None:
    desk.open(face)
    width, viewport = len(FACE[0]), board_of(desk).viewport()
    QTest.mouseClick(viewport, LEFT, pos=desk.place(3 * width + 1))
    QTest.mousePress(viewport, LEFT, pos=desk.place(3 * width + 3))
    desk.settle()
    assert states(desk)[3 * width + 1] == SHADED
    QTest.mouseMove(viewport, desk.place(3 * width + 6))
    QTest.mouseRelease(viewport, LEFT, pos=desk.place(3 * width + 6))
    desk.settle()
    assert states(desk)[3 * width : 3 * width + 8] == [2, 2, 1, 2, 2, 2, 2, 1]


def test_the_menu_of_a_line_clears_it_and_offers_no_editing_of_clues(
    desk: Desk, face: Path
) -> None:
    desk.open(face)
    menu = board_of(desk)._menu.for_cell([Line(Axis.ROW, 0)])
    texts = {action.text(): action for action in menu.actions()}
    assert not any("Edit" in text for text in texts)
    texts["&Clear Row 1"].trigger()
    desk.settle()
    assert states(desk)[: len(FACE[0])] == [BLANK] * len(FACE[0])
    assert desk.window.parts.undo_button.isEnabled()
    menu.deleteLater()
