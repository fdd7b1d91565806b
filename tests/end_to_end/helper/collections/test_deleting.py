"""Renaming and deleting own puzzles on Home as the player does it, with Undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.home.entries import DRAWINGS, SCANNED
from helper.home.library_source import OTHERS
from helper.home.sidebar import ALL, HOME
from helper.main_window.main_window import MainWindow
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.review.photos import keep_photo
from helper.widgets.text_dialog import TextDialog
from puzzles import BLANK, SHADED
from puzzles.formats import Document, write
from solver.api import solve
from solver.values import Limits
from tests.support.boards import CHICK, random_puzzle
from tests.support.cases import few
from tests.support.home_keys import (
    FEW_PACKS,
    OWN,
    Key,
    answer,
    at_shelf,
    choose,
    contents,
    names,
    press,
    shelf,
    texts,
    tile_menu,
    undo_by_keyboard,
)

# The player's own puzzles


@pytest.mark.parametrize("kind", few(1, OWN))
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


@pytest.mark.parametrize("kind", few(1, OWN))
def test_own_puzzles_are_renamed_and_deleted_by_key_and_by_menu(
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
    menu = tile_menu(view, 0)
    assert texts(menu) == ["Open", "Print…", "Make Pack…", "Rename…", "Delete"]
    choose(menu, "Rename…")
    answer("")
    assert names(view) != ["My <b>owl"]
    choose(tile_menu(view, 0), "Delete")
    assert shelf(kept, kind) == ()


def test_the_dialog_says_what_is_shown_without_a_name(kept: MainWindow) -> None:
    for kind, title, said in (
        (DRAWINGS, "", "The drawing has no title. Without a name, it shows its number."),
        (DRAWINGS, "Cat", "Without a name, the drawing shows its title."),
        (OTHERS, "", "The puzzle has no title. Without a name, it shows its number."),
        (OTHERS, "Cat", "its number, and its title as soon as you have solved it."),
        (SCANNED, "Cat", "Without a name, the puzzle shows its title."),
    ):
        if kind == DRAWINGS:
            kept.session.new(4, 4)
            kept.session.describe(replace(kept.session.puzzle, title=title))
        else:
            puzzle = replace(random_puzzle(3, 9, 8), title=title)
            kept.session.open_unsaved(Document(puzzle))
            if kind == SCANNED:
                keep_photo(puzzle, b"\x89PNG photo")
        kept.session.paint({0: SHADED}, "Shade")
        kept.leaving.close_puzzle()
        view = at_shelf(kept, kind)
        press(view, Key.Key_F2)
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, TextDialog)
        assert dialog.hint.text().endswith(said)
        assert dialog.field.text() == (title if kind == DRAWINGS else "")
        QTest.keyClick(dialog, Key.Key_Escape)
        press(view, Key.Key_Delete)


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
    assert kept.finish.stage.card.title.text() == "Owl"
    kept.finish.close_card()
    assert kept.message_place.bottom.text.startswith(
        "Congratulations! You have solved “Owl” in 1:1"
    )
    press(at_shelf(kept, OTHERS), Key.Key_F2)
    answer("")
    kept.home.show_board()
    assert kept.windowTitle().startswith("Other Puzzles, No. 1[*]"), "as on its tile"


def test_a_drawing_from_home_is_called_by_its_title(
    kept: MainWindow, make: Callable[[str], None], qtbot: QtBot
) -> None:
    make(DRAWINGS)
    press(at_shelf(kept, DRAWINGS), Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.windowTitle().startswith("Drawings, No. 1[*]")
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
    write(path, Document(CHICK))
    kept.files.open_file(path)
    kept.leaving.close_puzzle()
    view = at_shelf(kept, ALL)
    before, ids = contents(library), [entry.id for entry in view.model.entries]
    press(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(view, Key.Key_Delete)
    assert view.banner.text == (
        "Deleted 8 puzzles. Removed “chick.non” from Recent Files; the file is kept."
    )
    assert {entry.shelf for entry in view.model.entries} == {pack.name for pack in FEW_PACKS}
    undo_by_keyboard(view)
    assert [entry.id for entry in view.model.entries] == ids
    assert contents(library) == before


# Puzzles that are open


@pytest.mark.parametrize("kind", few(1, OWN))
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
    assert kept.session.is_empty
    view.banner.button("Undo").click()
    assert [game.moves for game in library.games()] == [moves]
    press(at_shelf(kept, kind), Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.session.marks.cells[7] == SHADED


def test_a_puzzle_that_is_open_in_another_window_is_kept(
    kept: MainWindow, make: Callable[[str], None], library: Library
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
    assert not kept.session.is_empty


# On Home, below another shelf


def test_a_puzzle_of_a_shelf_below_another_one_is_renamed_deleted_and_restored(
    kept: MainWindow, make: Callable[[str], None], library: Library, qtbot: QtBot
) -> None:
    make(DRAWINGS)
    make(DRAWINGS)
    make(OTHERS)
    view = at_shelf(kept, HOME)
    assert view.heading.text() == "Other Puzzles"
    qtbot.waitUntil(lambda: "Drawings" in [row.heading.text() for row in view.rows.rows])
    (below,) = (row for row in view.rows.rows if row.heading.text() == "Drawings")
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
