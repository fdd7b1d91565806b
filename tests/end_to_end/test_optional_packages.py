"""A package that is not installed is answered with what to install, never with a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from puzzles import packages
from puzzles.packages import reason_without
from solver import registry
from solver.study import study_report as report
from tests.support.cases import few
from tests.support.paths import ROOT

PACKAGES = ("helper", "network", "nonogram_helper", "puzzles", "recognizer", "solver")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WITHOUT = """
import importlib.util
from importlib.abc import MetaPathFinder

MISSING = sys.argv[1].split(",")

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def find_or_not(name, package=None, find=importlib.util.find_spec):
    return None if name.partition(".")[0] in MISSING else find(name, package)

sys.meta_path.insert(0, Missing())
importlib.util.find_spec = find_or_not
import main
sys.argv[1:] = sys.argv[2:]
sys.exit(main.main())
"""


def said_without(packages: str, folder: Path, *words: str) -> tuple[int, str]:
    """The exit code of a command and all it says, as if packages were not installed."""
    (folder / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    script = f"import sys; sys.path[0] = {str(ROOT)!r}\n{WITHOUT}"
    done = subprocess.run(
        [sys.executable, "-c", script, packages, *words],
        cwd=folder, capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("engine", ["constraint", "cp-sat", "ilp"])
def test_an_engine_names_what_pip_knows(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_is_installed", lambda _: False)
    names_what_pip_knows(registry.why_missing(engine), "ortools")


def names_what_pip_knows(sentence: str, package: str) -> None:
    """Assert that a sentence names a dependency, or the extra that has a package."""
    command = re.search(
        r"`(?:pip install ([\w-]+)|make (\w+)|pip install -e '\.\[(\w+)\]')`", sentence
    )
    assert command is not None, sentence
    name, made, extra = command.groups()
    extra = made or extra
    if extra is None:
        assert any(each.startswith(name) for each in PROJECT["dependencies"])
    else:
        assert any(each.startswith(package) for each in PROJECT["optional-dependencies"][extra])


def test_charts_name_what_pip_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "find_spec", lambda _: None)
    names_what_pip_knows(report.why_no_charts(), "matplotlib")


def test_an_installation_gets_the_extra_and_a_checkout_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def sentence() -> str:
        return packages.reason_without("ortools", extra="study")

    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert "`pip install -e '.[study]'`" in sentence()
    (tmp_path / ".made").touch()
    assert "`make study`" in sentence()
    assert re.search(r"^study .*:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    (tmp_path / ".made").unlink()
    monkeypatch.setattr(packages, "is_checkout", lambda: False)
    assert "`pip install 'nonogram-helper[study]'`" in sentence()


def test_one_module_says_how_packages_are_got() -> None:
    modules = [each for name in PACKAGES for each in (ROOT / name).rglob("*.py")]
    said = {each.relative_to(ROOT).as_posix() for each in modules if "pip inst" in each.read_text()}
    assert said == {"puzzles/packages.py"}


@pytest.mark.parametrize(
    ("packages", "words", "named"),
    [
        ("starlette,uvicorn", "serve --port 0", "pip install starlette"),
        ("cv2", "scan a.png", "pip install opencv-python-headless"),
        (
            "distributed",
            "solve --cluster tcp://localhost:1 a.non",
            reason_without("distributed", "cluster"),
        ),
    ],
)
def test_a_command_names_what_to_install(
    packages: str, words: str, named: str, tmp_path: Path
) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    code, said = said_without(packages, tmp_path, *words.split())
    assert code == 2
    assert named in said
    assert "Traceback" not in said


OF_EXTRAS = ("matplotlib", "ortools")
FEW = {"click", "defusedxml", "filelock", "platformdirs", "tqdm"}
"""What docs/installing.md says is enough for most commands."""


@pytest.mark.parametrize(
    "words",
    few(4, [
        "check a.non", "convert a.non --to nin -o b.nin", "engines", "explain a.non",
        "generate --size 5x5 -o b.non", "hint a.non", "list", "rate a.non", "repair a.non",
        "solve a.non", "solve a.non --engine python", "study a.non -o b --repeats 1",
    ]),
)  # fmt: skip
def test_most_commands_need_few_packages(words: str, tmp_path: Path) -> None:
    names = [re.split("[^A-Za-z0-9_-]", each)[0] for each in PROJECT["dependencies"]]
    modules = {package: module for module, package in packages.DISTRIBUTIONS.items()}
    missing = [modules.get(name, name.replace("-", "_")) for name in names if name not in FEW]
    assert {"PySide6", "cv2", "numpy", "PIL", "constraint"} < set(missing)
    code, said = said_without(",".join([*missing, *OF_EXTRAS]), tmp_path, *words.split())
    assert code == 0, said
