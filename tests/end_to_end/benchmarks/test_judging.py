"""Who is right: answers are checked against the clues and against each other."""

from __future__ import annotations

import pytest

from benchmarks import solver
from benchmarks.peers import Answer, Ending, Peer, Verdict, engine_peer, judge
from benchmarks.puzzle_sets import Item
from benchmarks.solver import Measured
from puzzles import Grid, Puzzle
from solver.registry import engine_names, get_engine

TWO_WAYS = Puzzle.from_numbers([[1], [1]], [[1], [1]])
ONE, OTHER = Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."])
NEITHER = Grid.from_text(["##", ".."])


def finished(*solutions: Grid, is_complete: bool = False) -> Answer:
    return Answer(list(solutions), Ending.FINISHED, is_complete)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        pytest.param(finished(ONE, OTHER), Verdict.SOLVED, id="two solutions"),
        pytest.param(finished(ONE), Verdict.SOLVED, id="one, without saying that it is the only"),
        pytest.param(finished(), Verdict.UNCHECKED, id="nothing shown"),
        pytest.param(finished(ONE, NEITHER), Verdict.WRONG, id="breaks a clue"),
        pytest.param(finished(ONE, ONE), Verdict.WRONG, id="the same twice"),
        pytest.param(finished(Grid.from_text(["#?", "?#"])), Verdict.WRONG, id="open cells"),
        pytest.param(finished(Grid.from_text(["#"])), Verdict.WRONG, id="another size"),
        pytest.param(Answer([ONE], Ending.TIMEOUT), Verdict.TIMEOUT, id="out of time"),
        pytest.param(Answer([NEITHER], Ending.TIMEOUT), Verdict.WRONG, id="late and wrong"),
        pytest.param(Answer([], Ending.GAVE_UP), Verdict.GAVE_UP, id="gave up"),
    ],
)
def test_an_answer_is_judged_by_the_clues(answer: Answer, verdict: Verdict) -> None:
    assert judge(TWO_WAYS, {"peer": answer})["peer"] is verdict


@pytest.mark.parametrize("claimed", [(), (ONE,)], ids=["no solution", "the only solution"])
def test_a_claim_is_wrong_once_another_solution_is_known(claimed: tuple[Grid, ...]) -> None:
    claim = finished(*claimed, is_complete=True)
    assert judge(TWO_WAYS, {"a": claim})["a"] is Verdict.SOLVED
    assert judge(TWO_WAYS, {"a": claim}, [OTHER])["a"] is Verdict.WRONG
    verdicts = judge(TWO_WAYS, {"a": claim, "b": finished(ONE, OTHER)})
    assert verdicts == {"a": Verdict.WRONG, "b": Verdict.SOLVED}


def test_every_engine_of_ours_is_right_about_both_kinds() -> None:
    unique = Puzzle.from_numbers([[1], [2]], [[2], [1]])
    for name in filter(lambda name: get_engine(name).is_exact, engine_names()):
        peer = engine_peer(name)
        for puzzle in (unique, TWO_WAYS):
            answer = peer.ask(puzzle, 10)
            assert judge(puzzle, {name: answer})[name] is Verdict.SOLVED
            assert answer.is_complete == (puzzle is unique)


def test_a_wrong_engine_ends_the_run_and_a_wrong_peer_is_counted() -> None:
    items = [Item("first", TWO_WAYS), Item("second", TWO_WAYS)]
    wrong = Peer("other", "", lambda puzzle, timeout_s: finished(NEITHER))
    right = Peer("ours", "", lambda puzzle, timeout_s: finished(ONE, OTHER), is_ours=True)
    measured = Measured("two", [right, wrong])
    for item in items:
        solver.compare(item, measured, 5)
    assert [run.verdict for run in measured.runs["other"]] == [Verdict.WRONG] * 2
    assert [run.seconds for run in measured.runs["other"]] == [5, 5]
    ours_wrong = Measured("two", [Peer("ours", "", wrong.ask, is_ours=True)])
    with pytest.raises(solver.WrongAnswerError, match="ours gave a wrong answer to puzzle first"):
        solver.compare(items[0], ours_wrong, 5)
