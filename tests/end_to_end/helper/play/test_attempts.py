"""A game is one attempt: its solve is noted once, with all that it has cost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QMessageBox

from helper.application.library import Library
from helper.application.library_records import GameCounts
from puzzles import SHADED
from tests.support.game_window import GameWindow
from tests.support.session_actions import shade_picture


@pytest.fixture(autouse=True)
def yes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)


def times(library: Library) -> list[int]:
    return [solve.seconds for solve in library.solves()]


def test_hints_and_checks_are_noted_with_the_solve(game: GameWindow, library: Library) -> None:
    counts = game.autosave.counts
    counts.add_hint()
    counts.add_hint()
    counts.add_check()
    shade_picture(game.session)
    (solve,) = library.solves()
    assert solve.counts == GameCounts(hints=2, checks=1, hint_places=2)


def test_counts_go_on_with_their_game(
    game: GameWindow, open_game: Callable[[], GameWindow]
) -> None:
    game.autosave.counts.add_hint()
    game.end()
    again = open_game()
    assert again.autosave.counts.value == GameCounts(hints=1, hint_places=1), (
        "though there was no move"
    )
    again.session.new(4, 4)
    assert again.autosave.counts.value == GameCounts()


def test_a_puzzle_cleared_and_solved_again_is_the_same_attempt(
    game: GameWindow, open_game: Callable[[], GameWindow], library: Library
) -> None:
    game.now_s += 60
    shade_picture(game.session)
    game.session.clear_grid()
    game.end()
    again = open_game()
    again.now_s += 5
    shade_picture(again.session)
    assert again.session.is_solved
    assert times(library) == [60]


def test_a_game_begun_anew_is_an_attempt_of_its_own(game: GameWindow, library: Library) -> None:
    game.now_s += 60
    game.autosave.counts.add_hint()
    shade_picture(game.session)
    game.controls.play_again()
    assert game.session.marks.is_untouched
    assert game.autosave.clock.seconds == 0
    game.now_s += 40
    shade_picture(game.session)
    assert times(library) == [60, 40]
    assert library.solves()[1].counts == GameCounts()


def test_undo_does_not_lead_into_the_game_before(game: GameWindow, library: Library) -> None:
    """Otherwise the last cell alone would make a record."""
    game.now_s += 60
    shade_picture(game.session)
    game.controls.play_again()
    game.session.undo()
    assert game.session.marks.is_untouched
    assert times(library) == [60]


def test_a_new_game_in_which_nothing_was_done_leaves_the_old_one(
    game: GameWindow, open_game: Callable[[], GameWindow]
) -> None:
    shade_picture(game.session)
    game.controls.play_again()
    game.end()
    assert open_game().session.is_solved


def test_a_new_game_goes_before_the_old_one(
    game: GameWindow, open_game: Callable[[], GameWindow]
) -> None:
    shade_picture(game.session)
    game.controls.play_again()
    game.session.paint({1: SHADED}, "Shade")
    game.end()
    again = open_game()
    assert again.session.marks.count_shaded() == 1
