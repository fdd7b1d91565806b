"""Playing in colour: the palette, its keys, the numbers of cells left, patterns and tiles."""

from __future__ import annotations

import itertools
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import ColorSigns, Settings, ThemeChoice
from helper.application.theme import DARK, LIGHT, Theme, ThemeManager
from helper.board.board_view import BoardView
from helper.board.color_signs import MIN_CELL_PX, PATTERNS, paint_pattern, pattern_pixmap
from helper.board.hint_marks import HintMarks
from helper.board.numbers import tile_colors
from helper.palette.ink_choice import InkChoice
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import BLANK, Axis, Clue, Color, Grid, Line, Puzzle
from puzzles.color_values import KNOWN, contrast, distance
from puzzles.formats import Document
from puzzles.grid import puzzle_of

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
PALETTE = (
    Color("0", "#ffffff"), Color("a", "#d62728"), Color("b", "#8b5a2b"), Color("c", "#ffe000"),
)  # fmt: skip
PICTURE = Grid.from_text(["##aab", ".#a.b", "bb..#", "aaaaa"], colors=4)
PUZZLE = puzzle_of(PICTURE, Puzzle(((),) * 4, ((),) * 5, PALETTE))


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open_copy(Document(PUZZLE))
    return session


@pytest.fixture
def board(session: Session, settings: Settings, themes: ThemeManager, qtbot: QtBot) -> BoardView:
    board = BoardView(session, settings, themes)
    qtbot.addWidget(board)
    board.resize(500, 400)
    board.show()
    board.setFocus()
    return board


@pytest.fixture
def place(qtbot: QtBot) -> QWidget:
    """What a palette is in."""
    place = QWidget()
    qtbot.addWidget(place)
    return place


@pytest.fixture
def palette(session: Session, settings: Settings, place: QWidget) -> InkChoice:
    palette = InkChoice(session, settings, None, False, place)
    palette.resize(220, 200)
    place.show()
    return palette


def at(board: BoardView, row: int, column: int) -> QPoint:
    return board.area.cell_rect(row, column).center()


def click(board: BoardView, row: int, column: int, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(board.viewport(), button, NONE, at(board, row, column))


def press(board: BoardView, key: str) -> None:
    QTest.keyClick(board, Qt.Key(ord(key)))


def drag(board: BoardView, one: tuple[int, int], other: tuple[int, int], shift: bool) -> None:
    modifier = SHIFT if shift else NONE
    QTest.mousePress(board.viewport(), LEFT, modifier, at(board, *one))
    QTest.mouseMove(board.viewport(), at(board, *other))
    QTest.mouseRelease(board.viewport(), LEFT, modifier, at(board, *other))


@pytest.mark.parametrize("ink", [1, 2, 3])
def test_one_click_shades_in_the_colour_of_the_key(board: BoardView, ink: int) -> None:
    press(board, str(ink))
    click(board, 1, 1)
    assert board.session.marks[1, 1] == 1 << ink
    click(board, 1, 1)
    assert board.session.marks[1, 1] == BLANK
    click(board, 1, 1)
    assert board.session.marks[1, 1] == board.session.marks.clear


def test_a_key_without_a_colour_changes_nothing(board: BoardView) -> None:
    press(board, "2")
    for key in "4590":
        press(board, key)
        assert board.session.ink == 2


def test_brackets_choose_the_neighbouring_colour(board: BoardView) -> None:
    chosen = []
    for key in "]]][[":
        press(board, key)
        chosen.append(board.session.ink)
    assert chosen == [2, 3, 1, 3, 2]


@pytest.mark.parametrize("shift", [False, True])
def test_a_drag_shades_in_the_chosen_colour(board: BoardView, shift: bool) -> None:
    press(board, "3")
    drag(board, (0, 1), (0, 3), shift)
    assert board.session.marks.row(0).tolist() == [15, 8, 8, 8, 15]


def test_the_keyboard_shades_in_the_chosen_colour(board: BoardView) -> None:
    for key in (Qt.Key.Key_2, Qt.Key.Key_Right, Qt.Key.Key_Space):
        QTest.keyClick(board, key)
    assert board.session.marks[0, 1] == 4


def test_a_click_on_a_colour_chooses_it(board: BoardView, palette: InkChoice) -> None:
    for k in (2, 0, 1):
        QTest.mouseClick(palette.buttons[k], LEFT)
        assert board.session.ink == k + 1
        assert [button.isChecked() for button in palette.buttons] == [k == i for i in range(3)]
    assert all(button.focusPolicy() is Qt.FocusPolicy.NoFocus for button in palette.buttons)


def test_the_palette_follows_the_key(board: BoardView, palette: InkChoice) -> None:
    press(board, "2")
    assert [button.isChecked() for button in palette.buttons] == [False, True, False]


def test_each_colour_tells_how_many_cells_are_left(
    board: BoardView, palette: InkChoice, qtbot: QtBot
) -> None:
    def left() -> list[int | None]:
        return [button.ink.left for button in palette.buttons]

    wanted = [PICTURE.count(1 << k) for k in (1, 2, 3)]
    assert left() == wanted
    press(board, "3")
    drag(board, (0, 0), (0, 4), shift=False)
    qtbot.waitUntil(lambda: left() == [wanted[0], wanted[1], wanted[2] - 5])
    assert palette.buttons[2].ink.sentence == "Yellow, 1 cell too many, key 3"
    assert palette.buttons[0].accessibleName() == f"Red, {wanted[0]} cells left, key 1"
    board.session.undo()
    qtbot.waitUntil(lambda: left() == wanted)


def test_a_puzzle_is_played_in_colour_to_the_end(board: BoardView, palette: InkChoice) -> None:
    for ink in (1, 2, 3):
        QTest.mouseClick(palette.buttons[ink - 1], LEFT)
        for i, state in enumerate(PICTURE.cells):
            if state == 1 << ink:
                click(board, *divmod(i, PICTURE.width))
    assert board.session.is_solved
    assert palette.buttons == []


def test_black_and_white_has_no_palette(palette: InkChoice, session: Session) -> None:
    assert palette.isVisible()
    session.open_copy(Document(Puzzle.from_numbers([[1]], [[1]])))
    assert palette.buttons == []
    assert not palette.isVisible()
    assert session.ink == 1


def test_another_puzzle_begins_with_its_first_colour(session: Session) -> None:
    session.ink = 3
    second = ((Clue(1, 2),),)
    session.open_copy(Document(Puzzle(second, second, PALETTE)))
    assert session.ink == 2


@pytest.mark.parametrize("index", [0, 4, -1])
def test_what_is_no_colour_is_refused(session: Session, index: int) -> None:
    with pytest.raises(ValueError, match="no colour"):
        session.ink = index


def test_the_strip_is_shown_where_there_is_no_panel(
    session: Session, settings: Settings, place: QWidget
) -> None:
    has_panel = False
    strip = InkChoice(session, settings, None, True, place, lambda: not has_panel)
    assert not strip.isHidden()
    has_panel = True
    strip.update_inks()
    assert strip.isHidden()


def grey_pattern(color: int) -> QImage:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#808080"))
    painter = QPainter(image)
    paint_pattern(painter, QRectF(0, 0, 20, 20), color, "#808080")
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def opacity(color: int, side: int) -> NDArray[np.uint8]:
    """The alpha of each pixel of a pattern, by row and column."""
    image = pattern_pixmap(color, "#808080", side, 1).toImage()
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(side, side, 4)[:, :, 3].copy()


@pytest.mark.parametrize("color", range(2, PATTERNS + 1))
def test_a_pattern_is_clear_in_cells_of_any_size(color: int) -> None:
    """At least a twentieth of the cell has a third of the contrast of the pattern's ink."""
    for side in range(MIN_CELL_PX, 41):
        assert 0.05 < (opacity(color, side) > 66).mean() < 0.6, side


@pytest.mark.parametrize(("color", "corner"), [(2, (0, 0)), (2, (1, 1)), (7, (0, 1)), (7, (1, 0))])
def test_diagonals_go_on_through_the_corners_of_cells(color: int, corner: tuple[int, int]) -> None:
    x, y = corner
    for side in range(12, 41):
        assert opacity(color, side)[(side - 1) * y, (side - 1) * x] > 15, side


def test_patterns_differ_without_colour() -> None:
    """Of two patterns at least a twentieth of the cell differs visibly."""
    patterns = {color: bytes(grey_pattern(color).constBits()) for color in range(1, 31)}
    for one, other in combinations(patterns, 2):
        pairs = zip(patterns[one], patterns[other], strict=True)
        assert sum(abs(a - b) > 40 for a, b in pairs) >= 20, (one, other)


@pytest.mark.parametrize("has_signs", [False, True])
def test_signs_are_on_the_board_only_where_they_are_wanted(
    board: BoardView, settings: Settings, has_signs: bool
) -> None:
    board.session.paint(dict(enumerate([2, 4, 8, 8])), "Shade")
    board.hover.set(None, None)
    settings.change(color_signs=ColorSigns.ALWAYS if has_signs else ColorSigns.NEVER)
    image = board.grab().toImage()
    for column in (1, 2):
        cell = board.area.cell_rect(0, column).adjusted(4, 4, -4, -4)
        tones = {image.pixel(x, cell.center().y()) for x in range(cell.left(), cell.right())}
        tones |= {image.pixel(cell.center().x(), y) for y in range(cell.top(), cell.bottom())}
        assert (len(tones) > 1) is has_signs
    assert board.area.clue_layout.text_of(Clue(2, 1)) == ("2a" if has_signs else "2")


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
@pytest.mark.parametrize("is_done", [False, True])
def test_a_number_is_readable_on_its_tile_and_the_tile_stands_out(
    board: BoardView, settings: Settings, theme: ThemeChoice, is_done: bool
) -> None:
    settings.change(theme=theme)
    for rgb in ("#000000", "#ffffff", "#4a2a12", "#1b1c20", "#808080", "#ffe000"):
        palette = (Color("0", "#ffffff"), Color("a", rgb), Color("b", "#2050e0"))
        column = ((Clue(1, 1),), (Clue(1, 2),))
        puzzle = Puzzle(((Clue(1, 1), Clue(1, 2)),) * 1, column, palette)
        board.session.open_copy(Document(puzzle))
        board.zoom.to(40)
        if is_done:
            board.session.paint({0: 2}, "Shade")
        board.hover.set(None, None)
        image = board.grab().toImage()
        shown = board.scene().theme
        cell = board.area.cell_rect(0, 0)
        header = range(cell.top() - board.area.clue_layout.columns_px - 24, cell.top() - 24)
        places = itertools.product(range(cell.left(), cell.right()), header)
        tones = {f"#{tone & 0xFFFFFF:06x}" for tone in {image.pixel(x, y) for x, y in places}}
        tile = tile_colors(rgb, shown, is_done).tile
        assert tile in tones
        assert max(contrast(tone, tile) for tone in tones) >= 4.5, rgb
        assert max(contrast(tone, shown.window) for tone in tones) >= 1.6, rgb


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: str(theme.name))
def test_a_done_number_looks_done_on_every_colour(theme: Theme) -> None:
    """Its number is grey, its tile is nearer to the window than any active one, and outlined."""
    for rgb in {code for codes in KNOWN.values() for code in codes.split()}:
        done, active = tile_colors(rgb, theme, True), tile_colors(rgb, theme, False)
        assert done.number == theme.faint
        assert contrast(done.number, done.tile) >= 4.5
        assert distance(done.tile, theme.window) <= 0.6 * distance(active.tile, theme.window)
        assert contrast(done.outline, theme.window) >= 1.6
        assert contrast(active.number, active.tile) >= 4.5


def test_clues_that_grow_while_drawing_get_their_room(board: BoardView) -> None:
    """Also after a search for a zoom step, which forgets the layout."""
    board.session.new(10, 12)
    board.zoom.fit()
    cells = {row * 12 + column: 2 for row in range(10) for column in range(0, 12, 2)}
    board.session.paint(cells, "Shade")
    assert board.area.geometry.across.clues == board.area.clue_layout.rows_px
    assert board.area.geometry.down.clues == board.area.clue_layout.columns_px


def middles(board: BoardView, row: int) -> list[str]:
    """The colours in a row's cells, beside the dots."""
    board.hover.set(None, None)
    image = board.grab().toImage()
    width = board.session.puzzle.width
    places = [board.area.cell_rect(row, column).center() for column in range(width)]
    away = board.area.cell_size // 4
    return [image.pixelColor(place.x() - away, place.y() + away // 3).name() for place in places]


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
@pytest.mark.parametrize("line", [Line(Axis.ROW, 1), Line(Axis.COLUMN, 2)])
@pytest.mark.parametrize("is_thought", [False, True])
def test_an_emphasized_line_leaves_shaded_cells_their_colour_and_has_a_frame(
    board: BoardView, settings: Settings, theme: ThemeChoice, line: Line, is_thought: bool
) -> None:
    settings.change(theme=theme)
    board.zoom.to(40)
    marks = {5: 2, 6: 2, 7: BLANK, 8: 4}
    board.session.paint(marks, "Shade")
    if is_thought:
        found = Grid.for_puzzle(PUZZLE)
        for cell, state in marks.items():
            found.cells[cell] = state
        board.overlays.show_thought(found)
    before, plain = middles(board, 1), board.grab().toImage()
    if is_thought:
        board.overlays.mark_line(line)
    else:
        board.overlays.show_hint(HintMarks(line))
    after, shown = middles(board, 1), board.grab().toImage()
    in_line = {7} if line.is_column else {7, 9}
    changed = {5 + k for k, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1}
    assert changed == in_line
    first = board.area.cell_rect(1, 0) if not line.is_column else board.area.cell_rect(0, 2)
    edge = QPoint(first.center().x(), first.top() + 1)
    if line.is_column:
        edge = QPoint(first.left() + 1, first.center().y())
    assert shown.pixelColor(edge) != plain.pixelColor(edge)


def test_many_colours_are_small_buttons_and_rows_again(
    session: Session, palette: InkChoice
) -> None:
    symbols = "abcdefghijklmnopqrst"
    many = (Color("0", "#ffffff"), *(Color(symbol, "#0000ff") for symbol in symbols))
    clues = ((Clue(1, 1),),)
    session.open_copy(Document(Puzzle(clues, clues, many)))
    assert len(palette.buttons) == 20
    palette.adjustSize()
    heights = {button.height() for button in palette.buttons}
    assert palette.heightForWidth(220) < 20 * max(heights)
    QTest.mouseClick(palette.buttons[19], LEFT)
    assert session.ink == 20
    session.open_copy(Document(PUZZLE))
    assert [button.ink.index for button in palette.buttons] == [1, 2, 3]


def test_a_first_colour_like_the_paper_has_a_pattern(board: BoardView, settings: Settings) -> None:
    settings.change(color_signs=ColorSigns.ALWAYS)
    pale = (Color("0", "#ffffff"), Color("a", "#fefefe"), Color("b", "#2050e0"))
    column = ((Clue(1, 1),), (Clue(1, 2),))
    board.session.open_copy(Document(Puzzle(((Clue(1, 1), Clue(1, 2)),), column, pale)))
    clear = board.grab(board.area.cell_rect(0, 0).adjusted(3, 3, -3, -3)).toImage()
    board.session.paint({0: 2}, "Shade")
    board.hover.set(None, None)
    shaded = board.grab(board.area.cell_rect(0, 0).adjusted(3, 3, -3, -3)).toImage()
    assert shaded != clear


@pytest.mark.parametrize(
    ("rgbs", "are_alike"),
    [
        (["#d42a2a", "#1f4fa8"], False),
        (["#8b0000", "#701010"], True),
        (["#e02020", "#20a030"], True),
    ],
)
def test_colours_that_look_alike_have_signs_by_default(
    board: BoardView, settings: Settings, rgbs: list[str], are_alike: bool
) -> None:
    """The third pair is red and green: alike for the colour-blind."""
    inks = (Color(symbol, rgb) for symbol, rgb in zip("ab", rgbs, strict=True))
    palette = (Color("0", "#ffffff"), *inks)
    column = ((Clue(1, 1),), (Clue(1, 2),))
    puzzle = Puzzle(((Clue(1, 1), Clue(1, 2)),), column, palette)
    board.session.open_copy(Document(puzzle))
    for choice, has_signs in (
        (ColorSigns.WHEN_ALIKE, are_alike), (ColorSigns.ALWAYS, True), (ColorSigns.NEVER, False)
    ):  # fmt: skip
        settings.change(color_signs=choice)
        assert board.area.has_patterns is has_signs
        assert board.area.clue_layout.text_of(Clue(2, 1)) == ("2a" if has_signs else "2")


def test_a_drawing_has_signs_only_if_they_are_always_wanted(
    board: BoardView, settings: Settings
) -> None:
    session = board.session
    session.new(5, 5, (*PALETTE[:3], Color("d", "#8a5428")))
    assert session.mode is Mode.DRAW
    assert not board.area.has_patterns
    settings.change(color_signs=ColorSigns.ALWAYS)
    assert board.area.has_patterns


def test_the_switch_of_earlier_versions_is_read(settings: Settings) -> None:
    for stored, expected in (("true", ColorSigns.ALWAYS), ("false", ColorSigns.WHEN_ALIKE)):
        settings._store.setValue("preferences/color_signs", stored)
        assert Settings().preferences.color_signs is expected
