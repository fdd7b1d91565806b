"""Home with a source that records what is loaded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT, ThemeManager
from helper.home.home_view import HomeView
from helper.home.thumbnails import Thumbnails
from tests.support.home_shelves import TODAY, FakeSource, Maker, mixed_shelves


@pytest.fixture
def source() -> FakeSource:
    return FakeSource(mixed_shelves())


@pytest.fixture
def make_view(qtbot: QtBot, themes: ThemeManager) -> Maker:
    """Opens a window with Home."""

    def make(source: FakeSource, width: int = 1280, height: int = 800) -> HomeView:
        view = HomeView(source, themes, lambda: TODAY)
        qtbot.addWidget(view)
        view.resize(width, height)
        view.show()
        view.activateWindow()
        qtbot.waitExposed(view)
        qtbot.waitUntil(lambda: view.isActiveWindow() and view.thumbnails.is_idle)
        return view

    return make


@pytest.fixture
def view(make_view: Maker, source: FakeSource) -> HomeView:
    return make_view(source)


@pytest.fixture
def thumbnails(qtbot: QtBot, source: FakeSource) -> Iterator[Thumbnails]:
    owner = QWidget()
    qtbot.addWidget(owner)
    made = Thumbnails(source, LIGHT, owner)
    yield made
    source.gate.set()
    made.close()


@pytest.fixture
def opened(view: HomeView) -> list[str]:
    """The ids that were asked for."""
    ids: list[str] = []
    view.open_requested.connect(ids.append)
    return ids
