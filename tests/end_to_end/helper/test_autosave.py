"""A game survives a crash, move by move."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.play.autosave import Autosave
from helper.play.session import Session
from puzzles import SHADED, LibraryError
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.paths import ROOT

PLAY_AND_DIE = """
import os
from PySide6.QtCore import QCoreApplication
from helper.play.autosave import Autosave
from helper.play.session import Session
from pathlib import Path
from helper.application.library import Library, data_folder
app = QCoreApplication([])
session = Session()
autosave = Autosave(session, Library(data_folder() / "library.sqlite3"))
session.open(Path({path!r}))
for k in range(5):
    session.paint({{21 + k: 2}}, "Shade")
session.undo_stack.undo()
session.undo_stack.undo()
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def library(home: Path) -> Library:
    return Library(home / "library.sqlite3")


def test_after_kill_9_the_game_is_offered_with_its_history(
    qtbot: QtBot, library: Library, chick_file: Path
) -> None:
    script = PLAY_AND_DIE.format(path=str(chick_file))
    code = subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode
    assert code == -9
    session = Session()
    autosave = Autosave(session, library)
    (game,) = autosave.left_behind()
    assert game.title == "Chick"
    autosave.restore(game)
    assert session.path == chick_file
    assert session.is_modified
    assert session.marks.row(3).tolist()[:5] == [2, 2, 2, 3, 3]
    session.undo_stack.redo()
    session.undo_stack.redo()
    assert session.marks[3, 4] == SHADED
    session.undo_stack.setIndex(0)
    assert session.marks.is_untouched
    assert not session.is_modified
    assert len(library.games()) == 1
    assert autosave.left_behind() == []


def test_a_restored_game_is_kept_on_like_any_other(
    qtbot: QtBot, library: Library, chick_file: Path
) -> None:
    script = PLAY_AND_DIE.format(path=str(chick_file))
    subprocess.run([sys.executable, "-c", script], cwd=ROOT)
    session = Session()
    autosave = Autosave(session, library)
    autosave.restore(autosave.left_behind()[0])
    session.paint({48: SHADED}, "Shade")
    (game,) = library.games()
    assert (len(game.moves), game.position) == (4, 4)
    autosave.close()
    assert library.games() == ()


def test_the_games_of_running_programs_are_not_offered(qtbot: QtBot, library: Library) -> None:
    one, two = Session(), Session()
    first, second = Autosave(one, library), Autosave(two, library)
    one.paint({0: SHADED}, "Shade")
    assert second.left_behind() == []
    assert len(library.games()) == 1
    first.close()
    assert library.games() == ()


def test_a_game_without_loss_is_not_offered(qtbot: QtBot, library: Library, tmp_path: Path) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open_copy(Document.untouched(CHICK))
    session.paint({0: SHADED}, "Shade")
    session.save(tmp_path / "a.non")
    autosave._lock.unlock()  # as after a crash
    assert Autosave(Session(), library).left_behind() == []


def test_opening_another_file_ends_the_game(
    qtbot: QtBot, library: Library, chick_file: Path
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.paint({0: SHADED}, "Shade")
    session.open(chick_file)
    assert library.games() == ()
    session.paint({1: SHADED}, "Shade")
    (game,) = library.games()
    assert len(game.moves) == 1
    autosave.close()


def test_a_disk_that_refuses_is_said_once_and_tried_again(
    qtbot: QtBot, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    said: list[str] = []
    autosave.failed.connect(said.append)
    autosave.recovered.connect(said.remove)

    def full(*_: object) -> None:
        raise LibraryError("disk full")

    monkeypatch.setattr(library, "record", full)
    for k in range(3):
        session.paint({k: SHADED}, "Shade")
    assert said == ["Your moves are not kept in case of a crash: disk full"]
    assert session.marks.cells[2] == SHADED
    monkeypatch.undo()
    session.paint({3: SHADED}, "Shade")
    (game,) = library.games()
    assert len(game.moves) == 4, "there is room again: all moves are kept"
    assert not said


def test_a_locked_library_costs_no_move(qtbot: QtBot, library: Library, home: Path) -> None:
    assert os.environ["NONOGRAM_HOME"] == str(home)
    session = Session()
    autosave = Autosave(session, library)
    session.paint({0: SHADED}, "Shade")
    library.close()
    session.paint({1: SHADED}, "Shade")
    assert session.marks.cells[1] == SHADED
    autosave.end()
