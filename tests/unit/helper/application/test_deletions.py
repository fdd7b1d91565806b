"""Deletions in the library: their undo is identity, a crash leaves all or nothing, purging."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helper.application.collection_store import CollectionStore
from helper.application.deletion_store import DeletionStore, ToDelete
from helper.application.library import Library
from helper.application.library_records import GameFacts, GameKey, GameProgress, GameState, Solve
from helper.collections.import_work import new_puzzle
from helper.home.entries import PackSource
from helper.home.library_source import LibrarySource
from puzzles.formats import Document
from tests.support.imports import numbered
from tests.support.processes import run_python

SCRIPT = """
import os, sys
from pathlib import Path
from helper.application.deletion_store import DeletionStore, ToDelete
from helper.application.library import Library
def die(_):
    os.kill(os.getpid(), 9)
store = DeletionStore(Library(Path(sys.argv[1])))
what = ToDelete((1, 2), ("typed", "drawing"))
store.delete(what, is_busy=die if sys.argv[2] == "within" else lambda _: False)
die(0)
"""
FACTS = GameFacts(5, 6, 1, 0.5)
PUZZLES = [new_puzzle(Document(numbered(number))) for number in range(3)]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = filled(tmp_path / "library.sqlite3")
    yield made
    made.close()


def filled(path: Path) -> Library:
    """Two imported puzzles, the first one played twice and solved; own games; a photo."""
    library = Library(path)
    CollectionStore(library).add("Birds", PUZZLES[:2])
    clues = PUZZLES[0].clues
    for game, key in (
        ("first", GameKey(clues)),
        ("second", GameKey(clues)),
        ("typed", GameKey("typed")),
        ("file", GameKey("typed", "/a.non")),
        ("drawing", GameKey()),
    ):
        state = GameState.DRAWING if game == "drawing" else GameState.STARTED
        library.start_game(game, "gone", game, "{}", "{}", key)
        library.record(game, 0, ("a", "b"), GameProgress(1, True, state, 61, FACTS, zoom=30))
    for puzzle in (clues, "typed"):
        library.add_solve(Solve(puzzle, "", 5, 6, 1, 99))
    library.keep_photo("typed", "photo.png")
    return library


def contents(library: Library) -> list[str]:
    with closing(sqlite3.connect(library.path)) as db:
        return list(db.iterdump())


def rows(library: Library, table: str) -> int:
    with closing(sqlite3.connect(library.path)) as db:
        return int(db.execute(f"select count(*) from {table}").fetchone()[0])


def forgotten(library: Library) -> list[str]:
    return [solve.puzzle for solve in library.solves() if solve.is_forgotten]


def shown(library: Library) -> list[str]:
    """What Home shows."""
    shelves = LibrarySource(library, PackSource(())).shelves()
    return [entry.id for shelf in shelves for entry in shelf.entries]


choices = st.builds(
    ToDelete,
    st.sets(st.sampled_from([1, 2, 9])).map(tuple),
    st.sets(st.sampled_from(["typed", "file", "drawing", "missing"])).map(tuple),
    st.sets(st.sampled_from([PUZZLES[0].clues, "typed", "missing"])).map(tuple),
)


@settings(max_examples=20)
@given(st.lists(choices, max_size=3), st.booleans())
def test_undo_of_any_deletions_is_identity(
    tmp_path_factory: pytest.TempPathFactory, requests: list[ToDelete], keeps_file: bool
) -> None:
    with closing(filled(tmp_path_factory.mktemp("undo") / "library.sqlite3")) as library:
        before, store = contents(library), DeletionStore(library)
        paths = frozenset({"/a.non"} if keeps_file else ())
        made = [store.delete(what, paths) for what in requests]
        assert rows(library, "moves") == 10, "nothing is removed"
        for deletion in reversed(made):
            assert store.restore(deletion)
        assert contents(library) == before


def test_own_puzzles_go_with_all_attempts_and_imported_ones_leave_their_games(
    library: Library,
) -> None:
    store = DeletionStore(library)
    deletion = store.delete(ToDelete((1, 2)))
    assert (deletion.done, deletion.games, forgotten(library)) == (2, (), [])
    assert len(library.games_of(GameKey(PUZZLES[0].clues))) == 2, "importing again goes on"
    deletion = store.delete(ToDelete(games=("file",)))
    assert (deletion.done, set(deletion.games)) == (1, {"typed", "file"})
    assert forgotten(library) == ["typed"]
    assert {game.id for game in library.games()} == {"first", "second", "drawing"}
    assert library.games_of(GameKey("typed", "/a.non")) == ()
    assert library.game("typed") is None
    assert store.delete(ToDelete((1,), ("typed", "missing"))).done == 0, "it is deleted"


def test_the_game_of_a_recent_file_is_kept_with_its_solve(library: Library) -> None:
    deletion = DeletionStore(library).delete(ToDelete(games=("typed",)), {"/a.non"})
    assert deletion.games == ("typed",)
    assert forgotten(library) == []


def test_what_is_played_elsewhere_is_kept_as_a_whole(library: Library) -> None:
    assert library.take_game("second", "other", "gone")
    store, what = DeletionStore(library), ToDelete((1, 2), ("drawing",))
    deletion = store.delete(what, is_busy=lambda owner: owner == "other")
    assert (deletion.done, deletion.busy) == (2, 1)
    assert [puzzle.id for puzzle in CollectionStore(library).puzzles()] == [1]
    assert {game.id for game in library.games()} == {"first", "second", "typed", "file"}
    (birds,) = CollectionStore(library).collections()
    kept = store.delete_collection(birds.id, is_busy=lambda owner: owner == "other")
    assert (kept.collection, kept.busy) == ("", 1)
    assert CollectionStore(library).collections() == (birds,)


def test_a_game_that_is_played_is_not_deleted_any_more(library: Library) -> None:
    """Another window may have read it before it was deleted here."""
    DeletionStore(library).delete(ToDelete(games=("drawing",)))
    assert library.game("drawing") is None
    assert library.take_game("drawing", "other", "gone")
    assert library.game("drawing") is not None


@pytest.mark.parametrize("moment", ["within", "after"])
def test_a_program_that_is_killed_has_deleted_all_or_nothing(library: Library, moment: str) -> None:
    before = contents(library)
    library.close()
    assert run_python(SCRIPT, str(library.path), moment).returncode == -9
    again = Library(library.path)
    if moment == "within":
        assert contents(again) == before
    else:
        assert CollectionStore(again).puzzles() == ()
        assert {game.id for game in again.games()} == {"first", "second"}
        assert rows(again, "moves") == 10, "all is there still"
    again.close()


def test_what_was_deleted_long_ago_is_purged(library: Library) -> None:
    store = DeletionStore(library)
    deletion = store.delete(ToDelete((2,), ("typed", "drawing")))
    before = contents(library)
    store.purge()
    assert contents(library) == before, "it was deleted just now"
    store.purge(age_days=0)
    assert (rows(library, "puzzles"), rows(library, "games"), rows(library, "moves")) == (1, 2, 4)
    assert not store.restore(deletion)
    assert [puzzle.id for puzzle in CollectionStore(library).puzzles()] == [1]
    assert library.photos() == {"typed": "photo.png"}, "its puzzle is in a file as well"
    (birds,) = CollectionStore(library).collections()
    store.delete(ToDelete(progress=(PUZZLES[0].clues,)))
    store.delete_collection(birds.id)
    for _ in range(2):  # the games, then the empty row that hid them
        store.purge(age_days=0)
    assert [rows(library, table) for table in ("puzzles", "collections", "games")] == [0, 0, 0]


def test_the_text_of_a_played_puzzle_is_purged_and_its_game_stays_hidden(library: Library) -> None:
    store, collections = DeletionStore(library), CollectionStore(library)
    collections.tag([1], ["hard"], [])
    deletion = store.delete(ToDelete((1, 2)))
    store.purge(age_days=0)
    assert (rows(library, "puzzles"), rows(library, "tags"), rows(library, "games")) == (1, 0, 5)
    assert not store.restore(deletion)
    assert collections.puzzles() == ()
    assert set(shown(library)) == {"game/file", "game/drawing"}
    (addition,) = collections.add("Birds", PUZZLES[:1])
    assert addition.is_added
    (entry,) = LibrarySource(library, PackSource(())).shelves()[-1].entries
    assert entry.is_solved, "it goes on"


def test_a_photo_goes_with_the_last_game_of_its_puzzle(library: Library) -> None:
    store = DeletionStore(library)
    store.delete(ToDelete(games=("typed",)), kept_paths={"/a.non"})
    store.purge(age_days=0)
    assert library.photos() == {"typed": "photo.png"}
    library.start_game("scan", "", "", "", "", GameKey("scanned"))
    library.keep_photo("scanned", "other.png")
    store.delete(ToDelete(games=("scan",)))
    assert len(library.photos()) == 2, "for Undo"
    store.purge(age_days=0)
    assert library.photos() == {"typed": "photo.png"}


def test_a_purge_is_short(library: Library) -> None:
    store = DeletionStore(library)
    what = ToDelete((1, 2), ("typed", "drawing"), (PUZZLES[0].clues,))
    store.delete(what)
    left = [(rows(library, "puzzles"), rows(library, "games"))]
    for _ in range(8):
        store.purge(age_days=0, most=1)
        left.append((rows(library, "puzzles"), rows(library, "games")))
    assert left[-1] == (0, 0)
    assert all(a - c <= 1 and b - d <= 1 for (a, b), (c, d) in pairwise(left))


def test_nothing_that_was_deleted_appears_after_a_purge(library: Library) -> None:
    store = DeletionStore(library)
    store.delete(ToDelete((1, 2), ("typed", "drawing")))
    assert shown(library) == []
    for _ in range(2):
        store.purge(age_days=0)
        assert shown(library) == []


def test_a_new_attempt_has_the_name_of_its_puzzle(library: Library) -> None:
    library.name_game("typed", "Owl")
    library.name_game("drawing", "Cat")
    library.start_game("third", "", "", "{}", "{}", GameKey("typed"))
    library.start_game("other", "", "", "{}", "{}", GameKey())
    for game in ("third", "other"):
        library.record(game, 0, (), GameProgress(facts=FACTS))
    found = {game.id: game.name for game in library.summaries()}
    assert found == {
        "typed": "Owl", "file": "Owl", "third": "Owl", "drawing": "Cat", "other": "", "first": "",
        "second": "",
    }  # fmt: skip
