"""Renaming, deleting and forgetting on Home as the player does it, with Undo."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.home.entries import DRAWINGS, Entry, State
from helper.home.library_source import OTHERS, RECENT, SCANNED
from helper.home.sidebar import ALL, HOME
from helper.home.view import HomeView
from helper.main_window.window import MainWindow
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.play.ticks import CluePlace
from helper.review.photos import keep_photo
from helper.widgets.text_dialog import TextDialog
from puzzles import BLANK, SHADED, Axis, Line
from puzzles.formats import Document, write
from puzzles.packs import packs
from solver.api import solve
from solver.values import Limits
from tests.support.boards import CHICK, random_puzzle
from tests.support.home_keys import Key, answer, choose, names, popup, press, texts, tile_menu
from tests.support.imports import imported

OWN = [DRAWINGS, OTHERS, SCANNED]
OTHER_PUZZLE = random_puzzle(4, 6, 6)


@pytest.fixture
def kept(window: MainWindow, library: Library) -> MainWindow:
    """A window that keeps its games."""
    window.keep_moves(Autosave(window.session, library))
    return window


@pytest.fixture
def make(kept: MainWindow) -> Callable[[str], None]:
    """Makes a played puzzle on one of the player's shelves, and closes it."""

    def made(kind: str) -> None:
        session = kept.session
        if kind == DRAWINGS:
            session.new(4, 4)
        else:
            puzzle = random_puzzle(3, 9, 8)
            session.open_unsaved(Document.untouched(puzzle))
            if kind == SCANNED:
                keep_photo(puzzle, b"\x89PNG photo")
        session.paint({0: SHADED, 1: SHADED}, "Shade")
        session.paint({5: SHADED}, "Shade")
        session.undo_stack.undo()
        if kind != DRAWINGS:
            session.tick([CluePlace(Line(Axis.ROW, 0), 0)], True, "Tick")
        assert kept.autosave is not None
        kept.autosave.keep_zoom(31)
        kept.autosave.clock.set(77)
        kept.autosave.counts.value = kept.autosave.counts.value._replace(hints=2)
        kept.close_puzzle()

    return made


def at_shelf(window: MainWindow, name: str) -> HomeView:
    """Home at a shelf, the tiles have the focus."""
    window.home.show()
    view = window.home.view
    assert view is not None
    view.sidebar.go_to(name)
    assert view.sidebar.place == name
    window.activateWindow()
    view.tiles.setFocus()
    QApplication.processEvents()
    return view


def shelf(window: MainWindow, name: str) -> tuple[Entry, ...]:
    """The entries of a shelf; an empty one is not shown."""
    return next((s.entries for s in window.home.source.shelves() if s.id == name), ())


def contents(library: Library) -> list[str]:
    """The library as text, without ratings, which are added in the background."""
    with closing(sqlite3.connect(library.path)) as db:
        return [line for line in db.iterdump() if not line.startswith('INSERT INTO "ratings"')]


def undo_by_keyboard(view: HomeView) -> None:
    """Tab from the tiles to Undo, and press it."""
    view.activateWindow()  # a menu may have been open
    view.tiles.setFocus()
    QApplication.processEvents()
    undo = view.banner.button("Undo")
    for _ in range(2 * len(view.lists)):  # the shelves of Home come first
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused is undo:
            break
        QTest.keyClick(focused, Key.Key_Tab)
    assert QApplication.focusWidget() is undo
    QTest.keyClick(undo, Key.Key_Space)
    QApplication.processEvents()


# The player's own puzzles


@pytest.mark.parametrize("kind", OWN)
def test_undo_of_a_deletion_gives_everything_back(
    kept: MainWindow, make: Callable[[str], None], library: Library, kind: str
) -> None:
    make(kind)
    before, entries = contents(library), shelf(kept, kind)
    view = at_shelf(kept, kind)
    press(view, Key.Key_Delete)
    noun = "drawing" if kind == DRAWINGS else "puzzle"
    assert view.banner.text == f"Deleted 1 {noun}."
    assert shelf(kept, kind) == ()
    assert library.games() == ()
    undo = view.banner.button("Undo")
    undo.setFocus()
    QTest.keyClick(undo, Key.Key_Space)
    assert contents(library) == before
    assert shelf(kept, kind) == entries
    assert view.sidebar.place == kind, "what came back is shown"
    assert view.tiles.hasFocus()
    assert view.banner.text == ""


@pytest.mark.parametrize("kind", OWN)
def test_own_puzzles_are_renamed_by_key_and_by_menu(
    kept: MainWindow, make: Callable[[str], None], library: Library, kind: str
) -> None:
    make(kind)
    view = at_shelf(kept, kind)
    press(view, Key.Key_F2)
    answer("My  <b>owl")
    assert names(view) == ["My <b>owl"]
    view.head.search.setText("owl")
    assert names(view) == ["My <b>owl"], "it is found"
    view.head.search.clear()
    choose(tile_menu(view, 0), "Rename…")
    answer("")
    assert names(view) != ["My <b>owl"]


@pytest.mark.parametrize(
    ("kind", "title", "said"),
    [
        (DRAWINGS, "", "The drawing has no title. Without a name, it shows its number."),
        (DRAWINGS, "Cat", "Without a name, the drawing shows its title."),
        (OTHERS, "", "The puzzle has no title. Without a name, it shows its number."),
        (OTHERS, "Cat", "its number, and its title as soon as you have solved it."),
    ],
)
def test_the_dialog_says_what_is_shown_without_a_name(
    kept: MainWindow, kind: str, title: str, said: str
) -> None:
    if kind == DRAWINGS:
        kept.session.new(4, 4)
        kept.session.describe(replace(kept.session.puzzle, title=title))
    else:
        puzzle = replace(random_puzzle(3, 9, 8), title=title)
        kept.session.open_unsaved(Document.untouched(puzzle))
    kept.session.paint({0: SHADED}, "Shade")
    kept.close_puzzle()
    press(at_shelf(kept, kind), Key.Key_F2)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TextDialog)
    assert dialog.hint.text().endswith(said)
    assert dialog.field.text() == (title if kind == DRAWINGS else "")
    QTest.keyClick(dialog, Key.Key_Escape)


def test_a_name_stays_when_the_puzzle_is_begun_anew(
    kept: MainWindow, make: Callable[[str], None], library: Library, qtbot: QtBot
) -> None:
    make(OTHERS)
    view = at_shelf(kept, OTHERS)
    press(view, Key.Key_F2)
    answer("Owl")
    press(view, Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.windowTitle().startswith("Owl")
    kept.session.restart()
    kept.session.paint({3: SHADED}, "Shade")
    assert len(library.games()) == 2
    assert names(at_shelf(kept, OTHERS)) == ["Owl"]


def test_a_solved_puzzle_is_called_as_the_player_named_it(
    kept: MainWindow, make: Callable[[str], None], qtbot: QtBot
) -> None:
    make(OTHERS)
    view = at_shelf(kept, OTHERS)
    press(view, Key.Key_F2)
    answer("Owl")
    press(view, Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    (solution,) = solve(kept.session.puzzle, Limits(1)).solutions
    cells = {cell: state for cell, state in enumerate(solution.cells) if state != BLANK}
    kept.session.paint(cells, "Shade")
    assert kept.session.is_solved
    assert kept.session.puzzle.title == ""
    assert kept.windowTitle().startswith("Owl[*]")
    assert kept.panel.name.text() == "Owl"
    assert kept.bottom_banner.text.startswith("Congratulations! You have solved “Owl” in 1:1")
    press(at_shelf(kept, OTHERS), Key.Key_F2)
    answer("")
    kept.home.show_board()
    assert kept.windowTitle().startswith("My Puzzles, No. 1[*]"), "as on its tile"


def test_a_drawing_from_home_is_called_by_its_title(
    kept: MainWindow, make: Callable[[str], None], qtbot: QtBot
) -> None:
    make(DRAWINGS)
    press(at_shelf(kept, DRAWINGS), Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.windowTitle().startswith("My Drawings, No. 1[*]")
    kept.session.describe(replace(kept.session.puzzle, title="Cat"))
    assert kept.windowTitle().startswith("Cat[*]")


def test_all_attempts_at_a_puzzle_are_deleted_together(
    kept: MainWindow, make: Callable[[str], None], library: Library
) -> None:
    make(OTHERS)
    make(OTHERS)
    assert len(library.games()) == 2
    assert len(shelf(kept, OTHERS)) == 1
    before = contents(library)
    view = at_shelf(kept, OTHERS)
    press(view, Key.Key_Delete)
    assert shelf(kept, OTHERS) == (), "no earlier attempt appears"
    view.banner.button("Undo").click()
    assert contents(library) == before


@pytest.mark.parametrize("kind", OWN)
def test_the_menu_of_an_own_puzzle(
    kept: MainWindow, make: Callable[[str], None], kind: str
) -> None:
    make(kind)
    view = at_shelf(kept, kind)
    menu = tile_menu(view, 0)
    assert texts(menu) == ["Open", "Print…", "Rename…", "Delete"]
    choose(menu, "Delete")
    assert shelf(kept, kind) == ()


def test_the_focus_stays_where_the_next_key_does_no_harm(
    kept: MainWindow, make: Callable[[str], None]
) -> None:
    for _ in range(3):
        make(DRAWINGS)
    make(OTHERS)
    view = at_shelf(kept, DRAWINGS)
    press(view, Key.Key_Right)
    press(view, Key.Key_Delete)
    assert view.tiles.hasFocus()
    assert view.tiles.currentIndex().row() == 1
    press(view, Key.Key_Delete)
    assert view.tiles.currentIndex().row() == 0, "there is no next one"
    press(view, Key.Key_Delete)
    assert view.sidebar.place == HOME, "the shelf is gone"
    assert view.sidebar.hasFocus()
    QTest.keyClick(view.sidebar, Key.Key_Delete)
    assert len(shelf(kept, OTHERS)) == 1
    for left in (1, 2, 3):
        undo_by_keyboard(view)
        assert len(shelf(kept, DRAWINGS)) == left
        assert view.tiles.hasFocus()
        assert view.sidebar.place == DRAWINGS


def test_puzzles_of_several_shelves_are_deleted_and_come_back_together(
    kept: MainWindow, make: Callable[[str], None], library: Library, birds: Path, tmp_path: Path
) -> None:
    make(DRAWINGS)
    make(OTHERS)
    path = tmp_path / "chick.non"
    write(path, Document.untouched(CHICK))
    kept.open_file(path)
    kept.close_puzzle()
    view = at_shelf(kept, ALL)
    before, ids = contents(library), [entry.id for entry in view.model.entries]
    press(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(view, Key.Key_Delete)
    assert view.banner.text == (
        "Deleted 8 puzzles. Removed “chick.non” from Recent Files; the file is kept."
    )
    assert {entry.shelf for entry in view.model.entries} == {pack.name for pack in packs()}
    undo_by_keyboard(view)
    assert [entry.id for entry in view.model.entries] == ids
    assert contents(library) == before


# Puzzles that are open


@pytest.mark.parametrize("kind", OWN)
def test_a_puzzle_that_is_open_here_is_closed_and_deleted(
    kept: MainWindow, make: Callable[[str], None], library: Library, kind: str, qtbot: QtBot
) -> None:
    make(kind)
    press(at_shelf(kept, kind), Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    kept.session.paint({7: SHADED}, "Shade")
    moves = library.games()[0].moves
    view = at_shelf(kept, kind)
    press(view, Key.Key_Delete)
    assert kept.home.is_shown, "the window stays at Home"
    assert shelf(kept, kind) == ()
    assert kept.is_empty
    view.banner.button("Undo").click()
    assert [game.moves for game in library.games()] == [moves]
    press(at_shelf(kept, kind), Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.session.marks.cells[7] == SHADED


def test_a_puzzle_that_is_open_in_another_window_is_kept(
    kept: MainWindow, make: Callable[[str], None], library: Library, qtbot: QtBot
) -> None:
    make(DRAWINGS)
    make(OTHERS)
    game = shelf(kept, OTHERS)[0].source
    other = Autosave(Session(), Library(library.path))
    assert other.continue_game(str(game))
    view = at_shelf(kept, OTHERS)
    press(view, Key.Key_Delete)
    assert view.banner.text == "This puzzle is open in another window; close it there first."
    assert len(shelf(kept, OTHERS)) == 1
    assert view.tiles.hasFocus()
    view = at_shelf(kept, ALL)
    press(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(view, Key.Key_Delete)
    assert view.banner.text == (
        "Deleted 1 puzzle. 1 puzzle was kept, since it is open in another window."
    )
    assert (shelf(kept, DRAWINGS), len(shelf(kept, OTHERS))) == ((), 1)
    other.session.paint({20: SHADED}, "Shade")
    assert other.is_keeping
    other.close()
    press(at_shelf(kept, OTHERS), Key.Key_Delete)
    assert shelf(kept, OTHERS) == ()


def test_an_unsaved_puzzle_that_is_to_be_deleted_can_be_kept(
    kept: MainWindow, make: Callable[[str], None], library: Library, said: list[str],
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot,
) -> None:  # fmt: skip
    make(OTHERS)
    press(at_shelf(kept, OTHERS), Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    monkeypatch.setattr(Autosave, "is_keeping", False)
    cancel = QMessageBox.StandardButton.Cancel
    monkeypatch.setattr(QMessageBox, "question", lambda *_: cancel)
    press(at_shelf(kept, OTHERS), Key.Key_Delete)
    assert len(shelf(kept, OTHERS)) == 1
    assert not kept.is_empty


# Recent files


@pytest.fixture
def three_files(kept: MainWindow, tmp_path: Path) -> list[Path]:
    """Recent files, the latest first; the first one was begun."""
    paths = [tmp_path / f"{k}.non" for k in range(3)]
    for k, path in reversed(list(enumerate(paths))):
        write(path, Document.untouched(random_puzzle(10 + k, 6, 6)))
        kept.open_file(path)
        if k == 0:
            kept.session.paint({0: SHADED}, "Shade")
        kept.close_puzzle()
    return paths


def test_a_recent_file_leaves_the_list_and_stays_on_the_disk(
    kept: MainWindow, three_files: list[Path], settings: Settings, library: Library
) -> None:
    before = settings.recent_files, settings.recent_sizes, contents(library)
    view = at_shelf(kept, RECENT)
    assert texts(tile_menu(view, 1)) == ["Open", "Print…", "Remove from Recent Files"]
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
    assert (settings.recent_files, settings.recent_sizes, contents(library)) == before


def test_several_recent_files_come_back_in_their_order(
    kept: MainWindow, three_files: list[Path], settings: Settings
) -> None:
    before = settings.recent_files, settings.recent_sizes
    view = at_shelf(kept, RECENT)
    press(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(view, Key.Key_Delete)
    assert settings.recent_files == []
    assert view.banner.text == "Removed 3 files from Recent Files; the files are kept."
    view.banner.button("Undo").click()
    assert (settings.recent_files, settings.recent_sizes) == before


def test_the_game_of_a_recent_file_outlives_a_collection_with_its_puzzle(
    kept: MainWindow, three_files: list[Path], library: Library, tmp_path: Path
) -> None:
    imported(library.path, three_files[0], recent={str(three_files[0])})
    collection = kept.home.source.shelves()[-1]
    assert len(collection.entries) == 1
    press(at_shelf(kept, collection.id), Key.Key_Delete)
    assert len(library.games()) == 1
    assert shelf(kept, RECENT)[0].state is State.STARTED


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


@pytest.mark.parametrize("is_solved", [False, True])
def test_the_progress_of_a_bundled_puzzle_is_forgotten_and_comes_back(
    kept: MainWindow, library: Library, answers: list[bool], is_solved: bool
) -> None:
    pack = packs()[0]
    kept.open_bundled(pack.puzzles[1].path)
    goal = kept.session.puzzle.goal
    shaded = {k: SHADED for k, c in enumerate(goal) if c == "1"}
    kept.session.paint(shaded if is_solved else {0: SHADED}, "Shade")
    kept.close_puzzle()
    assert len(library.solves()) == is_solved
    before, entries = contents(library), shelf(kept, pack.name)
    view = at_shelf(kept, pack.name)
    assert texts(tile_menu(view, 0)) == ["Open", "Print…"], "it was never begun"
    popup().close()
    menu = tile_menu(view, 1)
    assert texts(menu) == ["Open", "Print…", "Forget My Progress…"]
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
    kept.open_bundled(pack.puzzles[0].path)
    kept.session.paint({0: SHADED}, "Shade")
    view = at_shelf(kept, pack.name)
    answers.append(True)
    press(view, Key.Key_Delete)
    assert kept.is_empty
    assert library.games() == ()
    kept.close()
    assert library.games() == (), "nothing is written afterwards"


# On Home, below another shelf


def test_a_puzzle_of_a_shelf_below_another_one_is_renamed_deleted_and_restored(
    kept: MainWindow, make: Callable[[str], None], library: Library
) -> None:
    make(DRAWINGS)
    make(DRAWINGS)
    make(OTHERS)
    view = at_shelf(kept, HOME)
    assert view.heading.text() == "My Puzzles"
    (below,) = (row for row in view.rows.rows if row.heading.text() == "My Drawings")
    below.tiles.setFocus()
    QTest.keyClick(below.tiles, Key.Key_Right)
    QTest.keyClick(below.tiles, Key.Key_F2)
    answer("Cat")
    assert [below.model.index(row).data() for row in range(2)] == ["No. 1", "Cat"]
    before = contents(library)
    below.tiles.setFocus()
    QTest.keyClick(below.tiles, Key.Key_Delete)
    assert view.banner.text == "Deleted 1 drawing."
    assert len(below.model.entries) == 1
    assert below.tiles.hasFocus()
    QTest.keySequence(kept, "Ctrl+Z")
    assert contents(library) == before
    assert below.tiles.hasFocus()
    assert view.active.chosen_entries[0].name == "Cat", "what came back is shown"
    for _ in range(2):
        QTest.keyClick(below.tiles, Key.Key_Delete)
        below.tiles.setFocus()
    assert shelf(kept, DRAWINGS) == ()
    assert len(shelf(kept, OTHERS)) == 1, "the next Delete does no harm"


# Undo by its key


def test_ctrl_z_undoes_deletions_at_home_and_moves_on_the_board(
    kept: MainWindow, make: Callable[[str], None], library: Library
) -> None:
    make(DRAWINGS)
    make(OTHERS)
    kept.session.open_unsaved(Document.untouched(OTHER_PUZZLE))
    kept.session.paint({0: SHADED}, "Shade")
    before, marks, undo = contents(library), kept.session.marks, kept.actions_.undo
    view = at_shelf(kept, DRAWINGS)
    assert (undo.text(), undo.isEnabled()) == ("&Undo", False), "the board's move is not in sight"
    press(view, Key.Key_Delete)
    press(at_shelf(kept, OTHERS), Key.Key_Delete)
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
