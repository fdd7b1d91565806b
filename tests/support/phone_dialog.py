"""Scan With Phone on this machine alone: networks, the dialog, and what a phone's camera reads."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from helper.main_window.main_window import MainWindow
from helper.phone import networks
from helper.phone.networks import Network
from helper.phone.phone_dialog import PhoneDialog

HOME, OTHER = Network("127.0.0.1", "home", 0), Network("127.0.0.2", "other", 1)
START_MS = 15_000


@pytest.fixture
def phone(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[MainWindow]:
    """A window with two networks, and a folder of its own for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(networks, "networks", lambda: [HOME, OTHER])
    yield window
    if window.scanning.list.window is not None:
        for board in window.scanning.list.window.boards:
            board.is_added = True


def opened(window: MainWindow, qtbot: QtBot) -> PhoneDialog:
    """The dialog with an address, opened by its command."""
    window.commands["scan_phone"].trigger()
    dialog = window.phone_scan.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.address), timeout=START_MS)
    return dialog


def read_code(image: QImage) -> str:
    """What a phone reads in a picture with a code; empty if OpenCV reads none."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    picture = rows[:, : 3 * image.width()].reshape(image.height(), -1, 3)
    # A phone sees it in many sizes; OpenCV misses some codes in one.
    for scale in (1, 2, 3, 0.7, 1.5):
        seen = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for reader in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            text, *_ = reader.detectAndDecode(np.ascontiguousarray(seen))
            if text:
                return str(text)
    return ""
