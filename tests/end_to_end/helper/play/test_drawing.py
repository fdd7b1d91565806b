"""A drawing's clues follow its marks, whatever is done to it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helper.play.drawn_clues import drawn
from helper.play.moves import move_from_text, move_to_text
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import BLANK, SHADED, Axis, Grid, Line, Puzzle, clues, puzzle_of
from puzzles.formats import Document, read, write
from puzzles.turning import Margins, Turn, inverted_grid, resized_grid, turned_grid
from tests.support.boards import CHICK
from tests.support.session_actions import SOLUTION, shade, shade_picture, snapshot


def act(session: Session, action: int, data: st.DataObject) -> None:
    size = len(session.marks.cells)
    if action < 5:
        cells = st.dictionaries(st.integers(0, size - 1), st.sampled_from([1, 2, 3]), max_size=9)
        session.paint(data.draw(cells), "Paint")
    elif action == 5:
        session.undo()
    elif action == 6:
        session.redo()
    elif action == 7:
        session.turn(data.draw(st.sampled_from(Turn)))
    elif action == 8:
        session.redraw(inverted_grid(session.marks), "Invert")
    elif action == 9:
        session.redraw(resized_grid(session.marks, Margins(1, 0, 0, 1)), "Change Size")
    elif action == 10:
        session.generate_clues()


def follows(session: Session) -> bool:
    return session.state.drawing and session.puzzle == drawn(session.puzzle, session.marks)


@given(st.lists(st.integers(0, 10), max_size=15), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_clues_and_goal_of_a_drawing_are_those_of_the_marks(
    actions: list[int], data: st.DataObject
) -> None:
    session, other = Session(), Session()
    session.new(4, 5)
    for action in actions:
        before, count = snapshot(session), session.position
        act(session, action, data)
        if session.position == count + 1:
            after = snapshot(session)
            session.undo()
            assert snapshot(session) == before
            session.redo()
            assert snapshot(session) == after
        assert follows(session)
        assert not session.is_solved
    moves = [move_from_text(move_to_text(move)) for move in session.history]
    other.restore(session.base, session.file, moves, session.position)
    assert snapshot(other) == snapshot(session)
    assert other.is_modified == session.is_modified


def test_the_first_stroke_on_a_new_sheet_has_clues(session: Session) -> None:
    session.new(2, 3)
    assert session.puzzle == Puzzle.empty(2, 3)
    heard: list[object] = []
    session.clues_changed.connect(heard.extend)
    shade(session, 0, 0, 2)
    assert session.puzzle.rows == (clues([1, 1]), ())
    assert session.puzzle.columns == (clues([1]), (), clues([1]))
    assert session.puzzle.goal == "101000"
    assert heard == [Line(Axis.ROW, 0), Line(Axis.COLUMN, 0), Line(Axis.COLUMN, 2)]
    session.undo()
    assert session.puzzle == Puzzle.empty(2, 3)
    assert not session.is_modified


def test_the_board_at_the_start_is_to_be_drawn_on(session: Session) -> None:
    shade(session, 0, 0, 1)
    assert session.puzzle.rows[0] == clues([2])


def test_crosses_of_a_drawing_are_background(session: Session) -> None:
    session.new(1, 3)
    session.paint({0: SHADED, 1: BLANK, 2: SHADED}, "Paint")
    assert session.puzzle.rows == (clues([1, 1]),)
    assert session.puzzle.goal == "101"


def test_typing_clues_ends_the_drawing(session: Session) -> None:
    session.new(2, 2)
    shade(session, 0, 0)
    typed = (clues([1]), clues([1])), (clues([1]), clues([1]))
    session.edit_clues(*typed)
    assert not session.is_author_at_work
    session.turn(Turn.FLIP_VERTICALLY)
    marks = session.marks
    shade(session, 0, 1)
    assert session.marks is marks, "the clues are edited, no cells"
    session.play()
    shade(session, 0, 1)
    assert session.marks is not marks
    assert (session.puzzle.rows, session.puzzle.columns) == typed
    assert session.mode == Mode.PLAY
    session.go_to(1)
    assert session.state.drawing
    assert session.puzzle.rows == (clues([1]), ())


def test_play_leaves_a_puzzle_to_be_solved(session: Session) -> None:
    session.new(2, 2)
    session.play()
    session.clear_grid()
    assert session.history == []  # there is nothing to be solved or cleared
    shade(session, 0, 0)
    session.play()
    assert session.marks.is_untouched
    assert not session.is_author_at_work
    assert session.puzzle.goal == "1000"
    shade(session, 1, 1)
    assert session.puzzle.rows == (clues([1]), ())


def test_a_drawing_of_which_nothing_is_left_is_still_one(session: Session) -> None:
    session.new(2, 2)
    session.paint({0: BLANK}, "Cross")
    session.clear_grid()
    assert session.marks.is_untouched
    shade(session, 0, 0)
    assert session.puzzle.rows[0] == clues([1])


def test_a_drawing_is_saved_with_its_clues_and_its_picture(
    session: Session, tmp_path: Path
) -> None:
    session.new(2, 2)
    shade(session, 1, 0, 1)
    path = tmp_path / "a.non"
    session.save(path)
    assert not session.is_modified
    puzzle = read(path).puzzle
    assert (puzzle.rows, puzzle.goal) == (((), clues([2])), "0011")
    session.open(path)
    session.draw()
    shade(session, 0, 0)
    assert session.puzzle.rows == (clues([1]), clues([2]))


def test_a_file_without_clues_is_gone_on_with_as_a_drawing(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "half.non"
    write(path, Document(Puzzle.empty(1, 3), Grid.from_text(["#.#"])))
    session.open(path)
    assert session.puzzle.rows == (clues([1, 1]),)
    assert not session.is_modified
    assert not session.is_solved


def test_clues_typed_for_a_picture_that_is_kept_with_them_are_no_drawing(session: Session) -> None:
    goal = Puzzle(((),) * 2, ((),) * 2, goal="1001")
    session.open_copy(Document(goal))
    assert session.puzzle == goal


@pytest.mark.parametrize("turn", Turn)
def test_a_puzzle_that_is_being_solved_turns_with_its_marks(chick: Session, turn: Turn) -> None:
    shade(chick, 2, 1, 2, 3)
    marks, lights = chick.marks.copy(), snapshot(chick)
    chick.turn(turn)
    assert chick.marks == turned_grid(marks, turn)
    turned = puzzle_of(turned_grid(SOLUTION, turn), CHICK)
    assert chick.puzzle == replace(turned, goal="")
    assert not chick.state.drawing
    assert chick.undo_name == turn.label
    chick.undo()
    assert snapshot(chick) == lights


def test_a_solved_puzzle_stays_solved_when_it_is_turned_or_described(chick: Session) -> None:
    shade_picture(chick)
    heard: list[bool] = []
    chick.solved_changed.connect(heard.append)
    chick.turn(Turn.ROTATE_LEFT)
    chick.undo()
    chick.redo()
    assert chick.is_solved
    assert heard == []
    chick.go_to(len(chick.history) - 2)
    assert not chick.is_solved


def test_a_turned_puzzle_is_restored_as_solved(chick: Session) -> None:
    shade_picture(chick)
    chick.turn(Turn.ROTATE_LEFT)
    other = Session()
    moves = [move_from_text(move_to_text(move)) for move in chick.history]
    other.restore(chick.base, chick.file, moves, len(moves))
    assert other.is_solved


def test_a_solution_among_several_is_no_solved_puzzle_when_it_is_turned(chick: Session) -> None:
    chick.show_solution(SOLUTION, is_only=False)
    chick.turn(Turn.FLIP_VERTICALLY)
    assert not chick.is_solved


def test_the_machine_has_still_solved_it_after_a_turn(chick: Session) -> None:
    chick.show_solution(SOLUTION, is_only=True)
    chick.turn(Turn.FLIP_VERTICALLY)
    assert chick.is_solved_by_machine


def test_strokes_on_a_thousand_times_thousand_stay_quick(session: Session) -> None:
    session.new(1000, 1000)
    session.paint(dict.fromkeys(range(0, 10**6, 3), SHADED), "Fill")
    before = time.thread_time()
    for k in range(3):
        session.paint({k: SHADED}, "Shade")
    assert (time.thread_time() - before) / 3 < 0.5
    assert session.puzzle.rows[0][0].length == 4
