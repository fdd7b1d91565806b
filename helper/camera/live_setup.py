"""The parts of the live view that the camera window uses.

They are loaded when the window first starts a camera, since the reader and OpenCV are slow to load.
The window gets them as a value, so that tests can replace them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from recognizer.lattice import Picture
    from recognizer.live.capture.video_sources import CaptureSource
    from recognizer.live.scene import Frame, OnEvent, PaintMode, Scene

Size = tuple[int, int]
"""Width and height, px."""


class CaptureProtocol(Protocol):
    """Captures frames; see :class:`recognizer.live.capture.newest_frame.Capture`."""

    @property
    def problem(self) -> str | None:
        """Why no more frames come, as a sentence; ``None`` without a problem."""

    @property
    def is_over(self) -> bool:
        """Whether the last frame of a file has been taken."""

    def start(self) -> None:
        """Start capturing."""

    def wait(self, after: int, timeout_s: float) -> Frame | None:
        """Wait for a frame with a greater number; ``None`` if none comes in time."""

    def close(self) -> None:
        """Release the device; may be called in any thread."""


class LiveViewProtocol(Protocol):
    """Finds puzzles in frames; see :class:`recognizer.live.live_view.LiveView`."""

    @property
    def tasks_done(self) -> int:
        """How many tasks on frames have ended."""

    def process(self, frame: Frame) -> Scene:
        """Process a frame; always called in the same thread."""

    def reset(self) -> None:
        """Start again without a known puzzle."""

    def close(self) -> None:
        """Stop the tasks; may be called in any thread."""


class Device(Protocol):
    """A camera of this machine; see :mod:`recognizer.live.capture.video_sources`."""

    @property
    def index(self) -> int:
        """Its number."""

    @property
    def name(self) -> str:
        """Its name."""


class LiveSetup(NamedTuple):
    """Functions that make the parts of the live view."""

    capture: Callable[[CaptureSource, Size | None], CaptureProtocol]
    live_view: Callable[[OnEvent], LiveViewProtocol]
    paint: Callable[[Scene, PaintMode, float], Picture]
    cameras: Callable[[], Sequence[Device]]


def default_setup() -> LiveSetup:
    """The setup of the program; each part is loaded when it is used."""
    return LiveSetup(_make_capture, _make_live_view, _paint, _list_cameras)


def _make_capture(source: CaptureSource, size: Size | None) -> CaptureProtocol:
    from recognizer.live.capture.newest_frame import Capture

    return Capture(source, size)


def _make_live_view(on_event: OnEvent) -> LiveViewProtocol:
    from recognizer.live.live_view import LiveView
    from solver.advice import HOOKS

    return LiveView(HOOKS, on_event=on_event)


def _paint(scene: Scene, mode: PaintMode, opacity: float) -> Picture:
    from recognizer.live.painting.overlay import painted

    return painted(scene, mode, opacity)


def _list_cameras() -> Sequence[Device]:
    from recognizer.live.capture.video_sources import cameras

    return cameras()
