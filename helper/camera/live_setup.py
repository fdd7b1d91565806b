"""What the camera window is put together from, loaded when a camera is first started.

The reader and OpenCV take a while to load, and tests put other parts in their place: this is
why the window gets them as a value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from recognizer.live.capture.sources import Source
    from recognizer.live.scene import Frame, OnEvent, PaintMode, Scene
    from recognizer.values import Picture

Size = tuple[int, int]
"""Width and height, px."""


class CaptureProtocol(Protocol):
    """Where frames come from; see :class:`recognizer.live.capture.newest_frame.Capture`."""

    @property
    def problem(self) -> str | None:
        """Why no frame comes any more, as a sentence; ``None`` if all is well."""

    @property
    def is_over(self) -> bool:
        """Whether the last frame of a file has been taken."""

    def start(self) -> None:
        """Begin to take frames."""

    def wait(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number greater than that, if one comes in time."""

    def close(self) -> None:
        """Let go of the device; from any thread."""


class LiveViewProtocol(Protocol):
    """What finds puzzles in frames; see :class:`recognizer.live.live_view.Live`."""

    @property
    def tasks_done(self) -> int:
        """How many times frames were searched or read beside the video."""

    def see(self, frame: Frame) -> Scene:
        """Look at a frame; always in the same thread."""

    def forget(self) -> None:
        """Begin anew."""

    def close(self) -> None:
        """End what still runs; from any thread."""


class Device(Protocol):
    """A camera of this machine; see :mod:`recognizer.live.capture.sources`."""

    @property
    def index(self) -> int:
        """Its number."""

    @property
    def name(self) -> str:
        """What it is called."""


class LiveSetup(NamedTuple):
    """How everything that is not the window itself is made."""

    video: Callable[[Source, Size | None], CaptureProtocol]
    watcher: Callable[[OnEvent], LiveViewProtocol]
    painted: Callable[[Scene, PaintMode, float], Picture]
    cameras: Callable[[], Sequence[Device]]


def real_parts() -> LiveSetup:
    """Those of the program; each is loaded when it is used."""
    return LiveSetup(_video, _watcher, _painted, _cameras)


def _video(source: Source, size: Size | None) -> CaptureProtocol:
    from recognizer.live.capture.newest_frame import Capture

    return Capture(source, size)


def _watcher(on_event: OnEvent) -> LiveViewProtocol:
    from recognizer.live.live_view import LiveView
    from solver.advice import HOOKS

    return LiveView(HOOKS, on_event=on_event)


def _painted(scene: Scene, mode: PaintMode, opacity: float) -> Picture:
    from recognizer.live.painting.overlay import painted

    return painted(scene, mode, opacity)


def _cameras() -> Sequence[Device]:
    from recognizer.live.capture.sources import cameras

    return cameras()
