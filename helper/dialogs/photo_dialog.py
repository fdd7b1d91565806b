"""View > Show Photo: the picture that a puzzle came from, beside the window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from helper.review.picture_view import PictureView
from helper.theme import ThemeManager
from recognizer.values import Picture

_MOST_MB = 1024


class PhotoDialog(QDialog):
    """A picture, to be zoomed and moved."""

    def __init__(self, path: Path, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Photo")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        picture = load_picture(path)
        self.view: PictureView | None = None
        if picture is None:
            layout.addWidget(QLabel(f"{path.name}: this picture cannot be shown."))
            return
        self.view = PictureView(picture, themes.theme)
        themes.changed.connect(self.view.set_theme)
        layout.addWidget(self.view)
        room = self.screen().availableSize()
        self.resize(min(700, room.width() * 9 // 10), min(700, room.height() * 9 // 10))


def load_picture(path: Path) -> Picture | None:
    """A picture file, upright; ``None`` if Qt does not know it."""
    QImageReader.setAllocationLimit(_MOST_MB)
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    image = reader.read().convertToFormat(QImage.Format.Format_BGR888)
    if image.isNull():
        return None
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()
