"""A sheet that follows one whose solution is shown: all listeners find valid properties."""

from __future__ import annotations

import itertools

import pytest

from helper.main_window.main_window import MainWindow
from helper.play.moves import SheetState
from helper.play.session_state import FileState
from puzzles import SHADED
from solver.api import Limits, solve
from tests.support.cases import few
from tests.support.session_model import CLEAR, Listener, document_of, grid_of


@pytest.mark.parametrize("way", few(1, ["unsaved", "new", "open", "restore"]))
def test_another_sheet_may_follow_a_solve(window: MainWindow, way: str) -> None:
    session, listener = window.session, Listener(window.session)
    picture = ((SHADED,) * 5,) * 5
    for is_only, side in itertools.product((True, False), (2, 9)):
        other = document_of(((CLEAR,) * side,) * side, ((SHADED,) * side,) * side, "Other")
        session.open_copy(document_of(((CLEAR,) * 5,) * 5, picture, "Puzzle"))
        session.show_solution(grid_of(picture), is_only)
        if way == "unsaved":
            session.open_unsaved(other)
        elif way == "new":
            session.new(side, side)
        elif way == "open":
            session.open_copy(other)
        else:
            session.restore(SheetState(other.puzzle, other.marks), FileState(None, other), [], 0)
        assert (session.puzzle.height, session.puzzle.width) == (side, side)
        session.undo()
        assert listener.faults == [], (is_only, side)


def test_a_result_that_comes_after_another_sheet_is_dropped(window: MainWindow) -> None:
    """Progress and the result of a solve are shown on the sheet that was solved only."""
    said: list[str] = []
    window.messages.info_given.connect(said.append)
    session, picture = window.session, ((SHADED,) * 9,) * 9
    session.open_copy(document_of(((CLEAR,) * 9,) * 9, picture, "Large"))
    window.solving.start()
    job = window.solving.job
    assert job is not None
    late = solve(session.puzzle, Limits(solutions=2))
    session.open_copy(document_of(((CLEAR,) * 5,) * 5, ((SHADED,) * 5,) * 5, "Small"))
    window.board.overlays.show_thought(late.solutions[0])
    assert not window.board.look.is_thought, "the board is not locked either"
    window.board.overlays.show_found(late.solutions[0])
    assert window.board.look.found is None
    window.grab()
    window.solving._finish(late)
    job.kill()
    assert session.marks.is_untouched
    assert any(sentence.startswith("The puzzle was replaced") for sentence in said)
