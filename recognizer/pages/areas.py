"""Divide a page between its boards, so that each is read with its own clues only.

Between two boards are clues of one of them, perhaps captions, and somewhere white paper. They are
parted where the paper has the widest gap without ink; a gap right beside a board counts twice, as
clues are mostly on one side of it. The area of a board is what remains of the page on its side of
all partings: a convex polygon. It is cut out, and the rest of the cut is painted over in the colour
of the paper.

Example: board A ends at x = 400, and B begins at 600. There is ink at 480 to 520 and from 530 on:
the row clues of B. The gap of 80 px beside A is the widest, and A and B are parted at 440.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Picture
from recognizer.pages.cells import Hull, InkPage

BESIDE_FACTOR = 2.0
"""Factor on the width of a gap that begins at a board."""
MAX_INK_SHARE = 0.004
"""Maximum share of ink across a gap; specks of noise are ink, too."""
SLANTS_DEG = (0, -1, 1, -2, 2, -3, 3, -5, 5, -7, 7)
"""Slants of a parting that are tried: seen from the side, neighbours are not parallel."""
BORDER_CELLS = 0.35
"""Distance from the outermost cells at which the border line of a board has ended, cells."""
MARGIN_CELLS = 2.0
"""Paper around an area, so that it does not seem to be cut off, cells."""
MAX_PITCH_RATIO, MAX_PART_GAP_CELLS, MIN_BESIDE_SHARE = 1.3, 0.45, 0.5
"""Places are parts of one board if their cells' sides have at most this ratio, the gap between them
at most so many cells, and they lie beside each other for this share of the shorter one. Prints with
nine puzzles on a page have gaps of 0.5 cells and more."""
MIN_TILE_RATIO, MAX_CLUES_SHARE, MIN_CLUES_BESIDE_SHARE = 0.5, 0.75, 0.9
"""Tiles of clues have at least this share of the side of a cell; they are less large than their
board by this factor (a side of equal area), and lie beside it for that share of their length."""
CLOSE_CELLS, CLOSE_SHARE = 3.0, 0.25
"""Depth of the clues that most puzzles have: so many cells, and this share of the board's side."""
PAPER_SIDE_PX = 96
"""Side of the reduced picture in which the paper's colour is found, px."""
PAPER_SIGMAS_PX = (3.0, 12.0, 48.0)
"""The paper continues as it is within these distances in that picture, px: the first one that
reaches the area."""
MIN_PAPER_WEIGHT = 0.02
"""Minimum weight of the area in such surroundings."""


@dataclass(frozen=True, eq=False)
class Place:
    """A place on a page where a board may be."""

    hull: Hull
    """Around its cells: a convex polygon, shape (n, 2), (x, y) in px."""
    pitch_px: float

    @property
    def center(self) -> NDArray[np.float64]:
        """The middle of its corners, (x, y) in px."""
        return np.asarray(self.hull.mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """The side of a square of the same area."""
        return float(np.sqrt(cv2.contourArea(self.hull)))

    @property
    def axes(self) -> NDArray[np.float64]:
        """The directions of its rows and of its columns: unit vectors, shape (2, 2)."""
        _, _, degrees = cv2.minAreaRect(self.hull)
        angle = np.radians((degrees + 45) % 90 - 45)
        return np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])

    def has_cells_like(self, other: Place) -> bool:
        """Whether both have cells of about one size."""
        return 1 / MAX_PITCH_RATIO < self.pitch_px / other.pitch_px < MAX_PITCH_RATIO

    def is_part_of(self, other: Place) -> bool:
        """Whether both have cells of one size and no room for clues between them.

        A thick line, or one in the shade, parts the cells of a board, or a board from its clue
        boxes.
        """
        return self.has_cells_like(other) and self._touches(other, MIN_BESIDE_SHARE)

    def is_clues_of(self, other: Place) -> bool:
        """Whether these are the coloured tiles of clues, which are smaller than cells."""
        ratio = self.pitch_px / other.pitch_px
        is_small = self.side_px < MAX_CLUES_SHARE * other.side_px
        is_tiled = MIN_TILE_RATIO < ratio < 1 and is_small
        return is_tiled and self._touches(other, MIN_CLUES_BESIDE_SHARE)

    def _touches(self, other: Place, beside_share: float) -> bool:
        """Whether no clues fit between them, and they lie beside each other.

        Args:
            other: The other place.
            beside_share: For this share of the shorter one at least.
        """
        gaps = []
        for axis in other.axes:
            own, beside = self.hull @ axis, other.hull @ axis
            gap = max(own.min() - beside.max(), beside.min() - own.max())
            gaps.append((gap, min(own.max() - own.min(), beside.max() - beside.min())))
        (near, _), (far, shorter) = sorted(gaps, key=lambda pair: -pair[0])
        return bool(near < MAX_PART_GAP_CELLS * other.pitch_px and far < -beside_share * shorter)

    def joined_with(self, other: Place) -> Place:
        """The place of both."""
        hull = cv2.convexHull(np.concatenate([self.hull, other.hull])).reshape(-1, 2)
        return Place(np.asarray(hull, np.float32), max(self.pitch_px, other.pitch_px))


@dataclass(frozen=True, eq=False)
class Cut:
    """A part of a picture with one board, and paper where others are."""

    picture: Picture
    left: int
    """x of its first column in the whole picture, px."""
    top: int
    """y of its first row there, px."""


class Division:
    """The areas of the boards of a page.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        ink: The ink of the picture.
        places: Where its boards are.
    """

    def __init__(self, picture: Picture, ink: InkPage, places: Sequence[Place]) -> None:
        self._picture = picture
        self._ink = ink
        self.places = places
        self.size = picture.shape[0], picture.shape[1]

    def cut(self, index: int, *, is_close: bool = False) -> Cut:
        """The area of a board.

        Args:
            index: The place of the board.
            is_close: Whether the area ends where clues probably end: the edge of a sheet on a
                table is print for a reader.
        """
        height, width = self.size
        place = self.places[index]
        area = self.area(index)
        if is_close:
            near = _expanded(place, CLOSE_CELLS * place.pitch_px + CLOSE_SHARE * place.side_px)
            _, common = cv2.intersectConvexConvex(near, area)
            area = area if common is None else np.asarray(common.reshape(-1, 2), np.float32)
        margin = MARGIN_CELLS * place.pitch_px
        low = np.maximum(np.floor(area.min(axis=0) - margin), 0).astype(int)
        high = np.minimum(np.ceil(area.max(axis=0) + margin) + 1, (width, height)).astype(int)
        (left, top), (right, bottom) = low.tolist(), high.tolist()
        part = np.ascontiguousarray(self._picture[top:bottom, left:right])
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(area - low).astype(np.int32), 255)
        if not mask.all():
            part = np.where(mask[..., None] > 0, part, _paper(part, mask))
        return Cut(part, left, top)

    def area(self, index: int) -> Hull:
        """The polygon of the page that belongs to a board: shape (n, 2), (x, y) in px."""
        height, width = self.size
        right, bottom = width - 1, height - 1
        area = np.array([(0, 0), (right, 0), (right, bottom), (0, bottom)], np.float64)
        own = self.places[index]
        for other, place in enumerate(self.places):
            if other == index:
                continue
            # Both areas have to end at the same line.
            first, second = (own, place) if index < other else (place, own)
            point, normal = self._parting(first, second)
            sign = 1.0 if index < other else -1.0
            clipped = _half(area, point, sign * normal)
            area = clipped if len(clipped) >= 3 else area
        return np.asarray(area, np.float32)

    def _parting(
        self, first: Place, second: Place
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The line between two boards: a point of it, and its normal to the second one."""
        axes = max(first, second, key=_size).axes
        axis = max((*axes, *(-axes)), key=lambda each: _room(first, second, each))
        best = axis, (first.hull @ axis).max() + _room(first, second, axis) / 2
        widest = 0.0
        borders = BORDER_CELLS * first.pitch_px, BORDER_CELLS * second.pitch_px
        for degrees in SLANTS_DEG:
            slanted = _turned(axis, degrees)
            across = _turned(slanted, 90)
            room = _room(first, second, slanted) - sum(borders)
            if room * self._ink.scale < 1:
                continue
            begin = float((first.hull @ slanted).max()) + borders[0]
            sides = np.concatenate([first.hull, second.hull]) @ across
            inked = self._profile(
                slanted, across, (begin, begin + room), (sides.min(), sides.max())
            )
            middle, width = _widest_gap(inked)
            if width > widest:
                best, widest = (slanted, begin + middle / self._ink.scale), width
        axis, away = best
        across = _turned(axis, 90)
        return axis * away + across * ((first.center + second.center) / 2 @ across), axis

    def _profile(
        self,
        axis: NDArray[np.float64],
        across: NDArray[np.float64],
        along_px: tuple[float, float],
        across_px: tuple[float, float],
    ) -> NDArray[np.bool_]:
        """Whether there is ink in each line across a strip of the page, in px of the ink's mask."""
        scale = self._ink.scale
        size = [max(1, round((end - start) * scale)) for start, end in (along_px, across_px)]
        origin = (axis * along_px[0] + across * across_px[0] + 0.5) * scale - 0.5
        matrix = np.stack([axis, across, origin], axis=1)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        shares = []
        for ink in (self._ink.dark, self._ink.light):
            strip = cv2.warpAffine(ink, matrix, size, flags=flags, borderValue=0)
            shares.append(np.asarray(strip > 0).mean(axis=0))
        # Light ink beside dark lines is their rim.
        share = min(shares, key=lambda each: float(each.mean()))
        return np.asarray(share > MAX_INK_SHARE, np.bool_)


def _size(place: Place) -> float:
    return float(cv2.contourArea(place.hull))


def _expanded(place: Place, by_px: float) -> Hull:
    """The rectangle around a place, larger by a distance on each side: shape (4, 2)."""
    center, (wide, high), degrees = cv2.minAreaRect(place.hull)
    box = cv2.boxPoints((center, (wide + 2 * by_px, high + 2 * by_px), degrees))
    return np.asarray(cv2.convexHull(box).reshape(-1, 2), np.float32)


def _paper(part: Picture, mask: NDArray[np.uint8]) -> Picture:
    """A part of a picture as if its paper went on outside a mask, without an edge."""
    height, width = mask.shape
    scale = min(1.0, PAPER_SIDE_PX / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    inside = (cv2.resize(mask, size, interpolation=cv2.INTER_AREA) == 255).astype(np.float32)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    paper = np.full_like(small, np.median(part[mask > 0], axis=0))
    for sigma in reversed(PAPER_SIGMAS_PX):
        weight = cv2.GaussianBlur(inside, (0, 0), sigma)[..., None]
        mean = cv2.GaussianBlur(small * inside[..., None], (0, 0), sigma) / np.maximum(weight, 1e-6)
        paper = np.where(weight > MIN_PAPER_WEIGHT, mean, paper)
    smooth = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(smooth, 0, 255), np.uint8)


def _room(first: Place, second: Place, axis: NDArray[np.float64]) -> float:
    """The distance along an axis from one place to the next, px; negative if they overlap."""
    return float((second.hull @ axis).min() - (first.hull @ axis).max())


def _turned(axis: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    angle = np.radians(degrees)
    c, s = np.cos(angle), np.sin(angle)
    return np.array([(c, -s), (s, c)]) @ axis


def _widest_gap(has_ink: NDArray[np.bool_]) -> tuple[float, float]:
    """The gap that parts two boards best, from the first one's border on: its middle and width.

    The width of a gap beside a board counts more. Without a gap the middle has the width 0.
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[True], has_ink, [True]]).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2]
    if not len(starts):
        return len(has_ink) / 2, 0.0
    is_beside = (starts == 0) | (ends == len(has_ink))
    weights = (ends - starts) * np.where(is_beside, BESIDE_FACTOR, 1.0)
    best = int(weights.argmax())
    return float(starts[best] + ends[best]) / 2, float(weights[best])


def _half(
    polygon: NDArray[np.float64], point: NDArray[np.float64], normal: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The part of a convex polygon on that side of a line where its normal does not point."""
    beyond = (polygon - point) @ normal
    kept = []
    for k, (here, far) in enumerate(zip(polygon, beyond, strict=True)):
        before, far_before = polygon[k - 1], beyond[k - 1]
        if (far > 0) != (far_before > 0):
            kept.append(before + (here - before) * far_before / (far_before - far))
        if far <= 0:
            kept.append(here)
    return np.array(kept).reshape(-1, 2)
