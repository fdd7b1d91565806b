"""The puzzles and the figures of the benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.generic import sat_peer
from benchmarks.harness import percentile
from benchmarks.peers import Answer, Ending, Verdict, engine_peer, is_solution, judge
from benchmarks.puzzle_sets import (
    colour_set,
    folder_set,
    is_line_solvable,
    picture_set,
    random_set,
    tournament_set,
)
from benchmarks.solver import Run, ratios, run_of
from puzzles import Grid, Puzzle
from solver.api import solve

NONE = Puzzle.from_numbers([[1, 1], [], [1, 1]], [[2], [], [2]])
"""Its numbers add up, and yet it has no solution."""


def test_what_is_not_solved_in_time_counts_as_the_timeout() -> None:
    answer = Answer([], Ending.FINISHED, work=7)
    assert run_of(answer, Verdict.SOLVED, 0.5, 2) == Run(0.5, Verdict.SOLVED, 7)
    assert run_of(answer, Verdict.SOLVED, 2.5, 2) == Run(2, Verdict.TIMEOUT, 7)
    for verdict in (Verdict.WRONG, Verdict.GAVE_UP, Verdict.TIMEOUT):
        assert run_of(answer, verdict, 0.5, 2).seconds == 2


def test_ratios_and_percentiles() -> None:
    assert ratios([1, 2, 4], [2, 2, 40]) == pytest.approx((2, 44 / 7))
    assert percentile(range(1, 201), 0.95) == 190
    assert percentile([3], 0.95) == 3


def test_line_solvable_is_what_no_guess_is_needed_for() -> None:
    assert is_line_solvable(Puzzle.from_numbers([[1], [2]], [[2], [1]]))
    assert not is_line_solvable(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    assert not is_line_solvable(NONE)


def test_pictures_are_line_solvable_and_always_the_same() -> None:
    first, again = (list(picture_set(40, 2).items) for _ in range(2))
    assert [item.puzzle for item in first] == [item.puzzle for item in again]
    for _, puzzle, (known,) in first:
        result = solve(puzzle)
        assert result.is_unique
        assert result.solutions == (known,)
        assert is_line_solvable(puzzle)


def test_random_boards_are_as_many_as_asked_and_solvable() -> None:
    items = list(colour_set(3, 6, 1).items)
    if pytest.importorskip("numpy", reason="the extra bench is not installed"):
        items += random_set(3, 6, 1).items
    assert len({item.puzzle for item in items}) == 6
    assert all(is_solution(item.puzzle, item.known[0]) for item in items)


@pytest.mark.parametrize("name", ["sat", "cp-sat"])
def test_other_solvers_agree_with_ours(name: str) -> None:
    needs = {"sat": "pycryptosat", "cp-sat": "ortools"}[name]
    pytest.importorskip(needs, reason="the extra bench is not installed")
    peer = sat_peer() if name == "sat" else engine_peer(name)
    puzzles = [item.puzzle for item in colour_set(10, 4, 1).items]
    puzzles += [NONE, Puzzle.from_numbers([[]], [[], []])]
    for puzzle in puzzles:
        answer, ours = peer.ask(puzzle, 20), solve(puzzle)
        assert answer.ending is Ending.FINISHED
        assert len(answer.solutions) == len(ours.solutions)
        known = ours.solutions
        assert judge(puzzle, {"p": answer}, known)["p"] is Verdict.SOLVED


def test_a_folder_has_its_puzzles_and_leaves_out_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n"
    (tmp_path / "b.non").write_text(good)
    (tmp_path / "a.non").write_text(good + 'goal "01"\n')
    (tmp_path / "defect.non").write_text(good.replace("rows\n1", "rows\n3"))
    (tmp_path / "README.md").write_text("# not a puzzle")
    items = list(folder_set(tmp_path).items)
    assert [item.name for item in items] == ["a.non", "b.non"]
    assert items[0].known == ()
    said = capsys.readouterr().err
    assert "goal" in said
    assert "defect.non" in said
    assert "README.md" in said


def test_a_tournament_file_is_read_with_its_answers(tmp_path: Path) -> None:
    lines = "$1\n25\n" + "\n" * 24 + "1\n" * 25 + "\n$2\n" + "\n" * 50
    (tmp_path / "q").write_text(lines)
    row = "\t".join(["1"] + ["0"] * 24)
    answers = f"$1\n{(row + chr(10)) * 25}$2\n{(row.replace('1', '0') + chr(10)) * 25}"
    (tmp_path / "a").write_text(answers)
    first, second = tournament_set(tmp_path / "q", None, tmp_path / "a").items
    assert first.known == (Grid.from_text(["#" + "." * 24] * 25),)
    assert is_solution(second.puzzle, second.known[0])
    assert tournament_set(tmp_path / "q", 1, None).count == 1
    (tmp_path / "a").write_text(answers.replace("1\t0", "0\t1"))
    with pytest.raises(ValueError, match="not a solution"):
        tournament_set(tmp_path / "q", None, tmp_path / "a")
