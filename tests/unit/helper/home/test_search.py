"""Search and filters of Home, with mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.home.home_view import HomeView
from helper.home.query import Order, ProgressFilter, SizeClass
from helper.home.sidebar import ALL
from tests.support.home_shelves import (
    SECRET,
    FakeSource,
    Maker,
    focus,
    press,
    shown,
)

Key = Qt.Key


def test_ctrl_f_searches_all_shelves_and_escape_clears(view: HomeView) -> None:
    view.tiles.setFocus()
    QTest.keyClick(view.tiles, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert focus(view) is view.head.search
    QTest.keyClicks(focus(view), "No. 2")
    assert shown(view) == ["animals/2", "ships/2"]
    assert (view.heading.text(), view.count.text()) == ("Search results", "2 found")
    assert not view.cards.isVisible()
    press(view, Key.Key_Escape)
    assert view.head.search.text() == ""
    assert len(shown(view)) == 12
    assert view.cards.isVisible()


def test_escape_in_the_tiles_clears_the_search_too(view: HomeView) -> None:
    view.head.search.setFocus()
    QTest.keyClicks(focus(view), "ships")
    press(view, Key.Key_Down)
    assert focus(view) is view.tiles
    press(view, Key.Key_Escape)
    assert view.head.search.text() == ""


def test_from_the_search_to_a_puzzle_by_keyboard(view: HomeView, opened: list[str]) -> None:
    view.focus_search()
    QTest.keyClicks(focus(view), "30x10")
    press(view, Key.Key_Return, Key.Key_Return)
    assert opened == ["ships/1"]


def test_the_first_result_is_not_scrolled_away(make_view: Maker, source: FakeSource) -> None:
    view = make_view(source, 700, 500)
    view.focus_search()
    QTest.keyClicks(focus(view), "animals")
    press(view, Key.Key_Down)
    assert view.scroller.verticalScrollBar().value() == 0
    QApplication.processEvents()
    assert view.scroller.verticalScrollBar().value() == 0


def test_a_search_without_result_says_so_and_can_be_cleared(view: HomeView) -> None:
    view.head.search.setFocus()
    QTest.keyClicks(focus(view), f"{SECRET} <b>4")
    assert view.empty.heading.text() == f"No puzzle matches “{SECRET} <b>4”"
    assert view.empty.heading.textFormat() is Qt.TextFormat.PlainText
    assert not view.tiles.isVisible()
    QTest.mouseClick(view.empty.button, Qt.MouseButton.LeftButton)
    assert view.head.search.text() == ""
    assert view.tiles.isVisible()
    assert focus(view) is view.tiles


def test_the_number_of_puzzles_found_is_said_once_the_player_stops_typing(
    view: HomeView, qtbot: QtBot
) -> None:
    said: list[str] = []
    view.told.connect(said.append)
    view.focus_search()
    for text, sentence in (
        ("animals", "12 puzzles found."),
        (" 7", "1 puzzle found."),
        ("x", "No puzzle matches “animals 7x”"),
    ):
        with qtbot.waitSignal(view.told, timeout=5000):
            QTest.keyClicks(focus(view), text)
            assert said == [], "not at each key"
        assert said == [sentence]
        said.clear()
    press(view, Key.Key_Escape)
    qtbot.wait(1000)
    assert said == [], "there is no search any more"


def test_choosing_a_shelf_ends_a_search(view: HomeView) -> None:
    view.head.search.setText("animals")
    view.sidebar.go_to("ships")
    assert view.head.search.text() == ""
    assert shown(view) == ["ships/1", "ships/2"]


def test_filters_and_order_by_keyboard(view: HomeView) -> None:
    view.sidebar.go_to(ALL)
    view.filters.progress_box.setFocus()
    press(view, Key.Key_Down, Key.Key_Down)
    assert view.filters.progress_box.currentData() is ProgressFilter.STARTED
    assert shown(view) == ["animals/3"]
    assert view.count.text() == "1 of 14 solved, 1 shown"
    press(view, Key.Key_Home)
    view.filters.order_box.setFocus()
    press(view, Key.Key_End)
    assert view.filters.order_box.currentData() is Order.RECENT
    assert shown(view)[:3] == ["animals/1", "animals/3", "animals/2"]


def test_filters_without_result_can_be_cleared(view: HomeView) -> None:
    view.filters.size_box.setCurrentText(SizeClass.HUGE.label)
    assert view.empty.heading.text() == "No puzzle passes the filters"
    QTest.mouseClick(view.empty.button, Qt.MouseButton.LeftButton)
    assert view.filters.size_box.currentData() is SizeClass.ANY
    assert len(shown(view)) == 12


def test_the_colors_of_a_puzzle_can_be_filtered(view: HomeView) -> None:
    view.sidebar.go_to("ships")
    view.filters.color_box.setFocus()
    press(view, Key.Key_End)
    assert shown(view) == ["ships/2"]


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_a_filter_looks_on_only_while_it_is_on(
    view: HomeView, settings: Settings, theme: ThemeChoice
) -> None:
    """A filter that was just switched off with the mouse has the focus and looks off."""
    settings.change(theme=theme)
    accent = QColor(view.thumbnails.theme.accent)
    box = view.filters.size_box

    def is_accent_in() -> bool:
        image = box.grab().toImage()
        return any(
            image.pixelColor(x, y) == accent
            for x in range(image.width())
            for y in range(image.height())
        )

    def choose(row: int) -> None:  # a click in a list that was just opened does nothing
        QTest.mouseClick(box, Qt.MouseButton.LeftButton)
        popup = box.view()
        popup.setCurrentIndex(box.model().index(row, 0))
        QTest.keyClick(popup, Key.Key_Return)
        QApplication.processEvents()

    assert not is_accent_in()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    assert is_accent_in(), "the keyboard's focus is visible"
    assert box.grab().toImage().pixelColor(4, box.height() // 2) != accent
    view.tiles.setFocus()
    assert not is_accent_in()
    choose(1)
    assert (box.currentIndex(), is_accent_in()) == (1, True)
    assert box.grab().toImage().pixelColor(4, box.height() // 2) == accent, "it is filled"
    choose(0)
    assert (box.currentIndex(), is_accent_in()) == (0, False)


def test_a_shelf_with_filters_has_a_button_that_clears_them(view: HomeView) -> None:
    button = view.section.clear_button
    view.sidebar.go_to(ALL)
    assert not button.isVisible()
    view.filters.size_box.setCurrentText(SizeClass.SMALL.label)
    view.filters.progress_box.setCurrentText(ProgressFilter.UNSOLVED.label)
    for place in (ALL, "ships", "animals"):
        view.sidebar.go_to(place)
        assert view.filters.size_box.currentData() is SizeClass.SMALL
        assert button.isVisible()
        assert button.width() >= button.sizeHint().width()
    button.setFocus()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not any(box.currentIndex() for box in view.filters.all_boxes)
    assert len(shown(view)) == 12
    assert not button.isVisible()
    assert focus(view) is view.tiles


def test_the_number_of_puzzles_that_a_filter_leaves_is_said(view: HomeView) -> None:
    view.sidebar.go_to("first-steps")
    said: list[str] = []
    view.told.connect(said.append)
    QTest.keyClick(view.filters.size_box, Key.Key_Down)
    assert said == [f"{view.model.rowCount()} puzzles found."]
    QTest.keyClick(view.filters.order_box, Key.Key_Down)
    assert len(said) == 1, "the order changes no number"
