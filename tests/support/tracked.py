"""The files that are kept in the repository."""

from __future__ import annotations

import subprocess

import pytest

from tests.support.paths import ROOT


def tracked_files() -> list[str]:
    """Their paths, relative to the root, and those of new files that git does not ignore.

    Skips the test where there is no repository.
    """
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    words = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    words += ["--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    return [name for name in done.stdout.split("\0") if (ROOT / name).is_file()]
