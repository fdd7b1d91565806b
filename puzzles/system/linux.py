"""Linux: prctl, RLIMIT_DATA, /proc."""

from __future__ import annotations

import resource
import signal
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from puzzles.system.posix import Posix

_PR_SET_PDEATHSIG = 1


class Linux(Posix):
    """Linux with any C library."""

    is_linux = True
    camera_backend = "CAP_V4L2"
    made_up_folders = ("/proc", "/sys")

    def die_with_parent(self) -> None:
        """Let the kernel kill this process when the thread that started it ends.

        The id of the parent would not tell whether that has ended before: the program itself is
        process 1 in a container.
        """
        import ctypes  # takes some milliseconds, which not every command needs

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))

    def _memory_limit(self, memory: int) -> int | None:
        # Data, not address space: threads and allocators reserve much more of that than they use.
        data = _status("VmData")
        return None if data is None else data + memory

    def limit_memory(self, memory: int) -> None:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))

    def memory_bytes(self, pid: int | None = None) -> int | None:
        return _status("RssAnon", pid)

    def peak_bytes(self, pid: int | None = None) -> int | None:
        # Not ru_maxrss: it survives exec, so a child would start with its parent's peak.
        peak = _status("VmHWM", pid)
        return super().peak_bytes(pid) if peak is None else peak

    def reset_peak(self) -> None:
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")

    def glibc(self) -> Any:
        return _glibc()

    def processor(self) -> str:
        try:
            lines = Path("/proc/cpuinfo").read_text().splitlines()
        except OSError:
            return ""
        names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        return next(names, "")


def _status(field: str, pid: int | None = None) -> int | None:
    """A size in a process's status; ``None`` if there is no such process or size."""
    try:
        status = Path(f"/proc/{'self' if pid is None else pid}/status").read_text()
        return int(status.split(f"{field}:")[1].split()[0]) * 1024
    except (OSError, IndexError, ValueError):
        return None


@cache
def _glibc() -> Any:
    import ctypes

    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "gnu_get_libc_version") else None
