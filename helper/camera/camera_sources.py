"""The list of sources in the camera window, and the search for cameras."""

from __future__ import annotations

import enum
import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from helper.camera.live_setup import Device
from helper.workers.jobs import Bridge
from puzzles.words import _, worded
from recognizer.live.capture.video_sources import region_of, source_of

_log = logging.getLogger(__name__)


class SourceRequest(enum.Enum):
    """Entries of the list that ask for a source."""

    FILE = "file"
    FOLDER = "folder"
    STREAM = "stream"
    SCREEN = "screen"

    @property
    def label(self) -> str:
        """The entry's text."""
        return _REQUESTS[self]


_REQUESTS = {
    SourceRequest.FILE: _("Video or picture…"),
    SourceRequest.FOLDER: _("Folder of pictures…"),
    SourceRequest.STREAM: _("Stream…"),
    SourceRequest.SCREEN: _("Region of the screen…"),
}


class SourceBox(QComboBox):
    """Cameras by their names, then files and streams.

    Signals:
        chosen: ``str``, another source was chosen.
        requested: :class:`SourceRequest`, the user wants to be asked for a source.
    """

    chosen = Signal(str)
    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Source of the picture"))
        self.setPlaceholderText(_("No camera"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self._source = ""
        self.activated.connect(self._activated)

    @property
    def source(self) -> str:
        """The chosen source; empty for none."""
        return self._source

    def fill(self, cameras: Sequence[Device], others: Sequence[str], source: str) -> None:
        """Fill the list.

        Args:
            cameras: The cameras of this machine.
            others: Files and streams.
            source: The source to choose; if it is not in the list, the first camera.
        """
        self.clear()
        name_counts = Counter(camera.name for camera in cameras)
        for camera in cameras:
            number = f" ({camera.index})" if name_counts[camera.name] > 1 else ""
            self.addItem(f"{camera.name or _('Camera')}{number}", str(camera.index))
        if cameras:
            self.insertSeparator(self.count())
        for other in others:
            self._add_other(other)
        for request in SourceRequest:
            self.addItem(request.label, request)
        first = str(cameras[0].index) if cameras else ""
        self.choose(source if self._index_of(source) >= 0 else first)

    def choose(self, source: str) -> None:
        """Choose a source, adding it to the list if necessary; without a signal."""
        if source and self._index_of(source) < 0:
            at = self._index_of(SourceRequest.FILE)
            self.insertItem(at, name_of(source), source)
            self.setItemData(at, without_password(source), Qt.ItemDataRole.ToolTipRole)
        self._source = source
        self.setCurrentIndex(self._index_of(source))

    def _add_other(self, other: str) -> None:
        self.addItem(name_of(other), other)
        tip = without_password(other)
        self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def _index_of(self, data: str | SourceRequest) -> int:
        indexes = (k for k in range(self.count()) if self.itemData(k) == data)
        return next(indexes, -1) if data else -1

    def _activated(self, index: int) -> None:
        data = self.itemData(index)
        if isinstance(data, SourceRequest):
            self.setCurrentIndex(self._index_of(self._source))
            self.requested.emit(data)
        elif data and data != self._source:
            self._source = data
            self.chosen.emit(data)


def is_camera(source: str) -> bool:
    """Whether a source is the number of a camera."""
    return isinstance(source_of(source), int)


def normalized(source: str) -> str:
    """A source in the form that is stored: the same text from every working directory.

    >>> normalized(" /dev/video2 "), normalized("http://phone:8080/video")
    ('2', 'http://phone:8080/video')
    """
    parsed = source_of(source)
    return str(parsed.absolute() if isinstance(parsed, Path) else parsed)


def name_of(source: str) -> str:
    """The name of a source: a file's name, a stream's address without the password.

    >>> name_of("0"), name_of("videos/page.mp4"), name_of("rtsp://me:secret@cam/live")
    ('Camera 0', 'page.mp4', 'rtsp://me@cam/live')
    """
    if is_camera(source):
        return worded("Camera {source}", source=source)
    if (region := region_of(source)) is not None:
        return worded("Screen, {width} × {height}", width=region.width, height=region.height)
    return without_password(source) if "://" in source else Path(source).name


def without_password(source: str) -> str:
    """A stream's address without the password; any other source unchanged."""
    if "://" not in source:
        return source
    try:
        parts = urlsplit(source)
    except ValueError:
        return source
    user, _at, host = parts.netloc.rpartition("@")
    name = user.partition(":")[0]
    return urlunsplit(parts._replace(netloc=f"{name}@{host}" if name else host))


class CameraFinder(Bridge):
    """Lists the cameras of the system in a thread, since some systems are slow.

    Signals:
        found: A list of :class:`Device`.
    """

    found = Signal(object)

    def __init__(self, cameras: Callable[[], Sequence[Device]], parent: QObject) -> None:
        super().__init__(parent)
        self._cameras = cameras
        self._run = 0

    def search(self) -> None:
        """Start the search; returns at once."""
        self._run += 1
        threading.Thread(target=self._search, args=(self._run,), daemon=True).start()

    def _search(self, run: int) -> None:
        cameras: list[Device] = []
        try:
            cameras += self._cameras()
        except Exception:
            _log.exception("the cameras cannot be listed")
        self._post("listed", (run, cameras))

    def _handle(self, _kind: str, value: Any) -> None:
        run, cameras = value
        if run == self._run:
            self.found.emit(cameras)
