"""The commands ``nonogram study`` and ``nonogram engines``."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puzzles import packs
from puzzles.formats import Document, write, write_all
from puzzles.packs import Pack, PackPuzzle
from solver.options import options_of
from solver.registry import engine_names, get_engine
from solver.study import runner
from solver.study import study_report as report
from solver.study.cli import engines, study
from tests.support.boards import CHICK, hard_board
from tests.support.fake_study_runs import FakeRun
from tests.support.paths import ROOT
from tests.support.study_runs import UNIQUE
from tests.support.waiting import PATIENCE_S, wait_until


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder of its own with a few puzzles; no charts, which take long."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    write("bridge.non", Document(UNIQUE))
    write("hard.non", Document(hard_board()))
    Path("defective.non").write_text("width 2\nheight 2\nrows\n3\n5\n\ncolumns\n1\n1\n")
    return tmp_path


def run(*words: str) -> Result:
    result = CliRunner().invoke(study, words, prog_name="nonogram study")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def runs_in(name: str) -> list[tuple[str, str, str]]:
    with Path(name, "runs.csv").open(newline="") as file:
        return [(row["title"], row["engine"], row["repeat"]) for row in csv.DictReader(file)]


def test_each_puzzle_of_a_file_has_a_row() -> None:
    write_all("both.nonpack", [Document(CHICK), Document(replace(UNIQUE, title=""))])
    done = run("both.nonpack", "bridge.non", "--engine", "native")
    rows = [line.split("|")[1].strip() for line in done.stdout.splitlines() if "| " in line]
    assert rows[2:] == ["Chick", "both, puzzle 2", "Bridge"]


def test_a_study_prints_its_table_and_does_nothing_twice() -> None:
    words = ("bridge.non", "--engine", "python,intersection", "--repeats", "1", "-o", "out")
    first = run(*words)
    assert first.exit_code == 0
    assert "| Bridge | 3x2  |" in first.stdout
    assert "written: out/study.html" in first.stderr
    expected = [("Bridge", e, r) for r in "10" for e in ("python", "intersection")]
    assert runs_in("out") == expected
    again = run(*words)
    assert again.exit_code == 0
    assert "done already" in again.stderr
    assert again.stdout == first.stdout
    more = run("bridge.non", "--engine", "axis:partial", "--repeats", "1", "-o", "out")
    assert "axis:partial" in more.stdout
    assert "intersection" in more.stdout
    assert runs_in("out") == [*expected, ("Bridge", "axis:partial", "1"),
                              ("Bridge", "axis:partial", "0")]  # fmt: skip
    refused = run("bridge.non", "--timeout", "5", "-o", "out")
    assert refused.exit_code == 2
    assert "--timeout 60" in refused.stderr


def test_a_study_without_output_is_quick_and_leaves_nothing() -> None:
    result = run("bridge.non", "--engine", "python,intersection")
    assert result.exit_code == 0
    assert "| Bridge | 3x2  |" in result.stdout
    assert not list(Path().glob("*.csv"))
    assert "written" not in result.stderr


def test_a_wrong_answer_is_told_by_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.study.cli.engine_labels", lambda text: ["lie"])
    monkeypatch.setattr(runner, "answers", partial(runner.answers, make=FakeRun))
    result = run("bridge.non", "-o", "out")
    assert result.exit_code == 1
    assert "wrong" in result.stdout
    assert runs_in("out") == [("Bridge", "lie", "1")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "out"], "first-steps"),
        (["missing.non", "-o", "out"], "missing.non"),
        (["bridge.non", "defective.non", "-o", "out"], "defective.non: row 1"),
        (["--set", "nothing", "-o", "out"], "first-steps"),
        (["bridge.non", "--engine", "magic", "-o", "out"], "magic"),
        (["bridge.non", "--engine", "native:fast", "-o", "out"], "fast"),
        (["bridge.non", "--engine", ",", "-o", "out"], "no engine"),
        (["bridge.non", "--repeats", "0", "-o", "out"], "--repeats"),
        (["bridge.non", "--timeout", "-1", "-o", "out"], "--timeout"),
        (["bridge.non", "--force"], "--force"),
        (["bridge.non", "-o", "bridge.non"], "bridge.non"),
        (["bridge.non", "-o", "bridge.non/below"], "bridge.non"),
    ],
)
def test_bad_input_is_refused_with_a_sentence_before_anything_runs(
    words: list[str], said: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert not Path("out").exists()


def test_the_sets_are_those_for_studies_and_the_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    own = PackPuzzle("Bridge", Path("bridge.non").absolute(), 2, 3)
    sets = [Pack("bridges", "Bridges", (own,))]
    monkeypatch.setattr(packs, "study_sets", lambda: sets)
    result = run("--set", "bridges", "bridge.non", "--engine", "python", "--repeats", "1",
                 "-o", "out")  # fmt: skip
    assert result.exit_code == 0
    assert "### bridges: time" in result.stdout
    assert "### Files: time" in result.stdout
    assert "first-steps" in run("--set", "nothing", "-o", "out").stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_ctrl_c_keeps_what_is_done() -> None:
    command = [sys.executable, str(ROOT / "main.py"), "study", "bridge.non", "hard.non",
               "--engine", "brute-force", "-o", "out"]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    journal = Path("out", "runs.csv")
    wait_until(lambda: journal.exists() and "Bridge" in journal.read_text())
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert runs_in("out") == [("Bridge", "brute-force", "1")]
    assert "| Bridge | 3x2  |" in stdout
    assert "the same command continues" in stderr
    assert "Traceback" not in stderr
    assert "no charts: they are drawn when all runs are done" in stderr  # it would take seconds
    assert Path("out", "study.html").exists()
    assert not list(Path("out").glob("*.svg"))


def test_a_stop_promises_to_continue_only_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.study.cli._run", lambda *_: False)
    assert run("bridge.non").stderr == "stopped; the runs are not kept without -o\n"
    assert "the same command continues" in run("bridge.non", "-o", "out").stderr


def test_engines_are_all_listed_with_their_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.registry.missing_engines", lambda: {"oracle": "it is in Delphi"})
    result = CliRunner().invoke(engines)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for name in engine_names():
        engine = get_engine(name)
        assert any(line.split()[:1] == [name] for line in lines)
        for option in options_of(engine):
            assert f"  {option.name}=" in result.stdout
    assert "queue=[lifo]|fifo|unmoved" in result.stdout
    assert "it is in Delphi" in result.stdout
