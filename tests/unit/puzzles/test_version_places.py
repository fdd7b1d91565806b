"""The places in which the version is found, the quickest first."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from puzzles import version


@pytest.fixture(autouse=True)
def no_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "_CHECKOUT", Path("/nowhere/pyproject.toml"))


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


def test_the_folder_says_what_the_metadata_say() -> None:
    found = [each.version for each in importlib.metadata.distributions(name=version.DISTRIBUTION)]
    if not found:
        pytest.skip("the program is not installed")
    assert version.version_number() == found[0]


def test_an_archive_on_the_path_is_searched_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "program.whl", "w") as archive:
        archive.writestr("nonogram_helper-4.5.dist-info/METADATA", "Name: x\nVersion: 4.5\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "program.whl")])
    assert version.version_number() == "4.5"


def test_a_mere_copy_of_the_packages_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    assert version.version_number() == version.UNKNOWN
