"""What macOS and unknown systems have instead of limits of the kernel, with real processes."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from puzzles.system import OUT_OF_MEMORY
from tests.support.paths import ROOT
from tests.support.processes import is_running, run_python
from tests.support.waiting import wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes of POSIX")

PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdout=subprocess.PIPE, text=True)
print(child.stdout.readline().strip(), child.pid, flush=True)
child.wait()
"""
CHILD = """
import os, time
from puzzles.system.posix import Posix

Posix().die_with_parent()
print("ready", flush=True)
while True:
    time.sleep(60)
"""
MACOS = """
import sys
from puzzles.system.linux import Linux
from puzzles.system.macos import MacOS

class Libproc:
    def proc_pid_rusage(self, pid, flavor, reference):
        used = Linux().memory_bytes()
        reference._obj.ri_phys_footprint = used
        return 0

system, MB = MacOS(Libproc()), 2**20
"""
WRITES = "b = []\nfor _ in range(40): b.append(bytearray(b'x') * (25 * MB))\n"
COMPILED = """
import cv2, numpy
picture = numpy.zeros((2000, 2000), numpy.uint8)
with system.limited(200 * MB, 60):
    cv2.resize(picture, (40000, 40000), interpolation=cv2.INTER_CUBIC)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_ends_with_its_parent_however_that_ends(how: signal.Signals) -> None:
    command = [sys.executable, "-c", PARENT, CHILD]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        word, number = parent.stdout.readline().split()
        child = int(number)
        assert (word, is_running(child)) == ("ready", True)
        parent.send_signal(how)
        parent.wait()
    wait_until(lambda: not is_running(child), "the child has outlived its parent")


def ended(script: str) -> tuple[int, str]:
    done = run_python(MACOS + script)
    return done.returncode, done.stderr


on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the memory comes from /proc"
)


@on_linux
@pytest.mark.parametrize(
    "script",
    [
        f"with system.limited(100 * MB, 60):\n  for _ in 'x':\n    exec({WRITES!r})",
        f"system.limit_memory(150 * MB)\n{WRITES}",
        COMPILED,
    ],
    ids=["within a context", "for good", "in compiled code"],
)
def test_too_much_memory_ends_the_process(script: str) -> None:
    assert ended(script) == (OUT_OF_MEMORY, "")


@on_linux
def test_allowed_memory_and_memory_after_the_context_do_not() -> None:
    within = "with system.limited(200 * MB, 60):\n  b = bytearray(b'x') * (50 * MB)\n"
    assert ended(f"{within}del b\n{WRITES}") == (0, "")


@on_linux
def test_too_much_time_ends_it_with_the_code_for_that() -> None:
    code, _ = ended("with system.limited(None, 0.5):\n  while True: pass")
    assert code == -signal.SIGXCPU
