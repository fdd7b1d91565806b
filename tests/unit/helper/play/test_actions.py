"""What a move does is an id in the journal, whatever its label says."""

from __future__ import annotations

import json

import pytest

from helper.play.moves import EDIT_CLUES, Replace, SheetState, move_from_text, move_to_text
from puzzles import Grid, Puzzle
from puzzles.turning import Turn

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
