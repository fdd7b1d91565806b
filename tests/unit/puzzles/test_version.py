"""The version is said once, in pyproject.toml."""

from __future__ import annotations

import importlib.metadata
import re
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import NoReturn

import pytest

from puzzles import version
from tests.support.paths import ROOT


def test_a_checkout_has_the_version_of_its_own_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert version.version_number() == project["version"]


@pytest.fixture
def no_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages lie in no checkout."""
    monkeypatch.setattr(version, "_CHECKOUT", Path("/nowhere/pyproject.toml"))


@pytest.mark.usefixtures("no_checkout")
def test_an_installation_is_not_searched_with_the_slow_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(_: str) -> NoReturn:
        raise AssertionError

    for name in ("nonogram_helper_more-3.dist-info", "nonogram_helper-7.8.9.dist-info"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(sys, "path", ["/nowhere", str(tmp_path)])
    monkeypatch.setattr(importlib.metadata, "version", slow)
    assert version.version_number() == "7.8.9"


@pytest.mark.usefixtures("no_checkout")
def test_the_folder_says_what_the_metadata_say() -> None:
    found = [each.version for each in importlib.metadata.distributions(name=version.DISTRIBUTION)]
    if not found:
        pytest.skip("the program is not installed")
    assert version.version_number() == found[0]


@pytest.mark.usefixtures("no_checkout")
def test_an_archive_on_the_path_is_searched_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "program.whl", "w") as archive:
        archive.writestr("nonogram_helper-4.5.dist-info/METADATA", "Name: x\nVersion: 4.5\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "program.whl")])
    assert version.version_number() == "4.5"


@pytest.mark.usefixtures("no_checkout")
def test_a_mere_copy_of_the_packages_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    assert version.version_number() == version.UNKNOWN


def test_the_newest_heading_of_the_changelog_names_it() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == version.version_number()
