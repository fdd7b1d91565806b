"""Home as the player uses it: mouse, keyboard, search, sizes of the window."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import DARK
from helper.home.days import DayRule, is_for_a_day
from helper.home.entries import SCANNED, EntryState, Shelf
from helper.home.home_model import Role
from helper.home.home_view import HomeView
from helper.home.shelf_rows import MAX_FIRST_ROWS, MAX_ROWS
from helper.home.sidebar import ALL, HOME
from tests.support.home_shelves import (
    SECRET,
    TODAY,
    FakeSource,
    Maker,
    click_tile,
    entry,
    focus,
    many_solved,
    mixed_shelves,
    press,
    shelf,
    shown,
)

Key = Qt.Key


def test_home_keeps_the_visible_pictures_only_while_it_is_hidden(
    qtbot: QtBot, make_view: Maker
) -> None:
    source = many_solved(200)
    view = make_view(source)
    bar = view.scroller.verticalScrollBar()
    before = view.thumbnails.cached_bytes
    for value in range(0, bar.maximum(), 200):
        bar.setValue(value)
        QApplication.processEvents()
        qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    bar.setValue(0)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    assert view.thumbnails.cached_bytes > 2 * before
    view.hide()
    assert view.thumbnails.cached_bytes == before
    loaded = len(source.loaded)
    view.show()
    QApplication.processEvents()
    assert view.thumbnails.is_idle
    assert len(source.loaded) == loaded


# Opening


def test_a_click_opens_a_puzzle(view: HomeView, opened: list[str]) -> None:
    click_tile(view, 3)
    assert opened == ["animals/4"]


def test_a_click_on_a_tile_at_the_edge_does_not_move_the_page(
    make_view: Maker, source: FakeSource
) -> None:
    view = make_view(source, 700, 500)
    opened: list[str] = []
    view.open_requested.connect(opened.append)
    view.sidebar.go_to("animals")
    QApplication.processEvents()
    before = view.scroller.verticalScrollBar().value()
    seen = view.tiles.viewport().visibleRegion().boundingRect()
    at = QPoint(60, seen.bottom() - 3)
    QTest.mouseClick(view.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert view.scroller.verticalScrollBar().value() == before
    assert len(opened) == 1


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
def test_arrows_move_and_enter_opens(view: HomeView, opened: list[str], key: Qt.Key) -> None:
    view.tiles.setFocus()
    press(view, Key.Key_Right, Key.Key_Right, Key.Key_Left, Key.Key_Down, key)
    assert opened == [f"animals/{view.tiles.columns + 2}"]


def test_every_button_asks_for_its_own_thing(view: HomeView) -> None:
    said: list[str] = []
    view.head.command_requested.connect(said.append)
    view.learn_requested.connect(lambda: said.append("learn"))
    commands = ["random", "scan"]
    for name in commands:
        QTest.mouseClick(view.head.buttons[name], Qt.MouseButton.LeftButton)
    view.statistics_requested.connect(lambda: said.append("statistics"))
    QTest.mouseClick(view.statistics_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(view.learn_card.button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(view.learn_card, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert said == [*commands, "statistics", "learn", "learn"]


# Cards


def test_the_latest_started_puzzle_is_continued(view: HomeView, opened: list[str]) -> None:
    assert view.continue_card.name.text() == "Animals, No. 3"
    assert "70 %" in view.continue_card.progress.text()
    QTest.mouseClick(view.continue_card.button, Qt.MouseButton.LeftButton)
    assert opened == ["animals/3"]


def test_without_a_started_puzzle_the_first_new_one_is_offered(make_view: Maker) -> None:
    new = entry(2, width=40), entry(5)  # the first is too large for a day
    view = make_view(FakeSource([shelf("animals", entry(1, state=EntryState.SOLVED), *new)]))
    assert view.continue_card.kind.text() == "Start here"
    assert view.continue_card.name.text() == "Animals, No. 2"
    assert view.continue_card.button.property("primary")
    assert not view.day_card.button.property("primary")


def test_home_greets_on_its_first_page_only_and_the_search_stays_where_it_is(
    make_view: Maker,
) -> None:
    view = make_view(FakeSource(mixed_shelves()), 1280)
    search = view.head.search
    assert view.head.greeting.isVisible()
    place = search.geometry()
    QTest.keyClicks(search, "ani")
    assert not view.head.greeting.isVisible()
    assert search.geometry() == place
    search.clear()
    assert view.head.greeting.isVisible()
    view.sidebar.go_to("ships")
    assert not view.head.greeting.isVisible()
    view.resize(500, 400)
    view.go_home()
    assert not view.head.greeting.isVisible(), "there is no room"


def test_when_all_are_solved_there_is_nothing_to_continue(make_view: Maker) -> None:
    view = make_view(many_solved(3))
    assert not view.continue_card.isVisible()
    assert view.day_card.isVisible()
    assert view.day_card.button.property("primary")


def test_the_puzzle_of_the_day_is_a_bundled_one(view: HomeView, opened: list[str]) -> None:
    ids = [one.id for one in view._entries if is_for_a_day(one)]
    QTest.mouseClick(view.day_card.button, Qt.MouseButton.LeftButton)
    assert opened == [DayRule(ids).puzzle(TODAY)]
    assert view.day_card.name.text() == "22 November"


def test_no_two_cards_show_the_same_puzzle(view: HomeView, source: FakeSource) -> None:
    """Also if the puzzle is on the player's own shelves a second time."""
    states = (EntryState.NEW, EntryState.STARTED)
    for number, state, is_elsewhere in itertools.product(range(1, 4), states, (False, True)):
        used_at = 1.0 if state is EntryState.STARTED else 0.0
        animals = [entry(k, puzzle=f"clues {k}") for k in range(1, 4)]
        source.found = [shelf("animals", *animals)]
        if is_elsewhere:
            copy = entry(1, "mine", puzzle=f"clues {number}", state=state, used_at=used_at)
            source.found.insert(0, shelf("mine", copy, is_bundled=False))
        else:
            one = animals[number - 1]
            animals[number - 1] = one._replace(state=state, used_at=used_at)
            source.found = [shelf("animals", *animals)]
        view.refresh()
        puzzles = [one.puzzle for one in view.cards.entries]
        assert len(set(puzzles)) == len(puzzles), (number, state, is_elsewhere)
        kind = view.continue_card.kind.text()
        assert view.day_card.isVisible() != kind.endswith("Puzzle of the day")
        if state is EntryState.STARTED:
            assert puzzles[0] == f"clues {number}"
            assert kind.startswith("Continue")


def test_own_puzzles_do_not_change_the_puzzle_of_the_day(make_view: Maker) -> None:
    bundled = shelf("animals", entry(1))
    own = shelf("mine", *(entry(k, "mine") for k in range(50)), is_bundled=False)
    for shelves in ([bundled, own], [own, bundled]):
        assert make_view(FakeSource(shelves)).cards.day_id == "animals/1"
    assert not make_view(FakeSource([own])).day_card.isVisible()


def test_a_new_day_has_a_new_puzzle(view: HomeView, monkeypatch: pytest.MonkeyPatch) -> None:
    before = view.cards.day_id
    view.hide()
    monkeypatch.setattr(view.progress, "_today", lambda: TODAY.replace(day=23))
    view.show()
    assert view.day_card.name.text() == "23 November"
    assert view.cards.day_id != before


# Shelves


def test_shelves_are_listed_with_what_is_solved(view: HomeView) -> None:
    texts = [view.sidebar.item(row).toolTip() for row in range(view.sidebar.count())]
    assert texts == [
        "Home",
        "All puzzles, 1 of 14 solved",
        "In progress, 1 puzzle",
        "Calendar",
        "Animals, 1 of 12 solved",
        "Ships, 0 of 2 solved",
        "Mine, No puzzles",
    ]


def test_home_shows_the_shelf_that_the_player_is_at(view: HomeView, source: FakeSource) -> None:
    assert view.heading.text() == "Animals"
    ships = source.found[1]
    latest = entry(1, "ships", state=EntryState.STARTED, used_at=99.0)
    source.found = [Shelf(ships.id, ships.title, (latest, ships.entries[1]))]
    view.refresh()
    assert view.heading.text() == "Ships"
    assert shown(view) == ["ships/1", "ships/2"]


def test_home_shows_all_shelves_below_one_another(make_view: Maker) -> None:
    mine = shelf("mine", entry(1, "mine", state=EntryState.STARTED, used_at=9.0), is_bundled=False)
    source = FakeSource([*mixed_shelves()[:2], shelf("empty"), mine])
    view = make_view(source)
    assert view.heading.text() == "In progress"
    assert [row.heading.text() for row in view.rows.rows] == ["Mine", "Animals", "Ships"]
    assert [e.id for e in view.rows.rows[2].model.entries] == ["ships/1", "ships/2"]
    tops = [tiles.mapTo(view.page, QPoint()).y() for tiles in view.lists]
    assert tops == sorted(tops)
    assert all(tiles.isVisible() for tiles in view.lists)
    view.sidebar.go_to("ships")
    assert len(view.lists) == 1
    view.sidebar.go_to(HOME)
    view.head.search.setText("10x10")
    assert len(view.lists) == 1, "a search has one list of results"


def settle(qtbot: QtBot, view: HomeView) -> None:
    """The rows have their heights, and the tiles their pictures."""
    qtbot.waitUntil(lambda: all(row.isVisible() and row.height() > 99 for row in view.rows.rows))
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    QApplication.processEvents()


@pytest.mark.parametrize("completes", ["scrolls", "waits"])
def test_shelves_that_one_does_not_see_at_first_come_later_without_moving_the_page(
    make_view: Maker, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, completes: str
) -> None:
    monkeypatch.setattr("helper.home.home_view._REST_MS", 10**6)
    shelves = [
        shelf(f"s{k}", *(entry(n, f"s{k}") for n in range(1, 4 + 4 * (k % 4)))) for k in range(30)
    ]
    view = make_view(FakeSource(shelves))
    qtbot.waitUntil(lambda: view.thumbnails.cached_bytes > 0)
    settle(qtbot, view)
    assert 1 < len(view.rows.rows) < 8
    height, seen = view.page.height(), view.grab().toImage()
    if completes == "scrolls":
        view.scroller.verticalScrollBar().setValue(9)
        view.scroller.verticalScrollBar().setValue(0)
    else:
        view._complete()
    assert len(view.rows.rows) == 29
    settle(qtbot, view)
    assert (view.page.height(), view.grab().toImage()) == (height, seen)


def test_a_long_shelf_shows_what_comes_next_and_all_at_a_click(make_view: Maker) -> None:
    solved = [entry(k, "ships", state=EntryState.SOLVED) for k in range(1, 21)]
    new = [entry(k, "ships") for k in range(21, 101)]
    view = make_view(FakeSource([shelf("animals", entry(1)), shelf("ships", *solved, *new)]))
    (row,) = view.rows.rows
    room = MAX_ROWS * row.tiles.columns
    assert [e.number for e in row.model.entries] == list(range(21, 21 + room))
    view.resize(700, 800)
    QApplication.processEvents()
    assert len(row.model.entries) == MAX_ROWS * row.tiles.columns < room
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    assert view.sidebar.place == "ships"
    assert len(shown(view)) == 100


def test_the_first_shelf_leaves_room_for_the_others(make_view: Maker) -> None:
    long = [entry(k, "mine", state=EntryState.SOLVED) for k in range(1, 31)]
    long += [entry(k, "mine") for k in range(31, 201)]
    view = make_view(FakeSource([shelf("mine", *long), shelf("ships", entry(1, "ships"))]))
    columns = view.tiles.columns
    assert shown(view) == [f"mine/{k}" for k in range(31, 31 + MAX_FIRST_ROWS * columns)]
    view.resize(700, 800)
    QApplication.processEvents()
    assert len(shown(view)) == MAX_FIRST_ROWS * view.tiles.columns < MAX_FIRST_ROWS * columns
    assert view.all_button.text() == "Show All 200"
    QTest.mouseClick(view.all_button, Qt.MouseButton.LeftButton)
    assert view.sidebar.place == "mine"
    assert len(shown(view)) == 200
    assert view.all_button.isHidden()


def test_filters_hold_for_all_shelves_of_home(view: HomeView) -> None:
    (ships,) = view.rows.rows
    view.filters.boxes[1].setFocus()
    press(view, Key.Key_Down, Key.Key_Down)
    assert [e.id for e in ships.model.entries] == ["ships/2"]
    assert ships.count.text() == "0 of 2 solved, 1 shown"


def test_a_puzzle_of_any_shelf_of_home_is_opened_and_has_its_commands(
    view: HomeView, opened: list[str], qtbot: QtBot
) -> None:
    (ships,) = view.rows.rows
    at = ships.tiles.visualRect(ships.model.index(1)).center()
    QTest.mouseClick(ships.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert opened == ["ships/2"]
    view.tiles.setFocus()
    press(view, Key.Key_Right)
    ships.tiles.setFocus()
    press(view, Key.Key_Left)
    with qtbot.waitSignal(view.delete_requested):
        press(view, Key.Key_Delete)
    assert [e.id for e in view.active.chosen_entries] == ["ships/1"]
    assert view.tiles.selected_ids() == [], "commands are for one shelf"
    press(view, Key.Key_Return)
    assert opened == ["ships/2", "ships/1"]


def test_a_shelf_is_chosen_by_mouse_and_by_keyboard(view: HomeView) -> None:
    item = view.sidebar.item(5)
    at = view.sidebar.visualItemRect(item).center()
    QTest.mouseClick(view.sidebar.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert (view.heading.text(), view.count.text()) == ("Ships", "0 of 2 solved")
    assert not view.cards.isVisible()
    press(view, Key.Key_Up)
    assert (view.heading.text(), view.count.text()) == ("Animals", "1 of 12 solved")
    press(view, Key.Key_Home)
    assert view.cards.isVisible()


def test_all_puzzles_are_named_with_their_shelves(view: HomeView) -> None:
    view.sidebar.go_to(ALL)
    names = [view.model.index(row).data(Role.NAME) for row in (0, 1, 12)]
    assert names == [f"{SECRET} 1", "Animals, No. 2", "Ships, No. 1"]
    view.sidebar.go_to("ships")
    assert view.model.index(0).data(Role.NAME) == "No. 1"


def test_tiles_with_long_names_are_higher(make_view: Maker) -> None:
    long = Shelf("long", "One technique more", tuple(entry(k, "long") for k in range(1, 30)))
    view = make_view(FakeSource([long]))
    one_line = view.tiles.tile_height
    view.sidebar.go_to(ALL)
    assert view.tiles.tile_height > one_line
    rows = -(-len(long.entries) // view.tiles.columns)
    assert view.tiles.height() == rows * view.tiles.tile_height
    assert view.tiles.visualRect(view.model.index(0)).height() == view.tiles.tile_height
    view.sidebar.go_to("long")
    assert view.tiles.tile_height == one_line


def test_an_empty_shelf_says_what_to_do(qtbot: QtBot, view: HomeView) -> None:
    view.sidebar.go_to("mine")
    assert not view.tiles.isVisible()
    assert "Draw a puzzle" in view.empty.sentence.text()
    with qtbot.waitSignal(view.head.command_requested):
        QTest.mouseClick(view.empty.button, Qt.MouseButton.LeftButton)


def test_an_empty_collection_says_what_to_do(view: HomeView, source: FakeSource) -> None:
    source.found.append(Shelf("collection/b", "Birds", (), False, "b"))
    view.refresh()
    view.sidebar.go_to("collection/b")
    assert view.empty.heading.text() == "“Birds” is empty"
    assert "Move puzzles here" in view.empty.sentence.text()
    assert not view.empty.button.isVisible()


def test_without_any_puzzle_home_still_works(make_view: Maker) -> None:
    view = make_view(FakeSource([]))
    assert view.empty.isVisible()
    assert view.learn_card.isVisible()
    assert not view.day_card.isVisible()
    assert not view.continue_card.isVisible()


# Secrecy


def test_no_text_contains_the_title_of_an_unsolved_puzzle(view: HomeView) -> None:
    said: list[str] = []
    for place in (HOME, ALL, "animals", "ships"):
        view.sidebar.go_to(place)
        for widget in view.findChildren(QWidget):
            said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
            if isinstance(widget, QLabel | QPushButton | QLineEdit):
                said.append(widget.text())
        roles = [Qt.ItemDataRole(role) for role in range(14)] + [Role.NAME]
        for row in range(view.model.rowCount()):
            said += [str(view.model.index(row).data(role)) for role in roles]
    assert f"{SECRET} 1" in said
    others = [text for text in said if SECRET in re.sub(rf"{SECRET} 1\b", "", text)]
    assert not others, "only the first one is solved"


def test_screen_readers_are_told_what_a_tile_shows(view: HomeView) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    texts = [view.model.index(row).data(role) for row in (0, 2, 3)]
    assert texts == [
        f"Animals, {SECRET} 1, 10 by 10, solved in 4:12",
        "Animals, No. 3, 10 by 10, 70 % done",
        "Animals, No. 4, 10 by 10, new",
    ]
    view.sidebar.go_to("ships")
    assert view.model.index(1).data(role) == "Ships, No. 2, 10 by 10, 3 colours, new"


# Keyboard


def test_tab_reaches_every_control_and_returns(view: HomeView) -> None:
    view.sidebar.setFocus()
    reached: list[QWidget] = [focus(view)]
    for _ in range(30):
        press(view, Key.Key_Tab)
        if focus(view) is view.sidebar:
            break
        reached.append(focus(view))
    cards = (view.continue_card, view.day_card, view.learn_card)
    wanted = [view.sidebar, view.statistics_button, view.head.search, *view.head.buttons.values()]
    buttons = [each for card in cards for each in (card.button, card.calendar_button)]
    wanted += [each for each in buttons if each.isVisible()]
    wanted += [*view.filters.boxes, *view.lists]
    assert reached == wanted


def test_everything_that_takes_the_focus_has_a_name_and_a_tip(view: HomeView) -> None:
    view.head.set_shortcuts(lambda command: "Ctrl+N" if command == "new" else "")
    assert view.head.buttons["new"].toolTip().endswith("take a picture (Ctrl+N)")
    assert "(Ctrl+F)" in view.head.search.toolTip()
    for widget in view.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            name = widget.accessibleName() or getattr(widget, "text", str)()
            assert name, widget
    for widget in (*view.head.buttons.values(), *view.filters.boxes):
        assert widget.toolTip()


def test_the_first_key_press_continues(make_view: Maker, source: FakeSource) -> None:
    view = make_view(source)
    opened: list[str] = []
    view.open_requested.connect(opened.append)
    press(view, Key.Key_Space)
    assert opened == ["animals/3"]


# Changes from outside


def test_a_refresh_keeps_the_place_and_the_current_tile(view: HomeView, source: FakeSource) -> None:
    view.sidebar.go_to("animals")
    view.tiles.setFocus()
    press(view, Key.Key_Right, Key.Key_Right)
    animals = source.found[0]
    solved = entry(3, state=EntryState.SOLVED, seconds=60.0)
    changed = (*animals.entries[:2], solved, *animals.entries[3:])
    source.found[0] = Shelf(animals.id, animals.title, changed)
    rows: list[int] = []
    view.model.dataChanged.connect(lambda first, _: rows.append(first.row()))
    view.refresh()
    assert rows == [2]
    assert view.sidebar.place == "animals"
    assert view.count.text() == "2 of 12 solved"
    assert view.model.index(2).data() == f"{SECRET} 3"
    source.found[0] = Shelf(animals.id, animals.title, changed[1:])
    view.refresh()
    assert view.model.entry(view.tiles.currentIndex().row()).id == "animals/3"


def test_a_shelf_that_is_gone_leads_home(view: HomeView, source: FakeSource) -> None:
    view.sidebar.go_to("ships")
    del source.found[1]
    view.refresh()
    assert view.sidebar.place == HOME
    assert view.cards.isVisible()


def test_the_theme_changes_at_once(qtbot: QtBot, view: HomeView, settings: Settings) -> None:
    settings.change(theme=ThemeChoice.DARK)
    qtbot.waitUntil(lambda: view.thumbnails.is_idle)
    image = view.grab().toImage()
    assert image.pixelColor(2, view.height() - 2).name() == DARK.window
    corner = view.day_card.mapTo(view, QPoint(view.day_card.width() // 2, 6))
    assert image.pixelColor(corner).name() == DARK.base
    tile = view.tiles.visualRect(view.model.index(3)).center()
    at = view.tiles.viewport().mapTo(view, QPoint(tile.x() - 60, tile.y()))
    assert image.pixelColor(at).name() == DARK.base


def test_a_view_can_be_deleted_while_pictures_are_loaded(
    qtbot: QtBot, make_view: Maker, source: FakeSource
) -> None:
    view = make_view(source)
    source.gate.clear()
    source.found[1] = shelf(
        "ships", *(entry(k, "ships", state=EntryState.SOLVED) for k in range(9))
    )
    source.loaded.clear()
    view.refresh()
    view.sidebar.go_to("ships")
    qtbot.waitUntil(lambda: len(source.loaded) == 1)
    source.gate.set()
    view.close()
    delete(view)
    qtbot.wait(30)
    assert len(source.loaded) == 1, "the others are not loaded any more"


def test_every_button_of_the_head_has_room_for_its_text(view: HomeView) -> None:
    sizes = [(width, 450) for width in range(400, 1000, 20)]
    for size in (*sizes, *((width, 700) for width in (560, 640, 800, 960, 1240, 1600))):
        view.resize(*size)
        QApplication.processEvents()
        QApplication.processEvents()  # a greeting that comes or goes changes the page once more
        for button in view.head.buttons.values():
            place = QRect(button.mapTo(view.head, QPoint()), button.size())
            assert button.width() >= button.sizeHint().width(), (size, button.text())
            assert view.head.rect().contains(place), (size, button.text())


def test_the_title_of_a_stranger_makes_no_wide_tooltip(make_view: Maker) -> None:
    title = 5000 * "W"
    own = entry(3, SCANNED, title=title, tags=(title, title))
    entries = (
        entry(1, title=title, state=EntryState.SOLVED),
        entry(2, name=title, state=EntryState.STARTED),
    )
    named = replace(shelf("animals", *entries, is_bundled=False), title=title)
    view = make_view(FakeSource([named, shelf(SCANNED, own, is_bundled=False)]))
    tips = []
    for place in (HOME, ALL, "animals", SCANNED):
        view.sidebar.go_to(place)
        QApplication.processEvents()
        tips += [each.toolTip() for each in view.findChildren(QWidget)]
        for model in {each.model() for each in view.findChildren(QAbstractItemView)}:
            for row in range(model.rowCount()):
                tips.append(str(model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole)))
    assert any("WWW" in tip for tip in tips)
    assert all(len(line) < 250 for tip in tips for line in tip.splitlines())


def test_nothing_is_left_of_shelves_that_go(view: HomeView, qtbot: QtBot) -> None:
    def search(text: str) -> None:
        view.head.search.setText(text)
        qtbot.waitUntil(lambda: bool(view.rows.rows) is not bool(text))
        qtbot.waitUntil(lambda: view.thumbnails.is_idle)

    def objects_after_a_search() -> int:
        search("no such puzzle")
        search("")
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return len(view.findChildren(QObject))

    first = objects_after_a_search()
    assert [objects_after_a_search() for _ in range(3)] == [first] * 3
