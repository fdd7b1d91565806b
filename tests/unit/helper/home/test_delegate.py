"""How a tile is painted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from helper.application.theme import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Theme
from helper.application.typeface import body_font
from helper.home.delegate import GAP_PX, TILE, TileDelegate, name_lines, shortened_name
from helper.home.entries import Entry, EntryState
from helper.home.home_model import EntryModel
from helper.home.thumbnails import Thumbnails
from tests.support.home_shelves import FakeSource, entry

Flag = QStyle.StateFlag
Paint = Callable[..., QImage]
LINE_OF_STATE = QRect(18, 170, 130, 20)
LINE_OF_FACTS = QRect(18, 151, 130, 18)


@pytest.fixture(params=[1.0, 2.0], ids=["100 %", "200 %"])
def ratio(request: pytest.FixtureRequest) -> float:
    found: float = request.param
    return found


@pytest.fixture
def paint(qtbot: QtBot, thumbnails: Thumbnails, ratio: float) -> Paint:
    def make(one: Entry, theme: Theme = LIGHT, state: Flag = Flag.State_None) -> QImage:
        thumbnails.theme = theme
        thumbnails.want("test", [one], round(100 * ratio))
        qtbot.waitUntil(lambda: thumbnails.is_idle)
        model = EntryModel()
        model.show([one], {"animals": "Animals"}, is_mixed=False)
        image = QImage(TILE * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(theme.window))
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, TILE.width(), TILE.height())
        option.state = state
        painter = QPainter(image)
        TileDelegate(thumbnails, thumbnails).paint(painter, option, model.index(0))
        painter.end()
        return image

    return make


def colors_in(image: QImage, rect: QRect) -> set[str]:
    ratio = int(image.devicePixelRatio())
    return {
        image.pixelColor(x, y).name()
        for x in range(rect.left() * ratio, rect.right() * ratio, 1)
        for y in range(rect.top() * ratio, rect.bottom() * ratio, 1)
    }


def at(image: QImage, x: float, y: float) -> str:
    ratio = image.devicePixelRatio()
    return image.pixelColor(int(x * ratio), int(y * ratio)).name()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_card_on_the_window(paint: Paint, theme: Theme) -> None:
    image = paint(entry(), theme)
    middle = TILE.width() / 2
    assert at(image, 1, 1) == theme.window
    assert at(image, middle, GAP_PX / 2 + 5) == theme.base
    assert at(image, GAP_PX / 2 + 0.5, 100) == theme.line


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_selection_and_focus_are_visible(paint: Paint, theme: Theme) -> None:
    selected = paint(entry(), theme, Flag.State_Selected)
    focused = paint(entry(), theme, Flag.State_HasFocus)
    assert at(selected, TILE.width() / 2, GAP_PX / 2 + 5) == theme.tint
    assert at(selected, GAP_PX / 2 + 0.5, 100) == theme.accent
    assert at(focused, GAP_PX / 2 - 3, 100) == theme.accent
    assert at(selected, GAP_PX / 2 - 3, 100) == theme.window


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_text_on_a_selected_tile_is_strong(paint: Paint, theme: Theme) -> None:
    """Secondary text on the tint would have a contrast below 4.5."""
    plain = colors_in(paint(entry(), theme), LINE_OF_FACTS)
    selected = colors_in(paint(entry(), theme, Flag.State_Selected), LINE_OF_FACTS)
    assert theme.faint in plain
    assert theme.faint not in selected
    assert theme.text in selected


def test_a_tile_under_the_pointer_has_a_stronger_frame(paint: Paint) -> None:
    hovered = paint(entry(), LIGHT, Flag.State_MouseOver)
    assert at(hovered, GAP_PX / 2 + 0.5, 100) == LIGHT.faint


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_state_has_its_own_sign(paint: Paint, theme: Theme) -> None:
    new, started, solved = (
        colors_in(paint(entry(state=state, done=0.5), theme), LINE_OF_STATE) for state in EntryState
    )
    assert theme.accent in started
    assert theme.accent not in new | solved
    assert theme.green in solved
    assert theme.green not in new | started


@pytest.mark.parametrize("theme", [CONTRAST_LIGHT, CONTRAST_DARK], ids=lambda theme: theme.name)
def test_what_is_not_done_is_visible_in_high_contrast(paint: Paint, theme: Theme) -> None:
    """Nothing is tinted there: the rest of the bar has a frame."""
    rest = colors_in(paint(entry(state=EntryState.STARTED, done=0.1), theme), LINE_OF_STATE)
    assert theme.line in rest


def test_the_bar_is_as_long_as_what_is_done(paint: Paint) -> None:
    def length(done: float) -> int:
        image = paint(entry(state=EntryState.STARTED, done=done))
        rows = range(LINE_OF_STATE.top(), LINE_OF_STATE.bottom())
        return max(sum(at(image, x, y) == LIGHT.accent for x in range(166)) for y in rows)

    none, half, full = length(0.0), length(0.5), length(1.0)
    assert none < half < full <= 64
    assert half == pytest.approx(32, abs=4)
    assert length(7.0) == full


def test_the_picture_has_one_pixel_for_each_of_the_screen(
    paint: Paint, thumbnails: Thumbnails, ratio: float
) -> None:
    one = entry(state=EntryState.SOLVED)
    image = paint(one)
    picture = thumbnails.image(one, round(100 * ratio))
    left = round((TILE.width() * ratio - picture.width()) / 2)
    top = round((GAP_PX / 2 + 16 + 50) * ratio - picture.height() / 2)
    inner = picture.rect().adjusted(10, 10, -10, -10)
    painted = image.copy(inner.translated(left, top))
    assert painted == picture.copy(inner).convertToFormat(QImage.Format.Format_RGB32)


def test_the_tile_of_an_unsolved_puzzle_does_not_depend_on_its_title(paint: Paint) -> None:
    for state in (EntryState.NEW, EntryState.STARTED):
        assert paint(entry(title="Owl", state=state)) == paint(entry(title="Cow", state=state))
    solved = entry(title="Owl", state=EntryState.SOLVED)
    assert paint(solved) != paint(entry(title="Cow", state=EntryState.SOLVED))


def test_a_long_shelf_is_shortened_and_the_number_is_not() -> None:
    metrics = QFontMetrics(body_font())
    text = shortened_name("Large Boards of the Deep Sea, No. 117", metrics, 128)
    assert text.endswith("…, No. 117")
    assert metrics.horizontalAdvance(text) <= 128
    assert shortened_name("Owl", metrics, 128) == "Owl"
    assert shortened_name("A very long title of a picture", metrics, 128).endswith("…")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Owl", ["Owl"]),
        ("One technique more, No. 11", ["One technique more,", "No. 11"]),
        ("Random 10x10, beginner, No. 2", ["Random 10x10,", "beginner, No. 2"]),
        ("A very long title of a picture", ["A very long title of a", "picture"]),
    ],
)
def test_a_long_name_has_two_lines(name: str, lines: list[str]) -> None:
    metrics = QFontMetrics(body_font())
    assert name_lines(name, metrics, 150, 2) == lines
    assert name_lines(name, metrics, 150, 1) == [shortened_name(name, metrics, 150)]


@given(st.text(max_size=80), st.integers(60, 200))
def test_no_line_of_a_name_is_wider_than_its_tile(name: str, width: int) -> None:
    metrics = QFontMetrics(body_font())
    lines = name_lines(name, metrics, width, 2)
    assert 1 <= len(lines) <= 2
    assert all(metrics.horizontalAdvance(line) <= width for line in lines)


def test_name_and_details_begin_at_the_same_pixel(paint: Paint) -> None:
    image = paint(entry(number=1, height=11, state=EntryState.NEW))

    def first(top: int, height: int) -> int:
        ratio = int(image.devicePixelRatio())
        rows = range(top * ratio, (top + height) * ratio)
        columns = range(9 * ratio, 150 * ratio)
        base = QColor(LIGHT.base)
        return next(x for x in columns for y in rows if image.pixelColor(x, y) != base) // ratio

    name, facts, state = first(131, 20), first(152, 16), first(171, 16)
    assert max(name, facts, state) - min(name, facts, state) <= 2


def test_large_sizes_leave_room_for_the_state(paint: Paint, source: FakeSource) -> None:
    """Text of size and state must not overlap: the pixels between them are the card's."""
    for state in (EntryState.STARTED, EntryState.SOLVED):
        one = entry(height=1, width=1000, state=state, seconds=36000.0, done=1.0)
        wide = paint(one)
        narrow = paint(entry(height=1, width=1, state=state, seconds=36000.0, done=1.0))
        sign = LIGHT.accent if state is EntryState.STARTED else LIGHT.green
        assert sign in colors_in(wide, LINE_OF_STATE)
        assert sign in colors_in(narrow, LINE_OF_STATE)
