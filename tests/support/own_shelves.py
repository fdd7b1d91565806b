"""The player's own shelves on Home."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helper.application.library import Library
from helper.home.entries import DRAWINGS, Entry
from helper.home.library_source import OTHERS, SCANNED
from helper.home.view import HomeView
from helper.main_window.window import MainWindow
from tests.support.boards import random_puzzle
from tests.support.home_keys import Key

OWN = [DRAWINGS, OTHERS, SCANNED]
OTHER_PUZZLE = random_puzzle(4, 6, 6)


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
