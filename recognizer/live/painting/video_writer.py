"""Writes a video file, which gets its name when it is complete, and replaces videos only.

After an interruption the part that was written is a playable video.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import cv2

from puzzles.errors import LibraryError, reason_of
from puzzles.formats.atomic import usual_mode
from puzzles.formats.target import are_same_file, check_output, check_protection
from puzzles.formats.temporary import remove_leftovers, temporary_beside
from puzzles.system import SYSTEM
from puzzles.words import _, either, worded
from recognizer.lattice import Picture
from recognizer.live.capture.devices import Size
from recognizer.live.capture.video_sources import CaptureSource

CODECS = {".avi": "MJPG", ".mp4": "mp4v"}
"""The file name endings of videos, and the codec of each."""
ENDINGS = either(list(CODECS))
_MIN_FREE_BYTES = 2**20
"""Writing ends if the disk has fewer free bytes."""
_DISK_CHECK_FRAMES = 32
"""How often the free bytes are checked, in frames."""


def check_target(path: Path, source: CaptureSource, force: bool = False) -> None:
    """Check that a video may be written there, before any work is done.

    Args:
        path: The file to write.
        source: The source that is read.
        force: Whether a file may be replaced: a video has no mark of this program.

    Raises:
        LibraryError: Its ending is not one of :data:`CODECS`; it is the source; a file exists
            there, which is replaced only by force; its folder does not exist.
    """
    try:
        _check_target(path, source, force)
    except OSError as error:
        raise LibraryError(
            worded("{path}: cannot be used: {reason}", path=path, reason=reason_of(error))
        ) from error


def _check_target(path: Path, source: CaptureSource, force: bool) -> None:
    if path.suffix.lower() not in CODECS:
        raise LibraryError(
            worded(
                "{path}: a video is written to a file that ends in {endings}",
                path=path,
                endings=ENDINGS,
            )
        )
    if isinstance(source, Path) and are_same_file(path, source):
        raise LibraryError(
            worded(
                "{path}: this is the video to be read; choose another name for --video", path=path
            )
        )
    check_output(path, (), force=True)
    check_protection(path, force)
    if not force and path.is_file() and path.stat().st_size > 0:
        raise LibraryError(
            worded(
                "{path}: this file exists, and a video does not say whether it is from this"
                " program; it is not overwritten. Choose another name, or add --force",
                path=path,
            )
        )


class VideoWriter:
    """Writes a video at a constant frame rate.

    Args:
        path: Its final name; it must have passed :func:`check_target`.
        fps: Frames per second.

    Raises:
        LibraryError: It cannot be written; the text names the file.
    """

    def __init__(self, path: Path, fps: float) -> None:
        self._path = Path(os.path.realpath(path))
        self._name = path
        self._fps = fps
        self._size: Size | None = None
        self._writer: cv2.VideoWriter | None = None
        self.frames = 0
        """How many frames were written."""
        self._handle = -1
        """Holds the lock that marks the file as being written."""
        remove_leftovers(self._path.parent)
        try:
            self._handle, self._temporary = temporary_beside(self._path, path.suffix.lower())
        except OSError as error:
            raise self._error(reason_of(error)) from error
        if not SYSTEM.renames_open_files:
            self._release()
        self._temporary.chmod(usual_mode())

    def write(self, picture: Picture) -> None:
        """Add a frame; it is scaled if its size differs from the first one."""
        if self._writer is None:
            self._open(picture)
        assert self._writer is not None
        assert self._size is not None
        if picture.shape[1::-1] != self._size:
            picture = cv2.resize(picture, self._size).astype(picture.dtype, copy=False)
        self._writer.write(picture)
        self.frames += 1
        if self.frames % _DISK_CHECK_FRAMES == 0:
            self._check_disk()

    def write_until(self, picture: Picture, seconds: float) -> None:
        """Repeat a frame until the video has a length of ``seconds``.

        This makes a video with the right speed from frames at any rate.
        """
        while self.frames <= seconds * self._fps:
            self.write(picture)

    def finish(self) -> bool:
        """Give the video its name; ``False`` if no frame was written."""
        has_frames = self._writer is not None
        try:
            if has_frames:
                self._end_writing()
        except BaseException:
            self.discard()
            raise
        self.discard()
        return has_frames

    def discard(self) -> None:
        """Delete the temporary file; a finished video stays."""
        if self._writer is not None:
            self._writer.release()
            self._writer = None
        with contextlib.suppress(OSError):
            self._temporary.unlink()
        self._release()

    def _release(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)

    def _open(self, picture: Picture) -> None:
        # Codecs with half the colour resolution need even sides.
        height, width = (max(2, length - length % 2) for length in picture.shape[:2])
        code = cv2.VideoWriter.fourcc(*CODECS[self._temporary.suffix])
        writer = cv2.VideoWriter(str(self._temporary), code, self._fps, (width, height))
        if not writer.isOpened():
            raise self._error(_("the video's kind cannot be written here; try the other one"))
        self._writer, self._size = writer, (width, height)

    def _end_writing(self) -> None:
        """Close the file and give it its name, if it is complete."""
        assert self._writer is not None
        self._writer.release()
        self._writer = None
        self._check_complete()
        try:
            if self._path.exists():
                shutil.copymode(self._path, self._temporary)
            self._temporary.replace(self._path)
        except OSError as error:
            raise self._error(reason_of(error)) from error

    def _check_disk(self) -> None:
        try:
            free = shutil.disk_usage(self._temporary.parent).free
        except OSError as error:
            raise self._error(reason_of(error)) from error
        if free < _MIN_FREE_BYTES:
            raise self._error(_("the disk is full"))

    def _check_complete(self) -> None:
        """Check that all frames can be read: OpenCV does not report failed writing."""
        video = cv2.VideoCapture(str(self._temporary), cv2.CAP_FFMPEG)
        count = round(video.get(cv2.CAP_PROP_FRAME_COUNT)) if video.isOpened() else 0
        video.release()
        if count < self.frames:
            raise self._error(_("the disk is full, or the video could not be finished"))

    def _error(self, reason: str) -> LibraryError:
        return LibraryError(
            worded("{name}: cannot be written: {reason}", name=self._name, reason=reason)
        )
