"""What belongs to the player is nobody else's to read."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helper.application.library import Library
from helper.application.private import open_regular, private_file, private_folder
from puzzles.system import SYSTEM

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """The usual one, which lets everybody read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folders_and_files_are_made_private(tmp_path: Path) -> None:
    folder = private_folder(tmp_path / "above" / "data")
    assert mode(folder) == 0o700
    assert mode(folder.parent) == 0o755  # it may be for others' data, too
    assert mode(private_file(folder / "a")) == 0o600


def test_those_that_are_there_are_tightened_and_keep_what_is_in_them(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", tmp_path / "data" / "a"
    folder.mkdir(mode=0o775)
    file.write_text("old")
    file.chmod(0o664)
    private_file(private_folder(folder) / "a")
    assert (mode(folder), mode(file), file.read_text()) == (0o700, 0o600, "old")


def test_folders_that_are_for_more_are_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, shared = tmp_path / "home", tmp_path / "shared"
    monkeypatch.setenv("HOME", str(home))
    for folder, permissions in ((home, 0o755), (shared, 0o1777)):
        folder.mkdir()
        folder.chmod(permissions)
        private_folder(folder)
        assert mode(folder) == permissions


def test_devices_and_what_is_not_there_are_left_alone(tmp_path: Path) -> None:
    before = mode(Path("/dev/full"))
    SYSTEM.restrict(Path("/dev/full"))
    SYSTEM.restrict(tmp_path / "none")
    assert mode(Path("/dev/full")) == before


@pytest.mark.parametrize("is_old", [False, True], ids=["new", "old"])
def test_the_library_is_private(tmp_path: Path, is_old: bool) -> None:
    path = tmp_path / "data" / "library.sqlite3"
    if is_old:
        path.parent.mkdir()
        old = Library(path)
        old.start_game("g", "me", "", "", "")
        for each in (path.parent, *path.parent.iterdir()):
            each.chmod(0o755 if each.is_dir() else 0o644)
    library = Library(path)
    library.end_game("g")
    names = {each.name: mode(each) for each in path.parent.iterdir()}
    assert names == dict.fromkeys([path.name, f"{path.name}-wal", f"{path.name}-shm"], 0o600)
    assert mode(path.parent) == 0o700


def test_only_a_regular_file_is_read_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_bytes(b"a\r\nb")
    os.mkfifo(pipe)
    with open_regular(file) as opened:
        assert opened.read() == b"a\r\nb"
    descriptors = len(list(Path("/dev/fd").iterdir()))
    for other in (pipe, tmp_path, Path(os.devnull)) * 50:
        with pytest.raises(OSError, match="not a regular file"):
            open_regular(other)
    # Threads of other tests may open and close some at the same time.
    assert abs(len(list(Path("/dev/fd").iterdir())) - descriptors) < 50
