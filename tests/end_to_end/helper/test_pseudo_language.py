"""In the pseudo-language every text that people see has accents, and no text is cut."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import further
from tests.support.paths import ROOT

TIMEOUT_S = 240
MIN_TEXTS = 1500
"""The walk looks at about twice as many; one that does not find the windows looks at few."""


def run(*module_and_arguments: str, language: str = "x-pseudo") -> Any:
    """What a module prints that runs in a language, the pseudo-language by default."""
    result = subprocess.run(
        [sys.executable, "-m", *module_and_arguments],
        cwd=ROOT,
        env={**os.environ, "NONOGRAM_LANGUAGE": language},
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


@pytest.mark.parametrize("language", ["es", *further("de", "lt")])
def test_no_text_is_cut_in_larger_type(home: Path, language: str) -> None:
    """Text of 200 % leaves as much room as the smallest screen has."""
    seen = run("tests.support.pseudo_walk", str(home), "smallest", language=language)
    assert seen["found"] == []
    assert seen["texts"] > MIN_TEXTS
