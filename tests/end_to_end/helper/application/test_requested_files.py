"""Files that the desktop asks for while the program runs, as macOS does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

SCRIPT = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QFileOpenEvent
from helper import app

windows = []
keep = app._open_libraries

def keep_and_ask(found, *rest):
    keep(found, *rest)
    windows.extend(found)
    application = QCoreApplication.instance()
    for path in sys.argv[1:]:
        QCoreApplication.postEvent(application, QFileOpenEvent(path))
    QTimer.singleShot(0, look)

def look():
    titles = [window.session.puzzle.title for window in windows]
    if titles == ["The fish"]:
        print(*titles, flush=True)
        QCoreApplication.exit(0)
    else:
        QTimer.singleShot(20, look)

app._open_libraries = keep_and_ask
import main
sys.exit(main.window([]))
"""
PUZZLE = 'title "{}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'


def test_the_running_program_opens_a_file_that_the_desktop_sends(
    tmp_path: Path, home: Path
) -> None:
    path = tmp_path / "fish.non"
    path.write_text(PUZZLE.format("The fish"))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path)],
        cwd=ROOT,
        env={**os.environ, "XDG_CONFIG_HOME": str(home / "config")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "The fish\n"), done.stderr
