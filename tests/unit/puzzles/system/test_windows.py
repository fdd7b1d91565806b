"""What is asked of Windows, with a kernel that keeps jobs and processes as Microsoft describes."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from puzzles.system import windows
from puzzles.system.windows import Windows

CURRENT = 2**64 - 1
"""The handle that ``GetCurrentProcess`` returns: -1."""
MB = 2**20


@dataclass
class Kernel:
    """The functions of kernel32; what a process or a job is, is known by its handle."""

    me: int = 100
    others: frozenset[int] = frozenset({7})
    committed: int = 300 * MB
    refuses: frozenset[str] = frozenset()
    opened: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Handles of processes, with the rights and the process."""
    jobs: dict[int, list[int]] = field(default_factory=dict)
    """Handles of jobs, with their processes."""
    limits: dict[int, windows.ExtendedLimits] = field(default_factory=dict)
    priorities: dict[int, int] = field(default_factory=dict)
    languages: str = "de-DE\0en-US\0\0"

    def _process(self, handle: int, rights: int) -> int:
        if handle == CURRENT:
            return self.me
        granted, pid = self.opened[handle]
        assert granted & rights == rights, "access denied"
        return pid

    def GetCurrentProcess(self) -> int:
        return CURRENT

    def OpenProcess(self, rights: int, is_inherited: bool, pid: int) -> int | None:
        assert not is_inherited
        if pid not in self.others:
            return None
        handle = 1000 + len(self.opened)
        self.opened[handle] = rights, pid
        return handle

    def CloseHandle(self, handle: int) -> int:
        assert handle not in self.jobs, "closing the job would end the children"
        del self.opened[handle]
        return 1

    def CreateJobObjectW(self, security: None, name: None) -> int | None:
        assert (security, name) == (None, None)
        if "job" in self.refuses:
            return None
        job = 5000 + len(self.jobs)
        self.jobs[job] = []
        return job

    def SetInformationJobObject(self, job: int, kind: int, reference: Any, size: int) -> int:
        value = reference._obj
        assert (kind, size, type(value)) == (9, ctypes.sizeof(value), windows.ExtendedLimits)
        self.limits[job] = windows.ExtendedLimits.from_buffer_copy(value)
        return "limits" not in self.refuses

    def AssignProcessToJobObject(self, job: int, handle: int) -> int:
        self.jobs[job].append(self._process(handle, 0x101))  # SET_QUOTA and TERMINATE
        return 1

    def SetPriorityClass(self, handle: int, priority: int) -> int:
        self.priorities[self._process(handle, 0x200)] = priority
        return 1

    def K32GetProcessMemoryInfo(self, handle: int, reference: Any, size: int) -> int:
        counters = reference._obj
        assert counters.cb == size == 80
        self._process(handle, 0x1010)
        counters.PrivateUsage, counters.PeakWorkingSetSize = self.committed, 500 * MB
        return 1

    def GetUserPreferredUILanguages(self, flags: int, count: Any, buffer: Any, length: Any) -> int:
        assert flags == 8
        units = self.languages.encode("utf-16-le")
        count._obj.value = len(self.languages.strip("\0").split("\0"))
        if buffer is not None:
            assert length._obj.value == len(self.languages)
            ctypes.memmove(buffer._obj, units, len(units))
        length._obj.value = len(self.languages)
        return "languages" not in self.refuses


def only(kernel: Kernel) -> Any:
    """The limits of the only job."""
    (limits,) = kernel.limits.values()
    return limits


def flags(kernel: Kernel) -> int:
    return int(only(kernel).BasicLimitInformation.LimitFlags)


def test_structures_have_the_sizes_of_the_headers() -> None:
    """On 64 bits; offsets are those of winnt.h and psapi.h."""
    basic, extended = windows.BasicLimits, windows.ExtendedLimits
    assert [ctypes.sizeof(each) for each in (basic, extended, windows.MemoryCounters)] == [
        64,
        144,
        80,
    ]
    assert (basic.LimitFlags.offset, basic.ActiveProcessLimit.offset) == (16, 40)
    assert (extended.ProcessMemoryLimit.offset, windows.MemoryCounters.PrivateUsage.offset) == (
        112,
        72,
    )


def test_every_function_that_is_called_has_its_types() -> None:
    """A handle is a pointer: without that, ctypes cuts it to 32 bits."""
    library = SimpleNamespace(
        **{name: SimpleNamespace(restype=None, argtypes=None) for name in windows.PROTOTYPES}
    )
    assert windows.declared(library) is library
    assert library.OpenProcess.restype is ctypes.c_void_p
    called = {name for name in vars(Kernel) if name[0].isupper() or name.startswith("K32")}
    assert called == set(windows.PROTOTYPES)
    for name, (_, arguments) in windows.PROTOTYPES.items():
        count = getattr(Kernel, name).__code__.co_argcount - 1
        assert len(arguments) == count, name


def test_children_are_in_a_job_that_ends_them_with_the_program() -> None:
    kernel = Kernel(others=frozenset({7, 8}))
    system = Windows(kernel)
    for pid in (7, 8, 9):  # the last one has ended
        system.tie_to_program(pid)
    assert list(kernel.jobs.values()) == [[7, 8]]
    assert flags(kernel) == windows.LIMIT_KILL_ON_JOB_CLOSE == 0x2000
    assert not kernel.opened  # each handle was closed


@pytest.mark.parametrize("refused", ["job", "limits"])
def test_without_jobs_children_run_and_work_is_not_limited(refused: str) -> None:
    kernel = Kernel(refuses=frozenset({refused}))
    system = Windows(kernel)
    system.tie_to_program(7)
    with system.limited(MB, 1):
        pass
    assert 7 not in [pid for members in kernel.jobs.values() for pid in members]


def test_a_child_limits_itself_and_is_free_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "times", lambda: SimpleNamespace(user=14.27))
    kernel = Kernel()
    system = Windows(kernel)
    with suppress(ZeroDivisionError), system.limited(1024 * MB, 30, is_alone=True):
        assert list(kernel.jobs.values()) == [[kernel.me]]
        limits = only(kernel)
        assert limits.ProcessMemoryLimit == (300 + 1024) * MB
        assert limits.BasicLimitInformation.PerProcessUserTimeLimit == 442_700_000
        assert flags(kernel) == 0x2 | 0x8 | 0x100 | 0x400
        assert limits.BasicLimitInformation.ActiveProcessLimit == 1
        raise ZeroDivisionError
    assert flags(kernel) == 0
    assert len(kernel.jobs) == 1


def test_a_wider_limit_within_does_not_widen() -> None:
    kernel = Kernel()
    system = Windows(kernel)
    with system.limited(100 * MB, 500):
        outer = bytes(only(kernel))
        with system.limited(200 * MB, 900):
            assert bytes(only(kernel)) == outer
        with system.limited(50 * MB, float("inf")):
            assert only(kernel).ProcessMemoryLimit == 350 * MB
        assert bytes(only(kernel)) == outer


@pytest.mark.parametrize(
    ("memory", "seconds", "expected"),
    [(None, 5.0, 0x2 | 0x400), (MB, float("inf"), 0x100 | 0x400)],
    ids=["time", "memory"],
)
def test_only_what_is_asked_for_is_limited(
    memory: int | None, seconds: float, expected: int
) -> None:
    kernel = Kernel()
    with Windows(kernel).limited(memory, seconds):
        assert flags(kernel) == expected


def test_work_that_starts_others_may_do_so_unless_it_is_within_work_that_does_not() -> None:
    """The service's workers run commands, which have child processes of their own."""
    kernel = Kernel()
    system = Windows(kernel)
    with system.limited(MB, 5):
        assert not flags(kernel) & 0x8
        with system.limited(MB, 5, is_alone=True):
            assert flags(kernel) & 0x8
            with system.limited(MB, 5):
                assert flags(kernel) & 0x8
        assert not flags(kernel) & 0x8


def test_memory_is_limited_for_good() -> None:
    kernel = Kernel()
    system = Windows(kernel)
    system.limit_memory(2000 * MB)
    with system.limited(100 * MB, 5):
        assert only(kernel).ProcessMemoryLimit == 400 * MB
    assert only(kernel).ProcessMemoryLimit == 2000 * MB


def test_an_exit_code_says_that_the_time_was_over() -> None:
    system = Windows(Kernel())
    codes = (1816, 0xC0000044, 0, 1, 86, 0xC0000005)
    assert [system.is_overtime(code) for code in codes] == [True, True] + 4 * [False]


def test_priorities() -> None:
    kernel = Kernel()
    system = Windows(kernel)
    system.run_when_idle()
    system.run_after_others(7)
    system.run_after_others(9)  # it has ended
    assert kernel.priorities == {kernel.me: 0x40, 7: 0x4000}
    assert not kernel.opened


def test_memory_is_what_is_committed() -> None:
    system = Windows(Kernel())
    assert [system.memory_bytes(), system.memory_bytes(7)] == [300 * MB, 300 * MB]
    assert [system.peak_bytes(7), system.peak_bytes(9)] == [500 * MB, None]


def test_languages_are_those_of_the_user() -> None:
    assert Windows(Kernel()).languages() == ["de-DE", "en-US"]
    assert Windows(Kernel(languages="\0\0")).languages() in ([], [""])
    assert Windows(Kernel(refuses=frozenset({"languages"}))).languages() == []


def test_the_text_size_is_read_from_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"TextScaleFactor": (150, 4)}

    class Key:
        def __enter__(self) -> Key:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    def opened(root: str, place: str) -> Key:
        assert (root, place) == ("user", r"Software\Microsoft\Accessibility")
        if not values:
            raise FileNotFoundError
        return Key()

    registry = SimpleNamespace(
        HKEY_CURRENT_USER="user", OpenKey=opened, QueryValueEx=lambda key, name: values[name]
    )
    monkeypatch.setitem(sys.modules, "winreg", registry)
    assert Windows(Kernel()).text_factor() == 1.5
    values.clear()
    assert Windows(Kernel()).text_factor() is None


@pytest.mark.parametrize(
    ("answers", "is_animated", "is_still"), [(1, 0, True), (1, 1, False), (0, 0, False)]
)
def test_motion_is_asked_for(answers: int, is_animated: int, is_still: bool) -> None:
    def asked(action: int, parameter: int, reference: Any, change: int) -> int:
        assert (action, parameter, change) == (0x1042, 0, 0)
        reference._obj.value = is_animated
        return answers

    user = SimpleNamespace(SystemParametersInfoW=asked)
    assert Windows(Kernel(), user).is_still() is is_still


def test_settings_and_locks(tmp_path: Path) -> None:
    system = Windows(Kernel())
    assert system.settings_folder({"APPDATA": str(tmp_path)}) == tmp_path
    assert not system.renames_open_files
    assert system.lock(1)
    assert not system.is_linux


def test_children_by_command_have_no_console_and_no_ctrl_c() -> None:
    new_process_group, no_window = 0x200, 0x8000000
    assert Windows().apart == {"creationflags": new_process_group | no_window}
