"""The machine of a measurement, and the memory of a process."""

from __future__ import annotations

import os
import platform

from puzzles.system import SYSTEM
from puzzles.version import version_number
from puzzles.words import worded


def peak_mb(pid: int | None = None) -> float:
    """The peak of a process's resident memory, in MB (2**20 bytes).

    Args:
        pid: The process; ``None`` for this one.

    Returns:
        NaN if the system has no such count.
    """
    peak = SYSTEM.peak_bytes(pid)
    return float("nan") if peak is None else peak / 2**20


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
    """The model of the processor."""
    return SYSTEM.processor() or platform.processor() or platform.machine()
