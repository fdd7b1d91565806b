"""Copies the picture of a puzzle as an image, or saves it as a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.desk.messages import Messages
from helper.images.puzzle_picture import picture_to_share, png_bytes
from helper.play.session import Session
from puzzles.errors import LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.titles import file_stem
from puzzles.words import worded


class PictureCommands(QObject):
    """Hands on the shaded cells of the session's puzzle, in their colours."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._messages = messages
        self._session = session
        self._settings = settings
        self._themes = themes
        self._window = window

    @property
    def _image(self) -> QImage:
        return picture_to_share(self._session.puzzle, self._session.marks, self._themes.theme)

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(self._image)
        self._messages.info("The picture is on the clipboard.")

    def save(self) -> None:
        """Save the picture as a PNG file."""
        name = f"{file_stem(self._session.puzzle.title)}.png"
        start = str(Path(self._settings.save_folder) / name)
        chosen, _ = QFileDialog.getSaveFileName(
            self._window, "Save Picture", start, "PNG images (*.png)"
        )
        if not chosen:
            return
        path = Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(".png")
        try:
            write_atomically(path, png_bytes(self._image))
        except LibraryError as error:
            self._messages.warning(str(error))
            return
        self._messages.info(worded("Saved {path}", path=path))
