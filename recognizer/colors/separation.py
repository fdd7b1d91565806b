"""Separate numbers from their colours: a picture with all numbers dark on white.

The paper is the most frequent colour of the grid's cells. Where it is light, it is made white, and
an even change of its brightness over the page is removed. A **tile** is an even patch of another
colour that has about the size of a cell. Its digits are what differs from it, dark or bright; they
are drawn dark, with full contrast, and the tile becomes paper. Elsewhere ink is what differs from
its surroundings in any way, so that yellow on white is as dark as blue; pieces of the size of
digits get full contrast.

Example: a white 7 on a brown tile beside a black 2 on a yellow one. Both become black on white, and
the pixels of the first belong to group -5, those of the second to group -6: two digits of different
groups are never one number, two of one tile always are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import MAX_DEPTH_CELLS, RectifiedPage, page_scale, reduced
from recognizer.colors.clusters import Labels, clusters_of
from recognizer.colors.tile_slots import CompletedTiles, completed
from recognizer.colors.tiles import colored_tiles
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice, Picture
from recognizer.making.colors import to_lab

MIN_COLORED_SHARE = 1.5e-3
"""Minimum share of coloured pixels in and around a grid: a tenth of what numbers in two colours
have."""
MIN_PIXEL_CHROMA = 14
"""Minimum difference of a coloured pixel from the page, in units of a and b of Lab."""
SMALL_PITCH_PX = 12.0
"""Side of the cells in the reduced picture in which colours are looked for first, px."""
NEAR_BOARD_CELLS, CLUES_CELLS = 3, 7
"""Widths around a grid in which tiles are counted, and in which colours are, cells."""
AROUND_CELLS = 14
"""Width of the page around a grid in which colours are looked for, cells."""
PAPER_SPREAD_LAB = 12.0
"""Maximum distance of paper from the most frequent colour of the cells, in Lab."""
LIGHT_PAPER = 55.0
"""Minimum lightness of paper that is made white; darker paper is that of a screen."""
EVEN_PAPER_LAB = 1.0
"""Maximum spread of the lightness of the paper in a screenshot."""
MAX_BEYOND = 1.6
"""Distance from the middle of the board to which the change of the brightness is continued, in
halves of its longer side."""
SHADOW_CELLS = 0.8
"""Standard deviation of the smoothing of what a shadow makes of the paper, cells."""
SURROUNDINGS_CELLS = 0.9
"""Side of the square whose median is the paper around digits, cells."""
MIN_TILE_SPREAD_LAB = 12.0
"""Minimum distance of two colours of tiles, in Lab; boxes of nearer tints are paper."""
MIN_TILES, MIN_TILE_SHARE = 6, 0.25
"""Minimum number of tiles around a grid, and of tiles for each piece of other ink."""
MAX_MAIN_SHARE = 0.9
"""If a larger share of the tiles has one colour, they may be cells in a shadow: digits in several
colours are looked for first."""
MIN_OF_COLOR = 2
"""Minimum number of pieces of ink, or of tiles, in a colour: in a row and in a column."""
MIN_CHROMA_LAB = 14.0
"""Minimum difference in hue and chroma (a, b of Lab) between two colours of a puzzle in colours:
black and grey numbers alone are those of a black and white one whose finished clues are pale."""
MIN_INK_LAB = 9.0
"""Minimum contrast of digits, in Lab."""
FULL_INK = 0.97
"""Quantile of the contrast in a tile that is full ink."""
MIN_DIGIT_CELLS, MAX_DIGIT_CELLS = 0.22, 0.85
"""Heights of digits, cells."""
MAX_DIGITS_CELLS = 1.25
"""Maximum width of digits that touch, cells."""
LINE_CELLS = 1.3
"""Minimum length of a line, cells; the outline of a tile is shorter."""
CHROMA_SHARE = 0.5
"""Weight of hue and chroma in the contrast of ink: JPEG smears them, but not the lightness."""
STRIP_PX = 128
"""Height of the strips in which paper is looked for, px: one takes less than 50 ms."""
NEAR_CELLS, NEAR_SHARE = 0.4, 0.25
"""Digits have at least this share of the strongest contrast in a square of that side, cells."""
PURE_SHARE = 0.75
"""Pixels with at least this share of a piece's greatest contrast have its colour."""

Groups = NDArray[np.int32]
"""For each pixel the group of its ink, shape (height, width): negative for a tile, positive for a
colour, 0 if it is not known."""


@dataclass(frozen=True, eq=False)
class FlatPicture:
    """A picture with white paper, reduced to the size in which colours are looked for."""

    picture: Picture
    """The original; BGR uint8, shape (height, width, 3)."""
    bgr: Picture
    """The same with white paper, reduced by :attr:`scale`."""
    lab: NDArray[np.float32]
    """:attr:`bgr` in Lab."""
    paper: NDArray[np.float64]
    """In Lab, shape (3,): white, or the dark of a screen."""
    scale: float
    found: DetectedGrid
    """The grid in it by which it was made."""

    @classmethod
    def of(cls, picture: Picture, found: DetectedGrid) -> FlatPicture:
        """The flat picture.

        Args:
            picture: BGR uint8, shape (height, width, 3).
            found: A grid whose cells have the right size; its borders may be wrong.
        """
        scale = page_scale(found.lattice.pitch_px)
        bgr, paper = _flattened(reduced(picture, scale), found, scale)
        return cls(picture, bgr, to_lab(bgr[..., ::-1]), paper, scale, _scaled(found, scale))

    @cached_property
    def tiles(self) -> tuple[Groups, NDArray[np.float64]]:
        """The tiles around the grid; see :func:`~recognizer.colors.tiles.colored_tiles`."""
        around = _clue_mask(self.found, self.lab.shape[:2], MAX_DEPTH_CELLS)
        return colored_tiles(self.lab, self.paper, self.found.lattice.pitch_px, around)


@dataclass(frozen=True, eq=False)
class Separation:
    """A picture without its colours."""

    flat: FlatPicture
    """The picture with them."""
    pitch: float
    """Side of a cell in it, px."""
    picture: Picture
    """Dark digits on white; BGR, of the same shape as the original."""
    lined: Picture
    """The same with the lines between tiles, which tell where the board is."""
    groups: Groups
    """The groups of its digits."""
    small_groups: Groups
    """The groups in the flat picture."""
    contrast: NDArray[np.float32]
    """The contrast of ink in the flat picture, in Lab."""
    tile_labs: NDArray[np.float64]
    """The colour of tile ``-k`` in Lab is that with the index ``k``; shape (n, 3)."""
    is_tiled: bool


def separated(flat: FlatPicture, found: DetectedGrid) -> Separation | None:
    """Separate the numbers around a grid from their colours; ``None`` if they have one colour."""
    found = _scaled(found, flat.scale)
    separate = _tiles_apart(flat, found)
    if separate is None or separate.main_share > MAX_MAIN_SHARE:
        digits, ink = _ink_apart(flat, found)
        near = _clue_mask(found, flat.lab.shape[:2], CLUES_CELLS)
        separate = ink if are_colored(digits.near(near)) else separate
    return None if separate is None else separate.enlarged(flat, found)


def separated_ink(flat: FlatPicture, found: DetectedGrid) -> Separation:
    """Separate numbers without tiles from their colours, even if they have one colour."""
    found = _scaled(found, flat.scale)
    return _ink_apart(flat, found)[1].enlarged(flat, found)


class _Apart(NamedTuple):
    """What a reduced picture has in several colours."""

    gray: NDArray[np.uint8]
    lines: NDArray[np.uint8]
    """Those between tiles; gray."""
    contrast: NDArray[np.float32]
    groups: Groups
    tile_labs: NDArray[np.float64]
    is_tiled: bool
    main_share: float = 0.0
    """The share of the most frequent colour among the tiles."""

    def enlarged(self, flat: FlatPicture, found: DetectedGrid) -> Separation:
        """The same in the size of the original."""
        gray, lines, contrast, groups, labs, is_tiled, _ = self
        size = flat.picture.shape[1], flat.picture.shape[0]
        even, lined, large_groups = (
            cv2.resize(plane, size, interpolation=cv2.INTER_NEAREST)
            for plane in (gray, np.minimum(gray, lines), groups)
        )
        return Separation(
            flat,
            found.lattice.pitch_px,
            _bgr_of_gray(even),
            _bgr_of_gray(lined),
            np.asarray(large_groups, np.int32),
            groups,
            contrast,
            labs,
            is_tiled,
        )


def _tiles_apart(flat: FlatPicture, found: DetectedGrid) -> _Apart | None:
    """The digits of tiles in several colours; ``None`` if boxes of one tint are paper."""
    bgr, lab, pitch = flat.bgr, flat.lab, found.lattice.pitch_px
    near = _clue_mask(found, lab.shape[:2], NEAR_BOARD_CELLS)
    tiles, labs = flat.tiles
    if np.unique(tiles[near]).size <= MIN_TILES:
        return None
    is_outside = tiles == 0
    made = completed(bgr, lab, flat.paper, tiles.copy(), labs, found)
    tiles, labs = made.tiles, made.labs
    gray, contrast, lines = _without_tiles(bgr, lab, made, is_outside, pitch)
    groups = -tiles
    digits = _strengthen_digits(gray, contrast, lab, groups, pitch)
    used = _numbers_in(tiles[near])
    is_tiled = len(used) >= max(MIN_TILES, MIN_TILE_SHARE * len(digits.near(near)))
    used = _numbers_in(tiles[_clue_mask(found, lab.shape[:2], CLUES_CELLS)])
    is_tiled = is_tiled and _spread(labs[used]) > MIN_TILE_SPREAD_LAB
    if not is_tiled or not are_colored(labs[used], is_tiled=True):
        return None
    shares = np.bincount(clusters_of(labs[used]).widest_gap()) / len(used)
    return _Apart(gray, lines, contrast, groups, labs, True, float(shares.max()))


def _ink_apart(flat: FlatPicture, found: DetectedGrid) -> tuple[_Digits, _Apart]:
    """Its pieces that may be digits, and the picture of them."""
    pitch = found.lattice.pitch_px
    groups = np.zeros(flat.lab.shape[:2], np.int32)
    contrast = _contrast(flat.bgr, flat.lab, pitch)
    gray = _gray_of(contrast)
    digits = _strengthen_digits(gray, contrast, flat.lab, groups, pitch)
    lines = np.full_like(gray, 255)
    return digits, _Apart(gray, lines, contrast, groups, np.zeros((1, 3)), False)


def _numbers_in(tiles: Groups) -> Groups:
    used = np.unique(tiles)
    return used[used > 0]


def are_colored(labs: NDArray[np.float64], *, is_tiled: bool = False) -> bool:
    """Whether some colours differ in more than their lightness, and not by a single stain.

    Args:
        labs: In Lab, shape (n, 3).
        is_tiled: Whether these are tiles: finished clues are pale, but greys of tiles are colours.
    """
    if len(labs) < 2 * MIN_OF_COLOR:
        return False
    return differ_in_color(labs, clusters_of(labs).widest_gap(), is_tiled=is_tiled)


def differ_in_color(labs: NDArray[np.float64], labels: Labels, *, is_tiled: bool = False) -> bool:
    """The same of the clusters with these labels."""
    counts = np.bincount(labels)
    used = np.flatnonzero(counts >= MIN_OF_COLOR)
    centers = np.array([labs[labels == k].mean(axis=0) for k in used])
    if len(centers) < 2:
        return False
    if not is_tiled:
        centers = centers[:, 1:]
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    return float(apart.max()) >= MIN_CHROMA_LAB


def _clue_mask(found: DetectedGrid, shape: tuple[int, ...], cells: float) -> NDArray[np.bool_]:
    """Where clues may be: some cells around a grid, and in its outer third, if that are boxes."""
    corners, pitch = found.lattice.corners, found.lattice.pitch_px
    mask = np.zeros(shape, np.uint8)
    low, high = corners.min(axis=0), corners.max(axis=0)
    (x0, y0), (x1, y1) = ((low - cells * pitch).clip(0), high + cells * pitch)
    mask[int(y0) : int(y1), int(x0) : int(x1)] = 1
    margin = min(AROUND_CELLS * pitch, float((high - low).min()) / 3)
    inner = cv2.erode(
        cv2.fillConvexPoly(np.zeros(shape, np.uint8), np.rint(corners).astype(np.int32), 1),
        np.ones((2 * round(margin / 2) + 1,) * 2, np.uint8),
    )
    return np.asarray((mask > 0) & (inner == 0), bool)


def _spread(labs: NDArray[np.float64]) -> float:
    """The greatest distance of two clusters of colours."""
    labels = clusters_of(labs).widest_gap()
    centers = np.array([labs[labels == k].mean(axis=0) for k in range(labels.max() + 1)])
    return float(np.linalg.norm(centers[:, None] - centers[None], axis=2).max())


def has_color(picture: Picture, lattice: Lattice) -> bool:
    """Whether a grid and its surroundings have coloured pixels."""
    pitch = lattice.pitch_px
    margin = AROUND_CELLS * pitch
    low = np.maximum(lattice.corners.min(axis=0) - margin, 0).astype(int)
    high = (lattice.corners.max(axis=0) + margin).astype(int)
    part = picture[low[1] : high[1], low[0] : high[0]]
    share = min(1.0, SMALL_PITCH_PX / pitch)
    if not part.size:
        return False
    small = cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    ab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.uint8)[..., 1:]
    ab = np.ascontiguousarray(ab)
    around = cv2.medianBlur(cv2.merge([ab, ab[..., :1]]), 2 * int(SMALL_PITCH_PX) + 1)[..., :2]
    local = np.abs(ab.astype(np.int16) - around).max(axis=2)
    page = np.median(ab.reshape(-1, 2), axis=0)
    differs = np.abs(ab.astype(np.float32) - page).max(axis=2)
    is_colored = (local > MIN_PIXEL_CHROMA) | (differs > 2 * MIN_PIXEL_CHROMA)
    return bool(is_colored.mean() > MIN_COLORED_SHARE)


# Paper


def _flattened(
    picture: Picture, found: DetectedGrid, scale: float
) -> tuple[Picture, NDArray[np.float64]]:
    """The picture with its paper made white and evenly bright, and the paper in Lab."""
    page = RectifiedPage(reduced(picture, 1), _scaled(found, scale))
    cells = page.cut(0, 0, page.rows, page.columns)
    side = len(cells) // page.rows
    parts = cells.reshape(page.rows, side, page.columns, side, 3).swapaxes(1, 2)
    rim = side // 4
    middles = np.median(parts[:, :, rim:-rim, rim:-rim], axis=(2, 3)).reshape(-1, 3)
    labs = to_lab(middles[None, :, ::-1].astype(np.uint8))[0]
    apart = np.linalg.norm(labs[:, None] - labs[None], axis=2)
    is_paper = apart[int((apart < PAPER_SPREAD_LAB).sum(axis=1).argmax())] < PAPER_SPREAD_LAB
    paper = np.median(labs[is_paper], axis=0).astype(np.float64)
    if paper[0] < LIGHT_PAPER:
        return picture, paper
    spread = float(np.std(labs[is_paper, 0]))
    levels = np.maximum(middles[is_paper], 1.0)
    white = np.median(levels, axis=0)
    if spread <= EVEN_PAPER_LAB:
        factor: NDArray[np.float32] = (255.0 / white).astype(np.float32)
        even = np.minimum(picture * factor, 255)
        return np.asarray(np.rint(even), np.uint8), np.array([100.0, 0.0, 0.0])
    at = np.stack(np.meshgrid(np.arange(page.rows), np.arange(page.columns), indexing="ij"), -1)
    places = page.at(at.reshape(-1, 2)[is_paper] + 0.5)
    height, width = picture.shape[:2]
    center, unit = places.mean(axis=0), np.ptp(places, axis=0).max() / 2
    terms = _terms(*((places - center) / unit).T)
    coefficients = np.linalg.lstsq(terms, np.log(levels), rcond=None)[0]
    # A curve that is continued far from the board would go anywhere.
    x, y = (
        np.clip((np.arange(n) - middle) / unit, -MAX_BEYOND, MAX_BEYOND)
        for n, middle in zip((width, height), center, strict=True)
    )
    model = np.clip(_terms(x[None, :], y[:, None]) @ coefficients, 0, np.log(255))
    left = np.full((page.rows * page.columns, 3), np.nan)
    left[is_paper] = np.log(levels) - terms @ coefficients
    shadow = _of_nearest_cells(left.reshape(page.rows, page.columns, 3), page, (width, height))
    even = picture / np.exp(model + shadow).astype(np.float32) * 255.0
    return np.asarray(np.rint(np.minimum(even, 255)), np.uint8), np.array([100.0, 0.0, 0.0])


def _of_nearest_cells(
    values: NDArray[np.float64], page: RectifiedPage, size: tuple[int, int]
) -> NDArray[np.float32]:
    """The value of the nearest cell of the board at each pixel: shadows go on beyond the board.

    Args:
        values: Of the cells, shape (rows, columns, 3); NaN where it is not known.
        page: Maps cells to the picture.
        size: Width and height of the picture.
    """
    is_known = np.isfinite(values[..., 0]).astype(np.float32)
    sums = cv2.GaussianBlur(np.nan_to_num(values).astype(np.float32), (0, 0), SHADOW_CELLS)
    weights = cv2.GaussianBlur(is_known, (0, 0), SHADOW_CELLS)
    smooth = np.asarray(sums, np.float32) / np.maximum(weights, 1e-3)[..., None]
    rows, columns = values.shape[:2]
    ends = np.array([(0, 0), (0, columns), (rows, columns), (rows, 0)], np.float64)
    to_cells = cv2.getPerspectiveTransform(
        page.at(ends).astype(np.float32), (ends[:, ::-1] - 0.5).astype(np.float32)
    )
    matrix = np.linalg.inv(to_cells)
    flags = cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpPerspective(smooth, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


def _terms(x: NDArray[np.floating], y: NDArray[np.floating]) -> NDArray[np.float64]:
    """The terms of a quadratic surface at some positions, shape (..., 6)."""
    x, y = np.broadcast_arrays(x, y)
    return np.stack([np.ones(x.shape), x, y, x * x, x * y, y * y], axis=-1).astype(np.float64)


def _scaled(found: DetectedGrid, scale: float) -> DetectedGrid:
    return replace(found, nodes=(found.nodes + 0.5) * scale - 0.5)


def _without_tiles(
    picture: Picture,
    lab: NDArray[np.float32],
    made: CompletedTiles,
    is_outside: NDArray[np.bool_],
    pitch: float,
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    """The picture with digits dark on white where tiles were, the contrast of ink, and the lines.

    The lines between tiles are in a picture of their own: they may be rims of tiles as well.
    Patches without digits are taken out of ``tiles``: cells of the board, and keys of a palette.
    """
    tiles, labs, paper = made.tiles, made.labs, made.papers[0]
    names = tiles.astype(np.float32)
    near_rim = np.ones((3, 3), np.uint8)
    inner = (tiles > 0) & (cv2.erode(names, near_rim) == cv2.dilate(names, near_rim))
    away = (lab - labs[tiles].astype(np.float32)) * np.array(
        [1, CHROMA_SHARE, CHROMA_SHARE], np.float32
    )
    own = np.linalg.norm(away, axis=2)
    full = _full_ink(tiles, own, inner, len(labs))
    tiles[~np.isfinite(full)[tiles]] = 0
    reach = 2 * max(1, round(0.05 * pitch)) + 1
    near = np.asarray(cv2.dilate((tiles > 0).astype(np.uint8), np.ones((reach, reach))), bool)
    differs = np.linalg.norm(lab - paper.astype(np.float32), axis=2)
    is_line = _lines((differs > MIN_INK_LAB) & is_outside, pitch)
    is_rim = ((near & ~is_line) | (made.slots > 0)) & (tiles == 0)
    lines = np.where(is_line, _gray_of(differs), 255).astype(np.uint8)
    # Without the tiles, so that the paper around others is paper.
    plain = picture.copy()
    is_blank = (tiles > 0) | is_rim
    papers = np.array([_bgr_of(paper) for paper in made.papers], np.uint8)
    plain[is_blank] = papers[made.slots[is_blank]]
    contrast = _contrast(plain, to_lab(plain[..., ::-1]), pitch)
    share = np.minimum(1.0, own / full[tiles])
    share[~inner] = 0.0
    gray = np.where(tiles > 0, np.rint(255 * (1 - share)), _gray_of(contrast)).astype(np.uint8)
    return gray, np.where(tiles > 0, own, contrast).astype(np.float32), lines


def _full_ink(
    tiles: Groups, own: NDArray[np.float32], inner: NDArray[np.bool_], count: int
) -> NDArray[np.float32]:
    """For each tile the contrast of full ink, in Lab; infinite without digits."""
    order = np.argsort(tiles[inner], kind="stable")
    numbers, values = tiles[inner][order], own[inner][order]
    full = np.full(count, np.inf, np.float32)
    full[0] = 1.0
    bounds = [*np.flatnonzero(np.diff(numbers, prepend=-1)).tolist(), len(numbers)]
    for start, end in pairwise(bounds):
        strongest = float(np.quantile(values[start:end], FULL_INK))
        if strongest > 2 * MIN_INK_LAB:
            full[numbers[start]] = strongest
    return full


def _lines(ink: NDArray[np.bool_], pitch: float) -> NDArray[np.bool_]:
    """Straight lines that are longer than a tile, with their rims."""
    mask = ink.astype(np.uint8)
    long = max(3, round(LINE_CELLS * pitch))
    found = np.zeros(ink.shape, np.uint8)
    for high, wide in ((1, long), (long, 1)):
        # A line that is tilted a little moves by a pixel.
        thick = cv2.dilate(mask, np.ones((3, 1) if high == 1 else (1, 3), np.uint8))
        kernel = np.ones((high, wide), np.uint8)
        found |= np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, kernel))
    return np.asarray(found, bool) & ink


def _bgr_of(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    rgb = cv2.cvtColor(lab[None, None].astype(np.float32), cv2.COLOR_Lab2RGB)[0, 0]
    return np.asarray(np.rint(np.clip(rgb[::-1], 0, 1) * 255), np.float64)


# Ink


def _contrast(picture: Picture, lab: NDArray[np.float32], pitch: float) -> NDArray[np.float32]:
    """The distance of each pixel from the paper around it, in Lab."""
    side = _odd(SURROUNDINGS_CELLS * pitch)
    strip = max(STRIP_PX, side)
    contrast = np.zeros(lab.shape[:2], np.float32)
    for top in range(0, len(picture), strip):
        start, end = max(0, top - side), top + strip
        around = np.asarray(cv2.medianBlur(picture[start : end + side], side), np.uint8)
        paper = to_lab(around[top - start :, :, ::-1][:strip])
        differs = (lab[top:end] - paper) * (1.0, CHROMA_SHARE, CHROMA_SHARE)
        contrast[top:end] = np.linalg.norm(differs, axis=2)
    return contrast


def _gray_of(contrast: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.asarray(np.rint(255 - 2.55 * np.minimum(contrast, 100.0)), np.uint8)


def _bgr_of_gray(gray: NDArray[np.generic]) -> Picture:
    return np.asarray(cv2.cvtColor(np.asarray(gray, np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


class _Digits(NamedTuple):
    """Pieces of ink that may be digits."""

    labs: NDArray[np.float64]
    """Their colours in Lab, shape (n, 3)."""
    middles: NDArray[np.intp]
    """The (row, column) of their middles, shape (n, 2)."""

    def near(self, mask: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The colours of those within a mask."""
        return self.labs[mask[self.middles[:, 0], self.middles[:, 1]]]


def _strengthen_digits(
    gray: NDArray[np.uint8],
    contrast: NDArray[np.float32],
    lab: NDArray[np.float32],
    groups: Groups,
    pitch: float,
) -> _Digits:
    """Give pieces of ink that may be digits full contrast, and the groups of their colours.

    ``gray`` and ``groups`` are changed in place.
    """
    side = _odd(NEAR_CELLS * pitch)
    strongest_near = cv2.dilate(contrast, np.ones((side, side), np.uint8))
    least = np.maximum(MIN_INK_LAB, NEAR_SHARE * strongest_near)
    is_ink = ((contrast > least) & (groups == 0)).astype(np.uint8)
    count, found, stats, middles = cv2.connectedComponentsWithStats(is_ink, connectivity=8)
    labels, sizes = np.asarray(found), np.asarray(stats)
    width, height = sizes[:, cv2.CC_STAT_WIDTH], sizes[:, cv2.CC_STAT_HEIGHT]
    is_digit = (height > MIN_DIGIT_CELLS * pitch) & (height < MAX_DIGIT_CELLS * pitch)
    is_digit &= width < MAX_DIGITS_CELLS * pitch
    is_digit[0] = False
    if not is_digit.any():
        return _Digits(np.zeros((0, 3)), np.zeros((0, 2), np.intp))
    at = np.flatnonzero(is_digit[labels].ravel())
    label, strength = labels.ravel()[at], contrast.ravel()[at]
    strongest = np.zeros(count, np.float32)
    np.maximum.at(strongest, label, strength)
    share = np.minimum(1.0, strength / np.maximum(0.85 * strongest[label], 1e-6))
    gray.ravel()[at] = np.rint(255 * (1 - share)).astype(np.uint8)
    pure = strength > PURE_SHARE * strongest[label]
    weights = np.bincount(label[pure], minlength=count).astype(np.float64)
    colors = np.stack([
        np.bincount(label[pure], lab.reshape(-1, 3)[at[pure], k], minlength=count)
        for k in range(3)
    ], axis=-1) / np.maximum(weights, 1)[:, None]  # fmt: skip
    digits = np.flatnonzero(is_digit)
    group = np.zeros(count, np.int32)
    group[digits] = clusters_of(colors[digits]).widest_gap() + 1
    groups.ravel()[at] = group[label]
    places = np.asarray(middles)[digits][:, ::-1].astype(np.intp)
    return _Digits(colors[digits], places)


def _odd(side: float) -> int:
    return 2 * max(1, round(side / 2)) + 1
