"""The truth of a video and of each of its frames, and its JSON form."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tools.photographs.camera import Array, Pixels

PARTS = 4
"""The board's points are at every quarter of its rows and columns."""
CALM_BLUR = 1.0
"""Motion blur of a calm frame, at most, in px."""


@dataclass(frozen=True)
class PrintedPuzzle:
    """A puzzle on a page. It has one solution."""

    rows: tuple[tuple[int, ...], ...]
    """The numbers of each row; none if it is blank."""
    columns: tuple[tuple[int, ...], ...]
    solution: tuple[str, ...]
    """Each row: ``#`` is shaded, ``.`` is blank."""
    sides: tuple[str, str] = ("left", "top")
    """Where the clues are."""

    @property
    def size(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return len(self.rows), len(self.columns)

    def as_json(self) -> dict[str, Any]:
        """As plain lists."""
        return {
            "rows": [list(line) for line in self.rows],
            "columns": [list(line) for line in self.columns],
            "solution": list(self.solution),
            "sides": list(self.sides),
        }


Cell = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True)
class PencilMarks:
    """The pencil marks on a board."""

    shaded: tuple[Cell, ...]
    crossed: tuple[Cell, ...]
    wrong: tuple[Cell, ...]
    """Those of both that contradict the solution."""

    def as_json(self) -> dict[str, Any]:
        """As plain lists."""
        return {key: [list(cell) for cell in cells] for key, cells in asdict(self).items()}


@dataclass(frozen=True)
class FrameTruth:
    """The truth of a frame. Lengths in px; pixel centres have whole coordinates."""

    t: float
    """Seconds from the start to the middle of the exposure."""
    puzzle: int | None
    """Index of the visible puzzle; ``None`` if there is none."""
    corners: Array | None
    """4 x 2: the outer corners of the board, clockwise from the top left of the page."""
    points: Array | None
    """25 x 2: points at every quarter of rows and columns, row by row."""
    inside: float
    """Share of board and clues within the picture."""
    hidden: float
    """Share of board and clues behind a hand or another page."""
    blur_px: float
    """Motion of the board's middle during the exposure."""
    speed_px: float
    """Motion of the board's middle from frame to frame."""
    light: float
    """Mean factor of brightness; 1 is usual."""

    @property
    def is_calm(self) -> bool:
        """Whether the whole puzzle is visible, without motion blur."""
        is_whole = self.inside == 1 and self.hidden == 0
        return self.puzzle is not None and is_whole and self.blur_px < CALM_BLUR

    def as_json(self) -> dict[str, Any]:
        """As plain values, rounded to an invisible precision."""
        return {
            "t": round(self.t, 4),
            "puzzle": self.puzzle,
            "corners": None if self.corners is None else np.round(self.corners, 2).tolist(),
            "points": None if self.points is None else np.round(self.points, 2).tolist(),
            "inside": round(self.inside, 4),
            "hidden": round(self.hidden, 4),
            "blur_px": round(self.blur_px, 3),
            "speed_px": round(self.speed_px, 3),
            "calm": self.is_calm,
            "light": round(self.light, 4),
        }


@dataclass(frozen=True)
class VideoFrame:
    """One picture of a video with its truth."""

    picture: Pixels
    truth: FrameTruth
