"""Videos read frame by frame, and written as a whole or not at all."""

from __future__ import annotations

import shutil
from collections import namedtuple
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from puzzles.child.limits import ChildLimits
from puzzles.errors import CameraError, LibraryError
from recognizer.live.capture import devices
from recognizer.live.capture import recorded as live_recorded
from recognizer.live.capture.devices import open_file
from recognizer.live.capture.recorded import Recording
from recognizer.live.painting import video_writer as module
from recognizer.live.painting.video_writer import VideoWriter, check_target
from tests.support.openers import SMALL, picture

NAMES = ["a.avi", "b.mp4", "C.AVI"]


def written(path: Path, frames: int = 12, fps: float = 10.0) -> Path:
    film = VideoWriter(path, fps)
    for number in range(frames):
        film.write(picture(number * 20))
    assert film.finish()
    return path


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_can_be_read(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    with Recording(path) as recording:
        assert recording.frames_per_second == 10
        assert recording.count == 12
        frames = list(recording)
    assert [frame.number for frame in frames] == list(range(12))
    for frame in frames:
        assert abs(frame.seconds - frame.number / 10) < 0.001
        assert abs(float(frame.picture.mean()) - frame.number * 20) < 6
        assert frame.picture.shape == (SMALL[1], SMALL[0], 3)


def test_nothing_is_there_under_its_name_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.avi"
    film = VideoWriter(path, 10)
    film.write(picture(1))
    assert not path.exists()
    film.discard()
    assert list(tmp_path.iterdir()) == []
    film = VideoWriter(path, 10)
    assert not film.finish()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", NAMES[:2])
def test_sizes_that_differ_or_are_odd_are_made_to_fit(tmp_path: Path, name: str) -> None:
    film = VideoWriter(tmp_path / name, 10)
    for size in ((65, 49), (40, 30), (65, 49)):
        film.write(picture(100, size))
    film.finish()
    shapes = {frame.picture.shape for frame in Recording(tmp_path / name)}
    assert shapes == {(48, 64, 3)}


def test_a_cameras_pace_is_kept(tmp_path: Path) -> None:
    film = VideoWriter(tmp_path / "a.avi", 10)
    for seconds, value in ((0.0, 0), (0.02, 50), (0.5, 100), (0.55, 150), (0.9, 200)):
        film.write_until(picture(value), seconds)
    film.finish()
    seen = [round(float(np.mean(frame.picture)), -1) for frame in Recording(tmp_path / "a.avi")]
    assert seen == [0, *[100] * 5, *[200] * 4]


def test_a_video_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = written(tmp_path / "a.avi", 3)
    path.chmod(0o640)
    with pytest.raises(LibraryError, match="add --force"):
        check_target(path, 0)
    check_target(path, 0, force=True)
    written(path, 7)
    assert len(list(Recording(path))) == 7
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_must_not_be_lost_is_not_written_over(tmp_path: Path) -> None:
    source = written(tmp_path / "source.avi")
    (tmp_path / "notes.avi").write_text("to be kept")
    (tmp_path / "link.avi").symlink_to(source)
    (tmp_path / "folder.mp4").mkdir()
    for name, said in (
        ("source.avi", "this is the video to be read"),
        ("link.avi", "this is the video to be read"),
        ("notes.avi", "this file exists, and a video does not say"),
        ("folder.mp4", "this is not a file"),
        ("a.mkv", "ends in .avi or .mp4"),
        ("a", "ends in .avi or .mp4"),
        ("nowhere/a.mp4", "there is no folder"),
    ):
        with pytest.raises(LibraryError, match=said) as error:
            check_target(tmp_path / name, source)
        assert str(tmp_path / name) in str(error.value)
    check_target(tmp_path / "new.mp4", source)
    check_target(tmp_path / "new.mp4", 0)


def test_a_full_disk_is_said_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(100, 100, 0))
    film = VideoWriter(tmp_path / "a.avi", 10)
    with pytest.raises(LibraryError, match=r"a\.avi: cannot be written: the disk is full"):
        film.write_until(picture(7), seconds=10)
    assert film.frames < 100
    film.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_video_that_could_not_be_written_whole_is_no_video(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.avi", 3)
    before = path.read_bytes()
    film = VideoWriter(path, 10)
    for number in range(10):
        film.write(picture(number))
    film.frames += 1  # OpenCV does not say that one was not written
    with pytest.raises(LibraryError, match="could not be finished"):
        film.finish()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.avi"]


def test_a_kind_that_cannot_be_written_here_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CODECS", {".mp4": "none"})
    film = VideoWriter(tmp_path / "a.mp4", 10)
    with pytest.raises(LibraryError, match="cannot be written here"):
        film.write(picture(1))
    film.discard()


def test_a_folder_that_may_not_be_written_to_is_said(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="cannot be written"):
        VideoWriter(tmp_path / "nowhere" / "a.avi", 10)


@pytest.mark.parametrize("keep", [0.5, 0.8])
def test_what_was_read_until_a_file_breaks_off_counts(tmp_path: Path, keep: float) -> None:
    path = tmp_path / "a.avi"
    chance = np.random.default_rng(1)
    film = VideoWriter(path, 10)
    for _ in range(20):
        film.write(chance.integers(0, 256, (48, 64, 3), dtype=np.uint8))
    film.finish()
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    frames = list(Recording(path))
    assert 20 * keep - 4 <= len(frames) <= 20 * keep + 1


def test_files_without_a_picture_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("no video")
    (tmp_path / "empty.mp4").touch()
    for name, said in (
        ("text.mp4", "this is not a video"),
        ("empty.mp4", "the file is empty"),
        ("nowhere.mp4", "there is no such file"),
        (".", "there is no picture in this folder"),
    ):
        with pytest.raises(CameraError, match=said):
            Recording(tmp_path / name)


def test_pictures_numbered_in_their_names_are_no_film(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"page{number}.png"), picture(9 + number))
    frames = list(islice(Recording(tmp_path / "page0.png"), 30))
    assert [frame.number for frame in frames] == list(range(30))
    assert [frame.seconds for frame in frames] == pytest.approx(np.arange(30) / 10)
    assert {int(frame.picture.max()) for frame in frames} == {9}, "one picture, without an end"


def test_each_unreadable_picture_of_a_folder_is_named_and_costs_nothing_but_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_recorded, "DECODING", ChildLimits(64, 30, "decoding it"))
    for name in ("1-broken.png", "3-broken.png", "6-broken.png"):
        (tmp_path / name).write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "2.png"), picture(50))
    cv2.imwrite(str(tmp_path / "4-heavy.png"), np.zeros((7000, 7000, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "5.png"), picture(150))
    named: list[str] = []
    with Recording(tmp_path, named.append) as recording:
        frames = list(recording)
    assert [round(float(frame.picture.mean())) for frame in frames] == [50] * 20 + [150] * 20
    assert [frame.seconds for frame in frames] == pytest.approx(np.arange(40) / 10)
    expected = ("1-broken.png", "3-broken.png", "4-heavy.png", "6-broken.png")
    for sentence, name in zip(named, expected, strict=True):
        assert sentence.startswith(f"{tmp_path / name}: ")
        assert sentence.endswith(".")
        assert not sentence.endswith("..")


def test_a_folder_without_a_readable_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no picture")
    with (
        Recording(tmp_path, lambda _: None) as recording,
        pytest.raises(CameraError, match="none of the pictures in this folder can be read"),
    ):
        list(recording)


def test_nothing_is_said_on_stderr(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(CameraError):
        Recording(tmp_path / "text.mp4")
    assert capfd.readouterr() == ("", "")


def test_films_with_large_frames_are_refused_with_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.avi", frames=2)
    open_file(path).release()
    monkeypatch.setattr(devices, "MAX_FILM_PIXELS", SMALL[0] * SMALL[1] - 1)
    with pytest.raises(CameraError, match=f"{SMALL[0]} x {SMALL[1]} pixels; at most"):
        open_file(path)


@pytest.mark.parametrize("name", ["a.avi", "a.png"])
def test_what_a_film_asks_for_is_limited(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    if name.endswith("png"):
        cv2.imwrite(str(path), picture(9))
    else:
        written(path, frames=2)
    for kind in ("FILMING", "DECODING"):
        monkeypatch.setattr(live_recorded, kind, ChildLimits(1024, 0.001, "decoding it"))
    with pytest.raises(CameraError, match=r"takes longer than 0\.001 s.*\.$"):
        Recording(path)
