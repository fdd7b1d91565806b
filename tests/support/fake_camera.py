"""Cameras, readers and painters that do as they are told, and what tests of their window do."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from helper.camera.camera_view import IdleState
from helper.camera.camera_window import CameraWindow
from helper.camera.live_setup import LiveSetup, Size
from puzzles import Grid, Line
from puzzles.contracts import NextStep, SolutionCount
from puzzles.model import Axis
from recognizer.lattice import Picture
from recognizer.live.capture.video_sources import Camera, CaptureSource
from recognizer.live.scene import (
    EventKind,
    Frame,
    LiveState,
    LogEvent,
    OnEvent,
    PaintMode,
    Scene,
    SolvedPage,
)
from recognizer.values import Reading
from tests.support import review_samples as samples
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.waiting import PATIENCE_S

SOLUTION = Grid.from_text(CHICK_PICTURE)
HIGH, WIDE = 120, 160
PAINTS = {PaintMode.SOLUTION: 40, PaintMode.HINT: 90, PaintMode.CHECK: 140, PaintMode.NOTHING: 190}
"""What the fake painter makes the blue of a picture; its green is the opacity."""


def plain(shade: int = 200) -> Picture:
    """A picture whose left half is lighter."""
    picture = np.full((HIGH, WIDE, 3), shade, np.uint8)
    picture[:, WIDE // 2 :, 2] = 20
    return picture


def answer(
    solution_count: SolutionCount = SolutionCount.ONE, certain: Grid = SOLUTION
) -> SolvedPage:
    """The chick, read."""
    reading = replace(samples.certain(), solution_count=solution_count)
    return SolvedPage(reading, samples.picture(), CHICK, certain, 4, 1.2, 0.004)


def shown(frame: Frame, **more: object) -> Scene:
    """The chick, solved and followed."""
    scene = Scene(frame, LiveState.SHOWN, lattice=samples.lattice(), answer=answer())
    return replace(scene, **more)  # type: ignore[arg-type]


def hint() -> NextStep:
    """The next step."""
    return NextStep(Line(Axis.ROW, 3), SOLUTION, "Row 4: the 5 covers its middle.")


class FakeCapture:
    """A camera that sends what it is given."""

    def __init__(self) -> None:
        self.problem: str | None = None
        self.is_over = False
        self.is_started = False
        self.closed = threading.Event()
        self.hangs = threading.Event()
        self.hangs.set()
        """Cleared: neither waiting nor closing comes to an end."""
        self.asked = 0
        self._news = threading.Condition()
        self._frame: Frame | None = None

    def start(self) -> None:
        self.is_started = True

    def put(self, picture: Picture | None = None, seconds: float | None = None) -> None:
        with self._news:
            number = -1 if self._frame is None else self._frame.number
            at = (number + 1) / 30 if seconds is None else seconds
            self._frame = Frame(plain() if picture is None else picture, number + 1, at)
            self._news.notify_all()

    def wait(self, after: int, timeout_s: float) -> Frame | None:
        self.hangs.wait(PATIENCE_S)
        with self._news:
            self.asked += 1
            self._news.wait_for(lambda: self._newest(after) is not None, timeout_s)
            return self._newest(after)

    def _newest(self, after: int) -> Frame | None:
        return self._frame if self._frame is not None and self._frame.number > after else None

    def close(self) -> None:
        self.closed.set()
        self.hangs.wait(PATIENCE_S)


class FakeLiveView:
    """A reader that sees what it is told to see."""

    def __init__(self, process: Callable[[Frame], Scene], on_event: OnEvent) -> None:
        self.make = process
        self.on_event = on_event
        self.seen: list[int] = []
        self.threads: set[int] = set()
        self.resets = 0
        self.is_busy = False
        """Whether it never comes to an end with a frame."""
        self.closed = threading.Event()

    @property
    def tasks_done(self) -> int:
        return 0 if self.is_busy else len(self.seen)

    def process(self, frame: Frame) -> Scene:
        self.seen.append(frame.number)
        self.threads.add(threading.get_ident())
        return self.make(frame)

    def reset(self) -> None:
        self.resets += 1

    def close(self) -> None:
        self.closed.set()


@dataclass
class FakeSetup:
    """Makes the parts, and remembers them."""

    process: Callable[[Frame], Scene] = shown
    devices: list[Camera] = field(default_factory=lambda: [Camera(0, "Built in"), Camera(2, "USB")])
    captures: list[FakeCapture] = field(default_factory=list)
    live_views: list[FakeLiveView] = field(default_factory=list)
    asked: list[tuple[CaptureSource, Size | None]] = field(default_factory=list)
    prepare: Callable[[FakeCapture], object] = lambda video: video.put()
    """What a new camera does first."""

    @property
    def live_setup(self) -> LiveSetup:
        return LiveSetup(self._make_capture, self._make_live_view, self.paint, lambda: self.devices)

    @property
    def capture(self) -> FakeCapture:
        return self.captures[-1]

    @property
    def live_view(self) -> FakeLiveView:
        return self.live_views[-1]

    def _make_capture(self, source: CaptureSource, size: Size | None) -> FakeCapture:
        self.asked.append((source, size))
        video = FakeCapture()
        self.prepare(video)
        self.captures.append(video)
        return video

    def _make_live_view(self, on_event: OnEvent) -> FakeLiveView:
        self.live_views.append(FakeLiveView(lambda frame: self.process(frame), on_event))
        return self.live_view

    def paint(self, scene: Scene, mode: PaintMode, opacity: float) -> Picture:
        picture = scene.frame.picture.copy()
        picture[..., 0], picture[..., 1] = PAINTS[mode], round(100 * opacity)
        return picture


def event(number: int) -> LogEvent:
    """A line for the log."""
    return LogEvent(number / 10, EventKind.READ, f"Reading number {number}", 0.5)


def soon(is_so: Callable[[], bool], within_s: float = PATIENCE_S) -> bool:
    """Wait for other threads only; the window does nothing in the meantime."""
    until = time.monotonic() + within_s
    while not is_so() and time.monotonic() < until:
        time.sleep(0.005)
    return is_so()


def waiting_for(release: threading.Event) -> Callable[[Frame], Scene]:
    """A reader that sees nothing before that."""

    def process(frame: Frame) -> Scene:
        release.wait(PATIENCE_S)
        return shown(frame)

    return process


LEFT = Qt.MouseButton.LeftButton
Keys = Qt.Key
Opener = Callable[[], CameraWindow]
Taken = list[tuple[Picture, Reading, str]]


def click(button: QWidget) -> None:
    QTest.mouseClick(button, LEFT)


def press(window: CameraWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.focusWidget() or window, key)


def put(
    window: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, picture: Picture | None = None
) -> None:
    """Let the camera send a frame, and wait until it is on the screen."""
    before = window.scene.frame.number if window.scene is not None else -1
    fake_setup.capture.put(picture)
    qtbot.waitUntil(
        lambda: window.scene is not None and window.scene.frame.number > before, timeout=3000
    )


def blue(window: CameraWindow) -> int:
    """What the painter has made of the picture that is shown."""
    return window.view.image.pixelColor(5, 5).blue()


def state(window: CameraWindow) -> LiveState | IdleState:
    """The state that is shown."""
    return window.state_bar.state
