"""Other processes."""

from __future__ import annotations

import os
from pathlib import Path


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
