"""Which cells of a picture have which of a few colours."""

from __future__ import annotations

from string import ascii_lowercase

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.model import BLACK, Color
from recognizer.boards.colors import (
    Lab,
    background_index,
    nearest,
    paper_for,
    rgb_of,
    to_lab,
)
from recognizer.boards.palette import colors_of
from recognizer.boards.picture_kinds import INSIDE
from recognizer.boards.sampling import Decided, Samples
from recognizer.boards.settings import PictureSettings
from recognizer.boards.tones import MIDDLE, curve

_ENOUGH = 40_000
"""Pixels that tell which colours there are."""
_HALF = 0.5
"""A cell of which so much has one colour or another is shaded."""


def decide(
    samples: Samples,
    is_inside: NDArray[np.bool_],
    is_cut_out: bool,
    settings: PictureSettings,
) -> Decided:
    """Give each cell the background or one of the colours.

    What is background does not depend on the palette: a palette that is edited changes colours,
    not the shape.

    Args:
        samples: The picture.
        is_inside: Which samples belong to it, shape (rows * per_cell, columns * per_cell).
        is_cut_out: Whether the others are transparent or removed: they are the background then.
        settings: What was chosen.
    """
    rgb = _toned(samples.pixels[:, :, :3], settings)
    if settings.background is None:
        points = samples.points
        pure = _toned(points[:, :, :3], settings)[points[:, :, 3] >= INSIDE]
    else:
        pure = rgb[is_inside]
        pure = pure[:: -(-len(pure) // _ENOUGH) or 1]
    lab = to_lab(rgb)
    most = settings.colors + (not is_cut_out)
    found = colors_of(rgb, lab, is_inside, samples.per_cell, pure, most)
    labels, colors, ground = _labels(lab, is_inside, found, is_cut_out)
    notes = () if settings.palette else _notes(len(colors), settings.colors, ground is not None)
    if settings.palette and colors:
        colors = list(settings.palette)
        wanted = nearest(lab, to_lab(rgb_of(colors)[None])[0]) + 1
        labels = np.where(labels > 0, wanted, 0)
    shares = samples.shares(labels, len(colors) + 1)
    cells, clarity = _most_frequent(shares)
    palette = _palette(colors, ground, settings)
    return Decided(cells, clarity, settings.threshold or MIDDLE, palette, notes)


def _notes(count: int, wanted: int, has_ground: bool) -> tuple[str, ...]:
    """What is to be said of a picture that has fewer colours than were asked for."""
    if not 0 < count < wanted:
        return ()
    colors = "1 colour that differs" if count == 1 else f"{count} colours that differ"
    besides = " besides its background" if has_ground else ""
    return (f"The picture has {colors}{besides}; {wanted} were asked for.",)


def _labels(
    lab: Lab, is_inside: NDArray[np.bool_], found: list[str], is_cut_out: bool
) -> tuple[NDArray[np.intp], list[str], str | None]:
    """For each sample 0 for background, else the number of its colour.

    Returns:
        The numbers, the colours, and the background's if the picture has one of its own.
    """
    if not found or not is_inside.any():
        return np.zeros(is_inside.shape, np.intp), [], None
    centers = to_lab(rgb_of(found)[None])[0]
    labels = nearest(lab, centers) + 1
    colors, ground_color = list(found), None
    if not is_cut_out:
        ground = background_index(lab, is_inside, centers)
        ground_color = colors.pop(ground)
        labels = np.where(labels == ground + 1, 0, labels - (labels > ground + 1))
    return np.where(is_inside, labels, 0), colors, ground_color


def _most_frequent(
    shares: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Each cell's colour, and how clear that is.

    Args:
        shares: Of each colour in each cell, background first; shape (colours, rows, columns).
    """
    if len(shares) == 1:
        return np.zeros(shares.shape[1:], np.uint8), np.ones(shares.shape[1:])
    colored = shares[1:].sum(axis=0)
    ranked = np.sort(shares[1:], axis=0)
    lead = ranked[-1] - (ranked[-2] if len(ranked) > 1 else 0)
    is_shaded = colored >= _HALF
    cells = np.where(is_shaded, shares[1:].argmax(axis=0) + 1, 0)
    from_background = np.abs(2 * colored - 1)
    clarity = np.where(is_shaded, np.minimum(from_background, lead), from_background)
    return cells.astype(np.uint8), clarity.clip(0, 1)


def _palette(colors: list[str], ground: str | None, settings: PictureSettings) -> tuple[Color, ...]:
    """Background first; it looks as wanted, unless a colour that was found looks the same."""
    paper = settings.paper
    if not settings.palette:
        paper = paper_for(colors, [paper] if ground is None else [paper, ground])
    wishes = colors or list(settings.palette) or [BLACK.rgb]
    inks = [Color(symbol, ink) for symbol, ink in zip(ascii_lowercase, wishes, strict=False)]
    return (Color("0", paper), *inks)


def _toned(rgb: NDArray[np.uint8], settings: PictureSettings) -> NDArray[np.uint8]:
    """With brightness and contrast, as a negative if so chosen."""
    levels = curve(settings.brightness, settings.contrast)
    toned = np.ascontiguousarray(rgb)
    if levels is not None:
        toned = np.asarray(cv2.LUT(toned, levels), np.uint8)
    return 255 - toned if settings.invert else toned
