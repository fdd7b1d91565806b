"""Engines of other people: as objects, and as entry points of their packages."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.formats import Document, write
from solver.api import is_unique, solve
from solver.engines.brute_force import BruteForceEngine
from solver.many import solve_many
from tests.support.paths import ROOT
from tests.support.study_runs import UNIQUE

SOURCE = """\
from nonogram_helper.solver.engines.brute_force import BruteForceEngine

class Mine(BruteForceEngine):
    name, description = "mine", "Tries what others do not."

MINE, OTHER = Mine(), BruteForceEngine()
"""
ENTRIES = """\
[nonogram_helper.engines]
mine = my_engines:MINE
native = my_engines:MINE
misnamed = my_engines:OTHER
class = my_engines:Mine
gone = my_engines_that_are_gone:ENGINE
"""


class Mine(BruteForceEngine):
    """An engine of a script, which no child process finds."""

    name = "mine"


def test_an_engine_is_given_as_an_object() -> None:
    engine = Mine()
    result = solve(UNIQUE, engine=engine)
    assert result.is_unique
    assert result.engine == "mine"
    assert is_unique(UNIQUE, engine=engine)
    assert [each.engine for each in solve_many([UNIQUE] * 3, engine=engine)] == ["mine"] * 3


@pytest.mark.parametrize("engine", [Mine, 5, object()])
def test_what_is_no_engine_is_refused(engine: object) -> None:
    with pytest.raises(TypeError, match=r"an engine is an object with name, description.*, not "):
        solve(UNIQUE, engine=engine)  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that has a package with engines, as if it were installed there, and a puzzle."""
    (tmp_path / "my_engines.py").write_text(SOURCE, "utf-8")
    about = tmp_path / "my_engines-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-engines\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    write(tmp_path / "bridge.non", Document(UNIQUE))
    return tmp_path


def said(folder: Path, *words: str, code: int = 0) -> str:
    """All that a command says with the package."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    command = [sys.executable, "-P", str(ROOT / "main.py"), *words]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": path},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_engines_of_packages_are_listed(folder: Path) -> None:
    lines = said(folder, "engines", "--json").splitlines()
    found = {each["engine"]: each for each in map(json.loads, lines)}
    assert found["mine"]["description"] == "Tries what others do not."
    assert found["native"]["description"] != found["mine"]["description"], "a name keeps its engine"
    assert found["misnamed"]["missing"] == (
        "the package my-engines fails: the engine calls itself 'brute-force'"
    )
    assert "an engine is an object" in found["class"]["missing"]
    assert "No module named" in found["gone"]["missing"]
    text = said(folder, "engines")
    assert re.search(r"(?m)^mine +Tries what others", text)


def test_an_engine_of_a_package_solves_and_is_studied(folder: Path) -> None:
    assert "exactly one" in said(folder, "solve", "--engine", "mine", "bridge.non", "bridge.non")
    words = "--engine mine,native --repeats 1 -o out bridge.non"
    said(folder, "study", *words.split())
    with (folder / "out" / "runs.csv").open(newline="") as file:
        runs = {row["engine"]: row["outcome"] for row in csv.DictReader(file)}
    assert runs == {"mine": "found", "native": "unique"}


def test_a_broken_engine_is_refused_in_a_sentence(folder: Path) -> None:
    sentence = said(folder, "solve", "--engine", "gone", "bridge.non", code=2)
    assert "the engine 'gone' cannot be used here: the package my-engines fails: " in sentence
    assert "did you mean mine?" in said(folder, "solve", "--engine", "mina", "bridge.non", code=2)
