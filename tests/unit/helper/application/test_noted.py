"""Games of versions that did not write down whether their solve is noted."""

from __future__ import annotations

from pathlib import Path

from helper.application.library import Library
from tests.support.library_versions import write_old_library

GAMES = """
insert into games (id, owner, title, base, files, puzzle, state) values
 ('solved', '', '', '', '', 'puzzle of solved', 'solved'),
 ('cleared', '', '', '', '', 'puzzle of cleared', 'started'),
 ('begun', '', '', '', '', 'puzzle of begun', 'started'),
 ('drawn', '', '', '', '', '', 'drawing');
insert into solves (puzzle, title, height, width, colors, seconds)
 values ('puzzle of cleared', '', 5, 5, 1, 60);
"""


def test_the_games_of_solved_puzzles_count_as_noted(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    write_old_library(path, "0005_counts", GAMES)
    library = Library(path)
    noted = {game.id for game in library.games() if game.progress.is_noted}
    assert noted == {"solved", "cleared"}
    library.close()
