"""Other processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.paths import ROOT


def run_python(
    script: str, *words: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script with another Python in the project's folder."""
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def printed_by(script: str, *words: str, env: Mapping[str, str] | None = None) -> str:
    """What a script prints that ends well."""
    done = run_python(script, *words, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_running(pid: int) -> bool:
    """Whether there is such a process.

    One that has ended but that nobody has asked for its exit code is none: where nobody collects
    the children of programs that have ended, as in some containers, it stays for ever.
    """
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
