"""The files that are kept in the repository."""

from __future__ import annotations

import os
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
    # A hook of git has variables that name its own index, and a repository of another folder.
    made = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(words, cwd=ROOT, env=made, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    return [name for name in done.stdout.split("\0") if (ROOT / name).is_file()]
