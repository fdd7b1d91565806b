"""A program that is killed while it rates loses nothing, and the next one goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application import rating_store
from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.rating_store import RatingStore
from helper.rating.rater import Rater, Urgency
from tests.support.paths import ROOT
from tests.support.rating import many

COUNT = 40
SCRIPT = """
import os
from PySide6.QtTest import QTest
from helper import app
from helper.application.collection_store import CollectionStore
from helper.application.library import Library, data_folder
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.collections.import_work import new_puzzle
from helper.main_window.main_window import MainWindow
from helper.rating import home_ratings
from puzzles import SHADED
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.imports import numbered

if __name__ == "__main__":
    home_ratings.START_MS = 0
    library = Library(data_folder() / "library.sqlite3")
    new = [new_puzzle(Document(numbered(number))) for number in range(COUNT)]
    CollectionStore(library).add("Birds", new)
    library.close()
    made = app.make_application()
    settings = Settings()
    window = MainWindow(settings, ThemeManager(made, settings))
    window.show()
    app._open_libraries([window], starts_at_home=True)
    rater = window.rating.rater
    while not any(one.clues in rater.ratings for one in new):
        QTest.qWait(1)
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    while sum(one.clues in rater.ratings for one in new) < 5:
        window.session.paint({1: SHADED}, "Shade")
        QTest.qWait(1)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_kill_while_rating_loses_nothing(
    qtbot: QtBot, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "die.py"
    script.write_text(SCRIPT.replace("COUNT", str(COUNT)))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, str(script)], cwd=ROOT, env=environment)
    assert run.returncode == -9
    library = Library(home / "library.sqlite3")
    (game,) = library.games()
    assert len(game.moves) >= 1
    assert len(CollectionStore(library).puzzles()) == COUNT
    before = RatingStore(library).ratings()
    assert 5 <= len(before) < COUNT
    monkeypatch.setattr(rating_store, "CLAIM_S", -1)  # the claim of the killed program has ended
    rater = Rater(library, LibraryWrites())
    rater.want(Urgency.OTHERS, many(COUNT))
    qtbot.waitUntil(lambda: rater.is_idle)
    after = RatingStore(library).ratings()
    # The board that was painted is rated, too, if there was time for it.
    assert after.keys() >= {one.clues for one in many(COUNT)}
    assert before.items() <= after.items()
    rater.close()
    library.close()
