"""What is asked of macOS, with a library that fills in ``rusage_info_v4`` as its headers say."""

from __future__ import annotations

import ctypes
import os
import plistlib
from pathlib import Path
from typing import Any

import pytest

from puzzles.system.macos import MacOS, RusageInfoV4


class Libproc:
    """Knows this process and another one."""

    def __init__(self, footprint: int = 1_000, *, is_known: bool = True) -> None:
        self.footprint, self.is_known = footprint, is_known

    def proc_pid_rusage(self, pid: Any, flavor: Any, reference: Any) -> int:
        assert flavor.value == 4
        if pid.value not in (os.getpid(), 7) or not self.is_known:
            return -1
        reference._obj.ri_phys_footprint = self.footprint
        reference._obj.ri_lifetime_max_phys_footprint = 5 * self.footprint
        return 0


def test_the_structure_is_that_of_the_header() -> None:
    """An id of 16 bytes, then 35 numbers of 8: the 8th is the footprint, the 29th its peak."""
    assert ctypes.sizeof(RusageInfoV4) == 16 + 35 * 8
    assert RusageInfoV4.ri_phys_footprint.offset == 16 + 7 * 8
    assert RusageInfoV4.ri_lifetime_max_phys_footprint.offset == 16 + 28 * 8


def test_memory_is_the_footprint() -> None:
    system = MacOS(Libproc())
    assert [system.memory_bytes(), system.memory_bytes(7), system.memory_bytes(8)] == [
        1_000,
        1_000,
        None,
    ]
    assert [system.peak_bytes(7), system.peak_bytes(8)] == [5_000, None]
    assert system.peak_bytes() is not None


def test_without_the_library_nothing_is_known_and_work_goes_on() -> None:
    system = MacOS(object())
    assert system.memory_bytes() is None
    with system.limited(2**20, 60):
        pass


def test_the_limits_of_time_and_of_core_files_hold_within_and_not_afterwards() -> None:
    import resource

    kinds = (resource.RLIMIT_CPU, resource.RLIMIT_CORE)
    before = [resource.getrlimit(kind) for kind in kinds]
    with MacOS(Libproc()).limited(2**30, 60):
        within = [resource.getrlimit(kind)[0] for kind in kinds]
        assert within[0] > 0
        assert within[1] == 0
        assert within != [soft for soft, _ in before]
    assert [resource.getrlimit(kind) for kind in kinds] == before


@pytest.fixture
def preferences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Library" / "Preferences"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    return folder


def test_languages_and_motion_are_in_the_preferences(preferences: Path) -> None:
    system = MacOS(Libproc())
    assert (system.languages(), system.is_still()) == ([], False)
    (preferences / ".GlobalPreferences.plist").write_bytes(
        plistlib.dumps({"AppleLanguages": ["pl-PL", "en-GB"]}, fmt=plistlib.FMT_BINARY)
    )
    (preferences / "com.apple.universalaccess.plist").write_bytes(
        plistlib.dumps({"reduceMotion": True})
    )
    assert (system.languages(), system.is_still()) == (["pl-PL", "en-GB"], True)


@pytest.mark.parametrize("content", [b"", b"junk", plistlib.dumps([1]), plistlib.dumps({})])
def test_damaged_preferences_say_nothing(preferences: Path, content: bytes) -> None:
    for name in (".GlobalPreferences", "com.apple.universalaccess"):
        (preferences / f"{name}.plist").write_bytes(content)
    system = MacOS(Libproc())
    assert (system.languages(), system.is_still()) == ([], False)
