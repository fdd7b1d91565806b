"""A board that is solved becomes its picture; strong lines are seen on any colour."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
)
from pytestqt.qtbot import QtBot

from helper.application.settings import ClueSide, Settings
from helper.board.board_view import BoardView
from puzzles import Color, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from tests.support.session_actions import SOLUTION, shade_picture


class Still(QProxyStyle):
    """A style that moves, or does not."""

    def __init__(self, duration_ms: int) -> None:
        super().__init__("Fusion")
        self.duration_ms = duration_ms

    def styleHint(self, hint: QStyle.StyleHint, *rest: Any) -> int:  # Qt override
        if hint == QStyle.StyleHint.SH_Widget_Animation_Duration:
            return self.duration_ms
        return super().styleHint(hint, *rest)


def use_style(board: BoardView, duration_ms: int) -> None:
    board.still = Still(duration_ms)  # type: ignore[attr-defined]  # a widget keeps no style alive
    board.setStyle(board.still)  # type: ignore[attr-defined]


def picture(board: BoardView) -> QImage:
    return board.grab().toImage()


@pytest.mark.parametrize("duration_ms", [60, 5000])
def test_the_grid_fades_in_less_than_a_fifth_of_a_second(
    board: BoardView, qtbot: QtBot, duration_ms: int
) -> None:
    use_style(board, duration_ms)
    shares = []
    board.picture.animation.valueChanged.connect(lambda _: shares.append(board.scene().fade))
    shade_picture(board.session)
    assert board.scene().is_solved
    assert board.scene().fade < 1
    qtbot.waitUntil(lambda: board.scene().fade == 1)
    assert shares == sorted(shares)
    assert board.picture.animation.duration() < 200


@pytest.fixture
def still(board: BoardView) -> BoardView:
    use_style(board, 0)
    return board


def test_nothing_moves_if_the_system_asks_for_that(still: BoardView) -> None:
    shade_picture(still.session)
    assert still.scene().fade == 1


@pytest.mark.parametrize("way", ["opened", "by the solver"])
def test_only_the_players_own_picture_fades(board: BoardView, way: str) -> None:
    use_style(board, 5000)
    session = board.session
    if way == "opened":
        session.open_copy(Document(session.puzzle, SOLUTION))
    else:
        session.show_solution(SOLUTION, is_only=True)
    assert board.scene().is_solved
    assert board.scene().fade == 1


def test_undo_and_clear_grid_bring_all_back(still: BoardView, settings: Settings) -> None:
    settings.change(highlight=False)
    session = still.session
    before = picture(still)
    shade_picture(session)
    solved = picture(still)
    assert solved != before
    session.undo()
    assert picture(still) not in (before, solved)
    session.redo()
    assert picture(still) == solved
    session.clear_grid()
    assert picture(still) == before


def test_a_solved_board_shows_its_colours_and_title_only(still: BoardView) -> None:
    shade_picture(still.session)
    image = picture(still)
    colors = {
        image.pixel(x, y)
        for rect in [
            still.area.cell_rect(2, 1).united(still.area.cell_rect(2, 2)).adjusted(3, 3, -3, -3)
        ]
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    }
    assert len(colors) == 1  # no line between the two cells


def off_center(board: BoardView) -> tuple[float, float]:
    """How far the middle of the grid is from that of the viewport, in px, as (x, y)."""
    across, down = board.area.geometry.across, board.area.geometry.down
    return (
        across.grid_start + across.grid_size / 2 - across.viewport / 2,
        down.grid_start + down.grid_size / 2 - down.viewport / 2,
    )


@pytest.mark.parametrize("side", list(ClueSide))
@pytest.mark.parametrize("title", ["", "A picture"])
def test_the_picture_is_in_the_middle_and_the_board_comes_back(
    still: BoardView, settings: Settings, side: ClueSide, title: str
) -> None:
    settings.change(clue_side=side)
    puzzle = replace(still.session.puzzle, title=title)
    still.session.open_copy(Document(puzzle))
    still.resize(900, 600)
    before = still.area.cell_rect(0, 0)
    shade_picture(still.session)
    x, y = off_center(still)
    beside_title = still.area.geometry.down.header / 2
    assert abs(x) <= 1
    assert abs(abs(y) - beside_title) <= 1
    assert (beside_title > 0) == bool(title)
    still.session.undo()
    assert still.area.cell_rect(0, 0) == before


def test_the_picture_moves_after_the_clues_are_gone(board: BoardView) -> None:
    use_style(board, 5000)
    board.resize(900, 600)
    shade_picture(board.session)
    places = [board.area.cell_rect(0, 0).left()]
    for share in (0.3, 0.5, 0.75, 0.99):
        board.picture.animation.setCurrentTime(round(share * board.picture.animation.duration()))
        places.append(board.area.cell_rect(0, 0).left())
    assert places[0] == places[1] == places[2] > places[3] > places[4]


def test_a_solved_board_that_does_not_fit_can_be_scrolled_as_before(still: BoardView) -> None:
    still.zoom.to(80)
    before = still.area.geometry
    shade_picture(still.session)
    assert not still.area.is_whole
    assert still.area.geometry.across.content == before.across.content
    assert still.area.geometry.down.content == before.down.content


def luminance(color: QColor) -> float:
    parts = (color.redF(), color.greenF(), color.blueF())
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("rgb", [
    "#ffffff", "#000000", "#808080", "#5f5f69", "#a9a9b5", "#d03030", "#f0d020", "#2060d0",
])  # fmt: skip
def test_strong_lines_are_stronger_than_thin_ones_on_any_colour(
    board: BoardView, settings: Settings, rgb: str
) -> None:
    settings.change(highlight=False)
    palette = (Color("0", rgb), Color("a", "#123456"), Color("b", "#fedcba"))
    empty = replace(Puzzle.empty(12, 12), palette=palette)
    grid = Grid(12, 12, 3, [4 if k == 143 else 7 for k in range(144)])
    board.session.open_copy(Document(puzzle_of(grid, empty)))
    board.session.automatic_dots = False
    board.resize(1000, 900)
    paper = QColor(rgb)

    def strongest(column: int) -> float:
        x = board.area.geometry.across.start_of(column)
        return max(contrast(image.pixelColor(x - k, y), paper) for k in (0, 1))

    for cell in (8, 24, 60):
        board.zoom.to(cell)
        QApplication.processEvents()
        image = picture(board)
        y = board.area.cell_rect(2, 0).center().y()
        assert strongest(5) > 1.35, cell
        assert strongest(5) > strongest(6) * 1.2, cell
