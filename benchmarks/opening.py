"""The time from a tile of Home to its painted board: ``python benchmarks/opening.py [--rounds N]``.

Every bundled puzzle is opened from Home in turn, with a library of its own. The time, in ms, ends
when the board was painted. Needs no screen.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from helper.app import make_application
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from puzzles.packs import packs


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    application = make_application()
    store = os.environ["NONOGRAM_HOME"]
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
    settings = Settings()
    window = MainWindow(settings, ThemeManager(application, settings))
    window.resize(1100, 720)
    window.show()
    window.autosave.open()
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for puzzle in (puzzle for pack in packs() for puzzle in pack.puzzles):
            window.home.show()
            for _ in range(5):
                QApplication.processEvents()
            start = time.perf_counter()
            window.files.open_bundled(puzzle.path)
            window.home.show_board()
            QApplication.processEvents()
            window.board.viewport().repaint()
            name = f"{puzzle.title}, {puzzle.width}x{puzzle.height}"
            times[name].append(1000 * (time.perf_counter() - start))
    print(f"{'puzzle':<28} {'median':>8} {'max':>8}  ms")
    for name, spent in times.items():
        print(f"{name:<28} {statistics.median(spent):>8.1f} {max(spent):>8.1f}")
    window.close()


if __name__ == "__main__":
    main()
