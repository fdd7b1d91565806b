"""The command ``nonogram ar`` with its window, and what it does without a video."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

import main
from recognizer.live.capture.video_sources import Camera
from recognizer.live.scene import LiveState
from tests.support.ar_command import raising, run
from tests.support.paths import ROOT
from tests.support.processes import printed_by


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a film, which nobody looks into."""
    monkeypatch.chdir(tmp_path)
    Path("film.avi").write_bytes(b"RIFF")


def test_cameras_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Camera(0, "Webcam"), Camera(2, "Phone")]
    monkeypatch.setattr("recognizer.live.capture.video_sources.cameras", lambda: found)
    assert run("--list").stdout == "0  Webcam\n2  Phone\n"
    as_json = run("--list", "--json").stdout
    assert [json.loads(line) for line in as_json.splitlines()] == [
        {"camera": 0, "name": "Webcam"},
        {"camera": 2, "name": "Phone"},
    ]
    found.clear()
    result = run("--list")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("There is no camera")
    assert run("--list", "--json").stdout == ""


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
    [
        ("--video", "a.avi"),
        ("-o", "a.non"),
        ("--json",),
        ("--seconds", "3"),
        ("--mode", "solution"),
    ],
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


@pytest.mark.parametrize("words", [(), ("--no-window",)])
@pytest.mark.parametrize("source", ["", " "])
def test_an_empty_source_is_not_the_first_camera(words: tuple[str, ...], source: str) -> None:
    result = run("--source", source, *words, show_live=raising(AssertionError()))
    assert result.exit_code == 2
    assert "it is empty" in result.stderr


@pytest.mark.parametrize("option", ["--seconds", "--opacity"])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1"])
def test_a_number_that_cannot_be_counted_with_is_a_wrong_option(option: str, value: str) -> None:
    result = run("--no-window", "--source", "film.avi", option, value)
    assert result.exit_code == 2
    assert f"Invalid value for '{option}'" in result.stderr


def test_a_camera_below_0_is_said_to_be_none() -> None:
    result = run("--no-window", "--source", "-1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "-1: there is no such camera; cameras are numbered from 0.\n"


def test_the_help_has_every_word_that_the_window_says() -> None:
    from helper.camera.camera_view import IdleState

    text = (ROOT / "resources" / "help" / "camera.md").read_text(encoding="utf-8")
    for state in (*IdleState, *LiveState):
        assert f"\n| {state.title} | " in text


def test_the_front_door_opens_the_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str | None] = []
    app = ModuleType("helper.app")
    app.run_camera = lambda source: shown.append(source) or 5  # type: ignore[attr-defined,func-returns-value]
    monkeypatch.setitem(sys.modules, "helper.app", app)
    monkeypatch.setattr("helper.application.display.why_no_display", lambda: None)
    assert main.main(["ar", "--source", "1"]) == 5
    assert shown == ["1"]
    monkeypatch.setattr("helper.application.display.why_no_display", lambda: "No window.")
    assert main.main(["ar"]) == 2
    assert capsys.readouterr().err == "No window.\n"


def test_the_command_line_starts_without_opencv() -> None:
    script = (
        "import sys, main;"
        "assert main.main(['ar', '--help']) == 0;"
        "assert not {'cv2', 'numpy', 'PySide6'} & set(sys.modules)"
    )
    assert "Exit codes" in printed_by(script)
