"""Pictures of puzzles: what they show, and when they are rendered."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from helper.application.theme import DARK, LIGHT, Theme
from helper.home import thumbnails as module
from helper.home.entries import Entry, EntryState
from helper.home.thumbnails import Thumbnails, empty_grid
from puzzles.formats import Document
from tests.support.home_shelves import RED, FakeSource, entry

SIDE = 100
SOLVED = entry(1, state=EntryState.SOLVED)
STARTED = entry(2, state=EntryState.STARTED)


def rendered(qtbot: QtBot, thumbnails: Thumbnails, one: Entry, side: int = SIDE) -> QImage:
    thumbnails.want("test", [one], side)
    qtbot.waitUntil(lambda: thumbnails.is_idle)
    return thumbnails.image(one, side)


def color(image: QImage, across: float, down: float) -> str:
    """The colour in a picture, from 0 at the left and at the top to 1."""
    at = image.pixelColor(int(across * image.width()), int(down * image.height()))
    return at.name()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_solved_picture_has_ink_and_paper(
    qtbot: QtBot, thumbnails: Thumbnails, theme: Theme
) -> None:
    thumbnails.theme = theme
    image = rendered(qtbot, thumbnails, SOLVED)
    assert color(image, 0.25, 0.75) == theme.ink
    assert color(image, 0.75, 0.25) == theme.paper
    edges = {color(image, x, y) for x in (0.1, 0.5, 0.9) for y in (0, 0.99)}
    assert edges == {theme.paper}
    assert image.pixelColor(0, 0).alpha() == 0  # corners are round


def test_a_started_picture_has_its_marks_and_not_the_solution(
    qtbot: QtBot, thumbnails: Thumbnails
) -> None:
    image = rendered(qtbot, thumbnails, STARTED)
    assert color(image, 0.25, 0.05) == LIGHT.ink
    assert color(image, 0.75, 0.05) == LIGHT.ink
    assert color(image, 0.25, 0.75) == LIGHT.paper


def test_a_started_picture_without_marks_is_that_of_a_new_puzzle(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = Document(source.picture(STARTED).puzzle)
    monkeypatch.setattr(source, "picture", lambda _entry: empty)
    new = STARTED._replace(state=EntryState.NEW)
    assert rendered(qtbot, thumbnails, STARTED) == rendered(qtbot, thumbnails, new)


def test_a_colored_picture_has_the_colors_of_the_puzzle(
    qtbot: QtBot, thumbnails: Thumbnails
) -> None:
    for state in (EntryState.SOLVED, EntryState.STARTED):
        image = rendered(qtbot, thumbnails, entry(3, state=state, colors=2))
        assert color(image, 0.25, 0.08) == RED.rgb
    assert color(image, 0.75, 0.55) == "#ffffff"


@pytest.mark.parametrize(("height", "width"), [(5, 5), (7, 20), (40, 12), (100, 100), (3, 300)])
@pytest.mark.parametrize("state", [EntryState.SOLVED, EntryState.STARTED, EntryState.NEW])
@pytest.mark.parametrize("side", [100, 200])
def test_pictures_keep_their_proportions_and_fit(
    qtbot: QtBot, thumbnails: Thumbnails, height: int, width: int, state: EntryState, side: int
) -> None:
    one = entry(4, height=height, width=width, state=state)
    image = rendered(qtbot, thumbnails, one, side)
    assert max(image.width(), image.height()) <= side
    assert max(image.width(), image.height()) >= 0.8 * side
    inner = {EntryState.SOLVED: side / 10, EntryState.NEW: round(0.26 * side)}.get(state, 0)
    wide = (image.width() - inner) * height
    assert wide == pytest.approx((image.height() - inner) * width, abs=2.1 * max(height, width))


def test_a_new_puzzle_shows_its_clues_as_bars_and_no_cell(
    qtbot: QtBot, thumbnails: Thumbnails
) -> None:
    """The fake puzzle has one number a row, half as long as the row, and as many full columns."""
    image = rendered(qtbot, thumbnails, entry(), 200)
    assert color(image, 0.2, 0.5) != LIGHT.base, "half a row is half of the room of its numbers"
    assert color(image, 0.05, 0.5) == LIGHT.base
    assert color(image, 0.4, 0.05) != LIGHT.base, "a full column"
    assert color(image, 0.9, 0.05) == LIGHT.base, "an empty one"
    board = {color(image, x / 100, y / 100) for x in range(30, 98) for y in range(30, 98)}
    assert len(board) <= 3, "paper and two kinds of lines"
    colored = rendered(qtbot, thumbnails, entry(2, colors=2), 200)
    assert color(colored, 0.2, 0.5) == RED.rgb


def test_a_grid_is_shown_until_the_picture_is_there(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource
) -> None:
    source.gate.clear()
    thumbnails.want("test", [SOLVED], SIDE)
    assert not thumbnails.is_idle
    assert thumbnails.image(SOLVED, SIDE) == empty_grid(SOLVED, LIGHT, SIDE)
    with qtbot.waitSignal(thumbnails.ready) as ready:
        source.gate.set()
    assert ready.args == [SOLVED.id]
    assert thumbnails.image(SOLVED, SIDE) != empty_grid(SOLVED, LIGHT, SIDE)


def test_a_picture_is_loaded_once(qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource) -> None:
    rendered(qtbot, thumbnails, SOLVED)
    rendered(qtbot, thumbnails, STARTED)
    rendered(qtbot, thumbnails, SOLVED)
    assert source.loaded == [SOLVED.id, STARTED.id]


def test_a_changed_puzzle_gets_a_new_picture(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource
) -> None:
    rendered(qtbot, thumbnails, STARTED)
    rendered(qtbot, thumbnails, entry(2, state=EntryState.STARTED, used_at=1.0))
    assert source.loaded == [STARTED.id] * 2


def test_what_is_not_shown_any_more_is_not_rendered(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource
) -> None:
    many = [entry(k, state=EntryState.SOLVED) for k in range(1, 100)]
    source.gate.clear()
    thumbnails.want("test", many, SIDE)
    qtbot.waitUntil(lambda: len(source.loaded) == 1)
    thumbnails.want("test", many[50:52], SIDE)
    source.gate.set()
    qtbot.waitUntil(lambda: thumbnails.is_idle)
    assert source.loaded[0] == many[0].id
    assert sorted(source.loaded[1:]) == sorted(one.id for one in many[50:52])
    assert thumbnails.image(many[0], SIDE) == empty_grid(many[0], LIGHT, SIDE)


def test_places_on_the_screen_do_not_cancel_each_other(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource
) -> None:
    many = [entry(k, state=EntryState.SOLVED) for k in range(1, 9)]
    source.gate.clear()
    thumbnails.want("tiles", many[:4], SIDE)
    thumbnails.want("card", many[4:], SIDE)
    source.gate.set()
    qtbot.waitUntil(lambda: thumbnails.is_idle)
    assert sorted(source.loaded) == sorted(one.id for one in many)


def test_the_cache_is_bounded(
    qtbot: QtBot, thumbnails: Thumbnails, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = rendered(qtbot, thumbnails, SOLVED).sizeInBytes()
    monkeypatch.setattr(module, "MAX_CACHE_BYTES", 3 * size)
    for number in range(10, 20):
        latest = entry(number, state=EntryState.SOLVED)
        rendered(qtbot, thumbnails, latest)
        assert thumbnails.cached_bytes <= 3 * size
    assert thumbnails.image(latest, SIDE) != empty_grid(latest, LIGHT, SIDE)


def test_what_no_place_shows_can_be_forgotten(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource
) -> None:
    size = rendered(qtbot, thumbnails, SOLVED).sizeInBytes()
    rendered(qtbot, thumbnails, STARTED)
    thumbnails.want("card", [SOLVED], SIDE)
    thumbnails.want("test", [], SIDE)
    assert thumbnails.cached_bytes > size
    thumbnails.forget_unwanted()
    assert thumbnails.cached_bytes == size
    rendered(qtbot, thumbnails, SOLVED)
    assert source.loaded == [SOLVED.id, STARTED.id]


def test_a_puzzle_that_cannot_be_loaded_keeps_its_grid(
    qtbot: QtBot,
    thumbnails: Thumbnails,
    source: FakeSource,
    caplog: pytest.LogCaptureFixture,
) -> None:
    source.broken.add(SOLVED.id)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            image = rendered(qtbot, thumbnails, SOLVED)
    assert image == empty_grid(SOLVED, LIGHT, SIDE)
    assert source.loaded == [SOLVED.id]
    assert "the file is damaged" in caplog.text


def test_closing_ends_the_threads_and_announces_nothing(
    qtbot: QtBot, thumbnails: Thumbnails, source: FakeSource
) -> None:
    announced: list[str] = []
    thumbnails.ready.connect(announced.append)
    many = [entry(k, state=EntryState.SOLVED) for k in range(1, 9)]
    source.gate.clear()
    thumbnails.want("test", many, SIDE)
    qtbot.waitUntil(lambda: len(source.loaded) == 1)
    source.gate.set()
    thumbnails.close()
    qtbot.wait(20)
    assert announced == []
    assert len(source.loaded) == 1


def test_the_palette_of_an_empty_grid_follows_the_theme() -> None:
    for theme in (LIGHT, DARK):
        image = empty_grid(entry(), theme, SIDE)
        assert image.pixelColor(2, 2) == QColor(theme.base)


def test_lines_are_twice_as_wide_in_twice_as_many_pixels() -> None:
    def line_pixels(side: int) -> int:
        image = empty_grid(entry(), LIGHT, side)
        row = (image.pixelColor(x, side // 20) for x in range(side))
        return sum(color.name() != LIGHT.base for color in row)

    assert line_pixels(100) == 11
    assert line_pixels(200) == 22
