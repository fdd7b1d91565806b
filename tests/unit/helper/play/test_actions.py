"""What a move does is an id in the journal, whatever its label says."""

from __future__ import annotations

import json

import pytest

from helper.board.stroke import label_of
from helper.play.line_commands import clear_line, fill_with_dots, tick_off
from helper.play.moves import (
    EDIT_CLUES,
    Replace,
    SheetState,
    move_from_text,
    move_to_text,
    shown_label,
)
from helper.play.session import Session
from helper.play.ticks import places_of
from puzzles import BLANK, SHADED, Axis, Clue, Grid, Line, Puzzle
from puzzles.formats import Document
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
    assert session.undo_name == "«Edit Clues»"


def use_every_name(session: Session) -> None:
    """Make the moves whose names have a number or a line."""
    session.open_copy(Document(Puzzle.from_numbers([[1], [2]], [[2], [1]])))
    row = Line(Axis.ROW, 0)
    tick_off(session, places_of(session.puzzle, row))
    tick_off(session, places_of(session.puzzle, row), is_on=False)
    for state, count in ((SHADED, 1), (BLANK, 2), (session.marks.clear, 2), (SHADED, 2)):
        session.paint(dict.fromkeys(range(count), state), label_of(state, count, 3))
    clear_line(session, row)
    session.paint({0: SHADED}, label_of(SHADED, 1, 3))
    fill_with_dots(session, row)
    session.begin_guess()
    session.keep_guess(1)
    session.begin_guess()
    session.take_back_guess(1)


NAMES = [
    "Tick off 1 clue", "Remove 1 tick", "Shade 1 Cell", "Dot 2 Cells", "Clear 2 Cells",
    "Shade 2 Cells", "Clear row 1", "Shade 1 Cell", "Fill row 1 with Dots", "Guess 1",
    "Keep Guess 1", "Guess 1", "Take Back Guess 1",
]  # fmt: skip


def test_names_with_numbers_follow_the_language_after_they_were_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as other:
        speak_another_language(other)
        session = Session()
        use_every_name(session)
        stored = [move_to_text(move) for move in session.history]
        shown = [shown_label(move) for move in session.history]
    assert [json.loads(text)["label"] for text in stored] == NAMES
    assert [text[0] + text[-1] for text in shown] == ["«»"] * len(NAMES)
    assert [shown_label(move_from_text(text)) for text in stored] == [
        name.replace("row", "Row") for name in NAMES
    ]


def test_names_of_earlier_versions_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_another_language(monkeypatch)
    move = Replace("3 Kästchen füllen", EMPTY, EMPTY)
    assert shown_label(move) == "«3 Kästchen füllen»", "it is looked up, and not found"
