"""``make endure`` in its short form: files at random, and the program used at random."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cases import further
from tools import endure
from tools.endure import Stage

ROOT = Path(endure.__file__).parents[1]


@pytest.mark.parametrize("stage", ["fuzz", *further("soak")])
def test_the_short_form_finds_nothing(stage: str) -> None:
    words = [sys.executable, "tools/endure.py", "--minutes", "0", "--seed", "32", "--only", stage]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("nothing is wrong") == 1


def test_a_fault_ends_a_stage_and_is_told() -> None:
    calls = iter(["", "import sys; sys.exit('broken')"])
    stage = Stage("kill", lambda *_: (sys.executable, "-c", next(calls)))
    result = endure.endure(stage, 60.0, 1)
    assert result.rounds == 2
    assert "broken" in result.fault
    assert "A FAULT" in endure.table([result])


def test_all_paths_of_the_stages_exist() -> None:
    words = [word for stage in endure.STAGES for word in stage.command(60.0, 1)]
    paths = [word for word in words if word.startswith(("tests/", "tools/"))]
    assert len(paths) > 10
    assert all((ROOT / path).exists() for path in paths)
