"""Repairs in the window Create From Picture: ghosts, one cell or all, undo."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from helper.application.settings import Settings
from helper.images.puzzle_picture import painted_colors
from puzzles import BLANK, SHADED
from tests.support.boards import CHICK_PICTURE
from tests.support.picture_desk import TWO_WAYS, Desk, save_cells


def test_a_repair_is_applied_cell_by_cell_and_taken_back(desk: Desk, two_ways: Path) -> None:
    desk.open(two_ways)
    window, bar = desk.window, desk.window.parts.repair_bar
    desk.click(window.parts.repair_button)
    assert bar.isVisible()
    desk.qtbot.waitUntil(
        lambda: window.controller.selection is not None and not bar.stop.isVisible()
    )
    ways = window.controller.selection
    assert ways is not None
    assert bar.title.text().startswith("Change ")
    assert window.parts.board.overlays.proposed == ways.ghosts
    assert ways.ghosts
    desk.click(bar.next)
    assert ways.number == 2
    changes = ways.changes
    while ways.remaining:
        desk.click(bar.one)
        desk.settle()
    for change in changes:
        assert window.board is not None
        assert window.board.grid.cells[change.cell] == change.after
    assert window.parts.badge.text == "One solution"
    assert "kept" in window.parts.notes.text()
    for _ in changes:
        desk.click(bar.undo)
        desk.settle()
    assert desk.rows == TWO_WAYS


def test_corrections_are_created(desk: Desk, two_ways: Path) -> None:
    desk.open(two_ways)
    window, bar = desk.window, desk.window.parts.repair_bar
    desk.click(window.parts.repair_button)
    desk.qtbot.waitUntil(lambda: bar.all.isVisible())
    desk.click(bar.all)
    desk.settle()
    desk.click(window.parts.create_button)
    [document] = desk.created
    shaded = [i for i, state in enumerate(document.marks.cells) if state == SHADED]
    drawn = [i for i, cell in enumerate("".join(TWO_WAYS)) if cell == "#"]
    assert shaded != drawn


def test_a_ghost_is_accepted_by_a_click_and_before_hides_ghosts(desk: Desk, two_ways: Path) -> None:
    desk.open(two_ways)
    window, bar = desk.window, desk.window.parts.repair_bar
    desk.click(window.parts.repair_button)
    desk.qtbot.waitUntil(lambda: bar.all.isVisible() and not bar.stop.isVisible())
    board = window.parts.board
    scene, marks = board.scene(), board.session.marks
    [(cell, state), *_] = board.overlays.proposed.items()
    middle = desk.place(cell)

    def painted() -> QColor:
        return board.viewport().grab().toImage().pixelColor(middle)

    def color(state: int) -> QColor:
        is_shaded = state not in (BLANK, marks.clear)
        colors = painted_colors(scene.puzzle, scene.theme)
        return QColor(colors[state.bit_length() - 1 if is_shaded else 0])

    after, before = color(state), color(marks.cells[cell])
    assert painted() == after
    desk.click(bar.before)
    assert painted() != after
    board.overlays.show_hatched(frozenset())
    assert painted() == before
    desk.click(bar.before)
    assert painted() == after
    desk.click(board.viewport(), middle)
    desk.settle()
    assert window.choice is not None
    assert list(window.choice.corrections) == [cell]


def test_another_setting_ends_a_repair(desk: Desk, two_ways: Path) -> None:
    desk.open(two_ways)
    desk.click(desk.window.parts.repair_button)
    assert desk.window.controller.is_on
    QTest.keyClick(desk.window.parts.panel.invert, Qt.Key.Key_Space)
    assert not desk.window.controller.is_on
    desk.settle()
    assert not desk.window.parts.repair_bar.isVisible()
    assert not desk.window.parts.board.overlays.proposed


def test_a_sound_puzzle_can_not_be_repaired_unless_it_was_not_checked(
    desk: Desk, tmp_path: Path, settings: Settings
) -> None:
    window, bar = desk.window, desk.window.parts.repair_bar
    desk.open(save_cells(tmp_path / "chick.gif", CHICK_PICTURE))
    assert window.parts.badge.text == "One solution"
    assert not window.parts.repair_button.isEnabled()
    settings.change(check_while_creating=False)
    assert window.parts.repair_button.isEnabled()
    desk.click(window.parts.repair_button)
    desk.qtbot.waitUntil(lambda: not bar.stop.isVisible())
    ways = window.controller.selection
    assert ways is not None
    assert not ways.found or not ways.changes
    assert "nothing to repair" in bar.sentence.text()
    desk.click(bar.close_button)
    assert not bar.isVisible()


def test_a_stopped_search_leaves_the_board_as_it_was(desk: Desk, two_ways: Path) -> None:
    desk.open(two_ways)
    desk.click(desk.window.parts.repair_button)
    desk.click(desk.window.parts.repair_bar.stop)
    assert "stopped" in desk.window.parts.repair_bar.sentence.text()
    desk.qtbot.wait(20)
    assert not desk.window.parts.board.overlays.proposed
    assert desk.rows == TWO_WAYS


def test_in_colours_a_repair_gives_a_colour_of_the_palette(desk: Desk, tmp_path: Path) -> None:
    image = Image.new("RGB", (8, 5), "white")
    for y, row in enumerate(TWO_WAYS):
        for x, cell in enumerate(row):
            if cell == "#":
                image.putpixel((x, y), (200, 30, 30) if y < 2 else (30, 60, 200))
    path = tmp_path / "colours.png"
    image.save(path)
    desk.open(path)
    window, bar = desk.window, desk.window.parts.repair_bar
    assert window.parts.badge.text.startswith("Several")
    desk.click(window.parts.repair_button)
    desk.qtbot.waitUntil(lambda: bar.all.isVisible() and not bar.stop.isVisible())
    desk.click(bar.all)
    desk.settle()
    assert window.parts.badge.text == "One solution"
    assert window.choice is not None
    assert set(window.choice.corrections.values()) <= {"", "#c81e1e", "#1e3cc8"}


def test_a_repair_put_away_while_its_cells_are_drawn_is_made_all_the_same(
    desk: Desk, two_ways: Path
) -> None:
    desk.open(two_ways)
    bar = desk.window.parts.repair_bar
    desk.click(desk.window.parts.repair_button)
    desk.qtbot.waitUntil(lambda: bar.all.isVisible() and not bar.stop.isVisible())
    desk.click(bar.all)
    desk.click(bar.close_button)
    desk.settle()
    assert desk.rows != TWO_WAYS
    assert desk.window.parts.badge.text == "One solution"
