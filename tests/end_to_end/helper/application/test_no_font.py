"""A language whose letters no font has is not shown as boxes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.language import VARIABLE
from tests.support.cases import few

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have the fonts")
CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}</cachedir></fontconfig>"""
PROGRAM = f"""
from helper import app
from puzzles.system import SYSTEM
SYSTEM.replace_program = lambda command, environment: print(environment[{VARIABLE!r}])
app._started()
print("goes on")
"""


@pytest.mark.parametrize(("language", "said"), few(1, [("ja", "en\n"), ("de", "goes on\n")]))
def test_the_program_starts_again_in_english(tmp_path: Path, language: str, said: str) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(CONFIGURATION.format(folder=tmp_path), encoding="utf-8")
    given = {VARIABLE: language, "FONTCONFIG_FILE": str(fonts), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=os.environ | given, capture_output=True, check=False
    )
    assert done.stdout.decode() == said, done.stderr.decode()
