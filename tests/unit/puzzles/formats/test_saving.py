"""Saving replaces the old file as a whole or not at all."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles import LibraryError, Puzzle
from puzzles.formats import Document, atomic, left_out, read, temporary
from puzzles.formats.atomic import write_atomically
from puzzles.system import SYSTEM
from tests.support.paths import ROOT


def test_new_and_old_files_are_written(tmp_path: Path) -> None:
    path = tmp_path / "a.non"
    for data in (b"one", b"two"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("step", "error", "said"),
    [
        ("fsync", OSError(28, "disk is full"), r"a\.non: cannot be saved: disk is full"),
        ("replace", OSError(28, "disk is full"), r"a\.non: cannot be saved: disk is full"),
        ("fsync", KeyboardInterrupt(), "^$"),
    ],
)
def test_a_full_disk_or_a_kill_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException, said: str
) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(b"old")
    seen = []

    def failing(*_: object) -> None:
        seen.append(path.read_bytes())
        raise error

    monkeypatch.setattr(os, step, failing)
    with pytest.raises((LibraryError, KeyboardInterrupt), match=said):
        write_atomically(path, b"new")
    assert [*seen, path.read_bytes()] == [b"old", b"old"]
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.non", tmp_path / "link.non"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_missing_files_and_folders_are_said(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"none\.non: cannot be opened: \w"):
        read(tmp_path / "none.non")
    with pytest.raises(LibraryError, match=r"cannot be opened: \w"):
        read(tmp_path)
    with pytest.raises(LibraryError, match=r"cannot be saved: \w"):
        write_atomically(tmp_path / "none" / "a.non", b"")
    with pytest.raises(LibraryError, match="cannot be saved: it is a folder"):
        write_atomically(tmp_path, b"")


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_write_protected_file_is_replaced_only_by_force(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(b"old")
    path.chmod(mode)
    with pytest.raises(LibraryError, match=r"a\.non: cannot be saved: it is write-protected"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    write_atomically(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


SAVE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from puzzles.formats.atomic import write_atomically
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_atomically(Path(sys.argv[1]), b"new")
"""
SAVE_AND_WAIT = """
import os, sys
from pathlib import Path
from puzzles.formats.atomic import write_atomically
os.fsync = lambda _: print("writing", flush=True) or sys.stdin.readline()
write_atomically(Path(sys.argv[1]), b"slow")
"""


def start(script: str, path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", script, str(path)]
    return subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_the_next_save_removes_what_a_killed_one_left_but_not_what_is_being_written(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "a.non", tmp_path / "b.non"
    kept = [tmp_path / ".a.non.nonogram-saved", tmp_path / "a.nonogram-save"]
    for each in kept:
        each.write_bytes(b"the user's own")
    with start(SAVE_AND_DIE, path) as killed:
        assert killed.wait() == -signal.SIGKILL
    (leftover,) = set(tmp_path.iterdir()) - {*kept}
    with start(SAVE_AND_WAIT, other) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "writing\n"
        assert not leftover.exists()
        write_atomically(path, b"new")
        assert len(set(tmp_path.iterdir()) - {*kept, path}) == 1  # what is being written
        running.communicate("\n")
    assert other.read_bytes() == b"slow"
    assert set(tmp_path.iterdir()) == {*kept, path, other}


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_a_file_that_is_removed_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[int] = []

    def late(handle: int) -> bool:
        if not locked:
            (path,) = tmp_path.iterdir()
            path.unlink()
        locked.append(handle)
        return True

    monkeypatch.setattr(SYSTEM, "lock", late)
    handle, path = temporary.temporary_beside(tmp_path / "a.non")
    os.close(handle)
    assert len(locked) == 2
    assert path.exists()


def test_a_file_is_closed_before_it_is_renamed_where_an_open_one_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses that: here every descriptor is counted instead."""
    open_at_rename: list[bool] = []
    replace, handles = os.replace, []
    make = temporary.temporary_beside

    def noted(target: Path, ending: str = "") -> tuple[int, Path]:
        found = make(target, ending)
        handles.append(found[0])
        return found

    def is_open(handle: int) -> bool:
        try:
            os.fstat(handle)
        except OSError:
            return False
        return True

    def watched(*paths: Path) -> None:
        open_at_rename.append(is_open(handles[-1]))
        replace(*paths)

    monkeypatch.setattr(atomic, "temporary_beside", noted)
    monkeypatch.setattr(os, "replace", watched)
    for renames_open_files in (False, True):
        monkeypatch.setattr(SYSTEM, "renames_open_files", renames_open_files)
        write_atomically(tmp_path / "a.non", b"1")
    assert open_at_rename == [False, True]


MAKE_FOLDER = """
import os, signal, sys
from pathlib import Path
from puzzles.formats.temporary import TemporaryFolder
folder = TemporaryFolder("phone", Path(sys.argv[1]))
(folder.path / "a").mkdir()
(folder.path / "a" / "picture.png").touch()
print("there", flush=True)
sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_folder_is_removed_once_its_process_was_killed_and_not_before(tmp_path: Path) -> None:
    (kept := tmp_path / "phone-files").mkdir()
    with start(MAKE_FOLDER, tmp_path) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "there\n"
        temporary.remove_leftovers(tmp_path)
        assert len(list(tmp_path.rglob("picture.png"))) == 1
        running.communicate("\n")
    assert len(list(tmp_path.rglob("picture.png"))) == 1
    with temporary.TemporaryFolder("other", tmp_path) as other:
        assert set(tmp_path.iterdir()) == {kept, other, other.with_name(other.name[:-6])}
        assert other.stat().st_mode & 0o077 == 0
    assert set(tmp_path.iterdir()) == {kept}


@pytest.mark.parametrize("renames_open_files", [True, False])
def test_a_folder_is_removed_when_it_is_closed(
    renames_open_files: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SYSTEM, "renames_open_files", renames_open_files)
    folder = temporary.TemporaryFolder("scan", tmp_path)
    (folder.path / "a.non").touch()
    folder.close()
    folder.close()
    assert not list(tmp_path.iterdir())


def test_no_temporary_file_is_made_but_where_leftovers_are_removed() -> None:
    """Those of ``tempfile`` have names that nobody finds again."""
    found = {
        path.relative_to(ROOT).as_posix()
        for package in ("puzzles", "solver", "recognizer", "network", "helper")
        for path in (ROOT / package).rglob("*.py")
        if re.search(
            r"\b(?:mkdtemp|mkstemp|NamedTemporaryFile|TemporaryDirectory|QTemporary\w+)\(",
            path.read_text(encoding="utf-8"),
        )
    }
    # A worker's folder is in that of the service.
    assert found == {"puzzles/formats/temporary.py", "network/service/workers.py"}


def test_leftovers_are_removed_where_files_are_not_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SYSTEM, "renames_open_files", False)
    (tmp_path / ".a.non.x.nonogram-save").write_bytes(b"of a killed save")
    write_atomically(tmp_path / "b.non", b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["b.non"]


@pytest.mark.parametrize(("name", "parts"), [("a.txt", ["the puzzle"]), ("a.non", []), ("a", [])])
def test_a_file_with_an_ending_that_is_not_written_would_lose_the_puzzle(
    name: str, parts: list[str]
) -> None:
    """The window asks for another name when it saves a puzzle that it found in a letter."""
    assert left_out(Path(name), Document(Puzzle.empty(2, 2))) == parts
