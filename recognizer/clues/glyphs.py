"""Find the glyphs in a clue area: connected ink that may be digits, and their common height."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.binarization import (
    LONG_PX,
    MIN_DIGIT_HEIGHT_PX,
    Mask,
    component_extents,
    long_lines,
    strokes_as_long,
)
from recognizer.clues.rectification import CELL_PX, ClueArea
from recognizer.clues.tokens import TokenBox

MIN_CONTRAST_SHARE = 0.45
"""Glyphs with less contrast than this share of the median are not digits."""
MAX_FAINT_SHARE = 0.1
"""If more than this share of glyphs is so faint, all are kept: some programs grey out finished
clues."""
MAX_STACK_CELLS = 6.5
"""Maximum height of a stack of touching digits, cells."""
MAX_STACK_PITCH = 1.5
"""Maximum height of one digit and the space below it in a stack, in digit heights; a speck may join
digits that do not touch."""
MIN_STACK_PITCH = 0.75
"""Minimum height of one digit in a stack, in digit heights."""
MAX_DIGIT_FACTOR = 1.15
"""Maximum height of a digit, in digit heights; a box higher than the square of this is a stack."""
MAX_LINE_PIECE_CELLS = 0.14
"""Maximum width of a piece of the line between two columns, cells."""
MAX_LINE_OFFSET_CELLS = 0.1
"""Maximum distance of such a piece from the line's expected place, cells."""
MIN_ROW_LINE_CELLS = 0.7
"""Minimum length of a piece of the line between two rows, cells; strokes of digits are shorter."""
MIN_COLUMN_LINE_CELLS = 1.1
"""Minimum length of a piece of the line between two columns, cells; digits are less high."""
MAX_BORDER_OFFSET_CELLS = 0.15
"""Maximum distance of such a piece from where two strips meet, cells."""
MIN_LINED_SHARE = 0.3
"""Minimum share of rows with a line below or above them in a clue area with such lines."""
MIN_LINED_ROWS = 8
"""Minimum number of rows with which lines between boxes are told from digits."""
FRAME_PX = 5
"""Width of the board's frame in a clue area, px."""
NUMBERS_CELLS = 2
"""Distance from the board within which most rows have numbers, cells."""
MAX_RULE_SHIFT_PX = 2
"""Maximum distance of a line between boxes from straight within a row, px."""
RULE_RIM_PX = 5
"""Width of a row's rim that the lines between rows may cover, px."""
MIN_RULE_FILL = 0.9
"""Minimum share of a row's height that a line between boxes covers."""
BARE_PX = 12
"""Distance from such a line within which there is only paper, px."""
MAX_RULE_WIDTH_PX = 9
"""Maximum width of such a line, px."""
RULE_STRIPS = 31
"""Number of rows around one in which such a line is looked for."""
MAX_DRIFT_PX = 4
"""Maximum movement of such a line within these rows, px."""
MIN_RULE_SHARE = 0.5
"""Minimum share of these rows in which it is seen."""
OLD_STYLE_RANGE = (1.25, 1.6)
"""Old-style figures have two heights: 3 to 9 exceed 0, 1 and 2 by these factors."""
MIN_OLD_STYLE_SHARE = 0.15
"""Minimum share of higher digits with which these define the digit height."""


def find_glyphs(area: ClueArea, ink: Mask) -> list[list[TokenBox]]:
    """For each line, the boxes of possible digits; glyphs are cut at the border of a strip."""
    clean = _without_lines(area, ink).astype(np.uint8)
    found: list[list[TokenBox]] = [[] for _ in range(area.lines)]
    # All strips at once, separated by empty rows.
    strips = _padded_strips(clean if area.is_beside else clean.T)
    is_beside = area.is_beside
    components = component_extents(strips if is_beside else np.ascontiguousarray(strips.T))
    for left, top, width, height, pixels in components.tolist():
        if pixels < 6 or width > 1.3 * CELL_PX or height > MAX_STACK_CELLS * CELL_PX:
            continue
        line = (top if is_beside else left) // (CELL_PX + 1)
        x, y = (left, top - line) if is_beside else (left - line, top)
        if not is_beside and width < MAX_LINE_PIECE_CELLS * CELL_PX and _is_border(x + width / 2):
            continue
        found[line].append(TokenBox(x, y, x + width, y + height))
    merged = [_merged(boxes) for boxes in found]
    groups = area.groups
    if groups is None:
        return merged
    return [[replace(box, group=_group(groups, box)) for box in boxes] for boxes in merged]


def _group(groups: NDArray[np.int32], box: TokenBox) -> int:
    """The most frequent group of ink in a box; 0 if there is none."""
    part = groups[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
    known, counts = np.unique(part[part != 0], return_counts=True)
    return int(known[counts.argmax()]) if len(known) else 0


def without_faint(glyphs: list[list[TokenBox]], gray: NDArray[np.uint8]) -> list[list[TokenBox]]:
    """Remove glyphs of much fainter ink than the others."""
    contrasts = []
    for line in glyphs:
        parts = [gray[int(b.top) : int(b.bottom), int(b.left) : int(b.right)] for b in line]
        contrasts.append([_contrast(part) for part in parts])
    contrasts_of_digits = [
        c for cs, bs in zip(contrasts, glyphs, strict=True) for c, b in zip(cs, bs, strict=True)
        if b.height >= MIN_DIGIT_HEIGHT_PX
    ]  # fmt: skip
    if not contrasts_of_digits:
        return glyphs
    min_contrast = MIN_CONTRAST_SHARE * float(np.median(contrasts_of_digits))
    if np.mean(np.array(contrasts_of_digits) < min_contrast) > MAX_FAINT_SHARE:
        return glyphs
    return [
        [b for c, b in zip(cs, bs, strict=True) if c >= min_contrast or max(cs) < min_contrast]
        for cs, bs in zip(contrasts, glyphs, strict=True)
    ]


def split_stacks(boxes: list[TokenBox], height: float, ink: Mask) -> list[TokenBox]:
    """Cut stacks of touching digits where there is least ink."""
    parts: list[TokenBox] = []
    for box in boxes:
        rows = ink[int(box.top) : int(box.bottom), int(box.left) : int(box.right)].sum(axis=1)
        low, high = box.height / (MAX_STACK_PITCH * height), box.height / (MIN_STACK_PITCH * height)
        is_stack = box.height > MAX_DIGIT_FACTOR * MAX_DIGIT_FACTOR * height
        counts = range(max(2, int(np.ceil(low))), int(high) + 1) if is_stack else range(0)
        best: tuple[float, list[int]] | None = None
        for count in counts:
            reach = max(1, round(0.15 * box.height / count))
            cuts, cost = [], abs(float(np.log(box.height / count / height)))
            for k in range(1, count):
                middle = round(k * box.height / count)
                near = rows[middle - reach : middle + reach + 1]
                cuts.append(middle - reach + int(near.argmin()))
                cost += float(near.min()) / max(float(np.median(rows)), 1.0) / (count - 1)
            if best is None or cost < best[0]:
                best = cost, cuts
        if best is None:
            parts.append(box)
            continue
        ends = [0, *best[1], round(box.height)]
        parts += [replace(box, top=box.top + a, bottom=box.top + b) for a, b in pairwise(ends)]
    return parts


def digit_height(area: ClueArea, glyphs: list[list[TokenBox]]) -> float:
    """The mode of the heights of the glyphs next to the board, px."""
    sign = 1 if area.side.value in ("right", "bottom") else -1
    nearest = []
    for line in glyphs:
        large = [b for b in line if b.height >= MIN_DIGIT_HEIGHT_PX]
        large.sort(key=lambda b: sign * b.center[0 if area.is_beside else 1])
        nearest += large[:2]
    heights = np.array([b.height for b in nearest])
    if not len(heights):
        return 0.0
    # Other print and specks may be many, but they have all sizes.
    counts = [np.sum(np.abs(heights - h) <= 0.12 * h) for h in heights]
    typical = float(np.median(heights[np.abs(heights - heights[int(np.argmax(counts))]) <= 3]))
    tall = heights[
        (heights > OLD_STYLE_RANGE[0] * typical) & (heights < OLD_STYLE_RANGE[1] * typical)
    ]
    return (
        float(np.median(tall)) - 0.5 if len(tall) > MIN_OLD_STYLE_SHARE * len(heights) else typical
    )


def _padded_strips(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Add a row of zeros after each strip."""
    strips = mask.reshape(-1, CELL_PX, mask.shape[1])
    return np.pad(strips, ((0, 0), (0, 1), (0, 0))).reshape(-1, mask.shape[1])


def _is_border(x: float) -> bool:
    """Whether a position is where two columns meet; thin glyphs there are pieces of a line."""
    return abs(x / CELL_PX - round(x / CELL_PX)) < MAX_LINE_OFFSET_CELLS


def _without_lines(area: ClueArea, ink: Mask) -> Mask:
    """The ink without lines, which are longer than a digit can be."""
    clean = ink & ~(long_lines(ink) & ~_chains(area, ink)) & ~_between_strips(area, ink)
    # Ink that touches the board's border belongs to the border.
    rim = 2
    side = area.side.value
    if side == "left":
        clean[:, -rim:] = False
    elif side == "right":
        clean[:, :rim] = False
    elif side == "top":
        clean[-rim:] = False
    else:
        clean[:rim] = False
    return np.asarray(clean, bool)


def _chains(area: ClueArea, ink: Mask) -> Mask:
    """Strokes across several rows that are no lines, but digits that touch the lines between rows.

    Boxes have lines in every row, and mostly in a column of boxes that are empty in most rows.
    """
    nothing = np.zeros(ink.shape, bool)
    if not area.is_beside or area.lines < MIN_LINED_ROWS:
        return nothing
    turned = ink if area.side.value == "left" else ink[:, ::-1]
    contrast = turned.astype(np.uint8)
    across = _with_rim(strokes_as_long(contrast, np.ones((1, LONG_PX), np.uint8)) > 0)
    strips = across[: area.lines * CELL_PX].reshape(area.lines, CELL_PX, -1)
    is_lined = strips.any(axis=1).mean(axis=0) > MIN_LINED_SHARE
    # Beyond a gap there is another puzzle.
    start = int(np.flatnonzero(~is_lined[: -CELL_PX // 2]).max(initial=-1)) + 1
    if _has_box_lines(turned[:, start:], area.lines):
        return nothing
    down = _with_rim(strokes_as_long(contrast, np.ones((LONG_PX, 1), np.uint8)) > 0)
    down[:, :start] = False
    # A border that is not straight leaves the frame, but goes on from there.
    labels = np.asarray(cv2.connectedComponents(down.astype(np.uint8))[1])
    down &= ~np.isin(labels, np.unique(labels[:, -FRAME_PX:]))
    chains = down & ~across
    return np.asarray(chains if area.side.value == "left" else chains[:, ::-1], bool)


def _has_box_lines(ink: Mask, lines: int) -> bool:
    """Whether a line between boxes crosses most rows at some place, with paper on both sides.

    The board is on the right.
    """
    strips = ink[: lines * CELL_PX, : -NUMBERS_CELLS * CELL_PX].reshape(lines, CELL_PX, -1)
    strips = strips[:, RULE_RIM_PX:-RULE_RIM_PX]
    if not strips.shape[2]:
        return True  # nothing is seen
    near = np.ones((1, 2 * MAX_RULE_SHIFT_PX + 1), np.uint8)
    inked = np.asarray(strips.any(axis=1), np.float32)
    filled = np.array(
        [cv2.dilate(strip.astype(np.uint8), near).mean(axis=0) > MIN_RULE_FILL for strip in strips]
    )
    width = 2 * BARE_PX + 1
    is_bare = cv2.blur(inked, (width, 1)) * width <= MAX_RULE_WIDTH_PX
    drift = np.ones((1, 2 * MAX_DRIFT_PX + 1))
    seen = np.asarray(cv2.dilate((filled & is_bare).astype(np.float32), drift))
    share = cv2.blur(seen, (1, min(RULE_STRIPS, lines)), borderType=cv2.BORDER_REPLICATE)
    return bool(share.max() > MIN_RULE_SHARE)


def _with_rim(mask: Mask) -> Mask:
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)


def _between_strips(area: ClueArea, ink: Mask) -> Mask:
    """Pieces of bent lines between two rows or columns, which are not long and straight."""
    turned = ink if area.is_beside else ink.T
    long = round((MIN_ROW_LINE_CELLS if area.is_beside else MIN_COLUMN_LINE_CELLS) * CELL_PX)
    lines = strokes_as_long(turned.astype(np.uint8), np.ones((1, long), np.uint8))
    middles = (np.arange(len(turned)) + 0.5) / CELL_PX
    lines[np.abs(middles - np.rint(middles)) > MAX_BORDER_OFFSET_CELLS] = 0
    wider = np.asarray(cv2.dilate(lines, np.ones((3, 3), np.uint8)), bool)
    return wider if area.is_beside else wider.T


def _merged(boxes: list[TokenBox]) -> list[TokenBox]:
    """Merge the pieces of broken digits that are one above the other."""
    pieces = sorted(boxes, key=lambda box: box.left)
    merged: list[TokenBox] = []
    reaching: list[int] = []  # indices of merged boxes that reach the next piece
    for box in pieces:
        reaching = [i for i in reaching if merged[i].right > box.left]
        for i in reaching:
            other = merged[i]
            shared = min(box.right, other.right) - max(box.left, other.left)
            apart = max(box.top, other.top) - min(box.bottom, other.bottom)
            both = box.joined(other)
            if (
                shared > 0.6 * min(box.width, other.width)
                and apart < 0.12 * CELL_PX
                and both.height < 1.9 * max(box.height, other.height)
                and (apart < 0 or min(box.height, other.height) < 0.5 * both.height)
            ):
                merged[i] = both
                break
        else:
            reaching.append(len(merged))
            merged.append(box)
    return merged


def _contrast(part: NDArray[np.uint8]) -> float:
    """The contrast of ink and paper: 95th minus 5th percentile, gray levels."""
    ordered = np.sort(part, axis=None)
    ends = []
    for share in (0.05, 0.95):
        index, rest = divmod(share * (ordered.size - 1), 1)
        low, high = (int(ordered[int(index) + k]) if ordered.size > 1 else 0 for k in (0, 1))
        ends.append(low + rest * (high - low))
    return ends[1] - ends[0]
