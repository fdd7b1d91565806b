"""The command ``nonogram ar`` with its window, and what it does without a video."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import main
from recognizer.live.cameras import Camera
from tests.recognizer.live.ar_runs import objects, raising, run

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a film, which nobody looks into."""
    monkeypatch.chdir(tmp_path)
    Path("film.avi").write_bytes(b"RIFF")


def test_cameras_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Camera(0, "Webcam"), Camera(2, "Phone")]
    monkeypatch.setattr("recognizer.live.cameras.cameras", lambda: found)
    assert run("--list").stdout == "0  Webcam\n2  Phone\n"
    assert objects(run("--list", "--json"))[1] == {"index": 2, "name": "Phone"}
    found.clear()
    result = run("--list")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("There is no camera")


@pytest.mark.parametrize("words", [(), ("--source", "1"), ("--source", "film.avi")])
def test_the_window_opens_with_the_source(words: tuple[str, ...]) -> None:
    shown: list[str | None] = []

    def show_live(source: str | None) -> int:
        shown.append(source)
        return 0

    assert run(*words, show_live=show_live).exit_code == 0
    assert shown == [words[1] if words else None]


@pytest.mark.parametrize(
    "words",
    [("--out", "a.avi"), ("-o", "a.non"), ("--json",), ("--seconds", "3"), ("--mode", "solution")],
)
def test_what_the_window_does_not_do_is_not_left_out_silently(words: tuple[str, ...]) -> None:
    result = run(*words, show_live=raising(AssertionError()))
    assert result.exit_code == 2
    assert "--no-window" in result.stderr


def test_the_window_does_not_open_for_a_file_that_is_not_there() -> None:
    result = run("--source", "nowhere.mp4", show_live=raising(AssertionError()))
    assert result.exit_code == 2
    assert "there is no such file" in result.stderr
    assert run().exit_code == 2


def test_the_front_door_opens_the_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str | None] = []
    app = ModuleType("helper.app")
    app.run_camera = lambda source: shown.append(source) or 5  # type: ignore[attr-defined,func-returns-value]
    monkeypatch.setitem(sys.modules, "helper.app", app)
    monkeypatch.setattr("helper.display.why_no_display", lambda: None)
    assert main.main(["ar", "--source", "1"]) == 5
    assert shown == ["1"]
    monkeypatch.setattr("helper.display.why_no_display", lambda: "No window.")
    assert main.main(["ar"]) == 2
    assert capsys.readouterr().err == "No window.\n"


def test_the_command_line_starts_without_opencv() -> None:
    script = (
        "import sys, main;"
        "assert main.main(['ar', '--help']) == 0;"
        "assert not {'cv2', 'numpy', 'PySide6'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert "Exit codes" in done.stdout
