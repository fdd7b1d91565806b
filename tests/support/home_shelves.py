"""Shelves of puzzles, and what tests do with the view of Home."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from helper.home.entries import Entry, EntryState, Shelf
from helper.home.home_view import HomeView
from puzzles import BLANK, SHADED, Grid, NonogramError, Puzzle, puzzle_of
from puzzles.formats import Document
from puzzles.model import BLACK, WHITE, Color

Maker = Callable[..., HomeView]
"""Opens a window with Home: source, width and height in px."""
TODAY = date(2026, 11, 22)
RED = Color("a", "#d02020")
SECRET = "Zebra"
"""The beginning of the title of every puzzle."""


def entry(number: int = 1, shelf: str = "animals", **values: object) -> Entry:
    """An entry of 10x10, new, whose title must not be shown."""
    made = Entry(f"{shelf}/{number}", shelf, number, f"{SECRET} {number}", 10, 10, "")
    return made._replace(**values)  # type: ignore[arg-type]


def shelf(name: str, *entries: Entry, is_bundled: bool = True) -> Shelf:
    """A shelf titled like its id."""
    return Shelf(name, name.capitalize(), entries, is_bundled)


def mixed_shelves() -> list[Shelf]:
    """One solved, one started and ten new animals, two ships, and an empty shelf."""
    animals = [entry(k) for k in range(1, 13)]
    animals[0] = entry(1, state=EntryState.SOLVED, seconds=252.0, used_at=9.0)
    animals[2] = entry(3, state=EntryState.STARTED, done=0.7, used_at=7.0)
    ships = entry(1, "ships", width=30), entry(2, "ships", colors=3)
    return [shelf("animals", *animals), shelf("ships", *ships), shelf("mine", is_bundled=False)]


def document(height: int = 10, width: int = 10, is_colored: bool = False) -> Document:
    """A puzzle whose picture is its left half, and whose marks are the top row."""
    palette = (WHITE, BLACK, RED) if is_colored else (WHITE, BLACK)
    shaded = 4 if is_colored else SHADED
    cells = [shaded if k % width < width // 2 else BLANK for k in range(height * width)]
    picture = Grid(height, width, len(palette), cells)
    puzzle = puzzle_of(picture, replace(Puzzle.empty(height, width), palette=palette))
    marks = Grid.for_puzzle(puzzle)
    for column in range(width):
        marks[0, column] = shaded
    return Document(puzzle, marks)


class FakeSource:
    """A source that records what is loaded; closed, it lets every load wait."""

    def __init__(self, shelves: Sequence[Shelf]) -> None:
        self.found = list(shelves)
        self.loaded: list[str] = []
        self.broken: set[str] = set()
        self.gate = threading.Event()
        self.gate.set()

    def shelves(self) -> Sequence[Shelf]:
        return list(self.found)

    def picture(self, entry: Entry) -> Document:
        self.loaded.append(entry.id)
        assert self.gate.wait(60)
        if entry.id in self.broken:
            raise NonogramError("the file is damaged")
        return document(entry.height, entry.width, entry.colors > 1)


def many_solved(count: int) -> FakeSource:
    """A source with one shelf of solved puzzles, numbered from 0."""
    return FakeSource(
        [shelf("animals", *(entry(k, state=EntryState.SOLVED) for k in range(count)))]
    )


Key = Qt.Key


def shown(view: HomeView) -> list[str]:
    return [one.id for one in view.model.entries]


def click_tile(view: HomeView, row: int) -> None:
    at = view.tiles.visualRect(view.model.index(row)).center()
    QTest.mouseClick(view.tiles.viewport(), Qt.MouseButton.LeftButton, pos=at)


def focus(view: HomeView) -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(view: HomeView, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(focus(view), key)
