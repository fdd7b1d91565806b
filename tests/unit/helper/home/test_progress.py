"""Rings and mosaics: what is solved of a pack."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.application.theme import DARK, LIGHT, Theme
from helper.home.entries import EntryState, Shelf
from helper.home.home_view import HomeView
from helper.home.mosaic import MAX_TILES, laid_out
from helper.home.sidebar import HOME
from helper.widgets.ring import paint_ring
from tests.support.home_shelves import FakeSource, Maker, entry, shelf

Sizes = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), max_size=60)


def accent_pixels(share: float, theme: Theme) -> int:
    """The pixels of a ring that have the accent's colour, or nearly."""
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window))
    painter = QPainter(image)
    painter.scale(3, 3)
    paint_ring(painter, QRectF(1, 1, 18, 18), share, theme)
    painter.end()
    accent = QColor(theme.accent)
    colors = (image.pixelColor(x, y) for x in range(60) for y in range(60))
    return sum(abs(c.red() - accent.red()) + abs(c.blue() - accent.blue()) < 40 for c in colors)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_ring_grows_with_the_share(theme: Theme) -> None:
    filled = [accent_pixels(share, theme) for share in (0, 0.01, 0.25, 0.5, 0.75, 0.99, 1)]
    assert filled[0] == 0
    assert filled == sorted(set(filled))


@given(Sizes, st.integers(64, 2000))
def test_tiles_are_apart_and_inside(sizes: list[tuple[int, int]], width: int) -> None:
    places, height = laid_out(sizes, width)
    assert len(places) == len(sizes)
    assert all(place.left() >= 0 and place.top() >= 0 for place in places)
    assert all(place.right() < width and place.bottom() < height for place in places)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))


def test_a_larger_puzzle_is_a_larger_tile() -> None:
    (small, large), _ = laid_out([(10, 10), (20, 15)], 800)
    assert (large.width(), large.height()) == (small.width() * 3 // 2, small.height() * 2)


def pack_view(make_view: Maker, place: str = "animals") -> HomeView:
    solved = [entry(k, state=EntryState.SOLVED, seconds=60.0) for k in (1, 2)]
    started = entry(3, state=EntryState.STARTED, done=0.5)
    animals = shelf("animals", *solved, started, entry(4))
    own = shelf("mine", entry(1, "mine", state=EntryState.SOLVED), is_bundled=False)
    view = make_view(FakeSource([animals, own]))
    view.sidebar.go_to(place)
    return view


def accessible(view: HomeView, row: int) -> str:
    return str(view.sidebar.item(row).data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_pack_has_a_ring_with_a_text_and_its_pictures(make_view: Maker) -> None:
    view = pack_view(make_view)
    assert view.section.ring.isVisible()
    assert view.section.ring.share == 0.5
    assert view.section.ring.toolTip() == "2 of 4 solved"
    assert "2 of 4 solved" in accessible(view, 4)
    assert view.mosaic.isVisible()
    assert len(view.mosaic.places) == 4
    assert view.mosaic.accessibleDescription() == "2 of 4 pictures are there"


def test_what_cannot_be_completed_has_no_ring(make_view: Maker) -> None:
    view = pack_view(make_view, "mine")
    assert not view.section.ring.isVisible()
    assert not view.mosaic.isVisible()
    assert Shelf("c", "Own", (entry(),), is_bundled=False, collection="c").share == 0


def test_home_and_a_search_have_no_mosaic(make_view: Maker) -> None:
    view = pack_view(make_view)
    view.head.search.setText("10x10")
    assert not view.mosaic.isVisible()
    view.sidebar.go_to(HOME)
    assert not view.mosaic.isVisible()


def test_the_mosaic_loads_only_solved_puzzles_and_shows_them(
    make_view: Maker, qtbot: QtBot
) -> None:
    view = pack_view(make_view)

    def lightness(tile: int) -> int:
        at = view.mosaic.places[tile].topLeft() + QPoint(6, 6)
        return view.mosaic.grab().toImage().pixelColor(at).lightness()

    qtbot.waitUntil(lambda: lightness(0) < 80 and lightness(1) < 80)
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    # The marks of a started one are not shown.
    assert lightness(2) == lightness(3) == QColor(LIGHT.line).lightness()


def test_a_puzzle_that_is_solved_appears_in_the_mosaic(make_view: Maker) -> None:
    view = pack_view(make_view)
    source = view._source
    assert isinstance(source, FakeSource)
    entries = [one._replace(state=EntryState.SOLVED) for one in source.found[0].entries]
    source.found[0] = replace(source.found[0], entries=tuple(entries))
    view.refresh()
    assert view.section.ring.share == 1
    assert view.mosaic.accessibleDescription() == "4 of 4 pictures are there"


def test_a_click_into_the_mosaic_opens_that_puzzle(make_view: Maker) -> None:
    view = pack_view(make_view)
    opened: list[str] = []
    view.open_requested.connect(opened.append)
    QTest.mouseClick(view.mosaic, Qt.MouseButton.LeftButton, pos=view.mosaic.places[3].center())
    QTest.mouseClick(view.mosaic, Qt.MouseButton.LeftButton, pos=QPoint(view.width() - 400, 2))
    assert opened == ["animals/4"]


def test_a_very_large_collection_has_no_mosaic(make_view: Maker) -> None:
    view = make_view(FakeSource([shelf("animals", *(entry(k) for k in range(MAX_TILES + 1)))]))
    view.sidebar.go_to("animals")
    assert view.section.ring.isVisible()
    assert not view.mosaic.isVisible()


def test_one_setting_hides_all_progress(make_view: Maker) -> None:
    view = pack_view(make_view)
    view.show_progress(False)
    assert not view.mosaic.isVisible()
    assert not view.section.ring.isVisible()
    view.sidebar.go_to(HOME)
    assert all(row.ring.isHidden() for row in view.rows.rows)
    view.show_progress(True)
    view.sidebar.go_to("animals")
    assert view.mosaic.isVisible()
    assert view.section.ring.share == 0.5


@pytest.mark.parametrize("width", [512, 640, 900, 1600])
def test_the_mosaic_fits_every_width(make_view: Maker, width: int) -> None:
    pictures = (entry(k, height=20 + k % 11, width=30 - k % 7) for k in range(46))
    view = make_view(FakeSource([shelf("animals", *pictures)]), width, 350)
    view.sidebar.go_to("animals")
    assert all(view.mosaic.rect().contains(place) for place in view.mosaic.places)
