"""What a move does is an id in the journal, whatever its label says."""

from __future__ import annotations

import json

import pytest

from helper.play.moves import EDIT_CLUES, Replace, SheetState, move_from_text, move_to_text
from helper.play.session import Session
from puzzles import Clue, Grid, Puzzle
from puzzles.turning import Turn
from tests.support.languages import speak_another_language

EMPTY = SheetState(Puzzle.empty(2, 3), Grid(2, 3))


def test_the_label_of_another_language_changes_nothing() -> None:
    move = Replace("Hinweise bearbeiten", EMPTY, EMPTY, action=EDIT_CLUES)
    assert move_from_text(move_to_text(move)) == move


@pytest.mark.parametrize("turn", Turn)
def test_a_turn_of_an_earlier_version_is_known_by_its_label(turn: Turn) -> None:
    fields = json.loads(move_to_text(Replace(turn.label, EMPTY, EMPTY, "turn")))
    del fields["action"]
    found = move_from_text(json.dumps(fields))
    assert isinstance(found, Replace)
    assert found.action == turn.value


def test_a_move_is_stored_in_english_and_shown_in_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speak_another_language(monkeypatch)
    session = Session()
    session.turn(Turn.ROTATE_LEFT)
    session.edit_clues([(Clue(1),)] * 10, [(Clue(1),)] * 10)
    assert [move.label for move in session.history] == ["Rotate Left", "Edit Clues"]
    assert session.undo_stack.undoText() == "«Edit Clues»"
