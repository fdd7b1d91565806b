"""Pictures to make puzzles of: blobs and mirrored shapes whose clues have exactly one solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles import Puzzle
from solver.api import Limits, is_unique

Clues = list[list[int]]
"""The numbers of every line, from left to right or from top to bottom; nothing if it is blank."""
NODES = 60
"""Search nodes for a puzzle; not a time, so that the same pictures are made every time."""


@dataclass(frozen=True)
class Drawing:
    """A picture and its clues."""

    cells: NDArray[np.bool_]
    """Whether a cell is shaded, by row and column."""
    rows: Clues
    """The numbers of the rows."""
    columns: Clues
    """The numbers of the columns."""

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)


def draw_picture(
    rng: np.random.Generator,
    largest: int = 45,
    deepest: int = 99,
    size: tuple[int, int] | None = None,
    has_several: bool = False,
) -> Drawing:
    """A picture whose clues have exactly one solution, or several.

    Args:
        rng: Random numbers.
        largest: Maximum number of cells of a side.
        deepest: Maximum number of numbers of a line.
        size: Rows and columns to begin with, by default random; if no picture of that size has one
            solution, a smaller one is made.
        has_several: Whether the clues have several solutions.
    """
    height, width = size or _size(rng, largest)
    smooth = float(rng.uniform(0.45, 1.3))
    for attempt in range(400):
        cells = _cells(rng, height, width, smooth)
        rows, columns = line_clues(cells), line_clues(cells.T)
        is_sensible = 0.35 <= cells.mean() <= 0.65 and max(map(len, rows + columns)) <= deepest
        puzzle = Puzzle.from_numbers(rows, columns)
        if is_sensible and is_unique(puzzle, Limits(nodes=NODES)) is (not has_several):
            return Drawing(cells, rows, columns)
        smooth *= 1.04
        if attempt % 40 == 39:
            height, width = max(5, height - 3), max(5, width - 3)
    raise AssertionError("small blobs have one solution often enough")


def drawing_of(puzzle: Puzzle) -> Drawing:
    """The numbers of a puzzle, without its picture and its colours."""
    rows, columns = (
        [[clue.length for clue in line] for line in lines]
        for lines in (puzzle.rows, puzzle.columns)
    )
    return Drawing(np.zeros((puzzle.height, puzzle.width), np.bool_), rows, columns)


def line_clues(cells: Iterable[NDArray[np.bool_]]) -> Clues:
    """The lengths of the runs of every line."""
    clues = []
    for line in cells:
        ends = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        clues.append([int(end - start) for start, end in zip(ends[::2], ends[1::2], strict=True)])
    return clues


def _size(rng: np.random.Generator, largest: int) -> tuple[int, int]:
    usual = [10, 15, 20, 25, 30]
    chance = rng.random()
    if chance < 0.55:
        height, width = (int(rng.choice(usual)) for _ in range(2))
    elif chance < 0.85:
        height, width = (int(k) for k in rng.integers(8, 31, 2))
    else:
        height, width = (int(k) for k in rng.choice([5, 6, 7, 35, 40, 45], 2))
        height = int(np.clip(height, width // 3, 3 * width))
    if rng.random() < 0.5:
        width = height
    return max(5, min(height, largest)), max(5, min(width, largest))


def _cells(rng: np.random.Generator, height: int, width: int, smooth: float) -> NDArray[np.bool_]:
    noise: NDArray[np.floating[Any]] = rng.standard_normal((height, width)).astype(np.float32)
    noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), smooth, borderType=cv2.BORDER_REFLECT))
    noise /= noise.std() + 1e-6
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    if rng.random() < 0.4:  # an object in the middle rather than a pattern
        noise += (1.6 * (0.6 - np.hypot(x, y))).astype(np.float32)
    if rng.random() < 0.4:
        noise = noise + noise[:, ::-1]
    share = rng.uniform(0.38, 0.62)
    return np.asarray(noise > np.quantile(noise, 1 - share), np.bool_)
