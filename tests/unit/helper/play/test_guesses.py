"""Guesses: which marks are theirs, and how they end."""

from __future__ import annotations

import pytest

from helper.play.guesses import MAX_GUESSES
from helper.play.moves import move_from_text, move_to_text
from helper.play.session import Session
from helper.play.timeline import Timeline
from puzzles import BLANK, SHADED, clues
from puzzles.turning import Turn
from tests.support.session_actions import SOLUTION, shade_picture, snapshot

WIDTH = SOLUTION.width


def guess(session: Session, cell: int, state: int = SHADED) -> None:
    session.begin_guess()
    session.paint({cell: state}, "Shade")


def test_the_marks_of_a_guess_are_those_that_differ_from_before(chick: Session) -> None:
    chick.paint({0: BLANK, 1: SHADED}, "Shade")
    guess(chick, 5)
    chick.paint({1: BLANK, 6: SHADED}, "Shade")
    assert chick.guess_levels == {1: 1, 5: 1, 6: 1}
    chick.paint({6: chick.marks.clear}, "Clear")
    assert chick.guess_levels == {1: 1, 5: 1}
    assert chick.guesses[0].pinned == 5


def test_taking_back_is_one_step_of_undo(chick: Session) -> None:
    chick.paint({0: BLANK}, "Dot")
    before = snapshot(chick)
    guess(chick, 5)
    chick.paint({6: SHADED}, "Shade")
    inside = snapshot(chick)
    chick.take_back_guess(1)
    assert snapshot(chick) == before
    assert not chick.guesses
    chick.undo()
    assert snapshot(chick) == inside
    assert chick.guess_levels == {5: 1, 6: 1}


def test_a_kept_guess_leaves_its_marks(chick: Session) -> None:
    guess(chick, 5)
    inside = snapshot(chick)
    chick.keep_guess(1)
    assert snapshot(chick) == inside
    assert not chick.guesses
    assert not chick.guess_levels
    chick.undo()
    assert chick.guess_levels == {5: 1}


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("is_kept", [True, False], ids=["keep", "take back"])
def test_each_of_nested_guesses_can_be_ended(chick: Session, level: int, is_kept: bool) -> None:
    for cell in range(5):
        guess(chick, cell)
    assert chick.guess_levels == {cell: cell + 1 for cell in range(5)}
    (chick.keep_guess if is_kept else chick.take_back_guess)(level)
    kept = {cell: min(cell + 1, level - 1) for cell in range(5 if is_kept else level - 1)}
    assert chick.guess_levels == {cell: at for cell, at in kept.items() if at}
    assert len(chick.guesses) == level - 1


def test_a_guess_begins_inside_another_only_when_that_has_a_guess(chick: Session) -> None:
    chick.begin_guess()
    chick.begin_guess()
    assert len(chick.guesses) == 1
    for cell in range(20):
        guess(chick, cell)
    assert len(chick.guesses) == MAX_GUESSES


def test_solving_inside_a_guess_keeps_it(chick: Session) -> None:
    chick.begin_guess()
    shade_picture(chick)
    assert chick.is_solved
    assert not chick.guesses
    chick.undo()
    assert len(chick.guesses) == 1


@pytest.mark.parametrize("turn", Turn)
def test_a_turned_board_keeps_the_guess_and_its_pin(chick: Session, turn: Turn) -> None:
    cell = next(i for i, state in enumerate(SOLUTION.cells) if state == SHADED)
    guess(chick, cell)
    chick.turn(turn)
    (turned,) = chick.guesses
    assert turned.pinned is not None
    assert [i for i, state in enumerate(chick.marks.cells) if state == SHADED] == [turned.pinned]
    chick.take_back_guess(1)
    assert chick.marks.is_untouched


@pytest.mark.parametrize("what", ["clear", "edit", "solution"])
def test_a_guess_ends_when_its_marks_are_replaced(chick: Session, what: str) -> None:
    guess(chick, 5)
    if what == "clear":
        chick.clear_grid()
    elif what == "edit":
        rows = (clues([1]), *chick.puzzle.rows[1:])
        chick.edit_clues(rows, chick.puzzle.columns)
    else:
        chick.show_solution(SOLUTION, is_only=False)
    assert not chick.guesses
    chick.undo()
    assert chick.guesses[0].pinned == 5


def test_guesses_survive_in_the_journal(chick: Session) -> None:
    guess(chick, 5)
    guess(chick, 6)
    chick.take_back_guess(2)
    guess(chick, 7, BLANK)
    chick.keep_guess(2)
    moves = [move_from_text(move_to_text(move)) for move in chick.history]
    assert moves == chick.history
    for position in range(len(moves) + 1):
        timeline = Timeline.replayed(chick.base, moves, position)
        chick.go_to(position)
        assert timeline.guesses == chick.guesses
        assert timeline.guess_levels == chick.guess_levels


@pytest.mark.parametrize(
    "damage",
    [
        '{"label": "", "kind": "try", "level": "1"}',
        '{"label": "", "kind": "keep", "level": true}',
        '{"label": "", "kind": "keep"}',
        '{"label": "", "kind": "keep", "level": -1}',
    ],
)
def test_a_damaged_guess_is_refused_or_harmless(chick: Session, damage: str) -> None:
    guess(chick, 5)
    try:
        move = move_from_text(damage)
        timeline = Timeline.replayed(chick.base, [*chick.history, move], 3)
    except ValueError:
        return
    assert timeline.guesses == ()
