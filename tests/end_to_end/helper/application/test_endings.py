"""Every way out of the program: the exit code, the player's work, and no child that is left."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helper.application import ending
from helper.application.library import Library
from helper.main_window.main_window import MainWindow
from puzzles.errors import LibraryBusyError
from tests.support.paths import ROOT
from tests.support.processes import is_running
from tests.support.signals import default_signals
from tests.support.waiting import wait_until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no signals to send")

WINDOW = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from helper import app
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from helper.workers.jobs import Job
from puzzles.errors import LibraryBusyError
from puzzles.formats import Document
from puzzles.grid import SHADED
from tests.support.boards import CHICK
from tests.support.workers import deaf

windows = []

def play(window):
    \"\"\"Begin a game, with a child process and with a write that waits for another program.\"\"\"
    def write():
        if not is_ending:
            raise LibraryBusyError("busy")
        print("stored", flush=True)
    is_ending = WAY == "quit"  # that would ask whether to save
    finish = window.desk.writes.finish
    def end():
        nonlocal is_ending
        is_ending = True
        return finish()
    window.desk.writes.finish = end
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    window.session.paint({0: SHADED}, "Shade")
    window.desk.writes.write("test", write, print)
    window.job = Job(deaf, window)
    window.job.reported.connect(lambda _: go_on(window))
    window.job.start()

def go_on(window):
    from puzzles.child.process import running_children
    print("children", *running_children(), flush=True)
    if WAY == "slot":
        QTimer.singleShot(0, lambda: sys.exit(7))
    elif WAY == "quit":
        QTimer.singleShot(0, window.leaving.quit)
    elif WAY == "dialog":
        QTimer.singleShot(0, lambda: QMessageBox.question(window, "Question", "Really?"))
        QTimer.singleShot(50, lambda: print("ready", flush=True))
    elif WAY in ("script", "exit", "error"):
        global is_ready
        is_ready = True
    else:
        print("ready", flush=True)

is_ready = False
"""

OWN_LOOP = (
    WINDOW
    + """
application = app.make_application()
settings = Settings()
window = MainWindow(settings, ThemeManager(application, settings))
window.show()
app._open_libraries([window], starts_at_home=False)
play(window)
while not is_ready:
    application.processEvents()
if WAY == "exit":
    sys.exit(7)
if WAY == "error":
    raise ZeroDivisionError
"""
)

PROGRAM = (
    WINDOW
    + """
keep = app._open_libraries
def keep_and_play(windows, *rest):
    keep(windows, *rest)
    play(windows[0])
app._open_libraries = keep_and_play
import main
sys.exit(main.window([]))
"""
)


@pytest.fixture(scope="module")
def x_display() -> Iterator[str]:
    """A display of an X server that shows nothing; tests are skipped if Qt cannot use it."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("Xvfb is not installed")
    reader, writer = os.pipe()
    words = [server, "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-noreset"]
    with subprocess.Popen(words, pass_fds=[writer], stderr=subprocess.DEVNULL) as process:
        os.close(writer)
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        made = {**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number}"}
        words = [sys.executable, "-c", "from helper.application.display import *;"
                 "print(why_no_display() or '')"]  # fmt: skip
        reason = subprocess.run(words, cwd=ROOT, env=made, capture_output=True, text=True).stdout
        if reason.strip():
            process.terminate()
            pytest.skip(reason)
        yield f":{number}"
        process.terminate()


@pytest.fixture
def environment(platform: str, request: pytest.FixtureRequest, home: Path) -> dict[str, str]:
    """For a child process, with windows that nobody sees."""
    made = {
        **os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": platform,
        "XDG_CONFIG_HOME": str(home / "config"),
    }  # fmt: skip
    if platform == "xcb":
        made["DISPLAY"] = request.getfixturevalue("x_display")
    return made


WAYS = {
    "end of a script": ("script", OWN_LOOP, 0, 0),
    "sys.exit": ("exit", OWN_LOOP, 0, 7),
    "exception": ("error", OWN_LOOP, 0, 1),
    "File > Quit": ("quit", PROGRAM, 0, 0),
    "sys.exit in a slot": ("slot", PROGRAM, 0, 7),
    "Ctrl+C": ("wait", PROGRAM, signal.SIGINT, 130),
    "Ctrl+C at a question": ("dialog", PROGRAM, signal.SIGINT, 130),
    "SIGTERM": ("wait", PROGRAM, signal.SIGTERM, 143),
    "the terminal is closed": ("wait", PROGRAM, signal.SIGHUP, 129),
}
OFFSCREEN = {"exception", "Ctrl+C at a question"}
ON_X = {"File > Quit"}
"""Ways that `make test` tries, on each display: by the script, by the player and by a signal."""


@pytest.mark.parametrize(("platform", "name"), [
    pytest.param(platform, name, marks=() if name in tried else pytest.mark.long)
    for platform, tried in (("offscreen", OFFSCREEN), ("xcb", ON_X))
    for name in WAYS
])  # fmt: skip
def test_every_way_out_stores_the_game_and_ends_the_children(
    name: str, environment: dict[str, str], home: Path
) -> None:
    way, script, number, code = WAYS[name]
    words = [sys.executable, "-c", script.replace("WAY", repr(way))]
    pipe = subprocess.PIPE
    if way == "quit":  # messages at the very end must not be given to Python
        environment["QT_LOGGING_RULES"] = "*=true"
    with default_signals():
        process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True
        )
    with process:
        assert process.stdout is not None
        if number:
            before = []
            for line in process.stdout:
                before.append(line)
                if line == "ready\n":
                    process.send_signal(number)
                    break
            rest, errors = process.communicate()
            out = "".join(before) + rest
        else:
            out, errors = process.communicate()
    assert process.returncode == code, errors
    lines = out.splitlines()
    assert "stored" in lines, errors
    assert "Fatal" not in errors
    assert "RuntimeError" not in errors
    assert ("Traceback" in errors) == (way == "error")
    children = [int(word) for line in lines if line[:8] == "children" for word in line.split()[1:]]
    assert children
    wait_until(lambda: not any(map(is_running, children)), "a child process is left")
    library = Library(home / "library.sqlite3")
    (game,) = library.games()
    assert len(game.moves) == 1
    assert game.owner == ""
    library.close()
    assert any("geometry=" in path.read_text() for path in (home / "config").rglob("*.ini"))


def test_the_end_of_the_session_stores_and_closes_nothing(window: MainWindow) -> None:
    """It may be cancelled by another program."""
    stored: list[str] = []

    def write() -> None:
        if not stored:
            stored.append("tried")
            raise LibraryBusyError("busy")
        stored.append("stored")

    window.desk.writes.write("test", write, lambda _: None)
    ending.store_all()
    assert stored == ["tried", "stored"]
    assert window.isVisible()
    assert not window.settings.remembered("geometry").isEmpty()
