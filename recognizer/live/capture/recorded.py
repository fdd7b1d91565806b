"""All frames of a video file in order, without skipping any.

The file is untrusted, so it is decoded in a child process within limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from puzzles.child.child import Child, ChildEndedError, OverLimitError
from puzzles.errors import CameraError, RecognitionError
from puzzles.words import worded
from recognizer.lattice import Picture
from recognizer.live.capture.devices import (
    DecodedFrame,
    FileVideo,
    FolderVideo,
    PictureVideo,
    load_picture,
)
from recognizer.live.capture.video_sources import is_picture, why_not
from recognizer.live.scene import Frame
from recognizer.picture_limits import DECODING, FILMING

R = TypeVar("R")


class FilmInfo(NamedTuple):
    """What is known about a film before its first frame."""

    fps: float
    """Frames per second."""
    frames: int | None
    """How many frames the file says it has; ``None`` if unknown."""


class FilmReader:
    """Reads one film, or pictures, in the child process."""

    def __init__(self) -> None:
        self._video: FileVideo | PictureVideo | None = None

    def open(self, path: Path) -> FilmInfo:
        """Open the film.

        Raises:
            CameraError: It is neither a film nor a picture.
        """
        self._video = PictureVideo(path) if is_picture(path) else FileVideo(path)
        return FilmInfo(self._video.fps, self._video.count)

    def read(self) -> DecodedFrame | None:
        """The next frame; ``None`` at the end."""
        assert self._video is not None
        return self._video.read()

    def load(self, path: Path) -> Picture:
        """A picture, see :func:`.load_picture`."""
        return load_picture(path)


class Recording:
    """A video file; an iterator over its frames, from where it is to the end.

    A single picture is a video that does not end. The pictures of a folder are a video. Each is
    decoded within limits of its own, so that a bad one costs nothing but itself.

    A file that is broken in the middle ends there. So a file that was cut off, for example by an
    empty battery, is still of use.

    Args:
        path: A film, a picture or a folder.
        on_unreadable: Gets a sentence about each picture of a folder that cannot be read.

    Raises:
        CameraError: It cannot be opened, or is no video. Iterating raises it for a file without
            any frame.
    """

    def __init__(self, path: Path, on_unreadable: Callable[[str], object] | None = None) -> None:
        if (reason := why_not(path)) is not None:
            raise CameraError(reason)
        self._path = path
        self._limits = DECODING if is_picture(path) else FILMING
        self._next = 0
        self._still: DecodedFrame | None = None
        self._folder: FolderVideo | None = None
        self._child = Child(FilmReader)
        self._child.start()
        try:
            info = self._open(on_unreadable)
        except BaseException:
            self.close()
            raise
        self.frames_per_second = info.fps
        """As the file says; 25 if it does not."""
        self.count = info.frames
        """How many frames the file says it has, which need not be true; ``None`` if unknown."""

    def _open(self, on_unreadable: Callable[[str], object] | None) -> FilmInfo:
        path = self._path
        if path.is_dir():
            self._folder = FolderVideo(path, self._load, on_unreadable)
            return FilmInfo(self._folder.fps, self._folder.count)
        return self._ask(lambda: self._child.call(self._limits, str(path), FilmReader.open, path))

    def _load(self, path: Path) -> Picture:
        return self._child.call(DECODING, str(path), FilmReader.load, path)

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        decoded = self._read_frame()
        if decoded is None:
            if self._next == 0:
                raise CameraError(
                    worded(
                        "{path}: none of the pictures in this folder can be read."
                        if self._folder is not None
                        else "{path}: there is no picture in this video; record it again.",
                        path=self._path,
                    )
                )
            raise StopIteration
        frame = Frame(decoded.picture, self._next, decoded.seconds or 0.0)
        self._next += 1
        return frame

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; harmless when closed."""
        self._child.close()

    def _read_frame(self) -> DecodedFrame | None:
        if self._still is not None:
            return DecodedFrame(self._still.picture.copy(), self._next / self.frames_per_second)
        if self._folder is not None:
            return self._folder.read()
        decoded = self._ask(
            lambda: self._child.call(self._limits, str(self._path), FilmReader.read)
        )
        if decoded is not None and is_picture(self._path):
            self._still = decoded
            self._child.close()  # it is not needed any more
            return self._read_frame()
        return decoded

    def _ask(self, ask: Callable[[], R]) -> R:
        try:
            return ask()
        except (RecognitionError, OverLimitError, ChildEndedError) as error:
            raise CameraError(worded("{sentence}.", sentence=error)) from error
