"""Make Pack: puzzles in an order, as a file, a book and a page; the file is imported as a shelf."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.collections.import_sources import DEFAULT_TITLE, title_for
from helper.collections.pack_dialog import PackDialog
from helper.home.library_source import LibrarySource
from helper.main_window.main_window import MainWindow
from helper.paper.print_dialog import PrintDialog
from network.playable import puzzle_text
from puzzles import Puzzle
from puzzles.formats import Document, read_all
from tests.support.home_keys import collection
from tests.support.imports import imported, numbered, titles_and_numbers
from tests.support.keeping import keep_moves

PUZZLES = [numbered(number) for number in (5, 6, 7, 8)]
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def dialog(qtbot: QtBot) -> PackDialog:
    made = PackDialog(PUZZLES, "Birds")
    qtbot.addWidget(made)
    made.show()
    return made


def rows(puzzles: list[Puzzle]) -> list[object]:
    return [puzzle.rows for puzzle in puzzles]


def ordered(*numbers: int) -> list[object]:
    return [PUZZLES[number].rows for number in numbers]


def test_puzzles_are_moved_and_left_out_by_mouse_and_key(dialog: PackDialog) -> None:
    assert rows(dialog.pack) == ordered(0, 1, 2, 3)
    assert not dialog.up.isEnabled()
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down, ALT)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down, ALT)
    assert rows(dialog.pack) == ordered(1, 2, 0, 3)
    QTest.mouseClick(dialog.up, Qt.MouseButton.LeftButton)
    assert rows(dialog.pack) == ordered(1, 0, 2, 3)
    assert [dialog.list.item(row).text()[:5] for row in range(4)] == [
        f"No. {number}" for number in (1, 2, 3, 4)
    ]
    dialog.list.setCurrentRow(3)
    assert not dialog.down.isEnabled()
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Up, ALT)
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert rows(dialog.pack) == ordered(1, 0, 2)
    for _ in range(5):
        QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert len(dialog.pack) == 1, "a pack has a puzzle"
    assert not dialog.remove.isEnabled()


def test_the_cover_stays_with_its_puzzle(dialog: PackDialog) -> None:
    assert dialog.cover_row is None
    assert [dialog.cover.itemText(row)[:5] for row in range(5)] == [
        "None", *(f"No. {number}" for number in (1, 2, 3, 4)),
    ]  # fmt: skip
    dialog.cover.setCurrentIndex(2)
    assert dialog.cover_row == 1
    dialog.list.setCurrentRow(1)
    QTest.mouseClick(dialog.up, Qt.MouseButton.LeftButton)
    assert dialog.cover_row == 0
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert dialog.cover_row is None


def test_a_puzzle_whose_picture_nobody_knows_is_no_cover(qtbot: QtBot) -> None:
    dialog = PackDialog([replace(each, goal="") for each in PUZZLES], "Birds")
    qtbot.addWidget(dialog)
    assert dialog.cover.isHidden()


def test_the_book_gets_the_cover(packing: PackDialog, window: MainWindow) -> None:
    packing.cover.setCurrentIndex(3)
    press(packing, "pack_book")
    shown = window.findChild(PrintDialog)
    assert shown is not None
    assert [each.is_cover for each in shown._puzzles] == [False, False, True, False]


def test_author_and_licence_are_those_of_puzzles_that_name_none(qtbot: QtBot) -> None:
    other = replace(PUZZLES[0], author="Somebody", license="MIT")
    dialog = PackDialog([other, PUZZLES[1]], "")
    qtbot.addWidget(dialog)
    dialog.author.setText("  Ann   Author ")
    dialog.license.setCurrentText("CC BY 4.0")
    assert [(each.author, each.license) for each in dialog.pack] == [
        ("Somebody", "MIT"),
        ("Ann Author", "CC BY 4.0"),
    ]
    dialog.name.setText("   ")
    assert dialog.pack_name == "My Pack"


def test_no_title_tells_a_picture(qtbot: QtBot) -> None:
    dialog = PackDialog([replace(PUZZLES[0], title="Owl")], "Birds")
    qtbot.addWidget(dialog)
    assert dialog.list.item(0).text() == "No. 1: 6 × 5"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("North_birds.nonpack", "North birds"),
        ("birds.NONPACK.gz", "Birds"),
        ("birds.non", DEFAULT_TITLE),
        ("birds.html", DEFAULT_TITLE),
    ],
)
def test_a_pack_becomes_a_shelf_of_its_name(name: str, title: str) -> None:
    assert title_for(Path(name)) == title


@pytest.fixture
def packing(window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> PackDialog:
    """The dialog in a window, with a folder for its files."""
    (tmp_path / "out").mkdir()

    def answer(_parent: object, _caption: str, start: str, _filters: str) -> tuple[str, str]:
        return str(tmp_path / "out" / Path(start).name), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    window.paper.make_pack([Document(each) for each in PUZZLES], "Birds")
    (found,) = window.findChildren(PackDialog)
    return found


def press(dialog: PackDialog, way: str) -> None:
    QTest.mouseClick(dialog.choices.buttons[way], Qt.MouseButton.LeftButton)


def test_a_pack_is_imported_as_a_shelf_in_its_order(packing: PackDialog, tmp_path: Path) -> None:
    QTest.mouseClick(packing.down, Qt.MouseButton.LeftButton)
    packing.author.setText("Ann")
    press(packing, "pack_file")
    target = tmp_path / "out" / "Birds.nonpack"
    assert str(target) in packing.told.text()
    found = [each.puzzle for each in read_all(target)]
    assert rows(found) == ordered(1, 0, 2, 3)
    assert {puzzle.author for puzzle in found} == {"Ann"}
    library = tmp_path / "friend" / "library.sqlite3"
    imported(library, target)
    assert titles_and_numbers(library) == [("Birds", number) for number in (1, 2, 3, 4)]
    shelves = LibrarySource(Library(library)).shelves()
    (shelf,) = (each for each in shelves if each.collection)
    assert (shelf.title, len(shelf.entries)) == ("Birds", 4)


def test_a_pack_is_a_page_with_a_shelf(packing: PackDialog, tmp_path: Path) -> None:
    QTest.mouseClick(packing.down, Qt.MouseButton.LeftButton)
    press(packing, "pack_page")
    page = (tmp_path / "out" / "Birds.html").read_text("utf-8")
    places = [page.index(puzzle_text(PUZZLES[number])) for number in (1, 0, 2, 3)]
    assert places == sorted(places)
    assert "<title>Birds</title>" in page


def test_a_pack_is_a_book_with_its_name(window: MainWindow, packing: PackDialog) -> None:
    QTest.mouseClick(packing.down, Qt.MouseButton.LeftButton)
    press(packing, "pack_book")
    printing = window.paper.printing.dialog
    assert printing is not None
    book = printing.planned()
    assert book.options.title == "Birds"
    assert [each.puzzle.rows for each in book.puzzles] == ordered(1, 0, 2, 3)
    printing.close()


def test_the_chosen_puzzles_of_home_become_a_pack(
    window: MainWindow, library: Library, birds: Path, said: list[str]
) -> None:
    keep_moves(window, library)
    window.home.show()
    view = window.home.view
    assert view is not None
    window.commands["make_pack"].trigger()
    assert not window.findChildren(PackDialog)
    view.sidebar.go_to(collection(view).id)
    QApplication.processEvents()
    window.commands["make_pack"].trigger()
    (dialog,) = window.findChildren(PackDialog)
    assert dialog.list.count() == 6
    assert dialog.pack_name == collection(view).title
    dialog.close()
