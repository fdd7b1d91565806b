"""Only the seam asks on which system the program runs."""

from __future__ import annotations

import inspect
import re
import threading

import pytest

from puzzles.system import System, linux, macos, posix, system_of, windows
from puzzles.system.memory_watch import MemoryWatch
from tests.support.paths import ROOT
from tests.support.waiting import wait_until

QUESTIONS = re.compile(
    r"sys\.platform|os\.name\b|platform\.system\(\) *[=!]=|^\s*(?:import|from) "
    r"(?:fcntl|resource|msvcrt|winreg|_winapi|pwd|grp)\b|\bwindll\b|WinDLL|\bprctl\b|[\"']/proc\b",
    re.MULTILINE,
)
ALLOWED = {
    "puzzles/system/": "the seam",
    "main.py": "runs before anything is imported",
}
"""Beginnings of paths, with the reason."""


def test_nobody_else_asks_for_the_system() -> None:
    found: dict[str, set[str]] = {}
    for path in [ROOT / "main.py", *(p for name in PACKAGES for p in (ROOT / name).rglob("*.py"))]:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(tuple(ALLOWED)):
            hits = {hit.strip() for hit in QUESTIONS.findall(path.read_text(encoding="utf-8"))}
            found |= {name: hits} if hits else {}
    assert found == {}


PACKAGES = ("helper", "network", "puzzles", "recognizer", "solver")


def test_each_implementation_keeps_the_signatures() -> None:
    for kind in (posix.Posix, linux.Linux, macos.MacOS, windows.Windows):
        public = {name for name in dir(kind) if not name.startswith("_")}
        assert public == {name for name in dir(System) if not name.startswith("_")}, kind
        for name in public:
            ours, theirs = getattr(System, name), getattr(kind, name)
            if callable(ours):
                assert inspect.signature(ours) == inspect.signature(theirs), (kind, name)


@pytest.mark.parametrize(
    ("platform", "kind"),
    [
        ("linux", linux.Linux),
        ("darwin", macos.MacOS),
        ("win32", windows.Windows),
        ("freebsd14", posix.Posix),
    ],
)
def test_the_system_is_chosen_by_its_name(platform: str, kind: type[System]) -> None:
    assert type(system_of(platform)) is kind


def test_an_unknown_system_lets_everything_run() -> None:
    system = System()
    system.tie_to_program(1)
    system.die_with_parent()
    system.run_when_idle()
    system.limit_memory(1)
    with system.limited(1, 0):
        pass
    assert (system.memory_bytes(), system.peak_bytes(), system.languages()) == (None, None, [])


def test_the_watch_ends_the_process_only_above_the_limit_and_while_it_watches() -> None:
    used, ended = [5], threading.Event()
    asked = threading.Event()

    def measured() -> int:
        asked.set()
        return used[0]

    with MemoryWatch(measured, 10, ended.set):
        assert asked.wait(60)
        used[0] = 10
        asked.clear()
        assert asked.wait(60)
        assert not ended.is_set()
        used[0] = 11
        wait_until(ended.is_set)
    ended.clear()
    with MemoryWatch(lambda: None, 10, ended.set):  # unknown for a moment
        pass
    assert not ended.is_set()
