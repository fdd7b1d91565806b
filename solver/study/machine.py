"""On what something was measured, and how much memory a process has had."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def peak_mb(pid: int | None = None) -> float:
    """The most memory that a process has had resident, in MB (2**20 bytes).

    On Linux ``ru_maxrss`` survives exec, so a child would begin with its parent's peak; the
    kernel's other count does not.

    Args:
        pid: The process; ``None`` for this one.

    Returns:
        Not a number where the system does not tell.
    """
    try:
        status = Path(f"/proc/{pid or 'self'}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        if pid is not None:
            return float("nan")
    try:
        import resource  # not on Windows
    except ImportError:
        return float("nan")
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale


def reset_peak() -> None:
    """Let the peak of this process begin anew with what it has now, where the system can."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def limit_memory(limit_mb: int) -> None:
    """Let this process have no more memory, where the system can see to it.

    More than that is a ``MemoryError`` or, in compiled code, the end of the process.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        # Data, not addresses: threads and allocators reserve many more of those than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (limit_mb * 2**20, limit_mb * 2**20))


def machine() -> str:
    """Processor, cores, system, Python and the version of the program."""
    try:
        program = f"Nonogram Helper {version('nonogram-helper')}"
    except PackageNotFoundError:
        program = "Nonogram Helper"
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, {program}"
    )


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
