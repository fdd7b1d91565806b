"""The start of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.processes import printed_by

HEAVY = ("pandas", "numpy", "cv2", "ortools", "matplotlib", "onnxruntime")


def test_the_window_starts_without_the_heavy_libraries() -> None:
    code = f"import helper.app, sys; print([m for m in {HEAVY} if m in sys.modules])"
    assert printed_by(code) == "[]\n"
    code = "import helper.app, numpy; print(numpy.ones(2).sum())"
    assert printed_by(code) == "2.0\n", "numpy can be imported later"


def test_no_other_thread_collects_garbage() -> None:
    code = """
import gc
from helper.app import make_application
kept = make_application()
print(gc.isenabled())
"""
    assert printed_by(code) == "False\n"


def test_no_collection_looks_through_what_was_imported() -> None:
    code = """
import gc
from helper import app
kept = app.make_application()
seen = gc.get_objects()
print(any(each is vars(app) for each in seen), any(each is app.Application for each in seen))
"""
    assert printed_by(code) == "False False\n"


SCAN = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from helper import app

def ask(window, title, *rest):
    QTimer.singleShot(0, QApplication.quit)
    print(title, window.isVisible(), window.autosave.is_keeping, window.home.is_shown)
    return [], ""

QFileDialog.getOpenFileNames = ask
print("ended", app.run([], "--scan"))
"""


@pytest.mark.parametrize(("language", "title"), [
    pytest.param("en", "Scan:", marks=pytest.mark.long), ("de", "Scannen:"),
])  # fmt: skip
def test_an_action_comes_when_the_window_is_ready(
    language: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONOGRAM_LANGUAGE", language)
    said, ended = printed_by(SCAN).splitlines()
    assert said.startswith(title)
    assert said.endswith("True True True")
    assert ended == "ended 0"


GAME = """
import sys
from PySide6.QtCore import QTimer
from helper import app
from puzzles.grid import SHADED

keep = app._open_libraries

def play(windows, *rest):
    keep(windows, *rest)
    session = windows[0].session
    print(len(session.history), windows[0].home.is_shown)
    session.paint({len(session.history): SHADED}, "Shade")
    QTimer.singleShot(0, windows[0].close)

app._open_libraries = play
app.run(sys.argv[1:])
"""


def test_a_file_that_the_program_is_started_with_is_continued(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "three.non"
    path.write_text("width 3\nheight 1\nrows\n3\ncolumns\n1\n1\n1\n")
    said = [printed_by(GAME, str(path)) for _ in range(2)]
    assert said == ["0 False\n", "1 False\n"]


PAINTS = """
import sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from helper import app
from helper.main_window.main_window import MainWindow

class Painted(QObject):
    is_painted = False

    def eventFilter(self, watched, event):
        kind = event.type()
        if kind in (QEvent.Type.Show, QEvent.Type.Paint) and isinstance(watched, QWidget):
            window = watched.window()
            if isinstance(window, MainWindow) and (kind == QEvent.Type.Paint or watched is window):
                self.note(window, kind == QEvent.Type.Paint)
        return False

    def note(self, window, is_paint):
        view = window.home.view
        is_whole = view is not None and (len(view.shelves) > 5 or not is_paint)
        print(window.windowTitle(), window.home.is_shown and is_whole, window.session.puzzle.width)
        if is_paint and not self.is_painted:
            self.is_painted = True
            QTimer.singleShot(300, QApplication.quit)

make, painted = app.make_application, Painted()

def watched():
    application = make()
    application.installEventFilter(painted)
    return application

app.make_application = watched
app.run(sys.argv[1:])
"""


def test_what_the_window_shows_first_is_home_with_its_puzzles(home: Path) -> None:
    """Neither an empty board nor an untitled window is there from its beginning on."""
    said = printed_by(PAINTS).splitlines()
    assert set(said) == {"Nonogram Helper True 10"}


@pytest.mark.long
def test_what_the_window_shows_first_is_the_file_that_it_is_started_with(
    home: Path, tmp_path: Path
) -> None:
    path = tmp_path / "three.non"
    path.write_text("width 3\nheight 1\nrows\n3\ncolumns\n1\n1\n1\n")
    said = printed_by(PAINTS, str(path)).splitlines()
    assert set(said) == {"three.non[*] — Nonogram Helper False 3"}


ASKS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from helper import app

def look():
    dialog = QApplication.activeModalWidget()
    window = dialog.parentWidget().window()
    print(window.isVisible(), window.home.is_shown)
    dialog.reject()
    QTimer.singleShot(0, QApplication.quit)

make = app.make_application

def asked():
    application = make()
    QTimer.singleShot(0, look)
    return application

app.make_application = asked
app.run(sys.argv[1:])
"""


def test_a_file_that_asks_has_a_window_first(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.nonpack"
    one = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    path.write_text(f"{one}\n----\n{one}")
    assert printed_by(ASKS, str(path)) == "True True\n"
