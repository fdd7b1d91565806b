"""Runs the live view without a window; prints events and a summary, and can write a video.

The video is finished and the summary printed however it ends, also by Ctrl+C or SIGTERM.
"""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Protocol

from puzzles.contracts import SolverHooks
from puzzles.errors import CameraError, LibraryError, NonogramError, RecognitionError
from puzzles.formats.atomic import write_atomically
from puzzles.words import worded
from recognizer.live.capture.newest_frame import Capture
from recognizer.live.capture.recorded import Recording
from recognizer.live.capture.video_sources import is_live, is_picture
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
"""Frames per second of a video that is made from a camera or a stream."""
PICTURE_S = 2.0
"""How long a single picture is watched, s."""
_FRAME_TIMEOUT_S = 0.2
"""The longest wait for a frame before the time limit is checked."""
_LAST_FRAME_REPEATS = 8
"""How often the last frame of a film is repeated for each of its boards that is not read yet."""
_REPEAT_INTERVAL_S = 0.3
"""The video time between two repeats; the live view does not read more often."""
_NOT_IN_VIEW = (LiveState.SEARCHING, LiveState.LOST)


class Viewer(Protocol):
    """Finds puzzles in frames; see :mod:`recognizer.live.live_view`."""

    def process(self, frame: Frame, /) -> Scene:
        """Process the next frame."""

    def close(self) -> None:
        """Stop all work."""


def watch(options: RunOptions, hooks: SolverHooks, printer: EventPrinter) -> RunSummary:
    """Watch a source until it ends, the time is over, or Ctrl+C.

    Returns:
        The summary; with :attr:`RunSummary.problem` if an error ended the run.

    Raises:
        CameraError: The source gives no frame at all.
        RecognitionError: The program fails at the first frame.
        LibraryError: The video cannot be written.
    """
    frames = _frames_of(options, printer)
    with contextlib.closing(frames), contextlib.ExitStack() as stack:
        stack.enter_context(_sigterm_as_ctrl_c())
        writer = _writer_for(options, frames.fps)
        if writer is not None:
            stack.callback(writer.discard)
        viewer = _viewer(options, hooks, printer.add)
        stack.callback(viewer.close)
        stack.enter_context(printer.progress(frames.count))
        summary = _process(frames, viewer, writer, options, printer)
        viewer.close()
        if writer is not None and writer.finish():
            summary.video = options.out
        if options.picture is not None and summary.last_shown is not None:
            _write_picture(options.picture, summary.last_shown, options)
            summary.picture = options.picture
        if summary.stdout_error is None:
            printer.print_pending()
        return summary


@contextlib.contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    """Handle SIGTERM like Ctrl+C, so that no unfinished files are left behind."""
    if threading.current_thread() is not threading.main_thread():  # signals are handled there only
        yield
        return
    previous = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _process(
    frames: FrameSource,
    viewer: Viewer,
    writer: VideoWriter | None,
    options: RunOptions,
    printer: EventPrinter,
) -> RunSummary:
    """Process all frames. An error after the first frame is noted in the summary, not raised."""
    summary = RunSummary()
    start = time.perf_counter()
    try:
        for frame in frames:
            summary.count(_process_frame(viewer, frame, frames, writer, options))
            printer.print_pending()
            printer.advance()
    except KeyboardInterrupt:
        summary.is_interrupted = True
    except OSError as error:  # stdout is closed; the video is finished nevertheless
        summary.stdout_error = error
    except NonogramError as error:
        if not summary.frames:
            raise
        summary.problem = str(error)
        summary.has_failed = not isinstance(error, CameraError)
        if writer is not None and isinstance(error, LibraryError):
            writer.discard()
    summary.seconds = time.perf_counter() - start
    return summary


def _process_frame(
    viewer: Viewer,
    frame: Frame,
    frames: FrameSource,
    writer: VideoWriter | None,
    options: RunOptions,
) -> Scene:
    """Process a frame, and write the painted picture into the video."""
    try:
        scene = viewer.process(frame)
        repeats = 0
        while frames.is_at_end and repeats < _LAST_FRAME_REPEATS * len(scene.boards):
            is_read = scene.is_shown and not scene.is_pending
            if is_read or (scene.answer is not None and scene.state in _NOT_IN_VIEW):
                break
            repeats += 1
            later = frame.seconds + repeats * _REPEAT_INTERVAL_S
            number = frame.number + repeats
            scene = viewer.process(replace(frame, number=number, seconds=later))
        if writer is not None:
            _write(writer, scene, options)
        return scene
    except (NonogramError, ModuleNotFoundError):
        raise  # their messages are for the user
    except Exception as error:  # keep what was found so far
        kind = type(error).__name__
        raise RecognitionError(
            worded("an error in this program: {kind}: {error}", kind=kind, error=error)
        ) from error


def _write(writer: VideoWriter, scene: Scene, options: RunOptions) -> None:
    from recognizer.live.painting.overlay import painted

    picture = painted(scene, options.mode, options.opacity)
    if is_live(options.source):
        writer.write_until(picture, scene.frame.seconds)
    else:
        writer.write(picture)


def _write_picture(path: Path, scene: Scene, options: RunOptions) -> None:
    import cv2

    from recognizer.live.painting.overlay import painted

    _, data = cv2.imencode(".png", painted(scene, options.mode, options.opacity))
    write_atomically(path, data.tobytes(), force=options.force)


def _writer_for(options: RunOptions, fps: float) -> VideoWriter | None:
    return None if options.out is None else VideoWriter(options.out, fps)


def _viewer(options: RunOptions, hooks: SolverHooks, on_event: OnEvent) -> Viewer:
    from recognizer.live.live_view import LiveView

    return LiveView(hooks, is_live=is_live(options.source), on_event=on_event)


class FrameSource(Protocol):
    """A source of frames."""

    @property
    def fps(self) -> float:
        """Frames per second of a video made from them."""

    @property
    def count(self) -> int | None:
        """The number of frames; ``None`` if unknown."""

    @property
    def is_at_end(self) -> bool:
        """Whether the last frame has been taken."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Close the source."""


def _frames_of(options: RunOptions, printer: EventPrinter) -> FrameSource:
    if isinstance(options.source, Path):
        return _FileFrames(options.source, options.seconds, printer.add_unreadable)
    return _LiveFrames(options, printer.add)


class _FileFrames:
    """All frames of a file, or those of its first seconds."""

    def __init__(
        self, path: Path, seconds: float | None, on_unreadable: Callable[[float, str], object]
    ) -> None:
        self._recording = Recording(path, lambda text: on_unreadable(self._at, text))
        self._at = 0.0
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
        for next_frame in self._recording:
            if self._seconds is not None and next_frame.seconds >= self._seconds:
                break
            self._at = next_frame.seconds
            yield frame
            frame = next_frame
        self.is_at_end = True
        yield frame

    def close(self) -> None:
        self._recording.close()


@dataclass(slots=True)
class _LiveFrames:
    """The newest frames of a camera or a stream, until it ends or the time is over."""

    options: RunOptions
    on_event: OnEvent
    """Gets remarks about black pictures, and the problem at the end."""
    fps: float = CAMERA_FPS
    count: int | None = None
    is_at_end: bool = False
    _capture: Capture = field(init=False)

    def __post_init__(self) -> None:
        self._capture = Capture(self.options.source, self.options.size)

    def __iter__(self) -> Iterator[Frame]:
        """Raises CameraError when there is a problem."""
        capture, seconds = self._capture, self.options.seconds
        capture.start()
        start: float | None = None
        number, at = -1, 0.0
        remark: str | None = None
        while seconds is None or start is None or time.monotonic() - start < seconds:
            frame = capture.wait(number, _FRAME_TIMEOUT_S)
            if frame is not None:
                start = time.monotonic() if start is None else start
                number, at = frame.number, frame.seconds
                yield frame
            elif capture.is_over:
                break
            previous, remark = remark, capture.remark
            if remark is not None and remark != previous:
                self.on_event(LogEvent(at, EventKind.TROUBLE, remark))
        if capture.problem is not None:
            self.on_event(LogEvent(at, EventKind.TROUBLE, capture.problem))
            raise CameraError(capture.problem)

    def close(self) -> None:
        self._capture.close()
