"""Traffic lights: done, open, impossible."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.board.view import BoardView
from helper.play.lights import Light, light_of
from helper.play.session import Session
from puzzles import BLANK, SHADED, Axis, Clues, Line, clues, clues_of, satisfies
from tests.support.boards import CHICK
from tests.support.session_actions import shade_picture

CLEAR = 3
STATES = {"?": CLEAR, "#": SHADED, ".": BLANK}


def brute_light(line: list[int], line_clues: Clues) -> Light:
    if satisfies(line, line_clues):
        return Light.DONE
    fillings = product(*([BLANK, SHADED] if state == CLEAR else [state] for state in line))
    possible = any(clues_of(filling) == line_clues for filling in fillings)
    return Light.OPEN if possible else Light.IMPOSSIBLE


@given(
    st.lists(st.sampled_from([CLEAR, SHADED, BLANK]), min_size=1, max_size=9),
    st.lists(st.integers(1, 4), max_size=3),
)
def test_lights_are_those_of_brute_force(line: list[int], numbers: list[int]) -> None:
    assert light_of(clues(numbers), line, 2) is brute_light(line, clues(numbers))


@pytest.mark.parametrize(
    ("numbers", "line", "light"),
    [
        pytest.param([3], "?????", Light.OPEN, id="nothing marked"),
        pytest.param([3], "?###?", Light.DONE, id="done without dots"),
        pytest.param([3], "####?", Light.IMPOSSIBLE, id="one too many"),
        pytest.param([3], "??.??", Light.IMPOSSIBLE, id="no room left"),
        pytest.param([2, 1], "?#?#?", Light.OPEN, id="still possible"),
        pytest.param([1, 2], "##???", Light.IMPOSSIBLE, id="right blocks, wrong order"),
        pytest.param([], "??#", Light.IMPOSSIBLE, id="a line with clue 0"),
        pytest.param([50] * 9 + [41], "?" * 499 + ".", Light.IMPOSSIBLE, id="a long line"),
    ],
)
def test_known_lights(numbers: list[int], line: str, light: Light) -> None:
    assert light_of(clues(numbers), [STATES[c] for c in line], 2) is light


def test_lights_follow_moves_undo_and_redo(chick: Session) -> None:
    row = Line(Axis.ROW, 0)  # its clue is 3
    assert chick.light(row) is Light.OPEN
    chick.paint({0: SHADED, 6: SHADED}, "Shade")
    assert chick.light(row) is Light.IMPOSSIBLE
    assert chick.light(Line(Axis.COLUMN, 0)) is not Light.IMPOSSIBLE
    chick.undo_stack.undo()
    assert chick.light(row) is Light.OPEN
    chick.undo_stack.redo()
    assert chick.light(row) is Light.IMPOSSIBLE
    chick.undo_stack.undo()
    shade_picture(chick)
    assert {chick.light(line) for line in CHICK.lines} == {Light.DONE}


def test_a_drawing_has_no_lights(board: BoardView) -> None:
    line = Line(Axis.ROW, 0)
    assert board.scene().light(line) is Light.OPEN
    board.session.new(5, 5)
    board.session.paint({0: SHADED}, "Shade")
    assert board.scene().light(line) is None
