"""In a dark theme the board is dark; pictures have their true colours."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import CONTRAST_DARK, DARK, LIGHT, Theme, ThemeManager, board_theme
from helper.board.board_view import BoardView
from helper.images.puzzle_picture import painted_picture
from helper.picture.picture_board import PictureBoard
from puzzles import SHADED, Color, Grid, Puzzle, puzzle_of
from puzzles.color_values import contrast, luminance
from puzzles.formats import Document
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.cases import few

DARK_THEMES = {ThemeChoice.DARK: DARK, ThemeChoice.CONTRAST_DARK: CONTRAST_DARK}
SHADED_CELL = 2
"""Of the first row, which is shaded."""


@pytest.fixture(params=DARK_THEMES, ids=lambda choice: choice.value)
def theme(request: pytest.FixtureRequest, settings: Settings, board: BoardView) -> Theme:
    settings.change(theme=request.param, highlight=False, automatic_dots=False)
    board.session.paint({SHADED_CELL: SHADED}, "Shade")
    return DARK_THEMES[request.param]


def inside(board: BoardView, row: int, column: int) -> str:
    """The colour of a cell beside its middle, where there is no dot, ``#rrggbb``."""
    QApplication.processEvents()
    at = board.area.cell_rect(row, column).center()
    return board.viewport().grab().toImage().pixelColor(at.x() - 6, at.y() - 6).name()


def test_the_paper_is_dark_and_shaded_cells_are_light(theme: Theme, board: BoardView) -> None:
    own = board_theme(theme)
    assert (inside(board, 0, 0), inside(board, 0, SHADED_CELL)) == (own.paper, own.ink)
    assert luminance(own.paper) < 0.05 < 0.5 < luminance(own.ink)


def test_a_preference_keeps_light_paper(theme: Theme, settings: Settings, board: BoardView) -> None:
    settings.change(light_paper=True)
    assert (inside(board, 0, 0), inside(board, 0, SHADED_CELL)) == (theme.paper, theme.ink)
    settings.change(light_paper=False)
    assert inside(board, 0, 0) == board_theme(theme).paper


def test_a_light_theme_has_light_paper_always(settings: Settings, themes: ThemeManager) -> None:
    settings.change(theme=ThemeChoice.LIGHT)
    assert themes.board == themes.theme == LIGHT


def test_a_solved_picture_has_its_true_colours(theme: Theme, board: BoardView) -> None:
    session = board.session
    session.open_copy(Document(CHICK))
    solution = Grid.from_text(CHICK_PICTURE)
    session.paint(dict(enumerate(solution.cells)), "Shade")
    board.picture.end()
    first = solution.cells.index(SHADED)
    assert session.is_solved
    assert inside(board, *divmod(first, CHICK.width)) == theme.ink


def test_small_pictures_have_their_true_colours(theme: Theme) -> None:
    grid = Grid(1, 2, 2, [SHADED, 1])
    assert painted_picture(Puzzle.empty(1, 2), grid, theme).colors == (theme.paper, theme.ink)
    assert luminance(theme.paper) > luminance(theme.ink)


def test_create_from_picture_is_compared_with_a_photo(
    qtbot: QtBot, theme: Theme, settings: Settings, themes: ThemeManager
) -> None:
    board = PictureBoard(settings, themes)
    qtbot.addWidget(board)
    board.resize(400, 400)
    board.show_board(Grid(5, 5, 2, [SHADED] * 5 + [3] * 20), Puzzle.empty(5, 5))
    assert inside(board, 3, 3) == theme.paper


@pytest.mark.parametrize("cell", few(8, [24, 12, 4]))
@pytest.mark.parametrize("rgb", few(8, ["#000000", "#102a80", "#4a2a12", "#d42a2a"]))
def test_every_colour_is_seen_on_dark_paper(
    theme: Theme, settings: Settings, board: BoardView, cell: int, rgb: str
) -> None:
    palette = Color("0", "#ffffff"), Color("a", "#ffe000"), Color("b", rgb)
    empty = replace(Puzzle.empty(6, 6), palette=palette)
    session = board.session
    session.open_copy(Document(puzzle_of(Grid(6, 6, 3, [4] * 36), empty)))
    session.paint({14: 4}, "Shade")
    board.zoom.to(cell)
    QApplication.processEvents()
    image: QImage = board.viewport().grab().toImage()
    place = board.area.cell_rect(2, 2).adjusted(2, 2, -2, -2)
    seen = {
        image.pixelColor(x, y).name()
        for x in range(place.left(), place.right() + 1)
        for y in range(place.top(), place.bottom() + 1)
    }
    paper = board_theme(theme).paper
    assert max(contrast(color, paper) for color in seen) >= (3 if cell >= 8 else 1.6)
    assert cell < 8 or rgb in seen, "the colour itself is there, too"


def test_a_background_that_is_not_white_stays(theme: Theme, board: BoardView) -> None:
    palette = Color("0", "#80c0ff"), Color("a", "#ffe000"), Color("b", "#000000")
    empty = replace(Puzzle.empty(6, 6), palette=palette)
    grid = Grid(6, 6, 3, [2] * 3 + [4] * 33)
    board.session.open_copy(Document(puzzle_of(grid, empty)))
    assert inside(board, 3, 3) == "#80c0ff"


def test_the_map_has_the_colours_of_the_board(theme: Theme, board: BoardView) -> None:
    board.session.open_copy(Document(Puzzle.empty(60, 60)))
    board.zoom.to(24)
    QApplication.processEvents()
    assert board.map.isVisible()
    image = board.map.grab().toImage()
    assert image.pixelColor(image.width() - 6, image.height() - 6).lightness() < 64
