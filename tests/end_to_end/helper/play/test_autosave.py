"""Games are kept, move by move, and continued."""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import Game, GameProgress, GameState
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.play import journal
from helper.play.autosave import Autosave
from helper.play.clock import PlayClock
from helper.play.journal import file_to_text, key_of
from helper.play.line_commands import switch_line
from helper.play.moves import Paint, SheetState, move_to_text, state_to_json
from helper.play.session import Session
from helper.play.session_state import FileState
from puzzles import SHADED, Grid, LibraryError, Puzzle
from puzzles.errors import LibraryBusyError
from puzzles.formats import Document, read, write
from tests.support.boards import CHICK
from tests.support.processes import run_python
from tests.support.session_actions import SOLUTION, shade_picture

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
session.undo()
session.undo()
os.kill(os.getpid(), 9)
"""


def play_and_die(chick_file: Path) -> None:
    assert run_python(PLAY_AND_DIE.format(path=str(chick_file))).returncode == -9


def kept(library: Library) -> Game:
    (game,) = library.games()
    return game


def test_after_kill_9_a_game_is_continued_with_its_history(
    library: Library, chick_file: Path
) -> None:
    play_and_die(chick_file)
    session = Session()
    autosave = Autosave(session, library)
    game = kept(library)
    assert (game.title, game.progress.state) == ("Chick", GameState.STARTED)
    assert autosave.continue_game(game.id)
    assert session.path == chick_file
    assert session.is_modified
    assert session.marks.row(3).tolist()[:5] == [2, 2, 2, 3, 3]
    session.redo()
    session.redo()
    assert session.marks[3, 4] == SHADED
    session.go_to(0)
    assert session.marks.is_untouched
    assert not session.is_modified
    assert kept(library).id == game.id


def test_a_continued_game_is_kept_on_like_any_other(library: Library, chick_file: Path) -> None:
    play_and_die(chick_file)
    session = Session()
    autosave = Autosave(session, library)
    assert autosave.continue_game(kept(library).id)
    session.paint({48: SHADED}, "Shade")
    game = kept(library)
    assert (len(game.moves), game.progress.position, game.owner) == (4, 4, autosave.owner)
    autosave.close()
    assert kept(library) == dataclasses.replace(game, owner="")


def test_the_games_of_running_programs_are_not_taken(library: Library) -> None:
    one, two = Session(), Session()
    first, second = Autosave(one, library), Autosave(two, library)
    one.open_copy(Document(CHICK))
    one.paint({0: SHADED}, "Shade")
    assert not second.continue_game(kept(library).id)
    assert not second.resume(Document(CHICK))
    first.close()
    assert second.resume(Document(CHICK))
    assert two.marks.cells[0] == SHADED


def test_the_window_that_comes_second_says_that_it_has_a_game_of_its_own(library: Library) -> None:
    """Both have looked up the game before either has taken it; and both open the same file."""
    sessions = Session(), Session()
    first, second = (Autosave(session, library) for session in sessions)
    told: list[str] = []
    second.noticed.connect(told.append)
    library.start_game("g", "", "", *_untouched(CHICK), key_of(Document(CHICK), None))
    (seen,) = library.games()
    assert first.continue_game("g")
    assert second._taken(seen) is None
    assert not second.resume(Document(CHICK))
    sessions[1].open_copy(Document(CHICK))
    sessions[1].paint({1: SHADED}, "Shade")
    assert told == ["Another window plays this puzzle, too: this window keeps a game of its own."]
    sessions[0].paint({0: SHADED}, "Shade")
    first.close()
    second.close()
    assert sorted(len(game.moves) for game in library.games()) == [1, 1]


def test_two_windows_that_open_a_file_know_of_each_other_at_the_first_move(
    library: Library, chick_file: Path
) -> None:
    sessions = Session(), Session()
    kept_by = [Autosave(session, library) for session in sessions]
    told: list[str] = []
    for autosave, session in zip(kept_by, sessions, strict=True):
        autosave.noticed.connect(told.append)
        session.open(chick_file)
    assert told == []
    for session in sessions:
        session.paint({0: SHADED}, "Shade")
        session.paint({1: SHADED}, "Shade")
    assert len(told) == 1


def test_a_file_does_not_take_the_game_of_another_one(
    library: Library, chick_file: Path, tmp_path: Path
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open(chick_file)
    session.paint({0: SHADED}, "Shade")
    session.close()
    copy = tmp_path / "copy.non"
    copy.write_bytes(chick_file.read_bytes())
    assert not autosave.resume(read(copy), copy)
    chick_file.unlink()
    assert autosave.resume(read(copy), copy), "the file was moved"


def test_a_game_that_is_open_is_continued_by_its_own_window(
    library: Library, chick_file: Path
) -> None:
    """Also if all was undone, so that leaving it would delete it."""
    session = Session()
    autosave = Autosave(session, library)
    session.open(chick_file)
    session.paint({0: SHADED}, "Shade")
    session.undo()
    game = kept(library).id
    assert autosave.resume(read(chick_file), chick_file)
    session.redo()
    assert (kept(library).id, kept(library).owner) == (game, autosave.owner)
    assert autosave.is_keeping


def test_a_busy_library_begins_no_second_game(library: Library) -> None:
    session = Session()
    autosave = Autosave(session, library)
    library.start_game("g", "", "", *_untouched(CHICK), key_of(Document(CHICK), None))
    other = Library(library.path)
    with other.writing(), pytest.raises(LibraryBusyError):
        autosave.resume(Document(CHICK))
    assert autosave.resume(Document(CHICK))


def test_a_journal_that_two_have_written_is_continued_up_to_the_break(library: Library) -> None:
    session = Session()
    autosave = Autosave(session, library)
    told: list[str] = []
    autosave.noticed.connect(told.append)
    session.open_copy(Document(CHICK))
    for cell in range(3):
        session.paint({cell: SHADED}, "Shade")
    game = kept(library).id
    session.close()
    with library.writing() as db:
        db.execute("update moves set number = number + 1 where number = 2")
    assert autosave.continue_game(game)
    assert len(session.history) == 2
    assert told == ["The end of this game's journal is damaged: you go on before the damage."]
    session.paint({9: SHADED}, "Shade")
    assert len(kept(library).moves) == 3


def _untouched(puzzle: Puzzle) -> tuple[str, str]:
    document = Document(puzzle)
    state = SheetState(puzzle, document.marks)
    return json.dumps(state_to_json(state)), file_to_text(FileState(None, document))


def test_a_game_in_which_nothing_was_done_is_not_kept(library: Library) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open_copy(Document(CHICK))
    assert library.games() == ()
    session.paint({0: SHADED}, "Shade")
    session.undo()
    assert len(kept(library).moves) == 1  # they could be redone
    session.open_copy(Document(CHICK))
    assert library.games() == ()
    autosave.close()


def test_a_scanned_puzzle_is_kept_before_the_first_move(library: Library) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open_unsaved(Document(CHICK))
    session.open_copy(Document(Puzzle.empty(2, 2)))
    assert autosave.resume(Document(CHICK))
    assert session.puzzle == CHICK
    assert session.is_modified


def test_every_puzzle_goes_on_where_it_was_left(library: Library, chick_file: Path) -> None:
    session = Session()
    autosave = Autosave(session, library)
    now = 100.0
    autosave.clock = PlayClock(lambda: now)
    other = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    session.open(chick_file)
    autosave.clock.run(True)
    session.paint({0: SHADED, 1: SHADED}, "Shade")
    now += 30
    session.open_copy(Document(other))
    assert autosave.clock.seconds == 0
    session.paint({0: SHADED}, "Shade")
    now += 7
    assert autosave.resume(read(chick_file), chick_file)
    assert (session.path, list(session.marks.cells)[:3]) == (chick_file, [2, 2, 3])
    assert autosave.clock.seconds == 30
    session.undo()
    assert session.marks.is_untouched
    session.redo()
    assert autosave.resume(Document(other))
    assert autosave.clock.seconds == 7
    assert session.marks.cells[0] == SHADED
    autosave.close()
    assert {game.owner for game in library.games()} == {""}


def test_a_file_that_another_program_wrote_is_opened_as_it_is(
    library: Library, chick_file: Path
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open(chick_file)
    session.paint({0: SHADED}, "Shade")
    session.save(chick_file)
    session.open_copy(Document(Puzzle.empty(2, 2)))
    assert autosave.resume(read(chick_file), chick_file), "it is as this program saved it"
    session.open_copy(Document(Puzzle.empty(2, 2)))
    marks = Grid.for_puzzle(CHICK)
    marks.cells[5] = SHADED
    write(chick_file, Document(CHICK, marks))
    assert not autosave.resume(read(chick_file), chick_file)
    write(chick_file, Document(Puzzle.from_numbers([[1]], [[1]])))
    assert not autosave.resume(read(chick_file), chick_file), "another puzzle in the same place"


def test_a_file_that_changes_after_a_game_was_continued_is_noticed(
    library: Library, chick_file: Path
) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open(chick_file)
    session.paint({0: SHADED}, "Shade")
    session.open_copy(Document(Puzzle.empty(2, 2)))
    assert autosave.resume(read(chick_file), chick_file)
    assert not session.is_changed_elsewhere
    session.open_copy(Document(Puzzle.empty(2, 2)))
    assert autosave.continue_game(kept(library).id)
    assert not session.is_changed_elsewhere
    os.utime(chick_file, ns=(1, 1))
    assert session.is_changed_elsewhere


def test_a_stroke_writes_its_move_and_nothing_of_the_puzzle(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A puzzle may have a million cells."""
    session = Session()
    autosave = Autosave(session, library)
    session.open_copy(Document(CHICK))
    session.paint({0: SHADED}, "Shade")
    calls: list[str] = []
    monkeypatch.setattr(journal, "key_of", lambda *_: calls.append("key"))
    monkeypatch.setattr(journal, "file_to_text", lambda *_: calls.append("file"))
    monkeypatch.setattr(journal, "state_to_json", lambda *_: calls.append("base"))
    session.paint({1: SHADED}, "Shade")
    session.undo()
    assert calls == []
    assert len(kept(library).moves) == 2
    autosave.close()
    assert calls == []


def test_a_drawing_is_continued_by_its_file_only(library: Library, tmp_path: Path) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.new(2, 2)
    session.paint({0: SHADED}, "Shade")
    assert kept(library).progress.state is GameState.DRAWING
    session.save(tmp_path / "mine.non")
    session.paint({3: SHADED}, "Shade")
    session.open_copy(Document(CHICK))
    document = read(tmp_path / "mine.non")
    assert not autosave.resume(document, tmp_path / "copy.non")
    puzzle = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    assert not autosave.resume(Document(puzzle)), "it is to be solved, not drawn"
    assert autosave.resume(document, tmp_path / "mine.non")
    assert session.state.drawing
    assert session.marks.cells[3] == SHADED


def test_a_solved_puzzle_is_noted_once_with_its_time(library: Library) -> None:
    session = Session()
    autosave = Autosave(session, library)
    now = 0.0
    autosave.clock = PlayClock(lambda: now)
    session.open_copy(Document(CHICK))
    autosave.clock.run(True)
    session.show_solution(SOLUTION, is_only=True)
    assert library.solves() == (), "the machine has solved it"
    session.undo()
    now = 95.5
    shade_picture(session)
    assert session.is_solved
    assert kept(library).progress.state is GameState.SOLVED
    (solve,) = library.solves()
    assert (solve.title, solve.height, solve.width, solve.colors, solve.seconds) == (
        "Chick", 7, 7, 1, 95,
    )  # fmt: skip
    session.undo()
    session.redo()
    session.open_copy(Document(Puzzle.empty(2, 2)))
    assert autosave.resume(Document(CHICK))
    assert session.is_solved
    session.undo()
    session.redo()
    session.undo()
    session.paint({46: SHADED}, "Shade")
    assert session.is_just_solved
    assert len(library.solves()) == 1


def test_games_of_an_earlier_version_are_continued(library: Library, home: Path) -> None:
    """Its games had no keys, and the files of several sheets."""
    base = state_to_json(SheetState(CHICK, Grid.for_puzzle(CHICK))) | {"sheet": 0}
    file = file_to_text(FileState(home / "chick.non", Document(CHICK)))
    library.start_game("old", "gone", "Chick", json.dumps(base), f'{{"0": {file}}}')
    move = Paint.between(Grid.for_puzzle(CHICK), {0: SHADED}, "Shade")
    library.record("old", 0, (move_to_text(move),), GameProgress(1, True))
    session = Session()
    autosave = Autosave(session, library)
    assert autosave.continue_game("old")
    assert session.path == home / "chick.non"
    assert session.marks.cells[0] == SHADED
    session.paint({1: SHADED}, "Shade")
    assert kept(library).key.puzzle, "from now on it is found by its puzzle"


def test_a_disk_that_refuses_is_said_once_and_tried_again(
    library: Library, monkeypatch: pytest.MonkeyPatch
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


def test_a_locked_library_costs_no_move(library: Library, home: Path) -> None:
    assert os.environ["NONOGRAM_HOME"] == str(home)
    session = Session()
    autosave = Autosave(session, library)
    session.paint({0: SHADED}, "Shade")
    library.close()
    session.paint({1: SHADED}, "Shade")
    assert session.marks.cells[1] == SHADED
    autosave.close()


def test_the_players_zoom_is_kept_with_the_game(
    qtbot: QtBot, library: Library, settings: Settings, themes: ThemeManager
) -> None:
    session = Session()
    board = BoardView(session, settings, themes)
    qtbot.addWidget(board)
    autosave = Autosave(session, library)
    board.zoom.chosen.connect(autosave.keep_zoom)
    autosave.zoom_restored.connect(board.zoom.restore)
    board.resize(500, 400)
    board.show()
    session.open_copy(Document(CHICK))
    fitted = board.area.cell_size
    board.zoom.by(-2)
    mine = board.area.cell_size
    session.paint({0: SHADED}, "Shade")
    assert kept(library).progress.zoom == mine != fitted
    board.zoom.by(-1)
    assert kept(library).progress.zoom == board.area.cell_size < mine
    smaller = board.area.cell_size
    session.open_copy(Document(replace(CHICK, title="Another of that size")))
    assert board.area.cell_size == fitted
    assert autosave.resume(Document(CHICK))
    assert board.area.cell_size == smaller
    board.resize(900, 800)
    assert board.area.cell_size == smaller
    board.zoom.fit()
    assert kept(library).progress.zoom == 0
    session.paint({1: SHADED}, "Shade")
    assert kept(library).progress.zoom == 0
    session.open_copy(Document(Puzzle.empty(3, 3)))
    assert autosave.resume(Document(CHICK))
    board.resize(500, 400)
    assert board.area.cell_size == fitted
    autosave.close()


def test_ticks_are_continued_with_the_game(library: Library) -> None:
    session = Session()
    autosave = Autosave(session, library)
    session.open_copy(Document(CHICK))
    switch_line(session, CHICK.lines[2])
    ticks = session.ticks
    session.open_copy(Document(Puzzle.empty(3, 3)))
    assert session.ticks == set()
    assert autosave.resume(Document(CHICK))
    assert session.ticks == ticks
    session.undo()
    assert session.ticks == set()
    autosave.close()


def test_a_game_without_a_file_gets_what_the_file_says_that_continues_it(
    library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "chick.non"
    titled = dataclasses.replace(CHICK, title="Keep this title", author="Bob")
    write(path, Document(titled))
    one = Session()
    first = Autosave(one, library)
    one.open_copy(Document(dataclasses.replace(CHICK, title="")))
    one.paint({0: SHADED}, "Shade")
    first.close()
    two = Session()
    second = Autosave(two, library)
    assert second.resume(read(path), path)
    assert (two.puzzle.title, two.puzzle.author) == ("Keep this title", "Bob")
    assert two.marks[0, 0] == SHADED
    two.save(path)
    assert read(path).puzzle == titled
    second.close()
