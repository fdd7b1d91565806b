"""Fixtures of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from tests.support.game_window import GameWindow
from tests.support.review_desk import QuickJob


@pytest.fixture
def open_game(
    qtbot: QtBot, settings: Settings, themes: ThemeManager, library: Library
) -> Iterator[Callable[[], GameWindow]]:
    """Opens windows, as one program after the other would."""
    opened: list[GameWindow] = []

    def open_one() -> GameWindow:
        window = GameWindow(settings, themes, library)
        opened.append(window)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        window.board.setFocus()
        qtbot.waitUntil(window.isActiveWindow)
        window.play()
        return window

    yield open_one
    for window in opened:
        window.end()


@pytest.fixture
def game(open_game: Callable[[], GameWindow]) -> GameWindow:
    """A window that plays the chick."""
    return open_game()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions come at once, without a process."""
    monkeypatch.setattr("helper.play.lives.Job", QuickJob)
