"""Which of several boards in view Check and Open takes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Points
from recognizer.live.scene import Scene
from recognizer.pages.positions import upright_points

CLUES_SHARE = 0.5
"""A click beside a board counts for it up to this share of its longer side, where its clues are."""


class BoardChoice:
    """The board that was chosen by a person, otherwise the one nearest to the middle."""

    def __init__(self) -> None:
        self._number = 0
        """The number of the chosen board; 0 if none is."""

    def of(self, scene: Scene) -> Scene:
        """The scene of the board that is taken; a single board is always taken."""
        boards = boards_of(scene)
        if not boards:
            return scene
        chosen = (board for board in boards if board.board == self._number)
        return next(chosen, None) or min(boards, key=_distance_to_middle)

    def click(self, scene: Scene, x: float, y: float) -> None:
        """Choose the board at a place of the frame, px; the choice ends beside all boards."""
        place = np.array([x, y])
        near = [(_distance(outline_of(board), place), board) for board in boards_of(scene)]
        distance, nearest = min(near, key=lambda pair: pair[0], default=(0.0, scene))
        is_near = bool(near) and distance <= CLUES_SHARE * _side(outline_of(nearest))
        self._number = nearest.board if is_near else 0

    def step(self, scene: Scene, by: int) -> None:
        """Choose the next board from left to right, or with -1 the one before."""
        boards = sorted(boards_of(scene), key=lambda board: outline_of(board).mean(axis=0)[0])
        if boards:
            at = next(k for k, board in enumerate(boards) if board.board == self.of(scene).board)
            self._number = boards[(at + by) % len(boards)].board


def boards_of(scene: Scene) -> list[Scene]:
    """The boards that can be checked and opened, if a frame shows several; otherwise none."""
    boards = [b for b in scene.boards if b.lattice is not None and b.to_check is not None]
    return boards if len(boards) > 1 else []


def outline_of(scene: Scene) -> Points:
    """The corners of a board in the frame as it was seen, px, shape (4, 2)."""
    assert scene.lattice is not None
    height, width = scene.frame.picture.shape[:2]
    return upright_points(scene.lattice.corners, scene.turns, (height, width))


def _distance_to_middle(scene: Scene) -> float:
    height, width = scene.frame.picture.shape[:2]
    return float(np.linalg.norm(outline_of(scene).mean(axis=0) - np.array([width, height]) / 2))


def _distance(outline: Points, place: NDArray[np.float64]) -> float:
    """The distance of a place from the rectangle around a board, px; 0 inside."""
    beyond = np.maximum(outline.min(axis=0) - place, place - outline.max(axis=0))
    return float(np.linalg.norm(np.maximum(beyond, 0)))


def _side(outline: Points) -> float:
    return float(np.ptp(outline, axis=0).max())
