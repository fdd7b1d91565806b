"""Home with collections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.theme import ThemeManager
from helper.collections.collecting import HomeCollections
from helper.home.entries import DRAWINGS, SCANNED
from helper.home.home_view import HomeView
from helper.home.library_source import LibrarySource
from helper.main_window.main_window import MainWindow
from helper.play.ticks import CluePlace
from helper.review.photos import keep_photo
from puzzles import SHADED, Axis, Line
from puzzles.formats import Document
from tests.support.boards import random_puzzle
from tests.support.home_keys import collection
from tests.support.imports import folder_of, imported
from tests.support.keeping import keep_moves


@pytest.fixture
def birds(tmp_path: Path, library: Library) -> Path:
    """A folder of six puzzles, which are imported."""
    folder = folder_of(tmp_path / "birds", 6)
    imported(library.path, folder)
    return folder


@pytest.fixture
def view(qtbot: QtBot, themes: ThemeManager, library: Library, few_packs: None) -> HomeView:
    made = HomeView(LibrarySource(library), themes, lambda: date(2026, 11, 22))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def collecting(view: HomeView, library: Library) -> Iterator[HomeCollections]:
    made = HomeCollections(view, library, LibraryWrites(view))
    yield made
    made.close()


@pytest.fixture
def at_birds(birds: Path, view: HomeView, collecting: HomeCollections) -> HomeView:
    """Home at the collection, the tiles have the focus."""
    view.refresh()
    view.sidebar.go_to(collection(view).id)
    view.activateWindow()
    view.tiles.setFocus()
    QApplication.processEvents()
    return view


@pytest.fixture
def kept(window: MainWindow, library: Library) -> MainWindow:
    """A window that keeps its games."""
    keep_moves(window, library)
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
            session.open_unsaved(Document(puzzle))
            if kind == SCANNED:
                keep_photo(puzzle, b"\x89PNG photo")
        session.paint({0: SHADED, 1: SHADED}, "Shade")
        session.paint({5: SHADED}, "Shade")
        session.undo()
        if kind != DRAWINGS:
            session.tick([CluePlace(Line(Axis.ROW, 0), 0)], True, "Tick")
        kept.autosave.keep_zoom(31)
        kept.autosave.clock.set(77)
        kept.autosave.counts.value = kept.autosave.counts.value._replace(hints=2)
        kept.leaving.close_puzzle()

    return made
