"""Checkpoints: names in the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from helper.application.library import Library
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.play.session_state import (
    MAX_CHECKPOINTS,
    checkpoints_from_text,
    checkpoints_to_text,
)
from puzzles import SHADED
from puzzles.formats import Document
from tests.support.boards import CHICK


def shade(session: Session, *cells: int) -> None:
    for cell in cells:
        session.paint({cell: SHADED}, "Shade")


def test_a_checkpoint_is_reached_by_undo_and_by_redo(chick: Session) -> None:
    shade(chick, 0, 1)
    chick.set_checkpoint("corner")
    shade(chick, 2, 3)
    chick.go_to_checkpoint("corner")
    assert chick.marks.count_shaded() == 2
    chick.go_to(0)
    chick.go_to_checkpoint("corner")
    assert chick.marks.count_shaded() == 2
    assert chick.can_redo, "what came after it is still there"


def test_setting_one_keeps_what_can_be_redone(chick: Session) -> None:
    shade(chick, 0, 1)
    chick.undo()
    chick.set_checkpoint("here")
    chick.redo()
    assert chick.marks.count_shaded() == 2


def test_a_checkpoint_is_lost_with_the_moves_that_lead_to_it(chick: Session) -> None:
    shade(chick, 0)
    chick.set_checkpoint("early")
    shade(chick, 1)
    chick.set_checkpoint("late")
    chick.go_to_checkpoint("early")
    assert list(chick.checkpoints) == ["early", "late"]
    shade(chick, 2)
    assert list(chick.checkpoints) == ["early"]
    chick.go_to_checkpoint("late")
    assert chick.position == 2


def test_a_taken_name_moves_and_all_can_be_forgotten(chick: Session) -> None:
    chick.set_checkpoint("here")
    shade(chick, 0)
    chick.set_checkpoint("here")
    assert chick.checkpoints == {"here": 1}
    chick.forget_checkpoints()
    assert chick.checkpoints == {}
    assert chick.position == 1


def test_checkpoints_lead_through_guesses(chick: Session) -> None:
    shade(chick, 0)
    chick.begin_guess()
    shade(chick, 5)
    chick.set_checkpoint("inside")
    chick.take_back_guess(1)
    shade(chick, 6)
    assert chick.checkpoints == {"inside": 3}
    chick.go_to_checkpoint("inside")
    assert chick.guess_levels == {5: 1}


def test_there_is_a_limit(chick: Session) -> None:
    for number in range(MAX_CHECKPOINTS + 5):
        chick.set_checkpoint(f"name {number}")
    assert len(chick.checkpoints) == MAX_CHECKPOINTS


def test_checkpoints_survive_closing_the_program(chick: Session, tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    autosave = Autosave(chick, library)
    shade(chick, 0, 1)
    chick.undo()
    chick.set_checkpoint("corner, “&” and ü")
    autosave.close()
    again = Session()
    other = Autosave(again, library)
    assert other.resume(Document(CHICK))
    assert again.checkpoints == chick.checkpoints == {"corner, “&” and ü": 1}
    again.open_copy(Document(CHICK))
    assert again.checkpoints == {}
    other.close()
    library.close()


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '{"a": "1"}', '{"a": 9}', '{"a": -1}', '{"a": true}', '{" ": 1}', "7"]
)
def test_damaged_checkpoints_are_left_out(text: str) -> None:
    assert checkpoints_from_text(text, 8) == {}


def test_checkpoints_have_a_text() -> None:
    names = {"a": 0, "b": 8}
    assert checkpoints_from_text(checkpoints_to_text(names), 8) == names
