"""The source distribution has all that is kept in the repository, and nothing else."""

from __future__ import annotations

import pytest

from tests.support.paths import ROOT
from tests.support.tracked import tracked_files

# Not all that runs the tests has a setuptools of its own.
egg_info = pytest.importorskip("setuptools.command.egg_info")


def test_the_manifest_takes_what_is_kept_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = set(tracked_files())
    monkeypatch.chdir(ROOT)
    packed = egg_info.FileList()
    for line in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            packed.process_template_line(line)
    assert set(packed.files) == expected
