"""The time to paint and to change the board: ``python benchmarks/board.py``.

Prints the median of several runs in ms, for random boards half shaded. Needs no screen.
"""

from __future__ import annotations

import math
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QSettings, qVersion
from PySide6.QtWidgets import QApplication

from helper.app import make_application
from helper.application.settings import ColorSigns, Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from puzzles import BLANK, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from puzzles.model import BLACK, WHITE, Color

RUNS = 9
WINDOW = (1600, 1000)
START_UP = """
import sys, time
start = time.perf_counter()
sys.path.insert(0, {root!r})
from helper.app import make_application
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
application = make_application()
settings = Settings()
window = MainWindow(settings, ThemeManager(application, settings))
window.show()
application.processEvents()
print(time.perf_counter() - start)
"""


def median_ms(action: Callable[[], object], runs: int = RUNS) -> float:
    """The median of several runs, in ms."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


COLORS = ("#ffffff", "#000000", "#d62728", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd", "#ffe000")
"""The background first."""


def random_document(size: int, colors: int = 2) -> Document:
    """A board of ``size`` x ``size`` with random clues and random marks, half of it shaded."""
    chance = random.Random(size)
    inks = [1 << k for k in range(1, colors)]
    states = [*inks, *(BLANK,) * len(inks)]
    clear = [(1 << colors) - 1] * len(inks)
    count = size * size
    picture = Grid(size, size, colors, [chance.choice(states) for _ in range(count)])
    marks = Grid(size, size, colors, [chance.choice([*states, *clear]) for _ in range(count)])
    palette: tuple[Color, ...] = (WHITE, BLACK)
    if colors > 2:
        symbols = "01abcdefgh"
        palette = tuple(map(Color, symbols[:colors], COLORS[:colors]))
    empty = replace(Puzzle.empty(size, size), palette=palette)
    return Document(puzzle_of(picture, empty), marks)


def measure(window: MainWindow, size: int, cell: int, colors: int = 2) -> list[float]:
    """The times to repaint all, to repaint one cell, to scroll and to change one cell, in ms."""
    board, session = window.board, window.session
    session.open_copy(random_document(size, colors))
    board.zoom.to(cell)
    QApplication.processEvents()
    viewport, bar = board.viewport(), board.verticalScrollBar()
    middle = board.area.geometry.nearest_cell(WINDOW[0] * 0.8, WINDOW[1] * 0.8)
    index = middle[0] * size + middle[1]

    def scroll() -> None:
        bar.setValue(bar.value() + (cell if bar.value() < bar.maximum() // 2 else -cell))
        QApplication.processEvents()

    def change() -> None:
        state = session.next_state(session.marks.cells[index])
        session.paint({index: state}, "Change")
        QApplication.processEvents()

    return [
        median_ms(viewport.repaint),
        median_ms(lambda: viewport.repaint(board.area.cell_rect(*middle))),
        median_ms(scroll),
        median_ms(change),
    ]


def drawn_document(size: int) -> Document:
    """A drawing of ``size`` x ``size`` with areas of seven colours and the background."""
    waves = [(0.11, 0.05), (0.04, 0.13), (0.09, -0.08)]
    cells = []
    for row, column in product(range(size), repeat=2):
        height = sum(math.sin(a * row + b * column) for a, b in waves)
        color = int((height + 3) / 6 * 7.99)
        cells.append(1 << color if color else 255)
    document = random_document(size, 8)
    return replace(document, marks=Grid(size, size, 8, cells))


def palette_change_ms(window: MainWindow, document: Document) -> float:
    """The time to exchange two of seven colours of a drawing, and to paint it."""
    session = window.session
    session.open_unsaved(document, drawing=True)
    QApplication.processEvents()

    def swap() -> None:
        window.palette_editing.swap(2, 3)
        QApplication.processEvents()

    times = []
    for _ in range(RUNS):
        times.append(median_ms(swap, 1))
        session.undo()
        QApplication.processEvents()
    return statistics.median(times)


def compare_colors(window: MainWindow, settings: Settings) -> None:
    """Print the repaint times of boards in colour beside those in black and white."""
    print("in colour (7 colours), as a multiple of black and white, repaint of all:")
    for size in (30, 100, 300):
        for cell in (24, 14, 6):
            plain, colored, signs = [], [], []
            for _ in range(5):  # side by side, since the machine may be busy
                plain.append(measure(window, size, cell)[0])
                colored.append(measure(window, size, cell, 8)[0])
                settings.change(color_signs=ColorSigns.ALWAYS)
                signs.append(measure(window, size, cell, 8)[0])
                settings.change(color_signs=ColorSigns.NEVER)
            once = statistics.median(plain)
            print(
                f"{size}x{size}".rjust(11), f"{cell:>8}"
                f"{statistics.median(colored) / once:>9.2f}"
                f"   with patterns {statistics.median(signs) / once:.2f}"
            )  # fmt: skip
    for size in (100, 200):
        drawn, noise = drawn_document(size), random_document(size, 8)
        times = [f"{palette_change_ms(window, each):.0f} ms" for each in (drawn, noise)]
        print(f"two colours exchanged, {size}x{size}: drawing {times[0]}, noise {times[1]}")


def main() -> None:
    """Print the table."""
    application = make_application()
    store = os.environ["NONOGRAM_HOME"]
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
    settings = Settings()
    window = MainWindow(settings, ThemeManager(application, settings))
    window.resize(*WINDOW)
    window.show()
    QApplication.processEvents()
    print(f"Python {platform.python_version()}, Qt {qVersion()}, window {WINDOW[0]}x{WINDOW[1]}")
    print(f"median of {RUNS} runs, ms")
    print(
        f"{'board':>11} {'cell px':>8} {'repaint':>8} {'one cell':>9} {'scroll':>7} {'change':>7}"
    )
    for size in (10, 30, 100, 300, 1000):
        for cell in (24, 14, 6):
            times = "".join(
                f"{t:>{w}.2f}"
                for t, w in zip(measure(window, size, cell), (9, 10, 8, 8), strict=True)
            )
            print(f"{size}x{size}".rjust(11), f"{cell:>8}{times}")
    compare_colors(window, settings)
    code = START_UP.format(root=str(ROOT))
    command = [sys.executable, "-c", code]

    def start_up() -> float:
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    start_up()
    print(f"start-up to a painted window: {statistics.median(start_up() for _ in range(5)):.2f} s")


if __name__ == "__main__":
    main()
