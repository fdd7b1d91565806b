"""The session: moves, undo, automatic dots, being solved, files."""

from __future__ import annotations

import os
from array import array
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from helper.play.moves import Move, Paint, Replace, SheetState, move_from_text, move_to_text
from helper.play.session import Session
from helper.play.ticks import places_of
from puzzles import BLANK, SHADED, Axis, Clue, FormatError, Grid, LibraryError, Line, Puzzle, clues
from puzzles.formats import Document, read
from puzzles.model import Color
from puzzles.turning import Turn
from solver.line import forget_lines
from tests.support.boards import CHICK
from tests.support.session_actions import SOLUTION, shade, shade_picture, snapshot


def act(session: Session, action: int, data: st.DataObject) -> None:
    size = session.marks.height * session.marks.width
    if action < 6:
        cells = data.draw(
            st.dictionaries(st.integers(0, size - 1), st.sampled_from([1, 2, 3]), max_size=9)
        )
        session.paint(cells, "Paint")
    elif action == 6:
        session.clear_grid()
    elif action == 7:
        session.turn(data.draw(st.sampled_from(Turn)))
    elif action == 8:
        session.generate_clues()
    elif action == 9:
        rows = [clues([data.draw(st.integers(1, 9))])] * session.puzzle.height
        session.edit_clues(rows, session.puzzle.columns)
    elif action == 10 and session.puzzle == CHICK:
        session.show_solution(SOLUTION, is_only=True)
    elif action == 11:
        session.undo()
    elif action in (12, 13):
        places = [p for line in session.puzzle.lines for p in places_of(session.puzzle, line)]
        chosen = data.draw(st.sets(st.sampled_from(places))) if places else ()
        session.tick(chosen, action == 12, "Tick")


def test_lines_of_closed_puzzles_are_forgotten(session: Session) -> None:
    for length in range(1, 5):
        session.open_copy(Document(Puzzle.from_numbers([[length]] * 6, [[2]] * 7)))
        for line in session.puzzle.lines:
            session.light(line)
    assert forget_lines() == 2  # equal lines are kept once: a row and a column of the last puzzle
    assert forget_lines() == 0


@given(st.lists(st.integers(0, 13), max_size=12), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_after_a_move_is_the_state_before_it_and_redo_the_state_after(
    actions: list[int], data: st.DataObject
) -> None:
    session = Session()
    session.open_copy(Document(CHICK))
    for action in actions:
        before, count = snapshot(session), session.position
        act(session, action, data)
        if session.position == count + 1:
            after = snapshot(session)
            session.undo()
            assert snapshot(session) == before
            session.redo()
            assert snapshot(session) == after
    session.go_to(0)
    assert (session.puzzle, session.marks) == (CHICK, Grid.for_puzzle(CHICK))
    assert session.ticks == set()


@given(st.lists(st.integers(0, 13), max_size=8), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_history_written_down_and_restored_is_the_same(
    actions: list[int], data: st.DataObject
) -> None:
    session, other = Session(), Session()
    session.open_copy(Document(CHICK))
    for action in actions:
        act(session, action, data)
    moves = [move_from_text(move_to_text(move)) for move in session.history]
    other.restore(session.base, session.file, moves, session.position)
    assert snapshot(other) == snapshot(session)
    assert other.is_modified == session.is_modified
    assert [m.label for m in other.history] == [m.label for m in session.history]
    for each in (session, other):
        each.go_to(0)
    assert snapshot(other) == snapshot(session)


@pytest.mark.parametrize("text", ["", "{}", '{"kind": "paint", "cells": "!"}', "[1]"])
def test_a_damaged_move_is_told(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any sentence will do
        move_from_text(text)


def test_a_history_that_cannot_be_made_is_refused_and_changes_nothing(chick: Session) -> None:
    shade(chick, 0, 0)
    before, file = snapshot(chick), chick.file
    good = chick.history[0]
    assert isinstance(good, Paint)
    outside = Paint("x", array("I", [49]), good.before, good.after)
    uneven = Paint("x", array("I", [1, 2]), good.before, good.after)
    small = SheetState(Puzzle.empty(2, 2), Grid(2, 2))
    torn = Replace("x", small, small)
    said: list[None] = []
    chick.history_changed.connect(lambda: said.append(None))
    bad: list[list[Move]] = [[good, outside], [uneven], [good, torn]]
    for moves in bad:
        with pytest.raises(ValueError, match=r"a move|the journal"):
            chick.restore(chick.base, file, moves, 1)
    assert snapshot(chick) == before
    shade(chick, 0, 1)
    assert len(said) == 1


def test_another_state_of_the_same_puzzle_is_shown_without_a_history(chick: Session) -> None:
    shade(chick, 0, 0)
    after = SheetState(CHICK, Grid.for_puzzle(CHICK))
    said: list[str] = []
    chick.sheet_changed.connect(lambda: said.append("sheet"))
    chick.reset.connect(lambda: said.append("reset"))
    chick.show(after)
    assert chick.state is after
    assert chick.history == []
    assert said == ["sheet"]


def test_a_click_cycles_all_states_and_back(chick: Session) -> None:
    clear = chick.marks.clear
    assert [chick.next_state(s) for s in (clear, SHADED, BLANK)] == [SHADED, BLANK, clear]
    assert [chick.next_state(s, True) for s in (clear, BLANK, SHADED)] == [BLANK, SHADED, clear]


def test_in_colour_a_click_goes_to_the_chosen_colour_to_blank_and_back(session: Session) -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#ff0000"), Color("b", "#0000ff"))
    session.open_copy(Document(Puzzle(((Clue(1, 1),),), ((Clue(1, 1),),), palette)))
    clear, red, blue = 7, 2, 4
    for ink, other in ((red, blue), (blue, red)):
        session.ink = ink.bit_length() - 1
        assert [session.next_state(s) for s in (clear, ink, BLANK)] == [ink, BLANK, clear]
        assert [session.next_state(s, True) for s in (clear, BLANK, ink)] == [BLANK, ink, clear]
        assert (session.next_state(other), session.next_state(other, True)) == (ink, clear)


def test_lights_and_automatic_dots(chick: Session) -> None:
    row = Line(Axis.ROW, 2)
    assert not chick.is_satisfied(row)
    shade(chick, 2, 1, 2, 3, 5, 6)
    assert chick.is_satisfied(row)
    assert chick.marks[2, 0] == chick.marks.clear
    assert chick.dots == {14, 18}
    assert chick.states(row).tolist() == [BLANK, 2, 2, 2, BLANK, 2, 2]
    assert len(chick.history) == 1
    chick.undo()
    assert chick.dots == set()
    chick.redo()
    assert chick.dots == {14, 18}


def test_dots_come_and_go_with_their_line_however_long_ago_it_was_finished(chick: Session) -> None:
    shade(chick, 2, 1, 2, 3, 5, 6)
    shade(chick, 5, 4)
    assert chick.dots == {14, 18, 35, 36, 37, 38, 40, 41}
    shade(chick, 2, 4)
    assert chick.dots == {35, 36, 37, 38, 40, 41}
    chick.paint({18: chick.marks.clear}, "Clear")
    assert chick.dots == {14, 18, 35, 36, 37, 38, 40, 41}
    chick.paint({14: BLANK}, "Dot")
    assert chick.dots == {18, 35, 36, 37, 38, 40, 41}
    assert chick.marks[2, 0] == BLANK, "the player's own dot stays"


def test_a_cell_with_two_finished_lines_keeps_its_dot_until_both_are_broken(
    session: Session,
) -> None:
    session.open_copy(Document(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    session.paint({1: SHADED}, "Shade")
    session.paint({2: SHADED}, "Shade")
    session.undo()
    assert session.dots == {0, 3}
    session.paint({0: SHADED}, "Shade")  # row 0 has too many, column 0 is right
    assert session.dots == {2, 3}


def test_a_line_with_clue_0_has_dots_from_the_start(session: Session) -> None:
    session.open_copy(Document(Puzzle.from_numbers([[2], []], [[1], [1]])))
    assert session.dots == {2, 3}
    assert session.history == []
    assert not session.is_modified


def test_dots_are_shown_only_while_they_are_on(chick: Session) -> None:
    heard: list[list[int]] = []
    chick.cells_changed.connect(lambda cells: heard.append(list(cells)))
    chick.automatic_dots = False
    shade(chick, 2, 1, 2, 3, 5, 6)
    assert chick.dots == set()
    heard.clear()
    chick.automatic_dots = True
    assert chick.dots == {14, 18}
    assert heard == [[14, 18]]
    assert len(chick.history) == 1


def test_dots_are_not_saved(chick: Session, tmp_path: Path) -> None:
    shade(chick, 2, 1, 2, 3, 5, 6)
    chick.save(tmp_path / "a.non")
    assert read(tmp_path / "a.non").marks[2, 0] == chick.marks.clear
    chick.open(tmp_path / "a.non")
    assert chick.dots == {14, 18}


def test_automatic_dots_leave_a_drawing_alone(session: Session) -> None:
    session.new(3, 3)
    shade(session, 0, 0)
    session.paint({8: BLANK}, "Cross")
    assert session.marks.to_text() == ["#??", "???", "??."]
    assert session.dots == set()


@pytest.mark.parametrize("crosses", [False, True], ids=["without crosses", "with crosses"])
def test_satisfying_all_clues_is_solving(chick: Session, crosses: bool) -> None:
    chick.automatic_dots = crosses
    solved: list[bool] = []
    chick.solved_changed.connect(solved.append)
    shade_picture(chick)
    assert solved == [True]
    assert chick.is_solved
    assert not chick.is_solved_by_machine


def test_a_solved_board_is_locked_until_undo_or_clear(chick: Session) -> None:
    shade_picture(chick)
    before = chick.marks.copy()
    chick.paint({0: SHADED}, "Shade")
    assert chick.marks == before
    chick.undo()
    assert not chick.is_solved
    chick.redo()
    assert chick.is_solved
    chick.clear_grid()
    assert not chick.is_solved
    shade(chick, 0, 0)
    assert chick.marks[0, 0] == SHADED


def test_any_grid_that_satisfies_all_clues_counts(session: Session) -> None:
    session.open_copy(Document(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    session.paint({1: SHADED, 2: SHADED}, "Shade")
    assert session.is_solved


def test_a_drawing_is_not_solved_until_it_is_played(session: Session) -> None:
    session.new(2, 2)
    shade(session, 0, 0)
    assert not session.is_solved
    session.generate_clues()
    assert session.puzzle.rows == (clues([1]), ())
    assert session.puzzle.goal == "1000"
    shade(session, 1, 1)
    session.paint({3: 3}, "Clear")
    assert not session.is_solved
    session.play()
    assert session.marks.is_untouched
    shade(session, 0, 0)
    assert session.is_solved


def test_the_solvers_solutions_come_and_go_as_one_step(chick: Session) -> None:
    shade(chick, 0, 0)
    mine = chick.marks.copy()
    other = Grid(7, 7, cells=[BLANK] * 49)
    chick.show_solution(other, is_only=False)
    chick.show_solution(SOLUTION, is_only=False, follows=True)
    assert chick.marks == SOLUTION
    assert not chick.is_solved
    chick.undo()
    assert chick.marks == mine
    chick.redo()
    assert chick.marks == SOLUTION


def test_saving_and_opening_gives_back_puzzle_and_marks(chick: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.non"
    shade(chick, 2, 1, 2, 3, 5, 6)
    assert chick.is_modified
    chick.save(path)
    assert not chick.is_modified
    document = Document(chick.puzzle, chick.marks.copy())
    assert read(path) == document
    chick.clear_grid()
    assert read(path) == document
    chick.open(path)
    assert chick.marks == document.marks
    assert chick.history == []


def test_what_cannot_be_opened_or_saved_changes_nothing(chick: Session, tmp_path: Path) -> None:
    shade(chick, 0, 0)
    before = snapshot(chick)
    bad = tmp_path / "bad.non"
    bad.write_text("height 1\nwidth gary\nrows\n1\ncolumns\n1\n")
    with pytest.raises(FormatError, match=r"bad\.non:2"):
        chick.open(bad)
    with pytest.raises(LibraryError):
        chick.save(tmp_path / "none" / "a.non")
    assert snapshot(chick) == before
    assert chick.is_modified
    assert chick.path is None


def test_cells_left(chick: Session) -> None:
    assert (chick.cells_wanted, chick.cells_left) == (23, 23)
    shade(chick, 0, 0, 1)
    assert chick.cells_left == 21
    chick.undo()
    assert chick.cells_left == 23


def test_edited_clues_replace_the_puzzle_and_keep_the_marks(chick: Session) -> None:
    shade(chick, 0, 0)
    rows = (clues([1]), *CHICK.rows[1:])
    chick.edit_clues(rows, CHICK.columns)
    assert chick.puzzle.rows[0] == clues([1])
    assert chick.is_satisfied(Line(Axis.ROW, 0))
    assert chick.marks[0, 0] == SHADED
    count = len(chick.history)
    chick.edit_clues(rows, CHICK.columns)
    assert len(chick.history) == count


def test_moves_have_names_for_the_undo_menu(chick: Session) -> None:
    shade(chick, 0, 0)
    chick.clear_grid()
    moves: list[Move] = chick.history
    assert [move.label for move in moves] == ["Shade", "Start Again"]


def test_moves_of_a_drawing_are_named_after_the_commands_of_its_mode(session: Session) -> None:
    session.new(5, 5)
    shade(session, 0, 0)
    session.clear_grid()
    shade(session, 1, 1)
    session.play()
    labels = [move.label for move in session.history]
    assert labels == ["Shade", "Clear Drawing", "Shade", "Play"]


def test_a_cell_with_an_automatic_dot_is_painted_like_a_clear_one(chick: Session) -> None:
    shade(chick, 5, 4)
    assert 35 in chick.dots
    assert chick.next_state(chick.marks.cells[35]) == SHADED


def test_a_solved_file_opens_as_solved_and_can_be_drawn(chick: Session, tmp_path: Path) -> None:
    shade_picture(chick)
    chick.save(tmp_path / "a.non")
    chick.open(tmp_path / "a.non")
    assert chick.is_solved
    chick.draw()
    assert not chick.is_solved
    chick.paint({0: SHADED}, "Shade")
    assert chick.marks[0, 0] == SHADED
    chick.undo()
    chick.undo()
    assert chick.is_solved


def test_the_solvers_solution_alone_is_nothing_to_be_saved(chick: Session, tmp_path: Path) -> None:
    chick.show_solution(SOLUTION, is_only=True)
    assert not chick.is_modified
    chick.undo()
    shade(chick, 0, 0)
    chick.show_solution(SOLUTION, is_only=True)
    assert chick.is_modified
    chick.save(tmp_path / "a.non")
    assert not chick.is_modified
    chick.undo()
    assert chick.is_modified  # the player's own marks are in no file
    chick.redo()
    chick.clear_grid()
    chick.save(tmp_path / "a.non")
    chick.undo()
    assert chick.is_modified


def test_a_file_changed_by_another_program_is_noticed(chick: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.non"
    chick.save(path)
    assert not chick.is_changed_elsewhere
    os.utime(path, ns=(1, 1))
    assert chick.is_changed_elsewhere
    chick.save(path)
    assert not chick.is_changed_elsewhere


def test_a_saved_drawing_is_gone_on_with(session: Session, tmp_path: Path) -> None:
    session.new(3, 4)
    session.paint({0: SHADED, 5: SHADED}, "Shade")
    session.save(tmp_path / "drawing.non")
    assert not session.is_modified
    other = Session()
    other.open(tmp_path / "drawing.non")
    assert other.state.drawing
    assert not other.is_solved
    assert not other.is_modified
    other.paint({1: SHADED}, "Shade")
    assert other.puzzle.rows[0] == clues([2])
    other.play()
    other.save(tmp_path / "puzzle.non")
    session.open(tmp_path / "puzzle.non")
    assert not session.state.drawing
    assert session.marks.is_untouched


def test_a_drawing_whose_clues_were_changed_elsewhere_is_a_puzzle(
    session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "changed.non"
    path.write_text("width 2\nheight 1\nrows\n1\ncolumns\n0\n1\ndrawing yes\ngrid\n#?\n")
    session.open(path)
    assert not session.state.drawing
    assert session.puzzle.columns == ((), clues([1]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 13), max_size=12), st.integers(2, 6), st.data())
def test_a_replay_has_the_boards_that_undo_goes_back_to(
    session: Session, actions: list[int], most: int, data: st.DataObject
) -> None:
    session.open_copy(Document(CHICK))
    for action in actions:
        act(session, action, data)
    assume(not session.state.drawing)  # each stroke of a drawing has clues of its own
    boards, few = [*session.boards(99)], [*session.boards(most)]
    puzzle, last, moves = session.puzzle, session.position, session.history
    shown = [session.marks]
    while session.position:
        move = moves[session.position - 1]
        session.undo()
        if session.puzzle != puzzle or session.state.drawing:
            break
        if isinstance(move, Paint | Replace):
            shown.insert(0, session.marks)
    session.go_to(last)
    assert boards == shown
    assert len(few) == min(most, len(boards))
    assert (few[0], few[-1]) == (boards[0], boards[-1])
    assert all(board in boards for board in few)


def test_the_time_before_each_move_is_known_also_after_a_restart(session: Session) -> None:
    session.open_copy(Document(CHICK))
    boards = [session.painted]
    for cell, now in ((0, 3), (1, 40), (2, 45), (2, 90)):
        session.played_s = partial(int, now)
        session.paint({cell: SHADED if now < 90 else BLANK}, "Shade")
        boards.append(session.painted)
    assert session.pauses == [(3, 0), (37, 1), (5, 2), (45, 3)]
    kept = [move_from_text(move_to_text(move)) for move in session.history]
    session.restore(session.base, session.file, kept, len(kept))
    assert session.pauses == [(3, 0), (37, 1), (5, 2), (45, 3)]
    assert [session.painted_before(at) for at in range(5)] == boards
    session.undo()
    assert session.pauses == [(3, 0), (37, 1), (5, 2)], "what is undone does not count"


def test_a_move_whose_time_was_not_kept_tells_no_pause(session: Session) -> None:
    session.open_copy(Document(CHICK))
    session.played_s = lambda: 70
    session.paint({0: SHADED}, "Shade")
    session.paint({1: SHADED}, "Shade")
    old = [replace(move, at_s=0) for move in session.history if isinstance(move, Paint)]
    session.restore(session.base, session.file, [old[0], session.history[1]], 2)
    assert session.pauses == []
    session.turn(Turn.ROTATE_LEFT)
    session.paint({1: BLANK}, "Shade")
    assert session.pauses == [], "the clues are others"
