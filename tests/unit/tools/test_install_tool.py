"""Which versions `make run` and `make test` install; pip is played by a function."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace

import pytest

from tests.support.paths import ROOT
from tools import install

RECORDED = ["click==8.5.1", "Old_Name==1.0", "numpy==2.4.6"]


class Pip:
    """Answers as pip does.

    Attributes:
        missing: Requirements without a wheel for this Python.
        refuses: Whether an installation with these constraints fails.
    """

    def __init__(self, *missing: str, refuses: Callable[[str], bool] = lambda _: False) -> None:
        self.missing = missing
        self.refuses = refuses
        self.installed: list[tuple[str, ...]] = []
        self.compiled = 0
        self.network = True

    def run(self, command: list[str], **_: object) -> CompletedProcess[str]:
        if not self.network:
            problem = "WARNING: Retrying after connection broken by NewConnectionError\n"
            problem += "ERROR: No matching distribution found for click==8.5.1"
            return CompletedProcess(command, 1, "", problem)
        if "--dry-run" in command:
            gone = [each for each in command if each.lower().replace("_", "-") in self.missing]
            problem = f"ERROR: No matching distribution found for {gone[0].lower()}" if gone else ""
            return CompletedProcess(command, len(gone), "", problem.replace("_", "-"))
        if "--editable" in command:
            assert "--no-deps" in command
            self.compiled += 1
            return CompletedProcess(command, 0)
        assert "ortools>=9.10" in command  # of the extra, with those of the program
        assert "click>=8.1" in command
        wanted = re.search(r"--constraint=(\S+)", " ".join(command))
        constraints = Path(wanted[1]).read_text(encoding="utf-8") if wanted else ""
        named = constraints.lower().replace("_", "-")
        failed = any(each in named for each in self.missing) or self.refuses(constraints)
        if not failed:
            self.installed.append(tuple(constraints.split()))
        return CompletedProcess(command, failed)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Pip], None]:
    def use_pip(pip: Pip) -> None:
        recorded = tmp_path / "constraints.txt"
        recorded.write_text("\n".join(RECORDED), encoding="utf-8")
        monkeypatch.setattr(install, "RECORDED", recorded)
        monkeypatch.setattr(install, "is_program_installed", lambda: pip.compiled > 0)
        monkeypatch.setattr(install, "subprocess", SimpleNamespace(run=pip.run))

    return use_pip


def test_recorded_versions_are_installed(use: Callable[[Pip], None]) -> None:
    pip = Pip()
    use(pip)
    assert install.install_recorded("study") == 0
    assert pip.installed == [tuple(RECORDED)]
    assert pip.compiled == 1


def test_the_program_is_compiled_only_if_it_is_not_installed(use: Callable[[Pip], None]) -> None:
    pip = Pip()
    use(pip)
    assert [install.install_recorded("study") for _ in range(2)] == [0, 0]
    assert len(pip.installed) == 2
    assert pip.compiled == 1


def test_extras_include_what_they_refer_to() -> None:
    required = install.requirements("dev,study")
    assert {"pdoc>=15", "distributed>=2024.8", "ortools>=9.10", "ruff>=0.8"} <= set(required)
    assert len(set(required)) == len(required)
    assert not any(each.startswith(install.PROGRAM) for each in required)


@pytest.mark.parametrize("newer", ["setup.py", "pyproject.toml", "solver/native/line.hpp", None])
def test_the_program_is_as_new_as_what_it_is_built_from(
    newer: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr("sysconfig.get_config_var", lambda _: ".so")
    origins = [f"{tmp_path.as_uri()}-other", tmp_path.as_uri()]
    installed = SimpleNamespace(read_text=lambda _: json.dumps({"url": origins[-1]}))
    monkeypatch.setattr("importlib.metadata.distribution", lambda _: installed)
    assert not install.is_program_installed()  # there is no core
    (tmp_path / "solver" / "native").mkdir(parents=True)
    for name in ("setup.py", "pyproject.toml", "solver/native/line.hpp", "solver/native/_core.so"):
        (tmp_path / name).touch()
        is_new = name == (newer or "solver/native/_core.so")
        os.utime(tmp_path / name, (2, 2) if is_new else (1, 1))
    assert install.is_program_installed() is (newer is None)
    origins.pop()
    assert not install.is_program_installed(), "it is installed from another folder"


def test_a_version_without_a_wheel_is_left_open_and_named(
    use: Callable[[Pip], None], capsys: pytest.CaptureFixture[str]
) -> None:
    pip = Pip("old-name==1.0", "numpy==2.4.6")
    use(pip)
    assert install.install_recorded("study") == 0
    assert pip.installed == [("click==8.5.1",)]
    assert "no wheels of Old_Name==1.0, numpy==2.4.6" in capsys.readouterr().err


def test_everything_is_the_newest_where_the_rest_does_not_fit(
    use: Callable[[Pip], None], capsys: pytest.CaptureFixture[str]
) -> None:
    pip = Pip("numpy==2.4.6", refuses=lambda constraints: "click" in constraints)
    use(pip)
    assert install.install_recorded("study") == 0
    assert pip.installed == [()]
    assert "all are the newest" in capsys.readouterr().err


def test_without_a_network_nothing_is_guessed(use: Callable[[Pip], None]) -> None:
    pip = Pip()
    pip.network = False
    use(pip)
    assert install.install_recorded("study") == 1
    assert pip.installed == []


def test_constraints_name_each_package_once_and_its_version() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    assert len({line.partition("==")[0].lower() for line in lines}) == len(lines) > 50
