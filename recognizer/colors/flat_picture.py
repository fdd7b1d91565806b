"""The page in white, the pixels of its colours, and whether it has any.

The paper is the most frequent colour of the grid's cells. Where it is light, it is made white, and
an even change of its brightness over the page is removed. A shadow that ends beside the board is
removed only when it is asked for: then the paper is looked for between the numbers, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import MAX_DEPTH_CELLS, RectifiedPage, page_scale, reduced
from recognizer.colors.tiles import colored_tiles
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice, Picture
from recognizer.making.colors import to_lab
from recognizer.values import Side

MIN_COLORED_SHARE = 1.5e-3
"""Minimum share of coloured pixels in and around a grid: a tenth of what numbers in two colours
have."""
MIN_PIXEL_CHROMA = 14
"""Minimum difference of a coloured pixel from the page, in units of a and b of Lab."""
SMALL_PITCH_PX = 12.0
"""Side of the cells in the reduced picture in which colours are looked for first, px."""
AROUND_CELLS = 14
"""Width of the page around a grid in which colours are looked for, cells."""
MOIRE_QUANTILE, MIN_MOIRE_LAB = 0.7, 4.0
"""That quantile of the distances in hue and chroma within a cell is above this in half of the cells
of a page with moiré: up to 10 in photos of screens, and at most 1.5 in 30 of colour prints (no
command here shows it)."""
PAPER_SPREAD_LAB = 12.0
"""Maximum distance of paper from the most frequent colour of the cells, in Lab."""
MIN_PAPER_SHARE, PAPER_QUANTILE = 0.06, 0.85
"""Minimum share of paper in a cell beside the board, and the quantile of its brightness."""
LIGHT_PAPER = 55.0
"""Minimum lightness of paper that is made white; darker paper is that of a screen."""
EVEN_PAPER_LAB = 1.0
"""Maximum spread of the lightness of the paper in a screenshot."""
MAX_BEYOND = 1.6
"""Distance from the middle of the board to which the change of the brightness is continued, in
halves of its longer side."""
SHADOW_CELLS = 0.8
"""Standard deviation of the smoothing of what a shadow makes of the paper, cells."""

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
    colors: int | None = None
    """How many colours its numbers have, as a person says; ``None`` if nobody does."""

    @classmethod
    def of(
        cls,
        picture: Picture,
        found: DetectedGrid,
        colors: int | None = None,
        *,
        is_shaded: bool = False,
    ) -> FlatPicture:
        """The flat picture.

        Args:
            picture: BGR uint8, shape (height, width, 3).
            found: A grid whose cells have the right size; its borders may be wrong.
            colors: See :attr:`colors`.
            is_shaded: Whether a shadow may end beside the board, so that the paper is looked for
                between the numbers, too.
        """
        scale = page_scale(found.lattice.pitch_px)
        bgr, paper = _flattened(reduced(picture, scale), found, scale, is_shaded)
        lab = to_lab(bgr[..., ::-1])
        return cls(picture, bgr, lab, paper, scale, scaled(found, scale), colors)

    @cached_property
    def tiles(self) -> tuple[Groups, NDArray[np.float64]]:
        """The tiles around the grid; see :func:`~recognizer.colors.tiles.colored_tiles`."""
        around = clue_mask(self.found, self.lab.shape[:2], MAX_DEPTH_CELLS)
        return colored_tiles(self.lab, self.paper, self.found.lattice.pitch_px, around)


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


def has_moire(picture: Picture, found: DetectedGrid) -> bool:
    """Whether the picture is a photo of a screen, whose pixels make colours of their own.

    These change within a cell, and those of paper and of shaded cells do not.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid in it.
    """
    middles = _middles_of_cells(RectifiedPage(picture, found))
    lab = cv2.cvtColor(np.asarray(middles / np.float32(255), np.float32), cv2.COLOR_BGR2LAB)
    ab = np.asarray(lab)[..., 1:]
    away = np.linalg.norm(ab - np.median(ab, axis=1, keepdims=True), axis=2)
    return bool(np.median(np.quantile(away, MOIRE_QUANTILE, axis=1)) > MIN_MOIRE_LAB)


def _flattened(
    picture: Picture, found: DetectedGrid, scale: float, is_shaded: bool
) -> tuple[Picture, NDArray[np.float64]]:
    """The picture with its paper made white and evenly bright, and the paper in Lab."""
    page = RectifiedPage(reduced(picture, 1), scaled(found, scale))
    middles = np.median(_middles_of_cells(page), axis=1)
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
    model = np.clip(_surface(x, y, coefficients), 0, np.log(255))
    left = np.full((page.rows * page.columns, 3), np.nan)
    left[is_paper] = np.log(levels) - terms @ coefficients
    shadow = _of_nearest_cells(left.reshape(page.rows, page.columns, 3), page, (width, height))
    even = picture * np.exp(np.log(np.float32(255)) - model - shadow)
    flat = np.asarray(np.rint(np.minimum(even, 255)), np.uint8)
    if is_shaded:
        even /= np.exp(_shadow_beside(flat, scaled(found, scale)))
        flat = np.asarray(np.rint(np.minimum(even, 255)), np.uint8)
    return flat, np.array([100.0, 0.0, 0.0])


def _shadow_beside(flat: Picture, found: DetectedGrid) -> NDArray[np.float32]:
    """What is left of a shadow whose edge is beside the board, as a logarithm at each pixel.

    The paper shows between tiles, and in their bright digits.

    Args:
        flat: The flat picture, whose paper is white on the board.
        found: The grid in it.
    """
    page = RectifiedPage(flat, found)
    top, left = -int(page.depth(Side.TOP)), -int(page.depth(Side.LEFT))
    rows = page.rows + int(page.depth(Side.BOTTOM)) - top
    columns = page.columns + int(page.depth(Side.RIGHT)) - left
    cut = page.cut(top, left, top + rows, left + columns)
    side = len(cut) // rows

    def in_cells(pixels: NDArray[np.generic]) -> NDArray[np.float32]:
        parts = pixels.reshape(rows, side, columns, side, 3).swapaxes(1, 2)
        return np.asarray(parts.reshape(rows, columns, -1, 3), np.float32)

    lab = in_cells(to_lab(cut[..., ::-1]))
    is_paper = np.linalg.norm(lab[..., 1:], axis=3) < PAPER_SPREAD_LAB
    is_paper &= lab[..., 0] > LIGHT_PAPER
    is_known = is_paper.mean(axis=2) > MIN_PAPER_SHARE
    light = np.where(is_paper, in_cells(cut).mean(axis=3) / 255, np.nan)[is_known]
    left_over = np.full((rows, columns), np.nan)
    left_over[is_known] = np.log(np.nanquantile(light, PAPER_QUANTILE, axis=1))
    left_over[-top : page.rows - top, -left : page.columns - left] = 0.0
    values = np.repeat(left_over[..., None], 3, axis=2)
    height, width = flat.shape[:2]
    return _of_nearest_cells(values, page, (width, height), (top, left))


def _middles_of_cells(page: RectifiedPage) -> NDArray[np.uint8]:
    """The pixels in the middle of each cell of the board, BGR, shape (cells, pixels, 3)."""
    cells = page.cut(0, 0, page.rows, page.columns)
    side = len(cells) // page.rows
    parts = cells.reshape(page.rows, side, page.columns, side, 3).swapaxes(1, 2)
    rim = side // 4
    middles = parts[:, :, rim:-rim, rim:-rim]
    return np.asarray(middles.reshape(page.rows * page.columns, -1, 3), np.uint8)


def _of_nearest_cells(
    values: NDArray[np.float64],
    page: RectifiedPage,
    size: tuple[int, int],
    first: tuple[int, int] = (0, 0),
) -> NDArray[np.float32]:
    """The value of the nearest cell of the board at each pixel: shadows go on beyond the board.

    Args:
        values: Of the cells, shape (rows, columns, 3); NaN where it is not known.
        page: Maps cells to the picture.
        size: Width and height of the picture.
        first: The row and the column of the first cell.
    """
    is_known = np.isfinite(values[..., 0]).astype(np.float32)
    sums = cv2.GaussianBlur(np.nan_to_num(values).astype(np.float32), (0, 0), SHADOW_CELLS)
    weights = cv2.GaussianBlur(is_known, (0, 0), SHADOW_CELLS)
    smooth = np.asarray(sums, np.float32) / np.maximum(weights, 1e-3)[..., None]
    rows, columns = values.shape[:2]
    ends = np.array([(0, 0), (0, columns), (rows, columns), (rows, 0)], np.float64)
    to_cells = cv2.getPerspectiveTransform(
        page.at(ends + first).astype(np.float32), (ends[:, ::-1] - 0.5).astype(np.float32)
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


def _surface(
    x: NDArray[np.float64], y: NDArray[np.float64], coefficients: NDArray[np.float64]
) -> NDArray[np.float32]:
    """The quadratic surfaces of the coefficients of :func:`_terms` on a raster.

    Args:
        x: Of its columns.
        y: Of its rows.
        coefficients: Shape (6, channels).

    Returns:
        Shape (rows, columns, channels).
    """
    one, of_x, of_y, of_xx, of_xy, of_yy = coefficients[:, None, :]
    along = one + of_x * x[:, None] + of_xx * x[:, None] ** 2
    down = of_y * y[:, None] + of_yy * y[:, None] ** 2
    mixed = (of_xy[0] * y[:, None]).astype(np.float32)
    surface = mixed[:, None] * x.astype(np.float32)[None, :, None]
    surface += along.astype(np.float32)[None]
    surface += down.astype(np.float32)[:, None]
    return np.asarray(surface, np.float32)


def scaled(found: DetectedGrid, scale: float) -> DetectedGrid:
    """A grid in a picture that was reduced by a scale."""
    return replace(found, nodes=(found.nodes + 0.5) * scale - 0.5)


def clue_mask(found: DetectedGrid, shape: tuple[int, ...], cells: float) -> NDArray[np.bool_]:
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
