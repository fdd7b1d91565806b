"""``benchmarks/memory.py``, which is a part of another benchmark."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import benchmarks.memory


def test_without_arguments_it_says_how_it_is_used() -> None:
    words = [sys.executable, str(Path(benchmarks.memory.__file__))]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("usage: ")
