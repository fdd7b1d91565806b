"""Backup and restore as the player sees them, and killed in the middle."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.collections import backing_up as backing_up_module
from helper.collections.backing_up import BackupCommands
from helper.collections.backup import LIMITS, backup_work, restore_work
from helper.commands.messages import Messages
from helper.play.autosave import Autosave
from helper.play.session import Session
from puzzles import SHADED
from puzzles.child.limits import limited
from puzzles.formats.temporary import remove_leftovers
from tests.support.imports import folder_of, imported
from tests.support.paths import ROOT

SCRIPT = """
import os, sys
from pathlib import Path
from helper.collections import backup
path, library, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
def die(*_):
    os.kill(os.getpid(), 9)
setattr(backup, name, die)
backup.restore_work(path, library, lambda _: None, lambda: False)
"""


def contents(library: Path) -> list[str]:
    with closing(sqlite3.connect(library)) as db:
        return list(db.iterdump())


@pytest.mark.parametrize("point", ["_unpack", "_validate", "_kept", "_add_photos", "_replace"])
def test_a_restore_that_is_killed_leaves_the_library_as_it_was(tmp_path: Path, point: str) -> None:
    library, saved = tmp_path / "data" / "library.sqlite3", tmp_path / "backup.zip"
    imported(library, folder_of(tmp_path / "birds", 3))
    backup_work(library, saved, lambda _: None, lambda: False)
    wanted = contents(library)
    imported(library, folder_of(tmp_path / "ships", 3, first=50))
    before = contents(library)
    command = [sys.executable, "-c", SCRIPT, str(saved), str(library), point]
    assert subprocess.run(command, cwd=ROOT).returncode == -9
    assert contents(library) == before
    assert {path.name[:11] for path in library.parent.glob(".*")} == {".restoring."}
    remove_leftovers(library.parent)  # as the window does after its start
    assert not list(library.parent.glob(".*"))
    restore_work(saved, library, lambda _: None, lambda: False)
    assert contents(library) == wanted
    assert not list(library.parent.glob(".*"))


class Host(QWidget):
    """A window that plays a puzzle from the library."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.open_library()

    def open_library(self) -> None:
        self.library = Library(self.path)
        self.session = Session()
        self.autosave = Autosave(self.session, self.library)

    def close_library(self) -> bool:
        if self.autosave.close():
            return False
        self.library.close()
        return True


@pytest.fixture
def host(qtbot: QtBot, home: Path) -> Iterator[Host]:
    made = Host(home / "library.sqlite3")
    qtbot.addWidget(made)
    yield made
    made.close_library()


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def backing_up(
    host: Host, heard: list[str], tmp_path: Path, settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> BackupCommands:  # fmt: skip
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (str(tmp_path / "saved.zip"), ""))
    return BackupCommands(
        Messages(host), host, host.path, lambda: host.autosave.owner, host, heard.append, settings
    )


def play(host: Host, cell: int) -> None:
    host.session.new(3, 3)
    host.session.paint({cell: SHADED}, "Shade")


def test_what_was_backed_up_comes_back(
    qtbot: QtBot, host: Host, backing_up: BackupCommands, heard: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    play(host, 0)
    backing_up.back_up()
    qtbot.waitUntil(lambda: heard == [f"The library was backed up to {tmp_path / 'saved.zip'}."])
    play(host, 1)
    assert len(host.library.games()) == 2
    asked: list[str] = []

    def agree(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton.Yes

    monkeypatch.setattr(QMessageBox, "question", agree)
    backing_up.restore()
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=20_000)
    assert "with 1 game and 0 imported puzzles?" in asked[0]
    assert heard[1].startswith("The library was restored. The one before is kept as ")
    (game,) = host.library.games()
    assert game.owner == ""
    play(host, 2)
    assert len(host.library.games()) == 2, "the window goes on"


def test_the_dialogs_begin_where_something_was_last_saved(
    qtbot: QtBot, backing_up: BackupCommands, heard: list[str], settings: Settings, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, host: Host,
) -> None:  # fmt: skip
    play(host, 0)
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "stick").mkdir()
    settings.save_folder = str(tmp_path / "puzzles")
    begun: list[Path] = []

    def choose(_: object, __: str, start: str, *rest: object) -> tuple[str, str]:
        begun.append(Path(start))
        return str(tmp_path / "stick" / "saved.zip"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    backing_up.back_up()
    assert begun[0].parent == tmp_path / "puzzles"
    qtbot.waitUntil(lambda: len(heard) == 1, timeout=20_000)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (choose(*args)[0] * 0, ""))
    backing_up.back_up()
    assert begun[1].parent == tmp_path / "stick"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (choose(*args)[0] * 0, ""))
    backing_up.restore()
    assert begun[2] == tmp_path / "stick"


def test_a_backup_that_dies_of_its_limits_is_a_sentence(
    qtbot: QtBot, host: Host, backing_up: BackupCommands, said: list[str], heard: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The child process that looks into it is killed, as by the limit of processor time."""
    backing_up.back_up()
    qtbot.waitUntil(lambda: len(heard) == 1, timeout=20_000)
    monkeypatch.setattr(backing_up_module, "inspect_work", die_of_time)
    backing_up.restore()
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert said == [
        "reading the backup takes longer than 300 s, which is the limit. Choose another backup"
    ]
    play(host, 0)
    assert len(host.library.games()) == 1, "the window goes on"


def die_of_time(path: Path, report: object, should_stop: object) -> None:
    """A worker that the kernel kills."""
    with limited(LIMITS):
        os.kill(os.getpid(), signal.SIGXCPU)


def test_a_second_window_prevents_a_restore(
    qtbot: QtBot, host: Host, backing_up: BackupCommands, heard: list[str], said: list[str]
) -> None:
    backing_up.back_up()
    qtbot.waitUntil(lambda: len(heard) == 1, timeout=20_000)
    library = Library(host.path)
    other = Autosave(Session(), library)
    backing_up.restore()
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert said == [
        "The library is in use by another window or program. Close all the others first, then"
        " restore it."
    ]
    other.close()
    library.close()
    backing_up.restore()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=20_000)
    assert said[1].startswith("Replace the library by the backup of "), "and the answer is No"
    assert backing_up.task.job is None


def test_what_is_no_backup_is_a_sentence(
    qtbot: QtBot, backing_up: BackupCommands, said: list[str], tmp_path: Path
) -> None:
    (tmp_path / "saved.zip").write_text("hello")
    backing_up.restore()
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert said == [f"{tmp_path / 'saved.zip'}: this is not a backup of the library, or damaged"]
