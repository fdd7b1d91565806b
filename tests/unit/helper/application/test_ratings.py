"""Ratings in the library: claims, versions, damage, and what a kill leaves."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from helper.application.library import Library
from helper.application.rating_store import (
    CLAIM_S,
    NO_SOLUTION,
    NOT_RATED,
    SEVERAL,
    WORDS,
    KeptRating,
    RatingStore,
)
from puzzles.difficulty import Difficulty
from puzzles.errors import LibraryBusyError
from tests.support.processes import run_python

EASY = KeptRating("easy", 94.2, "edge", 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite3"


@pytest.fixture
def stores(path: Path) -> Iterator[tuple[RatingStore, RatingStore]]:
    """Those of two windows."""
    libraries = Library(path), Library(path)
    yield RatingStore(libraries[0]), RatingStore(libraries[1])
    for library in libraries:
        library.close()


def test_the_words_are_those_of_the_solver() -> None:
    assert [each.value for each in Difficulty] == list(WORDS)
    ranks = [KeptRating(word).rank for word in (*WORDS, SEVERAL)]
    assert ranks == sorted(set(ranks))


def test_one_window_at_a_time_claims_a_puzzle(stores: tuple[RatingStore, RatingStore]) -> None:
    ours, theirs = stores
    assert ours.claim("p", 1)
    assert not theirs.claim("p", 1)
    assert theirs.rating("p") is None
    assert theirs.ratings() == {}
    assert theirs.claim("q", 1)
    ours.keep("p", EASY)
    assert theirs.rating("p") == EASY
    assert not theirs.claim("p", 1)
    theirs.release("q")
    assert ours.claim("q", 1)


def test_the_claim_of_a_crashed_program_ends(
    stores: tuple[RatingStore, RatingStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = stores
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert ours.claim("p", 1)
    for later, is_free in ((CLAIM_S - 2, False), (CLAIM_S + 2, True)):
        monkeypatch.setattr(time, "time", lambda later=later: now + later)
        assert theirs.claim("p", 1) is is_free


def test_a_clock_that_was_set_back_does_not_make_a_claim_last(
    stores: tuple[RatingStore, RatingStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = stores
    assert ours.claim("p", 1)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 1_000_000)
    assert theirs.claim("p", 1)


def test_an_older_rating_is_made_anew_and_shown_until_then(
    stores: tuple[RatingStore, RatingStore],
) -> None:
    ours, theirs = stores
    ours.keep("p", EASY)
    assert not ours.claim("p", 1)
    assert ours.claim("p", 2)
    assert theirs.ratings() == {"p": EASY}
    hard = KeptRating("hard", 300.0, "whole line", 2)
    ours.keep("p", hard)
    theirs.keep("p", EASY)  # a program of an earlier version
    assert theirs.ratings() == {"p": hard}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((each, "'x'") for each in ("difficulty", "score", "version", "times", "claimed_at")),
        ("hardest", "x'78'"),
    ],
)
def test_damaged_ratings_are_made_anew(
    stores: tuple[RatingStore, RatingStore], path: Path, column: str, value: str
) -> None:
    store, _ = stores
    store.keep("p", EASY)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"update ratings set {column} = {value}")
        db.commit()
    if column == "claimed_at":
        assert store.rating("p") == EASY
        assert store.claim("p", 2)
        return
    assert store.ratings() == {}
    assert store.rating("p") is None
    assert store.claim("p", 1)
    store.keep("p", EASY)
    assert store.ratings() == {"p": EASY}


def test_a_busy_library_is_said(stores: tuple[RatingStore, RatingStore], path: Path) -> None:
    store, _ = stores
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("begin immediate")
        with pytest.raises(LibraryBusyError):
            store.claim("p", 1)
        assert store.ratings() == {}
    assert store.claim("p", 1)


def test_a_kill_within_a_claim_leaves_everything_else(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from helper.application.library import Library\n"
        "from helper.application.rating_store import KeptRating, RatingStore\n"
        "library = Library(Path(sys.argv[1])); store = RatingStore(library)\n"
        "library.start_game('g', 'me', 'Chick', '', '')\n"
        "store.keep('p', KeptRating('easy', 94.2, 'edge', 1)); store.claim('q', 1)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert run_python(script, str(path)).returncode == -9
    library = Library(path)
    assert [game.title for game in library.games()] == ["Chick"]
    assert RatingStore(library).ratings() == {"p": EASY}
    library.close()


def test_titles_and_sentences() -> None:
    assert EASY.title == "Easy, 2.3"
    assert EASY.explanation == "The hardest technique that is needed: edge."
    for word in (SEVERAL, NO_SOLUTION, NOT_RATED):
        rating = KeptRating(word)
        assert not rating.is_rated
        assert rating.title == word.capitalize()
        assert rating.explanation.endswith(".")
