"""automatic dots are the clear cells of satisfied lines, whatever was done and undone."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helper.play.auto_dots import cells_of
from helper.play.line_commands import clear_line, fill_with_dots, switch_line
from helper.play.session import Session
from puzzles import Puzzle, satisfies
from puzzles.formats import Document
from puzzles.turning import Turn
from tests.support.boards import puzzles


def expected_dots(session: Session) -> set[int]:
    marks, puzzle = session.marks, session.puzzle
    if session.is_author_at_work:
        return set()
    return {
        i
        for line in puzzle.lines
        if satisfies(marks.line(line), puzzle.clues_of(line))
        for i in cells_of(line, marks)
        if marks.cells[i] == marks.clear
    }


@given(puzzles(), st.lists(st.integers(0, 9), max_size=25), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_dots_are_the_clear_cells_of_satisfied_lines(
    puzzle: Puzzle, actions: list[int], data: st.DataObject
) -> None:
    session = Session()
    session.open_copy(Document(puzzle))
    for action in actions:
        marks = session.marks
        line = data.draw(st.sampled_from(session.puzzle.lines))
        if action < 4:
            states = st.sampled_from([1, *(1 << k for k in range(marks.colors)), marks.clear])
            cells = st.dictionaries(st.integers(0, len(marks.cells) - 1), states, max_size=6)
            session.paint(data.draw(cells), "Paint")
        elif action == 4:
            session.go_to(data.draw(st.integers(0, len(session.history))))
        elif action == 5:
            data.draw(st.sampled_from([session.undo, session.redo]))()
        elif action == 6:
            data.draw(st.sampled_from([fill_with_dots, clear_line, switch_line]))(session, line)
        elif action == 7:
            session.clear_grid()
        elif action == 8:
            session.turn(data.draw(st.sampled_from(Turn)))
        else:
            session.automatic_dots = not session.automatic_dots
        assert session.dots == (expected_dots(session) if session.automatic_dots else set())
