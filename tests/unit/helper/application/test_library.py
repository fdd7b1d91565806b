"""The player's data survive crashes, newer versions and damage."""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from helper.application import library as library_module
from helper.application import library_schema
from helper.application.collection_store import CollectionStore, NewPuzzle
from helper.application.deletion_store import DeletionStore, ToDelete
from helper.application.library import Library
from helper.application.library_records import (
    GameCounts,
    GameFacts,
    GameKey,
    GameProgress,
    GameState,
    KeptReview,
    Solve,
)
from helper.application.library_schema import MIGRATIONS
from helper.application.rating_store import KeptRating, RatingStore
from helper.learn.lessons.progress import LessonStore
from puzzles import LibraryError
from puzzles.errors import LibraryBusyError
from tests.support.library_versions import (
    NEWER,
    OLD_MIGRATIONS,
    make_newer,
    write_old_library,
)
from tests.support.processes import run_python


def test_a_game_is_told_as_it_was_written(tmp_path: Path) -> None:
    library = Library(tmp_path / "new" / "library.sqlite3")
    library.start_game("g", "me", "Chick", "base", "files")
    library.record("g", 0, ("a", "b"), GameProgress(2, True))
    library.record("g", 2, (), GameProgress(1, True))
    library.record("g", 1, ("c",), GameProgress(2, True))
    (game,) = library.games()
    assert (game.title, game.base, game.files) == ("Chick", "base", "files")
    assert (game.moves, game.progress) == (("a", "c"), GameProgress(2, True))
    library.end_game("g")
    assert library.games() == ()


PROGRESS = GameProgress(
    2, True, GameState.SOLVED, 61, GameFacts(5, 6, 2, 0.5), GameCounts(1, 2, 3, 4), True, 30,
    "names", True,
)  # fmt: skip


def test_everything_that_is_recorded_of_a_game_is_read_back(tmp_path: Path) -> None:
    fresh = GameProgress()
    same = [field for field in vars(fresh) if getattr(fresh, field) == getattr(PROGRESS, field)]
    assert same == [], "each value must differ from that of a new game"
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "Chick", "base", "files")
    assert library.games()[0].progress == fresh
    for progress in (PROGRESS, fresh):
        library.record("g", 0, (), progress)
        assert library.games()[0].progress == progress


def test_a_damaged_row_of_a_game_is_read(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "Chick", "base", "files")
    library.record("g", 0, (), PROGRESS)
    with library.writing() as db:
        db.execute("update games set state = 'x', zoom = 'x', checkpoints = 5, noted = 'x'")
    damaged = replace(PROGRESS, state=GameState.STARTED, zoom=0, checkpoints="5", is_noted=True)
    assert library.games()[0].progress == damaged
    assert library.summaries()[0].state is GameState.STARTED


def test_the_game_that_was_opened_last_is_the_latest_whatever_the_clock_says(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path / "library.sqlite3")

    def latest() -> str:
        return max(library.summaries(), key=lambda game: game.used_at).id

    library.start_game("1", "me", "", "", "")
    library.record("1", 0, ("a move",), PROGRESS)
    with library.writing() as db:  # the clock is put back by a year then
        db.execute("update games set played_at = played_at + 4e7, opened_at = opened_at + 4e7")
    library.start_game("2", "me", "", "", "")
    library.record("2", 0, ("a move",), PROGRESS)
    assert latest() == "2"
    library.take_game("1", "me", "me")
    assert latest() == "1"


def test_two_programs_share_one_file(tmp_path: Path) -> None:
    one, two = (Library(tmp_path / "library.sqlite3") for _ in range(2))
    one.start_game("1", "me", "", "", "")
    two.start_game("2", "you", "", "", "")
    assert {game.id for game in one.games()} == {"1", "2"} == {g.id for g in two.games()}


def test_what_was_written_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    script = (
        "import os, sys; from pathlib import Path; from helper.application.library import Library\n"
        "from helper.application.library_records import GameProgress\n"
        f"library = Library(Path({str(path)!r}))\n"
        "library.start_game('g', 'me', '', '', '')\n"
        "for k in range(20): library.record('g', k, [str(k)], GameProgress(k + 1))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert run_python(script).returncode == -9
    (game,) = Library(path).games()
    assert game.moves == tuple(map(str, range(20)))


@pytest.mark.parametrize("sql", NEWER)
def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "library.sqlite3"
    Library(path).close()
    make_newer(path, sql)
    with closing(sqlite3.connect(path)) as db:
        before = list(db.iterdump()), standing(db)
    with pytest.raises(LibraryError, match="newer version"):
        Library(path)
    with closing(sqlite3.connect(path)) as db:
        assert (list(db.iterdump()), standing(db)) == before


def test_damage_is_said(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    path.write_bytes(b"this is not a database" * 100)
    with pytest.raises(LibraryError, match=r"library\.sqlite3: cannot be used"):
        Library(path)


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that writes into the library, in the middle of it."""
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "Chick", "", "")
    with closing(sqlite3.connect(tmp_path / "library.sqlite3", isolation_level=None)) as other:
        other.execute("begin immediate")
        yield other


def test_a_write_does_not_wait_for_another_program_and_can_be_repeated(
    tmp_path: Path, locked: sqlite3.Connection
) -> None:
    library = Library(tmp_path / "library.sqlite3")
    (wait_ms,) = library._connection.execute("pragma busy_timeout").fetchone()
    assert wait_ms == 0
    with pytest.raises(LibraryBusyError, match="while another program writes into it"):
        library.record("g", 0, ("a",), GameProgress(1, True))
    locked.execute("rollback")
    library.record("g", 0, ("a",), GameProgress(1, True))
    assert library.games()[0].moves == ("a",)


def test_reading_goes_while_another_program_writes(
    tmp_path: Path, locked: sqlite3.Connection
) -> None:
    library = Library(tmp_path / "library.sqlite3")
    assert [game.title for game in library.games()] == ["Chick"]
    assert library.reviews() == ()
    assert library.photo_of("p") is None
    assert library.photos_in_use() == frozenset()


def test_a_full_disk_is_said_and_the_next_write_goes(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "", "", "")
    db = library._connection
    (pages,) = db.execute("pragma page_count").fetchone()
    db.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(LibraryError, match="full"):
        library.record("g", 0, ("a" * 100_000,), GameProgress(1, True))
    db.execute("pragma max_page_count = 100000")
    library.record("g", 0, ("a",), GameProgress(1, True))
    assert library.games()[0].moves == ("a",)


def test_a_transaction_that_sqlite_has_ended_is_not_ended_again(tmp_path: Path) -> None:
    """It does so for some errors; ending it again would be another error, which hides the first."""
    library = Library(tmp_path / "library.sqlite3")

    def end_early() -> None:
        with library.writing() as db:
            db.execute("rollback")
            raise sqlite3.OperationalError("disk is full")

    with pytest.raises(LibraryError, match="disk is full"):
        end_early()


@pytest.mark.parametrize("last", OLD_MIGRATIONS)
def test_a_library_of_every_earlier_version_is_brought_up_to_date(
    tmp_path: Path, last: str
) -> None:
    path, has = tmp_path / "library.sqlite3", has_up_to(last)
    write_old_library(path, last)
    library = Library(path)
    (game,) = library.games()
    assert (game.title, game.moves, game.key) == ("Chick", ("a", "b"), GameKey())
    assert game.progress == GameProgress(1)
    assert game.changed_at == "2026-01-02 03:04:05"
    assert library.summaries() == (), "its size is not known before it is played again"
    assert library.photos() == ({"old": "old.png"} if has("0002_photos") else {})
    assert [each.title for each in library.reviews()] == ["Cat"] * has("0003_reviews")
    assert [each.seconds for each in library.solves()] == [90] * has("0004_progress")
    store, ratings = CollectionStore(library), RatingStore(library)
    assert [each.tags for each in store.puzzles()] == [("hard",)] * has("0007_collections")
    easy = KeptRating("easy", 10.5, "edge", 1)
    assert ratings.ratings() == ({"old": easy} if has("0009_ratings") else {})
    assert LessonStore(library).solved() == ({"first"} if has("0011_lessons") else set())
    library.record("g", 2, (), PROGRESS)
    assert library.games()[0].progress == PROGRESS
    (summary,) = library.summaries()
    assert (summary.state, summary.seconds, summary.facts.height) == (GameState.SOLVED, 61, 5)
    library.set_state("g", GameState.DAMAGED)
    assert library.summaries() == ()
    assert [game.progress.state for game in library.games()] == [GameState.DAMAGED]
    library.add_solve(Solve("p", "Chick", 7, 7, 1, 61))
    assert library.solves()[-1].seconds == 61
    (addition,) = store.add("Ships", [NewPuzzle("p", "q", "Chick", 7, 7, 1, "")])
    assert (addition.is_added, store.puzzles()[-1].number) == (True, 1)
    assert ratings.claim("p", 1)
    ratings.keep("p", KeptRating("easy", 94.2, "edge", 1))
    assert ratings.ratings()["p"] == KeptRating("easy", 94.2, "edge", 1)
    library.close()
    with closing(sqlite3.connect(path)) as db, db:
        assert schema_of(db) == fresh_schema(tmp_path / "fresh.sqlite3")
        assert standing(db) == CURRENT


def has_up_to(last: str) -> Callable[[str], bool]:
    """Whether a version with the migrations up to this one has another one."""
    names = list(OLD_MIGRATIONS)
    return lambda name: names.index(name) <= names.index(last)


CURRENT = (len(MIGRATIONS), list(MIGRATIONS))


def standing(db: sqlite3.Connection) -> tuple[int, list[str]]:
    """How many migrations a database has, for this version; their names, for earlier ones."""
    (version,) = db.execute("pragma user_version").fetchone()
    names = db.execute(
        "select name from _sqlite_migrations where migration_set = 'nonogram_helper' order by id"
    )
    return version, [name for (name,) in names]


def test_migrations_that_were_applied_in_another_order_are_not_applied_again(
    tmp_path: Path,
) -> None:
    """sqlite-utils applied what was missing, wherever that stood in the list."""
    path = tmp_path / "library.sqlite3"
    write_old_library(
        path,
        "0009_ratings",
        OLD_MIGRATIONS["0011_lessons"] + "insert into _sqlite_migrations (migration_set, name)"
        " values ('nonogram_helper', '0011_lessons');",
    )
    library = Library(path)
    assert LessonStore(library).solved() == {"first"}
    library.close()
    with closing(sqlite3.connect(path)) as db:
        assert schema_of(db) == fresh_schema(tmp_path / "fresh.sqlite3")
        assert (standing(db)[0], set(standing(db)[1])) == (len(MIGRATIONS), set(MIGRATIONS))


def test_the_hardest_difficulty_has_its_new_word(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    row = "insert into ratings values ('deep', 'trial', 10.5, 'edge', 1, 0, 2);"
    write_old_library(path, "0013_times", row)
    assert RatingStore(Library(path)).ratings()["deep"] == KeptRating("extreme", 10.5, "edge", 1, 2)


def test_a_new_migration_is_applied_once_by_the_version_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names are there for earlier programs only."""
    path = tmp_path / "library.sqlite3"
    Library(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("drop table _sqlite_migrations")

    def more(db: sqlite3.Connection) -> None:
        db.execute("create table more (a text)")

    monkeypatch.setitem(MIGRATIONS, "9999_more", more)
    for _ in range(2):
        Library(path).close()
        with closing(sqlite3.connect(path)) as db:
            assert standing(db) == (len(MIGRATIONS), ["9999_more"])


def test_a_migration_that_fails_leaves_the_library_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.sqlite3"
    write_old_library(path, "0004_progress")
    with closing(sqlite3.connect(path)) as db:
        before = list(db.iterdump())

    def fail(db: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk is full")

    with monkeypatch.context() as patch:
        patch.setitem(MIGRATIONS, "0012_played", fail)
        with pytest.raises(LibraryError, match="disk is full"):
            Library(path)
    with closing(sqlite3.connect(path)) as db:
        assert list(db.iterdump()) == before
        assert standing(db) == (0, list(MIGRATIONS)[:4])
    Library(path).close()
    with closing(sqlite3.connect(path)) as db:
        assert standing(db) == CURRENT


def fresh_schema(path: Path) -> dict[str, set[tuple[object, ...]]]:
    Library(path).close()
    with closing(sqlite3.connect(path)) as db:
        return schema_of(db)


def schema_of(db: sqlite3.Connection) -> dict[str, set[tuple[object, ...]]]:
    """The columns of each table, and of each index."""
    names = db.execute("select name from sqlite_master where name not like '%sqlite%'").fetchall()
    found: dict[str, set[tuple[object, ...]]] = {}
    for (name,) in names:
        columns = db.execute(f"pragma table_info({name})").fetchall()
        found[name] = {(column[1], column[2].lower(), *column[3:]) for column in columns}
    return found


def test_games_are_found_by_their_puzzle_or_by_their_file(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("1", "", "One", "", "", GameKey("p", ""))
    library.start_game("2", "me", "Two", "", "", GameKey("", "/a.non"))
    library.start_game("3", "", "Three", "", "")
    found = {key: [game.id for game in library.games_of(key)]
             for key in (GameKey("p", "/b.non"), GameKey("", "/a.non"), GameKey())}  # fmt: skip
    assert list(found.values()) == [["1"], ["2"], []]
    assert library.owners_of(GameKey("p", "/a.non")) == {"me"}
    library.release_game("2", "other")
    assert library.games_played_by("me") == {"2"}
    library.release_game("2", "me")
    assert {game.owner for game in library.games()} == {""}
    library.describe_game("3", "Three", "f", GameKey("q", ""))
    assert [game.id for game in library.games_of(GameKey("q", ""))] == ["3"]


def test_of_two_programs_that_take_the_same_one_gets_it(tmp_path: Path) -> None:
    """Both have read who plays it before either has taken it."""
    library, other = (Library(tmp_path / "library.sqlite3") for _ in range(2))
    library.start_game("g", "crashed", "One", "", "", GameKey("p", ""))
    taken = [one.take_game("g", name, "crashed") for one, name in ((other, "a"), (library, "b"))]
    assert [game and game.owner for game in taken] == ["a", None]
    assert library.take_game("missing", "b", "") is None
    row = KeptReview("r", "crashed", "", "", "")
    library.keep_review(row)
    assert other.take_reviews([row], "a") == (row,)
    assert library.take_reviews([row], "b") == ()
    assert [review.owner for review in library.reviews()] == ["a"]


def test_moves_behind_a_missing_number_belong_to_another_history(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "", "One", "", "")
    library.record("g", 0, ["a", "b"], GameProgress())
    library.record("g", 3, ["d"], GameProgress())
    assert [game.moves for game in library.games()] == [("a", "b")]


def test_a_library_may_be_collected_in_another_thread(tmp_path: Path) -> None:
    """Python collects what nobody uses in any thread; an error there could not be caught."""
    faults = list[object]()
    before, sys.unraisablehook = sys.unraisablehook, faults.append
    try:
        kept = [Library(tmp_path / "library.sqlite3")]
        thread = threading.Thread(target=kept.clear)
        thread.start()
        thread.join()
        gc.collect()
    finally:
        sys.unraisablehook = before
    assert faults == []


def after_a_look(monkeypatch: pytest.MonkeyPatch, other: Callable[[], None]) -> None:
    """Let another program do something after the next one has looked where its library stands."""

    def look(db: sqlite3.Connection) -> bool:
        found = library_schema.is_current(db)
        monkeypatch.undo()
        other()
        return found

    monkeypatch.setattr(library_module, "is_current", look)


@pytest.mark.parametrize("last", [None, "0004_progress", "0013_times"])
def test_two_programs_bring_a_library_up_to_date_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str | None
) -> None:
    """One does so while the other one has looked what is to be done."""
    path = tmp_path / "library.sqlite3"
    if last:
        write_old_library(path, last)
    after_a_look(monkeypatch, lambda: Library(path).close())
    Library(path).close()
    with closing(sqlite3.connect(path)) as db:
        assert standing(db) == CURRENT
        assert schema_of(db) == fresh_schema(tmp_path / "fresh.sqlite3")


def test_a_newer_program_brings_a_library_up_to_date_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.sqlite3"
    write_old_library(path, "0004_progress")

    def newer() -> None:
        Library(path).close()
        make_newer(path, "pragma user_version = 99")

    after_a_look(monkeypatch, newer)
    with pytest.raises(LibraryError, match="newer version"):
        Library(path)
    with closing(sqlite3.connect(path)) as db:
        assert standing(db) == (99, list(MIGRATIONS))


def test_many_programs_open_a_new_library_at_once(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    together = threading.Barrier(4, timeout=60)

    def opened(number: int) -> None:
        together.wait()
        while True:
            with suppress(LibraryBusyError):
                library = Library(path)
                break
        library.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(opened, range(4)))
    with closing(sqlite3.connect(path)) as db:
        assert standing(db) == CURRENT


def test_a_file_whose_name_is_not_utf8_has_a_game_like_any_other(tmp_path: Path) -> None:
    path = os.fsdecode(b"/puzzles/bad\xff \xc3\xa9.non")
    name = Path(path).name
    with closing(Library(tmp_path / "library.sqlite3")) as library:
        library.start_game("one", "", name, "{}", "{}", GameKey("clues", path))
        library.record("one", 0, [name], GameProgress(facts=GameFacts(5, 5)))
        library.describe_game("one", name, "{}", GameKey("clues", path))
        collections = CollectionStore(library)
        new = NewPuzzle("clues", "", name, 5, 5, 1, "")
        collections.add(name, [new], recent=frozenset([path]))
    with closing(Library(tmp_path / "library.sqlite3")) as library:
        (game,) = library.games_of(GameKey("", path))
        assert (game.key.path, game.title, game.moves) == (path, name, (name,))
        assert library.games_of(GameKey("", path.replace("\udcff", "\udcfe"))) == ()
        (summary,) = library.summaries()
        assert (summary.key.path, summary.title) == (path, name)
        assert [one.title for one in CollectionStore(library).collections()] == [name]
        assert [one.title for one in CollectionStore(library).puzzles()] == [name]
        what = ToDelete(games=("one",))
        DeletionStore(library).delete(what, kept_paths=frozenset([path]))
        assert library.games(), "the file is shown, so its game stays"


@pytest.mark.parametrize(
    "text", ["\udcff", "a\ud800\uffffdcff", "\uffff", "\uffffdcff", "\U0001f600é"]
)
def test_every_text_is_read_as_it_was_stored(text: str, tmp_path: Path) -> None:
    with closing(Library(tmp_path / "library.sqlite3")) as library:
        library.keep_review(KeptReview("id", "", "photo", text, text))
        assert [review.title for review in library.reviews()] == [text]
