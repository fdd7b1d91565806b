"""Make the board of a picture with the chosen settings.

The same picture and settings always give the same board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, Grid, puzzle_of
from puzzles.model import Color, Puzzle
from puzzles.words import _, plural, worded
from recognizer.making import black_and_white, coloring
from recognizer.making.colors import rgb_of
from recognizer.making.motif import Motif
from recognizer.making.patches import connected_to_border, without_holes, without_specks
from recognizer.making.picture_kinds import MIN_OPAQUE_ALPHA, Pixels
from recognizer.making.sampling import CellColors, PictureCache, Samples
from recognizer.making.settings import Background, Crop, PictureSettings, split_rotation

__all__ = ["Drawn", "PictureCache", "board_of"]

_MAX_CHANGED_CLARITY = 0.5
"""Maximum clarity of a cell that was changed as a speck or a hole."""
_MARGIN_DIVISOR = 10
"""A margin is narrow up to the board's side divided by this, or two lines; wider ones are meant."""
_MAX_TRIMS = 4
"""Maximum number of times that a margin is left out: the rest, enlarged, may have one again."""
_MIN_ALIKE_SHARE = 0.6
"""Minimum share of equal cells of two boards of one figure."""


@dataclass(frozen=True)
class Drawn:
    """A board made from a picture."""

    grid: Grid
    """Complete: each cell is BLANK or of one colour."""
    palette: tuple[Color, ...]
    """Background first; colours that no cell has are left out."""
    threshold: int
    """The threshold that was used; derived from the picture if the settings have none."""
    reluctance: tuple[float, ...]
    """For each cell, row by row, how clear it is in the picture: 0 is undecided, 1 certain."""
    notes: tuple[str, ...] = ()
    """Sentences for the user."""

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle whose solution is this board; its goal is set, it has no title."""
        like = Puzzle.empty(self.grid.height, self.grid.width)
        return puzzle_of(self.grid, replace(like, palette=self.palette))

    @cached_property
    def clue_count(self) -> int:
        """The number of clues of all rows and columns."""
        return sum(map(len, self.puzzle.rows)) + sum(map(len, self.puzzle.columns))

    @property
    def share_shaded(self) -> float:
        """Share of shaded cells, 0 to 1."""
        return self.grid.count_shaded() / len(self.grid.cells)


def board_of(motif: Motif, settings: PictureSettings, cache: PictureCache | None = None) -> Drawn:
    """Make a board of a picture.

    A narrow margin, in which whole lines of cells would be empty, is not used: the figure is scaled
    to fill the board, unless a pixel is a cell.

    Args:
        motif: The picture.
        settings: The settings; see :func:`~recognizer.making.motif.suggested`.
        cache: Reused between calls with the same picture.

    Returns:
        The board.
    """
    cache = cache or PictureCache()
    drawn = _made(motif, settings, cache)
    for _round in range(_MAX_TRIMS):
        crop = _without_margin(drawn.grid, settings.crop)
        if crop is None or _is_cell_by_cell(motif, settings, cache):
            break
        settings = replace(settings, crop=crop)
        trimmed = _made(motif, settings, cache)
        if settings.colors > 1 and not _are_alike(trimmed.grid, drawn.grid):
            break  # without its margin another colour counts as the background
        drawn = trimmed
    return drawn


def _without_margin(grid: Grid, crop: Crop) -> Crop | None:
    """The part of a picture without the narrow margin in which the board's lines are empty.

    Returns:
        ``None`` if there is no such margin, or nothing else is blank.
    """
    shaded = _shaded(grid)
    if not shaded.any() or shaded[np.ix_(shaded.any(axis=1), shaded.any(axis=0))].all():
        return None
    ends = []
    for axis in (1, 0):
        used = np.flatnonzero(shaded.any(axis=1 - axis))
        count = shaded.shape[axis]
        most = max(2, count // _MARGIN_DIVISOR)
        for margin in (int(used[0]), count - 1 - int(used[-1])):
            ends.append(margin / count if margin <= most else 0)
    if not any(ends):
        return None
    left, right, top, bottom = ends
    width, height = crop.right - crop.left, crop.bottom - crop.top
    return Crop(
        crop.left + left * width,
        crop.top + top * height,
        crop.right - right * width,
        crop.bottom - bottom * height,
    )


def _is_cell_by_cell(motif: Motif, settings: PictureSettings, cache: PictureCache) -> bool:
    """Whether a cell shows one pixel, or less."""
    is_upright = not split_rotation(settings.rotation)[1]
    return is_upright and cache.samples_of(motif, settings).per_cell == 1


def _shaded(grid: Grid) -> NDArray[np.bool_]:
    cells = np.array(grid.cells).reshape(grid.height, grid.width)
    return np.asarray(cells != BLANK, np.bool_)


def _are_alike(trimmed: Grid, before: Grid) -> bool:
    """Whether a board shows the figure of another one, which has a margin."""
    rows, columns = (np.flatnonzero(_shaded(before).any(axis=axis)) for axis in (1, 0))
    box = _shaded(before)[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    size = (trimmed.width, trimmed.height)
    figure = cv2.resize(box.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    return bool((_shaded(trimmed) == np.asarray(figure)).mean() >= _MIN_ALIKE_SHARE)


def _made(motif: Motif, settings: PictureSettings, cache: PictureCache) -> Drawn:
    """The board of exactly the part that the settings crop."""
    samples = cache.samples_of(motif, settings)
    is_inside = samples.pixels[:, :, 3] >= MIN_OPAQUE_ALPHA
    if settings.background is not None:
        is_inside = is_inside & ~_removed(samples.pixels, is_inside, settings.background)
    is_cut_out = motif.has_transparency or settings.background is not None
    if settings.colors > 1:
        result = coloring.color_cells(samples, is_inside, is_cut_out, settings)
    else:
        result = black_and_white.shade_cells(samples, is_inside, is_cut_out, settings)
    cells = without_holes(without_specks(result.cells, settings.specks), settings.holes)
    changed = cells != result.cells
    clarity = np.where(changed, np.minimum(result.clarity, _MAX_CHANGED_CLARITY), result.clarity)
    is_too_light = settings.colors == 1 and not result.cells.any()
    notes = _notes(motif, samples, is_inside, cells, is_too_light) + result.notes
    gone = len(np.setdiff1d(result.cells, [*np.unique(cells), 0]))
    if gone and cells.any() and settings.colors > 1:
        note = plural(
            gone,
            "{count} colour is gone with the specks and holes.",
            "{count} colours are gone with the specks and holes.",
        )
        notes += (note,)
    return _drawn(replace(result, cells=cells, clarity=clarity), notes)


def _removed(
    pixels: Pixels, is_inside: NDArray[np.bool_], background: Background
) -> NDArray[np.bool_]:
    """The samples of the background's colour that are connected to the border."""
    color = rgb_of([background.color])[0].astype(int)
    low, high = (
        np.clip(color + sign * background.tolerance, 0, 255).astype(np.uint8) for sign in (-1, 1)
    )
    alike = cv2.inRange(np.ascontiguousarray(pixels[:, :, :3]), low, high)
    return connected_to_border(np.asarray(alike) > 0, ~is_inside)


def _drawn(result: CellColors, notes: tuple[str, ...]) -> Drawn:
    used = np.zeros(len(result.palette), np.bool_)
    used[np.unique(result.cells)] = True
    used[0] = True
    if not used[1:].any():
        used[1] = True  # a palette has at least one colour besides the background
    index = np.cumsum(used) - 1
    palette = tuple(c for c, is_used in zip(result.palette, used, strict=True) if is_used)
    masks = np.left_shift(1, index[result.cells])
    rows, columns = result.cells.shape
    grid = Grid(rows, columns, len(palette), masks.ravel().tolist())
    reluctance = tuple(np.round(result.clarity, 4).ravel().tolist())
    return Drawn(grid, palette, min(255, max(0, result.threshold)), reluctance, notes)


def _notes(
    motif: Motif,
    samples: Samples,
    is_inside: NDArray[np.bool_],
    cells: NDArray[np.uint8],
    is_too_light: bool,
) -> tuple[str, ...]:
    notes = []
    if motif.frames > 1:
        notes.append(worded("The first of {frames} frames is used.", frames=motif.frames))
    if motif.size_px == (1, 1):
        notes.append(_("The picture is a single pixel."))
    points = samples.points
    packed = np.ascontiguousarray(points).view(np.uint32)[:, :, 0]  # quicker to compare
    opaque = packed[points[:, :, 3] >= MIN_OPAQUE_ALPHA]
    if not len(opaque):
        notes.append(_("The picture is completely transparent, so all cells are blank."))
    elif (opaque == opaque[0]).all() and not motif.has_transparency:
        notes.append(_("The used part of the picture has a single colour, so it makes no drawing."))
    elif not is_inside.any():
        notes.append(_("The whole picture counts as background, so all cells are blank."))
    elif is_too_light:
        notes.append(_("No cell is shaded; try another threshold."))
    elif not cells.any():
        notes.append(_("No cell is shaded with these settings."))
    elif cells.all():
        notes.append(_("All cells are shaded with these settings."))
    return tuple(notes)
