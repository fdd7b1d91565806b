"""The size of text: chosen, asked of the system, and given to Qt."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from helper.application import text_size
from helper.application.settings import Settings, TextSize
from helper.application.text_size import MAX_FACTOR, factor_of, text_scaled
from helper.widgets.small_screen import SMALLEST
from puzzles.system import SYSTEM
from tests.support.processes import printed_by

PROGRAM = """
import os, sys
from helper.application.text_size import text_scaled
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
with text_scaled():
    application = QApplication([])
print(application.primaryScreen().devicePixelRatio(), os.environ.get("QT_SCALE_FACTOR"))
"""


@pytest.fixture(autouse=True)
def started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size with which "the application began" here is forgotten after the test."""
    monkeypatch.setattr(text_size, "_started", {"size": TextSize.SYSTEM})
    monkeypatch.setattr(text_size, "_factor_at_start", [1.0])


@pytest.mark.parametrize("size", [size for size in TextSize if size is not TextSize.SYSTEM])
def test_a_chosen_size_is_its_factor(size: TextSize) -> None:
    assert factor_of(size) == int(size.value) / 100


@pytest.mark.parametrize(("asked", "given"), [(0.8, 1), (1.25, 1.25), (9, MAX_FACTOR)])
def test_the_system_is_followed_within_limits(
    monkeypatch: pytest.MonkeyPatch, asked: float, given: float
) -> None:
    monkeypatch.setattr(text_size, "_system_factor", lambda: asked)
    assert factor_of(TextSize.SYSTEM) == given


@pytest.mark.parametrize(
    "error", [OSError("no"), ValueError("x"), subprocess.TimeoutExpired("", 1)]
)
def test_a_system_that_does_not_say_leaves_the_size(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails() -> float:
        raise error

    monkeypatch.setattr(text_size, "_system_factor", fails)
    assert factor_of(TextSize.SYSTEM) == 1


def test_the_size_of_kde_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(SYSTEM, "is_linux", True)
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert factor_of(TextSize.SYSTEM) == 1
    (tmp_path / "kdeglobals").write_text("[Icons]\nfont=A,30\n[General]\nfont=Noto Sans,20,-1\n")
    assert factor_of(TextSize.SYSTEM) == 2


def test_the_size_of_gnome_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answer = tmp_path / "gsettings"
    answer.write_text("#!/bin/sh\necho 1.5\n")
    answer.chmod(0o700)
    monkeypatch.setattr(SYSTEM, "is_linux", True)
    for name, value in (
        ("XDG_CURRENT_DESKTOP", "GNOME"),
        ("WAYLAND_DISPLAY", "wayland-0"),
        ("QT_QPA_PLATFORM", "wayland"),
        ("PATH", str(tmp_path)),
    ):
        monkeypatch.setenv(name, value)
    assert factor_of(TextSize.SYSTEM) == 1.5


@pytest.mark.parametrize("before", [None, "1.5"])
def test_others_do_not_inherit_the_size(
    monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    if before is None:
        monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    else:
        monkeypatch.setenv("QT_SCALE_FACTOR", before)
    settings = Settings()
    settings.change(text_size=TextSize.LARGEST)
    settings.sync()
    with text_scaled():
        assert os.environ["QT_SCALE_FACTOR"] == ("2" if before is None else "3")
    assert os.environ.get("QT_SCALE_FACTOR") == before


def test_the_application_begins_in_the_chosen_size(home: Path) -> None:
    settings = Settings()
    settings.change(text_size=TextSize.LARGEST)
    settings.sync()
    assert printed_by(PROGRAM, str(home / "settings")).split() == ["2.0", "None"]


def test_the_largest_text_leaves_room_for_the_smallest_window_on_a_common_screen() -> None:
    """``test_small_screen.py`` holds every window to that size."""
    factor = factor_of(TextSize.LARGEST)
    assert SMALLEST.width() * factor <= 1280
    assert SMALLEST.height() * factor <= 800 - 60
