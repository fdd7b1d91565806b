"""Answers of the player to message boxes and file dialogs, and keys for the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.main_window.window import MainWindow
from puzzles import Puzzle

LEFT = Qt.MouseButton.LeftButton
Buttons = QMessageBox.StandardButton
SLOW = Puzzle.from_numbers([[1] * 12] * 25, [[1] * 12] * 25)


class Asked:
    """Answers message boxes and remembers what they said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.answer = Buttons.Cancel


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked()

    def box(_: object, __: str, text: str, *rest: object) -> Buttons:
        if text.startswith("Show the whole solution?"):
            return Buttons.Yes
        asked.said.append(text)
        return asked.answer

    for kind in ("warning", "question", "about"):
        monkeypatch.setattr(QMessageBox, kind, box)
    return asked


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the file dialogs answer, one after the other."""
    paths: list[str] = []
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (paths.pop(0), ""))
    return paths


def press(window: MainWindow, keys: str) -> None:
    """Press a command's keys, as Qt delivers them to the window."""
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, keys)


def solve(window: MainWindow, qtbot: QtBot) -> None:
    press(window, "F5")
    qtbot.waitUntil(lambda: not window.solving.is_running, timeout=20_000)
