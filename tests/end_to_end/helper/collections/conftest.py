"""Home with collections."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.theme import ThemeManager
from helper.collections.collecting import Collecting
from helper.home.library_source import LibrarySource
from helper.home.view import HomeView
from tests.support.imports import folder_of, imported


@pytest.fixture
def library(home: Path) -> Library:
    return Library(home / "library.sqlite3")


@pytest.fixture
def birds(tmp_path: Path, library: Library) -> Path:
    """A folder of six puzzles, which are imported."""
    folder = folder_of(tmp_path / "birds", 6)
    imported(library.path, folder)
    return folder


@pytest.fixture
def view(qtbot: QtBot, themes: ThemeManager, library: Library) -> HomeView:
    made = HomeView(LibrarySource(library), themes, lambda: date(2026, 11, 22))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def collecting(view: HomeView, library: Library) -> Iterator[Collecting]:
    made = Collecting(view, library, LibraryWrites(view))
    yield made
    made.close()


@pytest.fixture
def at_birds(birds: Path, view: HomeView, collecting: Collecting) -> HomeView:
    """Home at the collection, the tiles have the focus."""
    view.refresh()
    view.sidebar.go_to(view.shelves[-1].id)
    view.activateWindow()
    view.tiles.setFocus()
    QApplication.processEvents()
    return view
