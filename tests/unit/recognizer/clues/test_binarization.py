"""What is ink: titles in strong ink, faint clues, and digits with hair lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.clues.binarization import component_extents, ink_masks, long_lines
from recognizer.clues.rectification import CELL_PX


def test_strong_ink_elsewhere_hides_no_faint_digits() -> None:
    """A title over faint clues: the clues are ink if the board's surroundings say how faint."""
    gray = np.full((6 * CELL_PX, 6 * CELL_PX), 250, np.uint8)
    for k in range(6):
        cv2.putText(gray, "W8", (4 + k * CELL_PX, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 0, 4)
        cv2.putText(gray, "4", (12 + k * CELL_PX, 220), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 215, 1)
    gray = np.asarray(cv2.GaussianBlur(gray, (0, 0), 1.0), np.uint8)
    index = np.arange(gray.size).reshape(gray.shape)
    _, near, *_ = ink_masks(gray, index[3 * CELL_PX :].ravel())
    faint = gray[190:225] < 243
    assert near[190:225][faint].mean() > 0.9
    assert near[:40].any()


def test_hair_lines_hold_digits_together() -> None:
    """Two bold strokes and a thin one between them are one piece of ink."""
    gray = np.full((3 * CELL_PX, 5 * CELL_PX), 240, np.uint8)
    for k in range(4):
        left = 20 + k * CELL_PX
        gray[50:75, left : left + 5] = 20
        gray[50:75, left + 14 : left + 19] = 20
        gray[50:51, left : left + 19] = 140
    gray = np.asarray(cv2.GaussianBlur(gray, (0, 0), 0.7), np.uint8)
    counts = []
    plain, fainter, *_ = ink_masks(gray, np.arange(gray.size))
    for mask in (plain, fainter):
        counts.append(cv2.connectedComponents(mask.astype(np.uint8))[0] - 1)
    assert counts[1] == 4
    assert counts[0] >= counts[1]


def test_components_are_measured_as_opencv_does() -> None:
    mask = (np.random.default_rng(3).random((60, 90)) < 0.3).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    assert sorted(component_extents(mask).tolist()) == sorted(stats[1:].tolist())


def test_nothing_has_no_components() -> None:
    assert component_extents(np.zeros((5, 7), np.uint8)).shape == (0, 5)


@pytest.mark.parametrize("is_upright", [True, False])
@pytest.mark.parametrize("is_last", [True, False])
def test_a_stroke_that_touches_the_edge_is_no_line(is_upright: bool, is_last: bool) -> None:
    """A digit beside the frame, or in the first row: its stroke ends with the image."""
    ink = np.zeros((4 * CELL_PX, 4 * CELL_PX), bool)
    ink[-CELL_PX:, 20:24] = True
    ink = ink if is_last else ink[::-1]
    ink = ink if is_upright else ink.T
    assert not long_lines(ink).any()


def test_a_line_that_crosses_the_image_is_one() -> None:
    ink = np.zeros((4 * CELL_PX, 4 * CELL_PX), bool)
    ink[:, 20:24] = True
    assert long_lines(ink)[:, 20:24].all()
