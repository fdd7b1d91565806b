"""Find the tokens of a clue area: printed boxes, or glyphs that are joined by their spacing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import isfinite
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.binarization import Mask, ink_masks
from recognizer.clues.clue_boxes import MIN_BOXES, Bounds, ruled_boxes
from recognizer.clues.glyphs import digit_height, find_glyphs, split_stacks, without_faint
from recognizer.clues.rectification import CELL_PX, ClueArea
from recognizer.clues.tokens import DEFAULT_SPLIT, Token, TokenBox, Tokens, joined

Pixel = TypeVar("Pixel", bound=np.generic)

MIN_PITCH_DIFFERENCE = 0.15
"""If the boxes' pitch differs from a cell by more than this share, only the printed lines
count."""
MAX_STRAIGHT_DEVIATION_PX = 3.0
"""Maximum deviation of lines that are read as straight, px of a clue area."""
MAX_EXTRA_BOXES = 2
"""Maximum number of boxes tried beyond those of the lattice."""
MAX_BEYOND_LINES = 0.4
"""Maximum distance of the last box's far end from the end of the lines between the clues, cells."""
MIN_REACH_CELLS = 1.1
"""Distance at which two numbers always belong to one clue, cells."""
MIN_GAPS = 4
"""Minimum number of gaps with which the distance of the numbers is estimated."""
MIN_PIECE_OVERLAP = 0.4
"""Minimum vertical overlap of two pieces of one broken digit; numbers one below the other overlap
less."""
MIN_FAR_SHARE = 0.2
"""Minimum share of lines without a number near the board if the clues begin at the far end."""
MIN_COMMON_SHARE = 0.7
"""Minimum share of the lines with ink whose numbers then begin at one distance."""
FAR_SPREAD = 0.7
"""Maximum deviation from that distance, in digit heights: narrow digits have room beside them."""
MAX_TILE_INK_GRAY = 128
"""Maximum gray level of ink on a tile, which has full contrast."""
TILE_RIM_PX = 5
"""Twice the width of a tile's edge, and 1, px of a clue area."""
MIN_TILE_INK_CELLS = 0.2
"""Minimum height of a number on a tile, cells."""
MIN_WIDTH = 0.35
"""Minimum width of a digit beside tiles, in heights: narrower ink is the line between two boxes."""
MAX_TILE_GAP_CELLS = 1.0
"""Maximum space between the numbers of two tiles of a clue, cells."""
MIN_TILED_SHARE = 0.3
"""Minimum share of lines with a tile."""
NEAR_BOARD_CELLS = 3
"""Distance from the board within which clues are, but seldom titles in stronger ink, cells."""


def find_tokens(area: ClueArea) -> list[Tokens]:
    """All token sets of a clue area, the likelier ones first."""
    return [*find_printed_boxes(area), *find_glyph_tokens(area)]


def find_printed_boxes(area: ClueArea) -> list[Tokens]:
    """Token sets of printed boxes."""
    return [_boxes(area, *bounds) for bounds in _box_bounds(area, area.picture)]


def find_glyph_tokens(area: ClueArea) -> Iterator[Tokens]:
    """Yield token sets of glyphs; the first ones are often enough."""
    gray = area.picture
    token_sets: list[Tokens] = []
    near = _board_on_right(area, np.arange(gray.size).reshape(gray.shape))[
        :, -NEAR_BOARD_CELLS * CELL_PX :
    ].ravel()
    for ink in ink_masks(gray, near):
        glyphs = without_faint(find_glyphs(area, ink), gray)
        if any(glyphs):
            spaced = _tokens_of_glyphs(area, glyphs, ink)
            if spaced not in token_sets:
                token_sets.append(spaced)
                yield spaced


def find_tiles(area: ClueArea) -> Tokens | None:
    """The numbers on coloured tiles, which show where each begins; ``None`` for few tiles."""
    if area.groups is None:
        return None
    # At the edge of a tile there may be the line beside it.
    around, groups = np.ones((TILE_RIM_PX, TILE_RIM_PX), np.uint8), area.groups.astype(np.float32)
    is_inside = cv2.dilate(groups, around) == cv2.erode(groups, around)
    is_ink = (area.groups < 0) & is_inside & (area.picture < MAX_TILE_INK_GRAY)
    at = np.flatnonzero(is_ink)
    tiles, numbers = np.unique(area.groups.ravel()[at], return_inverse=True)
    if not len(tiles):
        return None
    y, x = np.divmod(at, area.groups.shape[1])
    low, high = (np.full((2, len(tiles)), area.groups.size), np.zeros((2, len(tiles)), int))
    for k, place in enumerate((y, x)):
        np.minimum.at(low[k], numbers, place)
        np.maximum.at(high[k], numbers, place + 1)
    lines: list[list[Token]] = [[] for _ in range(area.lines)]
    for tile, (top, left), (bottom, right) in zip(tiles.tolist(), low.T, high.T, strict=True):
        box = TokenBox(float(left), float(top), float(right), float(bottom), tile)
        line = int(box.center[1 if area.is_beside else 0] // CELL_PX)
        is_number = MIN_TILE_INK_CELLS * CELL_PX < box.height < CELL_PX
        if 0 <= line < area.lines and is_number:
            lines[line].append(Token(line, box, (box,)))
    if sum(map(bool, lines)) < MIN_TILED_SHARE * area.lines:
        return None
    height = float(np.median([token.box.height for tokens in lines for token in tokens]))
    axis = 0 if area.is_beside else 1
    beside = next(find_glyph_tokens(area), None)
    for tokens, others in zip(lines, beside.lines if beside else (), strict=False):
        # A tile that was not recognized has its digits.
        tokens += [other for other in others if _is_beside_tiles(other, tokens, height)]
        tokens.sort(key=lambda token: token.box.center[axis])
    near = [_near_board(area, tokens, CELL_PX, MAX_TILE_GAP_CELLS * CELL_PX) for tokens in lines]
    return Tokens(tuple(map(tuple, near)), is_boxed=False, digit_height=height)


def _is_beside_tiles(token: Token, tiles: list[Token], height: float) -> bool:
    """Whether a token has the height of the numbers on tiles, and is none of them."""
    box = token.box
    is_digit = 0.7 * height <= box.height <= 1.35 * height and box.width > MIN_WIDTH * height
    if box.group < 0 or not is_digit:
        return False
    return not any(
        min(box.right, tile.box.right) > max(box.left, tile.box.left)
        and min(box.bottom, tile.box.bottom) > max(box.top, tile.box.top)
        for tile in tiles
    )


def _board_on_right(area: ClueArea, mask: NDArray[Pixel]) -> NDArray[Pixel]:
    """Turn a clue area so that the board is on the right and each line is a horizontal strip."""
    if not area.is_beside:
        mask = mask.T
    return mask[:, ::-1] if area.side.value in ("right", "bottom") else mask


# Boxes


def _box_bounds(area: ClueArea, gray: NDArray[np.uint8]) -> list[tuple[Bounds, bool]]:
    """The bounds of boxes, each with whether their lines are visible.

    The bounds of the lattice are straight and do not follow a bent page. Followed lines go wrong
    where digits touch them. So both are returned where they differ. The lattice is a rectangle, so
    it may have the boxes of one side only.
    """
    turned = _board_on_right(area, gray)[: area.lines * CELL_PX, ::-1]
    printed = ruled_boxes(turned.reshape(area.lines, CELL_PX, -1))
    squares = np.repeat(np.arange(area.boxes + 1.0)[:, None] * CELL_PX, area.lines, axis=1)
    if printed is None and not area.boxes and area.boxes_elsewhere:
        squares = np.repeat(
            np.arange(area.drawn_boxes + 1.0)[:, None] * CELL_PX, area.lines, axis=1
        )
        return [(squares, True)] if len(squares) > MIN_BOXES else []
    if printed is None:
        return [(squares, False)] if area.boxes else []
    pitch = float(np.median(np.diff(printed, axis=0)))
    if not area.boxes or abs(pitch / CELL_PX - 1) > MIN_PITCH_DIFFERENCE:
        return [(printed, True)]
    both = min(len(printed), len(squares))
    if (
        len(printed) >= len(squares)
        and np.ptp(printed[:both] - squares[:both]) < MAX_STRAIGHT_DEVIATION_PX
    ):
        return [(printed, True)]
    # The lattice may end before the boxes do. A set with fewer boxes would seem surer of its lines.
    beyond = np.median(printed[len(squares) :], axis=1, keepdims=True)
    squares = np.vstack([squares, np.repeat(beyond, area.lines, axis=1)])
    return [(squares, True), (printed, True)]


def _boxes(area: ClueArea, bounds: Bounds, is_ruled: bool) -> Tokens:
    height, width = area.picture.shape[:2]
    end = area.depth
    if area.drawn_boxes >= max(MIN_BOXES, area.boxes):
        # Where the lines between the clues end there may be another puzzle beyond the gap.
        end = min(end, area.drawn_boxes + MAX_BEYOND_LINES)
        within = max(MIN_BOXES, int((np.median(bounds, axis=1) <= end * CELL_PX).sum()) - 1)
        bounds = bounds[: within + 1]
    visible, pitch = len(bounds) - 1, float(np.median(np.diff(bounds, axis=0)))
    # The outermost lines may be missed, in the frame's shadow or at the picture's edge.
    while (
        len(bounds) <= visible + MAX_EXTRA_BOXES and bounds[-1].max() + 0.7 * pitch <= end * CELL_PX
    ):
        bounds = np.vstack([bounds, bounds[-1] + pitch])
    lines = []
    for line in range(area.lines):
        low, high = float(line * CELL_PX), float((line + 1) * CELL_PX)
        tokens = []
        for near, far in pairwise(bounds[:, line].tolist()):
            box = {
                "left": TokenBox(width - far, low, width - near, high),
                "right": TokenBox(near, low, far, high),
                "top": TokenBox(low, height - far, high, height - near),
                "bottom": TokenBox(low, near, high, far),
            }[area.side.value]
            tokens.append(Token(line, box))
        # Clues are read from left to right and from top to bottom.
        forward = area.side.value in ("right", "bottom")
        lines.append(tuple(tokens if forward else tokens[::-1]))
    found = tuple(lines)
    return Tokens(found, is_boxed=True, digit_height=0.0, boxes=visible, is_ruled=is_ruled)


# Glyphs


def _tokens_of_glyphs(area: ClueArea, glyphs: list[list[TokenBox]], ink: Mask) -> Tokens:
    height = digit_height(area, glyphs)
    if not area.is_beside and height:
        glyphs = [split_stacks(boxes, height, ink) for boxes in glyphs]
    kept = [
        [b for b in line if 0.7 * height <= b.height <= 1.35 * height and b.width < 2.6 * height]
        for line in glyphs
    ]
    if area.is_beside:
        splits = _suggested_splits(kept, height)
        lines = [_row_tokens(i, boxes, height, splits[0]) for i, boxes in enumerate(kept)]
    else:
        splits = (DEFAULT_SPLIT,)
        lines = [_column_tokens(i, boxes, height) for i, boxes in enumerate(kept)]
    max_distance = _max_distance(area, lines, height)
    near = [_near_board(area, tokens, height, max_distance) for tokens in lines]
    if (
        sum(bool(a) and not b for a, b in zip(lines, near, strict=True))
        > MIN_FAR_SHARE * area.lines
    ):
        far = _at_far_end(area, lines, height, max_distance)
        near = [a or b for a, b in zip(far, near, strict=True)] if far else near
    return Tokens(tuple(map(tuple, near)), is_boxed=False, digit_height=height, splits=splits)


def _suggested_splits(lines: list[list[TokenBox]], height: float) -> tuple[float, ...]:
    """Thresholds that may separate the narrow gaps of this picture from the wide ones."""
    gaps: list[float] = []
    widest = []
    for boxes in lines:
        ordered = sorted(boxes, key=lambda b: b.left)
        here = [gap for a, b in pairwise(ordered) if isfinite(gap := a.gap(b, height))]
        gaps += here
        if len(here) > 1:
            widest.append(max(here))
    # Three digits are two numbers at least, so the widest gap of such a line is between numbers.
    between = float(np.median(widest)) if widest else 2 * DEFAULT_SPLIT
    small = np.sort([g for g in gaps if g < between])
    best, split = 0.0, min(DEFAULT_SPLIT, 0.7 * between)
    for a, b in pairwise(small):
        # The widest valley of the distribution, in the plausible range.
        if b - a > best and max(0.12, 0.3 * between) < (a + b) / 2 < min(0.75, 0.95 * between):
            best, split_there = b - a, (a + b) / 2
            if best > 0.1:
                split = float(split_there)
    return (split,) if widest else (split, DEFAULT_SPLIT)


def _row_tokens(line: int, boxes: list[TokenBox], height: float, split: float) -> list[Token]:
    glyphs = sorted(boxes, key=lambda b: b.left)
    flags = [a.gap(b, height) < split for a, b in pairwise(glyphs)]
    return list(joined(glyphs, line, flags))


def _column_tokens(line: int, boxes: list[TokenBox], height: float) -> list[Token]:
    """The tokens of a column, where digits side by side are one number."""
    tokens: list[Token] = []
    for box in sorted(boxes, key=lambda b: (b.center[1], b.left)):
        for i, other in enumerate(tokens):
            shared = min(other.box.bottom, box.bottom) - max(other.box.top, box.top)
            is_piece = shared > MIN_PIECE_OVERLAP * min(other.box.height, box.height)
            if is_piece or abs(other.box.center[1] - box.center[1]) < 0.4 * height:
                ordered = tuple(sorted((*other.glyphs, box), key=lambda b: b.left))
                tokens[i] = replace(other, box=other.box.joined(box), glyphs=ordered)
                break
        else:
            tokens.append(Token(line, box, (box,)))
    return sorted(tokens, key=lambda t: t.box.top)


def _max_distance(area: ClueArea, lines: list[list[Token]], height: float) -> float:
    """The maximum distance between two numbers of a clue, px."""
    gaps = []
    for tokens in lines:
        for a, b in pairwise(tokens):
            one, other = a.box, b.box
            gaps.append(other.left - one.right if area.is_beside else other.top - one.bottom)
    if len(gaps) < MIN_GAPS:
        return max(1.7 * height, MIN_REACH_CELLS * CELL_PX)
    # Digits have one height, but some are narrow, with wide gaps beside them.
    typical = float(np.percentile(gaps, 75 if area.is_beside else 50))
    return 0.7 * height + 1.6 * min(max(0.0, typical), CELL_PX)


def _near_board(
    area: ClueArea, tokens: list[Token], height: float, max_distance: float
) -> list[Token]:
    """Keep the tokens from the board outwards up to the first large gap."""
    forward = area.side.value in ("right", "bottom")
    chains = _chains(area, tokens if forward else tokens[::-1], max_distance)
    if not chains or _span(area, chains[0])[0] > max(2.2 * height, MIN_REACH_CELLS * CELL_PX):
        return []
    return chains[0] if forward else chains[0][::-1]


def _at_far_end(
    area: ClueArea, lines: list[list[Token]], height: float, max_distance: float
) -> list[list[Token]] | None:
    """The tokens of clues that begin at a common distance from the board.

    Some programs align rows to the left of their area, and columns to its top. Only the longest
    ones reach the board.

    Returns:
        The tokens of each line; ``None`` if too few lines have tokens that end at one distance.
    """
    forward = area.side.value in ("right", "bottom")
    chains = [_chains(area, li if forward else li[::-1], max_distance) for li in lines]
    ends = [[_span(area, chain)[1] for chain in of_line] for of_line in chains]
    reach = FAR_SPREAD * height

    def agreeing(distance: float) -> int:
        return sum(any(abs(end - distance) <= reach for end in of_line) for of_line in ends)

    far = max((end for of_line in ends for end in of_line), key=agreeing, default=0.0)
    if agreeing(far) < MIN_COMMON_SHARE * sum(map(bool, ends)):
        return None
    found = []
    for of_line in chains:
        near = [chain for chain in of_line if abs(_span(area, chain)[1] - far) <= reach]
        tokens = near[0] if near else []
        found.append(tokens if forward else tokens[::-1])
    return found


def _chains(area: ClueArea, outwards: list[Token], max_distance: float) -> list[list[Token]]:
    """Tokens from the board outwards, parted at large gaps."""
    chains: list[list[Token]] = []
    for token in outwards:
        if chains and _span(area, [token])[0] - _span(area, chains[-1][-1:])[1] <= max_distance:
            chains[-1].append(token)
        else:
            chains.append([token])
    return chains


def _span(area: ClueArea, outwards: list[Token]) -> tuple[float, float]:
    """The distances from the board at which tokens begin and end, px."""
    first, last = outwards[0].box, outwards[-1].box
    high, wide = area.picture.shape[:2]
    match area.side.value:
        case "right":
            return first.left, last.right
        case "left":
            return wide - first.right, wide - last.left
        case "bottom":
            return first.top, last.bottom
    return high - first.bottom, high - last.top
