"""Writing a video file: as a whole, under its own name only in the end, never over another file.

What is written until somebody interrupts is a video that can be played.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import cv2

from puzzles.errors import LibraryError
from puzzles.formats.atomic import usual_mode
from puzzles.formats.target import are_same_file, check_protection
from puzzles.formats.temporary import IS_LOCKED, remove_leftovers, temporary_beside
from recognizer.live.capture.devices import Size
from recognizer.live.capture.sources import Source
from recognizer.values import Picture

CODECS = {".avi": "MJPG", ".mp4": "mp4v"}
"""The endings that a video may be written with, and what each is written in."""
ENDINGS = " or ".join(CODECS)
_ROOM = 2**20
"""With fewer bytes left on the disk writing ends."""
_LOOK_EVERY = 32


def check_target(path: Path, source: Source, force: bool = False) -> None:
    """Whether a video may be written there; to be asked before anything is worked out.

    Args:
        path: Where.
        source: What is to be read.
        force: Whether a write-protected video may be replaced.

    Raises:
        LibraryError: Its ending is not one of :data:`CODECS`; it is the source; something that is
            no video is there, which must not be lost; there is no such folder.
    """
    try:
        _check_target(path, source)
    except OSError as error:
        raise LibraryError(f"{path}: cannot be used: {error.strerror or error}") from error
    check_protection(path, force)


def _check_target(path: Path, source: Source) -> None:
    if path.suffix.lower() not in CODECS:
        raise LibraryError(f"{path}: a video is written to a file that ends in {ENDINGS}")
    if isinstance(source, Path) and are_same_file(path, source):
        raise LibraryError(f"{path}: this is the video to be read; choose another name for --out")
    if not path.parent.is_dir():
        raise LibraryError(f"{path}: there is no folder {path.parent}; make it first")
    if path.exists() and not _is_video(path):
        raise LibraryError(
            f"{path}: this is there, and is no video; it is not overwritten. Choose another name"
        )


def _is_video(path: Path) -> bool:
    """By what is in it: its name is that of a video already."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(12)
    except OSError:
        return False
    is_avi = head.startswith(b"RIFF") and head[8:] == b"AVI "
    return is_avi or head[4:8] in (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide") or not head


class VideoWriter:
    """A video being written, at a steady rate.

    Args:
        path: Its name in the end; it must have passed :func:`check_target`.
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
        """How many were written."""
        self._handle = -1
        """Holds the lock that says that the file is being written."""
        remove_leftovers(self._path.parent)
        try:
            self._handle, self._temporary = temporary_beside(self._path, path.suffix.lower())
        except OSError as error:
            raise self._failed(error.strerror or str(error)) from error
        if not IS_LOCKED:
            self._release()
        self._temporary.chmod(usual_mode())

    def write(self, picture: Picture) -> None:
        """Add a frame; one of another size than the first is made to fit."""
        if self._writer is None:
            self._open(picture)
        assert self._writer is not None
        assert self._size is not None
        if picture.shape[1::-1] != self._size:
            picture = cv2.resize(picture, self._size).astype(picture.dtype, copy=False)
        self._writer.write(picture)
        self.frames += 1
        if self.frames % _LOOK_EVERY == 0:
            self._check_room()

    def write_until(self, picture: Picture, seconds: float) -> None:
        """Add a frame as often as it takes for the video to last until then.

        So what a camera gives, at any pace, becomes a video that runs as fast as it did.
        """
        while self.frames <= seconds * self._fps:
            self.write(picture)

    def finish(self) -> bool:
        """Give the video its name; whether there is one, which takes a frame."""
        is_there = self._writer is not None
        try:
            if is_there:
                self._end_writing()
        except BaseException:
            self.drop()
            raise
        self.drop()
        return is_there

    def drop(self) -> None:
        """Leave nothing behind, unless it is finished."""
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
        # Codecs that halve the colours' resolution cut off an odd line.
        height, width = (max(2, length - length % 2) for length in picture.shape[:2])
        code = cv2.VideoWriter.fourcc(*CODECS[self._temporary.suffix])
        writer = cv2.VideoWriter(str(self._temporary), code, self._fps, (width, height))
        if not writer.isOpened():
            raise self._failed("the video's kind cannot be written here; try the other one")
        self._writer, self._size = writer, (width, height)

    def _end_writing(self) -> None:
        """Close the file and give it its name, if all of it is there."""
        assert self._writer is not None
        self._writer.release()
        self._writer = None
        self._check_whole()
        try:
            if self._path.exists():
                shutil.copymode(self._path, self._temporary)
            self._temporary.replace(self._path)
        except OSError as error:
            raise self._failed(error.strerror or str(error)) from error

    def _check_room(self) -> None:
        try:
            free = shutil.disk_usage(self._temporary.parent).free
        except OSError as error:
            raise self._failed(error.strerror or str(error)) from error
        if free < _ROOM:
            raise self._failed("the disk is full")

    def _check_whole(self) -> None:
        """OpenCV says nothing of writing that failed."""
        video = cv2.VideoCapture(str(self._temporary), cv2.CAP_FFMPEG)
        count = round(video.get(cv2.CAP_PROP_FRAME_COUNT)) if video.isOpened() else 0
        video.release()
        if count < self.frames:
            raise self._failed("the disk is full, or the video could not be finished")

    def _failed(self, reason: str) -> LibraryError:
        return LibraryError(f"{self._name}: cannot be written: {reason}")
