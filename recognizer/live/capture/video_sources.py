"""The sources of a video: cameras by name, files, streams; and why one is not available.

No source is opened here, so nothing hangs and no camera's light goes on.
"""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from puzzles.errors import reason_of
from puzzles.system import SYSTEM
from puzzles.words import _, either, worded

_log = logging.getLogger(__name__)

CaptureSource = int | Path | str
"""A camera's index, a file or a folder, the address of a stream, or a region of the screen."""

_DEVICE_FILES = Path("/dev")
_V4L_DEVICES = Path("/sys/class/video4linux")
_MAX_UNNAMED_CAMERAS = 4
"""Cameras that are offered where the system does not list them."""
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
SCREEN = "screen:"
"""The beginning of a source that is a region of the screen."""
_REGION = re.compile(r"screen:(-?\d{1,5}),(-?\d{1,5}),([1-9]\d{0,4}),([1-9]\d{0,4})")
_NEGATIVE_NUMBER = re.compile(r"-\d+")
"""A negative number, which no camera has."""


@dataclass(frozen=True, order=True, slots=True)
class Camera:
    """A camera with its name."""

    index: int
    """Opens it, see :data:`CaptureSource`."""
    name: str


class ScreenRegion(NamedTuple):
    """A region of the screen, in px of the screen."""

    left: int
    top: int
    width: int
    height: int

    @property
    def source(self) -> str:
        """The source that captures it.

        >>> region_of(ScreenRegion(10, 20, 300, 200).source)
        ScreenRegion(left=10, top=20, width=300, height=200)
        """
        return SCREEN + ",".join(map(str, self))


def is_screen(source: CaptureSource) -> bool:
    """Whether a source is a region of the screen, which may be written wrongly."""
    return isinstance(source, str) and source.lower().startswith(SCREEN)


def region_of(source: CaptureSource) -> ScreenRegion | None:
    """The region of the screen that a source names; ``None`` for others."""
    text = source.lower().replace(" ", "") if isinstance(source, str) else ""
    found = _REGION.fullmatch(text)
    return None if found is None else ScreenRegion(*map(int, found.groups()))


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of ``nonogram scan``; PDF files are left out.

    Raises:
        OSError: The folder cannot be read.
    """
    from recognizer import many_pictures

    return [path for path in many_pictures.pictures_in(folder) if is_picture(path)]


def cameras() -> list[Camera]:
    """The cameras there are, by index, without opening any.

    Where the system does not list them, the first four numbers are offered.
    """
    if SYSTEM.is_linux:
        return cameras_in(_V4L_DEVICES)
    try:
        return _listed_cameras()
    except Exception:  # a system's interface that fails must not hide the cameras
        _log.exception("the system does not list its cameras")
        return [
            Camera(index, worded("Camera {index}", index=index))
            for index in range(_MAX_UNNAMED_CAMERAS)
        ]


def _listed_cameras() -> list[Camera]:
    """The cameras that Windows or macOS lists, with the indices that OpenCV gives them."""
    import cv2
    from cv2_enumerate_cameras import enumerate_cameras

    backend = getattr(cv2, SYSTEM.listed_cameras)
    return sorted(
        Camera(found.index, found.name or worded("Camera {index}", index=found.index))
        for found in enumerate_cameras(backend)
    )


def cameras_in(folder: Path) -> list[Camera]:
    """The cameras that Linux lists in a folder, by index; an empty list if there is none."""
    found = []
    for device in folder.glob("video*"):
        number = device.name.removeprefix("video")
        # A camera has further devices without pictures; the index of its video device is 0.
        if number.isdecimal() and _text(device / "index") in ("0", ""):
            name = _without_repetition(_text(device / "name"))
            found.append(Camera(int(number), name or worded("Camera {number}", number=number)))
    return sorted(found)


def _text(path: Path) -> str:
    """The printable text of a driver's file; empty if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "".join(c for c in text if c.isprintable()).strip()


def _without_repetition(name: str) -> str:
    """The name without the repetition that many drivers add.

    >>> _without_repetition("HD Webcam: HD Web"), _without_repetition("Phone: back")
    ('HD Webcam', 'Phone: back')
    """
    first, _, repetition = name.partition(": ")
    return first if first.startswith(repetition) else name


def source_of(text: str) -> CaptureSource:
    """The source that a text names.

    >>> source_of("1"), source_of("/dev/video2"), source_of("rtsp://door/live")
    (1, 2, 'rtsp://door/live')
    >>> source_of("film.mp4").name
    'film.mp4'
    """
    text = text.strip()
    number = text.removeprefix("/dev/video")
    if number.isascii() and number.isdecimal() and len(number) < 10:
        return int(number)
    if text.lower().startswith("file://"):
        from urllib.request import url2pathname  # brings the HTTP client along

        return Path(url2pathname(urlsplit(text).path))
    return text if _ADDRESS.match(text) or is_screen(text) else Path(text)


def is_picture(source: CaptureSource) -> bool:
    """Whether a source is a picture, by its file name.

    >>> is_picture(Path("page.JPG")), is_picture(Path("page.mp4")), is_picture(0)
    (True, False, False)
    """
    from recognizer.images import PICTURE_EXTENSIONS

    return isinstance(source, Path) and source.suffix.lower() in PICTURE_EXTENSIONS


def is_live(source: CaptureSource) -> bool:
    """Whether frames come in real time: from a camera or a stream, not from a file."""
    return not isinstance(source, Path)


def name_of(source: CaptureSource) -> str:
    """The name of a source for a sentence; a stream without user name, password and query.

    >>> name_of(0), name_of("rtsp://me:secret@door:554/live?key=1")
    ('camera 0', 'rtsp://door:554/live')
    """
    if isinstance(source, int):
        return worded("camera {source}", source=source)
    if isinstance(source, Path):
        return str(source)
    if (region := region_of(source)) is not None:
        return worded(
            "the screen at {left}, {top} ({width} × {height})",
            left=region.left,
            top=region.top,
            width=region.width,
            height=region.height,
        )
    return re.sub(r"(?<=://)[^/?#]*@", "", source).partition("?")[0]


def why_not(source: CaptureSource) -> str | None:
    """Why a source cannot be opened, as a sentence, as far as it shows without opening it.

    Returns:
        ``None`` if it is worth trying.
    """
    if isinstance(source, Path):
        return _why_no_file(source)
    if is_screen(source):
        return _why_no_screen(source)
    if isinstance(source, int) and SYSTEM.is_linux:
        return _why_no_device(source)
    return None


def _why_no_screen(source: CaptureSource) -> str | None:
    if region_of(source) is None:
        return worded(
            "{source}: a region of the screen is screen:X,Y,W,H: its left, top, width and height"
            " in pixels.",
            source=source,
        )
    return why_no_screen()


def why_no_screen() -> str | None:
    """Why no program may capture a region of this screen; ``None`` if it may."""
    if not SYSTEM.is_linux:
        return None
    if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("XDG_SESSION_TYPE") == "wayland":
        return _(
            "This desktop (Wayland) does not let programs look at the screen: make a screenshot,"
            " then scan it with File > Scan."
        )
    if not os.environ.get("DISPLAY"):
        return _("There is no screen here: make a screenshot, then scan it with File > Scan.")
    return None


def _why_no_file(path: Path) -> str | None:
    try:
        if path.is_dir():
            if pictures_in(path):
                return None
            return worded("{path}: there is no picture in this folder; choose another.", path=path)
        if _NEGATIVE_NUMBER.fullmatch(str(path)) and not path.exists():
            return worded(
                "{path}: there is no such camera; cameras are numbered from 0.", path=path
            )
        if not path.exists():
            return worded(
                "{path}: there is no such file; look at how its name is spelt.", path=path
            )
        if not path.is_file():
            return worded("{path}: this is not a file but a pipe or a device.", path=path)
        if path.stat().st_size == 0:
            return worded("{path}: the file is empty; copy it again, or choose another.", path=path)
    except (OSError, ValueError) as error:
        return worded(
            "{path}: cannot be opened: {reason}.",
            path=path,
            reason=reason_of(error),
        )
    if not os.access(path, os.R_OK):
        return worded(
            "{path}: you may not read this file; change its permissions, or copy it.", path=path
        )
    return None


def _why_no_device(index: int) -> str | None:
    device = _DEVICE_FILES / f"video{index}"
    if not device.exists():
        others = cameras_in(_V4L_DEVICES)
        if not others:
            return _("There is no camera; plug one in and try again, or choose a video file.")
        known = either([f"{camera.index} ({camera.name})" for camera in others])
        return worded("There is no camera {index}; choose {known}.", index=index, known=known)
    if not os.access(device, os.R_OK | os.W_OK):
        return worded(
            "You may not use camera {index} ({device}): add your account to "
            "the group `video` with `sudo usermod -aG video $USER`, then log "
            "out and in again.",
            index=index,
            device=device,
        )
    return None


def why_not_opened(source: CaptureSource) -> str:
    """Why a source did not open although :func:`why_not` found no reason, as a sentence."""
    name = name_of(source)
    if is_screen(source):
        return _(
            "The screen cannot be captured: allow this program to record the screen in the system's"
            " settings, or scan a screenshot."
        )
    if isinstance(source, Path):
        return worded(
            "{name}: this is not a video, or of a kind that cannot be read; MP4 and AVI can be.",
            name=name,
        )
    if isinstance(source, str):
        return worded(
            "The stream {name} cannot be opened: see whether its sender is "
            "running, and whether the address is right.",
            name=name,
        )
    text = (
        _(
            "{name} cannot be opened: another program may be using it. Close that program and try"
            " again, or choose another camera."
        )
        if SYSTEM.is_linux
        else _(
            "{name} cannot be opened: another program may be using it, or the system's settings"
            " forbid it. Close that program and try again, or choose another camera."
        )
    )
    return worded(text, name=name.capitalize())


def why_ended(source: CaptureSource, frame_count: int) -> str:
    """Why an opened source gives no pictures, or no more, as a sentence.

    Args:
        source: Opened without an error.
        frame_count: How many pictures it has given.
    """
    name = name_of(source)
    if isinstance(source, Path):
        return worded(
            "{name}: no picture comes from this file; copy it to this computer's disk.", name=name
        )
    if is_screen(source):
        return why_not_opened(source)
    if isinstance(source, str):
        text = (
            _(
                "The stream {name} sends no pictures any more: see whether its sender is running, "
                "then try again."
            )
            if frame_count
            else _(
                "The stream {name} sends no pictures: see whether its sender is running, then try"
                " again."
            )
        )
        return worded(text, name=name)
    if frame_count:
        return worded(
            "{name} sends no pictures any more; it may be unplugged. Plug it in and try again.",
            name=name.capitalize(),
        )
    return worded(
        "{name} sends no pictures: another program may be using it, or it "
        "is no camera. Close that program and try again, or choose another "
        "camera.",
        name=name.capitalize(),
    )


def why_black(source: CaptureSource) -> str:
    """What to do about a source whose pictures are black, as a sentence."""
    return worded(
        "The pictures of {name} are black: open its shutter or take off "
        "its cap, and see whether there is light.",
        name=name_of(source),
    )
