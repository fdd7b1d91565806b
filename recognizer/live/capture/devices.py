"""Opens cameras, files and streams with OpenCV and reads them frame by frame.

The messages of OpenCV and its libraries are discarded. Errors are reported as sentences of
:mod:`recognizer.live.capture.video_sources`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from puzzles.words import worded

# Read when OpenCV opens its first video.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")  # half a minute on Windows

import cv2
import numpy as np

from puzzles.errors import CameraError, RecognitionError
from puzzles.system import SYSTEM
from recognizer.lattice import Picture
from recognizer.live.capture.shared_frames import fit_into_slot
from recognizer.live.capture.video_sources import (
    CaptureSource,
    ScreenRegion,
    is_picture,
    pictures_in,
    region_of,
    why_not,
    why_not_opened,
)
from recognizer.picture_limits import MAX_FILM_PIXELS

if TYPE_CHECKING:
    from PIL import Image

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

Size = tuple[int, int]
"""Width and height in px."""
DEFAULT_SIZE: Size = (1280, 720)
"""Requested of a camera: many give 640 x 480 by default, where numbers are too small."""

USUAL_FPS = 25.0
"""Frames per second of a file that does not state them."""
_MAX_FPS = 1000.0
"""A file that states more frames per second is wrong."""
PICTURE_FPS = 10.0
"""Frames per second of a single picture that is shown as a video."""
FOLDER_PICTURE_S = 2.0
"""How long each picture of a folder is shown, s of the video."""
SCREEN_FPS = 10.0
"""How often a region of the screen is captured: a player is slower."""
_OPEN_TIMEOUT_MS = 10_000
"""How long opening a stream may take."""
_READ_TIMEOUT_MS = 5_000
"""How long a frame of a stream may take."""
_MAX_RAW_PIXELS = 640 * 480
"""Larger pictures are requested as JPEG: raw ones come five times a second, since USB is slow."""


class DecodedFrame(NamedTuple):
    """One picture, as it was read."""

    picture: Picture
    seconds: float | None
    """The file's own time since its first frame; ``None`` for a live source."""


class VideoSource(Protocol):
    """An open source of pictures."""

    def read(self) -> DecodedFrame | None:
        """Read the next picture; ``None`` if there is none at present. May take any time."""

    def release(self) -> None:
        """Switch the camera off, close the file."""


Opener = Callable[[CaptureSource, Size | None], VideoSource]
"""Opens a source, a camera with about that many pixels; raises CameraError. Can be pickled."""


def open_video(source: CaptureSource, size: Size | None = None) -> VideoSource:
    """Open a source with OpenCV.

    Args:
        source: What to open.
        size: Requested of a camera, by default :data:`DEFAULT_SIZE`; it chooses the nearest it has.

    Raises:
        CameraError: It cannot be opened; the sentence says why.
    """
    if (reason := why_not(source)) is not None:
        raise CameraError(reason)
    if isinstance(source, Path):
        return open_file(source)
    if (region := region_of(source)) is not None:
        return ScreenVideo(region)
    return _LiveVideo(source, size or DEFAULT_SIZE)


def open_file(path: Path) -> FileVideo | PictureVideo | FolderVideo:
    """Open a film, a picture as a film that does not end, or the pictures of a folder as a film.

    Raises:
        CameraError: It is none of these.
    """
    if path.is_dir():
        return FolderVideo(path)
    return PictureVideo(path) if is_picture(path) else FileVideo(path)


class PictureVideo:
    """A single picture as a video that does not end.

    Raises:
        CameraError: It cannot be opened.
    """

    fps = PICTURE_FPS
    """Frames per second."""
    count = None
    """The number of frames: unlimited."""

    def __init__(self, path: Path) -> None:
        try:
            self._picture = load_picture(path)
        except RecognitionError as error:
            raise CameraError(worded("{sentence}.", sentence=error)) from error
        self._frames_read = 0

    def read(self) -> DecodedFrame:
        """The picture once more, a little later."""
        self._frames_read += 1
        return DecodedFrame(self._picture.copy(), (self._frames_read - 1) / self.fps)

    def release(self) -> None:
        """Nothing is open."""


def load_picture(path: Path) -> Picture:
    """A picture file as a frame.

    Raises:
        RecognitionError: It cannot be read.
    """
    from recognizer.images import load

    return fit_into_slot(load(path))


class FolderVideo:
    """The pictures of a folder, one after the other, as a video.

    Args:
        path: The folder.
        load: Loads a picture; raises RecognitionError for one that cannot be read.
        on_unreadable: Gets a sentence about each picture that cannot be read; it is left out.
    """

    fps = PICTURE_FPS
    """Frames per second."""

    def __init__(
        self,
        path: Path,
        load: Callable[[Path], Picture] = load_picture,
        on_unreadable: Callable[[str], object] | None = None,
    ) -> None:
        self._load, self._on_unreadable = load, on_unreadable
        self._paths = pictures_in(path)
        self._repeats = round(FOLDER_PICTURE_S * self.fps)
        self.count = self._repeats * len(self._paths)
        """The number of frames if all pictures can be read."""
        self._picture: Picture | None = None
        self._left = 0
        self._frames_read = 0

    def read(self) -> DecodedFrame | None:
        """The picture once more, or the next one; ``None`` after the last one."""
        while not self._left and self._paths:
            self._show(self._paths.pop(0))
        if not self._left or self._picture is None:
            return None
        self._left -= 1
        self._frames_read += 1
        return DecodedFrame(self._picture.copy(), (self._frames_read - 1) / self.fps)

    def _show(self, path: Path) -> None:
        try:
            self._picture, self._left = self._load(path), self._repeats
        except RecognitionError as error:
            if self._on_unreadable is not None:
                self._on_unreadable(worded("{error}.", error=error))

    def release(self) -> None:
        """Nothing is open."""


class ScreenVideo:
    """A region of the screen. Nothing else leaves this object.

    Raises:
        CameraError: The system does not allow it, or the screen ends before the region begins.
    """

    def __init__(self, region: ScreenRegion) -> None:
        self._region = region
        self._due = time.monotonic()
        if SYSTEM.is_linux:  # elsewhere a second screen may have negative places
            self._check_place(_grabbed(None, region).size)
        self._capture()

    def _check_place(self, size: Size) -> None:
        left, top, width, height = self._region
        is_inside = left < size[0] and top < size[1] and left + width > 0 and top + height > 0
        if not is_inside:
            raise CameraError(
                worded(
                    "{source} lies beyond the screen, which has {width} × {height} pixels.",
                    source=self._region.source,
                    width=size[0],
                    height=size[1],
                )
            )

    def read(self) -> DecodedFrame | None:
        """The region as it is now, at most ten times a second."""
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = time.monotonic() + 1 / SCREEN_FPS
        return DecodedFrame(self._capture(), None)

    def release(self) -> None:
        """Nothing is open."""

    def _capture(self) -> Picture:
        left, top, width, height = self._region
        image = _grabbed((left, top, left + width, top + height), self._region)
        return fit_into_slot(np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1]))


def _grabbed(box: tuple[int, int, int, int] | None, region: ScreenRegion) -> Image.Image:
    """A part of the screen, or all of it.

    Raises:
        CameraError: The system does not allow it.
    """
    from PIL import ImageGrab

    try:
        # With the display named, Pillow starts no screenshot program, which would keep a file.
        return ImageGrab.grab(box, all_screens=True, xdisplay=os.environ.get("DISPLAY"))
    except (OSError, ValueError) as error:
        raise CameraError(why_not_opened(region.source)) from error


class FileVideo:
    """A video file.

    Raises:
        CameraError: It is no video.
    """

    def __init__(self, path: Path) -> None:
        # FFmpeg only: other backends take pictures with numbers in their names for films.
        self._video = _open(path, cv2.CAP_FFMPEG)
        sides = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        width, height = (round(self._video.get(side)) for side in sides)
        if width * height > MAX_FILM_PIXELS:
            self.release()
            raise CameraError(
                worded(
                    "{path}: the film has pictures of {width} x {height} pixels; at "
                    "most {limit:.0f} megapixels are read. Make it smaller.",
                    path=path,
                    width=width,
                    height=height,
                    limit=MAX_FILM_PIXELS / 1e6,
                )
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
        picture = _read_picture(self._video)
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
            wait = [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                _OPEN_TIMEOUT_MS,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            ]
            self._video = _open(source, cv2.CAP_FFMPEG, [*wait, _READ_TIMEOUT_MS])
            return
        self._video = _open(source, getattr(cv2, SYSTEM.camera_backend))
        for property_, value in _requested_properties(size):
            self._video.set(property_, value)

    def read(self) -> DecodedFrame | None:
        """The next picture."""
        picture = _read_picture(self._video)
        return None if picture is None else DecodedFrame(picture, None)

    def release(self) -> None:
        """Switch the camera off."""
        self._video.release()


def _requested_properties(size: Size) -> list[tuple[int, float]]:
    """The properties that are requested of a camera, in this order."""
    properties: list[tuple[int, float]] = [(cv2.CAP_PROP_BUFFERSIZE, 1)]
    width, height = size
    if width * height > _MAX_RAW_PIXELS:
        properties.append((cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")))
    return [*properties, (cv2.CAP_PROP_FRAME_WIDTH, width), (cv2.CAP_PROP_FRAME_HEIGHT, height)]


def _open(
    source: CaptureSource, backend: int, parameters: list[int] | None = None
) -> cv2.VideoCapture:
    target = str(source) if isinstance(source, Path) else source
    try:
        video = cv2.VideoCapture(target, backend, parameters or [])
    except (cv2.error, ValueError, TypeError) as error:
        raise CameraError(why_not_opened(source)) from error
    if not video.isOpened():
        raise CameraError(why_not_opened(source))
    return video


def _read_picture(video: cv2.VideoCapture) -> Picture | None:
    try:
        is_there, picture = video.read()
    except cv2.error:  # a broken frame
        return None
    if not is_there or picture is None or picture.size == 0:
        return None
    if picture.ndim == 2 or picture.shape[2] == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.asarray(picture[:, :, :3], np.uint8)
