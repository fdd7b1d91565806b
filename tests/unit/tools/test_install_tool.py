"""Which versions `make run` and `make test` install; pip is played by a function."""

from __future__ import annotations

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
        monkeypatch.setattr(install, "subprocess", SimpleNamespace(run=pip.run))

    return use_pip


def test_recorded_versions_are_installed(use: Callable[[Pip], None]) -> None:
    pip = Pip()
    use(pip)
    assert install.install_recorded("study") == 0
    assert pip.installed == [tuple(RECORDED)]


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
