"""Every frame of a video file in order, to be worked through for as long as it takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from puzzles.errors import CameraError
from recognizer.live.cameras import why_not
from recognizer.live.devices import open_file
from recognizer.live.scene import Frame


class Recording:
    """A video file; an iterator over its frames, from where it is to the end.

    A single picture is a video that does not end.

    Where a file is broken in the middle the frames before are all there is of it; so a file that
    was cut off, as when a camera's battery ran out, is still of use.

    Raises:
        CameraError: It cannot be opened, or is no video. Iterating raises it for a file without
            any frame.
    """

    def __init__(self, path: Path) -> None:
        if (reason := why_not(path)) is not None:
            raise CameraError(reason)
        self._path = path
        self._video = open_file(path)
        self._next = 0

    @property
    def frames_per_second(self) -> float:
        """As the file says; 25 if it does not."""
        return self._video.fps

    @property
    def count(self) -> int | None:
        """How many frames the file says it has, which need not be true; ``None`` if unknown."""
        return self._video.count

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        taken = self._video.read()
        if taken is None:
            if self._next == 0:
                raise CameraError(
                    f"{self._path}: there is no picture in this video; record it again."
                )
            raise StopIteration
        frame = Frame(taken.picture, self._next, taken.seconds or 0.0)
        self._next += 1
        return frame

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; harmless when closed."""
        self._video.release()


def recorded(path: Path) -> Recording:
    """Open a video file to read all its frames, or a picture, which has no end.

    See :class:`Recording`.
    """
    return Recording(path)
