"""A way for values between two processes. Arrays go as raw bytes, without a copy in the pickle."""

from __future__ import annotations

import contextlib
import pickle
import struct
import threading
from io import BufferedReader, BufferedWriter
from typing import Any

_SIZE = struct.Struct("<Q")
"""The format of a length, and of how many there are."""


class UnpicklableError(Exception):
    """A value has arrived and cannot be made here; its cause says why. The next one can be."""


class Channel:
    """One end: two binary files. Any thread may send, one at a time receives.

    A value is its pickle with the buffers of its arrays beside it (PEP 574). It is sent as a head
    and the buffers; the head has their number, their lengths, and the pickle.

    Args:
        reader: The file to read from.
        writer: The file to write to.
    """

    def __init__(self, reader: BufferedReader, writer: BufferedWriter) -> None:
        self._reader, self._writer = reader, writer
        self._sending = threading.Lock()
        """Held while it is written or closed: another file may get its descriptor."""

    def send(self, value: object) -> None:
        """Send a value.

        Raises:
            OSError: The other end is closed, or this one.
            Exception: It cannot be pickled; nothing was sent.
        """
        buffers: list[pickle.PickleBuffer] = []
        data = pickle.dumps(value, 5, buffer_callback=buffers.append)
        raw = [buffer.raw() for buffer in buffers]
        sizes = b"".join(map(_SIZE.pack, (len(raw), *(part.nbytes for part in raw))))
        parts: list[bytes | memoryview] = [_SIZE.pack(len(sizes) + len(data)) + sizes, data, *raw]
        with self._sending:
            if self._writer.closed:
                raise BrokenPipeError
            for part in parts:
                self._writer.write(part)
            self._writer.flush()

    def receive(self) -> Any:
        """Wait for the next value. Its arrays can be changed.

        Raises:
            EOFError: The other end is closed.
            UnpicklableError: It cannot be made here.
            Exception: Nothing can be received any more.
        """
        head = memoryview(self._read(_SIZE.unpack(self._read(_SIZE.size))[0]))
        (count,) = _SIZE.unpack_from(head)
        end = (count + 1) * _SIZE.size
        sizes = [size for (size,) in _SIZE.iter_unpack(head[_SIZE.size : end])]
        buffers = [self._read(size) for size in sizes]
        try:
            return pickle.loads(head[end:], buffers=buffers)
        except BaseException as error:
            raise UnpicklableError from error

    def _read(self, size: int) -> bytearray:
        data = bytearray(size)
        view, at = memoryview(data), 0
        while at < size:
            got = self._reader.readinto(view[at:])
            if not got:
                raise EOFError
            at += got
        return data

    def close(self) -> None:
        """Close this end. Harmless when closed."""
        with self._sending:
            for file in (self._writer, self._reader):
                with contextlib.suppress(OSError):  # what was not read is lost
                    file.close()
