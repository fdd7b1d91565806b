"""What runs in the child process that holds a camera: it reads, and never waits for anybody.

The child ends when it is told to, when its parent has died, and otherwise with its source. What
it says to its parent is one of the tuples below; the pictures go through a :class:`FrameRing`.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from puzzles.errors import CameraError
from recognizer.live.capture.devices import Opener, Size, VideoSource
from recognizer.live.capture.shared_frames import FrameRing
from recognizer.live.capture.sources import Source, is_live, why_ended
from recognizer.live.scene import Frame
from recognizer.sandbox.limits import FILMING, limited
from recognizer.values import Picture

_FILMING = replace(FILMING, seconds=math.inf)
"""A film may be long; who shows it waits only so long for a frame."""
_RETRY_S = 0.05
_ALIVE_S = 0.5
_LEAVE_S = 0.5
"""How long the child may take to end on its own once it is to."""
_BLACK = 40
"""Pictures in which no value is above are black, as far as people see."""
_SAMPLE = 16


class FrameStored(NamedTuple):
    """A frame is in the ring."""

    number: int
    size: Size
    is_black: bool


class Heartbeat(NamedTuple):
    """The next frame is not due yet."""


class EndOfStream(NamedTuple):
    """There are no more frames."""

    problem: str = ""
    """Why, for people; empty if a file has just ended."""
    details: str = ""
    """A traceback for the log, if it is this program's fault."""


Message = FrameStored | Heartbeat | EndOfStream


@dataclass(frozen=True)
class CaptureRequest:
    """What the child is to do; can be pickled."""

    source: Source
    size: Size | None
    opener: Opener
    ring: str
    """The name of the :class:`FrameRing`."""
    give_up_s: float
    """A camera, or a stream, from which nothing can be read for so long has gone."""


def shoot(order: CaptureRequest, pipe: Connection) -> None:
    """In the child process: read frames until the end, whichever comes."""
    _be_quiet()
    stop = threading.Event()
    threading.Thread(target=_obey, args=(pipe, stop), daemon=True).start()
    with contextlib.suppress(OSError):  # nobody hears it any more
        try:
            pipe.send(_shot(order, pipe, stop))
        except CameraError as error:
            pipe.send(EndOfStream(str(error)))
        except MemoryError:
            pipe.send(
                EndOfStream("There is not enough memory for the video; close other programs.")
            )
        except Exception:
            problem = "The camera's process broke down; the log has the details."
            pipe.send(EndOfStream(problem, traceback.format_exc()))
    os._exit(0)  # a library's threads would hold up the end


def _shot(order: CaptureRequest, pipe: Connection, stop: threading.Event) -> EndOfStream:
    ring = FrameRing(order.ring)
    # Cameras are this machine's own, and their drivers need what they need.
    is_from_anybody = isinstance(order.source, Path | str)
    with limited(_FILMING) if is_from_anybody else contextlib.nullcontext():
        video = order.opener(order.source, order.size)
        try:
            shooting = _CaptureLoop(order, video, ring, pipe, stop)
            return shooting.run()
        finally:
            video.release()


class _CaptureLoop:
    """One source being read."""

    def __init__(
        self,
        order: CaptureRequest,
        video: VideoSource,
        ring: FrameRing,
        pipe: Connection,
        stop: threading.Event,
    ) -> None:
        self._source = order.source
        self._is_live = is_live(order.source)
        self._give_up_s = order.give_up_s
        self._video = video
        self._ring = ring
        self._pipe = pipe
        self._stop = stop
        self._number = 0
        self._start = 0.0

    def run(self) -> EndOfStream:
        """Until there is nothing more, or it is to stop."""
        read_at = time.monotonic()
        while not self._stop.is_set():
            taken = self._video.read()
            now = time.monotonic()
            if taken is not None:
                read_at = now
                self._put(taken.picture, taken.seconds, now)
            elif not self._is_live and self._number:
                return EndOfStream()
            elif not self._is_live or now - read_at > self._give_up_s:
                return EndOfStream(why_ended(self._source, self._number))
            else:
                self._stop.wait(_RETRY_S)
        return EndOfStream()

    def _put(self, picture: Picture, seconds: float | None, now: float) -> None:
        """Hand a frame over; one of a file when it is due."""
        if self._number == 0:
            self._start = now
        if seconds is None:
            seconds = now - self._start
        elif not self._is_due(self._start + seconds):
            return
        size = self._ring.put(Frame(picture, self._number, seconds))
        is_black = self._is_live and _is_black(picture)
        self._pipe.send(FrameStored(self._number, size, is_black))
        self._number += 1

    def _is_due(self, at: float) -> bool:
        """Wait until then; whether it was not told to stop meanwhile."""
        while (left := at - time.monotonic()) > 0:
            if self._stop.wait(min(left, _ALIVE_S)):
                return False
            if left > _ALIVE_S:
                self._pipe.send(Heartbeat())
        return True


def _is_black(picture: Picture) -> bool:
    return int(picture[::_SAMPLE, ::_SAMPLE].max()) < _BLACK


def _be_quiet() -> None:
    """Ctrl+C is for the parent to act on; drivers and decoders write on stderr as they like."""
    with contextlib.suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stderr = None


def _obey(pipe: Connection, stop: threading.Event) -> None:
    """Stop when the parent says so, or has died; hard, if whatever is going on does not end."""
    parent = multiprocessing.parent_process()
    wait([pipe] if parent is None else [pipe, parent.sentinel])
    stop.set()
    time.sleep(_LEAVE_S)
    os._exit(1)
