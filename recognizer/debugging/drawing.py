"""The few strokes that pictures of a reading are made of."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.values import CERTAIN, Lattice, Picture, Points, ReadLine, ReadNumber

Color = tuple[int, int, int]
"""BGR."""

SURE: Color = (60, 160, 0)
"""At least :data:`~recognizer.values.CERTAIN`."""
DOUBTFUL: Color = (0, 140, 255)
"""Less than that."""
WRONG: Color = (40, 40, 220)
"""Less than one half."""
CORRECTED: Color = (220, 60, 160)
"""Decided by the rules."""
GRID: Color = (230, 160, 40)
BOX: Color = (0, 140, 255)
CLUES: Color = (120, 190, 60)
INK: Color = (0, 0, 0)
PAPER: Color = (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_LEAST_PX = 1200
"""Smaller pictures are enlarged, so that what is drawn can be read."""
_SHIFT = 4
"""Binary places of what OpenCV takes as coordinates."""


def color_of(number: ReadNumber, line: ReadLine) -> Color:
    """What says how sure a number is."""
    sure = min(number.confidence, line.confidence)
    if sure >= CERTAIN and (number.is_corrected or line.is_corrected):
        return CORRECTED
    return SURE if sure >= CERTAIN else DOUBTFUL if sure >= 0.5 else WRONG


def enlarged(picture: Picture) -> tuple[Picture, int]:
    """The picture, pale, enlarged by a whole factor if it is small, and the factor."""
    scale = max(1, round(_LEAST_PX / max(picture.shape[:2])))
    size = (picture.shape[1] * scale, picture.shape[0] * scale)
    large = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    pale = cv2.addWeighted(large, 0.6, np.full_like(large, 255), 0.4, 0)
    return np.asarray(pale, np.uint8), scale


def lattice_lines(image: Picture, lattice: Lattice, scale: float, color: Color = GRID) -> None:
    """All lines of a lattice, the outer ones thick."""
    points = lattice.points * scale
    for line in (*points, *points.transpose(1, 0, 2)):
        cv2.polylines(image, [fixed(line)], False, color, 1, cv2.LINE_AA, _SHIFT)
    outline(image, lattice.corners * scale, color, 2)


def fixed(points: Points) -> NDArray[np.int32]:
    """Points as OpenCV takes them, with :data:`_SHIFT` binary places."""
    steps = np.nan_to_num(points).clip(-1e5, 1e5) * 2**_SHIFT
    return np.asarray(np.rint(steps), np.int32)


def outline(image: Picture, quad: Points, color: Color, thickness: int = 1) -> None:
    """A closed line through points."""
    cv2.polylines(image, [fixed(quad)], True, color, thickness, cv2.LINE_AA, _SHIFT)


def text(image: Picture, words: str, at: tuple[float, float], scale: float, color: Color) -> None:
    """Words with a rim of paper, beginning at a point of their base line."""
    where = (round(at[0]), round(at[1]))
    cv2.putText(image, words, where, _FONT, scale, PAPER, 3, cv2.LINE_AA)
    cv2.putText(image, words, where, _FONT, scale, color, 1, cv2.LINE_AA)
