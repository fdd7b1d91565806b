"""A frozen program has no ``python -m``: its entry is also that of its child processes.

The program here says that it is frozen and starts itself; ``tools/package/frozen.sh`` uses a real
one (``tools/package/use.sh``).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzles import NonogramError, cluster, packages
from puzzles.program import run_as_child
from solver import registry
from solver.study import study_report as report
from tests.support.cases import few
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


@pytest.mark.long
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
    run_as_child()
    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "_PYI_PARENT_PROCESS_LEVEL" not in os.environ, "else a child has no libraries"


@pytest.mark.parametrize(
    ("reason", "package"),
    [
        pytest.param(lambda: registry.why_missing("cp-sat"), "ortools", id="an engine"),
        pytest.param(report.why_no_charts, "matplotlib", id="charts"),
        pytest.param(lambda: problem_of(cluster._quiet), "distributed", id="a cluster"),
        pytest.param(lambda: packages.why_missing("no_such"), "no_such", id="any other"),
    ],
)
def test_nobody_is_told_to_add_packages(
    reason: Callable[[], str], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_is_installed", lambda _: False)
    monkeypatch.setattr(report, "find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setattr(packages, "why_missing", packages.why_missing.__wrapped__)
    assert "` installs it" in reason()
    monkeypatch.setattr(packages, "IS_FROZEN", True)
    assert "installs it" not in reason()
    assert f"this build of the program does not have the package {package}" in reason().lower()


def problem_of(call: Callable[[], object]) -> str:
    """The sentence of what a call refuses to do."""
    with pytest.raises(NonogramError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("words", few(1, ["-P solve", "-P -m", "-P -m pdb", "-P"]))
def test_other_words_are_commands_as_ever(program: Path, words: str) -> None:
    done = run(program, *words.split())
    assert done.returncode == 2
    assert "No such option '-P'" in done.stderr
