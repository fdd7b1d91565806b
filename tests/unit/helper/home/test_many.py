"""Home with many puzzles, and in windows of many sizes."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helper.home.delegate import GAP_PX, TILE
from helper.home.entries import EntryState, Shelf
from helper.home.home_view import HomeView
from helper.home.sidebar import ALL, HOME
from tests.support.home_shelves import FakeSource, Maker, entry, many_solved, shelf

Key = Qt.Key
SIZES = [(700, 500), (860, 600), (1024, 700), (1280, 800), (1600, 1000), (1920, 1080)]


def press(key: Qt.Key) -> None:
    found = QApplication.focusWidget()
    assert found is not None
    QTest.keyClick(found, key)


def visible_part(view: HomeView) -> QRect:
    return view.tiles.viewport().visibleRegion().boundingRect()


@pytest.mark.parametrize("key", [Key.Key_PageDown, Key.Key_End, Key.Key_Down])
def test_the_page_follows_the_keyboard(make_view: Maker, key: Qt.Key) -> None:
    view = make_view(many_solved(300), 700, 500)
    view.tiles.setFocus()
    for _ in range(4):
        press(key)
        current = view.tiles.visualRect(view.tiles.currentIndex())
        assert visible_part(view).contains(current)
    press(Key.Key_Home)
    assert view.tiles.currentIndex().row() == 0
    assert visible_part(view).contains(view.tiles.visualRect(view.tiles.currentIndex()))


def test_tab_shows_the_current_tile_and_the_mouse_moves_nothing(make_view: Maker) -> None:
    view = make_view(many_solved(300), 1280, 800)
    bar = view.scroller.verticalScrollBar()
    view.tiles.setCurrentIndex(view.model.index(150))
    view.filters.order_box.setFocus()
    bar.setValue(bar.maximum())
    press(Key.Key_Tab)
    assert QApplication.focusWidget() is view.tiles
    assert visible_part(view).contains(view.tiles.visualRect(view.tiles.currentIndex()))
    view.focus_search()
    bar.setValue(0)
    press(Key.Key_Down)
    assert QApplication.focusWidget() is view.tiles
    assert visible_part(view).contains(view.tiles.visualRect(view.tiles.currentIndex()))
    view.filters.order_box.setFocus()
    bar.setValue(bar.maximum())
    at = QPoint(60, visible_part(view).center().y())
    QTest.mousePress(view.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)
    view.tiles.setFocus(Qt.FocusReason.MouseFocusReason)
    assert bar.value() == bar.maximum()
    QTest.mouseRelease(view.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert bar.value() == bar.maximum()


def test_a_page_is_what_is_visible(make_view: Maker) -> None:
    view = make_view(many_solved(300), 1280, 800)
    view.sidebar.go_to(ALL)
    view.tiles.setFocus()
    QApplication.processEvents()
    page = visible_part(view).height() // TILE.height()
    press(Key.Key_PageDown)
    assert view.tiles.currentIndex().row() // view.tiles.columns == page
    assert view.tiles.currentIndex().row() % view.tiles.columns == 0
    press(Key.Key_PageUp)
    assert view.tiles.currentIndex().row() == 0


# Many puzzles


def test_only_visible_tiles_are_rendered(qtbot: QtBot, make_view: Maker) -> None:
    source = many_solved(5000)
    view = make_view(source)
    bar = view.scroller.verticalScrollBar()
    seen = {one.id for one in view.tiles.visible_entries()}
    assert set(source.loaded) == seen
    assert 0 < len(seen) < 40
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() and view.thumbnails.is_idle)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    seen |= {one.id for one in view.tiles.visible_entries()}
    assert "animals/4999" in source.loaded
    assert set(source.loaded) <= seen


def test_tiles_that_are_scrolled_past_are_not_rendered(qtbot: QtBot, make_view: Maker) -> None:
    source = many_solved(5000)
    view = make_view(source)
    view.sidebar.go_to(ALL)
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    source.loaded.clear()
    source.gate.clear()
    bar = view.scroller.verticalScrollBar()
    for step in range(1, 21):
        bar.setValue(bar.maximum() * step // 20)
        QApplication.processEvents()
    source.gate.set()
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    last = {one.id for one in view.tiles.visible_entries()}
    assert len(set(source.loaded) - last) <= 1  # the one that was being loaded
    assert last <= set(source.loaded)


def test_tiles_below_the_window_are_not_rendered(qtbot: QtBot, make_view: Maker) -> None:
    solved = (entry(k, state=EntryState.SOLVED) for k in range(2, 30))
    source = FakeSource(
        [shelf("animals", entry(1, state=EntryState.STARTED, used_at=1.0), *solved)]
    )
    view = make_view(source, 700, 420)
    assert view.tiles.visible_entries() == []
    assert source.loaded == ["animals/1"]  # for the card
    source.gate.clear()
    bar = view.scroller.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: len(source.loaded) == 2)
    bar.setValue(0)
    source.gate.set()
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    assert len(source.loaded) == 2


def test_a_hidden_page_renders_nothing(make_view: Maker, source: FakeSource) -> None:
    view = make_view(source)
    source.loaded.clear()
    view.hide()
    assert view.tiles.visible_entries() == []
    view.sidebar.go_to(ALL)
    source.found[1] = shelf("ships", entry(1, "ships", state=EntryState.SOLVED))
    view.refresh()
    QApplication.processEvents()
    assert view.thumbnails.is_idle
    assert source.loaded == []


def test_the_visible_entries_are_those_whose_tiles_are_seen(make_view: Maker) -> None:
    view = make_view(many_solved(200), 860, 600)
    for value in (0, 150, 333, 700, 1500):
        view.scroller.verticalScrollBar().setValue(value)
        QApplication.processEvents()
        seen = visible_part(view)
        rects = [view.tiles.visualRect(view.model.index(row)) for row in range(200)]
        wanted = [view.model.entry(row).id for row in range(200) if rects[row].intersects(seen)]
        assert [one.id for one in view.tiles.visible_entries()] == wanted


def test_the_wheel_is_left_to_the_page(make_view: Maker) -> None:
    view = make_view(many_solved(200))
    for target in (view.tiles.viewport(), view.filters.size_box):
        at = QPointF(20, 10)
        event = QWheelEvent(
            at, QPointF(target.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(target, event)
        assert not event.isAccepted()  # Qt offers it to the parent
    assert view.filters.size_box.currentIndex() == 0


def right_edge(view: HomeView, widget: QWidget) -> int:
    return widget.mapTo(view.page, QPoint(widget.width(), 0)).x()


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.long)])
def test_tiles_end_where_cards_filters_and_search_end_at_every_width(
    make_view: Maker, step: int
) -> None:
    view = make_view(many_solved(200), 1000, 500)
    for width in (*range(512, 900, 9 * step), *range(900, 1070, step), 1400, 1500, 2200):
        view.resize(width, 500)
        QApplication.processEvents()
        last = view.tiles.visualRect(view.model.index(view.tiles.columns - 1))
        assert last.top() == 0
        tiles_end = right_edge(view, view.tiles) - view.tiles.width() + last.right() + 1
        assert (
            tiles_end - GAP_PX // 2 == right_edge(view, view.cards) == right_edge(view, view.head)
        )
        assert view.tiles.height() == view.tiles.visualRect(view.model.index(199)).bottom() + 1
        assert view.tiles.visualRect(view.model.index(view.tiles.columns)).left() == 0


def test_no_text_of_a_card_is_cut_at_any_width_of_the_window(make_view: Maker) -> None:
    values = {"height": 30, "width": 30, "colors": 12, "state": EntryState.STARTED, "done": 0.5}
    puzzles = [entry(k, "in colour", used_at=k, **values) for k in range(1, 4)]
    view = make_view(FakeSource([shelf("in colour", *puzzles)]), 1000, 700)
    for width in range(620, 1500, 20):
        view.resize(width, 700)
        QApplication.processEvents()
        for card in (view.continue_card, view.day_card, view.learn_card):
            for label in (card.kind, card.name, card.facts, card.progress):
                if not card.isHidden():
                    assert label.width() >= label.sizeHint().width(), (width, label.text())


# Sizes of the window


def test_nothing_is_wider_than_the_window(make_view: Maker, source: FakeSource) -> None:
    long = " of the Deep Blue Sea" * 6
    ships = source.found[1]
    source.found[1] = Shelf(ships.id, ships.title + long, ships.entries)
    view = make_view(source)
    texts, places = ("", "a search that finds nothing " * 9), (HOME, ALL, "ships", "mine")
    for (width, height), text, place in itertools.product(SIZES, texts, places):
        view.resize(width, height)
        view.sidebar.go_to(place)
        view.head.search.setText(text)
        QApplication.processEvents()
        assert (view.width(), view.height()) == (width, height)
        assert view.page.width() <= view.scroller.viewport().width()
        for widget in view.page.findChildren(QWidget):
            if widget.isVisible() and widget.width():
                left = widget.mapTo(view.page, QPoint(0, 0)).x()
                assert left >= 0
                assert left + widget.width() <= view.page.width(), widget


def test_buttons_and_filters_show_all_their_text(view: HomeView) -> None:
    controls = [*view.head.buttons.values(), *view.filters.boxes]
    controls += [card.button for card in (view.continue_card, view.day_card, view.learn_card)]
    for width, height in SIZES:
        view.resize(width, height)
        QApplication.processEvents()
        for control in controls:
            assert control.isVisible()
            assert control.width() >= control.sizeHint().width()
        assert view.head.search.width() >= (220 if width >= 1280 else 160)


def test_a_small_window_has_three_tiles_in_a_row(view: HomeView) -> None:
    assert view.tiles.columns == 6
    view.resize(700, 500)
    QApplication.processEvents()
    assert view.tiles.columns == 3
