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
from benchmarks.reading_score import Answer, Truth, answers_in, write_answers

ENTRY: dict[str, Any] = {
    "name": "cat",
    "kind": "photo",
    "image": "cat.png",
    "rows": [[2, 1], [0], [12], [1]],
    "columns": [[1], [3, 4], [2]],
}
TRUTH = Truth.of(ENTRY)
RIGHT = Answer("cat", TRUTH.rows, TRUTH.columns, True, 0.25)


def test_a_file_of_answers_is_read_as_it_was_written(tmp_path: Path) -> None:
    answers = [RIGHT, Answer("dog", (), ())]
    write_answers(tmp_path / "a.json", answers)
    assert list(answers_in(tmp_path / "a.json").values()) == answers


def test_a_right_answer() -> None:
    one = RIGHT.score(TRUTH)
    assert (one.exact_after, one.falsely_certain, one.lines_right) == (True, False, 7)
    assert one.seconds == 0.25


@pytest.mark.parametrize(("row", "outermost"), [(0, 1), (1, 0), (3, 1)])
def test_a_wrong_line(row: int, outermost: int) -> None:
    rows = tuple((5,) if i == row else line for i, line in enumerate(TRUTH.rows))
    one = replace(RIGHT, rows=rows).score(TRUTH)
    assert (one.exact_after, one.falsely_certain) == (False, True)
    assert (one.lines_right, one.outermost_wrong) == (6, outermost)


@pytest.mark.parametrize("rows", [(), TRUTH.rows[:3]], ids=["nothing", "another size"])
def test_no_line_is_right_without_the_grid(rows: tuple[tuple[int, ...], ...]) -> None:
    one = replace(RIGHT, rows=rows, is_certain=False).score(TRUTH)
    assert (one.size_right, one.exact_after, one.lines_right) == (False, False, 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": 3}, "name"),
        ({"rows": [[-1]]}, "rows"),
        ({"columns": "1 2"}, "columns"),
        ({"certain": 1}, "certain"),
        ({"seconds": "fast"}, "seconds"),
    ],
)
def test_a_wrong_value_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Answer.of(RIGHT.as_json() | {"rows": [], "columns": []} | change)


def test_the_command_scores_answers(tmp_path: Path) -> None:
    other = ENTRY | {"name": "dog"}
    (tmp_path / "truth.json").write_text(json.dumps([ENTRY, other]))
    (tmp_path / "cat.png").touch()
    write_answers(tmp_path / "a.json", [RIGHT])
    words = ["reading", str(tmp_path), "--answers", str(tmp_path / "a.json"), "--json"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0
    said = [json.loads(line).get("detail") for line in done.output.splitlines()]
    cat, dog = filter(None, said)
    assert (cat["exact_after"], dog["exact_after"], dog["error"]) == (True, False, "no answer")


@pytest.mark.parametrize("text", ["{", "{}", '[{"name": "cat"}]', None])
def test_an_unusable_file_is_named(text: str | None, tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(json.dumps([ENTRY]))
    (tmp_path / "cat.png").touch()
    if text is not None:
        (tmp_path / "a.json").write_text(text)
    answers = tmp_path / "a.json"
    done = CliRunner().invoke(cli, ["reading", str(tmp_path), "--answers", str(answers)])
    assert done.exit_code == 2
    assert str(answers) in done.stderr


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
