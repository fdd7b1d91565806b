"""A ring of frames in shared memory: one process writes them, another copies the newest.

Neither waits for the other, and there is no lock that a killed process could leave behind. A frame
is written into the oldest of three slots; the slot's mark is 0 meanwhile. After copying a frame the
reader compares the mark again: if it has changed, the copy is mixed from two frames and discarded.
"""

from __future__ import annotations

import sys
from multiprocessing import resource_tracker
from multiprocessing.shared_memory import SharedMemory
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Picture
from recognizer.live.scene import Frame

SLOTS = 3
"""Frames that the memory holds."""
MAX_PIXELS = 3840 * 2160
"""Larger pictures are reduced. Unused memory of a slot costs nothing."""

_HEADER_BYTES = 64
"""The bytes before the pixels of a slot, see :class:`_SlotHeader`."""
_SLOT_BYTES = _HEADER_BYTES + MAX_PIXELS * 3
"""A header and the pixels of one frame."""
_MAX_READS = 4
"""Attempts to copy a frame that is overwritten meanwhile."""


class _SlotHeader(NamedTuple):
    """The header before the pixels of a slot, as int64."""

    mark: int
    """The number of the frame plus one; 0 while it is written, and at the start."""
    height: int
    width: int
    microseconds: int


class FrameRing:
    """The newest frames of a video. One process creates and unlinks it, another attaches to it.

    Raises:
        OSError: There is not enough shared memory, or none of that name.
    """

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            self._memory = SharedMemory(create=True, size=SLOTS * _SLOT_BYTES)
        else:
            self._memory = _attached(name)
        self._next = 0

    @property
    def name(self) -> str:
        """The name by which another process attaches to it."""
        return self._memory.name

    def put(self, frame: Frame) -> tuple[int, int]:
        """Write a frame; its number is higher than all before.

        Returns:
            The width and height in which it was written, px.
        """
        picture = fit_into_slot(frame.picture)
        height, width = picture.shape[:2]
        slot, self._next = self._next, (self._next + 1) % SLOTS
        header = self._header(slot)
        header[0] = 0
        header[1:4] = height, width, round(frame.seconds * 1e6)
        self._pixels(slot, height, width)[...] = picture
        header[0] = frame.number + 1
        return width, height

    def newest(self, after: int = -1) -> Frame | None:
        """A copy of the newest frame; ``None`` if its number is not higher than ``after``."""
        for _ in range(_MAX_READS):
            headers = [_SlotHeader(*map(int, self._header(slot)[:4])) for slot in range(SLOTS)]
            slot = max(range(SLOTS), key=lambda k: headers[k].mark)
            header = headers[slot]
            if header.mark - 1 <= after:
                return None
            if not 0 < header.height * header.width <= MAX_PIXELS:
                continue  # the head is being written
            picture = self._pixels(slot, header.height, header.width).copy()
            if _SlotHeader(*map(int, self._header(slot)[:4])) == header:
                return Frame(picture, header.mark - 1, header.microseconds / 1e6)
        return None

    def close(self) -> None:
        """Detach from the memory in this process. Harmless when closed."""
        self._memory.close()

    def unlink(self) -> None:
        """Return the memory to the system; after that nobody can attach."""
        self._memory.unlink()

    def _header(self, slot: int) -> NDArray[np.int64]:
        return np.ndarray((_HEADER_BYTES // 8,), np.int64, self._memory.buf, slot * _SLOT_BYTES)

    def _pixels(self, slot: int, height: int, width: int) -> Picture:
        shape = (height, width, 3)
        return np.ndarray(shape, np.uint8, self._memory.buf, slot * _SLOT_BYTES + _HEADER_BYTES)


def _attached(name: str) -> SharedMemory:
    """Memory of another process, which Python is not to unlink when this one ends (bpo-38119)."""
    if sys.version_info >= (3, 13):
        return SharedMemory(name, track=False)
    register = resource_tracker.register
    resource_tracker.register = lambda name, rtype: None
    try:
        return SharedMemory(name)
    finally:
        resource_tracker.register = register


def fit_into_slot(picture: Picture) -> Picture:
    """Reduce a picture to at most :data:`MAX_PIXELS`; smaller ones stay the same."""
    height, width = picture.shape[:2]
    if height * width <= MAX_PIXELS:
        return picture
    scale = (MAX_PIXELS / (height * width)) ** 0.5
    size = max(1, int(width * scale)), max(1, int(height * scale))
    smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)
