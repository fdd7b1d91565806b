"""What is said of cells and lines."""

from __future__ import annotations

import pytest

from helper.board.spoken import (
    CellSigns,
    Numbers,
    cell_state,
    changed_text,
    clues_text,
    lights_text,
    line_text,
    moved_text,
    numbers_text,
    runs_text,
)
from helper.play.lights import Light
from puzzles import Axis, Clue, Color, Line, Puzzle, clues
from tests.support.boards import CHICK

CLEAR, SHADED, BLANK = 3, 2, 1
COLORED = Puzzle(
    rows=((Clue(2, 1), Clue(1, 2)),),
    columns=((Clue(1, 1),), (Clue(1, 1),), (Clue(1, 2),)),
    palette=(Color("0", "#ffffff"), Color("r", "#e02020", "red"), Color("b", "#2020e0", "blue")),
)
UNKNOWN = Puzzle(rows=((),) * 2, columns=((),) * 2)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        pytest.param(
            None, "Row 3, column 2: shaded. Row's clues: 3, 2. Column's clues: 3.", id="first"
        ),
        pytest.param(
            (2, 0), "Column 2: shaded. Column's clues: 3. Row's clues: 3, 2.", id="same row"
        ),
        pytest.param(
            (1, 1), "Row 3: shaded. Row's clues: 3, 2. Column's clues: 3.", id="same column"
        ),
        pytest.param(
            (0, 0), "Row 3, column 2: shaded. Row's clues: 3, 2. Column's clues: 3.", id="both"
        ),
        pytest.param(
            (2, 1), "Row 3, column 2: shaded. Row's clues: 3, 2. Column's clues: 3.", id="neither"
        ),
    ],
)
def test_what_has_changed_comes_first(before: tuple[int, int] | None, said: str) -> None:
    assert moved_text((2, 1), before, "shaded", CHICK) == said


def test_a_board_without_clues_has_none_that_are_said() -> None:
    assert moved_text((1, 0), (0, 0), "clear", UNKNOWN) == "Row 2, column 1: clear."


def test_colours_are_named() -> None:
    assert clues_text(COLORED.rows[0], COLORED.palette) == "2 red, 1 blue"
    assert cell_state(CellSigns(1 << 2), COLORED) == "blue"
    assert runs_text([CellSigns(2), CellSigns(2), CellSigns(7)], COLORED) == "2 red, gap of 1"


def test_all_signs_of_a_cell_are_said() -> None:
    signs = CellSigns(CLEAR, is_automatic_dot=True, guess=2, is_hinted=True, is_hatched=True)
    assert cell_state(signs, CHICK) == "automatic dot, guess 2, in the hint, hatched"


def test_a_line_without_blocks_has_a_zero() -> None:
    assert clues_text((), CHICK.palette) == "0"
    assert numbers_text(Numbers((), (True,)), CHICK.palette) == "0 done"


def test_a_number_is_done_before_it_is_ticked_off() -> None:
    numbers = Numbers(clues([3, 2, 1]), (True, False, False), (True, True, False))
    assert numbers_text(numbers, CHICK.palette) == "3 done, 2 ticked off, 1"


def test_a_line_is_its_numbers_and_its_runs() -> None:
    cells = [CellSigns(state) for state in (BLANK, SHADED, SHADED, SHADED, CLEAR, CLEAR, SHADED)]
    numbers = Numbers(clues([3, 2]), (True, False))
    assert line_text(Line(Axis.ROW, 2), numbers, cells, CHICK) == (
        "Row 3: 3 done, 2. So far: 1 blank, 3 shaded, gap of 2, 1 shaded."
    )
    assert line_text(Line(Axis.COLUMN, 0), Numbers((), ()), cells[:2], UNKNOWN) == (
        "Column 1: 1 blank, 1 shaded."
    )


def test_automatic_dots_are_blank_in_a_line() -> None:
    cells = [CellSigns(BLANK), CellSigns(CLEAR, is_automatic_dot=True), CellSigns(CLEAR)]
    assert runs_text(cells, CHICK) == "2 blank, gap of 1"


def test_many_changed_cells_are_only_counted() -> None:
    cells = [(k, 0) for k in range(1200)]
    assert changed_text(cells, {}, at=(0, 0)) == "1,200 cells changed."


def test_few_lines_are_named_and_many_counted() -> None:
    lines = [Line(Axis.ROW, k) for k in range(3)]
    assert lights_text(lines[:2], Light.DONE, ["One.", "Two."]) == "One. Two."
    assert lights_text(lines, Light.DONE, ["One.", "Two."]) == "3 lines are done."
    assert lights_text(lines, Light.IMPOSSIBLE, ["One."]) == "3 lines are impossible."
    assert lights_text([], Light.DONE, []) == ""
