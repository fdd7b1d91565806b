"""The time and memory of Home with many puzzles. Needs no screen."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from benchmarks.harness import Case, Items, Times, benchmark, repeated, run
from benchmarks.window import WINDOW, started, store, wait, with_events
from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.application.library_records import Solve
from helper.application.rating_store import WORDS, KeptRating, RatingStore
from helper.collections.import_work import new_puzzle
from helper.home.entries import Entry, EntryState, Shelf
from helper.home.home_view import HomeView
from helper.home.sidebar import ALL
from puzzles.formats import Document
from puzzles.formats.non import NON
from puzzles.grid import Grid, puzzle_of
from puzzles.model import BLACK, WHITE, Color, Puzzle
from solver.logic.rate import RATING_VERSION
from solver.study.machine import peak_mb

SHELVES = 50
FILES = 60
"""Different puzzle files; each is loaded for many entries, but read each time."""
COLORS = (Color("a", "#c03030"), Color("b", "#30a040"), Color("c", "#3050c0"))


class ManyPuzzles:
    """A source of puzzles made by chance."""

    def __init__(self, count: int) -> None:
        self.loaded = 0
        chance = random.Random(7)
        self._files = [_file(chance, number) for number in range(FILES)]
        entries = [self._entry(chance, number, count) for number in range(count)]
        self._shelves = tuple(
            Shelf(str(k), f"Pack {k + 1}", tuple(e for e in entries if e.shelf == str(k)))
            for k in range(SHELVES)
        )

    def _entry(self, chance: random.Random, number: int, count: int) -> Entry:
        file = number % FILES
        document = NON.read(self._files[file], "")
        per_shelf = -(-count // SHELVES)
        return Entry(
            id=f"p{number}",
            shelf=str(number // per_shelf),
            number=number % per_shelf + 1,
            title=f"Picture {number}",
            height=document.puzzle.height,
            width=document.puzzle.width,
            source=str(file),
            colors=len(document.puzzle.palette) - 1,
            state=list(EntryState)[number % 3],
            seconds=chance.uniform(30, 4000),
            done=chance.random(),
            used_at=chance.uniform(1, 1e9),
        )

    def shelves(self) -> Sequence[Shelf]:
        """All shelves."""
        return self._shelves

    def picture(self, entry: Entry) -> Document:
        """Read the entry's file."""
        self.loaded += 1
        return NON.read(self._files[int(str(entry.source))], "")


def _file(chance: random.Random, number: int) -> bytes:
    height, width = chance.randint(5, 40), chance.randint(5, 40)
    palette = (WHITE, BLACK, *COLORS) if number % 4 == 0 else (WHITE, BLACK)
    states = [1 << k for k in range(len(palette))]
    cells = [chance.choice(states) for _ in range(height * width)]
    grid = Grid(height, width, len(palette), cells)
    puzzle = puzzle_of(grid, replace(Puzzle.empty(height, width), palette=palette))
    return NON.write(Document(puzzle, grid))


def fill_library(count: int) -> None:
    """Put puzzles into the library, in collections, a third of them solved, all of them rated."""
    library = Library(Path(store()) / "library.sqlite3")
    collections, ratings, chance = CollectionStore(library), RatingStore(library), random.Random(7)
    texts = [_file(chance, number) for number in range(FILES)]
    puzzles = [new_puzzle(NON.read(text, "")) for text in texts]
    per_shelf = -(-count // SHELVES)
    for shelf in range(SHELVES):
        new = []
        for number in range(shelf * per_shelf, min(count, (shelf + 1) * per_shelf)):
            puzzle = puzzles[number % FILES]
            new.append(puzzle._replace(clues=f"{number}", canonical=f"{number}"))
            ratings.keep(f"{number}", KeptRating(WORDS[number % 6], 99.0, "edge", RATING_VERSION))
            if number % 3 == 0:
                size = puzzle.height, puzzle.width, puzzle.colors
                library.add_solve(Solve(f"{number}", puzzle.title, *size, 100))
        collections.add(f"Pack {shelf + 1}", new)
    library.close()


START_UP = """
from time import perf_counter, process_time
from helper import app
application, settings, themes = app._started()
window = app.MainWindow(settings, themes)
window.resize(1600, 1000)
wall, cpu = perf_counter(), process_time()
app._open_libraries([window], True)
window.show()
application.processEvents()
assert window.home.is_shown
print(perf_counter() - wall, process_time() - cpu)
"""
"""Prints how long it takes from the library to its first paint, by the clock and of the CPU, s."""


def _wheel(view: HomeView) -> None:
    """Turn the wheel by one notch over the tiles."""
    target = view.scroller.viewport()
    at = QPointF(target.rect().center())
    event = QWheelEvent(
        at, QPointF(target.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(target, event)


@benchmark(count=100)
def home(count: int = 5000, repeats: int = 7) -> Items:
    """The time and memory of Home with 5,000 puzzles.

    A third of the puzzles is solved, a third started, a third new; the boards have 5 to 40 rows and
    columns, a quarter of them four colours. Loading a picture includes reading its file format. All
    times include the events that follow. First, the whole program is started with as many imported
    puzzles in the library.

    Args:
        count: Puzzles.
        repeats: Starts of the program.
    """
    fill_library(count)
    words = [sys.executable, "-c", START_UP]
    run(words)
    program = repeated(words, repeats)
    yield {"home": f"start of the program, {count}", "time": program}
    told = [map(float, text.split()) for text in program.results]
    opened = Times(*map(list, zip(*told, strict=True)))
    yield {"home": "of it, from the library to the first paint", "time": opened}
    _, themes = started()
    source, before_mb = ManyPuzzles(count), peak_mb()
    views: list[HomeView] = []

    def shown() -> None:
        views.append(HomeView(source, themes, lambda: date(2026, 11, 22)))
        views[0].resize(*WINDOW)
        views[0].show()

    def idle() -> None:
        wait(lambda: views[0].thumbnails.is_idle)

    for name, case in (("first paint", with_events(shown)), ("until its pictures are there", idle)):
        yield {"home": name, "time": repeated(case, 1)}
    view = views[0]
    wait(lambda: len(view.rows.rows) >= SHELVES - 1)  # those below what one sees come later
    bar, field = view.scroller.verticalScrollBar(), view.head.search
    one_list = repeated(with_events(partial(view.sidebar.go_to, ALL)), 1)
    yield {"home": f"all {count} puzzles in one list", "time": one_list}
    idle()
    page = with_events(lambda: bar.setValue(bar.value() + bar.pageStep()))
    yield {"home": "one page down", "time": repeated(page, 40)}
    yield {"home": "its pictures", "time": repeated(idle, 20, page)}
    notch = with_events(partial(_wheel, view))
    yield {"home": "one notch of the wheel", "time": repeated(notch, 100)}
    loaded, steps = source.loaded, Times()
    for k in range(51):
        steps.take(with_events(partial(bar.setValue, bar.maximum() * k // 50)))
    yield {"home": "from end to end in 50 steps", "time": steps}
    idle()
    texts = cycle(("p", "pi", "pic", "pict", "7"))
    later: dict[str, tuple[Case, int]] = {
        "typing a letter of a search": (with_events(lambda: field.setText(next(texts))), 5),
        "sorting by size": (with_events(lambda: view.filters.order_box.setCurrentIndex(1)), 1),
    }
    visible = len(view.tiles.visible_entries())
    for name, (action, runs) in later.items():
        yield {"home": name, "time": repeated(action, runs)}
    yield {"count": "pictures loaded by the 50 steps", "value": source.loaded - loaded}
    yield {"count": "visible tiles", "value": visible}
    yield {"count": "pictures kept, MB", "value": view.thumbnails.cached_bytes / 2**20}
    yield {"count": "peak memory of the view, MB", "value": peak_mb() - before_mb}
    yield {"count": "peak memory in all, MB", "value": peak_mb()}
    QApplication.processEvents()
