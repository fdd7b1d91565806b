"""What the program keeps: without waiting, without tracebacks, and for nobody else to read."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helper import app
from helper.application import log as program_log
from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.review.photos import keep_photo, photo_of, prune_photos
from helper.widgets.banner import Banner
from puzzles import SHADED, LibraryError
from puzzles.errors import LibraryBusyError
from puzzles.formats import read
from tests.support.boards import CHICK
from tests.support.processes import run_python

Buttons = QMessageBox.StandardButton


def fail(error: LibraryError) -> None:
    pytest.fail(str(error))


class Lock:
    """Another program that writes into the library, and takes its time."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("begin immediate")

    def release(self) -> None:
        self._db.close()


@pytest.fixture
def lock(library: Library) -> Iterator[Lock]:
    made = Lock(library.path)
    yield made
    made.release()


@pytest.fixture(autouse=True)
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the window's thread waited for, instead of waiting."""
    waited: list[float] = []
    monkeypatch.setattr("helper.application.library_writes.sleep", waited.append)
    return waited


def kept_owner(library: Library) -> str:
    (game,) = library.games()
    return game.owner


# The library is locked


def test_moves_made_while_the_library_is_locked_are_kept_afterwards(
    qtbot: QtBot, library: Library, lock: Lock, slept: list[float]
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    said: list[str] = []
    autosave.failed.connect(said.append)
    for k in range(5):
        session.paint({k: SHADED}, "Shade")
    session.undo()
    assert autosave.writes.are_pending
    assert library.games() == ()
    lock.release()
    qtbot.waitUntil(lambda: not autosave.writes.are_pending, timeout=2000)
    (game,) = library.games()
    assert (len(game.moves), game.progress.position) == (5, 4)
    assert (said, slept) == ([], [])
    autosave.close()
    assert kept_owner(library) == ""


def test_a_game_that_is_left_while_the_library_is_locked_keeps_its_own_moves(
    qtbot: QtBot, library: Library, chick_file: Path
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    autosave.failed.connect(pytest.fail)
    session.open(chick_file)
    session.paint({0: SHADED}, "Shade")
    other = Lock(library.path)
    session.paint({1: SHADED}, "Shade")
    session.new(3, 3)  # leaves the first game, of which a move waits
    session.paint({8: SHADED}, "Shade")
    session.open(chick_file)  # leaves one that was never written
    session.paint({2: SHADED}, "Shade")
    assert [len(game.moves) for game in library.games()] == [1]
    other.release()
    qtbot.waitUntil(lambda: not autosave.writes.are_pending, timeout=2000)
    found = {(game.title, game.progress.state.value, len(game.moves), bool(game.owner))
             for game in library.games()}  # fmt: skip
    assert found == {
        ("Chick", "started", 2, False), ("", "drawing", 1, False), ("Chick", "started", 1, True),
    }  # fmt: skip
    autosave.close()


def test_a_closing_window_writes_what_waits(library: Library, lock: Lock) -> None:
    session = Session()
    writes = LibraryWrites()
    autosave = Autosave(session, library, None, writes)
    writes.write("photo", lambda: library.keep_photo("p", "f"), fail)
    lock.release()
    assert autosave.close() == ""
    assert library.photo_of("p") == "f"


def test_a_closing_window_waits_no_longer_than_it_may(
    lock: Lock, window: MainWindow, library: Library, said: list[str], slept: list[float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("helper.application.library_writes.monotonic", lambda: sum(slept))
    window.desk.writes.write("photo", lambda: library.keep_photo("p", "f"), fail)
    window.close()
    assert not window.isVisible()
    assert 2 <= sum(slept) < 2.2
    (sentence,) = said
    assert sentence.startswith("Some data could not be stored: ")
    assert "another program writes" in sentence


def test_the_library_is_opened_as_soon_as_it_can_be(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    refusals = [LibraryBusyError("busy"), LibraryBusyError("busy")]
    opened = Library.open

    def busy(self: Library) -> None:
        if refusals:
            raise refusals.pop()
        opened(self)

    monkeypatch.setattr(Library, "open", busy)
    app._open_libraries([window], starts_at_home=False)
    assert not window.autosave.library.is_kept
    window.session.paint({0: SHADED}, "Shade")
    qtbot.waitUntil(lambda: window.autosave.library.is_kept, timeout=2000)
    (game,) = Library(home / "library.sqlite3").games()
    assert len(game.moves) == 1


def test_a_photo_is_kept_as_soon_as_it_can_be(
    qtbot: QtBot, window: MainWindow, lock: Lock, chick_file: Path
) -> None:
    window.session.open(chick_file)
    window.photos.keep(b"\x89PNG")
    assert photo_of(CHICK) is None
    lock.release()
    qtbot.waitUntil(lambda: photo_of(CHICK) is not None, timeout=2000)


def test_what_waits_for_long_is_said_once(library: Library, lock: Lock) -> None:
    writes = LibraryWrites()
    said: list[str] = []
    writes.waiting.connect(said.append)
    writes.write("photo", lambda: library.keep_photo("p", "f"), fail)
    for _ in range(300):
        writes._retry()
    assert len(said) == 1
    assert said[0].startswith("Your moves wait to be kept: ")


# Full and read-only folders


@pytest.fixture
def log(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[logging.Logger]:
    """The root logger, with a log of this test's only."""
    monkeypatch.setattr(program_log, "trouble", program_log.LogTrouble())
    root = logging.getLogger()
    before = list(root.handlers)
    yield root
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()


def test_a_full_disk_is_said_once_and_leaves_no_traceback(
    home: Path, log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "log.txt").symlink_to("/dev/full")
    said: list[str] = []
    program_log.trouble.failed.connect(said.append)
    program_log.start_log()
    for _ in range(3):
        log.warning("a word")
    assert said == [program_log.trouble.sentence]
    assert said[0].startswith("The log cannot be written: ")
    assert said[0].endswith(os.strerror(errno.ENOSPC))
    assert capsys.readouterr().err == ""


def test_a_log_that_cannot_be_there_is_said(
    tmp_path: Path, log: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NONOGRAM_HOME", str(tmp_path / "file"))
    program_log.start_log()
    log.warning("a word")
    assert program_log.trouble.sentence.startswith("The log cannot be written: ")


START = """
import sys
from PySide6.QtCore import QTimer
from helper import app
from helper.main_window.messages import TroubleMessages
tell = TroubleMessages.add
TroubleMessages.add = lambda self, sentence: print(sentence) or tell(self, sentence)
stay = app._run_event_loop
def short(application, windows, **rest):
    QTimer.singleShot(300, application.quit)
    return stay(application, windows, **rest)
app._run_event_loop = short
print("ended", app.run([]))
"""


def test_the_program_starts_without_its_folders(tmp_path: Path) -> None:
    """Neither data nor settings can be written: each is said, and nothing is on stderr."""
    (tmp_path / "file").touch()
    folder = str(tmp_path / "file")
    environment = os.environ | {"NONOGRAM_HOME": folder, "XDG_CONFIG_HOME": folder}
    run = run_python(START, env=environment)
    assert "Error" not in run.stderr
    assert "Traceback" not in run.stderr
    lines = run.stdout.splitlines()
    assert lines[-1] == "ended 0"
    assert [line.partition(":")[0] for line in lines[:-1]] == [
        "The log cannot be written",
        "Your settings are not kept",
        "Your moves are not kept in case of a crash",
    ]


def test_settings_that_cannot_be_written_are_said_once(home: Path, settings: Settings) -> None:
    said: list[str] = []
    settings.failed.connect(said.append)
    path = Path(settings._store.fileName())
    path.unlink()
    path.mkdir()  # nothing can be written over that
    for size in (30, 31):
        settings.change(cell_size=size)
        settings.sync()
    assert len(said) == 1
    assert said[0].startswith("Your settings are not kept: ")
    assert settings.preferences.cell_size == 31


def test_a_photo_that_cannot_be_stored_is_one_sentence(home: Path) -> None:
    (home / "photos").touch()
    with pytest.raises(LibraryError, match="photos: cannot be used"):
        keep_photo(CHICK, b"\x89PNG")


# Permissions


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_all_that_the_program_keeps_is_private_and_what_the_player_saves_is_not(
    umask: None, home: Path, log: logging.Logger, tmp_path: Path, themes: ThemeManager,
    settings: Settings,
) -> None:  # fmt: skip
    program_log.start_log()
    log.warning("a word")
    settings.change(cell_size=30)
    settings.sync()
    settings.change(cell_size=31)
    settings.sync()
    old = home / "photos" / "old.png"
    prune_photos()  # makes the folder
    old.touch()
    old.chmod(0o644)
    prune_photos()
    keep_photo(CHICK, b"\x89PNG")
    session = Session()
    autosave = Autosave(session, Library(home / "library.sqlite3"))
    session.paint({0: SHADED}, "Shade")
    for path in (home, *home.rglob("*")):
        private = 0o700 if path.is_dir() else 0o600
        if path != home / "settings":  # Qt's own; above ours
            assert stat.S_IMODE(path.stat().st_mode) == private, path
    session.save(tmp_path / "a.non")
    assert stat.S_IMODE((tmp_path / "a.non").stat().st_mode) == 0o644
    autosave.close()


# Write-protected files


@pytest.mark.parametrize("answer", [Buttons.Yes, Buttons.No])
def test_the_window_asks_before_it_replaces_a_write_protected_file(
    window: MainWindow, chick_file: Path, answer: Buttons, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def question(_: object, __: str, text: str, *rest: object) -> Buttons:
        asked.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    window.files.open_file(chick_file)
    window.session.paint({0: SHADED}, "Shade")
    chick_file.chmod(0o444)
    assert window.files.save() is (answer == Buttons.Yes)
    assert asked == ["chick.non is write-protected. Replace it?"]
    assert read(chick_file).marks.is_untouched is (answer == Buttons.No)


def test_a_log_from_another_thread_is_said_in_the_windows(
    home: Path, log: logging.Logger, qtbot: QtBot, window: MainWindow
) -> None:
    (home / "log.txt").symlink_to("/dev/full")
    program_log.start_log()
    program_log.trouble.failed.connect(window.troubles.add)
    thread = threading.Thread(target=log.warning, args=("a word",))
    thread.start()
    thread.join()
    banner = window.findChildren(Banner)[0]
    qtbot.waitUntil(lambda: banner.isVisible() and "log" in banner.text, timeout=2000)
    QTest.mouseClick(banner.button("Close"), Qt.MouseButton.LeftButton)
    assert not banner.isVisible()


def test_each_trouble_is_shown_until_it_is_over(window: MainWindow) -> None:
    banner = window.findChildren(Banner)[0]
    window.troubles.add("No log.")
    window.troubles.add("No moves.")
    window.troubles.add("No log.")
    assert banner.text == "No log.\nNo moves."
    window.troubles.remove("No log.")
    assert banner.text == "No moves."
    window.troubles.remove("No moves.")
    assert not banner.isVisible()
