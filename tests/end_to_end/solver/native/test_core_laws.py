"""The core's own C++ tests, a share of the cases and no sanitizers; see `make sanitize`.

To compile them takes longer than to run them. The tests of ``tests/unit/solver/native`` hold laws
of the core without that.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

LAWS = ROOT / "tests" / "native"
CORE = ROOT / "solver" / "native"
PERCENT = 6


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A C++20 compiler that takes the options of gcc, and those options."""
    named = os.environ.get("CXX", "")
    words = shlex.split(named) or [name for name in ("c++", "g++", "clang++") if shutil.which(name)]
    if not words or shutil.which(words[0]) is None:
        pytest.fail("there is no C++ compiler")
    command = [*(words if named else words[:1]), "-std=c++20", "-Og"]
    probe = tmp_path_factory.mktemp("probe") / "probe.cpp"
    probe.write_text("#include <bit>\n#include <span>\n", encoding="utf-8")
    if subprocess.run([*command, "-fsyntax-only", probe], capture_output=True).returncode:
        pytest.fail("the C++ compiler is too old")
    return command


@pytest.fixture(scope="module")
def program(
    compiler: list[str], pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The compiled laws; those of the last run if neither they nor the core have changed."""
    command = [*compiler, "-Wall", "-Wextra", "-D_GLIBCXX_ASSERTIONS", f"-I{CORE}", f"-I{LAWS}"]
    version = subprocess.run([*compiler, "--version"], capture_output=True, check=True).stdout
    digest = hashlib.sha256(version + repr(command).encode())
    for path in sorted([*LAWS.glob("*.?pp"), *CORE.glob("*.?pp")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    cache = getattr(pytestconfig, "cache", None)  # as with -p no:cacheprovider
    folder = tmp_path_factory.mktemp("laws") if cache is None else cache.mkdir("laws")
    program = folder / digest.hexdigest()[:16]
    if not program.exists():
        for old in folder.iterdir():
            old.unlink()
        # One translation unit: the templates of the core are compiled once, not once a file.
        whole, unfinished = folder / "all.cpp", folder / "unfinished"
        sources = [*sorted(LAWS.glob("*laws.cpp")), CORE / "searches.cpp", CORE / "logics.cpp"]
        lines = [f'#include "{source}"\n' for source in sources]
        whole.write_text("".join(lines), encoding="utf-8")
        subprocess.run([*command, whole, "-o", unfinished], check=True)
        unfinished.rename(program)
    return program


@pytest.mark.long
@pytest.mark.timeout(1200)  # where nothing is compiled yet, that alone takes most of the usual 300
def test_the_laws_of_the_core_hold(program: Path) -> None:
    done = subprocess.run([program, str(PERCENT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all laws hold" in done.stdout
