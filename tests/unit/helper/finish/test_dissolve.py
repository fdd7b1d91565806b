"""The rings of a finish: at first the board, in the end its picture, and outwards in between."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from helper.application.theme import LIGHT
from helper.board.board_view import BoardView
from helper.finish.dissolve import Dissolve
from tests.support.session_actions import SOLUTION, shade_picture


@pytest.fixture
def dissolve(board: BoardView) -> Dissolve:
    shade_picture(board.session)
    return Dissolve(board.stills(), SOLUTION, (0, 0), LIGHT, QColor("#ffffff"))


def frame(dissolve: Dissolve, board: BoardView, ms: float) -> QImage:
    image = QImage(board.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.window))
    painter = QPainter(image)
    dissolve.paint(painter, ms)
    painter.end()
    return image.copy(dissolve.window)


def whole(dissolve: Dissolve, which: str) -> QImage:
    still: QImage = getattr(dissolve._stills, which).toImage()
    return still.copy(dissolve.window).convertToFormat(QImage.Format.Format_RGB32)


def test_it_begins_with_the_board_and_ends_with_the_picture(
    board: BoardView, dissolve: Dissolve
) -> None:
    assert frame(dissolve, board, 0) == whole(dissolve, "before")
    assert frame(dissolve, board, dissolve.duration_ms) == whole(dissolve, "after")
    assert whole(dissolve, "before") != whole(dissolve, "after")


def test_what_is_nearer_to_the_last_cell_loses_its_grid_first(
    board: BoardView, dissolve: Dissolve
) -> None:
    before = whole(dissolve, "before")
    shares = []
    for ms in range(0, dissolve.duration_ms + 1, 20):
        image = frame(dissolve, board, ms)
        far = image.width() - 3, image.height() - 3
        is_old = image.pixel(*far) == before.pixel(*far)
        near = dissolve._reached(ms)
        shares.append((near > 0, is_old))
    assert shares[0] == (False, True)
    assert (True, True) in shares, "the corner waits for the ring"
    reached = [dissolve._reached(ms) for ms in range(0, dissolve.duration_ms, 10)]
    assert reached == sorted(reached)


def test_a_board_of_many_cells_fades_without_rings(
    board: BoardView, dissolve: Dissolve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.finish.dissolve.MAX_CELLS", 10)
    fading = Dissolve(board.stills(), SOLUTION, (0, 0), LIGHT, QColor("#ffffff"))
    middle = frame(fading, board, fading.duration_ms / 2)
    assert middle != whole(fading, "before")
    assert middle != whole(fading, "after")
    assert frame(fading, board, fading.duration_ms) == whole(fading, "after")
