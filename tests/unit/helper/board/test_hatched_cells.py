"""Wrong and open cells can be recognized on every colour, with and without patterns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from helper.application.settings import ColorSigns, Settings
from helper.application.theme import DARK, LIGHT, Theme, ThemeManager, board_theme
from helper.board.board_view import BoardView
from helper.board.color_signs import PATTERNS, paint_pattern
from helper.board.marks import paint_hatched
from helper.play.session import Session
from puzzles import BLANK, Color, Grid, Puzzle
from puzzles.color_values import KNOWN, luminance
from puzzles.formats import Document, read
from puzzles.grid import puzzle_of
from puzzles.packs import packs
from tests.support import contrast
from tests.support.cases import few
from tests.support.contrast import light_of, pixels_of

MIN_CONTRAST = 3.0
"""Of what has to be seen with what it is on. Source: WCAG 2.2, success criterion 1.4.11."""
RED = Puzzle(((),) * 4, ((),) * 4, (Color("0", "#ffffff"), Color("a", "#d42a2a")))


@pytest.fixture(params=["some", pytest.param("all", marks=pytest.mark.long)])
def fills(request: pytest.FixtureRequest) -> Sequence[str]:
    """Colours that a puzzle may well have, from dark to light; some: one of ten."""
    return all_fills()[:: 10 if request.param == "some" else 1]


@cache
def all_fills() -> Sequence[str]:
    """Those of the bundled puzzles, and those that have a name."""
    puzzles = (read(puzzle.path).puzzle for pack in packs() for puzzle in pack.puzzles)
    bundled = {color.rgb for puzzle in puzzles for color in puzzle.palette[1:]}
    return sorted(bundled.union(*(codes.split() for codes in KNOWN.values())), key=luminance)


def cell(fill: str, side: int, ratio: int, pattern: int, is_hatched: bool) -> QImage:
    image = QImage(side * ratio, side * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(fill))
    painter = QPainter(image)
    area = QRectF(0, 0, side, side)
    paint_pattern(painter, area, pattern, fill)
    if is_hatched:
        paint_hatched(painter, area, fill, LIGHT.differs)
    painter.end()
    return image


def has(pixels: NDArray[np.uint8], rgb: str) -> int:
    """How many pixels have a colour."""
    color = QColor(rgb)
    return int((pixels == (color.blue(), color.green(), color.red())).all(axis=-1).sum())


def share_seen(fill: str, side: int, ratio: int, pattern: int) -> float:
    """The share of the cell that the mark changes strongly."""
    images = (cell(fill, side, ratio, pattern, is_hatched) for is_hatched in (False, True))
    before, after = (light_of(pixels_of(image)) for image in images)
    return float((contrast.ratio(before, after) >= MIN_CONTRAST).mean())


@pytest.mark.parametrize("side", few(4, [4, 7, 8, 24]))
@pytest.mark.parametrize("ratio", few(4, [1, 2]))
def test_a_marked_cell_is_seen_on_every_colour(fills: Sequence[str], side: int, ratio: int) -> None:
    for fill in fills:
        assert 0.06 <= share_seen(fill, side, ratio, 1) <= 0.6, fill


@pytest.mark.parametrize("pattern", few(4, range(1, PATTERNS + 1)))
def test_a_marked_cell_is_seen_over_every_pattern(fills: Sequence[str], pattern: int) -> None:
    for fill in fills:
        for side in (8, 20):
            assert 0.06 <= share_seen(fill, side, 1, pattern) <= 0.6, (fill, side)


@pytest.mark.parametrize("side", [8, 13, 24])
def test_a_marked_cell_keeps_its_colour_in_the_middle_and_in_the_corners(
    fills: Sequence[str], side: int
) -> None:
    for fill in fills:
        image = cell(fill, side, 1, 1, True)
        for x, y in ((side // 2, side // 2), (0, 0), (side - 1, 0), (0, side - 1)):
            assert image.pixelColor(x, y).name() == fill


@pytest.mark.parametrize(
    "theme", [LIGHT, DARK, board_theme(DARK)], ids=["light", "dark", "dark paper"]
)
@pytest.mark.parametrize("side", [3, 4, 9, 30])
def test_a_clear_cell_is_hatched(theme: Theme, side: int) -> None:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.paper))
    painter = QPainter(image)
    paint_hatched(painter, QRectF(0, 0, side, side), None, theme.differs)
    painter.end()
    assert has(pixels_of(image), theme.differs) >= side * side / 8


@pytest.mark.parametrize("has_patterns", [False, True])
def test_the_board_marks_a_wrong_shaded_cell_with_a_ring(
    settings: Settings, themes: ThemeManager, qtbot: QtBot, has_patterns: bool
) -> None:
    settings.change(color_signs=ColorSigns.ALWAYS if has_patterns else ColorSigns.NEVER)
    session = Session()
    session.open_copy(Document(puzzle_of(Grid.from_text(["####"] * 4), RED), _marked(0, 2)))
    board = BoardView(session, settings, themes)
    qtbot.addWidget(board)
    board.resize(400, 400)
    board.overlays.show_hatched(frozenset({0, 1}))
    shown = board.viewport().grab().toImage()
    for column, is_ring in ((0, True), (1, False), (2, False)):
        place = board.area.cell_rect(0, column).adjusted(2, 2, -2, -2)
        found = pixels_of(shown.copy(place))
        assert bool(has(found, "#000000") and has(found, "#ffffff")) == is_ring
        assert bool(has(found, LIGHT.differs)) == (column == 1)


def _marked(*shaded: int) -> Grid:
    return Grid(4, 4, 2, (2 if i in shaded else BLANK for i in range(16)))
