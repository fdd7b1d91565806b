"""The live view without a window: frames in, events and a summary out, a video if one is wished.

Whatever ends it, also Ctrl+C or the system, the video is finished, and what was found is said.
"""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Protocol

from puzzles.contracts import SolverHooks
from puzzles.errors import CameraError, LibraryError, NonogramError, RecognitionError
from recognizer.live.capture.newest_frame import Capture
from recognizer.live.capture.recorded import Recording
from recognizer.live.capture.sources import is_live, is_picture
from recognizer.live.command.events import EventPrinter
from recognizer.live.command.run import RunOptions, RunSummary
from recognizer.live.painting.video_writer import VideoWriter
from recognizer.live.scene import (
    EventKind,
    Frame,
    LiveState,
    LogEvent,
    OnEvent,
    Scene,
)

CAMERA_FPS = 20.0
"""Of a video that is made of what a camera sees."""
_WAIT_S = 0.2
"""How soon the end of the time is noticed when no frames come."""
PICTURE_S = 2.0
"""How long a single picture is looked at: as a video of so many seconds."""
_AGAIN = 8
"""How often the last frame of a film is looked at again if its puzzle is not read yet."""
_AGAIN_S = 0.3
"""The time that passes between two such looks, for the view: it does not read more often."""
_OUT_OF_SIGHT = (LiveState.SEARCHING, LiveState.LOST)


class Viewer(Protocol):
    """What sees puzzles in frames; see :mod:`recognizer.live.live_view`."""

    def see(self, frame: Frame, /) -> Scene:
        """What is seen in the next frame."""

    def close(self) -> None:
        """Stop all work."""


def watch(wish: RunOptions, hooks: SolverHooks, teller: EventPrinter) -> RunSummary:
    """Watch a source until its end, or the end of the time, or Ctrl+C.

    Returns:
        What was found; with :attr:`RunSummary.problem` if something went wrong half-way.

    Raises:
        CameraError: No frame can be had from the source.
        RecognitionError: The program fails at the first frame.
        LibraryError: The video cannot be written.
    """
    frames = _frames_of(wish, teller.hear)
    with contextlib.closing(frames), contextlib.ExitStack() as stack:
        stack.enter_context(_ended_as_by_ctrl_c())
        film = _film_of(wish, frames.fps)
        if film is not None:
            stack.callback(film.drop)
        viewer = _viewer(wish, hooks, teller.hear)
        stack.callback(viewer.close)
        stack.enter_context(teller.progress(frames.count))
        found = _worked_through(frames, viewer, film, wish, teller)
        viewer.close()
        if film is not None and film.finish():
            found.video = wish.out
        if found.lost is None:
            teller.tell()
        return found


@contextlib.contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """The system's wish that the program end is heard like Ctrl+C: nothing half is left behind."""
    if threading.current_thread() is not threading.main_thread():  # only there it can be heard
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _worked_through(
    frames: FrameSource,
    viewer: Viewer,
    film: VideoWriter | None,
    wish: RunOptions,
    teller: EventPrinter,
) -> RunSummary:
    """Frame after frame; what ends it is noted, and not raised if there was a frame."""
    found = RunSummary()
    start = time.perf_counter()
    try:
        for frame in frames:
            found.count(_seen(viewer, frame, frames, film, wish))
            teller.tell()
            teller.advance()
    except KeyboardInterrupt:
        found.is_interrupted = True
    except OSError as error:  # raised by telling; the video is finished all the same
        found.lost = error
    except NonogramError as error:
        if not found.frames:
            raise
        found.problem = str(error)
        found.has_failed = not isinstance(error, CameraError)
        if film is not None and isinstance(error, LibraryError):
            film.drop()
    found.seconds = time.perf_counter() - start
    return found


def _seen(
    viewer: Viewer, frame: Frame, frames: FrameSource, film: VideoWriter | None, wish: RunOptions
) -> Scene:
    """What is in a frame; also written into the video."""
    try:
        scene = viewer.see(frame)
        for k in range(_AGAIN if frames.is_at_end else 0):
            if scene.is_shown or (scene.answer is not None and scene.state in _OUT_OF_SIGHT):
                break
            later = frame.seconds + (k + 1) * _AGAIN_S
            scene = viewer.see(replace(frame, number=frame.number + k + 1, seconds=later))
        if film is not None:
            _write(film, scene, wish)
        return scene
    except (NonogramError, ModuleNotFoundError):
        raise  # there are sentences for these
    except Exception as error:  # what was found until here must not be lost
        kind = type(error).__name__
        raise RecognitionError(f"an error in this program: {kind}: {error}") from error


def _write(film: VideoWriter, scene: Scene, wish: RunOptions) -> None:
    from recognizer.live.painting.overlay import painted

    picture = painted(scene, wish.mode, wish.opacity)
    if is_live(wish.source):
        film.write_until(picture, scene.frame.seconds)
    else:
        film.write(picture)


def _film_of(wish: RunOptions, fps: float) -> VideoWriter | None:
    return None if wish.out is None else VideoWriter(wish.out, fps)


def _viewer(wish: RunOptions, hooks: SolverHooks, on_event: OnEvent) -> Viewer:
    from recognizer.live.live_view import LiveView

    return LiveView(hooks, is_live=is_live(wish.source), on_event=on_event)


class FrameSource(Protocol):
    """The frames of a source."""

    @property
    def fps(self) -> float:
        """Frames per second of a video made of them."""

    @property
    def count(self) -> int | None:
        """How many there are, if that is known."""

    @property
    def is_at_end(self) -> bool:
        """Whether the frame that was taken last is known to be the last one."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Let go of the source."""


def _frames_of(wish: RunOptions, on_event: OnEvent) -> FrameSource:
    if isinstance(wish.source, Path):
        return _FileFrames(wish.source, wish.seconds)
    return _LiveFrames(wish, on_event)


class _FileFrames:
    """All frames of a file, or those of its first seconds."""

    def __init__(self, path: Path, seconds: float | None) -> None:
        self._recording = Recording(path)
        self._seconds = PICTURE_S if seconds is None and is_picture(path) else seconds
        self.fps = self._recording.frames_per_second
        self.is_at_end = False
        count = self._recording.count
        if self._seconds is not None:
            within = max(1, math.ceil(self._seconds * self.fps))
            count = within if count is None else min(count, within)
        self.count = count

    def __iter__(self) -> Iterator[Frame]:
        frame = next(self._recording)
        for following in self._recording:
            if self._seconds is not None and following.seconds >= self._seconds:
                break
            yield frame
            frame = following
        self.is_at_end = True
        yield frame

    def close(self) -> None:
        self._recording.close()


@dataclass(slots=True)
class _LiveFrames:
    """The newest frames of a camera or a stream, until it ends or the time does."""

    wish: RunOptions
    on_event: OnEvent
    """Hears of black pictures, and of the end."""
    fps: float = CAMERA_FPS
    count: int | None = None
    is_at_end: bool = False
    _capture: Capture = field(init=False)

    def __post_init__(self) -> None:
        self._capture = Capture(self.wish.source, self.wish.size)

    def __iter__(self) -> Iterator[Frame]:
        """Raises CameraError when there is a problem."""
        capture, seconds = self._capture, self.wish.seconds
        capture.start()
        begun: float | None = None
        number, at = -1, 0.0
        remark: str | None = None
        while seconds is None or begun is None or time.monotonic() - begun < seconds:
            frame = capture.wait(number, _WAIT_S)
            if frame is not None:
                begun = time.monotonic() if begun is None else begun
                number, at = frame.number, frame.seconds
                yield frame
            elif capture.is_over:
                break
            before, remark = remark, capture.remark
            if remark is not None and remark != before:
                self.on_event(LogEvent(at, EventKind.TROUBLE, remark))
        if capture.problem is not None:
            self.on_event(LogEvent(at, EventKind.TROUBLE, capture.problem))
            raise CameraError(capture.problem)

    def close(self) -> None:
        self._capture.close()
