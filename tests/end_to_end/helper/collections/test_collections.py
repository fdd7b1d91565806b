"""Collections as the player uses them: import, menus, keys, undo, drop, export."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.collections.collecting import HomeCollections
from helper.collections.importing import ReportDialog
from helper.home.entries import shown_cells
from helper.home.home_view import HomeView
from helper.home.sidebar import ALL
from helper.main_window.main_window import MainWindow
from puzzles import SHADED, Grid
from tests.support.cases import few
from tests.support.home_keys import (
    answer,
    choose,
    click,
    collection,
    names,
    open_menu,
    popup,
    press,
    texts,
    view_of,
)
from tests.support.imports import file_of, folder_of, imported, numbered, titled
from tests.support.keeping import keep_moves
from tests.support.library_versions import NEWER, make_newer

Key, Mod = Qt.Key, Qt.KeyboardModifier


def run_import(qtbot: QtBot, collecting: HomeCollections, *paths: Path) -> None:
    with qtbot.waitSignal(collecting.importing.finished, timeout=20_000):
        collecting.import_paths(paths)


def report_dialog() -> ReportDialog:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ReportDialog)
    return dialog


# Import


def test_an_import_becomes_a_shelf_and_secret_titles_stay_secret(
    qtbot: QtBot, view: HomeView, collecting: HomeCollections, tmp_path: Path
) -> None:
    folder = tmp_path / "sea_birds"
    folder.mkdir()
    for number in range(3):
        text = titled(number, f"Secret {number}")
        (folder / f"{number}.non").write_text(text)
    run_import(qtbot, collecting, folder)
    assert view.heading.text() == "Sea birds"
    assert names(view) == ["No. 1", "No. 2", "No. 3"]
    assert view.banner.text == "3 puzzles added to “Sea birds”."
    assert view.section.button.isVisible()
    view.sidebar.go_to(ALL)
    assert not any("Secret" in str(view.model.index(r).data(Qt.ItemDataRole.ToolTipRole))
                   for r in range(view.model.rowCount()))  # fmt: skip


def test_what_was_not_added_is_reported_and_can_be_copied_and_saved(
    qtbot: QtBot, at_birds: HomeView, collecting: HomeCollections, birds: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (birds / "notes.txt").write_text("hello")
    folder_of(birds, 7)
    run_import(qtbot, collecting, birds)
    dialog = report_dialog()
    assert dialog.sentence.text() == "1 puzzle added to “Birds”, 6 there already, 1 file not read."
    assert "notes.txt: no clues are found in it" in dialog.files.toPlainText()
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert dialog.sentence.text() in copied
    assert "5.non: the same clues as Birds, No. 6" in copied
    target = tmp_path / "report.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert target.read_text() == copied
    QTest.keyClick(dialog, Key.Key_Escape)
    assert names(at_birds)[-1] == "No. 7"


def test_the_import_button_offers_files_and_folders(
    qtbot: QtBot, view: HomeView, collecting: HomeCollections, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = folder_of(tmp_path / "birds", 2)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    assert view.import_button.isVisible()
    menu = view.import_button.menu()
    assert texts(menu) == ["Files or Zip Archives…", "Folder…"]
    with qtbot.waitSignal(collecting.importing.finished, timeout=20_000):
        menu.actions()[1].trigger()
    assert view.heading.text() == "Birds"
    more = folder_of(tmp_path / "more", 1, first=9) / "9.non"
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(more)], ""))
    with qtbot.waitSignal(collecting.importing.finished, timeout=20_000):
        menu.actions()[0].trigger()
    assert view.heading.text() == "Imported"


def test_a_cancelled_import_tells_what_it_added(
    qtbot: QtBot, view: HomeView, collecting: HomeCollections, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "birds", 2000)
    task = collecting.importing.task
    with qtbot.waitSignal(task.reported, timeout=20_000):
        collecting.import_paths([folder])
    dialog = task.dialog
    assert dialog is not None
    with qtbot.waitSignal(collecting.importing.finished, timeout=5000):
        QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    text = report_dialog().sentence.text()
    assert text.endswith("The import was cancelled; importing again adds the rest.")
    assert 0 < len(names(view)) < 2000


@pytest.mark.clock
def test_cancel_ends_an_import_at_once(
    qtbot: QtBot, view: HomeView, collecting: HomeCollections, tmp_path: Path
) -> None:
    task = collecting.importing.task
    with qtbot.waitSignal(task.reported, timeout=20_000):
        collecting.import_paths([folder_of(tmp_path / "birds", 2000)])
    ended: list[float] = []
    collecting.importing.finished.connect(lambda _: ended.append(perf_counter()))
    start = perf_counter()
    task.cancel()
    qtbot.waitUntil(lambda: bool(ended), timeout=5000)
    assert ended[0] - start < 0.1


def test_a_library_that_cannot_be_used_is_a_sentence(
    qtbot: QtBot, view: HomeView, collecting: HomeCollections, library: Library, tmp_path: Path
) -> None:
    make_newer(library.path, NEWER[-1])
    run_import(qtbot, collecting, folder_of(tmp_path / "birds", 2))
    assert "written by a newer version" in report_dialog().sentence.text()


# Tiles


def test_delete_and_undo_by_keyboard_and_mouse(at_birds: HomeView, library: Library) -> None:
    store = CollectionStore(library)
    before = store.puzzles()
    press(at_birds, Key.Key_Right)
    press(at_birds, Key.Key_Right, Mod.ShiftModifier)
    press(at_birds, Key.Key_Delete)
    assert names(at_birds) == ["No. 1", "No. 4", "No. 5", "No. 6"]
    assert at_birds.tiles.currentIndex().row() == 1, "the next one"
    assert at_birds.banner.text == "Deleted 2 puzzles."
    press(at_birds, Key.Key_Delete)
    assert at_birds.banner.text == "Deleted 1 puzzle."
    for left in ("Deleted 2 puzzles.", ""):
        QTest.mouseClick(at_birds.banner.button("Undo"), Qt.MouseButton.LeftButton)
        assert at_birds.banner.text == left
    assert store.puzzles() == before
    assert len(names(at_birds)) == 6


def test_undo_is_reached_by_keyboard_also_after_another_message(
    at_birds: HomeView, collecting: HomeCollections
) -> None:
    press(at_birds, Key.Key_Delete)
    collecting.undoing.say("Exported 3 puzzles.")
    QTest.mouseClick(at_birds.banner.button("Close"), Qt.MouseButton.LeftButton)
    assert at_birds.banner.text == "Deleted 1 puzzle."
    undo = at_birds.banner.button("Undo")
    at_birds.tiles.setFocus()
    QApplication.processEvents()  # the buttons are shown
    press(at_birds, Key.Key_Tab)
    assert QApplication.focusWidget() is undo
    QTest.keyClick(undo, Key.Key_Space)
    assert len(names(at_birds)) == 6


def test_ctrl_clicks_select_and_a_plain_click_opens(at_birds: HomeView) -> None:
    opened: list[str] = []
    at_birds.open_requested.connect(opened.append)
    click(at_birds, 0, Mod.ControlModifier)
    click(at_birds, 3, Mod.ControlModifier)
    assert [entry.number for entry in at_birds.tiles.chosen_entries] == [1, 4]
    click(at_birds, 5, Mod.ShiftModifier)
    assert opened == []
    click(at_birds, 2)
    assert opened == [at_birds.model.entry(2).id]


@pytest.mark.parametrize("keyboard", [False, True])
def test_the_menu_of_a_tile(at_birds: HomeView, keyboard: bool) -> None:
    at = at_birds.tiles.visualRect(at_birds.model.index(2)).center()
    at_birds.tiles.setCurrentIndex(at_birds.model.index(2))
    menu = open_menu(at_birds.tiles.viewport(), at, keyboard)
    assert texts(menu) == [
        "Open", "Print…", "Make Pack…", "Tags…", "Rename…", "Move To", "Export as Zip…",
        "Export to Folder…", "Delete",
    ]  # fmt: skip
    choose(menu, "Delete")
    assert "No. 3" not in names(at_birds)


def test_a_bundled_puzzle_can_only_be_opened_printed_and_packed(at_birds: HomeView) -> None:
    at_birds.sidebar.go_to("first-steps")
    QApplication.processEvents()
    at = at_birds.tiles.visualRect(at_birds.model.index(0)).center()
    menu = open_menu(at_birds.tiles.viewport(), at)
    assert texts(menu) == ["Open", "Print…", "Make Pack…"]
    menu.close()
    before = names(at_birds)
    for key in (Key.Key_Delete, Key.Key_F2):
        press(at_birds, key)
    assert QApplication.activeModalWidget() is None
    assert names(at_birds) == before


def test_a_name_of_the_player_is_shown_and_found(at_birds: HomeView) -> None:
    press(at_birds, Key.Key_Right)
    press(at_birds, Key.Key_F2)
    answer("Robin  <b>")
    assert names(at_birds)[1] == "Robin <b>"
    at_birds.head.search.setText("robin")
    assert names(at_birds) == ["Robin <b>"]
    at_birds.head.search.clear()
    press(at_birds, Key.Key_F2)
    answer("")
    assert names(at_birds)[1] == "No. 2"


def test_tags_filter_and_are_searched(
    at_birds: HomeView, collecting: HomeCollections, library: Library
) -> None:
    assert not at_birds.filters.tag_box.isVisible()
    press(at_birds, Key.Key_A, Mod.ControlModifier)
    collecting.managing.edit_tags()
    answer("hard, for Anna")
    at_birds.tiles.setCurrentIndex(at_birds.model.index(0))
    collecting.managing.edit_tags()
    answer("hard, short")
    store = CollectionStore(library)
    assert [one.tags for one in store.puzzles()[:2]] == [("hard", "short"), ("for Anna", "hard")]
    box = at_birds.filters.tag_box
    assert [box.itemText(k) for k in range(box.count())] == ["Any tag", "for Anna", "hard", "short"]
    box.setFocus()
    QTest.keyClick(box, Key.Key_Down)
    assert len(names(at_birds)) == 5
    box.setCurrentIndex(0)
    at_birds.head.search.setText("tag:sho")
    assert names(at_birds) == ["No. 1"]


def test_puzzles_are_moved_to_another_collection(
    at_birds: HomeView, collecting: HomeCollections, library: Library, tmp_path: Path
) -> None:
    imported(library.path, folder_of(tmp_path / "ships", 1, first=50))
    at_birds.refresh()
    click(at_birds, 1, Mod.ControlModifier)
    menu = collecting.managing.tile_menu()
    assert menu is not None
    submenu = next(a.menu() for a in menu.actions() if a.text() == "Move To")
    assert isinstance(submenu, QMenu)
    assert texts(submenu) == ["Ships", "New Collection…"]
    submenu.actions()[0].trigger()
    assert [len(s.entries) for s in at_birds.shelves if s.collection] == [5, 2]
    menu.close()


# Collections


def test_a_collection_is_renamed_deleted_and_restored(at_birds: HomeView) -> None:
    sidebar = at_birds.sidebar
    sidebar.setFocus()
    QTest.keyClick(sidebar, Key.Key_F2)
    answer("Owls & <i>")
    assert at_birds.heading.text() == "Owls & <i>"
    QTest.keyClick(sidebar, Key.Key_Delete)
    assert at_birds.banner.text == "Deleted “Owls & <i>” with 6 puzzles."
    assert at_birds.banner.label.textFormat() is Qt.TextFormat.PlainText
    assert all(not shelf.collection for shelf in at_birds.shelves)
    QTest.mouseClick(at_birds.banner.button("Undo"), Qt.MouseButton.LeftButton)
    assert collection(at_birds).title == "Owls & <i>"
    assert len(collection(at_birds).entries) == 6


@pytest.mark.parametrize("way", ["button", "heading", "sidebar"])
def test_the_menu_of_a_collection(at_birds: HomeView, way: str) -> None:
    if way == "button":
        QTest.mouseClick(at_birds.section.button, Qt.MouseButton.LeftButton)
        menu = popup()
    elif way == "heading":
        menu = open_menu(at_birds.heading, QPoint(5, 5))
    else:
        item = at_birds.sidebar.currentItem()
        at = at_birds.sidebar.visualItemRect(item).center()
        menu = open_menu(at_birds.sidebar.viewport(), at)
    assert texts(menu) == [
        "Rename…",
        "Print…",
        "Make Pack…",
        "Export as Zip…",
        "Export to Folder…",
        "Delete",
    ]
    menu.close()


def test_other_shelves_can_only_be_printed_and_packed(at_birds: HomeView) -> None:
    sidebar = at_birds.sidebar
    item = next(
        sidebar.item(k) for k in range(sidebar.count()) if "First" in sidebar.item(k).text()
    )
    menu = open_menu(sidebar.viewport(), sidebar.visualItemRect(item).center())
    assert texts(menu) == ["Print…", "Make Pack…"]
    asked: list[tuple[object, str]] = []
    at_birds.print_requested.connect(lambda entries, title: asked.append((len(entries), title)))
    choose(menu, "Print…")
    assert asked == [(9, "First steps")]
    sidebar.go_to("first-steps")
    QTest.keyClick(sidebar, Key.Key_Delete)
    assert not at_birds.section.button.isVisible()
    assert at_birds.banner.text == ""


def test_a_taken_title_is_a_sentence(at_birds: HomeView, library: Library, tmp_path: Path) -> None:
    imported(library.path, folder_of(tmp_path / "ships", 1, first=50))
    at_birds.refresh()
    QTest.keyClick(at_birds.sidebar, Key.Key_F2)
    answer("Ships")
    assert at_birds.banner.text.startswith("There is a collection “Ships” already")


def test_a_change_waits_while_another_program_writes(
    qtbot: QtBot, at_birds: HomeView, library: Library
) -> None:
    other = sqlite3.connect(library.path, isolation_level=None)
    other.execute("begin immediate")
    press(at_birds, Key.Key_Delete)
    assert len(names(at_birds)) == 6
    other.execute("rollback")
    other.close()
    qtbot.waitUntil(lambda: len(names(at_birds)) == 5, timeout=5000)


# Export


@pytest.mark.parametrize("as_archive", few(1, [True, False]))
def test_an_exported_collection_is_imported_as_the_same(
    qtbot: QtBot, at_birds: HomeView, collecting: HomeCollections, library: Library, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, as_archive: bool,
) -> None:  # fmt: skip
    store = CollectionStore(library)
    store.rename(store.puzzles()[2].id, "Robin")
    at_birds.refresh()
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out" / "Birds"), "")
    )
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "out"))
    (tmp_path / "out").mkdir()
    menu = collecting.managing.shelf_menu(collection(at_birds).id)
    assert menu is not None
    menu.actions()[3 if as_archive else 4].trigger()
    qtbot.waitUntil(lambda: at_birds.banner.text.startswith("Exported 6 puzzles"), timeout=20_000)
    path = tmp_path / "out" / ("Birds.zip" if as_archive else "Birds")
    assert path.exists()
    again = tmp_path / "other" / "library.sqlite3"
    report = imported(again, path)
    assert [finding.name.removeprefix("Birds.zip: ") for finding in report.findings] == [
        "1.non", "2.non", "3 Robin.non", "4.non", "5.non", "6.non",
    ]  # fmt: skip
    clues = [(one.number, one.clues) for one in store.puzzles()]
    assert [(one.number, one.clues) for one in CollectionStore(Library(again)).puzzles()] == clues


def test_an_export_that_fails_is_a_sentence(
    qtbot: QtBot, at_birds: HomeView, collecting: HomeCollections, tmp_path: Path
) -> None:
    target = tmp_path / "missing" / "a.zip"
    collecting.exporting.start(collection(at_birds).entries, target)
    qtbot.waitUntil(lambda: "ended early" in at_birds.banner.text, timeout=20_000)
    assert "cannot be saved" in at_birds.banner.text


# Opening


@pytest.fixture
def at_home(window: MainWindow, library: Library, birds: Path) -> MainWindow:
    keep_moves(window, library)
    window.home.show()
    QApplication.processEvents()
    return window


def test_an_imported_puzzle_is_played_and_continued(
    qtbot: QtBot, at_home: MainWindow, library: Library
) -> None:
    view = view_of(at_home)
    view.sidebar.go_to(collection(view).id)
    QApplication.processEvents()
    click(view, 2)
    qtbot.waitUntil(lambda: not at_home.home.is_shown)
    assert at_home.session.puzzle.rows == numbered(2).rows
    assert at_home.windowTitle().startswith("Birds, No. 3")
    at_home.session.paint({0: SHADED}, "Shade")
    at_home.home.show()
    assert view.model.entry(2).state.value == "started"
    assert not any(shelf.id == "my-puzzles" for shelf in view.shelves), "it is in its collection"
    at_home.session.new(3, 3)
    at_home.home.show()
    view.open_requested.emit(view.model.entry(2).id)
    qtbot.waitUntil(lambda: not at_home.home.is_shown)
    assert at_home.session.marks.cells[0] == SHADED


def test_a_deleted_puzzle_that_was_played_is_not_among_the_others(
    at_home: MainWindow, library: Library, qtbot: QtBot
) -> None:
    view = view_of(at_home)
    view.open_requested.emit(collection(view).entries[0].id)
    qtbot.waitUntil(lambda: not at_home.home.is_shown)
    at_home.session.paint({0: SHADED}, "Shade")
    at_home.home.show()
    view.sidebar.go_to(collection(view).id)
    press(view, Key.Key_Delete)
    assert len(CollectionStore(library).puzzles()) == 5
    assert not any(shelf.id == "my-puzzles" for shelf in view.shelves)


def test_a_solved_puzzle_without_a_goal_shows_the_marks_of_its_game(
    at_home: MainWindow, library: Library, tmp_path: Path, qtbot: QtBot
) -> None:
    puzzle = numbered(99)
    path = tmp_path / "plain.non"
    path.write_bytes(file_of(replace(puzzle, goal="")))
    imported(library.path, path)
    at_home.home.show()
    view = view_of(at_home)
    view.open_requested.emit(collection(view).entries[0].id)
    qtbot.waitUntil(lambda: not at_home.home.is_shown)
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    shaded = {k: SHADED for k, state in enumerate(goal.cells) if state == SHADED}
    at_home.session.paint(shaded, "Shade")
    at_home.home.show()
    (entry,) = collection(view).entries
    assert entry.is_solved
    document = at_home.home.source.picture(entry)
    shown = shown_cells(entry, document)
    assert shown is not None
    assert {k for k, state in enumerate(shown.cells) if state == SHADED} == set(shaded)
