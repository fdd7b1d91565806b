"""What a player chooses about the board: lights, signs, fields, and what a second click does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import BlankSign, LightsShown, Settings
from helper.application.theme import LIGHT
from helper.board.board_view import BoardView
from helper.board.click_offer import SecondClickOffer
from helper.board.hint_marks import HintMarks
from helper.play.lights import Light
from helper.widgets.banner import Banner
from puzzles import BLANK, SHADED, Axis, Grid, Line, Puzzle, puzzle_of
from puzzles.formats import Document

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def plain(board: BoardView, settings: Settings) -> None:
    board.session.automatic_dots = False
    settings.change(highlight=False)


@pytest.fixture
def offer(qtbot: QtBot, board: BoardView, settings: Settings) -> Banner:
    banner = Banner()
    qtbot.addWidget(banner)
    SecondClickOffer(board.session, board.strokes, settings, banner)
    return banner


def click(board: BoardView, row: int, *columns: int) -> None:
    """Click a cell, or drag over several."""
    places = [board.area.cell_rect(row, column).center() for column in columns]
    QTest.mousePress(board.viewport(), LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(board.viewport(), place)
    QTest.mouseRelease(board.viewport(), LEFT, pos=places[-1])


def press(board: BoardView, key: Qt.Key, *, release: bool = False, again: bool = False) -> None:
    kind = QKeyEvent.Type.KeyRelease if release else QKeyEvent.Type.KeyPress
    keys = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(board, QKeyEvent(kind, key, keys, "", again))


def picture(board: BoardView) -> QImage:
    QApplication.processEvents()
    return board.viewport().grab().toImage()


def states(board: BoardView, row: int, stop: int) -> list[int]:
    return list(board.session.marks.row(row))[:stop]


# Lights


@pytest.mark.parametrize("shown", LightsShown)
def test_the_chosen_lights_are_painted(
    board: BoardView, settings: Settings, shown: LightsShown
) -> None:
    board.session.paint({16: SHADED, 17: SHADED, 18: SHADED, 7: SHADED}, "Shade")
    lines = [Line(Axis.ROW, row) for row in (0, 1, 2)]
    true = [board.headers.light(line) for line in lines]
    assert Light.OPEN in true
    settings.change(lights=shown)
    seen = [board.headers.shown_light(line) for line in lines]
    kept = {
        LightsShown.ALL: set(Light),
        LightsShown.TOLD: {Light.DONE, Light.IMPOSSIBLE},
        LightsShown.NONE: set[Light](),
    }[shown]
    assert seen == [light if light in kept else None for light in true]
    assert [board.headers.light(line) for line in lines] == true, "still told in words"
    assert bool(board.area.geometry.across.light) is (shown is not LightsShown.NONE)


def test_the_light_of_an_open_line_has_no_hue(board: BoardView) -> None:
    assert board.headers.light(Line(Axis.ROW, 0)) is Light.OPEN
    across, y = board.area.geometry.across, board.area.cell_rect(0, 0).center().y()
    image = picture(board)
    start = across.light_start
    seen = [image.pixelColor(x, y) for x in range(start, start + across.light)]
    assert any(color != QColor(LIGHT.window) for color in seen)
    assert all(color.saturation() < 40 for color in seen)


# Blank cells and fields


def test_a_blank_cell_shows_a_dot_or_a_cross(board: BoardView, settings: Settings) -> None:
    board.session.paint({0: BLANK}, "Dot")
    middle = board.area.cell_rect(0, 0).center()
    corner = middle.x() - 4, middle.y() - 4
    dotted = picture(board)
    assert dotted.pixelColor(middle) != QColor(LIGHT.paper) == dotted.pixelColor(*corner)
    settings.change(blank_sign=BlankSign.CROSS)
    crossed = picture(board)
    assert QColor(LIGHT.paper) not in (crossed.pixelColor(middle), crossed.pixelColor(*corner))


def test_every_other_field_is_tinted_but_no_colour(board: BoardView, settings: Settings) -> None:
    board.session.open_copy(Document(Puzzle.empty(12, 12)))
    board.zoom.to(20)
    before = picture(board)
    settings.change(zebra=True)
    board.session.paint({6: SHADED}, "Shade")
    after = picture(board)

    def is_tinted(row: int, column: int) -> bool:
        at = board.area.cell_rect(row, column).center()
        return after.pixelColor(at) != before.pixelColor(at)

    for row, column in ((0, 0), (4, 4), (0, 5), (4, 9), (5, 0), (5, 5), (11, 4), (11, 11)):
        assert is_tinted(row, column) is bool((row // 5 + column // 5) % 2), (row, column)
    assert after.pixelColor(board.area.cell_rect(0, 6).center()) == QColor(LIGHT.ink)


# The second click


def test_a_second_click_clears_if_the_player_wants_that(
    board: BoardView, settings: Settings
) -> None:
    settings.change(second_click_clears=True)
    clear = board.session.marks.clear
    click(board, 0, 0)
    assert states(board, 0, 1) == [SHADED]
    click(board, 0, 0)
    assert states(board, 0, 1) == [clear]
    click(board, 0, 0, 1, 2)
    assert states(board, 0, 3) == [SHADED] * 3
    click(board, 0, 0, 1, 2)
    assert states(board, 0, 3) == [clear] * 3
    for expected in (SHADED, clear):
        QTest.keyClick(board, Qt.Key.Key_Space)
        assert states(board, 0, 1) == [expected]


def test_it_is_offered_when_dots_were_taken_away_twice(
    board: BoardView, settings: Settings, offer: Banner
) -> None:
    for _each in range(2):
        assert not offer.text
        for _click in range(3):
            click(board, 0, 0)
    assert offer.text
    offer.button("Clear Instead").click()
    assert settings.preferences.second_click_clears
    assert not offer.text


def test_it_is_offered_once(board: BoardView, settings: Settings, offer: Banner) -> None:
    settings.second_click_offered = True
    for _click in range(9):
        click(board, 0, 0)
    assert not offer.text


def test_dots_that_were_wanted_are_no_reason(board: BoardView, offer: Banner) -> None:
    right = Qt.MouseButton.RightButton
    for column in range(3):
        at = board.area.cell_rect(0, column).center()
        for _click in range(2):  # blank, and shaded
            QTest.mouseClick(board.viewport(), right, pos=at)
        click(board, 1, column)
        click(board, 1, column)
    assert not offer.text


def test_undo_takes_away_too(board: BoardView, offer: Banner) -> None:
    for column in range(2):
        click(board, 0, column)
        click(board, 0, column)
        board.session.undo()
    assert offer.text


# Strokes by keyboard


def test_space_held_with_arrows_is_one_undo(board: BoardView) -> None:
    clear = board.session.marks.clear
    press(board, Qt.Key.Key_Space)
    for _each in range(3):
        press(board, Qt.Key.Key_Space, again=True)
    for _each in range(2):
        press(board, Qt.Key.Key_Right)
        press(board, Qt.Key.Key_Right, release=True)
    press(board, Qt.Key.Key_Space, release=True, again=True)
    assert states(board, 0, 3) == [clear] * 3, "one move, when the key is released"
    press(board, Qt.Key.Key_Space, release=True)
    assert states(board, 0, 4) == [SHADED] * 3 + [clear]
    press(board, Qt.Key.Key_Right)
    assert states(board, 0, 4) == [SHADED] * 3 + [clear]
    board.session.undo()
    assert states(board, 0, 3) == [clear] * 3
    assert not board.session.undo_name


def test_escape_ends_a_held_stroke_without_a_move(board: BoardView) -> None:
    press(board, Qt.Key.Key_X)
    press(board, Qt.Key.Key_Down)
    press(board, Qt.Key.Key_Escape)
    press(board, Qt.Key.Key_X, release=True)
    assert not board.session.undo_name


# The numbers of lines, and clues on both sides


def numbers_of(board: BoardView) -> QImage:
    """What is right of the cells."""
    image, across = picture(board), board.area.geometry.across
    assert across.far
    return image.copy(across.far_start + 1, 0, across.far, image.height())


def test_lines_are_numbered_while_a_hint_names_cells(board: BoardView) -> None:
    before, place = numbers_of(board), board.area.geometry
    board.overlays.show_hint(HintMarks(Line(Axis.ROW, 1), cells={9: SHADED}))
    during = numbers_of(board)
    assert during != before
    assert board.area.geometry.across.grid_start == place.across.grid_start, "nothing moves"
    blue = [
        (x, y)
        for x in range(during.width())
        for y in range(during.height())
        if during.pixelColor(x, y).saturation() > 120
    ]
    row = board.area.cell_rect(1, 0)
    assert blue
    assert all(row.top() <= y <= row.bottom() for _x, y in blue)
    board.overlays.show_hint(None)
    assert numbers_of(board) == before


def test_a_preference_numbers_lines_always(board: BoardView, settings: Settings) -> None:
    before = numbers_of(board)
    settings.change(line_numbers=True)
    assert numbers_of(board) != before


def test_the_line_of_a_hint_has_another_tone_than_the_cursors(
    board: BoardView, settings: Settings
) -> None:
    settings.change(highlight=True)
    board.hover.set(2, None)
    board.overlays.show_hint(HintMarks(Line(Axis.ROW, 4)))
    image, across = picture(board), board.area.geometry.across
    for row, has_hue in ((2, False), (4, True)):
        band = board.area.cell_rect(row, 0)
        color = image.pixelColor(across.header_start + 2, band.top() + 4)
        assert color != QColor(LIGHT.window)
        assert (color.saturation() > 20) is has_hue, row


def test_a_large_board_has_its_clues_on_both_sides(board: BoardView, settings: Settings) -> None:
    grid = Grid(40, 40, cells=[1 + (k % 7 == 0) for k in range(1600)])
    board.session.open_copy(Document(puzzle_of(grid, Puzzle.empty(40, 40))))
    one = board.area.geometry
    assert one.twin is None
    settings.change(clues_on_both_sides=True)
    board.zoom.to(16)
    twin = board.area.geometry.twin
    assert twin is not None
    row = board.area.geometry.down.visible[0]
    y = board.area.cell_rect(row, 0).center().y()
    hits = [board.hit_at(QPoint(x, y)) for x in range(twin.across.header_start, board.width())]
    assert {hit.clue.line for hit in hits if hit.clue is not None} == {Line(Axis.ROW, row)}
    number = next(hit.clue for hit in hits if hit.clue is not None)
    x = twin.across.header_start + [hit.clue for hit in hits].index(number) + 1
    QTest.mouseClick(board.viewport(), LEFT, pos=QPoint(x, y))
    assert number in board.session.ticks
    board.session.open_copy(Document(Puzzle.empty(12, 12)))
    assert board.area.geometry.twin is None


@pytest.mark.parametrize("others", [{}, {0: SHADED, 30 * 12: SHADED}], ids=["alone", "trial"])
def test_the_line_of_a_hint_stays_in_view_when_its_message_comes(
    board: BoardView, others: dict[int, int]
) -> None:
    """Also that of a trial, whose earlier cells are elsewhere."""
    board.session.open_copy(Document(Puzzle.empty(40, 12)))
    board.zoom.to(20)
    board.overlays.show_hint(HintMarks(Line(Axis.ROW, 21), cells=others))
    board.resize(board.width(), board.height() // 2)
    QApplication.processEvents()
    first, last = board.area.geometry.down.window
    row = board.area.cell_rect(21, 0)
    assert first <= row.center().y() - 8
    assert row.center().y() + 8 <= last


def test_numbers_grow_with_larger_text(board: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that would fit with small numbers is opened with those of larger text."""
    grid = Grid(20, 20, cells=[1 + (k % 3 == 0) for k in range(400)])
    document = Document(puzzle_of(grid, Puzzle.empty(20, 20)))
    board.resize(420, 420)
    board.session.open_copy(document)
    usual = board.area.clue_layout.font.pixelSize()
    monkeypatch.setattr("helper.board.zoom.factor_at_start", lambda: 2.0)
    board.session.open_copy(document)
    assert board.area.clue_layout.font.pixelSize() > usual
    assert board.area.clue_layout.font.pixelSize() >= 12


def test_lines_are_numbered_while_guesses_are_open(board: BoardView) -> None:
    """Their message names the cell of each."""
    before = numbers_of(board)
    board.session.begin_guess()
    assert numbers_of(board) != before
    board.session.take_back_guess(1)
    assert numbers_of(board) == before
