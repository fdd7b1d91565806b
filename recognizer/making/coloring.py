"""Assign a few colours to the cells of a picture."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from puzzles.model import BLACK, Color
from puzzles.words import forms, plural
from recognizer.making.colors import (
    Lab,
    background_index,
    nearest,
    paper_for,
    rgb_of,
    to_lab,
)
from recognizer.making.lightness import adjusted
from recognizer.making.outlines import Outlines, outlines_of
from recognizer.making.palette import FoundColors, colors_of
from recognizer.making.picture_kinds import MIN_OPAQUE_ALPHA
from recognizer.making.sampling import CellColors, Samples
from recognizer.making.settings import PictureSettings
from recognizer.making.smoothing import smoothed
from recognizer.making.tones import MIDDLE_LIGHTNESS

_MAX_COLOR_PIXELS = 40_000
"""Approximate number of pixels in which colours are searched."""
_MIN_COLORED_SHARE = 0.5
"""Minimum share of coloured samples in a shaded cell."""
_MAX_SPARE_COLORS = 6
"""Maximum number of further colours that are tried if no cell has one of the wanted ones."""
_MAX_OUTLINE_LAB = 20.0
"""Maximum distance in Lab of outlines from the palette's colour for them."""
_MIN_PURE_SHARE = 0.97
"""Minimum share of one colour in a cell through which no thin line can pass."""
_MIN_SURFACE_SHARE = 1e-3
"""Minimum share of a cell beside lines, so that nothing is divided by 0."""


def color_cells(
    samples: Samples,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    settings: PictureSettings,
) -> CellColors:
    """Give each cell the background or one of the colours.

    The background does not depend on the palette: editing the palette changes colours, not shapes.

    Args:
        samples: The picture.
        is_inside: Which samples belong to the picture, shape (rows * per_cell, columns * per_cell).
        is_cut_out: Whether the other samples are transparent or removed, and so the background.
        settings: The settings.
    """
    toning = (settings.brightness, settings.contrast)
    rgb = adjusted(samples.pixels[:, :, :3], *toning)

    def pure() -> NDArray[np.uint8]:
        """Pixels that are not mixed with their neighbours."""
        if settings.background is None:
            points = samples.points
            return adjusted(points[:, :, :3], *toning)[points[:, :, 3] >= MIN_OPAQUE_ALPHA]
        inside = rgb[is_inside]
        return inside[:: -(-len(inside) // _MAX_COLOR_PIXELS) or 1]

    lab = to_lab(rgb)
    outlines = outlines_of(rgb, lab, is_inside, samples) if settings.keeps_outlines else None

    def cells_with(most: int) -> tuple[CellColors, FoundColors]:
        """The cells in so many colours, the background among them, of which some may have none."""
        found = colors_of(
            rgb,
            lab,
            is_inside,
            samples.per_cell,
            pure,
            most,
            outline=None if outlines is None else outlines.rgb,
        )
        return _cells_of(samples, lab, is_inside, is_cut_out, found, outlines, settings), found

    most = settings.colors + (not is_cut_out)
    result, found = cells_with(most)
    if settings.palette or not found.colors:
        return result
    for spare in range(1, _MAX_SPARE_COLORS + 1):
        if _used(result) >= settings.colors or len(found.colors) < most + spare - 1:
            break  # enough, or the picture has no more
        more, found = cells_with(most + spare)
        if _used(result) < _used(more) <= settings.colors:
            result = more
    count = _used(result) or len(result.palette) - 1
    return replace(result, notes=_notes(count, settings.colors, not is_cut_out))


def _used(result: CellColors) -> int:
    """The number of colours besides the background that cells have."""
    return int(np.count_nonzero(np.unique(result.cells)))


def _cells_of(
    samples: Samples,
    lab: Lab,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    found: FoundColors,
    outlines: Outlines | None,
    settings: PictureSettings,
) -> CellColors:
    """Give each cell the background or one of the colours that were found."""
    labels, colors, background = _labels(lab, is_inside, found, is_cut_out)
    is_photo = found.is_photo
    is_calm = is_photo and outlines is None
    is_shaded = None
    if is_calm and colors:
        shares = samples.shares(labels, len(colors) + 1)
        paper = background or settings.paper
        is_shaded = _calm(_most_frequent(shares)[0], shares, [paper, *colors], None) > 0
    if settings.palette and colors:
        colors = list(settings.palette)
        wanted = nearest(lab, to_lab(rgb_of(colors)[None])[0]) + 1
        labels = np.where(labels > 0, wanted, 0)
    if outlines is not None and colors:
        cells, clarity = _with_outlines(samples, labels, colors, background, outlines)
    else:
        shares = samples.shares(labels, len(colors) + 1)
        cells, clarity = _most_frequent(shares)
        if is_shaded is not None:
            calm = _calm(cells, shares, [settings.paper, *colors], is_shaded)
            clarity = np.where(calm == cells, clarity, 0)
            cells = calm
    palette = _palette(colors, background, settings)
    return CellColors(cells, clarity, settings.threshold or MIDDLE_LIGHTNESS, palette)


def _notes(count: int, wanted: int, has_background: bool) -> tuple[str, ...]:
    """The sentence for a board with fewer colours than requested."""
    if not 0 < count < wanted:
        return ()
    one, many = (
        forms(
            "The picture has {count} colour that differs besides its background; {wanted} were"
            " asked for.",
            "The picture has {count} colours that differ besides its background; {wanted} were"
            " asked for.",
        )
        if has_background
        else forms(
            "The picture has {count} colour that differs; {wanted} were asked for.",
            "The picture has {count} colours that differ; {wanted} were asked for.",
        )
    )
    return (plural(count, one, many, wanted=wanted),)


def _labels(
    lab: Lab, is_inside: NDArray[np.bool_], found: FoundColors, is_cut_out: bool
) -> tuple[NDArray[np.intp], list[str], str | None]:
    """For each sample 0 for background, else the number of its colour.

    Returns:
        The labels, the colours, and the background's colour if the picture has one.
    """
    if not found.colors or not is_inside.any():
        return np.zeros(is_inside.shape, np.intp), [], None
    centers = to_lab(rgb_of(found.colors)[None])[0]
    labels = nearest(lab, centers) + 1
    colors, background_color = list(found.colors), None
    if not is_cut_out:
        background = background_index(lab, is_inside, centers, found.is_photo)
        background_color = colors.pop(background)
        labels = np.where(labels == background + 1, 0, labels - (labels > background + 1))
    return np.where(is_inside, labels, 0), colors, background_color


def _most_frequent(
    shares: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The most frequent colour of each cell, and its clarity.

    Args:
        shares: The share of each colour, background first; shape (colours, rows, columns).
    """
    if len(shares) == 1:
        return np.zeros(shares.shape[1:], np.uint8), np.ones(shares.shape[1:])
    colored = shares[1:].sum(axis=0)
    ranked = np.sort(shares[1:], axis=0)
    margin = ranked[-1] - (ranked[-2] if len(ranked) > 1 else 0)
    is_shaded = colored >= _MIN_COLORED_SHARE
    cells = np.where(is_shaded, shares[1:].argmax(axis=0) + 1, 0)
    from_background = np.abs(2 * colored - 1)
    clarity = np.where(is_shaded, np.minimum(from_background, margin), from_background)
    return cells.astype(np.uint8), clarity.clip(0, 1)


def _calm(
    cells: NDArray[np.uint8],
    shares: NDArray[np.float64],
    colors: list[str],
    is_shaded: NDArray[np.bool_] | None,
) -> NDArray[np.uint8]:
    """Smooth the cells of a photo.

    Args:
        cells: The colour of each cell.
        shares: The share of each colour in each cell, background first.
        colors: The colours, background first.
        is_shaded: Which cells are not background, if that is known; only their colours change.
    """
    lab = to_lab(rgb_of(colors)[None])[0]
    is_open = np.ones(cells.shape, np.bool_)
    if is_shaded is not None:
        shares = shares.copy()
        shares[0] = np.where(is_shaded, -np.inf, np.inf)
        cells = shares.argmax(axis=0).astype(np.uint8)
        is_open = is_shaded
    return smoothed(cells.astype(np.intp), shares, lab, is_open).astype(np.uint8)


def _with_outlines(
    samples: Samples,
    labels: NDArray[np.intp],
    colors: list[str],
    background: str | None,
    outlines: Outlines,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The most frequent colour of each cell, or that of the outline that passes through it.

    Args:
        samples: The samples, which have their number in a cell.
        labels: The colour of each sample, 0 for background.
        colors: The colours.
        background: The colour of the background, if the picture has one.
        outlines: The outlines.
    """
    plain = samples.shares(labels, len(colors) + 1)
    line = to_lab(outlines.rgb[None, None])[0, 0]
    known = to_lab(rgb_of([background or colors[0], *colors])[None])[0]
    label = int(nearest(line, known)) if background else int(nearest(line, known[1:])) + 1
    if float(np.linalg.norm(known[label] - line)) > _MAX_OUTLINE_LAB:
        return _most_frequent(plain)
    # Samples beside a line are mixed with it: they say nothing about the surface.
    counted = np.where(outlines.is_line, len(colors) + 1, labels)
    *shares, on_line = samples.shares(counted, len(colors) + 2)
    surfaces = np.stack(shares) / np.maximum(1 - on_line, _MIN_SURFACE_SHARE)
    cells, clarity = _most_frequent(surfaces)
    is_line = outlines.cells
    is_pure = plain.max(axis=0) >= _MIN_PURE_SHARE
    cells = np.where(is_pure, plain.argmax(axis=0), np.where(is_line, label, cells))
    from_line = np.abs(2 * outlines.coverage - 1).clip(0, 1)
    unclear = np.where(is_line, from_line, np.minimum(clarity, from_line))
    return cells.astype(np.uint8), np.where(is_pure, plain.max(axis=0), unclear)


def _palette(
    colors: list[str], background: str | None, settings: PictureSettings
) -> tuple[Color, ...]:
    """The palette, background first; its colour is the wanted one if no other is similar."""
    paper = settings.paper
    if not settings.palette:
        paper = paper_for(colors, [paper] if background is None else [paper, background])
    colors_or_default = colors or list(settings.palette) or [BLACK.rgb]
    inks = [
        Color(symbol, ink) for symbol, ink in zip(ascii_lowercase, colors_or_default, strict=False)
    ]
    return (Color("0", paper), *inks)
