"""``make endure`` in its short form: files at random, and the program used at random."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools import endure
from tools.endure import Stage

ROOT = Path(endure.__file__).parents[1]


def test_the_short_form_finds_nothing() -> None:
    words = [sys.executable, "tools/endure.py", "--minutes", "0", "--seed", "32"]
    words += ["--only", "fuzz", "--only", "soak"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("nothing is wrong") == 2


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
