"""A drawing in two colours, in a window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from helper.board.board_view import BoardView
from helper.draw.toolbox import Toolbox
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from tests.support.drawing_desk import open_drawing


@pytest.fixture
def drawn(window: MainWindow) -> MainWindow:
    """A drawing in two colours, in a window."""
    open_drawing(window.session)
    window.home.show_board()
    window.resize(900, 640)
    window.board.setFocus()
    QApplication.processEvents()
    return window


@pytest.fixture
def board(drawn: MainWindow) -> BoardView:
    return drawn.board


@pytest.fixture
def session(drawn: MainWindow) -> Session:
    return drawn.session


@pytest.fixture
def toolbox(drawn: MainWindow) -> Toolbox:
    return drawn.drawing.toolbox


@pytest.fixture(autouse=True)
def empty_clipboard() -> Iterator[None]:
    QApplication.clipboard().clear()
    yield
    QApplication.clipboard().clear()
