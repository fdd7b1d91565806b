"""Separate numbers from their colours: a picture with all numbers dark on white.

The page has white paper (:mod:`recognizer.colors.flat_picture`). A **tile** is an even patch of
another colour that has about the size of a cell. Its digits are what differs from it, dark or
bright; they are drawn dark, with full contrast, and the tile becomes paper. Elsewhere ink is what
differs from its surroundings in any way, so that yellow on white is as dark as blue; pieces of the
size of digits get full contrast.

Example: a white 7 on a brown tile beside a black 2 on a yellow one. Both become black on white, and
the pixels of the first belong to group -5, those of the second to group -6: two digits of different
groups are never one number, two of one tile always are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.colors.clusters import Labels, clusters_of, mixtures_of
from recognizer.colors.flat_picture import FlatPicture, Groups, clue_mask, scaled
from recognizer.colors.tile_slots import CompletedTiles, completed
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice, Picture
from recognizer.making.colors import lengths, to_lab

NEAR_BOARD_CELLS, CLUES_CELLS = 3, 7
"""Widths around a grid in which tiles are counted, and in which colours are, cells."""
FIRST_TILE_CELLS = 1.5
"""Width around a grid in which the first tile of each line is, cells."""
SURROUNDINGS_CELLS = 0.9
"""Side of the square whose median is the paper around digits, cells."""
MIN_TILE_SPREAD_LAB = 12.0
"""Minimum distance of two colours of tiles, in Lab; boxes of nearer tints are paper."""
MIN_APART = 4.0
"""Minimum distance of two colours, in standard deviations of one colour."""
MIN_TILES, MIN_TILE_SHARE = 6, 0.25
"""Minimum number of tiles around a grid, and of tiles for each piece of other ink."""
MAX_MAIN_SHARE = 0.9
"""If a larger share of the tiles has one colour, they may be cells in a shadow: digits in several
colours are looked for first."""
NEAR_TILES, SAME_TILE_LAB, MIN_MORE_PIXELS = 5, 12.0, 1.3
"""A tile has the median of its pixels, or the colour of the nearest ones of another colour, if so
many times more of its pixels are within this distance of that, in Lab."""
STRIP_INK, MIN_STRIP_SHARE, MAX_STRIP_SHARE = 0.2, 0.97, 0.15
"""A strip has at least this contrast, from 0 to 1, in this share of each line of its pixels, and
this depth at most, as a share of its tile."""
MIN_LINE_SHARE = 0.5
"""Lines with a smaller share of the pixels of the longest one are corners, or the edge itself."""
MIN_OF_COLOR = 2
"""Minimum number of pieces of ink, or of tiles, in a colour: in a row and in a column."""
MIN_CHROMA_LAB = 14.0
"""Minimum difference in hue and chroma (a, b of Lab) between two colours of a puzzle in colours:
black and grey numbers alone are those of a black and white one whose finished clues are pale."""
MIN_INK_LAB, MIN_TILE_INK_LAB = 7.0, 18.0
"""Minimum contrast of digits on paper and on tiles, in Lab."""
FULL_INK = 0.97
"""Quantile of the contrast in a tile that is full ink."""
MIN_DIGIT_CELLS, MAX_DIGIT_CELLS = 0.22, 0.85
"""Heights of digits, cells."""
MAX_DIGITS_CELLS = 1.25
"""Maximum width of digits that touch, cells."""
LINE_CELLS = 1.3
"""Minimum length of a line, cells; the outline of a tile is shorter."""
INK_WEIGHTS = np.array([1.0, 0.5, 0.5], np.float32)
"""Weights of lightness, hue and chroma in the contrast of ink: JPEG smears the last two."""
STRIP_PX = 128
"""Height of the strips of a half-size picture in which paper is looked for, px: one takes less than
50 ms."""
NEAR_CELLS, NEAR_SHARE = 0.4, 0.25
"""Digits have at least this share of the strongest contrast in a square of that side, cells."""
PURE_SHARE = 0.75
"""Pixels with at least this share of a piece's greatest contrast have its colour."""


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
    found = scaled(found, flat.scale)
    separate = _tiles_apart(flat, found)
    if separate is None or separate.main_share > MAX_MAIN_SHARE:
        digits, ink = _ink_apart(flat, found)
        near = clue_mask(found, flat.lab.shape[:2], CLUES_CELLS)
        separate = ink if are_colored(digits.near(near)) else separate
    return None if separate is None else separate.enlarged(flat, found)


def separated_ink(flat: FlatPicture, found: DetectedGrid) -> Separation:
    """Separate numbers without tiles from their colours, even if they have one colour."""
    found = scaled(found, flat.scale)
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
    near = clue_mask(found, lab.shape[:2], NEAR_BOARD_CELLS)
    tiles, labs = flat.tiles
    if np.unique(tiles[near]).size <= MIN_TILES:
        return None
    is_outside = tiles == 0
    made = completed(bgr, lab, flat.paper, tiles.copy(), labs, found)
    made = replace(made, labs=_with_main_colors(lab, made.tiles, made.labs))
    tiles, labs = made.tiles, made.labs
    gray, contrast, lines = _without_tiles(bgr, lab, made, is_outside, found.lattice)
    groups = -tiles
    digits = _strengthen_digits(gray, contrast, lab, groups, pitch)
    is_tiled = _has_tiles_beside(tiles, digits, near, found.lattice)
    used = _numbers_in(tiles[clue_mask(found, lab.shape[:2], CLUES_CELLS)])
    if not is_tiled or len(used) < 2 * MIN_OF_COLOR:
        return None
    labels = _labels_of(labs[used])
    is_spread = _spread(labs[used], labels) > MIN_TILE_SPREAD_LAB
    if not (is_spread and differ_in_color(labs[used], labels, is_tiled=True)):
        return None
    return _Apart(gray, lines, contrast, groups, labs, True, _main_share(labs[used], labels))


def _main_share(labs: NDArray[np.float64], labels: Labels) -> float:
    """The share of the most frequent colour of tiles, as they are told apart with or without light.

    A rare colour that is far from all others does not make these one.
    """
    chromas = clusters_of(labs * (0, 1, 1))
    apart = zip(chromas.labels, chromas.next_merges, strict=True)
    finer = (of for of, distance in apart if distance >= MIN_CHROMA_LAB)
    return min(float(np.bincount(of).max()) / len(labs) for of in (labels, *finer))


def _has_tiles_beside(
    tiles: Groups, digits: _Digits, near: NDArray[np.bool_], lattice: Lattice
) -> bool:
    """Whether there are tiles, and not much other ink, on one side of the rows and of the columns.

    There may be text on the other sides, or the ground on which the page lies.
    """
    rows, columns = lattice.rows, lattice.columns
    out, boxes = FIRST_TILE_CELLS, min(rows, columns) / 3

    def counted(*corners: float) -> tuple[float, int]:
        quad = np.rint(lattice.quad(*corners)).astype(np.int32)
        part = cv2.fillConvexPoly(np.zeros(near.shape, np.uint8), quad, 1)
        mask = near & (np.asarray(part) > 0)
        count = len(_numbers_in(tiles[mask]))
        return count - MIN_TILE_SHARE * len(digits.near(mask)), count

    sides = (
        max(counted(0, -out, rows, boxes), counted(0, columns - boxes, rows, columns + out)),
        max(counted(-out, 0, boxes, columns), counted(rows - boxes, 0, rows + out, columns)),
    )
    more, count = np.sum(sides, axis=0)
    return bool(more >= 0 and count >= MIN_TILES)


def _with_main_colors(
    lab: NDArray[np.float32], tiles: Groups, labs: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The colours of tiles, where that of digits or of an edge was taken for the tile's own.

    Most pixels of such a tile have their median, or the colour of another tile nearby.

    Args:
        lab: The picture in Lab, shape (height, width, 3).
        tiles: The number of the tile at each pixel, 0 for none.
        labs: The colours of the tiles by their numbers, shape (n, 3).
    """
    used, pixels = _pixels_of(tiles)
    if len(used) < 2:
        return labs
    width = tiles.shape[1]
    middles = np.array([(at // width).mean() + 1j * (at % width).mean() for at in pixels])
    labels = clusters_of(labs[used]).widest_gap()
    of_colors = [np.flatnonzero(labels == k) for k in range(labels.max() + 1)]
    found = labs.copy()
    for k, at in enumerate(pixels):
        own = lab.reshape(-1, 3)[at]
        near = [c[np.abs(middles[c] - middles[k]).argsort()[:NEAR_TILES]] for c in of_colors]
        nearby = (np.median(labs[used[c]], axis=0) for c in near)
        tried = np.array([labs[used[k]], np.median(own, axis=0), *nearby])
        counts = (lengths(own - tried[:, None].astype(np.float32)) < SAME_TILE_LAB).sum(axis=1)
        if counts.max() > MIN_MORE_PIXELS * counts[0]:
            found[used[k]] = tried[counts.argmax()]
    return found


def _pixels_of(tiles: Groups) -> tuple[NDArray[np.intp], list[NDArray[np.intp]]]:
    """The numbers of all tiles, and the indices of the pixels of each in the flat picture."""
    order = np.argsort(tiles, axis=None, kind="stable")[np.count_nonzero(tiles == 0) :]
    numbers, starts = np.unique(tiles.ravel()[order], return_index=True)
    return numbers.astype(np.intp), np.split(order, starts[1:]) if len(numbers) else []


def _without_rims(
    share: NDArray[np.float32], inner: NDArray[np.bool_], tiles: Groups, lattice: Lattice
) -> None:
    """Take from tiles the strips at their sides that are the edge of another tile, or a line.

    Digits are lower and narrower than their tile, and such strips are as long as it. In a small
    picture a 1 may be as high, but is wider.

    Args:
        share: The share of ink in each pixel, from 0 to 1; changed in place.
        inner: The pixels of tiles that are not at their edge.
        tiles: The number of the tile at each pixel, 0 for none.
        lattice: The grid, whose rows and columns are as tilted as the sides of the tiles.
    """
    width = tiles.shape[1]
    one, two, three, four = lattice.corners.astype(np.float64)
    axes = np.array([two - one + three - four, four - one + three - two])
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    from_pixels = np.linalg.inv(axes.T)
    flat = share.reshape(-1)
    is_inner = inner.reshape(-1)
    # A strip of one pixel may be partly in this line, and partly in the next one.
    ink = (share > STRIP_INK).astype(np.uint8)
    wider = [np.asarray(cv2.dilate(ink, np.ones(k, np.uint8))).ravel() for k in ((1, 3), (3, 1))]
    for at in _pixels_of(tiles)[1]:
        places = np.rint(from_pixels @ np.stack([at % width, at // width])).astype(np.intp)
        for lines, is_ink in zip(places, wider, strict=True):
            lines = lines - lines.min()
            counts = np.bincount(lines, is_inner[at])
            is_outer = counts < MIN_LINE_SHARE * counts.max()
            is_strip = is_outer | (np.bincount(lines, is_ink[at]) >= MIN_STRIP_SHARE * counts)
            most = 1 + int(MAX_STRIP_SHARE * (~is_outer).sum())  # a line of them is partly ink
            strips = np.zeros(len(counts), np.bool_)
            for end in (np.s_[:], np.s_[::-1]):
                run = np.logical_and.accumulate(is_strip[end])
                # A wider one is the stroke of a digit.
                if (run & ~is_outer[end]).sum() <= most:
                    strips[end] |= run
            flat[at[strips[lines]]] = 0


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


def are_colored(labs: NDArray[np.float64]) -> bool:
    """Whether some colours differ in more than their lightness, and not by a single stain.

    Args:
        labs: In Lab, shape (n, 3).
    """
    if len(labs) < 2 * MIN_OF_COLOR:
        return False
    return differ_in_color(labs, _labels_of(labs))


def differ_in_color(labs: NDArray[np.float64], labels: Labels, *, is_tiled: bool = False) -> bool:
    """The same of the clusters with these labels.

    Args:
        labs: In Lab, shape (n, 3).
        labels: The cluster of each.
        is_tiled: Whether these are tiles: finished clues are pale, but greys of tiles are colours.
    """
    counts = np.bincount(labels)
    used = np.flatnonzero(counts >= MIN_OF_COLOR)
    centers = np.array([labs[labels == k].mean(axis=0) for k in used])
    if len(centers) < 2:
        return False
    if not is_tiled:
        centers = centers[:, 1:]
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    return float(apart.max()) >= MIN_CHROMA_LAB


def _labels_of(labs: NDArray[np.float64]) -> Labels:
    """The best separated clusters; several if these are apart beside how one colour scatters."""
    labels = clusters_of(labs).widest_gap()
    mixture = next(mixtures_of(labs), None)
    if labels.any() or mixture is None:
        return labels
    white = labs @ mixture.whitening.T
    is_apart = _spread(white, mixture.labels) > MIN_APART
    return mixture.labels if is_apart else labels


def _spread(labs: NDArray[np.float64], labels: Labels) -> float:
    """The greatest distance of two clusters of colours."""
    centers = np.array([labs[labels == k].mean(axis=0) for k in np.unique(labels)])
    return float(np.linalg.norm(centers[:, None] - centers[None], axis=2).max())


def _without_tiles(
    picture: Picture,
    lab: NDArray[np.float32],
    made: CompletedTiles,
    is_outside: NDArray[np.bool_],
    lattice: Lattice,
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    """The picture with digits dark on white where tiles were, the contrast of ink, and the lines.

    The lines between tiles are in a picture of their own: they may be rims of tiles as well.
    Patches without digits are taken out of ``tiles``: cells of the board, and keys of a palette.
    """
    tiles, labs, paper = made.tiles, made.labs, made.papers[0]
    pitch = lattice.pitch_px
    names = tiles.astype(np.float32)
    near_rim = np.ones((3, 3), np.uint8)
    inner = (tiles > 0) & (cv2.erode(names, near_rim) == cv2.dilate(names, near_rim))
    own = lengths((lab - labs.astype(np.float32)[tiles]) * INK_WEIGHTS)
    full = _full_ink(tiles, own, inner, len(labs))
    tiles[~np.isfinite(full)[tiles]] = 0
    reach = 2 * max(1, round(0.05 * pitch)) + 1
    near = np.asarray(cv2.dilate((tiles > 0).astype(np.uint8), np.ones((reach, reach))), bool)
    differs = lengths(lab - paper.astype(np.float32))
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
    _without_rims(share, inner, tiles, lattice)
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
        if strongest > MIN_TILE_INK_LAB:
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
    side = _odd(SURROUNDINGS_CELLS * pitch / 2)
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    contrast = np.zeros(lab.shape[:2], np.float32)
    for top in range(0, len(half), STRIP_PX):
        start, end = max(0, top - side), top + STRIP_PX
        around = np.asarray(cv2.medianBlur(half[start : end + side], side), np.uint8)
        rows = slice(2 * top, 2 * end if end < len(half) else len(lab))
        part = lab[rows]
        paper = cv2.resize(to_lab(around[top - start :, :, ::-1][:STRIP_PX]), part.shape[1::-1])
        contrast[rows] = lengths((part - np.asarray(paper, np.float32)) * INK_WEIGHTS)
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
