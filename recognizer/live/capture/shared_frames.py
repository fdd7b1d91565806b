"""Frames in memory that two processes share: one puts them in, the other takes the newest.

Nobody waits for anybody, and no lock is held that a killed process could leave behind. There are
three places. A frame goes into the one that was written longest ago; its mark is taken off before
and put on afterwards. Who has copied a frame looks at the mark again: if it is another one, the
copy is of two frames and is thrown away.
"""

from __future__ import annotations

from multiprocessing.shared_memory import SharedMemory
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.live.scene import Frame
from recognizer.values import Picture

SLOTS = 3
MAX_PIXELS = 3840 * 2160
"""Larger pictures are made smaller; what nobody writes to costs no memory."""

_HEAD = 64
_SLOT = _HEAD + MAX_PIXELS * 3
_TRIES = 4


class _SlotHeader(NamedTuple):
    """What stands before the pixels of a slot, as int64."""

    mark: int
    """The number of the frame, and one; 0 while it is written, and in the beginning."""
    height: int
    width: int
    microseconds: int


class FrameRing:
    """The newest frames of a video. One process makes it and unlinks it, another attaches to it.

    Raises:
        OSError: There is not enough shared memory, or none of that name.
    """

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            self._memory = SharedMemory(create=True, size=SLOTS * _SLOT)
        else:
            self._memory = SharedMemory(name)
        self._next = 0

    @property
    def name(self) -> str:
        """What another process attaches by."""
        return self._memory.name

    def put(self, frame: Frame) -> tuple[int, int]:
        """Write a frame, whose number is higher than all before.

        Returns:
            The width and height in which it was written.
        """
        picture = fitted(frame.picture)
        height, width = picture.shape[:2]
        slot, self._next = self._next, (self._next + 1) % SLOTS
        head = self._head(slot)
        head[0] = 0
        head[1:4] = height, width, round(frame.seconds * 1e6)
        self._pixels(slot, height, width)[...] = picture
        head[0] = frame.number + 1
        return width, height

    def newest(self, after: int = -1) -> Frame | None:
        """A copy of the newest frame; ``None`` if its number is not higher than ``after``."""
        for _ in range(_TRIES):
            heads = [_SlotHeader(*map(int, self._head(slot)[:4])) for slot in range(SLOTS)]
            slot = max(range(SLOTS), key=lambda k: heads[k].mark)
            head = heads[slot]
            if head.mark - 1 <= after:
                return None
            if not 0 < head.height * head.width <= MAX_PIXELS:
                continue  # the head is being written
            picture = self._pixels(slot, head.height, head.width).copy()
            if _SlotHeader(*map(int, self._head(slot)[:4])) == head:
                return Frame(picture, head.mark - 1, head.microseconds / 1e6)
        return None

    def close(self) -> None:
        """Let go of the memory in this process; harmless when that was done."""
        self._memory.close()

    def unlink(self) -> None:
        """Give the memory back to the system, when nobody attaches any more."""
        self._memory.unlink()

    def _head(self, slot: int) -> NDArray[np.int64]:
        return np.ndarray((_HEAD // 8,), np.int64, self._memory.buf, slot * _SLOT)

    def _pixels(self, slot: int, height: int, width: int) -> Picture:
        shape = (height, width, 3)
        return np.ndarray(shape, np.uint8, self._memory.buf, slot * _SLOT + _HEAD)


def fitted(picture: Picture) -> Picture:
    """A picture that fits into a slot: the same, or as much smaller as it has to be."""
    height, width = picture.shape[:2]
    if height * width <= MAX_PIXELS:
        return picture
    scale = (MAX_PIXELS / (height * width)) ** 0.5
    size = max(1, int(width * scale)), max(1, int(height * scale))
    smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)
