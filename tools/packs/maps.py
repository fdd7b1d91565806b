"""Countries and coasts, drawn from TopoJSON of Natural Earth.

A map is named after its country, as in ``Italy``, or by the corners of a region in degrees, as in
``-10,35,30,62`` (west, south, east, north). A sign ``~`` before it draws the land white.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MAP_PX = 1152
"""The longer side of a drawn map."""
MIN_AREA_SHARE = 0.0004
"""Islands with a smaller share of the area of the country's largest part are left out."""
MAX_AWAY = 0.6
"""How far a part of a country may be from its largest part, in sizes of that part."""
Ring = NDArray[np.float64]


def map_picture(path: Path, which: str) -> NDArray[np.uint8]:
    """The map, land black on a transparent sea: RGBA uint8, shape (height, width, 4).

    Raises:
        OSError: There is no such country.
    """
    name = which.removeprefix("~")
    if "," in name:
        west, south, east, north = map(float, name.split(","))
        rings = [ring for found in _countries(path).values() for ring in found]
    else:
        if name not in _countries(path):
            raise OSError(f"{path}: no country {name}")
        rings = list(_near(_countries(path)[name]))
        corners = np.concatenate(rings)
        (west, south), (east, north) = corners.min(axis=0), corners.max(axis=0)
    flat = math.cos(math.radians((south + north) / 2))
    scale = MAP_PX / max((east - west) * flat, north - south)
    width, height = round((east - west) * flat * scale), round((north - south) * scale)
    ink = np.zeros((height, width, 4), np.uint8)
    shade = np.zeros((height, width), np.uint8)
    for ring in rings:
        points = (ring - (west, north)) * (flat * scale, -scale)
        cv2.fillPoly(shade, [np.round(points).astype(np.int32)], 255)
    ink[:, :, 3] = 255 - shade if which.startswith("~") else shade
    return ink


def _near(rings: list[Ring]) -> Iterator[Ring]:
    """The rings of a country that belong to its picture."""
    largest = max(rings, key=_area)
    low, high = largest.min(axis=0), largest.max(axis=0)
    reach = (high - low).max() * MAX_AWAY
    for ring in rings:
        is_near = (ring.min(axis=0) > low - reach).all() and (ring.max(axis=0) < high + reach).all()
        if is_near and _area(ring) >= MIN_AREA_SHARE * _area(largest):
            yield ring


def _area(ring: Ring) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2


@cache
def _countries(path: Path) -> dict[str, list[Ring]]:
    """The outer rings of each country, in degrees. Source: the TopoJSON specification, 2."""
    topology = json.loads(path.read_bytes())
    scale, start = (np.array(topology["transform"][k]) for k in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + start for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> Ring:
        parts = [arcs[k] if k >= 0 else arcs[~k][::-1] for k in numbers]
        return np.concatenate([part[:-1] for part in parts])

    def rings(shape: dict[str, Any]) -> list[Ring]:
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        return [ring(polygon[0]) for polygon in polygons]

    shapes = topology["objects"]["countries"]["geometries"]
    return {each["properties"]["name"]: rings(each) for each in shapes if each.get("arcs")}
