"""Data with several forms on the clipboard.

Qt crashes at the end of the program if the clipboard still has a ``QMimeData`` that was made in
Python (PySide 6.11). So the clipboard gets a plain image or text before the end.
"""

from __future__ import annotations

import atexit

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication


def put_on_clipboard(data: QMimeData) -> None:
    """Put data on the clipboard, which owns them from now on."""
    atexit.unregister(_release)
    atexit.register(_release, data)
    QGuiApplication.clipboard().setMimeData(data)


def _release(data: QMimeData) -> None:
    """Replace the data by their image, or else by their text, if they are still there."""
    if QGuiApplication.instance() is None or QGuiApplication.clipboard().mimeData() is not data:
        return
    clipboard = QGuiApplication.clipboard()
    image = clipboard.image()
    if image.isNull():
        clipboard.setText(clipboard.text())
    else:
        clipboard.setImage(image)
