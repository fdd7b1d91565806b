"""Frames from a child process: the newest wins, whatever the driver does, and it always ends."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import cv2
import pytest

from puzzles.child.process import running_children
from recognizer.live.capture import newest_frame as capture_module
from recognizer.live.capture.devices import Opener
from recognizer.live.capture.newest_frame import CHILD_EXIT_S, Capture
from recognizer.live.capture.shared_frames import MAX_PIXELS, FrameRing
from recognizer.live.scene import Frame
from tests.support import openers
from tests.support.cases import few
from tests.support.openers import LARGE, SMALL, picture
from tests.support.paths import ROOT
from tests.support.processes import is_running
from tests.support.waiting import PATIENCE_S, wait_until

CLOSE_S = 0.2
Open = Callable[..., Capture]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Starts captures, which are closed in the end."""
    captures: list[Capture] = []

    def start(opener: Opener, source: int | str = 0, stall_s: float = 3.0) -> Capture:
        capture = Capture(source, opener=opener, stall_s=stall_s)
        captures.append(capture)
        capture.start()
        return capture

    yield start
    for capture in captures:
        capture.close()


def film(path: Path, frames: int = 10, fps: float = 50, size: tuple[int, int] = SMALL) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size)
    for number in range(frames):
        writer.write(picture(number * 20, size))
    writer.release()
    return path


def frame(capture: Capture, after: int = -1) -> Frame:
    found = capture.wait(after, PATIENCE_S)
    assert found is not None, capture.problem
    return found


def until_over(capture: Capture, timeout_s: float = PATIENCE_S) -> list[Frame]:
    """All frames until the end that could be caught."""
    frames: list[Frame] = []
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        got = capture.wait(frames[-1].number if frames else -1, 1.0)
        if got is not None:
            frames.append(got)
        elif capture.is_over:
            return frames
    raise AssertionError("it does not end")


def close_s(capture: Capture) -> float:
    start = time.monotonic()
    capture.close()
    return time.monotonic() - start


@pytest.mark.clock
def test_the_newest_frame_wins_and_none_queue_up(opened: Open) -> None:
    capture = opened(openers.working)
    first = frame(capture)
    time.sleep(0.3)
    later = frame(capture, first.number)
    assert later.number > first.number + 5
    for seen in (first, later):
        assert (seen.picture == (100 + seen.number) % 256).all()
    assert 0.2 < later.seconds - first.seconds < 1
    assert capture.size == SMALL
    assert capture.problem is None
    assert not capture.is_over


@pytest.mark.clock
def test_waiting_is_for_newer_frames_only_and_ends_in_time(opened: Open) -> None:
    capture = opened(openers.working)
    seen = frame(capture)
    start = time.monotonic()
    assert capture.wait(seen.number + 1000, 0.1) is None
    assert 0.09 < time.monotonic() - start < 1
    assert capture.wait(-1, 0) is not None


def test_a_frame_is_the_callers_own(opened: Open) -> None:
    capture = opened(openers.working)
    kept = frame(capture)
    before = kept.picture.copy()
    kept.picture[0, 0] = 7
    after = frame(capture, kept.number + 10)
    assert (after.picture[0, 0] != 7).any()
    assert (kept.picture[1:] == before[1:]).all()


def test_the_size_is_asked_for(opened: Open) -> None:
    capture = Capture(0, (320, 200), opener=openers.asked)
    with capture:
        assert frame(capture).picture.shape == (200, 320, 3)
        assert capture.size == (320, 200)


def test_the_size_may_change_and_no_frame_is_torn(opened: Open) -> None:
    capture = opened(openers.growing)
    shapes: set[tuple[int, int]] = set()
    number = -1
    while len(shapes) < 2 or number < 20:
        seen = frame(capture, number)
        number = seen.number
        size = SMALL if number % 2 else LARGE
        assert seen.picture.shape == (size[1], size[0], 3)
        assert (seen.picture == number % 256).all()
        shapes.add(size)
    assert shapes == {SMALL, LARGE}


def test_readers_at_once_see_whole_frames() -> None:
    ring = FrameRing()
    other = FrameRing(ring.name)
    wrong: list[int] = []
    got: list[int] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            seen = other.newest()
            if seen is not None:
                got.append(seen.number)
                if not (seen.picture == seen.number % 256).all():
                    wrong.append(seen.number)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for number in range(800):
        ring.put(Frame(picture(number, LARGE if number % 3 else SMALL), number, 0.0))
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(set(got)) > 5
    for end in (other, ring):
        end.close()
    ring.unlink()


def test_a_frame_that_is_being_written_is_not_taken() -> None:
    ring = FrameRing()
    ring.put(Frame(picture(1), 0, 0.0))
    ring.put(Frame(picture(2), 1, 0.5))
    newest = ring.newest()
    assert newest is not None
    assert (newest.number, newest.seconds) == (1, 0.5)
    ring._header(1)[0] = 0  # as when the third frame after it is written
    older = ring.newest()
    assert older is not None
    assert older.number == 0
    ring.close()
    ring.unlink()


def test_a_picture_larger_than_there_is_room_for_is_made_smaller() -> None:
    ring = FrameRing()
    width, height = ring.put(Frame(picture(9, (8000, 2000)), 0, 0.0))
    assert width * height <= MAX_PIXELS < 1.02 * width * height
    assert abs(width / height - 4) < 0.01
    newest = ring.newest()
    assert newest is not None
    assert (newest.picture == 9).all()
    ring.close()
    ring.unlink()


@pytest.mark.clock
@pytest.mark.parametrize(
    "opener",
    [
        openers.working,
        openers.hanging,
        openers.stuck,
        openers.hanging_at_once,
        openers.dying,
    ],
)
def test_closing_is_quick_whatever_the_driver_does(opened: Open, opener: Opener) -> None:
    capture = opened(opener)
    capture.wait(3, 0.5)
    assert close_s(capture) < CLOSE_S
    assert capture.is_over
    assert close_s(capture) < 0.01
    assert capture.wait(-1, 5.0) is None
    wait_until(lambda: not running_children(), "the child is left")


@pytest.mark.clock
def test_a_driver_that_closes_in_peace_is_not_waited_for_longer(opened: Open) -> None:
    capture = opened(openers.working)
    frame(capture)
    assert close_s(capture) < CHILD_EXIT_S


@pytest.mark.clock
def test_it_can_be_closed_before_it_has_begun() -> None:
    capture = Capture(0, opener=openers.working)
    capture.close()
    capture.start()
    assert capture.is_over
    assert capture.wait(-1, 5.0) is None
    capture = Capture(0, opener=openers.working)
    capture.start()
    assert close_s(capture) < CLOSE_S


def test_it_can_be_closed_while_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    made, may_start = threading.Event(), threading.Event()
    begin = threading.Thread.start

    def slowly(thread: threading.Thread) -> None:
        if thread.name == "capture":
            made.set()
            may_start.wait(PATIENCE_S)
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", slowly)
    capture = Capture(0, opener=openers.working)
    starting = threading.Thread(target=capture.start)
    starting.start()
    assert made.wait(PATIENCE_S)
    closing = threading.Thread(target=capture.close)
    closing.start()
    closing.join(0.1)
    may_start.set()
    for thread in (starting, closing):
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    assert capture.is_over
    wait_until(lambda: not running_children(), "the child is left")


def test_who_waits_is_woken_when_it_is_closed(opened: Open) -> None:
    capture = opened(openers.hanging_at_once)
    got: list[object] = []
    waiting = threading.Thread(target=lambda: got.append(capture.wait(-1, 60)))
    waiting.start()
    time.sleep(0.1)
    capture.close()
    waiting.join(PATIENCE_S)
    assert got == [None]


@pytest.mark.parametrize(
    ("opener", "source", "said"),
    few(
        3,
        [
            (openers.unplugged, 0, "Camera 0 sends no pictures any more; it may be unplugged"),
            (
                openers.unplugged,
                "http://u:pass@h/a?k=1",
                "The stream http://h/a sends no pictures any",
            ),
            (openers.hanging, 0, "Camera 0 sends no pictures any more"),
            (openers.dying, 3, "Camera 3 sends no pictures any more"),
            (openers.refused, 0, "Camera 0 sleeps; wake it."),
            (openers.broken, 0, "The camera's process broke down; the log has the details."),
        ],
    ),
)
def test_what_goes_wrong_is_a_sentence(
    opened: Open,
    opener: Opener,
    source: int | str,
    said: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    capture = opened(opener, source, stall_s=0.3)
    assert len(until_over(capture)) <= 5
    assert capture.problem is not None
    assert capture.problem.startswith(said)
    assert capture.wait(1000, 5.0) is None
    assert ("ZeroDivisionError" in caplog.text) is (opener is openers.broken)


def test_black_pictures_are_remarked_on_until_there_is_light(
    opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    light = tmp_path / "light"
    monkeypatch.setattr(capture_module, "BLACK_REMARK_S", PATIENCE_S)
    capture = opened(openers.black, f"test://{light}")
    frame(capture)
    assert capture.remark is None, "it may be a camera that adapts to the dark"
    monkeypatch.setattr(capture_module, "BLACK_REMARK_S", 0.1)
    wait_until(lambda: capture.remark is not None)
    assert capture.remark is not None
    assert "shutter" in capture.remark
    light.touch()
    wait_until(lambda: capture.remark is None)
    assert capture.problem is None


@pytest.mark.clock
def test_a_file_is_played_at_its_own_pace_until_its_end(tmp_path: Path) -> None:
    with Capture(film(tmp_path / "a.avi", 20, fps=40)) as capture:
        first = frame(capture)
        start = time.monotonic()
        frames = [first, *until_over(capture)]
        assert 0.3 < time.monotonic() - start < 2
        assert capture.problem is None
        assert capture.is_over
        last = frame(capture)
        assert last.number == 19
    for seen in frames:
        assert abs(seen.seconds - seen.number / 40) < 0.005
        assert abs(float(seen.picture.mean()) - seen.number * 20 % 256) < 6
    assert capture.wait(-1) is None


def test_slow_files_are_not_taken_for_broken_ones(tmp_path: Path) -> None:
    capture = Capture(film(tmp_path / "a.avi", 2, fps=1), stall_s=0.8)
    with capture:
        assert [seen.number for seen in until_over(capture)] == [0, 1]
        assert capture.problem is None


def test_a_file_that_is_no_video_says_so(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("no video")
    with Capture(tmp_path / "text.mp4") as capture:
        assert until_over(capture) == []
        assert capture.problem is not None
        assert capture.problem.startswith(f"{tmp_path / 'text.mp4'}: this is not a video")


def own_bytes() -> int:
    """What this process has in memory that it does not share; 0 where that cannot be told."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    _, resident, shared, *_ = map(int, statm.read_text().split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.long
def test_memory_is_flat_and_given_back(opened: Open) -> None:
    capture = opened(openers.growing)
    ring = capture._ring
    assert ring is not None
    name = ring.name
    number, own = -1, []
    for _ in range(2):
        for _ in range(60):
            number = frame(capture, number).number
        gc.collect()
        own.append(own_bytes())
    assert own[1] - own[0] < 8 * 2**20
    capture.close()
    with pytest.raises(FileNotFoundError):
        SharedMemory(name)


SCRIPT = """
import sys
from recognizer.live.capture.newest_frame import Capture
from tests.support import openers

if __name__ == "__main__":
    capture = Capture(sys.argv[2], opener=getattr(openers, sys.argv[1]))
    capture.start()
    print(capture.wait(3, 60).number > 3, flush=True)
    if sys.argv[3] == "close":
        capture.close()
    elif sys.argv[3] == "die":
        import os, signal
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("camera", "end"), [("noisy", "close"), ("hanging", "forget")])
def test_nothing_is_said_on_stderr(tmp_path: Path, camera: str, end: str) -> None:
    done = run_script(tmp_path, camera, "0", end)
    assert done.returncode == 0
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_the_child_ends_with_its_parent(tmp_path: Path) -> None:
    run_script(tmp_path, "telling", f"test://{tmp_path}/pid", "die")
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: not is_running(pid), "the child is left")


def run_script(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(SCRIPT)
    return subprocess.run(
        [sys.executable, str(folder / "script.py"), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
