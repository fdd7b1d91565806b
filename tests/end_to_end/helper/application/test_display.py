"""No window, no crash: the program says why in one sentence."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helper.application import display
from helper.application.display import why_no_display
from tests.support.paths import ROOT

LINUX_ONLY = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks X11, Wayland")
pytestmark = LINUX_ONLY


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith(("QT_", "WAYLAND_")) or name in ("DISPLAY", "XDG_SESSION_TYPE"):
            monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        pytest.param({}, "DISPLAY and WAYLAND_DISPLAY are not set", id="no display"),
        pytest.param({"QT_QPA_PLATFORM": "paper"}, "'paper'", id="no such plugin"),
        pytest.param(
            {"WAYLAND_DISPLAY": "wayland-77", "XDG_RUNTIME_DIR": "/nowhere"},
            "wayland-77",
            id="dead Wayland",
        ),
        pytest.param(
            {"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": ""}, "XDG_RUNTIME_DIR", id="unset"
        ),
    ],
)
def test_the_reason_is_said(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], said: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    reason = why_no_display()
    assert reason is not None
    assert said in reason
    assert "nonogram solve" in reason
    assert "\n" not in reason


def test_a_dead_x_display_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7654")
    reason = why_no_display()
    assert reason is not None
    assert ":7654 does not answer" in reason or "missing" in reason


@pytest.mark.parametrize(
    "platform", ["offscreen", "minimal", "vnc:size=800x600", "paper;offscreen"]
)
def test_platforms_without_a_display_are_fine(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    reason = why_no_display()
    if reason and platform.startswith("vnc") and "library missing" in reason:
        pytest.skip(reason)  # it needs more libraries than a window
    assert reason is None


def test_a_wayland_display_that_answers_needs_only_the_plugin(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "w")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(display, "_why_not_loadable", lambda plugin: None)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "w"))
        server.listen()
        assert why_no_display() is None


@pytest.mark.parametrize("is_frozen", [False, True])
def test_a_missing_library_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, is_frozen: bool
) -> None:
    missing = OSError(
        "libxcb-icccm.so.4: cannot open shared object file: No such file or directory"
    )

    def refuse(name: str) -> None:
        if "qxcb" in name and is_frozen:
            raise OSError("Failed to load dynlib/dll") from missing
        if "qxcb" in name:
            raise missing

    monkeypatch.setenv("DISPLAY", ":7654")
    monkeypatch.setattr("ctypes.CDLL", refuse)
    reason = why_no_display()
    assert reason is not None
    assert "libxcb-icccm.so.4" in reason
    assert "apt-get install libxcb-icccm4`" in reason


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libGL.so.1", "libgl1"),
        ("libX11.so.6", "libx11-6"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ],
)
def test_debian_names(library: str, package: str) -> None:
    assert display.debian_package(library) == package


def test_make_run_names_the_same_packages(tmp_path: Path) -> None:
    (tmp_path / "lib" / "python3.11" / "site-packages" / "PySide6" / "Qt").mkdir(parents=True)
    missing = "".join(f"echo '{name} => not found'\n" for name in display.X11_LIBRARIES)
    for name, script in (("ldd", missing), ("apt-get", "exit 100\n")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    run = subprocess.run(
        [ROOT / "tools" / "system_libs.sh", tmp_path],
        env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    named = run.stderr.rpartition("apt-get install ")[2].split()
    assert {*named} == {*map(display.debian_package, display.X11_LIBRARIES)}


@pytest.mark.clock
def test_asking_loads_no_qt_module_and_is_quick() -> None:
    script = (
        "import sys, time; from helper.application.display import why_no_display;"
        "start = time.perf_counter();"
        "assert why_no_display() is None; print(time.perf_counter() - start);"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", script]
    times_s = []
    for _ in range(5):
        run = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        )
        times_s.append(float(run.stdout))
        if times_s[-1] < 0.05:  # some 7 ms; the rest is for busy machines
            return
        time.sleep(0.05)
    pytest.fail(f"it took {times_s} s")


def test_the_program_ends_with_one_line_and_code_2() -> None:
    run = subprocess.run(
        [sys.executable, "main.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert "No window can be opened" in run.stderr
