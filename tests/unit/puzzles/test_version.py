"""The version is said once, in pyproject.toml."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import NoReturn

import pytest
from babel import Locale

from puzzles import version
from puzzles.language import LANGUAGES
from tests.support.paths import ROOT


def test_a_checkout_has_the_version_of_its_own_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert version.version_number() == project["version"]


def test_an_installation_has_that_of_its_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "_CHECKOUT", Path("/nowhere/pyproject.toml"))
    monkeypatch.setattr(importlib.metadata, "version", lambda name: f"7.8.9 of {name}")
    assert version.version_number() == "7.8.9 of nonogram-helper"


def test_a_mere_copy_of_the_packages_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> NoReturn:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(version, "_CHECKOUT", Path("/nowhere/pyproject.toml"))
    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert version.version_number() == version.UNKNOWN


def test_the_package_names_the_languages_of_the_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    start = "Natural Language :: "
    named = {line.removeprefix(start) for line in project["classifiers"] if line.startswith(start)}
    assert named == {Locale(code).english_name for code in LANGUAGES}


def test_the_newest_heading_of_the_changelog_names_it() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == version.version_number()
