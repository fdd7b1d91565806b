"""Traffic lights: done, open, impossible."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.board.board_view import BoardView
from helper.play.auto_dots import cells_of
from helper.play.lights import Light, light_of
from helper.play.session import Session
from puzzles import BLANK, SHADED, Axis, Clues, Line, Puzzle, clues, clues_of, satisfies
from puzzles.formats import Document
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


@given(st.randoms(use_true_random=False), st.sampled_from([62, 66, 100, 126, 130]))
def test_lights_of_long_lines_are_exact(chance: random.Random, width: int) -> None:
    """One wrong mark more or less decides, whatever the counts are."""
    picture = [chance.choice((SHADED, BLANK)) for _ in range(width)]
    line = [state if chance.random() < 0.6 else CLEAR for state in picture]
    line[chance.randrange(width)] = chance.choice((SHADED, BLANK))
    wanted = clues_of(picture)
    possible = can_be_completed(line, [clue.length for clue in wanted])
    light = light_of(wanted, line, 2)
    assert light is not Light.OPEN or possible
    assert light is not Light.IMPOSSIBLE or not possible


def can_be_completed(line: list[int], numbers: list[int]) -> bool:
    """The textbook's table: whether the first cells can hold the first numbers."""

    @cache
    def fits(cells: int, count: int) -> bool:
        if cells <= 0:
            return count == 0
        if line[cells - 1] != SHADED and fits(cells - 1, count):
            return True
        if not count or (start := cells - numbers[count - 1]) < 0 or BLANK in line[start:cells]:
            return False
        return (start == 0 or line[start - 1] != SHADED) and fits(start - 1, count - 1)

    return fits(len(line), len(numbers))


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
    chick.undo()
    assert chick.light(row) is Light.OPEN
    chick.redo()
    assert chick.light(row) is Light.IMPOSSIBLE
    chick.undo()
    shade_picture(chick)
    assert {chick.light(line) for line in CHICK.lines} == {Light.DONE}


def test_a_drawing_has_no_lights(board: BoardView) -> None:
    line = Line(Axis.ROW, 0)
    assert board.scene().light(line) is Light.OPEN
    board.session.new(5, 5)
    board.session.paint({0: SHADED}, "Shade")
    assert board.scene().light(line) is None


def test_lights_follow_from_the_cells_that_are_painted() -> None:
    """automatic dots are cells that are painted: a line without room beside them is impossible."""
    session = Session()
    puzzle = Puzzle.from_numbers([[2], [2], [], [3]], [[3], [2], [1], [1]])
    column, other = Line(Axis.COLUMN, 0), Line(Axis.COLUMN, 1)
    session.open_copy(Document(puzzle))
    assert session.light(column) is Light.IMPOSSIBLE  # its clue is 3, and row 3 has dots
    assert session.light(other) is Light.OPEN
    session.automatic_dots = False
    assert session.light(column) is Light.OPEN
    session.automatic_dots = True
    session.paint({0: SHADED, 1: SHADED, 12: SHADED, 13: SHADED, 14: SHADED}, "Shade")
    assert session.light(other) is Light.IMPOSSIBLE  # cells 1 and 4 are shaded
    session.undo()
    assert session.light(other) is Light.OPEN


def test_lights_agree_with_the_painted_cells_in_random_walks(board: BoardView) -> None:
    walk, session = random.Random(32), board.session
    puzzle = Puzzle.from_numbers([[2], [1, 1], [], [3], [1]], [[3], [2], [1, 1], [1]])
    session.open_copy(Document(puzzle))
    look, cells = board.scene().look, range(puzzle.width * puzzle.height)
    states = {1: SHADED, 0: CLEAR}
    for _ in range(150):
        action = walk.random()
        if action < 0.7:
            chosen = walk.sample(cells, walk.randrange(1, 9))
            session.paint(
                {cell: walk.choice((SHADED, SHADED, BLANK, CLEAR)) for cell in chosen}, "Paint"
            )
        elif action < 0.8:
            session.automatic_dots = not session.automatic_dots
        elif action < 0.9:
            session.undo()
        else:
            session.redo()
        painted = []
        for cell in cells:
            seen = look.at(*divmod(cell, puzzle.width))
            painted.append(BLANK if seen.dot else states[seen.color])
        for line in puzzle.lines:
            states_of_line = [painted[cell] for cell in cells_of(line, session.marks)]
            assert board.scene().light(line) is light_of(puzzle.clues_of(line), states_of_line, 2)
