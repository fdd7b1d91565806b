"""The difficulty of the puzzle on the board: side panel, badge, Properties."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.rating_store import RatingStore
from helper.author.properties_dialog import PropertiesDialog
from helper.home.home_model import Role
from helper.home.library_source import RECENT
from helper.main_window.main_window import MainWindow
from helper.play.session_state import Mode
from helper.rating import home_ratings
from puzzles import SHADED, Puzzle
from puzzles.clue_hash import clue_hash
from puzzles.formats import Document, read, write
from puzzles.packs import study_sets
from puzzles.turning import Turn
from solver.logic.rate import rate
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.home_keys import view_of
from tests.support.imports import numbered
from tests.support.keeping import keep_moves

EASY = f"Easy, {rate(CHICK).level:.1f}"
"""Of the chick."""
CAMEL = next(
    read(puzzle.path).puzzle
    for found in study_sets()
    for puzzle in found.puzzles
    if puzzle.title == "Camel"
)


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    made = Library(home / "library.sqlite3")
    yield made
    made.close()


@pytest.fixture
def kept(window: MainWindow, library: Library) -> MainWindow:
    window.resize(1000, 700)
    keep_moves(window, library)
    return window


def difficulty(window: MainWindow) -> str:
    """What the side panel says, before the time; empty if it says nothing."""
    label = window.panel.difficulty
    return "" if label.isHidden() else label.text().partition(" · ")[0]


def test_the_panel_tells_the_difficulty_of_the_open_puzzle(
    qtbot: QtBot, kept: MainWindow, library: Library
) -> None:
    kept.session.open_copy(Document(CAMEL))
    qtbot.waitUntil(lambda: bool(difficulty(kept)))
    rating = rate(CAMEL)
    assert difficulty(kept) == f"Expert, {rating.level:.1f}"
    assert kept.panel.difficulty.text().endswith(" · about 40 min")
    tip = kept.panel.difficulty.toolTip()
    assert rating.times > 0
    steps = f"{rating.times} step" + "s" * (rating.times > 1)
    hardest = f"{rating.hardest.label}, in {steps}"
    assert tip == f"The hardest technique that is needed: {hardest}."
    assert kept.panel.difficulty.accessibleDescription() == tip
    assert clue_hash(CAMEL) in RatingStore(library).ratings()
    kept.session.paint({0: SHADED}, "Shade")
    assert difficulty(kept)
    kept.session.turn(Turn.ROTATE_RIGHT)
    turned = clue_hash(kept.session.puzzle)
    qtbot.waitUntil(lambda: turned in RatingStore(library).ratings())


def test_nothing_of_the_puzzle_before_is_left_in_the_panel(qtbot: QtBot, kept: MainWindow) -> None:
    """Not even for a moment, after a puzzle in Play and after a drawing."""
    facts = kept.panel.facts
    kept.session.open_copy(Document(CHICK))
    qtbot.waitUntil(lambda: bool(difficulty(kept)))
    kept.session.new(3, 3)
    assert (difficulty(kept), facts.text()) == ("", "3 × 3")
    kept.session.paint({0: SHADED, 1: SHADED, 2: SHADED}, "Shade")
    qtbot.waitUntil(lambda: bool(difficulty(kept)), timeout=20_000)
    kept.session.new(4, 5)
    assert (difficulty(kept), facts.text()) == ("", "5 × 4")
    qtbot.wait(300)
    assert not difficulty(kept)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("puzzle", "text"),
    few(
        1,
        [
            pytest.param(Puzzle.from_numbers([[1], [1]], [[1], [1]]), "Several solutions", id="2"),
            pytest.param(Puzzle.from_numbers([[2], []], [[2], []]), "No solution", id="none"),
            pytest.param(
                Puzzle.from_numbers([[1]] + [[]] * 299, [[1]] + [[]] * 299), "Not rated", id="huge"
            ),
        ],
    ),
)
def test_a_puzzle_without_a_difficulty_says_why(
    qtbot: QtBot, kept: MainWindow, puzzle: Puzzle, text: str
) -> None:
    kept.session.open_copy(Document(puzzle))
    qtbot.waitUntil(lambda: difficulty(kept) == text)


@pytest.mark.usefixtures("quick")
def test_the_badge_tells_the_difficulty_of_a_drawing_with_one_solution(
    qtbot: QtBot, kept: MainWindow, library: Library
) -> None:
    session, badge = kept.session, kept.authoring.badge
    session.open_copy(Document(Puzzle.empty(5, 5)))
    session.paint({0: SHADED, 1: SHADED}, "Shade")
    qtbot.waitUntil(lambda: badge.text == "One solution · beginner")
    assert "hardest technique" in badge.toolTip()
    session.paint({8: SHADED, 12: SHADED}, "Shade")
    qtbot.waitUntil(lambda: badge.text.startswith("Several solutions"))
    session.undo()
    qtbot.waitUntil(lambda: badge.text == "One solution · beginner")
    assert RatingStore(library).ratings() == {}, "drawings change"


def test_a_drawing_has_its_difficulty_again_after_play_and_undo(
    qtbot: QtBot, kept: MainWindow
) -> None:
    kept.session.new(3, 3)
    kept.session.paint({0: SHADED, 1: SHADED, 2: SHADED}, "Shade")
    qtbot.waitUntil(lambda: kept.rating.rating is not None, timeout=20_000)
    before = kept.panel.difficulty.text()
    kept.modes.play()
    qtbot.wait(400)
    kept.session.undo()
    assert kept.session.mode is Mode.DRAW
    qtbot.waitUntil(lambda: kept.rating.rating is not None, timeout=20_000)
    qtbot.wait(400)
    assert kept.panel.difficulty.text() == before


def test_a_bundled_puzzle_needs_no_rating(qtbot: QtBot, kept: MainWindow) -> None:
    kept.session.open_copy(Document(CHICK))
    assert kept.rating.rater is not None
    qtbot.waitUntil(lambda: difficulty(kept) == EASY)
    assert kept.rating.rater.is_idle


def test_a_file_that_was_only_opened_has_its_difficulty_on_home(
    qtbot: QtBot, kept: MainWindow, library: Library, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(home_ratings, "START_MS", 100)
    path = tmp_path / "camel.non"
    write(path, Document(CAMEL))
    assert kept.files.open_file(path)
    kept.leaving.close_puzzle()
    assert library.games() == (), "nothing was done, so there is no game"
    view = view_of(kept)
    view.sidebar.go_to(RECENT)
    rated = view.model.index(0).data
    qtbot.waitUntil(lambda: rated(Role.RATING) is not None)
    assert rated(Role.RATING).word == rate(CAMEL).difficulty.value
    write(path, Document(numbered(3)))
    kept.files.open_file(path)
    kept.leaving.close_puzzle()
    assert [r.clues for r in kept.settings.recent] == [clue_hash(numbered(3))], "it has changed"


def test_properties_tell_the_difficulty(qtbot: QtBot, kept: MainWindow) -> None:
    kept.session.open_copy(Document(CHICK))
    qtbot.waitUntil(lambda: difficulty(kept) == EASY)
    session = kept.session
    dialog = PropertiesDialog(session.puzzle, session.marks, kept, kept.rating.rating)
    qtbot.addWidget(dialog)
    line = f"Difficulty: {EASY.lower()}; hardest technique: edge, in 6 steps"
    assert line in dialog.facts.text().splitlines()
    assert "Difficulty" not in PropertiesDialog(session.puzzle, session.marks).facts.text()


def test_a_bundled_puzzle_has_its_difficulty_before_the_library_is_open(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.session.open_copy(Document(CHICK))
    qtbot.waitUntil(lambda: bool(difficulty(window)))
    assert not window.autosave.library.is_kept


@pytest.mark.usefixtures("quick")
def test_a_restored_library_goes_on_rating(qtbot: QtBot, kept: MainWindow) -> None:
    before = kept.rating.rater
    assert kept.library.close_library()
    kept.library.open_library()
    assert kept.rating.rater is not before
    kept.session.open_copy(Document(numbered(9)))
    qtbot.waitUntil(lambda: bool(difficulty(kept)))
