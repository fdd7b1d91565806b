"""Answers of other readers are scored by the same rules, and each second of a stage counts once."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import reading
from benchmarks.__main__ import cli
from benchmarks.reading import CALLERS, STAGES, StageTimes
from benchmarks.reading_score import Answer, Truth, write_answers

ENTRY: dict[str, Any] = {
    "name": "cat",
    "kind": "photo",
    "image": "cat.png",
    "rows": [[2, 1], [0], [12], [1]],
    "columns": [[1], [3, 4], [2]],
}
TRUTH = Truth.of(ENTRY)
RIGHT = Answer("cat", TRUTH.rows, TRUTH.columns, True, 0.25)


WRONG_LINE = (5,)


@pytest.mark.parametrize(
    ("rows", "is_certain", "exact", "lines_right", "outermost"),
    [
        (TRUTH.rows, True, True, 7, 0),
        ((WRONG_LINE, *TRUTH.rows[1:]), True, False, 6, 1),
        ((TRUTH.rows[0], WRONG_LINE, *TRUTH.rows[2:]), True, False, 6, 0),
        ((*TRUTH.rows[:3], WRONG_LINE), True, False, 6, 1),
        (TRUTH.rows[:3], False, False, 0, 0),
        ((), False, False, 0, 0),
    ],
)
def test_an_answer_is_scored_as_a_reading_is(
    rows: tuple[tuple[int, ...], ...], is_certain: bool, exact: bool, lines_right: int,
    outermost: int,
) -> None:  # fmt: skip
    one = replace(RIGHT, rows=rows, is_certain=is_certain).score(TRUTH)
    assert (one.exact_after, one.falsely_certain) == (exact, is_certain and not exact)
    assert (one.size_right, one.lines_right) == (len(rows) == 4, lines_right)
    assert one.outermost_wrong == outermost


@pytest.mark.parametrize(
    "change",
    [{"name": 3}, {"rows": [[-1]]}, {"columns": "1 2"}, {"certain": 1}, {"seconds": "fast"}],
)
def test_a_wrong_value_is_named(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        Answer.of(RIGHT.as_json() | {"rows": [], "columns": []} | change)


def test_the_command_scores_answers_and_names_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(json.dumps([ENTRY, ENTRY | {"name": "dog"}]))
    (tmp_path / "cat.png").touch()
    answers = tmp_path / "a.json"
    words = ["reading", str(tmp_path), "--answers", str(answers), "--json"]
    write_answers(answers, [RIGHT])
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0
    cat, dog = filter(None, (json.loads(line).get("detail") for line in done.output.splitlines()))
    assert (cat["exact_after"], dog["exact_after"], dog["error"]) == (True, False, "no answer")
    for text in ("{", "{}", '[{"name": "cat"}]', None):
        answers.unlink() if text is None else answers.write_text(text)
        done = CliRunner().invoke(cli, words)
        assert (done.exit_code, str(answers) in done.stderr) == (2, True)


def test_a_stage_within_another_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 4.0, 10.0])
    monkeypatch.setattr(reading, "process_time", lambda: next(clock))
    times = StageTimes()
    solve = times.timed("solver", lambda: 3)
    assert times.timed("rules", lambda: solve() + 1)() == 4
    assert times.seconds == {"rules": 7.0, "solver": 3.0}
    assert [[*row.values()] for row in times.rows(2)] == [
        ["rules", 3500.0, "70.0 %"],
        ["solver", 1500.0, "30.0 %"],
    ]


def test_the_reader_is_as_before_also_after_an_error() -> None:
    def functions() -> dict[tuple[str, str], object]:
        return {
            (module.__name__, name): getattr(module, name)
            for module in CALLERS
            for name in STAGES
            if hasattr(module, name)
        }

    before = functions()
    assert {name for _, name in before} == set(STAGES)
    with suppress(ValueError), StageTimes().of_reading():
        assert all(now is not before[key] for key, now in functions().items())
        raise ValueError("a bug")
    assert functions() == before
