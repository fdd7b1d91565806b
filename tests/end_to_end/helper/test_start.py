"""The start of the program."""

from __future__ import annotations

import subprocess
import sys

from tests.support.paths import ROOT

HEAVY = ("pandas", "numpy", "cv2", "ortools", "matplotlib", "onnxruntime")


def test_the_window_starts_without_the_heavy_libraries() -> None:
    code = f"import helper.app, sys; print([m for m in {HEAVY} if m in sys.modules])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    code = "import helper.app, numpy; print(numpy.ones(2).sum())"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "2.0\n", "numpy can be imported later"


def test_no_other_thread_collects_garbage() -> None:
    code = """
import gc
from helper.app import make_application
kept = make_application()
print(gc.isenabled())
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
