"""Chooses the source of the frames: a camera, a file or a stream."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from helper.application.settings import Settings
from helper.camera.camera_sources import (
    CameraFinder,
    SourceBox,
    SourceRequest,
    is_camera,
    normalized,
    without_password,
)
from helper.camera.live_setup import Device, LiveSetup
from helper.camera.screen_region import ScreenPicker
from helper.images.picture_files import ENDINGS
from puzzles.words import _, worded
from recognizer.live.capture.video_sources import is_screen

_VIDEOS = "*.mp4 *.m4v *.mov *.avi *.mkv *.webm *.mpg *.mpeg"
_PATTERN = " ".join([_VIDEOS, *(f"*{ending}" for ending in ENDINGS)])
_KINDS = worded("Videos and pictures ({pattern});;All files (*)", pattern=_PATTERN)


def _is_path(source: str) -> bool:
    return not is_camera(source) and "://" not in source and not is_screen(source)


class SourceChooser(QObject):
    """Fills the list of sources, and asks for sources that are not in it.

    Signals:
        chosen: ``str``, the user chose another source.
        cameras_listed: The system has listed its cameras.
    """

    chosen = Signal(str)
    cameras_listed = Signal()

    def __init__(
        self, box: SourceBox, settings: Settings, setup: LiveSetup, window: QWidget
    ) -> None:
        super().__init__(window)
        self._box, self._settings, self._window = box, settings, window
        self._finder = CameraFinder(setup.cameras, self)
        self.cameras: Sequence[Device] | None = None
        """The cameras of this machine; ``None`` until the system has listed them."""
        self.is_running = False
        """Whether the source is in use, so that it stays in the list even if the camera is gone."""
        self.picker = ScreenPicker(self)
        self.picker.picked.connect(lambda _, source: self._take(source))
        self._finder.found.connect(self._list_cameras)
        box.chosen.connect(self._take)
        box.requested.connect(self._ask_for)
        box.fill((), settings.camera_sources, settings.camera.source)

    @property
    def source(self) -> str:
        """The chosen source; empty for none."""
        return self._box.source

    @property
    def file_name(self) -> str:
        """The name of the chosen file; empty for a camera or a stream."""
        return Path(self.source).name if _is_path(self.source) else ""

    def find_cameras(self) -> None:
        """List the cameras of this machine; returns at once."""
        self._finder.search()

    def _list_cameras(self, cameras: Sequence[Device]) -> None:
        self.cameras = cameras
        box = self._box
        source = box.source or self._settings.camera.source
        box.fill(cameras, self._settings.camera_sources, source)
        if source and (self.is_running or not is_camera(source)):
            box.choose(source)
        self.cameras_listed.emit()

    def _ask_for(self, request: SourceRequest) -> None:
        ask = {
            SourceRequest.FILE: self.choose_file,
            SourceRequest.FOLDER: self.choose_folder,
            SourceRequest.STREAM: self.choose_stream,
            SourceRequest.SCREEN: self.choose_region,
        }
        ask[request]()

    def choose_region(self) -> None:
        """Ask for a region of the screen."""
        self.picker.ask()

    def choose_folder(self) -> None:
        """Ask for a folder of pictures."""
        chosen = QFileDialog.getExistingDirectory(self._window, _("Choose a Folder of Pictures"))
        if chosen:
            self._take(chosen)

    def choose_file(self) -> None:
        """Ask for a video file, or a picture."""
        known = [s for s in self._settings.camera_sources if _is_path(s)]
        folder = str(Path(known[0]).parent) if known else ""
        chosen, _filter = QFileDialog.getOpenFileName(
            self._window, _("Choose a Video or a Picture"), folder, _KINDS
        )
        if chosen:
            self._take(chosen)

    def choose_stream(self) -> None:
        """Ask for a stream's address."""
        known = [s for s in self._settings.camera_sources if "://" in s]
        text, is_accepted = QInputDialog.getText(
            self._window,
            _("Show a Stream"),
            _("Address, as the telephone's program shows it:"),
            QLineEdit.EchoMode.Normal,
            known[0] if known else "http://",
        )
        if is_accepted and text.strip():
            self._take(text)

    def _take(self, source: str) -> None:
        source = normalized(source)
        self._box.choose(source)
        if not is_camera(source):
            self._settings.add_camera_source(without_password(source))
        self.chosen.emit(source)
