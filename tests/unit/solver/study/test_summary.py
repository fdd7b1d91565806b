"""From runs to figures, and which runs are left."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.study.journal import Record
from solver.study.plan import TRACED, PuzzleKey, StudyTask, tasks
from solver.study.study_values import RunOutcome
from solver.study.summary import Cell, protocol_mean, still_to_run, summary
from tests.support.study_runs import SETTINGS, key, make_record, subject

TIMES = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=9)


def only_cell(records: Sequence[Record]) -> Cell:
    (cell,) = summary(records, SETTINGS).cells.values()
    return cell


@given(TIMES)
def test_the_best_and_the_worst_are_dropped(times: list[float]) -> None:
    mean = protocol_mean(times)
    assert min(times) <= mean * (1 + 1e-12)
    assert mean <= max(times) * (1 + 1e-12)
    if len(times) >= 3:
        dropped = times.copy()
        dropped.remove(min(times))
        dropped.remove(max(times))
        assert mean == pytest.approx(fmean(dropped))
    shuffled = random.Random(1).sample(times, len(times))
    assert protocol_mean(shuffled) == pytest.approx(mean)


def test_five_runs_give_the_mean_of_three_and_the_median() -> None:
    times = [9.0, 1.0, 2.0, 0.001, 3.0]
    cell = only_cell([make_record(each, repeat=n) for n, each in enumerate(times, 1)])
    assert (cell.mean_s, cell.median_s, cell.runs) == (2.0, median(times), 5)


def test_one_run_over_time_is_a_cell_over_time() -> None:
    cell = only_cell([make_record(0.1), make_record(None, repeat=2)])
    assert (cell.verdict, cell.mean_s) == (RunOutcome.OVER_TIME, None)


def test_memory_is_what_was_added_and_the_traced_run_is_not_timed() -> None:
    runs = [make_record(0.1, repeat=n, before_mb=20.0, peak_mb=20.0 + n) for n in (1, 2, 3)]
    cell = only_cell([*runs, make_record(5.0, repeat=TRACED, python_mb=7.5)])
    assert (cell.growth_mb, cell.python_mb, cell.mean_s, cell.runs) == (2.0, 7.5, 0.1, 3)
    cut_off = make_record(None, repeat=TRACED, python_mb=7.5)
    assert only_cell([*runs, cut_off]).python_mb is None


def test_a_checked_solution_shows_who_is_wrong() -> None:
    runs = [
        make_record(engine="one", outcome="found", solutions=2),
        make_record(engine="none", verdict=RunOutcome.NO_SOLUTION, outcome="none", solutions=0),
        make_record(engine="unique", outcome="unique", solutions=1),
        make_record(engine="found", outcome="found", solutions=1),
        make_record(engine="liar", verdict=RunOutcome.WRONG, outcome="found", solutions=9),
    ]
    study = summary(runs, SETTINGS)
    assert [engine for _, engine in study.wrong] == ["none", "unique", "liar"]
    alone = summary([runs[1], runs[4]], SETTINGS)
    assert [engine for _, engine in alone.wrong] == ["liar"]


def plan(repeats: int = 3) -> list[StudyTask]:
    return list(tasks([subject("a"), subject("b")], ["x", "y"], repeats, SETTINGS))


def done(task: StudyTask, verdict: RunOutcome = RunOutcome.SOLVED) -> Record:
    at: PuzzleKey = task.subject.key
    return make_record(0.1, verdict, puzzle=at, engine=task.engine, repeat=task.repeat)


def test_a_study_is_every_puzzle_by_every_engine_again_and_again() -> None:
    assert [task.repeat for task in plan()] == [1] * 4 + [2] * 4 + [3] * 4 + [TRACED] * 4
    assert len({task.key for task in plan()}) == 16
    assert [task.request.traced for task in plan(1)] == [False] * 4 + [True] * 4


@given(st.integers(0, 16))
def test_what_is_done_is_not_done_again(count: int) -> None:
    before = [done(task) for task in plan()[:count]]
    assert [t.key for t in still_to_run(plan(), before)] == [t.key for t in plan()[count:]]


@pytest.mark.parametrize(
    ("verdict", "is_traced"),
    [
        (RunOutcome.OVER_TIME, False),
        (RunOutcome.CRASHED, False),
        (RunOutcome.WRONG, False),
        (RunOutcome.STUCK, True),
        (RunOutcome.GAVE_UP, True),
        (RunOutcome.NO_SOLUTION, None),
    ],
)
def test_what_was_not_decided_is_not_tried_again(
    verdict: RunOutcome, is_traced: bool | None
) -> None:
    """Runs are taken one by one while the records of those before grow."""
    records: list[Record] = []
    for task in still_to_run(plan(), records):
        is_bad = task.engine == "y"
        records.append(done(task, verdict if is_bad else RunOutcome.SOLVED))
    bad = [each.repeat for each in records if each.engine == "y"]
    good = [each.repeat for each in records if each.engine == "x"]
    assert good == [1, 1, 2, 2, 3, 3, TRACED, TRACED]
    expected = {None: good, True: [1, 1, TRACED, TRACED], False: [1, 1]}
    assert bad == expected[is_traced]


def test_a_file_that_was_changed_is_run_again() -> None:
    first = plan(1)[0]
    before = [done(first)]
    other = PuzzleKey("", first.subject.key.file, "a", 2, 3, "other clues")
    changed = StudyTask(type(first.subject)(other, first.subject.puzzle), "x", 1, SETTINGS)
    assert list(still_to_run([first, changed], before)) == [changed]


def test_sets_are_kept_apart() -> None:
    runs = [make_record(puzzle=key("a", set_name=name)) for name in ("csp", "", "shapes")]
    study = summary(runs, SETTINGS)
    assert study.set_names == ("csp", "", "shapes")
    assert [puzzle.set_name for puzzle in study.of_set("csp")] == ["csp"]
