"""What happens to a library that several connections and programs use at once."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from helper.application.library import Library
from helper.application.library_records import GameProgress
from helper.application.private import private_file

OTHER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1])
other.execute("select count(*) from games").fetchall()
other.close()
"""


def test_a_program_that_comes_and_goes_takes_nothing_from_another(tmp_path: Path) -> None:
    """A second connection of the same program must not drop the locks of the first."""
    path = tmp_path / "library.sqlite3"
    first = Library(path)
    first.start_game("game", "me", "title", "{}", "{}")
    Library(path)
    subprocess.run([sys.executable, "-c", OTHER, str(path)], check=True)
    first.record("game", 0, ("move",), GameProgress(1, True))
    seen = sqlite3.connect(path)
    assert seen.execute("select count(*) from moves").fetchone() == (1,)
    seen.close()


def test_a_file_that_is_there_is_made_private_without_being_opened(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("kept")
    path.chmod(0o644)
    private_file(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == "kept"
