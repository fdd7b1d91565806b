"""The end of a program that has child processes."""

from __future__ import annotations

import operator
import subprocess
import sys

import pytest

from puzzles.processes import PipedProcess, running_children
from puzzles.system import SYSTEM
from recognizer.sandbox.process import SandboxedObject
from tests.support.paths import ROOT

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
