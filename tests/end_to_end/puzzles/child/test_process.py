"""The end of a program that has child processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.child.process import ChildProcess, running_children
from puzzles.system import SYSTEM
from tests.support.paths import ROOT
from tests.support.processes import is_running, run_python
from tests.support.waiting import wait_until

STARTS_ANEW = """
import sys
import helper.application.restart as restart
from puzzles.child.process import ChildProcess

child = ChildProcess()
child.start()
restart.own_command = lambda: [sys.executable, "-c", "import os; os.wait()"]
sys.argv[1:] = []
restart.request()
restart.restart_if_requested()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a program is started instead")
def test_a_program_that_starts_anew_has_no_children_of_the_one_before() -> None:
    assert "ChildProcessError" in run_python(STARTS_ANEW).stderr, "there is nobody to wait for"


IN_COMPILED_CODE = """
import os, signal, sys, threading, time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from puzzles.many import run_many
from puzzles.child.child import Child
from solver.study.runner import answers
from tests.support.processes import is_running, run_python
from tests.support.stuck import get_stuck

folder = sys.argv[1]

def study():
    task = SimpleNamespace(request=None)
    next(answers([task], lambda: False, make=partial(get_stuck, folder, "study")))

def started(kind):
    if kind == "object":
        kept.append(Child(partial(get_stuck, folder, kind)))
        kept[-1].start()
    elif kind == "many":
        next(run_many(partial(get_stuck, folder), [kind], None, 1))
    else:
        study()
    while not Path(folder, kind).exists():
        time.sleep(0.01)

if __name__ == "__main__":
    kept, kinds = [], ["object", "many", "study"]
    threads = [threading.Thread(target=started, args=(kind,), daemon=True) for kind in kinds]
    for each in threads:
        each.start()
    while not all(Path(folder, kind).exists() for kind in kinds):
        time.sleep(0.01)
    threads[0].join()
    time.sleep(0.05)
    print(*(kind for kind in kinds if is_running(int(Path(folder, kind).read_text()))), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends children on Linux only")
def test_children_in_compiled_code_end_with_the_program_and_not_with_a_thread(
    tmp_path: Path,
) -> None:
    """The thread that has started one of them has ended before."""
    (script := tmp_path / "script.py").write_text(IN_COMPILED_CODE)
    (pids := tmp_path / "pids").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # A pipe would not end before the children do, which is what is in question.
    with (tmp_path / "out").open("w+") as out:
        command = [sys.executable, str(script), str(pids)]
        subprocess.run(command, env=environment, stdout=out, stderr=out, timeout=60)
        out.seek(0)
        assert out.read().split() == ["object", "many", "study"]
    left = [int(path.read_text()) for path in pids.iterdir()]
    wait_until(lambda: not any(map(is_running, left)), "some run on")


OTHERS = re.compile(
    r"^\s*import multiprocessing|from multiprocessing\.(?!shared_memory)"
    r"|from multiprocessing import (?!resource_tracker)|ProcessPoolExecutor|\bPopen\(",
    re.M,
)


def test_there_is_one_kind_of_child_process() -> None:
    """What others share, such as a lock, a child that is killed would keep for ever."""
    found = {
        path.relative_to(ROOT).as_posix()
        for package in ("puzzles", "solver", "recognizer", "network", "helper")
        for path in (ROOT / package).rglob("*.py")
        if OTHERS.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"puzzles/child/process.py", "puzzles/system/common.py"}


def test_the_system_is_told_of_each_child_that_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows ends children with the program only if the parent asks for that."""
    told: list[int] = []
    monkeypatch.setattr(SYSTEM, "tie_to_program", told.append)
    before = set(running_children())  # other tests may have left some that are just ending
    process = ChildProcess()
    process.start()
    assert told == [process.pid]
    assert process.pid in set(running_children()) - before
    process.close()
    assert set(running_children()) <= before
