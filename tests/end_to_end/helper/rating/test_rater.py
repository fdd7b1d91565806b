"""The queue of ratings: the most urgent first, each once, and nothing stops it for good."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application.library_writes import LibraryWrites
from helper.application.rating_store import NO_SOLUTION, NOT_RATED, KeptRating, RatingStore
from helper.rating import rater as rater_module
from helper.rating.rater import Rater, Urgency
from puzzles.child.process import running_children
from puzzles.packs import pack_ratings
from solver.logic.rate import RATING_VERSION
from tests.support import rating as samples
from tests.support.boards import CHICK
from tests.support.rating import HARD, make_deaf, make_dying, many, opened, wanted

Maker = Callable[[], Rater]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Maker]:
    """Raters of windows with the same library."""
    made = []

    def make_one() -> Rater:
        library = opened(tmp_path)
        rater = Rater(library, LibraryWrites())
        made.append((rater, library))
        return rater

    yield make_one
    for rater, library in made:
        rater.close()
        library.close()


def heard(rater: Rater) -> list[str]:
    """The hashes that are rated, in their order."""
    found: list[str] = []
    rater.rated.connect(found.append)
    return found


def stored(tmp_path: Path) -> dict[str, KeptRating]:
    with closing(opened(tmp_path)) as library:
        return RatingStore(library).ratings()


def claims(tmp_path: Path) -> int:
    with closing(sqlite3.connect(tmp_path / "library.sqlite3")) as db:
        return int(db.execute("select count(*) from ratings where claimed_at > 0").fetchone()[0])


@pytest.mark.usefixtures("quick")
def test_the_most_urgent_puzzles_come_first(qtbot: QtBot, make: Maker, tmp_path: Path) -> None:
    rater, puzzles = make(), many(9)
    order = heard(rater)
    rater.want(Urgency.OTHERS, puzzles)
    rater.want(Urgency.VISIBLE, puzzles[6:])
    rater.want(Urgency.BOARD, puzzles[5:6])
    assert not rater.is_idle
    qtbot.waitUntil(lambda: rater.is_idle)
    expected = [puzzles[k].clues for k in (5, 6, 7, 8, 0, 1, 2, 3, 4)]
    assert order == expected
    assert stored(tmp_path).keys() == set(expected)
    assert all(stored(tmp_path)[clues] == rater.ratings[clues] for clues in expected)
    assert {one.version for one in stored(tmp_path).values()} == {RATING_VERSION}
    assert claims(tmp_path) == 0


def test_what_is_rated_or_bundled_needs_no_child(make: Maker, tmp_path: Path) -> None:
    before = set(running_children())
    assert len(make().ratings) == len(pack_ratings().by_name), "those of the bundled puzzles"
    with closing(opened(tmp_path)) as library:
        kept = KeptRating("expert", 1.0, "x", RATING_VERSION)
        RatingStore(library).keep(wanted(HARD).clues, kept)
    rater = make()
    rater.load()
    assert rater.ratings[wanted(HARD).clues].word == "expert"
    rater.want(Urgency.OTHERS, [wanted(HARD)])
    assert rater.is_idle
    assert set(running_children()) <= before


@pytest.mark.usefixtures("quick")
def test_older_ratings_are_shown_and_made_anew(
    qtbot: QtBot, make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = many(1)
    with closing(opened(tmp_path)) as library:
        RatingStore(library).keep(one.clues, KeptRating("extreme", 1.0, "x", RATING_VERSION))
    monkeypatch.setattr(rater_module, "_bundled", lambda: (RATING_VERSION + 1, {}))
    rater = make()
    order = heard(rater)
    rater.load()
    assert rater.ratings[one.clues].word == "extreme"
    for _ in range(2):
        rater.want(Urgency.OTHERS, [one])
        qtbot.waitUntil(lambda: rater.is_idle)
    assert order == [one.clues]
    assert rater.ratings[one.clues].word != "extreme"
    assert stored(tmp_path) == {one.clues: rater.ratings[one.clues]}


@pytest.mark.usefixtures("quick")
def test_puzzles_that_cannot_be_rated_do_not_block_the_others(
    qtbot: QtBot, make: Maker, tmp_path: Path
) -> None:
    rater = make()
    none, other = wanted(samples.NO_SOLUTION), wanted(CHICK)._replace(clues="of another puzzle")
    rater.want(Urgency.OTHERS, [none, other, *many(2)])
    qtbot.waitUntil(lambda: rater.is_idle)
    assert rater.ratings[none.clues].word == NO_SOLUTION
    assert other.clues not in rater.ratings
    assert stored(tmp_path).keys() == {none.clues, *(one.clues for one in many(2))}
    assert claims(tmp_path) == 0


def test_the_board_interrupts_a_long_rating(qtbot: QtBot, make: Maker) -> None:
    rater = make()
    order = heard(rater)
    rater.want(Urgency.OTHERS, [wanted(HARD)])
    qtbot.waitUntil(lambda: rater._process is not None and rater._process.is_busy)
    qtbot.wait(100)  # a fraction of what the rating takes on any machine
    rater.want(Urgency.BOARD, many(1))
    qtbot.waitUntil(lambda: bool(order))
    assert order == [many(1)[0].clues]
    qtbot.waitUntil(lambda: rater._current == (Urgency.OTHERS, wanted(HARD)))


@pytest.mark.clock
def test_closing_ends_the_child_at_once_and_gives_the_claim_back(
    qtbot: QtBot, make: Maker, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: not running_children())
    rater = make()
    rater.want(Urgency.OTHERS, [wanted(HARD)])
    qtbot.waitUntil(lambda: bool(running_children()))
    qtbot.wait(500)
    start = time.monotonic()
    rater.close()
    assert time.monotonic() - start < 0.1
    qtbot.waitUntil(lambda: not running_children())
    rater.want(Urgency.OTHERS, many(2))
    assert (stored(tmp_path), claims(tmp_path)) == ({}, 0)


def test_two_windows_rate_each_puzzle_once(
    qtbot: QtBot, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    keep = RatingStore.keep

    def noted(store: RatingStore, puzzle: str, rating: KeptRating) -> None:
        kept.append(puzzle)
        keep(store, puzzle, rating)

    monkeypatch.setattr(RatingStore, "keep", noted)
    monkeypatch.setattr(rater_module, "_CLAIMED_MS", 50)
    puzzles = many(30)
    raters = make(), make()
    for rater in raters:
        rater.want(Urgency.OTHERS, puzzles)
    clues = {one.clues for one in puzzles}
    qtbot.waitUntil(lambda: all(clues <= rater.ratings.keys() for rater in raters))
    assert sorted(kept) == sorted(clues)


@pytest.mark.usefixtures("quick")
def test_a_busy_library_delays_ratings_only(qtbot: QtBot, make: Maker, tmp_path: Path) -> None:
    rater = make()
    with closing(sqlite3.connect(tmp_path / "library.sqlite3", isolation_level=None)) as db:
        db.execute("begin immediate")
        rater.want(Urgency.OTHERS, many(3))
        qtbot.wait(200)
        assert not rater.is_idle
        db.execute("rollback")
    qtbot.waitUntil(lambda: rater.is_idle)
    assert len(stored(tmp_path)) == 3


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_child_that_dies_is_not_the_fault_of_the_puzzle(
    qtbot: QtBot, make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater_module, "make_rater", make_dying)
    rater = make()
    rater.want(Urgency.OTHERS, [wanted(HARD), *many(2)])
    qtbot.waitUntil(lambda: rater.is_idle)
    assert wanted(HARD).clues not in rater.ratings
    assert stored(tmp_path).keys() == {one.clues for one in many(2)}
    assert claims(tmp_path) == 0


def test_after_several_failures_in_a_row_nothing_is_rated(
    qtbot: QtBot, make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater_module, "make_rater", failing)
    monkeypatch.setattr(rater_module, "_MAX_FAILURES", 2)
    rater = make()
    rater.want(Urgency.OTHERS, many(9))
    qtbot.waitUntil(lambda: rater.is_idle)
    assert (stored(tmp_path), claims(tmp_path)) == ({}, 0)


def failing() -> None:
    raise RuntimeError("the child cannot work")


def test_a_rating_that_does_not_end_is_given_up(
    qtbot: QtBot, make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater_module, "make_rater", make_deaf)
    rater = make()
    rater.want(Urgency.OTHERS, [wanted(HARD), *many(2)])
    qtbot.waitUntil(lambda: rater._guard.isActive())
    qtbot.wait(300)
    rater._guard.timeout.emit()
    qtbot.waitUntil(lambda: rater.is_idle)
    assert rater.ratings[wanted(HARD).clues].word == NOT_RATED
    assert stored(tmp_path).keys() == {one.clues for one in many(2)}, "it is tried again some day"
    assert claims(tmp_path) == 0


def test_the_child_ends_when_there_is_nothing_to_do(
    qtbot: QtBot, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater_module, "_IDLE_MS", 100)
    rater = make()
    rater.want(Urgency.OTHERS, many(1))
    qtbot.waitUntil(lambda: rater.is_idle and not running_children())
    rater.want(Urgency.OTHERS, many(1, first=1))
    qtbot.waitUntil(lambda: many(1, first=1)[0].clues in rater.ratings)


@pytest.mark.usefixtures("quick")
def test_the_rating_of_a_drawing_is_not_kept(qtbot: QtBot, make: Maker, tmp_path: Path) -> None:
    rater = make()
    rater.want(Urgency.BOARD, [wanted(many(1)[0].source, is_kept=False)])  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: many(1)[0].clues in rater.ratings)
    assert stored(tmp_path) == {}


def test_ratings_wait_for_everything_else(qtbot: QtBot, make: Maker) -> None:
    """The child has the lowest priority, where the system tells."""
    if not hasattr(os, "getpriority"):
        pytest.skip("this system does not tell")
    qtbot.waitUntil(lambda: not running_children())
    rater = make()
    rater.want(Urgency.OTHERS, [wanted(HARD)])
    qtbot.waitUntil(lambda: bool(running_children()))
    (child,) = running_children()
    qtbot.waitUntil(lambda: os.getpriority(os.PRIO_PROCESS, child) == 19)
