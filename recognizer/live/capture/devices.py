"""Videos opened with OpenCV: cameras, files and streams, all read frame by frame.

What OpenCV and its libraries have to say goes nowhere: their messages are not for people, and
what went wrong is said in sentences of :mod:`recognizer.live.capture.sources`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

# Read when OpenCV opens its first video.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")  # half a minute on Windows

import cv2
import numpy as np

from puzzles.errors import CameraError, RecognitionError
from recognizer.live.capture.shared_frames import fitted
from recognizer.live.capture.sources import Source, is_picture, why_not, why_not_opened
from recognizer.sandbox.limits import MAX_FILM_PIXELS
from recognizer.values import Picture

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

Size = tuple[int, int]
"""Width and height in px."""
DEFAULT_SIZE: Size = (1280, 720)
"""What a camera is asked for: many give 640 x 480 unasked, where numbers are too small."""

USUAL_FPS = 25.0
"""Where a file does not say how many frames a second has."""
_MAX_FPS = 1000.0
PICTURE_FPS = 10.0
"""Of a single picture that is shown again and again."""
_OPEN_MS, _READ_MS = 10_000, 5_000
"""How long a stream may take."""


class DecodedFrame(NamedTuple):
    """One picture, as it was read."""

    picture: Picture
    seconds: float | None
    """Since the first one, by the file's own time; ``None`` if it was taken now."""


class VideoSource(Protocol):
    """What gives one picture after another."""

    def read(self) -> DecodedFrame | None:
        """The next one; ``None`` if there is none, or none just now. May take any time."""

    def release(self) -> None:
        """Switch the camera off, close the file."""


Opener = Callable[[Source, Size | None], VideoSource]
"""Opens a source, a camera with about that many pixels; raises CameraError. Can be pickled."""


def open_video(source: Source, size: Size | None = None) -> VideoSource:
    """Open a source with OpenCV.

    Args:
        source: What to open.
        size: What a camera is asked for, by default :data:`DEFAULT_SIZE`; it takes the nearest.

    Raises:
        CameraError: It cannot be opened; the sentence says why.
    """
    if (reason := why_not(source)) is not None:
        raise CameraError(reason)
    if isinstance(source, Path):
        return open_file(source)
    return _LiveVideo(source, size or DEFAULT_SIZE)


def open_file(path: Path) -> FileVideo | PictureVideo:
    """Open a film, or a picture as a film that does not end.

    Raises:
        CameraError: It is neither.
    """
    return PictureVideo(path) if is_picture(path) else FileVideo(path)


class PictureVideo:
    """A single picture as a video that does not end.

    Raises:
        CameraError: It cannot be opened.
    """

    fps = PICTURE_FPS
    """Frames per second."""
    count = None
    """How many frames there are: as many as are taken."""

    def __init__(self, path: Path) -> None:
        from recognizer.images import load

        try:
            self._picture = fitted(load(path))
        except RecognitionError as error:
            raise CameraError(f"{error}.") from error
        self._next = 0

    def read(self) -> DecodedFrame:
        """The picture once more, a little later."""
        self._next += 1
        return DecodedFrame(self._picture.copy(), (self._next - 1) / self.fps)

    def release(self) -> None:
        """Nothing is open."""


class FileVideo:
    """A video file.

    Raises:
        CameraError: It is no video.
    """

    def __init__(self, path: Path) -> None:
        # FFmpeg alone: OpenCV's other ways take pictures with numbers in their names for films.
        self._video = _opened(path, cv2.CAP_FFMPEG)
        sides = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        width, height = (round(self._video.get(side)) for side in sides)
        if width * height > MAX_FILM_PIXELS:
            self.release()
            raise CameraError(
                f"{path}: the film has pictures of {width} x {height} pixels; at most"
                f" {MAX_FILM_PIXELS / 1e6:.0f} megapixels are read. Make it smaller."
            )
        rate = self._video.get(cv2.CAP_PROP_FPS)
        self.fps = rate if 0 < rate <= _MAX_FPS else USUAL_FPS
        """Frames per second."""
        count = self._video.get(cv2.CAP_PROP_FRAME_COUNT)
        self.count = round(count) if 0 < count < 1e9 else None
        """How many frames the file says it has, which need not be true."""
        self._first: float | None = None
        self._last = 0.0

    def read(self) -> DecodedFrame | None:
        """The next frame, with its time: at least a little later than the last one's."""
        picture = _read(self._video)
        if picture is None:
            return None
        at = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if self._first is None:
            self._first = at
        elif at - self._first > self._last:
            self._last = at - self._first
        else:  # some files have no times, or those of several films
            self._last += 1 / self.fps
            self._first = at - self._last
        return DecodedFrame(picture, self._last)

    def release(self) -> None:
        """Close the file."""
        self._video.release()


class _LiveVideo:
    """A camera or a stream."""

    def __init__(self, source: int | str, size: Size) -> None:
        if isinstance(source, str):
            wait = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC]
            self._video = _opened(source, cv2.CAP_FFMPEG, [*wait, _READ_MS])
            return
        on_linux = sys.platform.startswith("linux")
        self._video = _opened(source, cv2.CAP_V4L2 if on_linux else cv2.CAP_ANY)
        for property_, value in _wishes(size):
            self._video.set(property_, value)

    def read(self) -> DecodedFrame | None:
        """The next picture."""
        picture = _read(self._video)
        return None if picture is None else DecodedFrame(picture, None)

    def release(self) -> None:
        """Switch the camera off."""
        self._video.release()


def _wishes(size: Size) -> list[tuple[int, float]]:
    """What a camera is asked for, in this order."""
    wishes: list[tuple[int, float]] = [(cv2.CAP_PROP_BUFFERSIZE, 1)]
    width, height = size
    if width * height > 640 * 480:
        # Raw pictures of that size come five times a second, since USB is slow.
        wishes.append((cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")))
    return [*wishes, (cv2.CAP_PROP_FRAME_WIDTH, width), (cv2.CAP_PROP_FRAME_HEIGHT, height)]


def _opened(source: Source, backend: int, parameters: list[int] | None = None) -> cv2.VideoCapture:
    what = str(source) if isinstance(source, Path) else source
    try:
        video = cv2.VideoCapture(what, backend, parameters or [])
    except (cv2.error, ValueError, TypeError) as error:
        raise CameraError(why_not_opened(source)) from error
    if not video.isOpened():
        raise CameraError(why_not_opened(source))
    return video


def _read(video: cv2.VideoCapture) -> Picture | None:
    try:
        is_there, picture = video.read()
    except cv2.error:  # a broken frame
        return None
    if not is_there or picture is None or picture.size == 0:
        return None
    if picture.ndim == 2 or picture.shape[2] == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.asarray(picture[:, :, :3], np.uint8)
