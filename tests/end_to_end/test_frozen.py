"""A frozen program has no ``python -m``: its entry is also that of its child processes.

The program here says that it is frozen and starts itself; ``tools/package/frozen.sh`` uses a real
one (``tools/package/use.sh``).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles import packages, processes
from solver import registry
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the program is a shell script")
PROGRAM = """\
#!/bin/sh
exec "{python}" -c '
import sys
sys.frozen = True
sys.executable = "{program}"
sys.path.insert(0, "{root}")
sys.argv[0] = sys.executable
from main import main
sys.exit(main())
' "$@"
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "nonogram"
    path.write_text(PROGRAM.format(python=sys.executable, program=path, root=ROOT), "utf-8")
    path.chmod(0o755)
    return path


def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(program), *words], cwd=program.parent, env=environment, capture_output=True, text=True
    )


def test_pictures_are_read_in_a_child_process(program: Path) -> None:
    done = run(program, "scan", str(ROOT / "tests" / "samples" / "scan.jpg"), "-o", "read.non")
    assert (done.returncode, done.stdout) == (0, "read.non: written\n")


def test_a_study_measures_in_child_processes(program: Path) -> None:
    heart = str(ROOT / "puzzles" / "packs" / "first-steps" / "01-heart.non")
    words = "study", "--engine", "native", "--repeats", "1", "-o", "study", heart
    done = run(program, *words)
    assert done.returncode == 0, done.stderr
    assert "unique" in (program.parent / "study" / "runs.csv").read_text("utf-8")


@pytest.mark.parametrize("before", [None, "/opt/lib"])
def test_other_programs_find_their_own_libraries(
    monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/nonogram/_internal")
    if before is None:
        monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    else:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    monkeypatch.setenv("_PYI_PARENT_PROCESS_LEVEL", "0")
    monkeypatch.setattr(sys, "argv", ["nonogram", "solve", "cat.non"])
    processes.run_as_child()
    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "_PYI_PARENT_PROCESS_LEVEL" not in os.environ, "else a child has no libraries"


def test_nobody_is_told_to_add_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_is_installed", lambda _: False)
    assert "pip install" in registry.why_missing("cp-sat")
    monkeypatch.setattr(packages, "IS_FROZEN", True)
    assert registry.why_missing("cp-sat").startswith("this build of the program does not have")


@pytest.mark.parametrize("words", ["-P solve", "-P -m", "-P -m pdb", "-P"])
def test_other_words_are_commands_as_ever(program: Path, words: str) -> None:
    done = run(program, *words.split())
    assert done.returncode == 2
    assert "No such option '-P'" in done.stderr
