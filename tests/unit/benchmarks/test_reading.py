"""Answers of other readers are scored by the same rules, and each second of a stage counts once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import cli
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
