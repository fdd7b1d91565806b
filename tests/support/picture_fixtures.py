"""Picture windows for tests; what a child process does is done in this one, when Qt has time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.author import author_check
from helper.picture.picture_window import PictureWindow
from puzzles.formats import Document
from tests.support.picture_desk import FACE, TWO_WAYS, Desk, QuickStanding, save_cells


@pytest.fixture
def face(tmp_path: Path) -> Path:
    return save_cells(tmp_path / "smiling_face.gif", FACE)


@pytest.fixture
def two_ways(tmp_path: Path) -> Path:
    return save_cells(tmp_path / "two_ways.gif", TWO_WAYS)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Shades of gray, wider than high, with a dark disc."""
    image = Image.linear_gradient("L").rotate(90).resize((240, 160))
    ImageDraw.Draw(image).ellipse((90, 30, 180, 120), fill=10)
    path = tmp_path / "photo.png"
    image.save(path)
    return path


@pytest.fixture
def flag(tmp_path: Path) -> Path:
    """Three colours besides white."""
    image = Image.new("RGB", (240, 160), "white")
    draw = ImageDraw.Draw(image)
    for k, color in enumerate(("#d02020", "#2040c0", "#20a040")):
        draw.rectangle((30 + 60 * k, 30, 80 + 60 * k, 130), fill=color)
    path = tmp_path / "flag.png"
    image.save(path)
    return path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child processes."""
    monkeypatch.setattr("helper.picture.picture_window._PatientProcess", QuickStanding)
    monkeypatch.setattr(author_check, "RequestProcess", QuickStanding)


@pytest.fixture
def desk(qtbot: QtBot, settings: Settings, themes: ThemeManager, quick: None) -> Iterator[Desk]:
    """An open picture window; what it hands on is kept."""
    created: list[Document] = []

    def take(document: Document) -> bool:
        created.append(document)
        return made.takes

    window = PictureWindow(settings, themes, take)
    made = Desk(qtbot, window, created)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    QApplication.processEvents()
    yield made
    window.reject()
    window.deleteLater()
