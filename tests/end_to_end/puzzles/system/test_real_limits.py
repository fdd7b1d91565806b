"""What holds on every system, with its own limits: these tests run on each one in the CI."""

from __future__ import annotations

import math
import subprocess
import sys
import threading

import pytest

from puzzles.system import OUT_OF_MEMORY, SYSTEM, System
from tests.support.paths import ROOT
from tests.support.processes import printed_by, run_python

MB = 2**20
BEGIN = """
import sys
from puzzles.system import SYSTEM
MB = 2**20
"""
GREEDY = """
try:
    with SYSTEM.limited(200 * MB, float("inf")):
        kept = []
        for _ in range(40):
            kept.append(bytearray(b"x") * (25 * MB))
except MemoryError:
    kept.clear()
    sys.exit(86)
"""
MODEST = """
with SYSTEM.limited(200 * MB, 60):
    kept = bytearray(b"x") * (100 * MB)
del kept
kept = bytearray(b"x") * (400 * MB)
"""
PARENT = """
import subprocess, sys
from puzzles.system import SYSTEM
child = subprocess.Popen(
    [sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
SYSTEM.tie_to_program(child.pid)
child.stdout.readline()
print("ready", flush=True)
sys.stdin.read()
"""
CHILD = """
import time
from puzzles.system import SYSTEM
SYSTEM.die_with_parent()
print("ready", flush=True)
time.sleep(600)
"""


def exit_code(script: str) -> int:
    return run_python(BEGIN + script).returncode


def test_memory_is_limited_within_and_not_afterwards() -> None:
    if SYSTEM.memory_bytes() is None:
        pytest.skip("this system does not say how much memory is in use")
    assert exit_code(GREEDY) == OUT_OF_MEMORY
    assert exit_code(MODEST) == 0


def test_time_is_limited_in_code_that_never_looks_up() -> None:
    if type(SYSTEM) is System:
        pytest.skip("this system has no limit of time")
    code = exit_code("with SYSTEM.limited(None, 1):\n    while True: pass")
    assert SYSTEM.is_overtime(code)
    assert exit_code("with SYSTEM.limited(None, 600): pass") == 0


def test_a_child_ends_when_the_program_is_killed() -> None:
    """The child has the write end of a pipe, which is at its end when the child is."""
    command = [sys.executable, "-c", PARENT, CHILD]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        assert parent.stdout.readline().strip() == b"ready"
        parent.kill()
        parent.wait(60)
        ended = threading.Thread(target=parent.stderr.read, daemon=True)
        ended.start()
        ended.join(60)
        assert not ended.is_alive(), "the child has outlived the program"


USING = """
from puzzles.system import SYSTEM
before = SYSTEM.memory_bytes()
kept = bytearray(b"x") * (100 * 2**20)
print(before or 0, SYSTEM.memory_bytes() or 0, SYSTEM.peak_bytes() or 0)
"""


def test_memory_in_use_is_measured() -> None:
    """In a process of its own: the one of the tests may have as much memory to spare."""
    before, now, peak = map(int, printed_by(USING).split())
    if not before:
        pytest.skip("this system does not say how much memory is in use")
    assert 80 * MB < now - before < 200 * MB
    assert peak > 100 * MB


def test_priorities_can_be_lowered() -> None:
    script = "import os\nSYSTEM.run_when_idle()\nSYSTEM.run_after_others(os.getpid())"
    assert exit_code(script) == 0
    assert math.isfinite(SYSTEM.text_factor() or 1.0)
    assert isinstance(SYSTEM.languages(), list)
    assert isinstance(SYSTEM.is_still(), bool)
