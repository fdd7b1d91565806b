"""The machine of a measurement, and the memory of a process."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path

from puzzles.version import version_number
from puzzles.words import worded


def peak_mb(pid: int | None = None) -> float:
    """The peak of a process's resident memory, in MB (2**20 bytes).

    On Linux this is ``VmHWM``: ``ru_maxrss`` survives exec, so a child would start with its
    parent's peak.

    Args:
        pid: The process; ``None`` for this one.

    Returns:
        NaN if the system has no such count.
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
    """Reset the peak of this process to its current memory, if the system supports it."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def limit_memory(limit_mb: int) -> None:
    """Limit the memory of this process, if the system supports it.

    Exceeding it raises ``MemoryError`` or, in compiled code, ends the process.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        # Not RLIMIT_AS: threads and allocators reserve many more addresses than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (limit_mb * 2**20, limit_mb * 2**20))


def machine() -> str:
    """Processor, cores, system, Python and the version of the program."""
    return worded(
        "{processor}, {cpu_count} cores, {system}, Python {python_version}, {program}",
        processor=processor(),
        cpu_count=os.cpu_count(),
        system=platform.system(),
        python_version=platform.python_version(),
        program=f"Nonogram Helper {version_number()}",
    )


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
