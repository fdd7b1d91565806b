"""What lies in the library may be damaged in any way: it is then said to be, nothing crashes."""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from helper.application.library_records import Game, GameProgress
from helper.play.journal import file_to_text, restore
from helper.play.moves import (
    Paint,
    SheetState,
    checked_history,
    move_from_text,
    move_to_text,
    state_to_json,
)
from helper.play.session import Session
from helper.play.session_state import FileState
from helper.review.draft_text import draft_from_text
from puzzles import SHADED, Grid, Puzzle
from puzzles.model import MAX_SIZE

DEEP = "[" * 100_000
BOARD = Puzzle.empty(2, 2)
BASE = SheetState(BOARD, Grid.for_puzzle(BOARD))
STROKE = Paint.between(BASE.marks, {0: SHADED}, "Shade")


@pytest.mark.parametrize("read", [move_from_text, draft_from_text])
@pytest.mark.parametrize("text", [DEEP, '{"label":' * 100_000, "[]", "null", "9" * 5_000, '"a"'])
def test_any_json_is_a_value_or_damaged(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is for the log
        read(text)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"label": 1}, id="label"),
        pytest.param({"label": ["a"]}, id="list as label"),
        pytest.param({"kind": {}}, id="kind"),
        pytest.param({"cells": "!"}, id="base64"),
        pytest.param({"cells": None}, id="nothing"),
        pytest.param({"cells": "eJw="}, id="cut off"),
    ],
)
def test_a_move_with_a_damaged_field_is_damaged(changed: dict[str, Any]) -> None:
    text = json.dumps(json.loads(move_to_text(STROKE)) | changed)
    with pytest.raises(ValueError):  # noqa: PT011
        move_from_text(text)


def test_a_small_text_does_not_become_a_large_move() -> None:
    bomb = zlib.compress(bytes(array("I").itemsize * (MAX_SIZE**2 + 1)), 9)
    fields = json.loads(move_to_text(STROKE)) | {"cells": base64.b64encode(bomb).decode()}
    with pytest.raises(ValueError, match="more cells than a board has"):
        move_from_text(json.dumps(fields))


@pytest.mark.parametrize("state", [0, 4, 2**32 - 1])
def test_a_state_that_is_none_is_damage(state: int) -> None:
    move = Paint("Shade", array("I", [0]), array("I", [3]), array("I", [state]))
    with pytest.raises(ValueError, match="an invalid state"):
        list(checked_history(BASE, [move]))


@pytest.mark.parametrize("position", [-1, 2, 2**40])
def test_a_position_beyond_the_moves_is_damage(session: Session, position: int) -> None:
    file = FileState(None, BASE.document)
    with pytest.raises(ValueError, match="an invalid position"):
        session.restore(BASE, file, [STROKE], position)


@pytest.mark.parametrize(
    ("moves", "position", "restored"),
    [
        pytest.param("ss", 2, (2, 2), id="whole"),
        pytest.param("sd", 2, (1, 1), id="a damaged move"),
        pytest.param("dss", 3, (0, 0), id="a damaged first move"),
        pytest.param("ss", 9, (2, 2), id="a position beyond the moves"),
        pytest.param("ss", -1, (2, 0), id="a position before the moves"),
        pytest.param("ss", "1", (2, 2), id="a position that is a text"),
        pytest.param("ss", float("inf"), (2, 2), id="an infinite position"),
        pytest.param("ss", None, (2, 2), id="no position"),
    ],
)
def test_a_damaged_journal_is_restored_up_to_the_break(
    session: Session, moves: str, position: Any, restored: tuple[int, int]
) -> None:
    base = json.dumps(state_to_json(BASE))
    file = file_to_text(FileState(None, BASE.document))
    texts = tuple(move_to_text(STROKE) if each == "s" else "{}" for each in moves)
    game = Game("g", "me", "", base, file, texts, GameProgress(position))
    is_whole = restore(session, game)
    assert (len(session.history), session.position) == restored
    assert is_whole == (restored == (len(moves), position))
