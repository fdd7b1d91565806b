"""Saving replaces the old file as a whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from puzzles import LibraryError
from puzzles.formats import read
from puzzles.formats.atomic import write_atomically


def test_new_and_old_files_are_written(tmp_path: Path) -> None:
    path = tmp_path / "a.non"
    for data in (b"one", b"two"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(LibraryError, match=r"a\.non: cannot be saved: No space left on device"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_kill_while_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(b"old")
    seen = []

    def killed(*_: object) -> None:
        seen.append(path.read_bytes())
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert [*seen, path.read_bytes()] == [b"old", b"old"]


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
    with pytest.raises(LibraryError, match=r"none\.non: cannot be opened: No such file"):
        read(tmp_path / "none.non")
    with pytest.raises(LibraryError, match="cannot be opened: Is a directory"):
        read(tmp_path)
    with pytest.raises(LibraryError, match="cannot be saved: No such file"):
        write_atomically(tmp_path / "none" / "a.non", b"")
    with pytest.raises(LibraryError, match="cannot be saved: it is a folder"):
        write_atomically(tmp_path, b"")
