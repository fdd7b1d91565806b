"""Games of versions that did not write down whether their solve is noted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from helper.application.library import Library
from helper.application.library_records import GameKey, GameState, Solve


def test_the_games_of_solved_puzzles_count_as_noted(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    library = Library(path)
    for name, state in (("solved", GameState.SOLVED), ("cleared", GameState.STARTED),
                        ("begun", GameState.STARTED), ("drawn", GameState.DRAWING)):  # fmt: skip
        key = GameKey("" if name == "drawn" else f"puzzle of {name}")
        library.start_game(name, "", "", "", "", key)
        library.set_state(name, state)
    library.add_solve(Solve("puzzle of cleared", "", 5, 5, 1, 60))
    library.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("alter table games drop column noted")
        db.execute("delete from _sqlite_migrations where name = '0006_noted'")
    db.close()
    library = Library(path)
    noted = {game.id for game in library.games() if game.is_noted}
    assert noted == {"solved", "cleared"}
    library.close()
