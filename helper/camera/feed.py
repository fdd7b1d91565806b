"""Processes frames in its own thread and hands painted pictures to the window.

There is no queue: a new frame replaces one that was not processed, and a new picture replaces one
that the window has not taken yet.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from helper.camera.live_setup import CaptureProtocol, LiveSetup, LiveViewProtocol, Size
from helper.workers.jobs import Bridge
from puzzles.words import _
from recognizer.lattice import Picture
from recognizer.live.capture.video_sources import CaptureSource
from recognizer.live.scene import EventKind, Frame, LiveState, LogEvent, PaintMode, Scene

_log = logging.getLogger(__name__)

FAULT = _(
    "An error in the program occurred while it processed a picture; it goes on with the next one."
    " The log file has the details."
)
_BROKEN = _("The camera view has failed; the log file has the details.")
_FRAME_TIMEOUT_S = 0.1
"""The longest wait for a frame before closing and pausing are checked."""
_IDLE_S = 0.01
"""The wait before the next check while no frame can come."""
_REPEAT_PAUSE_S = 0.1
"""The pause before the last frame of a film is processed again."""
_CLOSE_TIMEOUT_S = 0.1
"""How long closing may block the window; slower parts are closed in the background."""
_RELEASE_TIMEOUT_S = 2.0
"""How long the next feed waits until the previous one has released the camera."""
_LAST_FRAME_TASKS = 8
"""How many tasks may run on the last frame of a film, for each of its boards, until all of them are
shown."""
_LAST_FRAME_TIMEOUT_S = 60.0
"""How long the last frame of a film is processed, at most."""
_RATE_WINDOW_S = 2.0
"""The time over which the frame rate is measured."""
_MAX_LOGGED_ERRORS = 100
"""How many different errors are logged, each once."""


class PaintOptions(NamedTuple):
    """How the solution is painted."""

    mode: PaintMode
    opacity: float
    """Opacity of the paint, from 0 to 1."""


class FeedFrame(NamedTuple):
    """A picture for the window."""

    scene: Scene
    image: QImage
    """The painted frame."""
    rate: float
    """Pictures per second, in the last two seconds."""


class Feed(Bridge):
    """One run of a camera, a file or a stream, from START to Stop.

    Signals:
        arrived: There is a picture to :meth:`take`; emitted again only after it was taken.
        happened: :class:`LogEvent`, a line for the log.
        ended: ``str``, no more frames come: the reason as a sentence, empty at the end of a file.

    No signal is emitted after :meth:`close`.
    """

    arrived = Signal()
    happened = Signal(object)
    ended = Signal(str)

    def __init__(
        self,
        setup: LiveSetup,
        source: CaptureSource,
        size: Size | None,
        paint_options: PaintOptions,
        parent: QObject,
        previous_released: threading.Event | None = None,
    ) -> None:
        """Initialize.

        Args:
            setup: Makes the capture, the live view and the painted pictures.
            source: The source of the frames.
            size: The frame size requested of a camera; ``None`` for its own.
            paint_options: The first value of :attr:`paint_options`.
            parent: The owner, since the thread must not delete the feed.
            previous_released: :attr:`released` of the feed before, which was closed.
        """
        super().__init__(parent)
        self.paint_options = paint_options
        """How the next frame is painted; may be changed at any time."""
        self.is_paused = False
        """Whether frames are skipped; may be changed at any time."""
        self._setup, self._source, self._size = setup, source, size
        self._previous_released = previous_released
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.released = threading.Event()
        """Set when the feed was closed and the camera is free again."""
        self._capture: CaptureProtocol | None = None
        self._live_view: LiveViewProtocol | None = None
        self._newest: FeedFrame | None = None
        self._times: deque[float] = deque()
        self._errors: set[str] = set()

    @property
    def is_closed(self) -> bool:
        """Whether the feed was closed."""
        return self._closing.is_set()

    def start(self) -> None:
        """Start the thread; returns at once."""
        threading.Thread(target=self._run, name="camera", daemon=True).start()

    def take(self) -> FeedFrame | None:
        """Take the newest picture; ``None`` if it was taken already."""
        with self._lock:
            newest, self._newest = self._newest, None
        return newest

    def close(self) -> None:
        """Turn the camera off; no more signals are emitted. May be called twice.

        Returns within 0.2 s even if the camera or the reader hangs: another thread closes them,
        which may take longer.
        """
        with self._lock:
            if self._closing.is_set():
                return
            self._closing.set()
            self._newest = None
            self._mute()
        closer = threading.Thread(target=self._close_parts, name="camera end", daemon=True)
        closer.start()
        closer.join(_CLOSE_TIMEOUT_S)

    def end(self) -> None:
        """See :meth:`Bridge.end`."""
        self.close()

    def _close_parts(self) -> None:
        with self._lock:
            closers: list[Callable[[], None]] = [
                part.close for part in (self._capture, self._live_view) if part is not None
            ]
        for close in closers:
            _close(close)
        self.released.set()

    # In the thread

    def _run(self) -> None:
        try:
            if self._previous_released is not None:
                self._previous_released.wait(_RELEASE_TIMEOUT_S)
            self._watch()
        except Exception:
            _log.critical("the camera view has failed:\n%s", traceback.format_exc())
            self._end(_BROKEN)

    def _watch(self) -> None:
        """Open the camera, load the reader, and process frames until no more come."""
        capture = self._setup.capture(self._source, self._size)
        if not self._register(capture=capture):
            return
        capture.start()
        # Loading the reader takes a while; the camera starts in the meantime.
        live_view = self._setup.live_view(self._send_event)
        if self._register(live_view=live_view):
            self._process_frames(capture, live_view)

    def _process_frames(self, capture: CaptureProtocol, live_view: LiveViewProtocol) -> None:
        number = -1
        scene: Scene | None = None
        ended_at: float | None = None
        first_task = 0
        while not self.is_closed:
            frame = None if self.is_paused else capture.wait(number, _FRAME_TIMEOUT_S)
            if self.is_paused:  # perhaps since the wait began; the frame is not taken
                self._closing.wait(_IDLE_S)
            elif frame is not None:
                number = frame.number
                scene = self._process(live_view, frame)
            elif capture.problem is not None:
                self._end(capture.problem)
                return
            elif capture.is_over:
                now = time.monotonic()
                if ended_at is None:
                    ended_at, first_task = now, live_view.tasks_done
                boards = 1 if scene is None else len(scene.boards)
                is_tried = (
                    live_view.tasks_done >= first_task + _LAST_FRAME_TASKS * boards
                    or now > ended_at + _LAST_FRAME_TIMEOUT_S
                )
                if scene is None or (scene.is_shown and not scene.is_pending) or is_tried:
                    self._end("")
                    return
                # A film may end before it is read, so its last frame is processed again.
                self._closing.wait(_REPEAT_PAUSE_S)
                last = scene.frame
                later = last.seconds + time.monotonic() - now
                scene = self._process(live_view, replace(last, number=number + 1, seconds=later))
                number += 1
            else:
                self._closing.wait(_IDLE_S)

    def _process(self, live_view: LiveViewProtocol, frame: Frame) -> Scene:
        scene, picture = self._scene_and_picture(live_view, frame)
        self._publish(scene, picture)
        return scene

    def _register(
        self, capture: CaptureProtocol | None = None, live_view: LiveViewProtocol | None = None
    ) -> bool:
        """Let :meth:`close` close a part; if the feed is closed, close it now: ``False``."""
        with self._lock:
            self._capture, self._live_view = capture or self._capture, live_view or self._live_view
            if not self.is_closed:
                return True
        for part in (capture, live_view):
            if part is not None:
                _close(part.close)
        return False

    def _scene_and_picture(
        self, live_view: LiveViewProtocol, frame: Frame
    ) -> tuple[Scene, Picture]:
        """Process a frame and paint it; after an error the frame stays unpainted."""
        try:
            scene = live_view.process(frame)
        except Exception:
            self._log_error(frame)
            with contextlib.suppress(Exception):
                live_view.reset()
            return Scene(frame, LiveState.SEARCHING, FAULT), frame.picture
        paint_options = self.paint_options
        try:
            return scene, self._setup.paint(scene, paint_options.mode, paint_options.opacity)
        except Exception:
            self._log_error(frame)
            return scene, frame.picture

    def _log_error(self, frame: Frame) -> None:
        """Log the current exception, each one once, since it may occur with every frame."""
        if self.is_closed:  # its parts are being closed
            return
        details = traceback.format_exc()
        if details not in self._errors and len(self._errors) < _MAX_LOGGED_ERRORS:
            self._errors.add(details)
            _log.critical("error in the live view:\n%s", details)
            self._send_event(LogEvent(frame.seconds, EventKind.TROUBLE, FAULT))

    def _publish(self, scene: Scene, picture: Picture) -> None:
        feed_frame = FeedFrame(scene, image_of(picture), self._rate())
        with self._lock:
            if self.is_closed:
                return
            is_taken = self._newest is None
            self._newest = feed_frame
        if is_taken:
            self._post("arrived", None)

    def _rate(self) -> float:
        now = time.monotonic()
        self._times.append(now)
        while now - self._times[0] > _RATE_WINDOW_S:
            self._times.popleft()
        passed = now - self._times[0]
        return (len(self._times) - 1) / passed if passed > 0 else 0.0

    def _send_event(self, event: LogEvent) -> None:
        self._post("happened", event)

    def _end(self, sentence: str) -> None:
        self._post("ended", sentence)

    # In the window's thread

    def _handle(self, kind: str, value: Any) -> None:
        if kind == "arrived":
            self.arrived.emit()
        elif kind == "happened":
            self.happened.emit(value)
        else:
            self.ended.emit(value)


def _close(close: Callable[[], None]) -> None:
    try:
        close()
    except Exception:
        _log.exception("a part of the camera view cannot be closed")


def image_of(picture: Picture) -> QImage:
    """Convert a picture to the format that Qt paints fastest.

    Args:
        picture: BGR uint8, shape (height, width, 3).
    """
    lines = np.ascontiguousarray(picture)
    height, width = lines.shape[:2]
    image = QImage(lines.data, width, height, 3 * width, QImage.Format.Format_BGR888)
    return image.convertToFormat(QImage.Format.Format_RGB32)
