"""Windows, as Microsoft documents it; docs/maintainers/packaging.md says what nobody has run.

A **job object** holds processes to limits. There are two kinds here, which nest (from Windows 8):

* the program's own job has its children, and ends them when the last handle to the job is closed,
  which the system does when the program ends in any way;
* a child puts itself into a job whose limits are those of the work that it does.

Permissions: a file has no 0600. The player's files are in his ``AppData``, whose access list lets
in him, the administrators and the system; Python's mkdir with mode 0700 sets such a list, too, from
3.12.4 on.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from puzzles.system.common import System

_log = logging.getLogger(__name__)

# Names and values of the headers winnt.h, winbase.h and winerror.h.
PROCESS_TERMINATE, PROCESS_VM_READ = 0x1, 0x10
PROCESS_SET_QUOTA, PROCESS_SET_INFORMATION = 0x100, 0x200
PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
LIMIT_PROCESS_TIME, LIMIT_ACTIVE_PROCESS, LIMIT_PROCESS_MEMORY = 0x2, 0x8, 0x100
LIMIT_DIE_ON_UNHANDLED_EXCEPTION, LIMIT_KILL_ON_JOB_CLOSE = 0x400, 0x2000
EXTENDED_LIMIT_INFORMATION = 9
CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW = 0x200, 0x8000000
IDLE_PRIORITY_CLASS, BELOW_NORMAL_PRIORITY_CLASS = 0x40, 0x4000
MUI_LANGUAGE_NAME = 0x8
SPI_GETCLIENTAREAANIMATION = 0x1042
SHARD_PATHW = 3
ERROR_NOT_ENOUGH_QUOTA, STATUS_QUOTA_EXCEEDED = 1816, 0xC0000044
_TICKS_PER_S = 10_000_000
"""Times of job objects are in units of 100 ns."""

# Not ctypes.wintypes: its DWORD has 8 bytes on other systems, where the tests run.
_BOOL, _DWORD, _HANDLE, _SIZE = ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t


class BasicLimits(ctypes.Structure):
    """``JOBOBJECT_BASIC_LIMIT_INFORMATION``."""

    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", _DWORD),
        ("MinimumWorkingSetSize", _SIZE),
        ("MaximumWorkingSetSize", _SIZE),
        ("ActiveProcessLimit", _DWORD),
        ("Affinity", _SIZE),
        ("PriorityClass", _DWORD),
        ("SchedulingClass", _DWORD),
    )


class ExtendedLimits(ctypes.Structure):
    """``JOBOBJECT_EXTENDED_LIMIT_INFORMATION``."""

    _fields_ = (
        ("BasicLimitInformation", BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", _SIZE),
        ("JobMemoryLimit", _SIZE),
        ("PeakProcessMemoryUsed", _SIZE),
        ("PeakJobMemoryUsed", _SIZE),
    )


class MemoryCounters(ctypes.Structure):
    """``PROCESS_MEMORY_COUNTERS_EX``."""

    _fields_ = (
        ("cb", _DWORD),
        ("PageFaultCount", _DWORD),
        ("PeakWorkingSetSize", _SIZE),
        ("WorkingSetSize", _SIZE),
        ("QuotaPeakPagedPoolUsage", _SIZE),
        ("QuotaPagedPoolUsage", _SIZE),
        ("QuotaPeakNonPagedPoolUsage", _SIZE),
        ("QuotaNonPagedPoolUsage", _SIZE),
        ("PagefileUsage", _SIZE),
        ("PeakPagefileUsage", _SIZE),
        ("PrivateUsage", _SIZE),
    )


PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "AssignProcessToJobObject": (_BOOL, (_HANDLE, _HANDLE)),
    "CloseHandle": (_BOOL, (_HANDLE,)),
    "CreateJobObjectW": (_HANDLE, (ctypes.c_void_p, ctypes.c_wchar_p)),
    "GetCurrentProcess": (_HANDLE, ()),
    "GetUserPreferredUILanguages": (
        _BOOL,
        (_DWORD, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p),
    ),
    "K32GetProcessMemoryInfo": (_BOOL, (_HANDLE, ctypes.c_void_p, _DWORD)),
    "OpenProcess": (_HANDLE, (_DWORD, _BOOL, _DWORD)),
    "SetInformationJobObject": (_BOOL, (_HANDLE, ctypes.c_int, ctypes.c_void_p, _DWORD)),
    "SetPriorityClass": (_BOOL, (_HANDLE, _DWORD)),
}
"""The functions of kernel32 that are called here: what they return, and their arguments. Without
these, ctypes cuts handles to 32 bits."""


def declared(library: Any) -> Any:
    """A library whose functions know :data:`PROTOTYPES`."""
    for name, (result, arguments) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


@dataclass(frozen=True, slots=True)
class _JobLimits:
    """The limits of the job that a child has put itself into."""

    memory: int | None = None
    """Bytes that the process may commit."""
    ticks: int | None = None
    """User time of the process, in units of 100 ns."""
    is_alone: bool = False
    """Whether the process may start no other one."""

    def with_(
        self, memory: int | None, ticks: int | None = None, is_alone: bool = False
    ) -> _JobLimits:
        """These limits with more, which do not widen them."""
        return _JobLimits(
            _lower(self.memory, memory), _lower(self.ticks, ticks), self.is_alone or is_alone
        )

    def structure(self) -> ExtendedLimits:
        """For ``SetInformationJobObject``. Under limits, no dialog is shown for a crash."""
        limits = ExtendedLimits()
        basic = limits.BasicLimitInformation
        if self != _JobLimits():
            basic.LimitFlags = LIMIT_DIE_ON_UNHANDLED_EXCEPTION
        if self.is_alone:
            basic.LimitFlags |= LIMIT_ACTIVE_PROCESS
            basic.ActiveProcessLimit = 1
        if self.memory is not None:
            basic.LimitFlags |= LIMIT_PROCESS_MEMORY
            limits.ProcessMemoryLimit = self.memory
        if self.ticks is not None:
            basic.LimitFlags |= LIMIT_PROCESS_TIME
            basic.PerProcessUserTimeLimit = self.ticks
        return limits


class Windows(System):
    """Windows 10 and later.

    Args:
        kernel32: The library; loaded when it is first needed.
        user32: The library; loaded when it is first needed.
        shell32: The library; loaded when it is first needed.
    """

    renames_open_files = False
    listed_cameras = "CAP_MSMF"
    shares_recent_files = False
    interrupting_signals = tuple(
        getattr(signal, name)
        for name in ("SIGINT", "SIGTERM", "SIGBREAK")  # the last one is Ctrl+Break
        if hasattr(signal, name)
    )
    ending_signals = interrupting_signals
    apart: ClassVar[Mapping[str, Any]] = {
        "creationflags": CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW
    }
    _OVERTIME: ClassVar = (ERROR_NOT_ENOUGH_QUOTA, STATUS_QUOTA_EXCEEDED)

    def __init__(self, kernel32: Any = None, user32: Any = None, shell32: Any = None) -> None:
        self._given = kernel32, user32, shell32
        self._limits = _JobLimits()

    @cached_property
    def _kernel(self) -> Any:
        given = self._given[0]
        return declared(_library("kernel32")) if given is None else given

    @cached_property
    def _children(self) -> int | None:
        """The job of this program's children. It is never closed but by the end of the program."""
        limits = ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = LIMIT_KILL_ON_JOB_CLOSE
        job = self._kernel.CreateJobObjectW(None, None)
        return job if job and self._set(job, limits) else None

    @cached_property
    def _own_job(self) -> int | None:
        """A job of which this process is the only member."""
        job = self._kernel.CreateJobObjectW(None, None)
        current = self._kernel.GetCurrentProcess()
        if job and self._kernel.AssignProcessToJobObject(job, current):
            return int(job)
        _log.warning("this process cannot be limited: there is no job object for it")
        return None

    def tie_to_program(self, pid: int) -> None:
        if self._children is None:
            return
        with self._opened(pid, PROCESS_SET_QUOTA | PROCESS_TERMINATE) as process:
            if process:
                self._kernel.AssignProcessToJobObject(self._children, process)

    def run_when_idle(self) -> None:
        kernel = self._kernel
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), IDLE_PRIORITY_CLASS)

    def run_after_others(self, pid: int) -> None:
        with self._opened(pid, PROCESS_SET_INFORMATION) as process:
            if process:
                self._kernel.SetPriorityClass(process, BELOW_NORMAL_PRIORITY_CLASS)

    @contextmanager
    def limited(
        self, memory: int | None, seconds: float, *, is_alone: bool = False
    ) -> Iterator[None]:
        """Limit what the process commits, and its time in user mode.

        A process that exceeds the memory gets no more, as on Linux.
        """
        used = self.memory_bytes()
        until_s = os.times().user + seconds
        before = self._limits
        self._hold_to(
            before.with_(
                None if memory is None or used is None else used + memory,
                round(until_s * _TICKS_PER_S) if until_s < float("inf") else None,
                is_alone,
            )
        )
        try:
            yield
        finally:
            self._hold_to(before)

    def limit_memory(self, memory: int) -> None:
        self._hold_to(self._limits.with_(memory))

    def _hold_to(self, limits: _JobLimits) -> None:
        self._limits = limits
        if self._own_job is not None and not self._set(self._own_job, limits.structure()):
            _log.warning("this process cannot be limited: the system refuses %s", limits)

    def is_overtime(self, exit_code: int) -> bool:
        return exit_code in self._OVERTIME

    def memory_bytes(self, pid: int | None = None) -> int | None:
        """What the process has committed, which is what a job limits."""
        counters = self._counters(pid)
        return None if counters is None else int(counters.PrivateUsage)

    def peak_bytes(self, pid: int | None = None) -> int | None:
        counters = self._counters(pid)
        return None if counters is None else int(counters.PeakWorkingSetSize)

    def _counters(self, pid: int | None) -> MemoryCounters | None:
        counters = MemoryCounters(cb=ctypes.sizeof(MemoryCounters))
        rights = PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_VM_READ
        with self._opened(pid, rights) as process:
            is_filled = process and self._kernel.K32GetProcessMemoryInfo(
                process, ctypes.byref(counters), ctypes.sizeof(counters)
            )
        return counters if is_filled else None

    def settings_folder(self, environment: Mapping[str, str]) -> Path:
        return Path(environment.get("APPDATA", ""))

    def note_recent(self, path: Path) -> None:
        shell = _library("shell32") if self._given[2] is None else self._given[2]
        shell.SHAddToRecentDocs(SHARD_PATHW, ctypes.c_wchar_p(str(path)))

    def languages(self) -> list[str]:
        count, size = ctypes.c_uint32(), ctypes.c_uint32()
        found, length = ctypes.byref(count), ctypes.byref(size)
        ask = self._kernel.GetUserPreferredUILanguages
        if not ask(MUI_LANGUAGE_NAME, found, None, length) or not size.value:
            return []
        text = (ctypes.c_uint16 * size.value)()  # a WCHAR has 4 bytes elsewhere
        if not ask(MUI_LANGUAGE_NAME, found, ctypes.byref(text), length):
            return []
        return bytes(text).decode("utf-16-le", "replace").split("\0")[: count.value]

    def text_factor(self) -> float | None:
        winreg: Any = import_module("winreg")
        place = r"Software\Microsoft\Accessibility"
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:
                return int(winreg.QueryValueEx(key, "TextScaleFactor")[0]) / 100
        except FileNotFoundError:  # the player has never changed it
            return None

    def is_still(self) -> bool:
        user = _library("user32") if self._given[1] is None else self._given[1]
        is_animated = ctypes.c_int(1)
        is_answered = user.SystemParametersInfoW(
            SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(is_animated), 0
        )
        return bool(is_answered) and not is_animated.value

    def _set(self, job: int, limits: ExtendedLimits) -> bool:
        is_set = self._kernel.SetInformationJobObject(
            job, EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        return bool(is_set)

    @contextmanager
    def _opened(self, pid: int | None, rights: int) -> Iterator[int | None]:
        """A handle to a process; ``None`` if it is not there or may not be opened."""
        if pid is None:
            yield self._kernel.GetCurrentProcess()
            return
        process = self._kernel.OpenProcess(rights, False, pid)
        try:
            yield process
        finally:
            if process:
                self._kernel.CloseHandle(process)


def _lower(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


def _library(name: str) -> Any:
    return vars(ctypes)["WinDLL"](name, use_last_error=True)
