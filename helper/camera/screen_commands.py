"""File > Scan > Screen: scans a region of the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from helper.camera.screen_region import ScreenPicker
from helper.commands.command import SCAN_CHOICES, Command, Feature, MenuPlace
from helper.commands.messages import Messages
from puzzles.packages import why_no_pictures
from puzzles.words import _
from recognizer.live.capture.video_sources import why_no_screen


class ScreenCommands(Feature):
    """Asks for a region of the screen and scans it like a picture."""

    def __init__(
        self, messages: Messages, scan: Callable[[bytes], object], window: QWidget
    ) -> None:
        """Initialize.

        Args:
            messages: Show why the screen cannot be captured.
            scan: Scans the bytes of a picture.
            window: The main window.
        """
        super().__init__(window)
        self._scan = scan
        self.picker = ScreenPicker(self)
        self.picker.picked.connect(self._picked)
        self.picker.failed.connect(messages.warning)

    def commands(self) -> tuple[Command, ...]:
        """File > Scan > Screen."""
        return (
            Command(
                "scan_screen",
                _("Screen…"),
                self.picker.ask,
                MenuPlace(SCAN_CHOICES, 120),
                _("A region of the screen; nothing else is kept or clicked"),
                icon="tool-select",
                why_not=lambda: why_no_screen() or why_no_pictures(),
            ),
        )

    def _picked(self, image: QImage, source: str) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        self._scan(bytes(buffer.data().data()))
