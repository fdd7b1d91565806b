"""The time and memory of Home with 5,000 puzzles: ``python benchmarks/home.py``.

A third of the puzzles is solved, a third started, a third new; the boards have 5 to 40 rows and
columns, a quarter of them four colours. Loading a picture includes reading its file format. All
times are in ms and include the events that follow. First, the whole program is started with as many
imported puzzles in the library. Needs no screen.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QPoint, QPointF, QSettings, Qt, qVersion
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from helper.app import make_application
from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.application.library_records import Solve
from helper.application.rating_store import WORDS, KeptRating, RatingStore
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
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

WINDOW = (1600, 1000)
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
            played_at=chance.uniform(1, 1e9),
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
    library = Library(Path(os.environ["NONOGRAM_HOME"]) / "library.sqlite3")
    store, ratings, chance = CollectionStore(library), RatingStore(library), random.Random(7)
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
        store.add(f"Pack {shelf + 1}", new)
    library.close()


START_UP = """
import time
start = time.perf_counter()
from PySide6.QtCore import QTimer
from helper.application.library import Library, data_folder
from helper import app
application, settings, themes = app._started()
window = app.MainWindow(settings, themes)
window.resize(1600, 1000)
window.show()
app._open_libraries([window], True)
application.processEvents()
assert window.home.is_shown
print(1000 * (time.perf_counter() - start))
"""


def start_up() -> float:
    """The time from the start of Python until Home is painted, with the library, ms."""
    root = Path(__file__).parents[1]
    command = [sys.executable, "-c", START_UP]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return float(found.stdout)


def ms(action: Callable[[], object]) -> float:
    """The time of an action and of the events that follow."""
    start = time.perf_counter()
    action()
    QApplication.processEvents()
    return 1000 * (time.perf_counter() - start)


def wheel(view: HomeView) -> None:
    """Turn the wheel by one notch over the tiles."""
    target = view.scroller.viewport()
    at = QPointF(target.rect().center())
    event = QWheelEvent(
        at, QPointF(target.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(target, event)


def until_idle(view: HomeView) -> float:
    """The time until all visible pictures have been rendered."""
    start = time.perf_counter()
    while not view.thumbnails.is_idle:
        QApplication.processEvents()
        time.sleep(0.0005)
    return 1000 * (time.perf_counter() - start)


def spread(times: Sequence[float]) -> str:
    """Median and maximum."""
    return f"{statistics.median(times):8.1f} {max(times):8.1f}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="puzzles")
    count = parser.parse_args().count
    fill_library(count)
    start_up()
    print("                                   median      max")
    print(f"start of the program, {count}       {spread([start_up() for _ in range(7)])}")
    application = make_application()
    store = os.environ["NONOGRAM_HOME"]
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
    settings = Settings()
    source = ManyPuzzles(count)
    before_mb = peak_mb()
    start = time.perf_counter()
    view = HomeView(source, ThemeManager(application, settings), lambda: date(2026, 11, 22))
    view.resize(*WINDOW)
    view.show()
    QApplication.processEvents()
    first_paint = 1000 * (time.perf_counter() - start)
    print(f"Python {platform.python_version()}, Qt {qVersion()}, {count} puzzles, {WINDOW}")
    print(f"first paint                      {first_paint:8.1f}")
    print(f"until its pictures are there     {until_idle(view):8.1f}")
    print(f"all {count} puzzles in one list    {ms(lambda: view.sidebar.go_to(ALL)):8.1f}")
    until_idle(view)
    bar = view.scroller.verticalScrollBar()
    print("                                   median      max")
    print("one page down                    ", end="")
    print(spread([ms(lambda: bar.setValue(bar.value() + bar.pageStep())) for _ in range(40)]))
    print("its pictures                     ", end="")
    times = []
    for _ in range(20):
        bar.setValue(bar.value() + bar.pageStep())
        times.append(until_idle(view))
    print(spread(times))
    print("one notch of the wheel           ", end="")
    print(spread([ms(lambda: wheel(view)) for _ in range(100)]))
    loaded = source.loaded
    print("from end to end in 50 steps      ", end="")
    steps = [bar.maximum() * k // 50 for k in range(51)]
    print(spread([ms(lambda at=at: bar.setValue(at)) for at in steps]))
    until_idle(view)
    shown = len(view.tiles.visible_entries())
    print(f"pictures loaded by those steps   {source.loaded - loaded:8}  ({shown} tiles visible)")
    field = view.head.search
    print("typing a letter of a search      ", end="")
    texts = ("p", "pi", "pic", "pict", "7")
    print(spread([ms(lambda text=text: field.setText(text)) for text in texts]))
    sorting = ms(lambda: view.filters.order_box.setCurrentIndex(1))
    print(f"sorting by size                  {sorting:8.1f}")
    print(f"pictures kept, MB                {view.thumbnails.cached_bytes / 2**20:8.1f}")
    print(
        f"peak memory of the view, MB      {peak_mb() - before_mb:8.1f}  ({peak_mb():.0f} in all)"
    )


if __name__ == "__main__":
    main()
