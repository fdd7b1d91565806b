"""Tell why a picture with a grid cannot be read: it is too small or blurred, or has colours."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from puzzles.contracts import SolutionCount
from recognizer.clues.rectification import page_scale, reduced
from recognizer.colors.flat_picture import has_color
from recognizer.colors.number_colors import MOIRE_LAB, have_several_colors
from recognizer.grid.sharpness import edge_widths, is_out_of_focus
from recognizer.grid.working_scale import reduced_gray
from recognizer.lattice import Lattice, Picture
from recognizer.values import MIN_CELL_PX, MIN_COLORED_CELL_PX, Problem, Reading

_MIN_PICTURE_PX = 7 * MIN_CELL_PX
"""The side of the smallest picture of a puzzle, px: five cells and two numbers."""
_HOPELESS_CELL_PX = 7.0
"""The side of cells whose numbers are never read, px."""
_MAX_EDGE_CELLS, _MAX_SHARP_EDGE_PX = 0.22, 3.0
"""An edge of a blurred picture is wider than both, in cells and in px."""
_MAX_JUDGED_CELLS = 30
"""Side of the part of a board whose edges are measured, cells."""
_MIN_CONTRAST_GRAY = 20.0
"""Minimum contrast of an edge, gray levels."""
_MAX_COLORED_DOUBT = 0.2
"""Small cells of a puzzle in colours are too small if a larger share of its lines is doubtful."""


def with_cause(picture: Picture, reading: Reading, *, may_be_colored: bool = True) -> Reading:
    """The reading with TOO_SMALL, BLURRED or COLORS added, if that is why it is not certain.

    A puzzle with one solution could be read, also if there are several ways to such a one.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it, in the same orientation.
        may_be_colored: Whether nobody has said that it is in black and white.
    """
    if reading.solution_count is SolutionCount.ONE:
        return reading
    cause = (
        Problem.TOO_SMALL
        if _is_too_small(picture, reading, may_be_colored=may_be_colored)
        else Problem.BLURRED
        if _is_too_blurred(picture, reading)
        else None
    )
    if cause is not None:
        # The other problems are its consequences.
        rest = {Problem.NO_GRID, Problem.NO_CLUES, Problem.SEVERAL_GRIDS, Problem.DOUBTFUL_NUMBERS}
        kept = tuple(problem for problem in reading.problems if problem in rest)
        return replace(reading, problems=(cause, *kept))
    is_plain = may_be_colored and not reading.is_colored
    if is_plain and have_several_colors(picture, reading, MOIRE_LAB):
        return replace(reading, problems=(Problem.COLORS, *reading.problems))
    return reading


def cannot_be_read(picture: Picture, lattice: Lattice) -> bool:
    """Whether no rule and no turn will help if hardly a number was read: it is blurred or tiny."""
    return (
        lattice.pitch_px < _HOPELESS_CELL_PX
        or is_blurred(picture, lattice)
        or is_out_of_focus(reduced_gray(picture))
    )


def _is_too_blurred(picture: Picture, reading: Reading) -> bool:
    """Whether the grid is blurred, or nothing was found in a picture that is out of focus."""
    if reading.lattice is not None and is_blurred(picture, reading.lattice):
        return True
    is_found = reading.lattice is not None and Problem.NO_CLUES not in reading.problems
    return not is_found and is_out_of_focus(reduced_gray(picture))


def _is_too_small(picture: Picture, reading: Reading, *, may_be_colored: bool) -> bool:
    if reading.lattice is None:
        height, width = picture.shape[:2]
        return bool(min(height, width) < _MIN_PICTURE_PX)
    pitch = reading.lattice.pitch_px
    is_doubtful = bool(reading.doubtful) or Problem.NO_CLUES in reading.problems
    if is_doubtful and pitch < MIN_CELL_PX:
        return True
    lines = len(reading.rows) + len(reading.columns)
    doubtful = {line for line, _ in reading.doubtful}
    if pitch >= MIN_COLORED_CELL_PX or len(doubtful) <= _MAX_COLORED_DOUBT * lines:
        return False
    return reading.is_colored or (may_be_colored and has_color(picture, reading.lattice))


def is_blurred(picture: Picture, lattice: Lattice) -> bool:
    """Whether the edges of the grid and its clues are too wide for digits to be told apart.

    The median width of the edges in and around the board was 0.04 to 0.2 cells in pictures that are
    read; blurred until nothing was read, 0.22 and more. An edge of a sharp picture takes about two
    pixels, however small the cells are.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        lattice: The grid that was found.
    """
    pitch = lattice.pitch_px
    margin = round(2 * pitch)
    x, y, width, height = cv2.boundingRect(lattice.corners)
    left, top, right, bottom = x - margin, y - margin, x + width + margin, y + height + margin
    # The corner at the first numbers shows as much as the whole of a large board.
    most = round(_MAX_JUDGED_CELLS * pitch)
    part = picture[max(top, 0) : min(bottom, top + most), max(left, 0) : min(right, left + most)]
    if not part.size:
        return False
    scale = page_scale(pitch)
    gray = reduced(np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8), scale)
    side = round(pitch * scale) | 1
    contrast, widths = edge_widths(gray, side)
    has_edge = contrast > max(_MIN_CONTRAST_GRAY, np.median(contrast) / 2)
    if not has_edge.any():
        return False
    edge_px = float(np.median(widths[has_edge])) / scale
    return edge_px > max(_MAX_EDGE_CELLS * pitch, _MAX_SHARP_EDGE_PX)
