"""What captures in a child: it reads frames and never waits for its parent.

It ends when it is told to, or with its source. Its reports are the tuples below; the pictures go
through a :class:`FrameRing`.
"""

from __future__ import annotations

import contextlib
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from puzzles.child.limits import limited
from puzzles.child.serving import report, should_stop, wait_for_stop
from puzzles.errors import CameraError
from puzzles.words import _
from recognizer.lattice import Picture
from recognizer.live.capture.devices import Opener, Size, VideoSource
from recognizer.live.capture.shared_frames import FrameRing
from recognizer.live.capture.video_sources import CaptureSource, is_live, is_screen, why_ended
from recognizer.live.scene import Frame
from recognizer.picture_limits import FILMING

_FILM_LIMITS = replace(FILMING, seconds=math.inf)
"""The limits of a film that is shown: of any length, since the parent limits each frame's time."""
_RETRY_S = 0.05
"""The pause before the next attempt to read from a live source, seconds."""
_HEARTBEAT_S = 0.5
"""The longest silence while a frame of a file is not due yet, seconds."""
_MAX_BLACK_VALUE = 40
"""A picture without a larger value looks black; 0 to 255."""
_BLACK_STEP_PX = 16
"""The distance of the pixels that are tested for black, in both directions."""


class FrameStored(NamedTuple):
    """A frame is in the ring."""

    number: int
    size: Size
    is_black: bool


class Heartbeat(NamedTuple):
    """The child is alive; the next frame is not due yet."""


class EndOfStream(NamedTuple):
    """There are no more frames."""

    problem: str = ""
    """Why, for people; empty if a file has just ended."""


@dataclass(frozen=True)
class CaptureRequest:
    """What the child is to do; can be pickled."""

    source: CaptureSource
    size: Size | None
    opener: Opener
    ring: str
    """The name of the :class:`FrameRing`."""
    give_up_s: float
    """A camera or a stream counts as gone if nothing can be read for this time, seconds."""


class Capturing:
    """A capture in a child process."""

    def __init__(self, request: CaptureRequest) -> None:
        self._request = request

    def run(self) -> EndOfStream:
        """Read frames until the end."""
        try:
            return _read_source(self._request)
        except CameraError as error:
            return EndOfStream(str(error))
        except MemoryError:
            return EndOfStream(_("There is not enough memory for the video; close other programs."))


def _read_source(request: CaptureRequest) -> EndOfStream:
    ring = FrameRing(request.ring)
    # Cameras belong to this machine; their drivers run without limits.
    is_untrusted = isinstance(request.source, Path | str) and not is_screen(request.source)
    with limited(_FILM_LIMITS) if is_untrusted else contextlib.nullcontext():
        video = request.opener(request.source, request.size)
        try:
            return _CaptureLoop(request, video, ring).run()
        finally:
            video.release()


class _CaptureLoop:
    """Reads one source."""

    def __init__(self, request: CaptureRequest, video: VideoSource, ring: FrameRing) -> None:
        self._source = request.source
        self._is_live = is_live(request.source)
        self._give_up_s = request.give_up_s
        self._video = video
        self._ring = ring
        self._number = 0
        self._start = 0.0

    def run(self) -> EndOfStream:
        """Read until the source has ended or the parent tells to stop."""
        read_at = time.monotonic()
        while not should_stop():
            taken = self._video.read()
            now = time.monotonic()
            if taken is not None:
                read_at = now
                self._store(taken.picture, taken.seconds, now)
            elif not self._is_live and self._number:
                return EndOfStream()
            elif not self._is_live or now - read_at > self._give_up_s:
                return EndOfStream(why_ended(self._source, self._number))
            else:
                wait_for_stop(_RETRY_S)
        return EndOfStream()

    def _store(self, picture: Picture, seconds: float | None, now: float) -> None:
        """Store a frame in the ring; a frame of a file when it is due."""
        if self._number == 0:
            self._start = now
        if seconds is None:
            seconds = now - self._start
        elif not self._is_due(self._start + seconds):
            return
        size = self._ring.put(Frame(picture, self._number, seconds))
        is_black = self._is_live and not is_screen(self._source) and _is_black(picture)
        report(FrameStored(self._number, size, is_black))
        self._number += 1

    def _is_due(self, at: float) -> bool:
        """Wait until then; ``False`` if told to stop in the meantime."""
        while (left := at - time.monotonic()) > 0:
            if wait_for_stop(min(left, _HEARTBEAT_S)):
                return False
            if left > _HEARTBEAT_S:
                report(Heartbeat())
        return True


def _is_black(picture: Picture) -> bool:
    return int(picture[::_BLACK_STEP_PX, ::_BLACK_STEP_PX].max()) < _MAX_BLACK_VALUE
