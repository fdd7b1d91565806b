"""Who has rights in which file: ``REUSE.toml`` says it of all of them, and says it truly."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib.util import find_spec
from typing import Any

import defusedxml.ElementTree
import pytest

from puzzles.formats import read
from tests.support.paths import ROOT
from tests.support.tracked import tracked_files
from tools import licences

Annotation = dict[str, Any]
TEXTS_OF_LICENCES = "LicenseRef-Verbatim"
"""Of texts that no installation contains."""
UNKNOWN_TO_APPSTREAM = "Unicode-3.0"
"""To that of Debian 12, which refuses the whole file for it."""
WITHOUT = re.compile(r"LICENSES/.*")
"""Files that need no annotation: the licences themselves."""


@cache
def all_annotations() -> list[Annotation]:
    data = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))
    return list(data["annotations"])


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern as REUSE has it: ``**`` is anything, ``*`` anything but a slash."""
    parts = re.split(r"(\*\*|\*)", pattern)
    wild = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(wild.get(part, re.escape(part)) for part in parts))


def listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def annotation_of(path: str) -> Annotation | None:
    """The last annotation that fits a path."""
    fitting = (
        each
        for each in reversed(all_annotations())
        if any(compiled(pattern).fullmatch(path) for pattern in listed(each["path"]))
    )
    return next(fitting, None)


def licences_of(expression: str) -> set[str]:
    return set(expression.split(" AND "))


def test_every_file_is_annotated() -> None:
    patterns = [pattern for each in all_annotations() for pattern in listed(each["path"])]
    found = tracked_files()
    assert "puzzles/model.py" in found
    left = [
        path
        for path in found
        if not WITHOUT.fullmatch(path)
        and not any(compiled(pattern).fullmatch(path) for pattern in patterns)
    ]
    assert not left, "say in REUSE.toml whose they are"


def test_every_pattern_fits_a_file() -> None:
    found = tracked_files()
    patterns = [pattern for each in all_annotations() for pattern in listed(each["path"])]
    assert not [
        pattern
        for pattern in patterns
        if not any(compiled(pattern).fullmatch(path) for path in found)
    ]


def test_licences_have_their_texts_and_the_package_names_them() -> None:
    named = {
        name for each in all_annotations() for name in licences_of(each["SPDX-License-Identifier"])
    }
    assert {path.stem for path in (ROOT / "LICENSES").glob("*.txt")} == named
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert licences_of(project["license"]) == named - {TEXTS_OF_LICENCES}
    for pattern in project["license-files"]:
        assert list(ROOT.glob(pattern)), pattern


def test_the_file_for_software_centres_says_the_same() -> None:
    (path,) = (ROOT / "share" / "metainfo").glob("*.xml")
    data = defusedxml.ElementTree.parse(path)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = licences_of(data.findtext("project_license", ""))
    assert named == licences_of(project["license"]) - {UNKNOWN_TO_APPSTREAM}
    own = annotation_of(path.relative_to(ROOT).as_posix())
    assert own is not None
    assert data.findtext("metadata_license") == own["SPDX-License-Identifier"]


def test_our_licence_is_the_text_of_its_name() -> None:
    ours = (ROOT / "LICENSE").read_text(encoding="utf-8")
    of_all = (ROOT / "LICENSES" / "MIT.txt").read_text(encoding="utf-8")
    assert ours == of_all.replace("<year> <copyright holders>", licences.OURS)


@pytest.mark.parametrize("folder", ["packs", "study"])
def test_puzzles_have_the_rights_that_they_name(folder: str) -> None:
    paths = sorted((ROOT / "puzzles" / folder).rglob("*.non"))
    assert len(paths) > 30
    for path in paths:
        found = annotation_of(path.relative_to(ROOT).as_posix())
        own = licences.rights(read(path).puzzle)
        assert found is not None
        assert found["SPDX-License-Identifier"] == own.licence, path
        assert set(listed(found["SPDX-FileCopyrightText"])) == set(own.holders), path


def test_the_notices_name_every_holder() -> None:
    notices = (ROOT / "puzzles" / "packs" / "licenses.txt").read_text(encoding="utf-8")
    readme = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    puzzles = [read(path).puzzle for path in (ROOT / "puzzles" / "packs").rglob("*.non")]
    for each in {licences.rights(puzzle) for puzzle in puzzles}:
        assert f"{each.licence}:" in notices or f"{each.licence} here:" in notices, each
        for holder in each.holders:
            name = re.sub(r"^\d+ | \(.*", "", holder)
            assert name in readme or name in notices or name == "The Nonogram Helper authors"


def test_what_the_tool_makes_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, "tools/licences.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0


def test_reuse_finds_nothing() -> None:
    if find_spec("reuse") is None and shutil.which("reuse") is None:
        pytest.skip("reuse is not installed")
    command = [sys.executable, "-m", "reuse"] if find_spec("reuse") else ["reuse"]
    done = subprocess.run([*command, "lint"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
