"""From a picture to a board with exactly one solution, or to none if that would need too much."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from puzzles.color_values import contrast
from puzzles.grid import BLANK, Grid, puzzle_of
from puzzles.model import BLACK_AND_WHITE, WHITE, Color, Puzzle
from recognizer.making.board_making import board_of
from recognizer.making.colors import rgb_of, to_lab
from recognizer.making.motif import Motif
from recognizer.making.settings import PictureSettings
from solver.api import Limits, Outcome, solve
from solver.author.repair import repairs
from tools.packs.sources import Pixels

MAX_CHANGED_SHARE = 0.025
"""Share of the cells that a repair may change; at least four cells are allowed."""
REPAIR_S = 6.0
WHITE_CONTRAST, MIN_CONTRAST = 1.12, 1.3
"""Contrast of an ink with the paper below which it is white, and too pale for a player."""
LIGHT_GRAY = "#c3cdd6"
ALIKE_LAB = 14.0
"""Distance in L*a*b* below which two inks are taken for one."""


@dataclass(frozen=True)
class Board:
    """A picture of cells whose puzzle has one solution."""

    grid: Grid
    palette: tuple[Color, ...]
    changed: int = 0
    """Cells that a repair has changed."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with its goal, without a title."""
        like = Puzzle.empty(self.grid.height, self.grid.width)
        return puzzle_of(self.grid, replace(like, palette=self.palette))


def board_of_picture(
    pixels: Pixels, side: int, colors: int = 1, threshold: int | None = None
) -> tuple[Grid, tuple[Color, ...], tuple[float, ...]]:
    """The cells of a picture, their colours, and how clear each cell is.

    Args:
        pixels: RGBA uint8, without margins.
        side: Rows or columns, whichever are more.
        colors: Besides the background.
        threshold: For black and white.
    """
    height, width = pixels.shape[:2]
    longest = max(height, width)
    rows, columns = (max(1, round(side * n / longest)) for n in (height, width))
    settings = PictureSettings(
        columns=columns, rows=rows, colors=colors, threshold=threshold, specks=2, holes=2,
        keeps_outlines=colors > 1,
    )  # fmt: skip
    drawn = board_of(Motif.of(pixels), settings)
    grid, palette = without_pale_inks(drawn.grid, drawn.palette)
    return grid, palette, drawn.reluctance


def without_pale_inks(grid: Grid, palette: tuple[Color, ...]) -> tuple[Grid, tuple[Color, ...]]:
    """The same board on white paper, with inks that can be told from it.

    White becomes background, a little darker inks become :data:`LIGHT_GRAY`; inks that are nearly
    the same become one.
    """
    states, kept = [BLANK], [replace(palette[0], rgb=WHITE.rgb)]
    for ink in palette[1:]:
        distinct = contrast(ink.rgb, WHITE.rgb)
        if distinct < WHITE_CONTRAST:
            states.append(BLANK)
            continue
        color = ink if distinct >= MIN_CONTRAST else replace(ink, rgb=LIGHT_GRAY)
        same = next((k for k, one in enumerate(kept) if k and _alike(one.rgb, color.rgb)), None)
        states.append(1 << (len(kept) if same is None else same))
        if same is None:
            kept.append(color)
    if len(kept) == 1:
        return grid, palette
    cells = [states[state.bit_length() - 1] for state in grid.cells]
    return Grid(grid.height, grid.width, len(kept), cells), tuple(kept)


def _alike(one: str, other: str) -> bool:
    a, b = (to_lab(rgb_of([color])[None]) for color in (one, other))
    return float(np.linalg.norm(a - b)) < ALIKE_LAB


def repaired(
    grid: Grid, palette: tuple[Color, ...] = BLACK_AND_WHITE, clear: tuple[float, ...] | None = None
) -> Board | None:
    """The board, changed in a few cells if it has to be; ``None`` if it needs more."""
    grid, kept = without_margins(grid)
    board = Board(grid, palette)
    if solve(board.puzzle, Limits(timeout_s=5)).outcome is Outcome.UNIQUE:
        return board
    reluctance = None if clear is None else [clear[k] for k in kept]
    found = repairs(grid, board.puzzle, reluctance, wanted=1, timeout_s=REPAIR_S).found
    if not found:
        return None
    best = found[0]
    if len(best.changes) > max(4, MAX_CHANGED_SHARE * len(grid.cells)):
        return None
    after, _ = without_margins(best.onto(grid))
    board = Board(after, palette, len(best.changes))
    is_unique = solve(board.puzzle, Limits(timeout_s=5)).outcome is Outcome.UNIQUE
    return board if is_unique else None


def without_margins(grid: Grid) -> tuple[Grid, list[int]]:
    """The grid without empty lines at its border, and the old number of each cell."""
    cells = np.array(grid.cells, np.uint32).reshape(grid.height, grid.width)
    rows, columns = (np.flatnonzero((cells != BLANK).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return grid, list(range(len(grid.cells)))
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    numbers = np.arange(cells.size).reshape(cells.shape)[part]
    height, width = numbers.shape
    return Grid(height, width, grid.colors, cells[part].ravel().tolist()), numbers.ravel().tolist()
