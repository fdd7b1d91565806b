"""What a start imports: only what is needed before the first thing that a person sees."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from tests.support.processes import printed_by

SHOWS_WINDOW = """
import sys, main, helper.app as app
application, settings, themes = app._started()
window = app.MainWindow(settings, themes)
window.show()
app._open_libraries([window], True)
application.processEvents()
assert window.home.is_shown
"""
"""The window as far as the first picture of Home."""
FOR_WINDOWS = {
    "PIL", "asyncio", "babel", "click", "cv2", "email", "filelock", "http.client", "numpy",
    "helper.author.repair_selection", "helper.collections.export_work",
    "helper.collections.import_work", "helper.finish.card", "helper.hints.hint_pages",
    "importlib.metadata", "network", "puzzles.formats.pattern", "puzzles.formats.puzz_link",
    "puzzles.formats.registry", "pypdfium2", "recognizer.scanner", "segno", "solver.author",
    "solver.engines", "solver.logic.deduction", "solver.logic.rate", "solver.registry",
    "solver.values", "starlette", "statistics", "tqdm", "urllib.request", "uvicorn",
}  # fmt: skip
"""What the window imports at the earliest when it is used: slow to import, or large."""
FOR_VERSION = FOR_WINDOWS | {
    "PySide6", "difflib", "gettext", "inspect", "json", "locale", "puzzles.words", "solver",
    "recognizer", "multiprocessing", "subprocess", "tomllib",
}  # fmt: skip


IMPORTS_WINDOW = """
import gc, os, sys

class Looker:
    def find_spec(self, name, *rest):
        if name == "helper.main_window.main_window":
            from PySide6.support.feature import pyside_feature_dict as read
            print([name for name in read if name.startswith("helper.")], gc.isenabled())
            sys.stdout.flush()
            os._exit(0)

sys.meta_path.insert(0, Looker())
import main
main.main([])
"""
"""Prints, in the middle of the imports, what slows them down."""
FOR_HELP = FOR_WINDOWS - {"click"} | {
    "PySide6", "helper", "json", "network", "puzzles.model", "recognizer", "solver",
}  # fmt: skip
"""What the list of commands does without."""


def said(script: str) -> str:
    """What a script prints that leaves without tidying up."""
    script += "\nimport os, sys; sys.stdout.flush(); os._exit(0)"
    return printed_by(script, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"})


def imported(script: str) -> set[str]:
    """The modules that a script has imported at its end, none of which were there before."""
    # Not those of the packages' own .pth files, which the start of Python imports.
    code = f"import sys; before = set(sys.modules)\n{script}\n"
    return set(said(code + "print(*sorted(set(sys.modules) - before))").splitlines()[-1].split())


@pytest.mark.parametrize("start", ["main", "window"])
@pytest.mark.parametrize("option", ["-V", "--version"])
@pytest.mark.parametrize("is_frozen", [False, True])
def test_the_version_is_printed_without_the_program(
    start: str, option: str, is_frozen: bool
) -> None:
    script = f"sys.argv[1:] = [{option!r}]; sys.frozen = {is_frozen}; import main"
    modules = imported(f"{script}; assert main.{start}() == 0")
    assert "puzzles.version" in modules
    assert modules & FOR_VERSION == set()


def test_help_imports_no_command() -> None:
    modules = imported("import main; assert main.main(['--help']) == 0")
    assert "puzzles.command_line" in modules
    assert modules & FOR_HELP == set()


def test_scanning_imports_no_numpy_for_a_picture_without_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "blank.png"
    Image.new("RGB", (90, 60), "white").save(path)
    modules = imported(f"import main; assert main.main(['scan', {str(path)!r}]) == 4")
    assert "recognizer.values" in modules
    assert modules & {"PIL", "cv2", "numpy", "puzzles.formats.registry"} == set()


def test_reading_a_picture_imports_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "blank.png"
    Image.new("RGB", (640, 480), "white").save(path)
    script = "from pathlib import Path; from recognizer.scanner import Scanner; reader = Scanner()"
    modules = imported(f"{script}; reader.load(Path({str(path)!r})); reader.read()")
    assert "recognizer.grid.seeds" in modules
    assert modules & {"numpy.ma", "pypdfium2", "difflib"} == set()


def test_the_window_imports_what_its_first_picture_needs() -> None:
    modules = imported(SHOWS_WINDOW)
    assert "helper.home.home_view" in modules
    assert modules & FOR_WINDOWS == set()


def test_importing_the_window_reads_no_source_and_collects_no_garbage() -> None:
    assert said(IMPORTS_WINDOW) == "[] False\n"


ASKS_PYSIDE = """
import sys
from helper.application.quick_imports import import_quickly

import_quickly()
from PySide6.QtCore import QTimer
kinds = {name: type(module).__name__ for name, module in sys.modules.items()}
print(kinds["shibokensupport.signature.parser"])
try:
    QTimer().start("soon")
except TypeError as error:
    print(str(error).splitlines()[-1].strip())
"""
"""Prints how PySide's parser of signatures was imported, and what it has parsed."""


def test_pyside_knows_its_signatures_when_they_are_asked_for() -> None:
    kind, signature = said(ASKS_PYSIDE).splitlines()
    assert kind == "_LaterModule"
    assert signature.startswith("PySide6.QtCore.QTimer.start(msec: int")


def test_the_first_picture_draws_only_icons_that_it_shows() -> None:
    """The board's bar and the menus, which have dozens, are hidden."""
    counted = "from helper.application.icons import _drawn; print(_drawn.cache_info().misses)"
    assert said(SHOWS_WINDOW + counted) == "0\n"


COUNTS_SHEETS = """
from helper.play.cover import BoardSheet
print(len(window.findChildren(BoardSheet)))
"""


def test_sheets_over_the_board_are_made_when_they_are_shown_first() -> None:
    assert said(SHOWS_WINDOW + COUNTS_SHEETS) == "0\n"


COUNTS_STYLING = """
import helper.app as app
counted = []

class Style(app.PlainStyle):
    def polish(self, polished):
        counted.append(polished)
        return super().polish(polished)

app.PlainStyle = Style
"""


def test_few_widgets_are_styled_twice_for_the_first_picture() -> None:
    share = "print(len(counted) / len(application.allWidgets()))"
    assert float(said(COUNTS_STYLING + SHOWS_WINDOW + share)) < 1.5


COUNTS_FILLS = """
from helper.home import home_view, query
from helper.home.home_view import HomeView
from helper.home.library_source import LibrarySource
home_view._REST_MS = 10**6
counted = []

def count(owner, name):
    work = getattr(owner, name)
    setattr(owner, name, lambda *words, **rest: (counted.append(name), work(*words, **rest))[1])

count(HomeView, "_show_tiles")
count(LibrarySource, "shelves")
count(query, "_classes")
"""


def test_the_first_picture_fills_home_once() -> None:
    """Not before it has its width, nor again for ratings; no puzzle is compared with a filter."""
    assert said(COUNTS_FILLS + SHOWS_WINDOW + "print(*counted)") == "shelves _show_tiles\n"
