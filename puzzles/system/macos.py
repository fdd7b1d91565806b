"""macOS. Written against Apple's headers; docs/maintainers/packaging.md says what nobody has run.

macOS accepts RLIMIT_AS and RLIMIT_DATA, but does not hold a process to them, so the memory is
watched (:mod:`~puzzles.system.memory_watch`). There is no prctl, so a child looks for its parent.
"""

from __future__ import annotations

import ctypes
import os
import plistlib
import resource
from functools import cached_property
from pathlib import Path
from typing import Any

from puzzles.system.posix import Posix

_RUSAGE_INFO_V4 = 4


class RusageInfoV4(ctypes.Structure):
    """``rusage_info_v4`` of ``sys/resource.h``: what ``proc_pid_rusage`` fills in."""

    _fields_ = (
        ("ri_uuid", ctypes.c_uint8 * 16),
        ("ri_before", ctypes.c_uint64 * 7),
        ("ri_phys_footprint", ctypes.c_uint64),
        ("ri_between", ctypes.c_uint64 * 20),
        ("ri_lifetime_max_phys_footprint", ctypes.c_uint64),
        ("ri_after", ctypes.c_uint64 * 6),
    )


class MacOS(Posix):
    """macOS from 11 on.

    Args:
        libproc: The library that has ``proc_pid_rusage``; loaded when it is first needed.
    """

    listed_cameras = "CAP_AVFOUNDATION"
    shares_recent_files = False

    def __init__(self, libproc: Any = None) -> None:
        self._given = libproc

    @cached_property
    def _libproc(self) -> Any:
        return ctypes.CDLL("/usr/lib/libproc.dylib") if self._given is None else self._given

    def memory_bytes(self, pid: int | None = None) -> int | None:
        """The footprint that Activity Monitor shows: also what is compressed, or swapped out."""
        usage = self._usage(pid)
        return None if usage is None else int(usage.ri_phys_footprint)

    def peak_bytes(self, pid: int | None = None) -> int | None:
        if pid is None:  # here in bytes, not in KB
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        usage = self._usage(pid)
        return None if usage is None else int(usage.ri_lifetime_max_phys_footprint)

    def _usage(self, pid: int | None) -> RusageInfoV4 | None:
        usage = RusageInfoV4()
        try:
            failed = self._libproc.proc_pid_rusage(
                ctypes.c_int(os.getpid() if pid is None else pid),
                ctypes.c_int(_RUSAGE_INFO_V4),
                ctypes.byref(usage),
            )
        except (OSError, AttributeError):  # no such library, or function
            return None
        return None if failed else usage

    def languages(self) -> list[str]:
        found = _preference(".GlobalPreferences", "AppleLanguages")
        return [code for code in found if isinstance(code, str)] if isinstance(found, list) else []

    def is_still(self) -> bool:
        return bool(_preference("com.apple.universalaccess", "reduceMotion"))


def _preference(domain: str, key: str) -> object:
    """A value of the user's preferences; ``None`` if it is missing or cannot be read."""
    try:
        path = Path.home() / "Library" / "Preferences" / f"{domain}.plist"
        return plistlib.loads(path.read_bytes()).get(key)
    except (OSError, ValueError, AttributeError, RuntimeError):
        return None
