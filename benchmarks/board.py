"""The time to paint and to change the board: ``python benchmarks/board.py``.

Prints the median of several runs in ms, for random boards half shaded. Needs no screen.
"""

from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QSettings, qVersion
from PySide6.QtWidgets import QApplication

from helper.app import make_application
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.window import MainWindow
from puzzles import BLANK, SHADED, Grid, Puzzle, puzzle_of
from puzzles.formats import Document

RUNS = 9
WINDOW = (1600, 1000)
START_UP = """
import sys, time
start = time.perf_counter()
sys.path.insert(0, {root!r})
from helper.app import make_application
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.window import MainWindow
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


def random_document(size: int) -> Document:
    """A board of ``size`` x ``size`` with random clues and random marks."""
    chance = random.Random(size)
    picture = Grid(size, size, cells=[chance.choice((SHADED, BLANK)) for _ in range(size * size)])
    marks = Grid(size, size, cells=[chance.choice((SHADED, BLANK, 3)) for _ in range(size * size)])
    return Document(puzzle_of(picture, Puzzle.empty(size, size)), marks)


def measure(window: MainWindow, size: int, cell: int) -> list[float]:
    """The times to repaint all, to repaint one cell, to scroll and to change one cell, in ms."""
    board, session = window.board, window.session
    session.open_copy(random_document(size))
    board.zoom_to(cell)
    QApplication.processEvents()
    viewport, bar = board.viewport(), board.verticalScrollBar()
    middle = board.geometry_now.nearest_cell(WINDOW[0] * 0.8, WINDOW[1] * 0.8)
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
        median_ms(lambda: viewport.repaint(board.cell_rect(*middle))),
        median_ms(scroll),
        median_ms(change),
    ]


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
    code = START_UP.format(root=str(ROOT))
    command = [sys.executable, "-c", code]

    def start_up() -> float:
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    start_up()
    print(f"start-up to a painted window: {statistics.median(start_up() for _ in range(5)):.2f} s")


if __name__ == "__main__":
    main()
