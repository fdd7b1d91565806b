"""Drawing functions and colours for pictures of a reading."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Lattice, Picture, Points
from recognizer.values import CERTAIN, ReadLine, ReadNumber

Color = tuple[int, int, int]
"""BGR."""

SURE_COLOR: Color = (60, 160, 0)
"""Confidence of at least :data:`~recognizer.values.CERTAIN`."""
DOUBTFUL_COLOR: Color = (0, 140, 255)
"""A lower confidence."""
WRONG_COLOR: Color = (40, 40, 220)
"""A confidence below one half."""
CORRECTED_COLOR: Color = (220, 60, 160)
"""Changed by the puzzle's rules."""
GRID_COLOR: Color = (230, 160, 40)
"""The lines of the board."""
BOX_COLOR: Color = (0, 140, 255)
"""Other grids, and places of numbers."""
CLUES_COLOR: Color = (120, 190, 60)
"""The lines of clue boxes."""
INK_COLOR: Color = (0, 0, 0)
"""Captions."""
PAPER_COLOR: Color = (255, 255, 255)
"""The outline of text."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_MIN_DRAWING_PX = 1200
"""Smaller pictures are enlarged, px."""
_FRACTION_BITS = 4
"""Fractional bits of OpenCV's fixed-point coordinates."""


def color_of(number: ReadNumber, line: ReadLine) -> Color:
    """The colour for the confidence of a number."""
    sure = min(number.confidence, line.confidence)
    if sure >= CERTAIN and (number.is_corrected or line.is_corrected):
        return CORRECTED_COLOR
    return SURE_COLOR if sure >= CERTAIN else DOUBTFUL_COLOR if sure >= 0.5 else WRONG_COLOR


def enlarged(picture: Picture) -> tuple[Picture, int]:
    """A pale copy, enlarged by a whole factor if it is small, and the factor."""
    scale = max(1, round(_MIN_DRAWING_PX / max(picture.shape[:2])))
    size = (picture.shape[1] * scale, picture.shape[0] * scale)
    large = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    pale = cv2.addWeighted(large, 0.6, np.full_like(large, 255), 0.4, 0)
    return np.asarray(pale, np.uint8), scale


def lattice_lines(
    image: Picture, lattice: Lattice, scale: float, color: Color = GRID_COLOR
) -> None:
    """Draw all lines of a lattice, the outer ones thick."""
    points = lattice.points * scale
    for line in (*points, *points.transpose(1, 0, 2)):
        cv2.polylines(image, [to_fixed_point(line)], False, color, 1, cv2.LINE_AA, _FRACTION_BITS)
    outline(image, lattice.corners * scale, color, 2)


def to_fixed_point(points: Points) -> NDArray[np.int32]:
    """Fixed-point coordinates with :data:`_FRACTION_BITS` fractional bits."""
    steps = np.nan_to_num(points).clip(-1e5, 1e5) * 2**_FRACTION_BITS
    return np.asarray(np.rint(steps), np.int32)


def outline(image: Picture, quad: Points, color: Color, thickness: int = 1) -> None:
    """Draw a closed line through points."""
    cv2.polylines(
        image, [to_fixed_point(quad)], True, color, thickness, cv2.LINE_AA, _FRACTION_BITS
    )


def text(image: Picture, words: str, at: tuple[float, float], scale: float, color: Color) -> None:
    """Draw outlined text; the point is the start of its base line."""
    where = (round(at[0]), round(at[1]))
    cv2.putText(image, words, where, _FONT, scale, PAPER_COLOR, 3, cv2.LINE_AA)
    cv2.putText(image, words, where, _FONT, scale, color, 1, cv2.LINE_AA)
