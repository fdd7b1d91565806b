"""The API reference is made of the docstrings without a warning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cases import further
from tests.support.paths import ROOT


@pytest.mark.parametrize("modules", [
    tuple(f"nonogram_helper{end}" for end in ("", ".puzzles.model", ".solver.api")), *further(((),))
])  # fmt: skip
def test_the_reference_has_a_page_for_each_module(modules: tuple[str, ...], tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "tools" / "api.py"), str(tmp_path), *modules]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for name in ("", "/puzzles/model", "/solver/api"):
        assert (tmp_path / f"nonogram_helper{name}.html").is_file()
