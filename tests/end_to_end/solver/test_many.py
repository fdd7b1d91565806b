"""Many puzzles at once: the same answers in the same order, and an end when one is wished for."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.child.process import running_children
from puzzles.contracts import ShouldStop
from puzzles.errors import NonogramError, PuzzleError
from puzzles.many import QUEUED_PER_WORKER, run_many
from puzzles.model import Puzzle
from solver.api import Limits, Outcome, SolveResult, is_unique, solve
from solver.many import AHEAD, CHUNK, solve_many
from tests.support.boards import hard_board, random_puzzle
from tests.support.cases import few
from tests.support.paths import ROOT
from tests.support.processes import is_running
from tests.support.waiting import wait_until

PUZZLES = [random_puzzle(seed, 4 + seed % 5, 4 + seed % 7, 2 + seed % 2) for seed in range(24)]


def bare(result: SolveResult) -> SolveResult:
    """Without what differs from run to run."""
    return replace(result, statistics=replace(result.statistics, seconds=0))


def test_the_answers_are_those_of_solve_in_the_same_order(engine: str) -> None:
    expected = [bare(solve(puzzle, engine=engine)) for puzzle in PUZZLES]
    assert [bare(r) for r in solve_many(PUZZLES, engine=engine)] == expected


def large_result(_: int, should_stop: ShouldStop) -> bytes:
    return bytes(40_000_000)


def test_an_end_while_a_child_sends_its_result_is_an_end() -> None:
    """The rest of it never comes."""
    results = run_many(large_result, range(20), workers=2)
    assert len(next(results)) == 40_000_000
    closing = threading.Thread(target=results.close, daemon=True)  # type: ignore[attr-defined]
    closing.start()
    closing.join(30)
    assert not closing.is_alive()


class TestThreads:
    @pytest.mark.parametrize(
        ("limit", "most"),
        [
            pytest.param({}, 2 * AHEAD, id="small"),
            pytest.param({"AHEAD_BYTES": 100}, 3 * CHUNK, id="large"),
        ],
    )
    def test_puzzles_are_taken_only_as_results_are(
        self, limit: dict[str, int], most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in limit.items():
            monkeypatch.setattr(f"solver.many.{name}", value)
        taken = 0

        def endless() -> Iterator[Puzzle]:
            nonlocal taken
            while True:
                taken += 1
                yield PUZZLES[taken % len(PUZZLES)]

        results = solve_many(endless(), jobs=2)
        for number in range(1, 2000):
            assert next(results).outcome in (Outcome.UNIQUE, Outcome.SEVERAL)
            assert taken <= number + most
        results.close()  # type: ignore[attr-defined]

    @pytest.mark.clock
    def test_a_stop_ends_all_of_them(self) -> None:
        started = time.perf_counter()
        results = list(
            solve_many(
                [hard_board()] * 50,
                Limits(solutions=10**9),
                lambda: time.perf_counter() > started + 0.3,
                jobs=2,
            )
        )
        assert time.perf_counter() - started < 3
        assert 1 <= len(results) <= 2 * QUEUED_PER_WORKER
        assert all(not result.complete for result in results)

    @pytest.mark.clock
    def test_closing_ends_what_is_under_way(self) -> None:
        started = time.perf_counter()
        results = solve_many([PUZZLES[0], *[hard_board()] * 9], Limits(solutions=10**9), jobs=2)
        next(results)
        results.close()  # type: ignore[attr-defined]
        assert time.perf_counter() - started < 3

    def test_a_defective_puzzle_is_told_when_it_is_its_turn(self) -> None:
        wrong = Puzzle.from_numbers([[1, 0, 1]], [[1]] * 3)
        results = solve_many([PUZZLES[0], wrong, PUZZLES[1]])
        assert next(results).solutions
        with pytest.raises(PuzzleError):
            next(results)


def sleep(seconds: float, should_stop: ShouldStop) -> float:
    """Work that does not know when to stop."""
    time.sleep(seconds)
    return seconds


@pytest.mark.clock
def test_work_that_does_not_stop_is_ended_with_its_process() -> None:
    results = run_many(sleep, [0, 60, 60, 60], workers=2)
    next(results)
    started = time.perf_counter()
    results.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - started < 1
    wait_until(lambda: not running_children(), "its processes run on")


def fail(item: int, should_stop: ShouldStop) -> object:
    """Fail in one of several ways, or give what cannot be pickled."""
    if item == 0:
        os._exit(9)
    if item == 1:
        raise PuzzleError("row 3 is wrong")
    return threading.Lock()


@pytest.mark.parametrize(
    ("item", "error", "said"),
    few(
        1,
        [
            (0, NonogramError, "ended unexpectedly"),
            (1, PuzzleError, "row 3 is wrong"),
            (2, TypeError, "cannot pickle"),
        ],
    ),
)
def test_what_becomes_of_an_item_is_told_in_its_place(
    item: int, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        list(run_many(fail, [item], workers=1))


@pytest.mark.clock
def test_an_interrupt_ends_the_last_one_too() -> None:
    def interrupting() -> bool:
        if time.perf_counter() > started + 0.5:
            raise KeyboardInterrupt
        return False

    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        list(run_many(sleep, [60], interrupting, workers=1))
    assert time.perf_counter() - started < 1.5


ENDLESS = """
import itertools, os, signal
from puzzles import Puzzle
from puzzles.child.process import running_children
from solver.many import solve_many

endless = itertools.repeat(Puzzle.from_numbers([[1]], [[1]]))
results = solve_many(endless, engine="python", jobs=2)
next(results)
print(*running_children(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")
def test_no_process_outlives_the_program_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script)]
    # A pipe would not end before the children do, which is what is in question.
    with (tmp_path / "children").open("w+") as file:
        subprocess.run(command, env=environment, stdout=file, stderr=subprocess.DEVNULL)
        file.seek(0)
        children = file.read().split()
    assert len(children) == 2
    wait_until(lambda: not any(map(is_running, map(int, children))), "its processes run on")


def test_nothing_comes_from_nothing() -> None:
    assert list(solve_many([])) == []


def test_an_unknown_engine_is_told() -> None:
    with pytest.raises(NonogramError):
        list(solve_many(PUZZLES[:1], engine="nonsense"))


def test_is_unique_says_yes_no_and_not_known(engine: str) -> None:
    assert is_unique(Puzzle.from_numbers([[1], []], [[1], []]), engine=engine) is True
    assert is_unique(Puzzle.from_numbers([[1], [1]], [[1], [1]]), engine=engine) is False
    contradictory = Puzzle.from_numbers([[1], [1], [1]], [[2], [], [1]])
    assert is_unique(contradictory, engine=engine) is (solve(contradictory).is_unique)
    stopped = is_unique(hard_board(), should_stop=lambda: True, engine=engine)
    assert stopped is None
