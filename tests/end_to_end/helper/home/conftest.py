"""Home in the window, with a library."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from helper.application.library import Library
from helper.main_window.main_window import MainWindow
from tests.support.keeping import keep_moves


@pytest.fixture
def at_home(window: MainWindow, library: Library) -> MainWindow:
    keep_moves(window, library)
    window.home.show()
    window.activateWindow()
    QApplication.processEvents()
    return window
