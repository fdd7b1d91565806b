"""Recent files and progress that are forgotten on Home, Undo by its key, and what is purged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.home.entries import DRAWINGS, EntryState
from helper.home.library_source import OTHERS, RECENT
from helper.main_window.main_window import MainWindow
from puzzles import SHADED
from puzzles.formats import Document, write
from puzzles.packs import packs
from tests.support.boards import random_puzzle
from tests.support.cases import few
from tests.support.home_keys import (
    OTHER_PUZZLE,
    Key,
    at_shelf,
    choose,
    contents,
    names,
    popup,
    press,
    shelf,
    texts,
    tile_menu,
    undo_by_keyboard,
)
from tests.support.imports import imported

# Recent files


@pytest.fixture
def three_files(kept: MainWindow, tmp_path: Path) -> list[Path]:
    """Recent files, the latest first; the first one was begun."""
    paths = [tmp_path / f"{k}.non" for k in range(3)]
    for k, path in reversed(list(enumerate(paths))):
        write(path, Document(random_puzzle(10 + k, 6, 6)))
        kept.files.open_file(path)
        if k == 0:
            kept.session.paint({0: SHADED}, "Shade")
        kept.leaving.close_puzzle()
    return paths


def test_a_recent_file_leaves_the_list_and_stays_on_the_disk(
    kept: MainWindow, three_files: list[Path], settings: Settings, library: Library
) -> None:
    before = settings.recent, contents(library)
    view = at_shelf(kept, RECENT)
    assert texts(tile_menu(view, 1)) == ["Open", "Print…", "Make Pack…", "Remove from Recent Files"]
    choose(popup(), "Remove from Recent Files")
    assert names(view) == ["0.non", "2.non"]
    assert view.banner.text == "Removed “1.non” from Recent Files; the file is kept."
    view.tiles.setCurrentIndex(view.model.index(0))
    press(view, Key.Key_Delete)
    assert view.banner.text == (
        "Removed “0.non” from Recent Files; the file and your progress are kept."
    )
    assert len(shelf(kept, OTHERS)) == 1, "its game"
    assert all(path.exists() for path in three_files)
    undo_by_keyboard(view)
    undo_by_keyboard(view)
    assert names(view) == ["0.non", "1.non", "2.non"]
    assert (settings.recent, contents(library)) == before


def test_several_recent_files_come_back_in_their_order(
    kept: MainWindow, three_files: list[Path], settings: Settings
) -> None:
    before = settings.recent
    view = at_shelf(kept, RECENT)
    press(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(view, Key.Key_Delete)
    assert not settings.recent
    assert view.banner.text == "Removed 3 files from Recent Files; the files are kept."
    view.banner.button("Undo").click()
    assert settings.recent == before


def test_the_game_of_a_recent_file_outlives_a_collection_with_its_puzzle(
    kept: MainWindow, three_files: list[Path], library: Library
) -> None:
    imported(library.path, three_files[0], recent={str(three_files[0])})
    collection = next(shelf for shelf in kept.home.source.shelves() if shelf.collection)
    assert len(collection.entries) == 1
    press(at_shelf(kept, collection.id), Key.Key_Delete)
    assert len(library.games()) == 1
    assert shelf(kept, RECENT)[0].state is EntryState.STARTED


# Bundled puzzles


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """What message boxes answer, and then what they asked."""
    given: list[bool] = []
    kinds = QMessageBox.StandardButton
    monkeypatch.setattr(
        QMessageBox, "question", lambda *_: kinds.Yes if given.pop(0) else kinds.Cancel
    )
    yield given
    assert given == [], "all were asked"


@pytest.mark.parametrize("is_solved", few(1, [False, True]))
def test_the_progress_of_a_bundled_puzzle_is_forgotten_and_comes_back(
    kept: MainWindow, library: Library, answers: list[bool], is_solved: bool
) -> None:
    pack = packs()[0]
    kept.files.open_bundled(pack.puzzles[1].path)
    goal = kept.session.puzzle.goal
    shaded = {k: SHADED for k, c in enumerate(goal) if c == "1"}
    kept.session.paint(shaded if is_solved else {0: SHADED}, "Shade")
    kept.leaving.close_puzzle()
    assert len(library.solves()) == is_solved
    before, entries = contents(library), shelf(kept, pack.name)
    view = at_shelf(kept, pack.name)
    assert texts(tile_menu(view, 0)) == ["Open", "Print…", "Make Pack…"], "it was never begun"
    popup().close()
    menu = tile_menu(view, 1)
    assert texts(menu) == ["Open", "Print…", "Make Pack…", "Forget My Progress…"]
    answers.append(False)
    choose(menu, "Forget My Progress…")
    assert (contents(library), shelf(kept, pack.name)) == (before, entries)
    answers.append(True)
    press(view, Key.Key_Delete)
    assert view.banner.text == "Your progress with 1 puzzle is forgotten."
    assert [entry.state.value for entry in shelf(kept, pack.name)][:3] == ["new"] * 3
    assert len(library.solves()) == is_solved, "the statistics stay"
    undo_by_keyboard(view)
    assert (contents(library), shelf(kept, pack.name)) == (before, entries)


def test_forgetting_the_open_puzzle_closes_it(
    kept: MainWindow, answers: list[bool], library: Library
) -> None:
    pack = packs()[0]
    kept.files.open_bundled(pack.puzzles[0].path)
    kept.session.paint({0: SHADED}, "Shade")
    view = at_shelf(kept, pack.name)
    answers.append(True)
    press(view, Key.Key_Delete)
    assert kept.session.is_empty
    assert library.games() == ()
    kept.close()
    assert library.games() == (), "nothing is written afterwards"


# Undo by its key


def test_ctrl_z_undoes_deletions_at_home_and_moves_on_the_board(
    kept: MainWindow, make: Callable[[str], None], library: Library
) -> None:
    make(DRAWINGS)
    make(OTHERS)
    kept.session.open_unsaved(Document(OTHER_PUZZLE))
    kept.session.paint({0: SHADED}, "Shade")
    before, marks, undo = contents(library), kept.session.marks, kept.commands["undo"]
    view = at_shelf(kept, DRAWINGS)
    assert (undo.text(), undo.isEnabled()) == ("&Undo", False), "the board's move is not in sight"
    press(view, Key.Key_Delete)
    others = at_shelf(kept, OTHERS)
    others.tiles.setCurrentIndex(others.model.index(0))  # not the one that is open
    press(others, Key.Key_Delete)
    assert (undo.text(), undo.isEnabled()) == ("&Undo Delete", True)
    view.banner.button("Close").click()
    view.sidebar.setFocus()
    for shelf_name in (OTHERS, DRAWINGS):
        QTest.keySequence(kept, "Ctrl+Z")
        assert view.sidebar.place == shelf_name, "what came back is shown"
        assert view.banner.text == "", "its message was closed"
    assert contents(library) == before
    assert (undo.text(), undo.isEnabled()) == ("&Undo", False)
    QTest.keySequence(kept, "Ctrl+Z")
    assert kept.session.marks is marks
    kept.home.show_board()
    assert (undo.text(), undo.isEnabled()) == ("&Undo Shade", True)
    QTest.keySequence(kept, "Ctrl+Z")
    assert kept.session.marks.is_untouched


def test_ctrl_z_in_the_search_field_undoes_typing(
    kept: MainWindow, make: Callable[[str], None]
) -> None:
    make(DRAWINGS)
    view = at_shelf(kept, DRAWINGS)
    press(view, Key.Key_Delete)
    QTest.keySequence(kept, "Ctrl+F")
    QTest.keyClicks(view.head.search, "owl")
    QTest.keySequence(view.head.search, "Ctrl+Z")
    assert view.head.search.text() == ""
    assert shelf(kept, DRAWINGS) == ()


# Messages


def test_a_sentence_goes_by_itself_and_a_failure_stays(
    kept: MainWindow, make: Callable[[str], None], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.collections.undoing.MESSAGE_MS", 50)
    make(DRAWINGS)
    view = at_shelf(kept, DRAWINGS)
    kept.library._say("The library was backed up to a.zip.")
    assert view.banner.text == "The library was backed up to a.zip."
    qtbot.waitUntil(lambda: view.banner.text == "")
    press(view, Key.Key_Delete)
    kept.library._say("The library was backed up to a.zip.")
    qtbot.waitUntil(lambda: view.banner.text == "Deleted 1 drawing.")
    assert kept.home.collecting is not None
    kept.library._say("The library was backed up to a.zip.")
    kept.home.collecting.undoing.warn("The disk is full.")
    QTest.qWait(150)
    assert view.banner.text == "The disk is full."


# What is not needed any more


def test_the_window_purges_what_was_deleted_long_ago_as_soon_as_the_library_is_not_busy(
    kept: MainWindow, make: Callable[[str], None], library: Library, qtbot: QtBot
) -> None:
    make(DRAWINGS)
    make(OTHERS)
    press(at_shelf(kept, DRAWINGS), Key.Key_Delete)
    with closing(sqlite3.connect(library.path, isolation_level=None)) as other:
        other.execute("update games set deleted_at = '2026-01-01' where deleted_at is not null")
        other.execute("begin immediate")
        kept.library.purge()
        other.execute("rollback")
        qtbot.waitUntil(
            lambda: other.execute("select count(*) from games").fetchone() == (1,), timeout=5000
        )
    view = at_shelf(kept, OTHERS)
    view.banner.button("Undo").click()
    assert view.banner.text == "This cannot be undone any more: it was done too long ago."
