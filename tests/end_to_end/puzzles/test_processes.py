"""The end of a program that has child processes."""

from __future__ import annotations

import operator
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.processes import PipedProcess, running_children
from puzzles.system import SYSTEM
from recognizer.sandbox.process import SandboxedObject
from tests.support.paths import ROOT
from tests.support.processes import is_running
from tests.support.waiting import wait_until

CLOSES_WHILE_IT_ENDS = """
import multiprocessing.util, operator, threading
from puzzles.processes import PipedProcess

listed = multiprocessing.active_children
is_listed = threading.Event()

def list_then_close():
    found = listed()
    is_listed.set()
    closing.join()
    return found

def close():
    is_listed.wait()
    child.close()

if __name__ == "__main__":
    child = PipedProcess(operator.methodcaller("recv"))
    child.start()
    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    function = multiprocessing.util._exit_function
    function.__defaults__ = tuple(
        list_then_close if each is listed else each for each in function.__defaults__
    )
"""


def test_a_child_that_is_closed_while_the_program_ends_does_no_harm() -> None:
    command = [sys.executable, "-c", CLOSES_WHILE_IT_ENDS]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


STARTS_ANEW = """
import operator, os, sys
from puzzles.processes import PipedProcess
from puzzles.system import SYSTEM

if __name__ == "__main__":
    child = PipedProcess(operator.methodcaller("recv"))
    child.start()
    SYSTEM.replace_program([sys.executable, "-c", "import os; os.wait()"], os.environ)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a program is started instead")
def test_a_program_that_starts_anew_has_no_children_of_the_one_before() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTS_ANEW],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "ChildProcessError" in done.stderr, "there is nobody to wait for"


IN_COMPILED_CODE = """
import os, signal, sys, threading, time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from puzzles.many import run_many
from puzzles.processes import PipedProcess
from recognizer.sandbox.process import SandboxedObject
from solver.study.runner import answers
from tests.support.processes import is_running
from tests.support.stuck import StuckWhenRead, get_stuck

folder = sys.argv[1]

def study():
    task = SimpleNamespace(request=StuckWhenRead(folder, "study"))
    next(answers([task], lambda: False))

def started(kind):
    if kind == "function":
        kept.append(PipedProcess(partial(get_stuck, folder, kind)))
        kept[-1].start()
    elif kind == "object":
        kept.append(SandboxedObject(partial(get_stuck, folder, kind)))
    elif kind == "many":
        next(run_many(partial(get_stuck, folder), [kind], None, 1))
    else:
        study()
    while not Path(folder, kind).exists():
        time.sleep(0.01)

if __name__ == "__main__":
    kept, kinds = [], ["function", "object", "many", "study"]
    threads = [threading.Thread(target=started, args=(kind,), daemon=True) for kind in kinds]
    for each in threads:
        each.start()
    while not all(Path(folder, kind).exists() for kind in kinds):
        time.sleep(0.01)
    threads[0].join()
    threads[1].join()
    time.sleep(0.05)
    print(*(kind for kind in kinds if is_running(int(Path(folder, kind).read_text()))), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends children on Linux only")
def test_children_in_compiled_code_end_with_the_program_and_not_with_a_thread(
    tmp_path: Path,
) -> None:
    """Two of the threads that have started them have ended before."""
    (script := tmp_path / "script.py").write_text(IN_COMPILED_CODE)
    (pids := tmp_path / "pids").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # A pipe would not end before the children do, which is what is in question.
    with (tmp_path / "out").open("w+") as out:
        command = [sys.executable, str(script), str(pids)]
        subprocess.run(command, env=environment, stdout=out, stderr=out, timeout=60)
        out.seek(0)
        assert out.read().split() == ["function", "object", "many", "study"]
    left = [int(path.read_text()) for path in pids.iterdir()]
    wait_until(lambda: not any(map(is_running, left)), "some run on")


SHARED = re.compile(
    r"multiprocessing\.(?:synchronize|queues|managers)|ProcessPoolExecutor|\bManager\("
    r"|(?:multiprocessing|\bmp|context|get_context\([^)]*\))"
    r"\.(?:Event|R?Lock|(?:Simple|Joinable)?Queue|Condition|(?:Bounded)?Semaphore|Barrier|Pool)\("
    r"|\.(?:Value|Array)\((?![^)]*lock=False)"
)


def test_processes_share_nothing_that_one_can_keep_locked() -> None:
    """A child that is killed at the wrong moment would keep it for ever."""
    found = {
        path.relative_to(ROOT).as_posix()
        for package in ("puzzles", "solver", "recognizer", "network", "helper")
        for path in (ROOT / package).rglob("*.py")
        if SHARED.search(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize("kind", ["function", "object"])
def test_the_system_is_told_of_each_child_that_starts(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows ends children with the program only if the parent asks for that."""
    told: list[int] = []
    monkeypatch.setattr(SYSTEM, "tie_to_program", told.append)
    if kind == "object":
        with SandboxedObject(object) as child:
            assert told == [child.pid]
        return
    before = set(running_children())  # other tests may have left some that are just ending
    piped = PipedProcess(operator.methodcaller("recv"))
    piped.start()
    assert set(told) == set(running_children()) - before
    assert len(told) == 1
    piped.close()
