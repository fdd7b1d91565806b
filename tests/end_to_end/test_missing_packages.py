"""Where a package has no wheel: what needs it says so, and all else works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

BLOCKED = 'import sys\nfor name in ("cv2", "constraint"):\n    sys.modules[name] = None\n'
"""As ``sitecustomize``, for a program and its children: the modules cannot be found."""
PUZZLE = ROOT / "puzzles" / "packs" / "animals-in-colour" / "01-puppy.non"
PICTURE = ROOT / "tests" / "samples" / "app.jpg"
NEEDED = "the package opencv-python-headless is not installed"
WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QLabel, QMessageBox
from helper import app
from puzzles.packages import MissingPackageError

keep = app._open_libraries
said = []
QMessageBox.exec = lambda box: said.append(box.text())

def opened(windows, *rest):
    keep(windows, *rest)
    QTimer.singleShot(0, lambda: use(windows[0]))

def use(window):
    window.messages.warning = said.append
    print("home", window.home.is_shown)
    window.files.open_any(Path(sys.argv[1]))
    print("opened", window.session.puzzle.title)
    for name in ("scan", "camera", "scan_phone", "scan_screen"):
        print(name, window.commands[name].isEnabled())
    window.files.open_any(Path(sys.argv[2]))
    window.scanning.choose()
    window.scanning.start_all([Path(sys.argv[2])] * 2)
    try:
        window.others.show_camera()
    except MissingPackageError as error:
        said.append(str(error))
    picture = window.creating.show(Path(sys.argv[2]))
    look(picture)

def look(picture):
    if not any("opencv" in label.text() for label in picture.findChildren(QLabel)):
        QTimer.singleShot(20, lambda: look(picture))
        return
    print("said", len(said), {each == said[0] for each in said}, "opencv" in said[0], flush=True)
    QCoreApplication.exit(0)

app._open_libraries = opened
import main
sys.exit(main.window([]))
"""


@pytest.fixture
def environment(tmp_path: Path, home: Path) -> dict[str, str]:
    (tmp_path / "sitecustomize.py").write_text(BLOCKED)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, "XDG_CONFIG_HOME": str(home / "config")}


def ran(words: list[str], environment: dict[str, str]) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", ["scan", "create"])
def test_commands_for_pictures_say_what_is_missing(
    command: str, environment: dict[str, str], tmp_path: Path
) -> None:
    words = ["main.py", command, str(PICTURE), "-o", str(tmp_path / "a.non")]
    code, out, problems = ran(words, environment)
    assert (code, out) == (2, "")
    assert NEEDED in problems
    assert "pip install opencv-python-headless" in problems
    assert len(problems.splitlines()) == 1


def test_puzzles_are_solved_and_an_engine_says_what_it_needs(environment: dict[str, str]) -> None:
    code, out, problems = ran(["main.py", "solve", str(PUZZLE)], environment)
    assert (code, problems) == (0, "")
    assert out
    words = ["main.py", "solve", "--engine", "constraint", str(PUZZLE)]
    code, out, problems = ran(words, environment)
    assert (code, out) == (2, "")
    assert "`pip install python-constraint2`" in problems
    assert len(problems.splitlines()) == 1


def test_the_window_works_but_for_pictures(environment: dict[str, str]) -> None:
    code, out, problems = ran(["-c", WINDOW, str(PUZZLE), str(PICTURE)], environment)
    assert (code, out.splitlines()) == (
        0,
        [
            "home True",
            "opened Puppy",
            "scan False",
            "camera False",
            "scan_phone False",
            "scan_screen False",
            "said 4 {True} True",
        ],
    ), problems
    assert "Traceback" not in problems


@pytest.mark.parametrize("function", ["read_picture", "read_pictures"])
def test_the_library_says_so_too(function: str, environment: dict[str, str]) -> None:
    line = f"import nonogram_helper; nonogram_helper.{function}({str(PICTURE)!r})"
    code, _, said = ran(["-c", line], environment)
    assert code == 1
    last = said.splitlines()[-1]
    assert "MissingPackageError: Pictures and cameras cannot be read" in last
    assert NEEDED in last
