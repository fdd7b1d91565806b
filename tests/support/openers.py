"""Cameras that there are not, for tests of what holds them: opened in a child process."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np

from puzzles.errors import CameraError
from recognizer.lattice import Picture
from recognizer.live.capture.devices import DecodedFrame, Size
from recognizer.live.capture.video_sources import CaptureSource

SMALL, LARGE = (64, 48), (1280, 720)


def picture(value: int, size: Size = SMALL) -> Picture:
    return np.full((size[1], size[0], 3), value % 256, np.uint8)


def file_of(source: CaptureSource) -> Path:
    """The file of a source such as ``test:///tmp/file``."""
    return Path(str(source).removeprefix("test://"))


class Camera:
    """100 pictures a second: picture ``n`` is all of value ``first + n``, modulo 256."""

    first = 100

    def __init__(self) -> None:
        self.count = 0

    def read(self) -> DecodedFrame | None:
        time.sleep(0.01)
        self.count += 1
        return DecodedFrame(picture(self.first + self.count - 1), None)

    def release(self) -> None:
        pass


def working(source: CaptureSource, size: Size | None) -> Camera:
    return Camera()


def asked(source: CaptureSource, size: Size | None) -> Camera:
    """Gives pictures of the size that it is asked for."""

    class Obedient(Camera):
        def read(self) -> DecodedFrame | None:
            time.sleep(0.01)
            return DecodedFrame(picture(100, size or SMALL), None)

    return Obedient()


class Growing(Camera):
    """As fast as it can be; every other picture is large."""

    def read(self) -> DecodedFrame | None:
        self.count += 1
        return DecodedFrame(picture(self.count - 1, LARGE if self.count % 2 else SMALL), None)


def growing(source: CaptureSource, size: Size | None) -> Camera:
    return Growing()


class Black(Camera):
    """Black, with the noise of a sensor, until there is a file."""

    def __init__(self, light: Path) -> None:
        super().__init__()
        self.light = light

    def read(self) -> DecodedFrame | None:
        time.sleep(0.02)
        return DecodedFrame(picture(200 if self.light.exists() else 8), None)


def black(source: CaptureSource, size: Size | None) -> Camera:
    return Black(file_of(source))


class Unplugged(Camera):
    def read(self) -> DecodedFrame | None:
        return super().read() if self.count < 5 else None


def unplugged(source: CaptureSource, size: Size | None) -> Camera:
    return Unplugged()


class Hanging(Camera):
    """The driver does not come back after the fifth picture, nor when it is to close."""

    def read(self) -> DecodedFrame | None:
        if self.count == 5:
            time.sleep(1000)
        return super().read()

    def release(self) -> None:
        time.sleep(1000)


def hanging(source: CaptureSource, size: Size | None) -> Camera:
    return Hanging()


class Stuck(Camera):
    """Closing it takes for ever."""

    def release(self) -> None:
        time.sleep(1000)


def stuck(source: CaptureSource, size: Size | None) -> Camera:
    return Stuck()


def hanging_at_once(source: CaptureSource, size: Size | None) -> Camera:
    time.sleep(1000)
    raise AssertionError


class Dying(Camera):
    """The driver takes the process with it."""

    def read(self) -> DecodedFrame | None:
        if self.count == 5:
            os.abort()
        return super().read()


def dying(source: CaptureSource, size: Size | None) -> Camera:
    return Dying()


def refused(source: CaptureSource, size: Size | None) -> Camera:
    raise CameraError("Camera 0 sleeps; wake it.")


def broken(source: CaptureSource, size: Size | None) -> Camera:
    raise ZeroDivisionError("by nothing")


class Noisy(Camera):
    """Its driver writes on stderr, as C does."""

    def read(self) -> DecodedFrame | None:
        os.write(2, b"Corrupt JPEG data\n")
        print("premature end", flush=True, file=open(2, "w", closefd=False))  # noqa: SIM115
        return super().read()


def noisy(source: CaptureSource, size: Size | None) -> Camera:
    return Noisy()


class Telling(Camera):
    """Writes its process's number into the file that is its source."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        path.write_text(str(os.getpid()))


def telling(source: CaptureSource, size: Size | None) -> Camera:
    return Telling(file_of(source))
