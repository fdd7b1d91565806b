"""One puzzle in several threads: one outcome, the same search each time, an end when asked."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.formats import Document, write
from puzzles.grid import unsatisfied_lines
from puzzles.model import Puzzle
from solver.api import Limits, Outcome, SolveResult, solve
from solver.cli import solve as command
from solver.many import solve_many
from tests.support.boards import hard_board, random_puzzle

pytest.importorskip("solver.native._core")


@pytest.fixture(scope="module")
def learned() -> Puzzle:
    """A board on which the core learns for several turns."""
    return random_puzzle(14, 24, 24, density=0.38)


def bare(result: SolveResult) -> SolveResult:
    return replace(result, statistics=replace(result.statistics, seconds=0))


@cache
def solved(learned: Puzzle, threads: int) -> SolveResult:
    return solve(learned, Limits(threads=threads))


def test_the_outcome_is_the_same_and_the_search_each_time(learned: Puzzle) -> None:
    alone = solve(learned)
    for threads in (2, 3):
        together = solved(learned, threads)
        assert together.outcome is alone.outcome is Outcome.SEVERAL
        assert together.statistics.contradictions != alone.statistics.contradictions
        assert bare(solve(learned, Limits(threads=threads))) == bare(together)
        for grid in together.solutions:
            assert not list(unsatisfied_lines(learned, grid))


def test_puzzles_of_a_batch_may_have_several_threads_each(learned: Puzzle) -> None:
    batch = solve_many([learned, learned], Limits(threads=2), jobs=2)
    assert [bare(result) for result in batch] == [bare(solved(learned, 2))] * 2


def test_the_limit_of_nodes_is_that_of_all_threads(learned: Puzzle) -> None:
    result = solve(learned, Limits(nodes=9000, threads=3))
    assert result.statistics.contradictions > 2000  # the others have joined
    assert result.statistics.nodes <= 9000


def test_any_number_of_threads_is_one_at_least(learned: Puzzle) -> None:
    limits = Limits(nodes=500)
    assert bare(solve(learned, replace(limits, threads=-1))) == bare(solve(learned, limits))


@pytest.mark.clock
def test_a_stop_ends_all_threads() -> None:
    asked: list[float] = []

    def should_stop() -> bool:
        if time.perf_counter() - started > 1.5:
            asked.append(time.perf_counter())
        return bool(asked)

    started = time.perf_counter()
    result = solve(hard_board(), Limits(solutions=10**9, threads=4), None, should_stop)
    assert time.perf_counter() - asked[0] < 0.5
    assert not result.complete


def test_the_command_takes_a_number_of_threads(
    learned: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzles.many.cores", lambda: 2)
    path = str(tmp_path / "learned.non")
    write(path, Document(learned))

    def run(*words: str) -> list[str]:
        result = CliRunner().invoke(command, [*words, path])
        assert result.exit_code == 0, result.output
        return [line for line in result.output.splitlines() if "time" not in line]

    one, two = run("-i", "--threads", "1"), run("-i", "--threads", "2")
    assert one != two == run("-i") == run("-i", "--threads", "9")
    assert run("-u", "--limit", "1", "--threads", "2") == ["1 or more"]
    assert CliRunner().invoke(command, ["--threads", "0", path]).exit_code == 2
