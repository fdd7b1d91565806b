"""View > Show Photo: the picture that a puzzle was read from, in a window of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from helper.application.theme import ThemeManager
from helper.review.picture_view import PictureView
from helper.review.scan_work import ScanResult, load_work
from helper.workers.jobs import Job
from puzzles.words import _, worded


class PhotoDialog(QDialog):
    """Shows a picture that can be zoomed and panned. It is decoded in a child process first."""

    def __init__(self, path: Path, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Photo"))
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._themes = themes
        self.view: PictureView | None = None
        self.label = QLabel(_("The picture is being loaded…"))
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.label.setWordWrap(True)
        layout.addWidget(self.label)
        room = self.screen().availableSize()
        self.resize(min(700, room.width() * 9 // 10), min(700, room.height() * 9 // 10))
        self._job = Job(partial(load_work, path), self)
        self._job.finished.connect(self._show)
        self._job.failed.connect(self._fail)
        self.finished.connect(self._job.kill)
        self._job.start()

    def _show(self, scan: ScanResult) -> None:
        self.label.hide()
        self.view = PictureView(scan.picture, self._themes.theme)
        self._themes.changed.connect(self.view.set_theme)
        self._layout.addWidget(self.view)

    def _fail(self, sentence: str) -> None:
        self.label.setText(worded("This picture cannot be shown: {sentence}", sentence=sentence))
