"""The window Create From Picture, by mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QColorDialog,
    QLabel,
    QPushButton,
    QSlider,
    QSpinBox,
)

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import ThemeManager
from helper.author import author_check
from helper.author.check_result import CheckStatus
from puzzles import BLANK, Grid, clues_of
from recognizer.making.settings import Crop, Method
from solver.api import Outcome
from solver.author.solution_check import SolutionCheck
from tests.support.picture_desk import FACE, Desk, HeldStanding, save_cells


def test_one_pixel_is_one_cell_without_a_setting(desk: Desk, face: Path) -> None:
    desk.open(face)
    assert desk.rows == FACE
    parts = desk.window.parts
    assert "One pixel is one cell." in parts.picture_facts.text()
    assert parts.facts.text() == "11 × 8 cells · 46 clues · 38\N{NO-BREAK SPACE}% shaded"
    assert parts.title.text() == "Smiling face"


def test_an_enlarged_drawing_of_cells_is_found_again(desk: Desk, tmp_path: Path) -> None:
    desk.open(save_cells(tmp_path / "large.png", FACE, scale=20))
    assert desk.rows == FACE
    assert "enlarged" in desk.window.parts.picture_facts.text()


def test_the_badge_says_how_many_solutions_and_open_cells_are_hatched(
    desk: Desk, face: Path, two_ways: Path
) -> None:
    desk.open(face)
    result = desk.window.check.result
    assert result is not None
    assert desk.window.parts.badge.text == result.text
    desk.open(two_ways)
    assert desk.window.check.result is not None
    assert desk.window.check.result.kind is CheckStatus.SEVERAL
    assert desk.window.parts.badge.text == "Several solutions, 7 cells open"
    assert len(desk.window.parts.board.look.hatched) == 7
    assert {0, 1, 8, 9} <= desk.window.parts.board.look.hatched


def test_open_cells_are_hatched_and_counted_from_the_first_report_on(
    desk: Desk, two_ways: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(author_check, "RequestProcess", HeldStanding)
    HeldStanding.made.clear()
    desk.window.open_picture(two_ways)
    desk.qtbot.waitUntil(lambda: desk.window.may_create and bool(HeldStanding.made))
    [child] = HeldStanding.made
    child.reported.emit(SolutionCheck(Outcome.SEVERAL, frozenset({0, 1}), is_exact=False))
    assert desk.window.parts.badge.text == "Several solutions, at least 2 cells open"
    assert desk.window.parts.board.look.hatched == {0, 1}
    child.answer()
    assert desk.window.parts.badge.text == "Several solutions, 7 cells open"
    assert len(desk.window.parts.board.look.hatched) == 7


def test_without_the_authors_check_nothing_is_said_of_solutions(
    desk: Desk, two_ways: Path, settings: Settings
) -> None:
    settings.change(check_while_creating=False)
    desk.open(two_ways)
    assert desk.window.parts.badge.isHidden()
    assert not desk.window.parts.board.look.hatched
    settings.change(check_while_creating=True)
    desk.settle()
    assert desk.window.parts.badge.text.startswith("Several")


# Settings


def test_the_last_of_many_settings_wins(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    slider = desk.window.parts.panel.brightness.slider
    slider.setFocus()
    for _ in range(40):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    desk.settle()
    board = desk.window.board
    assert board is not None
    assert board.settings.brightness == 40
    assert desk.window.parts.panel.brightness.spin.value() == 40


def test_a_slider_shows_boards_while_it_still_moves(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    shown: list[int] = []
    assert desk.window.work is not None
    desk.window.work.drawn.connect(lambda board: shown.append(board.settings.brightness))
    for value in range(1, 31):
        desk.window.parts.panel.brightness.slider.setValue(value)
        QApplication.processEvents()
    desk.settle()
    assert len(shown) > 5
    assert shown == sorted(shown)
    assert shown[-1] == 30


def test_a_typed_size_keeps_the_proportion(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    panel = desk.window.parts.panel
    desk.type_over(panel.columns, "12")
    desk.settle()
    assert (len(desk.rows[0]), len(desk.rows)) == (12, 8)
    desk.click(panel.proportion, QPoint(8, panel.proportion.height() // 2))
    desk.type_over(panel.rows, "5")
    desk.settle()
    assert (len(desk.rows[0]), len(desk.rows)) == (12, 5)


def test_an_automatic_threshold_is_shown_and_can_be_taken_over(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    panel = desk.window.parts.panel
    panel.method.setCurrentIndex(panel.method.findData(Method.THRESHOLD))
    panel.method.activated.emit(panel.method.currentIndex())
    desk.settle()
    assert desk.window.board is not None
    chosen = desk.window.board.threshold
    assert panel.threshold.value == chosen
    before = desk.rows
    QTest.keyClick(panel.automatic, Qt.Key.Key_Space)
    desk.settle()
    assert desk.rows == before
    QTest.keyClick(panel.automatic, Qt.Key.Key_Space)
    desk.settle()
    assert panel.automatic.isChecked()
    QTest.keyClick(panel.threshold.slider, Qt.Key.Key_End)
    desk.settle()
    assert desk.window.choice is not None
    assert desk.window.choice.settings.threshold == 255
    assert not panel.automatic.isChecked()
    assert sum(row.count("#") for row in desk.rows) > sum(row.count("#") for row in before)


def test_inverting_swaps_shaded_and_blank_and_reset_takes_everything_back(
    desk: Desk, face: Path
) -> None:
    desk.open(face)
    panel = desk.window.parts.panel
    QTest.keyClick(panel.invert, Qt.Key.Key_Space)
    desk.settle()
    assert desk.rows == [row.translate(str.maketrans("#.", ".#")) for row in FACE]
    desk.click(panel.reset)
    desk.settle()
    assert desk.rows == FACE
    assert not panel.invert.isChecked()


def test_the_rectangle_is_dragged_and_the_board_shows_what_is_in_it(desk: Desk, face: Path) -> None:
    desk.open(face)
    view = desk.window.parts.view
    area = view.area
    desk.drag(area.topLeft(), area.center())
    desk.settle()
    assert desk.window.choice is not None
    crop = desk.window.choice.settings.crop
    assert desk.rows == [row[round(crop.left * 11) :] for row in FACE[round(crop.top * 8) :]]
    assert len(desk.rows) == 4
    desk.click(desk.window.parts.whole)
    desk.settle()
    assert desk.rows == FACE


def test_the_side_that_was_typed_last_stays_when_the_right_side_is_cropped(
    desk: Desk, photo: Path
) -> None:
    desk.open(photo)
    area = desk.window.parts.view.area
    for side, number in (("columns", 50), ("rows", 30)):
        desk.type_over(getattr(desk.window.parts.panel, side), str(number))
        right = QPointF(desk.window.parts.view.frame.right(), area.center().y())
        desk.drag(right, right - QPointF(area.width() / 8, 0))
        desk.settle()
        columns, rows = len(desk.rows[0]), len(desk.rows)
        assert number == (columns if side == "columns" else rows)
        frame = desk.window.parts.view.frame
        assert columns / rows == pytest.approx(frame.width() / frame.height(), rel=0.03)


def test_the_rectangle_is_moved_by_keys(desk: Desk, photo: Path) -> None:
    desk.open(photo)
    view = desk.window.parts.view
    view.setFocus()
    for _ in range(10):
        QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_Right)
    desk.settle()
    assert desk.window.choice is not None
    crop = desk.window.choice.settings.crop
    assert (crop.left, crop.right) == pytest.approx((0.01, 0.91))
    QTest.keyClick(view, Qt.Key.Key_Home)
    desk.settle()
    assert desk.window.choice.settings.crop == Crop()


def test_a_quarter_turn_turns_picture_and_board(desk: Desk, face: Path) -> None:
    desk.open(face)
    desk.click(desk.window.parts.turn_right)
    desk.settle()
    assert desk.rows == ["".join(column)[::-1] for column in zip(*FACE, strict=True)]
    assert desk.window.parts.view.rotation == 90


@pytest.fixture(params=[QLocale.Language.C, QLocale.Language.Turkish])
def spoken(request: pytest.FixtureRequest) -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("typed", ["7.5", "7,5"])
def test_a_tilt_is_typed_in_degrees(spoken: None, desk: Desk, photo: Path, typed: str) -> None:
    desk.open(photo)
    desk.type_over(desk.window.parts.tilt, typed)
    desk.settle()
    assert desk.window.choice is not None
    assert desk.window.choice.settings.rotation == 7.5
    assert desk.window.parts.tilt_slider.value() == 75


def test_a_colour_is_picked_in_the_picture_and_removed(desk: Desk, tmp_path: Path) -> None:
    image = Image.new("RGB", (60, 60), "#206020")
    image.paste("#000000", (20, 20, 40, 40))
    path = tmp_path / "on_green.png"
    image.save(path)
    desk.open(path)
    desk.type_over(desk.window.parts.panel.columns, "6")
    desk.settle()
    panel, view = desk.window.parts.panel, desk.window.parts.view
    QTest.keyClick(panel.remove, Qt.Key.Key_Space)
    assert view.is_picking
    desk.click(view, (view.area.topLeft() + QPointF(4, 4)).toPoint())
    desk.settle()
    assert desk.window.choice is not None
    background = desk.window.choice.settings.background
    assert background is not None
    assert background.color == "#206020"
    assert not view.is_picking
    assert not panel.pick.isChecked()
    assert desk.rows == ["......"] * 2 + ["..##.."] * 2 + ["......"] * 2
    QTest.keyClick(panel.remove, Qt.Key.Key_Space)
    desk.settle()
    assert desk.window.choice.settings.background is None


def test_escape_gives_up_picking_a_colour_and_not_the_window(desk: Desk, face: Path) -> None:
    desk.open(face)
    panel = desk.window.parts.panel
    QTest.keyClick(panel.remove, Qt.Key.Key_Space)
    assert "Esc" in desk.window.parts.picture_facts.text()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert desk.window.isVisible()
    assert not desk.window.parts.view.is_picking
    assert not panel.remove.isChecked()
    assert not panel.pick.isChecked()
    assert "One pixel is one cell." in desk.window.parts.picture_facts.text()


def test_the_colour_to_remove_can_be_chosen_without_the_mouse(
    desk: Desk, face: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(face)
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor("#ffffff"))
    QTest.keyClick(desk.window.parts.panel.removed, Qt.Key.Key_Space)
    desk.settle()
    assert desk.window.choice is not None
    background = desk.window.choice.settings.background
    assert background is not None
    assert background.color == "#ffffff"
    assert desk.window.parts.panel.tolerance.isVisible()


# Colours


def test_colours_are_found_and_can_be_edited(
    desk: Desk, flag: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(flag)
    window, panel = desk.window, desk.window.parts.panel
    assert panel.colors.currentData() == 3
    before = desk.rows
    colors = [swatch.color for swatch in panel.palette_strip.swatches]
    assert sorted(colors[1:]) == ["#2040c0", "#20a040", "#d02020"]
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor("#ffcc00"))
    desk.click(panel.palette_strip.swatches[1])
    desk.settle()
    assert desk.rows == before
    assert window.board is not None
    assert [color.rgb for color in window.board.puzzle.palette[1:]] == ["#ffcc00", *colors[2:]]
    assert panel.palette_strip.swatches[1].color == "#ffcc00"
    desk.click(panel.find_colors)
    desk.settle()
    assert [swatch.color for swatch in panel.palette_strip.swatches] == colors


def test_a_colour_that_is_there_already_is_refused_in_a_sentence(
    desk: Desk, flag: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(flag)
    swatches = desk.window.parts.panel.palette_strip.swatches
    taken = swatches[2].color
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor(taken))
    desk.click(swatches[1])
    assert "same" in desk.window.parts.banner.text
    assert desk.window.may_create


# Create


def test_create_hands_on_the_board_that_is_shown(desk: Desk, face: Path) -> None:
    desk.open(face)
    QTest.keyClick(desk.window.parts.panel.invert, Qt.Key.Key_Space)
    desk.settle()
    shown = desk.rows
    desk.type_over(desk.window.parts.title, "Night")
    QTest.keyClick(desk.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    [document] = desk.created
    puzzle = document.puzzle
    grid = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    assert grid.to_text() == shown
    assert puzzle.title == "Night"
    assert [clues_of(document.marks.row(r)) for r in range(8)] == list(puzzle.rows)
    assert BLANK not in document.marks.cells
    assert not desk.window.isVisible()


def test_in_the_middle_of_a_change_nothing_is_created(desk: Desk, face: Path) -> None:
    desk.open(face)
    QTest.keyClick(desk.window.parts.panel.invert, Qt.Key.Key_Space)
    assert not desk.window.parts.create_button.isEnabled()
    desk.window.create_drawing()
    assert not desk.created
    desk.settle()
    assert desk.window.parts.create_button.isEnabled()


def test_a_puzzle_that_is_not_wanted_after_all_leaves_the_window_open(
    desk: Desk, face: Path
) -> None:
    desk.takes = False
    desk.open(face)
    desk.click(desk.window.parts.create_button)
    assert desk.created
    assert desk.window.isVisible()
    assert desk.rows == FACE


def test_escape_closes_and_hands_nothing_on(desk: Desk, face: Path) -> None:
    desk.open(face)
    QTest.keyClick(desk.window.parts.panel.columns, Qt.Key.Key_Escape)
    assert not desk.window.isVisible()
    assert not desk.created


# For everybody


def test_letters_underlined_are_different(desk: Desk, face: Path) -> None:
    desk.open(face)
    window = desk.window
    texts = [button.text() for button in window.findChildren(QAbstractButton)]
    texts += [label.text() for label in window.findChildren(QLabel) if label.buddy()]
    letters = [QKeySequence.mnemonic(text).toString() for text in texts]
    letters = [letter for letter in letters if letter]
    assert len(letters) > 15
    assert len(letters) == len(set(letters))


def test_whatever_can_be_reached_by_keys_has_a_name(desk: Desk, face: Path) -> None:
    desk.open(face)
    window = desk.window
    buddies = [label.buddy() for label in window.findChildren(QLabel)]
    for kind in (QAbstractButton, QSlider, QSpinBox):
        for widget in window.findChildren(kind):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
                text = widget.text() if isinstance(widget, QAbstractButton) else ""
                assert text or widget.accessibleName() or widget in buddies, widget


def test_the_board_follows_the_theme(
    desk: Desk, face: Path, themes: ThemeManager, settings: Settings
) -> None:
    desk.open(face)
    board = desk.window.parts.board
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        settings.change(theme=choice)
        board.overlays.show_hatched(frozenset())
        image = board.viewport().grab().toImage()
        assert image.pixelColor(desk.place(3)) == QColor(themes.theme.ink)


def test_the_keyboard_goes_from_the_colours_to_each_of_them(desk: Desk, flag: Path) -> None:
    desk.open(flag)
    panel = desk.window.parts.panel
    QApplication.processEvents()
    panel.colors.setFocus()
    for swatch in panel.palette_strip.swatches:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert swatch.hasFocus()


def test_the_wheel_over_a_number_without_the_keyboard_changes_nothing(
    desk: Desk, face: Path
) -> None:
    desk.open(face)
    spin = desk.window.parts.panel.columns
    place = QPointF(spin.rect().center())
    wheel = QWheelEvent(
        place,
        spin.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(spin, wheel)
    assert spin.value() == len(FACE[0])
    spin.setFocus()
    QApplication.sendEvent(spin, wheel)
    assert spin.value() > len(FACE[0])


def test_enter_in_a_field_neither_creates_nor_presses_a_button(desk: Desk, face: Path) -> None:
    desk.open(face)
    QTest.keyClick(desk.window.parts.panel.invert, Qt.Key.Key_Space)
    desk.settle()
    assert desk.window.choice is not None
    before = desk.window.choice.settings
    for field in (desk.window.parts.title, desk.window.parts.panel.columns):
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert not desk.created
    assert desk.window.isVisible()
    assert desk.window.choice.settings == before
    assert not any(button.autoDefault() for button in desk.window.findChildren(QPushButton))
