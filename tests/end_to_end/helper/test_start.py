"""The start of the program."""

from __future__ import annotations

import subprocess
import sys

import pytest

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


SCAN = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from helper import app

def ask(window, title, *rest):
    QTimer.singleShot(0, QApplication.quit)
    print(title, window.isVisible(), window.autosave.is_keeping, window.home.is_shown)
    return [], ""

QFileDialog.getOpenFileNames = ask
print("ended", app.run([], "--scan"))
"""


@pytest.mark.parametrize(("language", "title"), [("en", "Scan Picture"), ("de", "Bild scannen")])
def test_an_action_comes_when_the_window_is_ready(
    language: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONOGRAM_LANGUAGE", language)
    command = [sys.executable, "-c", SCAN]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    said, ended = done.stdout.splitlines()
    assert said.startswith(title)
    assert said.endswith("True True True")
    assert ended == "ended 0"
