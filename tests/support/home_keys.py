"""Home as the player uses it: keys, clicks, menus and dialogs, and the player's own shelves."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from helper.application.library import Library
from helper.home.entries import DRAWINGS, SCANNED, Entry, Shelf
from helper.home.home_view import HomeView
from helper.home.library_source import OTHERS
from helper.main_window.main_window import MainWindow
from helper.widgets.text_dialog import TextDialog
from puzzles.packs import packs
from tests.support.boards import random_puzzle

Key, Mod = Qt.Key, Qt.KeyboardModifier


def view_of(window: MainWindow) -> HomeView:
    """Home, which has been shown."""
    view = window.home.view
    assert view is not None
    return view


def names(view: HomeView) -> list[str]:
    """The names on the tiles."""
    return [view.model.index(row).data() for row in range(view.model.rowCount())]


def collection(view: HomeView) -> Shelf:
    """The last one of the player's collections."""
    return [shelf for shelf in view.shelves if shelf.collection][-1]


def press(view: HomeView, key: Qt.Key, modifier: Qt.KeyboardModifier = Mod.NoModifier) -> None:
    """Press a key in the tiles."""
    QTest.keyClick(view.tiles, key, modifier)


def click(view: HomeView, row: int, modifier: Qt.KeyboardModifier = Mod.NoModifier) -> None:
    """Click a tile."""
    at = view.tiles.visualRect(view.model.index(row)).center()
    QTest.mouseClick(view.tiles.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def popup() -> QMenu:
    """The menu that is open."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def texts(menu: QMenu) -> list[str]:
    """The commands of a menu."""
    return [action.text().partition("\t")[0] for action in menu.actions() if action.text()]


def choose(menu: QMenu, text: str) -> None:
    """Click an entry of a menu."""
    action = next(a for a in menu.actions() if a.text().partition("\t")[0] == text)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def open_menu(target: QWidget, at: QPoint, keyboard: bool = False) -> QMenu:
    """Open a context menu."""
    reasons = QContextMenuEvent.Reason
    reason = reasons.Keyboard if keyboard else reasons.Mouse
    QApplication.sendEvent(target, QContextMenuEvent(reason, at, target.mapToGlobal(at)))
    return popup()


def tile_menu(view: HomeView, row: int) -> QMenu:
    """Open the context menu of a tile."""
    view.tiles.setCurrentIndex(view.model.index(row))
    QApplication.processEvents()
    return open_menu(view.tiles.viewport(), view.tiles.visualRect(view.model.index(row)).center())


def answer(text: str) -> None:
    """Type into the dialog that is open, and press Enter."""
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TextDialog)
    dialog.field.selectAll()
    QTest.keyClick(dialog.field, Key.Key_Delete)
    QTest.keyClicks(dialog.field, text)
    QTest.keyClick(dialog.field, Key.Key_Return)


OWN = [DRAWINGS, OTHERS, SCANNED]
_FEW = ("first-steps", "one-technique-more", "tiny-pictures", "in-colour")
FEW_PACKS = tuple(pack for pack in packs() if pack.name in _FEW)
"""Home with these only is opened in half the time."""
OTHER_PUZZLE = random_puzzle(4, 6, 6)


def at_shelf(window: MainWindow, name: str) -> HomeView:
    """Home at a shelf, the tiles have the focus."""
    window.home.show()
    view = view_of(window)
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
