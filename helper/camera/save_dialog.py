"""Asks where to save a picture of the camera."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from helper.images.saving import ENDINGS, FILTER
from puzzles.words import worded


def ask_path(window: QWidget, title: str, folder: str) -> Path | None:
    """Ask for the file to write; ``None`` if the user cancels.

    Args:
        window: The parent of the dialogs.
        title: The title of a question.
        folder: Where the dialog starts.
    """
    suggested = str(Path(folder) / "solution.png")
    chosen, _ = QFileDialog.getSaveFileName(window, "Save Picture As", suggested, FILTER)
    if not chosen:
        return None
    path = Path(chosen)
    if not path.suffix:
        # The file dialog asked only about the name without the ending.
        path = path.with_suffix(ENDINGS[0])
        if path.exists() and not _may_replace(window, title, path):
            return None
    return path


def _may_replace(window: QWidget, title: str, path: Path) -> bool:
    kinds = QMessageBox.StandardButton
    question = worded("{name} exists. Replace it?", name=path.name)
    answer = QMessageBox.question(window, title, question, kinds.Yes | kinds.No, kinds.No)
    return answer == kinds.Yes
