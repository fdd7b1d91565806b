"""Cameras by name, sources as people write them, and why one cannot be opened."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from puzzles.system import system_of
from puzzles.words import without_controls
from recognizer.live.capture import video_sources as module
from recognizer.live.capture.devices import open_file
from recognizer.live.capture.video_sources import (
    Camera,
    cameras,
    cameras_in,
    is_live,
    is_screen,
    name_of,
    pictures_in,
    region_of,
    source_of,
    why_ended,
    why_not,
    why_not_opened,
)


def device(folder: Path, number: int, name: str, index: int = 0) -> None:
    (folder / f"video{number}").mkdir(parents=True)
    (folder / f"video{number}" / "name").write_text(name + "\n")
    (folder / f"video{number}" / "index").write_text(f"{index}\n")


@pytest.fixture
def linux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Linux with three devices, one of which gives no pictures."""
    device(tmp_path / "sys", 10, "Phone: back")
    device(tmp_path / "sys", 0, "HD Webcam: HD Web")
    device(tmp_path / "sys", 1, "HD Webcam: HD Web", index=1)
    (tmp_path / "dev").mkdir()
    for number in (0, 1, 10):
        (tmp_path / "dev" / f"video{number}").touch()
    monkeypatch.setattr(module, "_V4L_DEVICES", tmp_path / "sys")
    monkeypatch.setattr(module, "_DEVICE_FILES", tmp_path / "dev")
    monkeypatch.setattr(module, "SYSTEM", system_of("linux"))
    return tmp_path


def test_linux_lists_cameras_by_name_and_quickly(linux: Path) -> None:
    start = time.thread_time()
    found = cameras()
    assert time.thread_time() - start < 0.05
    assert found == [Camera(0, "HD Webcam"), Camera(10, "Phone: back")]


def test_a_linux_without_cameras_has_none(tmp_path: Path) -> None:
    assert cameras_in(tmp_path / "nothing") == []


def test_names_that_cannot_be_shown_are_no_trouble(tmp_path: Path) -> None:
    device(tmp_path, 2, "\x1b[31m\x07")
    device(tmp_path, 3, "")
    (tmp_path / "video3" / "name").unlink()
    (tmp_path / "videoX").mkdir()
    assert cameras_in(tmp_path) == [Camera(2, "[31m"), Camera(3, "Camera 3")]


@pytest.mark.parametrize(("system", "backend"), [("darwin", 1200), ("win32", 1400)])
def test_other_systems_list_their_cameras(
    system: str, backend: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def enumerate_cameras(asked: int) -> list[SimpleNamespace]:
        assert asked == backend
        return [SimpleNamespace(index=1, name=""), SimpleNamespace(index=0, name="FaceTime")]

    library = SimpleNamespace(enumerate_cameras=enumerate_cameras)
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", library)
    monkeypatch.setattr(module, "SYSTEM", system_of(system))
    assert cameras() == [Camera(0, "FaceTime"), Camera(1, "Camera 1")]


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_numbers_are_offered_where_no_cameras_are_listed(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", None)
    monkeypatch.setattr(module, "SYSTEM", system_of(system))
    assert [camera.index for camera in cameras()] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("0", 0),
        (" 12 ", 12),
        ("/dev/video3", 3),
        ("./0", Path("0")),
        ("film.mp4", Path("film.mp4")),
        ("C:/film.mp4", Path("C:/film.mp4")),
        ("rtsp://a:b@c/d", "rtsp://a:b@c/d"),
        ("http://phone:8080/video", "http://phone:8080/video"),
        ("file:///films/my%20film.mp4", Path("/films/my film.mp4")),
        ("-1", Path("-1")),
    ],
)
def test_a_source_is_a_number_a_file_or_an_address(text: str, source: int | Path | str) -> None:
    found = source_of(text)
    assert found == source
    assert type(found) is type(source)
    assert is_live(found) is not isinstance(source, Path)


def test_passwords_are_in_no_sentence() -> None:
    source = source_of("rtsp://me:secret@door/live?token=secret")
    for sentence in (name_of(source), why_not_opened(source), why_ended(source, 3)):
        assert "secret" not in sentence
        assert "rtsp://door/live" in sentence


def test_a_camera_that_is_not_there_names_those_that_are(linux: Path) -> None:
    assert why_not(0) is None
    sentence = why_not(5)
    assert sentence == "There is no camera 5; choose 0 (HD Webcam) or 10 (Phone: back)."


def test_no_camera_at_all_is_said(linux: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_V4L_DEVICES", linux / "nothing")
    monkeypatch.setattr(module, "_DEVICE_FILES", linux / "nothing")
    sentence = why_not(0)
    assert sentence is not None
    assert sentence.startswith("There is no camera; plug one in")


def test_a_camera_that_may_not_be_used_says_how_to_be_allowed(
    linux: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    sentence = why_not(0)
    assert sentence is not None
    assert "group `video`" in sentence
    assert "may not use camera 0" in sentence


def test_files_are_looked_at_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film, empty = tmp_path / "film.mp4", tmp_path / "empty.mp4"
    film.write_bytes(b"film")
    empty.touch()
    assert why_not(film) is None
    reasons = {
        tmp_path: "there is no picture in this folder",
        tmp_path / "nowhere.mp4": "there is no such file",
        empty: "the file is empty; copy it again, or choose another.",
        Path("-1"): "there is no such camera; cameras are numbered from 0.",
        Path(os.devnull): "this is not a file but a pipe or a device",
        Path("a\0b"): "",
    }
    for path, reason in reasons.items():
        sentence = why_not(path)
        assert sentence is not None
        assert sentence.startswith(f"{without_controls(str(path))}: {reason}")
    monkeypatch.setattr(os, "access", lambda *_: False)
    sentence = why_not(film)
    assert sentence is not None
    assert "you may not read this file" in sentence


def test_a_region_of_the_screen_is_written_with_four_numbers() -> None:
    assert region_of(source_of("screen:-10,20,300,200")) == (-10, 20, 300, 200)
    for text in ("screen:", "screen:1,2,3", "screen:1,2,0,5", "screen:a,b,c,d"):
        source = source_of(text)
        assert is_screen(source)
        assert region_of(source) is None
        assert "screen:X,Y,W,H" in (why_not(source) or "")
    assert not is_screen(source_of("0"))
    assert not is_screen(source_of("screen.png"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others have no such systems")
def test_why_no_region_can_be_captured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":9")
    assert why_not("screen:0,0,9,9") is None
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert "Wayland" in (why_not("screen:0,0,9,9") or "")
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.delenv("DISPLAY")
    assert "no screen" in (why_not("screen:0,0,9,9") or "")


def test_the_pictures_of_a_folder_are_shown_one_after_the_other(tmp_path: Path) -> None:
    for k, shade in enumerate((50, 150)):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((30, 40, 3), shade, np.uint8))
    (tmp_path / "0-broken.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no picture")
    assert why_not(tmp_path) is None
    video = open_file(tmp_path)
    frames = list(iter(video.read, None))
    assert [int(frame.picture[0, 0, 0]) for frame in frames] == [50] * 20 + [150] * 20
    assert frames[-1].seconds == pytest.approx(3.9)


def test_the_pictures_of_a_folder_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("page10.png", "page2.jpg", "book.pdf", ".hidden.png", "text.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["page2.jpg", "page10.png"]
