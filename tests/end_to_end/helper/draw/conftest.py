"""A drawing in two colours, in a window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from helper.board.board_view import BoardView
from helper.draw.toolbox import Toolbox
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from puzzles import Grid, Puzzle
from puzzles.formats import Document
from tests.support.drawing_desk import PALETTE, PICTURE


@pytest.fixture
def drawn(window: MainWindow) -> MainWindow:
    """A drawing in two colours, in a window."""
    grid = Grid.from_text(PICTURE, colors=3)
    puzzle = Puzzle(((),) * grid.height, ((),) * grid.width, PALETTE)
    window.session.open_unsaved(Document(puzzle, grid), drawing=True)
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
def empty_clipboard(qapp: QApplication) -> Iterator[None]:
    QApplication.clipboard().clear()
    yield
    QApplication.clipboard().clear()
