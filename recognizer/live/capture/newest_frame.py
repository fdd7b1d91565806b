"""A camera, a file or a stream, as its newest frame.

Pictures are taken in a child process. A driver that hangs holds up nobody and can be killed, and
with its process the camera's light goes off for sure. Frames come through shared memory
(:mod:`recognizer.live.capture.shared_frames`); the newest wins, and none queue up.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import multiprocessing
import threading
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from recognizer.live.capture.child import CaptureRequest, EndOfStream, FrameStored, Message, shoot
from recognizer.live.capture.devices import Opener, Size, open_video
from recognizer.live.capture.shared_frames import FrameRing
from recognizer.live.capture.sources import Source, is_live, why_black, why_ended, why_not_opened
from recognizer.live.scene import Frame

OPEN_S = 15.0
"""How long it may take until the first picture; cameras on Windows need several seconds."""
STALL_S = 3.0
"""A camera, or a stream, that has sent nothing for so long is given up."""
BLACK_S = 1.0
"""After so long black pictures are remarked on."""
PATIENCE_S = 0.1
"""How long the child may take to end on its own when it is told to."""
_KILL_S = 0.05

_log = logging.getLogger(__name__)


class Capture:
    """Frames of one source, from :meth:`start` to :meth:`close`. Any thread may call it.

    Args:
        source: A camera's index, a file, or the address of a stream. A file is played at its own
            pace: frames that nobody takes in time are overtaken.
        size: The width and height a camera is asked for, by default 1280 x 720; it takes the
            nearest it has. Frames of more than 3840 x 2160 pixels are made smaller.
        opener: What opens it in the child process.
        stall_s: How long it may send nothing once it has begun, by default 3 s, for files 15.
    """

    def __init__(
        self,
        source: Source,
        size: Size | None = None,
        *,
        opener: Opener = open_video,
        stall_s: float | None = None,
    ) -> None:
        self.source = source
        self._wish = size
        self._opener = opener
        self._stall_s = stall_s or (STALL_S if is_live(source) else OPEN_S)
        self._news = threading.Condition()
        self._last: FrameStored | None = None
        self._black_since: float | None = None
        self._problem: str | None = None
        self._is_over = False
        self._is_closed = False
        self._ring: FrameRing | None = None
        self._using_ring = threading.Lock()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        """A camera may be switched off while it is switched on."""
        self._heard, self._waker = multiprocessing.Pipe(duplex=False)

    def __enter__(self) -> Capture:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def problem(self) -> str | None:
        """Why no frames come, or come any more: a sentence that says what to do."""
        return self._problem

    @property
    def remark(self) -> str | None:
        """A sentence on pictures that come but are black; ``None`` if nothing is to be said."""
        since = self._black_since
        is_long = since is not None and time.monotonic() - since >= BLACK_S
        return why_black(self.source) if is_long else None

    @property
    def is_over(self) -> bool:
        """Whether no more frames come: a file has ended, there is a problem, or it is closed.

        The last frame can still be had until it is closed.
        """
        return self._is_over

    @property
    def size(self) -> Size | None:
        """Width and height of the newest frame in px; ``None`` before the first. May change."""
        last = self._last
        return None if last is None else last.size

    def start(self) -> None:
        """Begin; returns at once. What goes wrong is said by :attr:`problem`."""
        with self._starting:
            if self._thread is None and not self._is_closed:
                self._start()

    def _start(self) -> None:
        try:
            self._ring = FrameRing()
        except OSError as error:
            reason = error.strerror or error
            self._end(f"There is not enough memory for a video ({reason}); close other programs.")
            return
        atexit.register(self.close)
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)
        self._thread.start()

    def wait(self, after: int = -1, timeout_s: float = 0.0) -> Frame | None:
        """The newest frame, if it is newer than what the caller has.

        Args:
            after: The number of the frame that the caller has; -1 for none.
            timeout_s: How long to wait for one; at the end of the video it does not wait.

        Returns:
            A frame of the caller's own, or ``None``.
        """
        end = time.monotonic() + timeout_s
        while True:
            with self._news:
                left = max(0.0, end - time.monotonic())
                self._news.wait_for(lambda: self._is_over or self._newest > after, left)
            with self._using_ring:
                frame = None if self._ring is None else self._ring.newest(after)
            # It may be overtaken by newer ones again and again while it is copied.
            if frame is not None or self._is_over or time.monotonic() >= end:
                return frame

    def close(self) -> None:
        """Switch the camera off, within 200 ms whatever its driver does. Harmless when closed."""
        with self._starting:
            if self._is_closed:
                return
            self._is_closed = True
        self._end(None)
        with contextlib.suppress(OSError):  # the thread has just ended by itself
            self._waker.send(None)
        if self._thread is not None:
            self._thread.join(PATIENCE_S + 1.5 * _KILL_S)
        if self._thread is None or not self._thread.is_alive():
            self._drop()
        # Otherwise the child is just being started: the thread ends it, and drops the rest.

    @property
    def _newest(self) -> int:
        return -1 if self._last is None else self._last.number

    def _run(self) -> None:
        """In a thread of its own: start the child, which is slow, and hear what it says."""
        assert self._ring is not None
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        order = CaptureRequest(
            self.source, self._wish, self._opener, self._ring.name, self._stall_s / 3
        )
        child = context.Process(target=shoot, args=(order, theirs), daemon=True)
        try:
            child.start()
            theirs.close()
            self._listen(ours)
        except (EOFError, ConnectionError):  # killed, or broken down in a driver
            self._end(why_ended(self.source, self._newest + 1))
        except Exception:
            _log.exception("the camera's process cannot be used")
            self._end("The camera's process cannot be started; the log has the details.")
        finally:
            _finish(child, ours)
            if self._is_closed:
                self._drop()

    def _listen(self, pipe: Connection) -> None:
        """Until the child is not needed any more, or has gone, which is an error of the pipe."""
        patience = OPEN_S
        while not self._is_closed:
            ready = wait([pipe, self._heard], patience)
            if self._is_closed:
                return
            if not ready:
                opened = self._last is not None
                sentence = why_ended if opened or not is_live(self.source) else _why_not_opened
                self._end(sentence(self.source, self._newest + 1))
                return
            message = cast(Message, pipe.recv())
            if isinstance(message, EndOfStream):
                if message.details:
                    _log.error("the camera's process broke down:\n%s", message.details)
                self._end(message.problem or None)
                return
            if isinstance(message, FrameStored):
                self._hear_of(message)
                patience = self._stall_s

    def _hear_of(self, put: FrameStored) -> None:
        if not put.is_black:
            self._black_since = None
        elif self._black_since is None:
            self._black_since = time.monotonic()
        with self._news:
            self._last = put
            self._news.notify_all()

    def _end(self, problem: str | None) -> None:
        with self._news:
            if not self._is_over:
                self._is_over, self._problem = True, problem
                self._black_since = None
            self._news.notify_all()

    def _drop(self) -> None:
        """Give the shared memory back, unless that was done."""
        with contextlib.suppress(OSError):
            self._heard.close()
            self._waker.close()
        with self._using_ring:
            ring, self._ring = self._ring, None
        if ring is not None:
            ring.close()
            ring.unlink()
            atexit.unregister(self.close)


def _why_not_opened(source: Source, _: int) -> str:
    return why_not_opened(source)


def _finish(child: BaseProcess, pipe: Connection) -> None:
    """End the child: ask, wait a moment, kill. Once it has gone its memory can be unlinked."""
    if child.pid is not None:
        with contextlib.suppress(OSError):
            pipe.send(None)
        child.join(PATIENCE_S)
        if child.exitcode is None:
            child.kill()
            child.join(_KILL_S)
        if child.exitcode is not None:
            child.close()
    pipe.close()
