"""In the pseudo-language every text that people see has accents, and no text is cut."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT

TIMEOUT_S = 240
MIN_TEXTS = 1500
"""The walk looks at about twice as many; one that does not find the windows looks at few."""


def run(*module_and_arguments: str) -> Any:
    """What a module prints that runs in the pseudo-language."""
    result = subprocess.run(
        [sys.executable, "-m", *module_and_arguments],
        cwd=ROOT,
        env={**os.environ, "NONOGRAM_LANGUAGE": "x-pseudo"},
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_S,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_all_texts_of_the_windows_are_marked_and_have_room(home: Path) -> None:
    seen = run("tests.support.pseudo_walk", str(home))
    assert seen["found"] == []
    assert seen["texts"] > MIN_TEXTS


def test_the_help_of_all_commands_is_marked() -> None:
    assert run("tests.support.pseudo_help") == {}
