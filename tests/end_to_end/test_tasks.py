"""The scripts of docs/tasks.md, as somebody would copy and run them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzles.formats import read_all
from tests.support.paths import ROOT
from tests.support.service import running_service

PAGE = ROOT / "docs" / "tasks.md"
TASKS = re.findall(r"^## (\d)\. .*\n((?:(?!^## ).*\n?)*)", PAGE.read_text("utf-8"), re.MULTILINE)
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are for sh")
Task = Callable[[int, str], str]


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    """Runs the blocks of a task, one after the other, and returns what they print."""
    monkeypatch.chdir(tmp_path)
    folder = Path("puzzles")
    folder.mkdir()
    for path in sorted((ROOT / "puzzles/packs/first-steps").glob("*.non"))[:4]:
        shutil.copy(path, folder)
    (folder / "several.non").write_text("width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n")
    (folder / "broken.non").write_text("width 1\nheight 1\nrows\nx\ncolumns\n1\n")
    program = Path("bin", "nonogram")
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "main.py"}" "$@"\n')
    program.chmod(0o755)
    programs = f"{program.parent.absolute()}{os.pathsep}{os.environ['PATH']}"

    def run(number: int, service: str = "") -> str:
        environment = {
            **os.environ, "PATH": programs, "PYTHONPATH": str(ROOT), "NONOGRAM_SERVICE": service,
        }  # fmt: skip
        said = []
        for kind, script in BLOCK.findall(dict(TASKS)[str(number)]):
            command = ["sh", "-c", script] if kind == "sh" else [sys.executable, "-c", script]
            if kind == "python":  # child processes import it
                Path("script.py").write_text(script, encoding="utf-8")
                command = [sys.executable, "script.py"]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, timeout=100
            )
            assert "Traceback" not in done.stderr, done.stderr
            said.append(done.stdout)
        return "".join(said)

    return run


def test_there_are_eight() -> None:
    assert [number for number, _text in TASKS] == list("12345678")


def test_1_a_folder_is_checked(task: Task) -> None:
    said = task(1, "")
    assert "several.non: ok, 2x2" in said
    lines = [json.loads(line) for line in Path("checked.jsonl").read_text().splitlines()]
    assert [line["file"] for line in lines if "error" in line] == ["puzzles/broken.non"]


def test_2_the_puzzles_with_one_solution_are_found(task: Task) -> None:
    assert task(2, "") == "4 of 6\n"


def test_3_puzzles_are_made_rated_and_printed(task: Task) -> None:
    said = task(3, "")
    assert said.count(": 1\n") == 4
    assert Path("book.pdf").read_bytes().startswith(b"%PDF")
    assert len(list(Path("folder").iterdir())) == 4
    made, rated = read_all("made.jsonl"), read_all("rated.jsonl")
    assert [each.puzzle for each in made] == [each.puzzle for each in rated]
    lines = [json.loads(line) for line in Path("rated.jsonl").read_text().splitlines()]
    assert {line["difficulty"] for line in lines} == {"easy"}


def test_4_the_hardest_of_a_folder_are_listed(task: Task) -> None:
    said = task(4, "").splitlines()
    assert len(said) == 5
    assert "broken.non" in said[0]
    levels = [float(line.split()[2]) for line in said[2:]]
    assert levels == sorted(levels, reverse=True)


def test_5_a_notebook_has_arrays_and_steps(task: Task) -> None:
    said = task(5, "").splitlines()
    assert said[0].startswith("(6, 8) ")
    assert said[1] == "True"
    assert said[2].startswith("1 ")


def test_6_many_puzzles_are_solved(task: Task) -> None:
    assert task(6, "") == f"{['unique'] * 6}\n"


def test_7_methods_are_compared(task: Task) -> None:
    said = task(7, "")
    assert said.count("### Files: time") == 2
    assert "elimination:queue=fifo" in said
    assert re.findall(r"^Heart (native|python) (\w+) [\d.e-]+$", said, re.MULTILINE) == [
        ("native", "unique"), ("python", "found"),
    ]  # fmt: skip


def test_8_a_client_asks_the_service(task: Task) -> None:
    with running_service("-j 1") as service:
        said = task(8, service.address.rstrip("/")).splitlines()
    assert said == ["True", "422 no_solution {'side': 'row', 'number': 1}"]
