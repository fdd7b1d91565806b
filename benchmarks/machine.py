"""The machine and the tools of a measurement."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from solver.study.machine import processor


def machine() -> str:
    """Processor, cores, Python, compiler and commit, and whether files differ from the commit."""
    compiler = _output("c++", "--version").split("\n")[0]
    return (
        f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"{compiler or 'no compiler'}, {_commit()}"
    )


def _commit() -> str:
    commit = _output("git", "rev-parse", "--short", "HEAD")
    if not commit:
        return "no commit"
    is_changed = bool(_output("git", "status", "--porcelain"))
    return f"commit {commit}{' with local changes' if is_changed else ''}"


def _output(*command: str) -> str:
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""
