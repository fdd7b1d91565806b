"""From the newest frame to the newest picture of the window, in a thread of its own.

Nothing queues up: a frame that comes while another is looked at replaces those before it, and so
does a picture that the window has not taken yet.
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
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from helper.camera.live_setup import CaptureProtocol, LiveSetup, LiveViewProtocol, Size
from recognizer.live.capture.sources import Source
from recognizer.live.scene import EventKind, Frame, LiveState, LogEvent, PaintMode, Scene
from recognizer.values import Picture

_log = logging.getLogger(__name__)

FAULT = (
    "Something went wrong in the program while it looked at the picture; it goes on with the"
    " next one. The log file has the details."
)
_BROKEN = "The camera view broke down; the log file has the details."
_WAIT_S = 0.1
_AGAIN_WAIT_S = 0.1
_CLOSE_S = 0.1
"""How long closing may hold up the window; what takes longer ends by itself."""
_BEFORE_S = 2.0
"""How long the next feed leaves the one before to let go of the camera."""
_AGAIN_TASKS = 8
"""How many times the last frame of a film is searched or read if its puzzle is not shown yet."""
_AGAIN_S = 60.0
"""It is given up after that time even if the reader has not answered so often."""
_RATE_S = 2.0
"""Over which time pictures are counted."""


class PaintOptions(NamedTuple):
    """How the answer is painted."""

    mode: PaintMode
    opacity: float
    """From 0 to 1."""


class FeedFrame(NamedTuple):
    """What the window shows next."""

    scene: Scene
    image: QImage
    """The frame with everything painted on."""
    rate: float
    """Pictures a second, lately."""


class Feed(QObject):
    """One run of a camera, a file or a stream, from START to Stop.

    Signals:
        arrived: There is something to :meth:`take`; comes again only after that was done.
        happened: :class:`LogEvent`, a line for the log.
        ended: ``str``, no more frames come: the sentence that says why, empty at the end of a file.

    None of them comes after :meth:`close`.
    """

    arrived = Signal()
    happened = Signal(object)
    ended = Signal(str)

    _said = Signal(str, object)

    def __init__(
        self,
        parts: LiveSetup,
        source: Source,
        size: Size | None,
        look: PaintOptions,
        parent: QObject,
        before: threading.Event | None = None,
    ) -> None:
        """Make it ready.

        Args:
            parts: What does the work.
            source: Where the frames come from.
            size: That is asked of a camera; ``None`` for what it has.
            look: How answers are painted at first.
            parent: Owns it: the thread may be the last to know of it, and must not delete it.
            before: :attr:`let_go` of another feed, which was closed.
        """
        super().__init__(parent)
        self.look = look
        """How the next frame is painted; may be changed at any time."""
        self.is_paused = False
        """Whether frames are let pass unseen; may be changed at any time."""
        self._parts, self._source, self._size = parts, source, size
        self._before = before
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.let_go = threading.Event()
        """Set when the feed was closed and the camera is free again."""
        self._video: CaptureProtocol | None = None
        self._watcher: LiveViewProtocol | None = None
        self._newest: FeedFrame | None = None
        self._times: deque[float] = deque()
        self._faults: set[str] = set()
        self._said.connect(self._handle, Qt.ConnectionType.QueuedConnection)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._closing.is_set()

    def start(self) -> None:
        """Begin; returns at once."""
        threading.Thread(target=self._run, name="camera", daemon=True).start()

    def take(self) -> FeedFrame | None:
        """The newest picture; ``None`` if it has been taken already."""
        with self._lock:
            newest, self._newest = self._newest, None
        return newest

    def close(self) -> None:
        """Turn the camera off; no signal comes any more. Harmless when closed.

        Returns within 0.2 s, even if the camera or the reader hangs: they are closed in a thread
        of their own, which may take longer.
        """
        with self._lock:
            if self._closing.is_set():
                return
            self._closing.set()
            self._newest = None
        ender = threading.Thread(target=self._close_parts, name="camera end", daemon=True)
        ender.start()
        ender.join(_CLOSE_S)

    def _close_parts(self) -> None:
        with self._lock:
            parts: list[Callable[[], None]] = [
                part.close for part in (self._video, self._watcher) if part is not None
            ]
        for close in parts:
            _close(close)
        self.let_go.set()

    # In the thread

    def _run(self) -> None:
        try:
            if self._before is not None:
                self._before.wait(_BEFORE_S)
            self._watch()
        except Exception:
            _log.critical("the camera view broke down:\n%s", traceback.format_exc())
            self._end(_BROKEN)

    def _watch(self) -> None:
        """Open the camera, load the reader, and look until no more frames come."""
        video = self._parts.video(self._source, self._size)
        if not self._keep(video=video):
            return
        video.start()
        # Loading the reader takes a while; the camera wakes up in the meantime.
        watcher = self._parts.watcher(self._hear)
        if self._keep(watcher=watcher):
            self._look_on(video, watcher)

    def _look_on(self, video: CaptureProtocol, watcher: LiveViewProtocol) -> None:
        number = -1
        scene: Scene | None = None
        over: float | None = None
        last_task = 0
        while not self.is_closed:
            frame = None if self.is_paused else video.wait(number, _WAIT_S)
            if self.is_paused:  # perhaps only while it waited: the frame is not lost
                self._closing.wait(_WAIT_S / 10)
            elif frame is not None:
                number = frame.number
                scene = self._look_at(watcher, frame)
            elif video.problem is not None:
                self._end(video.problem)
                return
            elif video.is_over:
                now = time.monotonic()
                if over is None:
                    over, last_task = now, watcher.tasks_done + _AGAIN_TASKS
                is_tried = watcher.tasks_done >= last_task or now > over + _AGAIN_S
                if scene is None or scene.is_shown or is_tried:
                    self._end("")
                    return
                # A film may be shorter than reading takes: its last frame stays in view.
                self._closing.wait(_AGAIN_WAIT_S)
                last = scene.frame
                later = last.seconds + time.monotonic() - now
                scene = self._look_at(watcher, replace(last, number=number + 1, seconds=later))
                number += 1
            else:
                self._closing.wait(_WAIT_S / 10)

    def _look_at(self, watcher: LiveViewProtocol, frame: Frame) -> Scene:
        scene, picture = self._seen(watcher, frame)
        self._hand_over(scene, picture)
        return scene

    def _keep(
        self, video: CaptureProtocol | None = None, watcher: LiveViewProtocol | None = None
    ) -> bool:
        """Keep a part, to be closed with the feed; at once and ``False`` if that is over."""
        with self._lock:
            self._video, self._watcher = video or self._video, watcher or self._watcher
            if not self.is_closed:
                return True
        for part in (video, watcher):
            if part is not None:
                _close(part.close)
        return False

    def _seen(self, watcher: LiveViewProtocol, frame: Frame) -> tuple[Scene, Picture]:
        """What is in a frame, and the picture of it: without an overlay if the program is wrong."""
        try:
            scene = watcher.see(frame)
        except Exception:
            self._tell_fault(frame)
            with contextlib.suppress(Exception):
                watcher.forget()
            return Scene(frame, LiveState.SEARCHING, FAULT), frame.picture
        look = self.look
        try:
            return scene, self._parts.painted(scene, look.mode, look.opacity)
        except Exception:
            self._tell_fault(frame)
            return scene, frame.picture

    def _tell_fault(self, frame: Frame) -> None:
        """Log what is being handled; the same fault once, for it comes with every frame."""
        if self.is_closed:  # its parts are being taken away
            return
        details = traceback.format_exc()
        if details not in self._faults and len(self._faults) < 100:
            self._faults.add(details)
            _log.critical("the live view is wrong:\n%s", details)
            self._hear(LogEvent(frame.seconds, EventKind.TROUBLE, FAULT))

    def _hand_over(self, scene: Scene, picture: Picture) -> None:
        shown = FeedFrame(scene, image_of(picture), self._rate())
        with self._lock:
            is_taken = self._newest is None
            self._newest = shown
            if is_taken:
                self._say("arrived", None)

    def _rate(self) -> float:
        now = time.monotonic()
        self._times.append(now)
        while now - self._times[0] > _RATE_S:
            self._times.popleft()
        passed = now - self._times[0]
        return (len(self._times) - 1) / passed if passed > 0 else 0.0

    def _hear(self, event: LogEvent) -> None:
        with self._lock:
            self._say("happened", event)

    def _end(self, sentence: str) -> None:
        with self._lock:
            self._say("ended", sentence)

    def _say(self, kind: str, value: object) -> None:
        """With the lock held: who closes a feed may delete it right afterwards."""
        if self.is_closed:
            self._newest = None
            return
        with contextlib.suppress(RuntimeError):  # the window has gone without a word
            self._said.emit(kind, value)

    # In the window's thread

    def _handle(self, kind: str, value: Any) -> None:
        if self.is_closed:
            return
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
    """A picture as Qt paints it soonest.

    Args:
        picture: BGR uint8, shape (height, width, 3).
    """
    lines = np.ascontiguousarray(picture)
    height, width = lines.shape[:2]
    image = QImage(lines.data, width, height, 3 * width, QImage.Format.Format_BGR888)
    return image.convertToFormat(QImage.Format.Format_RGB32)
