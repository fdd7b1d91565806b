"""Even out the ink of a picture: dark on white, whatever its colour, its paper and its strength.

Programs on screens grey out finished clues, highlight the line that is played, and set some clues
light on dark beside others that are dark on light. All of these differ from the paper around them.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX, ClueArea, page_scale, reduced
from recognizer.lattice import Picture
from recognizer.values import Side

PAPER_CELLS = 0.9
"""Side of the square whose median is the paper, cells."""
TILE_PAPER_CELLS = 0.55
"""The same for numbers on tiles that are narrower than a cell; frames need the larger one."""
STRENGTH_CELLS = 0.5
"""Side of the square whose strongest contrast is full ink, cells."""
MIN_DIGIT_CELLS, MAX_DIGIT_CELLS = 0.25, 0.72
"""Heights of digits, cells."""
MAX_FRAME_CELLS = 1.3
"""Maximum side of a box around a number, cells."""
MAX_WIDTH_CELLS = 1.2
"""Maximum width of digits that touch, cells."""
MAX_ROW_SHIFT_CELLS, MAX_COLUMN_SHIFT_CELLS = 0.2, 0.36
"""Maximum distance of a digit from the middle of its line, cells: two digits of a column's number
are on both sides of it."""
MIN_ASPECT = 0.3
"""Minimum width of most digits, in heights."""
SAME_HEIGHT = 0.08
"""Maximum difference of digits of one height, as a share of it."""
MIN_HEIGHT, MAX_HEIGHT = 0.8, 1.17
"""Heights of all digits, in usual heights."""
MIN_STRENGTH_SHARE = 0.3
"""Minimum contrast of parts of a digit, as a share of its strongest part."""
BORDER_PX = 3
"""Distance from the board within which ink belongs to its border, px of a clue area."""
STRIKE_PX = round(0.85 * CELL_PX)
"""Minimum length of a line through numbers, px of a clue area: longer than digits are wide."""
MAX_STRIKE_PX = 5
"""Maximum width of such a line, px of a clue area."""
MIN_STROKE_CHROMA, MIN_RIM_CHROMA = 70, 20
"""Difference of the channels of a pen's stroke, and at its rim, where it fades into the paper."""
MAX_STROKE_CELLS = 0.3
"""Maximum width of such a stroke, cells."""
STROKE_SHARES = (0.0003, 0.05)
"""Share of the page that strokes may cover: less is noise, more is a picture in colours."""
THRESHOLDS_GRAY = (12, 20, 32, 52, 84, 130)
"""Contrasts with which connected ink is looked for, gray levels."""
MIN_CONTRAST_GRAY = 16.0
"""Contrast below which nothing becomes full ink, gray levels: noise stays pale."""


def with_even_ink(picture: Picture, pitch_px: float) -> Picture:
    """The picture with all ink dark on white.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        pitch_px: Side of a cell, px.

    Returns:
        BGR uint8 of the same shape, without colour.
    """
    scale = page_scale(pitch_px)
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    pitch = pitch_px * scale
    even = _evened(_contrast(reduced(gray, scale), pitch), pitch)
    # Reduced again, each pixel has the same value.
    even = np.asarray(cv2.resize(even, gray.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
    return np.asarray(cv2.cvtColor(even, cv2.COLOR_GRAY2BGR), np.uint8)


def without_colored_strokes(picture: Picture, pitch_px: float) -> Picture | None:
    """The picture without thin strokes in a colour, as of a pen that crosses out finished clues.

    What they cover is filled in from both sides, so that digits go on below them.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        pitch_px: Side of a cell, px.

    Returns:
        A picture of the same shape; ``None`` if there are no such strokes.
    """
    scale = page_scale(pitch_px)
    small = reduced(picture, scale)
    chroma = small.max(axis=2) - small.min(axis=2)
    colored = (chroma > MIN_STROKE_CHROMA).astype(np.uint8)
    side = _odd(MAX_STROKE_CELLS * pitch_px * scale)
    strokes = colored - cv2.morphologyEx(colored, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    if not STROKE_SHARES[0] <= strokes.mean() <= STROKE_SHARES[1]:
        return None
    rim = cv2.dilate(strokes, np.ones((5, 5), np.uint8))
    covered = ((rim > 0) & (chroma > MIN_RIM_CHROMA)).astype(np.uint8)
    filled = cv2.inpaint(small, covered, 3, cv2.INPAINT_TELEA)
    return np.asarray(cv2.resize(filled, picture.shape[1::-1]), np.uint8)


def with_digits_only(area: ClueArea, paper_cells: float = PAPER_CELLS) -> ClueArea:
    """The clue area with nothing but ink that has the size and the place of digits, dark on white.

    Pale digits touch the frames and tiles around them at a low threshold, and bold ones do at any
    but a high one. So connected ink of each of some thresholds is kept if it is as large as a digit
    and in the middle of its line. Digits have one height, and occur at more thresholds than other
    ink.

    Args:
        area: The clue area.
        paper_cells: Side of the square whose median is the paper, cells.
    """
    contrast = _without_strikes(_contrast(area.picture, CELL_PX, paper_cells))
    found = []
    in_frame = np.zeros(contrast.shape, bool)
    for threshold in THRESHOLDS_GRAY:
        labels, left, top, width, height = _components(contrast > threshold)
        across = (top + height / 2 if area.is_beside else left + width / 2) / CELL_PX
        wide = (height if area.is_beside else width) / CELL_PX
        off = np.abs(across - np.floor(across) - 0.5)
        is_digit = (height > MIN_DIGIT_CELLS * CELL_PX) & (height < MAX_DIGIT_CELLS * CELL_PX)
        is_digit &= (width < MAX_WIDTH_CELLS * CELL_PX) & (off + wide / 2 < 0.5)
        is_digit &= off < (MAX_ROW_SHIFT_CELLS if area.is_beside else MAX_COLUMN_SHIFT_CELLS)
        is_digit[0] = False
        is_frame = _are_frames(is_digit, left, top, width, height)
        is_digit &= ~is_frame
        in_frame |= is_frame[labels]
        # Ink that touches the board's border belongs to it, and so do slivers close to it.
        starts, ends = (left, left + width) if area.is_beside else (top, top + height)
        if area.side in (Side.LEFT, Side.TOP):
            starts = area.picture.shape[area.is_beside] - ends
        is_narrow = (width if area.is_beside else height) < MIN_ASPECT * CELL_PX / 2
        is_digit &= starts >= np.where(is_narrow, 2 * BORDER_PX, BORDER_PX)
        # Pieces of frames are as narrow as ones.
        found.append((labels, height, is_digit, is_digit & (width > MIN_ASPECT * height)))
    heights = np.concatenate([height[is_wide] for _, height, _, is_wide in found])
    kept = np.zeros(contrast.shape, bool)
    if len(heights):
        near = np.abs(heights - heights[:, None]) <= SAME_HEIGHT * heights
        usual = float(np.median(heights[near[int(near.sum(axis=1).argmax())]]))
        for labels, height, is_digit, is_wide in found:
            is_usual = (height > MIN_HEIGHT * usual) & (height < MAX_HEIGHT * usual)
            kept |= (is_digit & is_usual)[labels]
            # The sides of a frame are as narrow as ones, and a wider digit may touch it.
            in_frame &= ~(is_wide & is_usual)[labels]
    kept &= ~in_frame
    contrast[~_strong_part(contrast, kept)] = 0
    return replace(area, picture=_evened(contrast, CELL_PX))


def _are_frames(
    is_digit: NDArray[np.bool_],
    left: NDArray[np.int32],
    top: NDArray[np.int32],
    width: NDArray[np.int32],
    height: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """Which pieces of ink are boxes around a number: a digit is inside."""
    is_box = (height < MAX_FRAME_CELLS * CELL_PX) & (width < MAX_FRAME_CELLS * CELL_PX)
    is_box &= height > MIN_DIGIT_CELLS * CELL_PX  # noise is many thousand pieces
    is_box[0] = False
    boxes, digits = np.flatnonzero(is_box)[:, None], np.flatnonzero(is_digit)
    right, bottom = left + width, top + height
    is_inside = (left[digits] > left[boxes]) & (right[digits] < right[boxes])
    is_inside &= (top[digits] > top[boxes]) & (bottom[digits] < bottom[boxes])
    found = np.zeros(len(is_digit), bool)
    found[boxes[:, 0]] = is_inside.any(axis=1)
    return found


def _strong_part(contrast: NDArray[np.uint8], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The kept ink and its rim without what is far paler than the rest of the same ink.

    The corner of a tile may touch a digit at a low threshold.
    """
    grown = cv2.dilate(kept.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(grown, connectivity=8)
    strongest = np.zeros(count, np.float32)
    np.maximum.at(strongest, np.asarray(labels, np.intp).ravel(), contrast.ravel())
    strongest[0] = np.inf
    return np.asarray(contrast > MIN_STRENGTH_SHARE * strongest[labels], bool)


def _without_strikes(contrast: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The contrast without thin lines through numbers where these are apart; digits keep theirs."""
    is_struck = np.zeros(contrast.shape, bool)
    for threshold in THRESHOLDS_GRAY:
        labels, _, _, width, height = _components(contrast > threshold)
        is_wide = (height < MAX_DIGIT_CELLS * CELL_PX) & (width > STRIKE_PX)
        is_wide[0] = False
        is_struck |= is_wide[labels]
    struck = np.where(is_struck, contrast, 0).astype(np.uint8)
    along = cv2.morphologyEx(struck, cv2.MORPH_OPEN, np.ones((1, STRIKE_PX), np.uint8))
    thick = cv2.morphologyEx(along, cv2.MORPH_OPEN, np.ones((MAX_STRIKE_PX + 1, 1), np.uint8))
    is_strike = (along - thick > THRESHOLDS_GRAY[0] / 2).astype(np.uint8)
    is_strike = np.asarray(cv2.dilate(is_strike, np.ones((5, 1), np.uint8)), bool)
    is_digit = is_struck & ~is_strike
    reach = np.ones((_odd(MAX_DIGIT_CELLS * CELL_PX), 1), np.uint8)
    has_digit = np.asarray(cv2.dilate(is_digit.astype(np.uint8), reach), bool)
    return np.asarray(np.where(is_strike & ~has_digit, 0, contrast), np.uint8)


def _components(ink: NDArray[np.bool_]) -> tuple[NDArray[np.int32], ...]:
    """The labels of connected ink, and left, top, width and height of each."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return (np.asarray(labels, np.int32), *np.asarray(stats, np.int32).T[:4])


def _contrast(
    gray: NDArray[np.uint8], pitch_px: float, paper_cells: float = PAPER_CELLS
) -> NDArray[np.uint8]:
    """The difference from the paper, gray levels."""
    paper = cv2.medianBlur(gray, _odd(paper_cells * pitch_px))
    return np.asarray(cv2.absdiff(gray, paper), np.uint8)


def _evened(contrast: NDArray[np.uint8], pitch_px: float) -> NDArray[np.uint8]:
    """Dark ink on white: full where the contrast is the strongest of its surroundings."""
    side = _odd(STRENGTH_CELLS * pitch_px)
    dilated = cv2.dilate(contrast, np.ones((side, side), np.uint8))
    strongest = cv2.blur(np.asarray(dilated, np.float32), (side, side))
    ink = np.minimum(1.0, contrast / np.maximum(strongest, MIN_CONTRAST_GRAY))
    return np.asarray(np.rint(255 * (1 - ink)), np.uint8)


def _odd(side: float) -> int:
    return 2 * max(1, round(side / 2)) + 1
