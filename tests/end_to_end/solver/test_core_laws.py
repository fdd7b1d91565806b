"""The core's own C++ tests, a share of the cases and no sanitizers; see `make sanitize`."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

LAWS = ROOT / "tests" / "native"
CORE = ROOT / "solver" / "native"
PERCENT = 10


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A C++20 compiler that takes the options of gcc, and those options."""
    named = os.environ.get("CXX", "")
    words = shlex.split(named) or [name for name in ("c++", "g++", "clang++") if shutil.which(name)]
    if not words or shutil.which(words[0]) is None:
        pytest.fail("there is no C++ compiler")
    command = [*(words if named else words[:1]), "-std=c++20", "-O1"]
    probe = tmp_path_factory.mktemp("probe") / "probe.cpp"
    probe.write_text("#include <bit>\n#include <span>\n", encoding="utf-8")
    if subprocess.run([*command, "-fsyntax-only", probe], capture_output=True).returncode:
        pytest.fail("the C++ compiler is too old")
    return command


def test_the_laws_of_the_core_hold(compiler: list[str], tmp_path: Path) -> None:
    # One translation unit: the templates of the core are compiled once, not once a file.
    whole = tmp_path / "all.cpp"
    sources = sorted(LAWS.glob("*laws.cpp"))
    whole.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
    flags = ["-Wall", "-Wextra", "-D_GLIBCXX_ASSERTIONS", f"-I{CORE}", f"-I{LAWS}"]
    subprocess.run([*compiler, *flags, whole, "-o", tmp_path / "laws"], check=True)
    done = subprocess.run(
        [tmp_path / "laws", str(PERCENT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all laws hold" in done.stdout
