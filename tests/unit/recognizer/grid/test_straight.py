"""The grid of a screenshot: found though shaded cells cover its lines."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.grid.straight import straight_grid
from recognizer.lattice import Picture
from tests.support.cases import few

ROWS, COLUMNS = 12, 15
LEFT, TOP = 70, 90


def solved_board(pitch: int, ink: int, paper: int, line: int) -> Picture:
    """Shaded cells cover the lines between them; the last row and column are shaded."""
    back = (paper + line) // 2
    gray = np.full((TOP + ROWS * pitch + 60, LEFT + COLUMNS * pitch + 50), back, np.uint8)
    gray[TOP : TOP + ROWS * pitch + 1, LEFT : LEFT + COLUMNS * pitch + 1] = paper
    gray[TOP : TOP + ROWS * pitch + 1 : pitch, LEFT : LEFT + COLUMNS * pitch + 1] = line
    gray[TOP : TOP + ROWS * pitch + 1, LEFT : LEFT + COLUMNS * pitch + 1 : pitch] = line
    cells = np.random.default_rng(3).random((ROWS, COLUMNS)) < 0.6
    cells[-1] = cells[:, -1] = True
    for i, j in np.argwhere(cells).tolist():
        y, x = TOP + i * pitch, LEFT + j * pitch
        gray[y : y + pitch + 1, x : x + pitch + 1] = ink
    return np.repeat(gray[..., None], 3, axis=2)


@pytest.mark.parametrize("pitch", few(2, [14, 25, 40]))
@pytest.mark.parametrize(("ink", "paper", "line"), few(2, [(30, 255, 200), (210, 45, 80)]))
def test_a_solved_board_is_found(pitch: int, ink: int, paper: int, line: int) -> None:
    found = straight_grid(solved_board(pitch, ink, paper, line))
    assert found is not None
    assert (found.lattice.rows, found.lattice.columns) == (ROWS, COLUMNS)
    right, bottom = LEFT + COLUMNS * pitch, TOP + ROWS * pitch
    true = np.array([(LEFT, TOP), (right, TOP), (right, bottom), (LEFT, bottom)])
    assert np.abs(found.lattice.corners - true).max() <= 3


def test_blank_paper_and_noise_have_no_grid() -> None:
    assert straight_grid(np.full((200, 300, 3), 240, np.uint8)) is None
    noise = np.random.default_rng(1).integers(0, 256, (200, 300, 3)).astype(np.uint8)
    assert straight_grid(noise) is None
