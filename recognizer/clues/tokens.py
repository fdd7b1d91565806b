"""Where the numbers stand in a band: boxes, or tokens put together of glyphs by their spacing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.binarization import LEAST_HEIGHT, Mask, inks, long_lines, measured
from recognizer.clues.clue_boxes import Bounds, ruled_boxes
from recognizer.clues.rectification import CELL_PX, Band

Pixel = TypeVar("Pixel", bound=np.generic)

OTHER_PITCH = 0.15
"""How much boxes have to differ from cells, to be taken as the ink has them."""
STRAIGHT = 3.0
"""px of a band: lines that differ less from straight ones are read as well either way."""
FAR = 1.1
"""Numbers may stand a cell apart, however small they are."""
ENOUGH = 4
"""Gaps between numbers that tell how far these are from each other."""
FAINT = 0.45
"""Ink that is that much weaker than the digits' belongs to something else, unless ..."""
GREYED = 0.1
"""... so many glyphs are: some programs grey out the clues that are done."""
DEEP = 6.5
"""Cells: how high a stack of digits that touch each other may be."""
THIN, NEAR_BORDER = 0.14, 0.1
"""Cells: pieces of a line between columns are that thin, and that near to where it should be."""
OVERLAP = 0.4
"""Numbers one below the other share less of their height; what shares more is a piece of a digit
that fell apart."""
SPREAD = 1.5
"""The same with the space to the next one, where a speck joins digits that do not touch."""
LONG_ACROSS, LONG_DOWN, AT_BORDER = 0.7, 1.1, 0.15
"""Cells: strokes of digits are shorter than the first, and digits less high than the second; what
is longer, and that near to where two strips meet, is a piece of the line between them."""
TALL, LOW = 1.15, 0.75
"""How high digits that stand on each other may be, compared with others."""
OLD_STYLE, MANY = (1.25, 1.6), 0.15
"""Old-style figures are of two heights: 3, 4, 5, 6, 7, 8 and 9 are higher than 0, 1 and 2 by these
factors. If that share of the digits is, the higher ones are those to measure by."""
NEAR = 3
"""Cells: clues stand that near to the board, and titles, in stronger ink, seldom do."""
MORE_BOXES = 2
"""Boxes that are looked at beyond those that the lattice has."""
SPLIT = 0.36
"""Glyphs farther apart than this, in heights of a digit, belong to two numbers, unless the
picture's own spacing says otherwise."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of band pixels: ``left <= x < right``, ``top <= y < bottom``."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """px."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """px."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """(x, y)."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True, slots=True)
class Token:
    """A place where one number may stand."""

    line: int
    """Row or column of the board."""
    box: Box
    glyphs: tuple[Box, ...] = ()
    """What it is made of; empty for a printed box."""

    def __hash__(self) -> int:
        return hash((self.line, self.box.left, self.box.top))


@dataclass(frozen=True, slots=True)
class Tokens:
    """All places of a band, line by line in the order of the clue."""

    lines: tuple[tuple[Token, ...], ...]
    is_boxed: bool
    digit_height: float
    """px; 0 if there are no glyphs."""
    boxes: int = 0
    """How many boxes of a line are seen; the outer ones beyond are a guess."""
    is_ruled: bool = False
    """Whether the lines between the boxes are seen, too."""
    splits: tuple[float, ...] = (SPLIT,)
    """The gaps, in heights of a digit, from which on glyphs may be two numbers; the first was
    used for the tokens."""


def find_tokens(band: Band) -> list[Tokens]:
    """The ways to find numbers in a band, the likelier one first."""
    return [*boxed_ways(band), *spaced_ways(band)]


def boxed_ways(band: Band) -> list[Tokens]:
    """The ways to find printed boxes."""
    return [_boxes(band, *bounds) for bounds in _box_bounds(band, band.picture)]


def spaced_ways(band: Band) -> Iterator[Tokens]:
    """The ways to find glyphs, one by one, since those that come first are often enough."""
    gray = band.picture
    ways: list[Tokens] = []
    near = _outward(band, np.arange(gray.size).reshape(gray.shape))[:, -NEAR * CELL_PX :].ravel()
    for ink in inks(gray, near):
        glyphs = _strong(_glyphs(band, ink), gray)
        if any(glyphs):
            spaced = _spaced(band, glyphs, ink)
            if spaced not in ways:
                ways.append(spaced)
                yield spaced


def _outward(band: Band, mask: NDArray[Pixel]) -> NDArray[Pixel]:
    """Turned so that the board is on the right, and each of its lines is a strip from the left."""
    if not band.is_beside:
        mask = mask.T
    return mask[:, ::-1] if band.side.value in ("right", "bottom") else mask


# Boxes


def _box_bounds(band: Band, gray: NDArray[np.uint8]) -> list[tuple[Bounds, bool]]:
    """Where boxes begin and end, as their lines and as the lattice have it, and whether lines do.

    What the lattice has goes straight on, and does not follow a page that bends; lines that are
    followed go astray where digits touch them. So where these differ both count.
    """
    turned = _outward(band, gray)[: band.lines * CELL_PX, ::-1]
    printed = ruled_boxes(turned.reshape(band.lines, CELL_PX, -1))
    squares = np.repeat(np.arange(band.boxes + 1.0)[:, None] * CELL_PX, band.lines, axis=1)
    if printed is None:
        return [(squares, False)] if band.boxes else []
    pitch = float(np.median(np.diff(printed, axis=0)))
    if not band.boxes or abs(pitch / CELL_PX - 1) > OTHER_PITCH:
        return [(printed, True)]
    both = min(len(printed), len(squares))
    if len(printed) >= len(squares) and np.ptp(printed[:both] - squares[:both]) < STRAIGHT:
        return [(printed, True)]
    return [(squares, True), (printed, True)]


def _boxes(band: Band, bounds: Bounds, is_ruled: bool) -> Tokens:
    height, width = band.picture.shape[:2]
    seen, pitch = len(bounds) - 1, float(np.median(np.diff(bounds, axis=0)))
    # The outermost lines may have been missed, in the shadow of the frame or at the picture's end.
    while len(bounds) <= seen + MORE_BOXES and bounds[-1].max() + 0.7 * pitch <= (
        band.depth * CELL_PX
    ):
        bounds = np.vstack([bounds, bounds[-1] + pitch])
    lines = []
    for line in range(band.lines):
        low, high = float(line * CELL_PX), float((line + 1) * CELL_PX)
        tokens = []
        for near, far in pairwise(bounds[:, line].tolist()):
            box = {
                "left": Box(width - far, low, width - near, high),
                "right": Box(near, low, far, high),
                "top": Box(low, height - far, high, height - near),
                "bottom": Box(low, near, high, far),
            }[band.side.value]
            tokens.append(Token(line, box))
        # Clues are read from left to right and from top to bottom.
        forward = band.side.value in ("right", "bottom")
        lines.append(tuple(tokens if forward else tokens[::-1]))
    found = tuple(lines)
    return Tokens(found, is_boxed=True, digit_height=0.0, boxes=seen, is_ruled=is_ruled)


# Glyphs


def _glyphs(band: Band, ink: Mask) -> list[list[Box]]:
    """For each line, the boxes of what may be digits; what touches another line's is cut off."""
    clean = _without_lines(band, ink).astype(np.uint8)
    found: list[list[Box]] = [[] for _ in range(band.lines)]
    # All strips at once, with a free line between them.
    strips = _parted_strips(clean if band.is_beside else clean.T)
    is_beside = band.is_beside
    components = measured(strips if is_beside else np.ascontiguousarray(strips.T))
    for left, top, width, height, area in components.tolist():
        if area < 6 or width > 1.3 * CELL_PX or height > DEEP * CELL_PX:
            continue
        line = (top if is_beside else left) // (CELL_PX + 1)
        x, y = (left, top - line) if is_beside else (left - line, top)
        if not is_beside and width < THIN * CELL_PX and _is_border(x + width / 2):
            continue
        found[line].append(Box(x, y, x + width, y + height))
    return [_merged(boxes) for boxes in found]


def _parted_strips(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """With a row of zeros after each strip."""
    strips = mask.reshape(-1, CELL_PX, mask.shape[1])
    return np.pad(strips, ((0, 0), (0, 1), (0, 0))).reshape(-1, mask.shape[1])


def _is_border(x: float) -> bool:
    """Whether a place is where two columns meet: what is thin there is a piece of a line."""
    return abs(x / CELL_PX - round(x / CELL_PX)) < NEAR_BORDER


def _without_lines(band: Band, ink: Mask) -> Mask:
    """The ink without what goes on for longer than a digit can be."""
    clean = ink & ~long_lines(ink) & ~_between_strips(band, ink)
    # What touches the board's own border belongs to it.
    rim = 2
    side = band.side.value
    if side == "left":
        clean[:, -rim:] = False
    elif side == "right":
        clean[:, :rim] = False
    elif side == "top":
        clean[-rim:] = False
    else:
        clean[:rim] = False
    return np.asarray(clean, bool)


def _between_strips(band: Band, ink: Mask) -> Mask:
    """Pieces of lines where two rows or two columns meet: bent ones are not long and straight."""
    turned = ink if band.is_beside else ink.T
    long = round((LONG_ACROSS if band.is_beside else LONG_DOWN) * CELL_PX)
    lines = cv2.morphologyEx(turned.astype(np.uint8), cv2.MORPH_OPEN, np.ones((1, long), np.uint8))
    middles = (np.arange(len(turned)) + 0.5) / CELL_PX
    lines[np.abs(middles - np.rint(middles)) > AT_BORDER] = 0
    lines = cv2.dilate(lines, np.ones((3, 3), np.uint8))
    return np.asarray(lines if band.is_beside else lines.T, bool)


def _merged(boxes: list[Box]) -> list[Box]:
    """With the pieces of broken digits put together: those one above the other."""
    pieces = sorted(boxes, key=lambda box: box.left)
    merged: list[Box] = []
    reaching: list[int] = []  # of the merged ones, those that go on as far as the next piece
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


def _strong(glyphs: list[list[Box]], gray: NDArray[np.uint8]) -> list[list[Box]]:
    """Without those of much fainter ink among others."""
    contrasts = []
    for line in glyphs:
        parts = [gray[int(b.top) : int(b.bottom), int(b.left) : int(b.right)] for b in line]
        contrasts.append([_contrast(part) for part in parts])
    every = [
        c for cs, bs in zip(contrasts, glyphs, strict=True) for c, b in zip(cs, bs, strict=True)
        if b.height >= LEAST_HEIGHT
    ]  # fmt: skip
    if not every:
        return glyphs
    least = FAINT * float(np.median(every))
    if np.mean(np.array(every) < least) > GREYED:
        return glyphs
    return [
        [b for c, b in zip(cs, bs, strict=True) if c >= least or max(cs) < least]
        for cs, bs in zip(contrasts, glyphs, strict=True)
    ]


def _contrast(part: NDArray[np.uint8]) -> float:
    """Between ink and paper: from the 5th percentile to the 95th, gray levels."""
    ordered = np.sort(part, axis=None)
    ends = []
    for share in (0.05, 0.95):
        index, rest = divmod(share * (ordered.size - 1), 1)
        low, high = (int(ordered[int(index) + k]) if ordered.size > 1 else 0 for k in (0, 1))
        ends.append(low + rest * (high - low))
    return ends[1] - ends[0]


def _parted(boxes: list[Box], height: float, ink: Mask) -> list[Box]:
    """With stacks of digits that touch each other cut where there is least ink."""
    parts: list[Box] = []
    for box in boxes:
        rows = ink[int(box.top) : int(box.bottom), int(box.left) : int(box.right)].sum(axis=1)
        low, high = box.height / (SPREAD * height), box.height / (LOW * height)
        is_stack = box.height > TALL * TALL * height
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


def _digit_height(band: Band, glyphs: list[list[Box]]) -> float:
    """What most glyphs next to the board are high."""
    sign = 1 if band.side.value in ("right", "bottom") else -1
    nearest = []
    for line in glyphs:
        large = [b for b in line if b.height >= LEAST_HEIGHT]
        large.sort(key=lambda b: sign * b.center[0 if band.is_beside else 1])
        nearest += large[:2]
    heights = np.array([b.height for b in nearest])
    if not len(heights):
        return 0.0
    # The mode: page furniture and specks may be many, but are of all sizes.
    counts = [np.sum(np.abs(heights - h) <= 0.12 * h) for h in heights]
    usual = float(np.median(heights[np.abs(heights - heights[int(np.argmax(counts))]) <= 3]))
    tall = heights[(heights > OLD_STYLE[0] * usual) & (heights < OLD_STYLE[1] * usual)]
    return float(np.median(tall)) - 0.5 if len(tall) > MANY * len(heights) else usual


def _spaced(band: Band, glyphs: list[list[Box]], ink: Mask) -> Tokens:
    height = _digit_height(band, glyphs)
    if not band.is_beside and height:
        glyphs = [_parted(boxes, height, ink) for boxes in glyphs]
    kept = [
        [b for b in line if 0.7 * height <= b.height <= 1.35 * height and b.width < 2.6 * height]
        for line in glyphs
    ]
    if band.is_beside:
        splits = _splits(kept, height)
        lines = [_row_tokens(i, boxes, height, splits[0]) for i, boxes in enumerate(kept)]
    else:
        splits = (SPLIT,)
        lines = [_column_tokens(i, boxes, height) for i, boxes in enumerate(kept)]
    far = _farthest(band, lines, height)
    near = [_near_board(band, tokens, height, far) for tokens in lines]
    return Tokens(tuple(map(tuple, near)), is_boxed=False, digit_height=height, splits=splits)


def _splits(lines: list[list[Box]], height: float) -> tuple[float, ...]:
    """The gaps that may part the gaps of this picture into narrow and wide ones."""
    gaps: list[float] = []
    widest = []
    for boxes in lines:
        ordered = sorted(boxes, key=lambda b: b.left)
        here = [(b.left - a.right) / height for a, b in pairwise(ordered)]
        gaps += here
        if len(here) > 1:
            widest.append(max(here))
    # Three digits are two numbers at least, so the widest gap of such a line parts numbers.
    between = float(np.median(widest)) if widest else 2 * SPLIT
    small = np.sort([g for g in gaps if g < between])
    best, split = 0.0, min(SPLIT, 0.7 * between)
    for a, b in pairwise(small):
        # A clear valley that lies where a valley can be.
        if b - a > best and max(0.12, 0.3 * between) < (a + b) / 2 < min(0.75, 0.95 * between):
            best, split_there = b - a, (a + b) / 2
            if best > 0.1:
                split = float(split_there)
    return (split,) if widest else (split, SPLIT)


def joined(glyphs: Sequence[Box], line: int, is_joined: Sequence[bool]) -> tuple[Token, ...]:
    """Digits put together to numbers of two at most; one flag for each two of them."""
    tokens: list[Token] = []
    for i, glyph in enumerate(glyphs):
        last = tokens[-1] if tokens else None
        if last is not None and is_joined[i - 1] and len(last.glyphs) < 2:
            tokens[-1] = Token(line, last.box.joined(glyph), (*last.glyphs, glyph))
        else:
            tokens.append(Token(line, glyph, (glyph,)))
    return tuple(tokens)


def _row_tokens(line: int, boxes: list[Box], height: float, split: float) -> list[Token]:
    glyphs = sorted(boxes, key=lambda b: b.left)
    flags = [(b.left - a.right) / height < split for a, b in pairwise(glyphs)]
    return list(joined(glyphs, line, flags))


def _column_tokens(line: int, boxes: list[Box], height: float) -> list[Token]:
    """In a column, digits side by side are one number."""
    tokens: list[Token] = []
    for box in sorted(boxes, key=lambda b: (b.center[1], b.left)):
        for i, other in enumerate(tokens):
            shared = min(other.box.bottom, box.bottom) - max(other.box.top, box.top)
            is_piece = shared > OVERLAP * min(other.box.height, box.height)
            if is_piece or abs(other.box.center[1] - box.center[1]) < 0.4 * height:
                ordered = tuple(sorted((*other.glyphs, box), key=lambda b: b.left))
                tokens[i] = replace(other, box=other.box.joined(box), glyphs=ordered)
                break
        else:
            tokens.append(Token(line, box, (box,)))
    return sorted(tokens, key=lambda t: t.box.top)


def _farthest(band: Band, lines: list[list[Token]], height: float) -> float:
    """How far from each other the numbers of a clue are at most, px."""
    gaps = []
    for tokens in lines:
        for a, b in pairwise(tokens):
            one, other = a.box, b.box
            gaps.append(other.left - one.right if band.is_beside else other.top - one.bottom)
    if len(gaps) < ENOUGH:
        return max(1.7 * height, FAR * CELL_PX)
    # Digits are of one height, but some are narrow, and the gaps beside them wide.
    usual = float(np.percentile(gaps, 75 if band.is_beside else 50))
    return 0.7 * height + 1.6 * min(max(0.0, usual), CELL_PX)


def _near_board(band: Band, tokens: list[Token], height: float, far: float) -> list[Token]:
    """Those that follow each other from the board outwards; what is far off is something else."""
    forward = band.side.value in ("right", "bottom")
    ordered = tokens if forward else tokens[::-1]
    kept: list[Token] = []
    depth = band.picture.shape[1] if band.is_beside else band.picture.shape[0]
    at = 0.0
    for token in ordered:
        box = token.box
        if band.is_beside:
            near = box.left if forward else depth - box.right
            end = box.right if forward else depth - box.left
        else:
            near = box.top if forward else depth - box.bottom
            end = box.bottom if forward else depth - box.top
        if near - at > (far if kept else max(2.2 * height, FAR * CELL_PX)):
            break
        kept.append(token)
        at = end
    return kept if forward else kept[::-1]
