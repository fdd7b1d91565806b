"""The newest frame of a camera, a file or a stream.

A child process captures the frames. A driver that hangs blocks nobody and can be killed, which
also turns the camera's light off. Frames come through shared memory
(:mod:`recognizer.live.capture.shared_frames`); only the newest is kept, there is no queue.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import threading
import time
from functools import partial
from queue import Empty, SimpleQueue

from puzzles.child.child import Child, details_of
from puzzles.child.serving import ENDS, Message, MessageKind
from puzzles.errors import reason_of
from puzzles.words import _, worded
from recognizer.live.capture.capturing import (
    CaptureRequest,
    Capturing,
    EndOfStream,
    FrameStored,
)
from recognizer.live.capture.devices import Opener, Size, open_video
from recognizer.live.capture.shared_frames import FrameRing
from recognizer.live.capture.video_sources import (
    CaptureSource,
    is_live,
    why_black,
    why_ended,
    why_not_opened,
)
from recognizer.live.scene import Frame

OPEN_TIMEOUT_S = 15.0
"""The longest time until the first picture; cameras on Windows need several seconds."""
STALL_TIMEOUT_S = 3.0
"""A camera or a stream that sends nothing for this time is given up, seconds."""
BLACK_REMARK_S = 1.0
"""The time after which black pictures are remarked on, seconds."""
CHILD_EXIT_S = 0.1
"""How long the child may take to end by itself when told to, seconds."""
_CHILD_KILL_S = 0.05
"""How long a killed child may take to end, seconds."""
_PROGRAM_EXIT_S = 5.0
"""How long the end of the program waits for the thread, seconds. On a busy machine it is a little
late: after that Python itself would give the memory back, and say so on stderr."""


_log = logging.getLogger(__name__)


class Capture:
    """Frames of one source, from :meth:`start` to :meth:`close`. Any thread may call it.

    Args:
        source: A camera's index, a file, or the address of a stream. A file is played at its own
            pace: frames that nobody takes in time are skipped.
        size: The width and height requested of a camera, by default 1280 x 720; it chooses the
            nearest it has. Frames of more than 3840 x 2160 pixels are reduced.
        opener: Opens the source in the child process.
        stall_s: How long it may send nothing once it has begun, by default 3 s, for files 15.
    """

    def __init__(
        self,
        source: CaptureSource,
        size: Size | None = None,
        *,
        opener: Opener = open_video,
        stall_s: float | None = None,
    ) -> None:
        self.source = source
        self._size = size
        self._opener = opener
        self._stall_s = stall_s or (STALL_TIMEOUT_S if is_live(source) else OPEN_TIMEOUT_S)
        self._changed = threading.Condition()
        self._last: FrameStored | None = None
        self._black_since: float | None = None
        self._problem: str | None = None
        self._is_over = False
        self._is_closed = False
        self._ring: FrameRing | None = None
        self._ring_lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._start_lock = threading.Lock()
        """Held while the camera is switched on or off."""
        self._messages: SimpleQueue[Message | None] = SimpleQueue()
        """What the child says; ``None`` wakes the thread."""

    def __enter__(self) -> Capture:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def problem(self) -> str | None:
        """Why no frames come, as a sentence that says what to do; ``None`` without a problem."""
        return self._problem

    @property
    def remark(self) -> str | None:
        """A sentence about black pictures; ``None`` if they are not black."""
        since = self._black_since
        is_long = since is not None and time.monotonic() - since >= BLACK_REMARK_S
        return why_black(self.source) if is_long else None

    @property
    def is_over(self) -> bool:
        """Whether no more frames come: a file has ended, there is a problem, or it is closed.

        The last frame is available until it is closed.
        """
        return self._is_over

    @property
    def size(self) -> Size | None:
        """Width and height of the newest frame in px; ``None`` before the first. May change."""
        last = self._last
        return None if last is None else last.size

    def start(self) -> None:
        """Start capturing; returns at once. Errors are reported by :attr:`problem`."""
        with self._start_lock:
            if self._thread is None and not self._is_closed:
                self._start()

    def _start(self) -> None:
        try:
            self._ring = FrameRing()
        except OSError as error:
            reason = reason_of(error)
            self._end(
                worded(
                    "There is not enough memory for a video ({reason}); close other programs.",
                    reason=reason,
                )
            )
            return
        atexit.register(self._close_for_good)
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)
        self._thread.start()

    def wait(self, after: int = -1, timeout_s: float = 0.0) -> Frame | None:
        """Wait for a frame that is newer than the caller's.

        Args:
            after: The number of the frame that the caller has; -1 for none.
            timeout_s: How long to wait for one; at the end of the video it does not wait.

        Returns:
            A copy for the caller, or ``None``.
        """
        end = time.monotonic() + timeout_s
        while True:
            with self._changed:
                left = max(0.0, end - time.monotonic())
                self._changed.wait_for(lambda: self._is_over or self._newest > after, left)
            with self._ring_lock:
                frame = None if self._ring is None else self._ring.newest(after)
            # Newer frames may overwrite it again and again while it is copied.
            if frame is not None or self._is_over or time.monotonic() >= end:
                return frame

    def close(self) -> None:
        """Switch the camera off within 200 ms, whatever its driver does. Harmless when closed."""
        with self._start_lock:
            if self._is_closed:
                return
            self._is_closed = True
        self._end(None)
        self._messages.put(None)
        if self._thread is not None:
            self._thread.join(CHILD_EXIT_S + 1.5 * _CHILD_KILL_S)
        if self._thread is None or not self._thread.is_alive():
            self._release()
        # Otherwise the child is just starting: the thread ends it and releases the memory.

    def _close_for_good(self) -> None:
        """The program ends: nobody is there any more who could release the memory later."""
        self.close()
        if self._thread is not None:
            self._thread.join(_PROGRAM_EXIT_S)
        self._release()

    @property
    def _newest(self) -> int:
        return -1 if self._last is None else self._last.number

    def _run(self) -> None:
        """In a thread of its own: start the child, which is slow, and receive its messages."""
        assert self._ring is not None
        request = CaptureRequest(
            self.source, self._size, self._opener, self._ring.name, self._stall_s / 3
        )
        child = Child(partial(Capturing, request), self._messages.put)
        child.ask(None, Capturing.run)
        try:
            self._listen()
        finally:
            self._end_child(child)
            if self._is_closed:
                self._release()

    def _listen(self) -> None:
        """Take messages until it is closed or there are no more frames."""
        timeout_s = OPEN_TIMEOUT_S
        while True:
            try:
                message = self._messages.get(timeout=timeout_s)
            except Empty:
                opened = self._last is not None
                sentence = why_ended if opened or not is_live(self.source) else _why_not_opened
                self._end(sentence(self.source, self._newest + 1))
                return
            if message is None:
                return
            if message.kind is MessageKind.REPORT and isinstance(message.value, FrameStored):
                self._note_frame(message.value)
                timeout_s = self._stall_s
            elif message.kind is MessageKind.RESULT:
                end: EndOfStream = message.value
                self._end(end.problem or None)
                return
            elif message.kind is MessageKind.ERROR:
                _log.error("the camera's process broke down:\n%s", details_of(message.value))
                self._end(_("The camera's process broke down; the log has the details."))
                return
            elif message.kind is MessageKind.ENDED:  # killed, or broken down in a driver
                self._end(why_ended(self.source, self._newest + 1))
                return

    def _end_child(self, child: Child[Capturing]) -> None:
        """End the child: ask, wait a moment, kill. Then its memory can be unlinked."""
        child.stop()
        until = time.monotonic() + CHILD_EXIT_S
        with contextlib.suppress(Empty):
            while (left := until - time.monotonic()) > 0:
                message = self._messages.get(timeout=left)
                if message is not None and message.kind in ENDS:
                    break
        child.close(_CHILD_KILL_S)

    def _note_frame(self, message: FrameStored) -> None:
        if not message.is_black:
            self._black_since = None
        elif self._black_since is None:
            self._black_since = time.monotonic()
        with self._changed:
            self._last = message
            self._changed.notify_all()

    def _end(self, problem: str | None) -> None:
        with self._changed:
            if not self._is_over:
                self._is_over, self._problem = True, problem
                self._black_since = None
            self._changed.notify_all()

    def _release(self) -> None:
        """Release the shared memory, once."""
        with self._ring_lock:
            ring, self._ring = self._ring, None
        if ring is not None:
            ring.close()
            ring.unlink()
            atexit.unregister(self._close_for_good)


def _why_not_opened(source: CaptureSource, _: int) -> str:
    return why_not_opened(source)
