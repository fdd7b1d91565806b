"""What the rating child does: it finds the puzzle, rates it, and always comes to an end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.application.rating_store import NO_SOLUTION, NOT_RATED, SEVERAL, KeptRating
from helper.collections.import_work import new_puzzle
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.rating.puzzle_rating import MAX_CELLS, rated
from helper.rating.rating_work import RatingRequest, RatingSource, rate_source
from puzzles import SHADED, Puzzle
from puzzles.clue_hash import clue_hash
from puzzles.formats import Document, read
from puzzles.packs import packs, study_sets
from puzzles.turning import Turn
from solver.logic.rate import RATING_VERSION, rate
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.imports import file_of
from tests.support.rating import HARD


def never() -> bool:
    return False


def found(path: Path, source: RatingSource, clues: str = "") -> KeptRating | None:
    return rate_source(RatingRequest(clues or clue_hash(CHICK), source, path), never)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite3"


def test_a_puzzle_is_found_wherever_it_comes_from(
    library: Path, tmp_path: Path, session: Session
) -> None:
    rating = rate(CHICK)
    easy = KeptRating("easy", rating.score, rating.hardest.id, RATING_VERSION, rating.times)
    file = tmp_path / "chick.non"
    file.write_bytes(file_of(CHICK))
    opened = Library(library)
    CollectionStore(opened).add("Birds", [new_puzzle(Document(CHICK))])
    autosave = Autosave(session, opened)
    session.open_copy(Document(CHICK))
    session.paint({0: SHADED}, "Shade")
    (game,) = opened.games()
    for source in (CHICK, file, 1, game.id):
        assert found(library, source) == easy
    session.turn(Turn.ROTATE_RIGHT)
    turned = clue_hash(session.puzzle)
    assert found(library, game.id, turned) == easy, "the game has the turned puzzle now"
    autosave.close()
    opened.close()


def test_a_source_without_the_puzzle_has_no_rating(library: Path, tmp_path: Path) -> None:
    other, damaged = replace(CHICK, rows=CHICK.rows[::-1]), tmp_path / "damaged.non"
    damaged.write_text("rows")
    opened = Library(library)
    opened.start_game("damaged", "", "", "{", "")
    opened.close()
    for source in (other, damaged, tmp_path / "missing.non", tmp_path, 77, "gone", "damaged"):
        assert found(library, source) is None


@pytest.mark.parametrize(
    ("puzzle", "word"),
    [
        pytest.param(Puzzle.from_numbers([[1], [1]], [[1], [1]]), SEVERAL, id="several"),
        pytest.param(Puzzle.from_numbers([[2], []], [[2], []]), NO_SOLUTION, id="none"),
        pytest.param(Puzzle.from_numbers([[3]], [[1]]), NO_SOLUTION, id="defects"),
        pytest.param(Puzzle.empty(1000, 1000), NOT_RATED, id="large"),
        pytest.param(Puzzle.empty(1, MAX_CELLS + 1), NOT_RATED, id="a little too large"),
    ],
)
def test_a_puzzle_without_a_difficulty_gets_a_word(puzzle: Puzzle, word: str) -> None:
    assert rated(puzzle, never, 20.0) == KeptRating(word, version=RATING_VERSION)


@pytest.mark.parametrize("sparse", ["crumbs", "seeds"])
def test_several_solutions_are_found_at_once(sparse: str) -> None:
    """A rating would try every cell before it gives up."""
    paths = (p.path for s in study_sets() for p in s.puzzles)
    path = next(path for path in paths if sparse in path.name)
    start = time.process_time()
    rating = found(path, path, clue_hash(read(path).puzzle))
    assert rating is not None
    assert rating.word == SEVERAL
    assert time.process_time() - start < 2


@pytest.mark.parametrize(("limit_s", "stops"), few(1, [(0.1, never), (20.0, None)]))
def test_time_and_stop_end_a_rating(limit_s: float, stops: Callable[[], bool] | None) -> None:
    start = time.process_time()
    stops = stops or (lambda: time.process_time() - start > 0.1)
    assert rated(HARD, stops, limit_s).word == NOT_RATED
    assert time.process_time() - start < 1.5


def test_the_child_agrees_with_the_bundled_ratings() -> None:
    for pack in packs():
        for puzzle in pack.puzzles[:4]:
            bundled = puzzle.rating
            assert bundled is not None
            rating = found(puzzle.path, puzzle.path, bundled.clues)
            assert rating is not None
            assert (*rating[:3], rating.times) == bundled[1:]
