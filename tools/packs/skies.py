"""Constellations in the night sky: real stars, joined by lines as people draw them.

``stars.tsv`` has right ascension and declination in degrees (J2000) and the magnitude of each star,
as catalogues have them; ``constellations.tsv`` the lines of each constellation.
"""

from __future__ import annotations

import csv
import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.packs.curves import Cells

_HERE = Path(__file__).parent
BRIGHT, MIDDLE = 1.7, 2.7
"""Magnitudes up to which a star is a cross of 3x3 cells, and one of two cells by two."""
SKY, STAR = 1, 2
"""The colours of a sky in colour; the lines are white."""


class Star(NamedTuple):
    """A star."""

    ascension: float
    """Right ascension, degrees."""
    declination: float
    """Degrees."""
    magnitude: float


@cache
def _stars() -> dict[str, Star]:
    with (_HERE / "stars.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]
    return {name: Star(*map(float, numbers)) for name, *numbers in rows}


@cache
def _lines() -> dict[str, list[list[str]]]:
    with (_HERE / "constellations.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))
    return {name: [part.split(" - ") for part in text.split(", ")] for name, text in rows}


def night_sky(name: str, side: int, margin: int = 1) -> NDArray[np.int_]:
    """A constellation in a dark sky: 0 for its lines, SKY and STAR; ``side`` is the longer side."""
    chains = _lines()[name]
    names = sorted({star for chain in chains for star in chain})
    at = _projected([_stars()[star] for star in names])
    low, high = at.min(axis=0), at.max(axis=0)
    scale = (side - 1 - 2 * margin) / float((high - low).max())
    places = np.round((at - low) * scale).astype(int) + margin
    width, height = places.max(axis=0) + margin + 1
    where = {star: (int(x), int(y)) for star, (x, y) in zip(names, places, strict=True)}
    lines = np.zeros((height, width), np.uint8)
    for chain in chains:
        points = np.array([where[star] for star in chain], np.int32)
        cv2.polylines(lines, [points], False, 1, 1, cv2.LINE_8)
    sky = np.where(lines > 0, 0, SKY)
    for star, (x, y) in where.items():
        for dx, dy in _disc(_stars()[star].magnitude):
            if 0 <= x + dx < width and 0 <= y + dy < height:
                sky[y + dy, x + dx] = STAR
    return np.asarray(sky)


def dark_sky(name: str, side: int, margin: int = 1) -> Cells:
    """The same in black and white: stars and lines are white."""
    return np.asarray(night_sky(name, side, margin) == SKY)


def star_map(name: str, side: int) -> Cells:
    """The same, printed: black lines and stars on white."""
    return np.asarray(night_sky(name, side, 1) != SKY)


def _disc(magnitude: float) -> tuple[tuple[int, int], ...]:
    if magnitude <= BRIGHT:
        return (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)
    return ((0, 0), (1, 0), (0, 1), (1, 1)) if magnitude <= MIDDLE else ((0, 0),)


def _projected(stars: list[Star]) -> NDArray[np.float64]:
    """Places in the sky as they are seen, north above and east left: a gnomonic projection."""
    angles = [(math.radians(s.ascension), math.radians(s.declination)) for s in stars]
    toward = np.array([(math.cos(d) * math.cos(a), math.cos(d) * math.sin(a), math.sin(d))
                       for a, d in angles])  # fmt: skip
    middle = toward.mean(axis=0)
    middle /= np.linalg.norm(middle)
    east = np.cross((0.0, 0.0, 1.0), middle)
    east /= np.linalg.norm(east)
    north = np.cross(middle, east)
    depth = toward @ middle
    return np.stack([-(toward @ east) / depth, -(toward @ north) / depth], axis=1)
