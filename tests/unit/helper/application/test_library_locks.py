"""What happens to a library that several connections and programs use at once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from helper.application.library import Library
from helper.application.library_records import GameProgress
from helper.application.locks import FOLDER, lock_of, running_programs
from helper.application.private import private_file
from tests.support.processes import printed_by, run_python

OTHER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1])
other.execute("select count(*) from games").fetchall()
other.close()
"""
HOLD_AND_DIE = """
import os, sys
from pathlib import Path
from helper.application.locks import lock_of, running_programs
data = Path(sys.argv[1])
lock = lock_of(data, "crashed")
assert lock.take()
assert running_programs(data) == {"mine", "crashed"}
os.kill(os.getpid(), 9)
"""


def test_a_program_that_comes_and_goes_takes_nothing_from_another(tmp_path: Path) -> None:
    """A second connection of the same program must not drop the locks of the first."""
    path = tmp_path / "library.sqlite3"
    first = Library(path)
    first.start_game("game", "me", "title", "{}", "{}")
    Library(path)
    printed_by(OTHER, str(path))
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


@pytest.mark.parametrize("content", [b"", b"\xff\0x", b"1\nPython\nhost\n"])
def test_the_lock_file_of_a_crashed_program_holds_nothing_up(
    tmp_path: Path, content: bytes
) -> None:
    """Whatever it says: a kill may leave it empty, and its process number may be another one's."""
    (tmp_path / FOLDER).mkdir()
    left = lock_of(tmp_path, "crashed").path
    left.write_bytes(content)
    assert running_programs(tmp_path) == frozenset()
    assert not left.exists()


def test_a_lock_is_held_until_it_is_released_or_its_process_ends(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    mine = lock_of(tmp_path, "mine")
    assert mine.take()
    assert run_python(HOLD_AND_DIE, str(tmp_path)).returncode == -9
    assert running_programs(tmp_path) == {"mine"}
    assert not lock_of(tmp_path, "mine").take()
    mine.release()
    assert running_programs(tmp_path) == frozenset()
    assert not any((tmp_path / FOLDER).iterdir())
