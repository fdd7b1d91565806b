"""Positions of a reading of a part of a picture, in the whole picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Lattice, Points
from recognizer.values import MIRRORED, Numbers, Quad, Reading, ReadLine

Size = tuple[int, int]
"""The height and width of a picture, px."""


def turned_points(points: NDArray[np.floating], turns: int, size: Size) -> Points:
    """Where points of a picture are after it is turned.

    Args:
        points: Shape (..., 2), (x, y) in px.
        turns: See :func:`recognizer.images.turned`.
        size: The size of the picture before.

    >>> turned_points(np.array([(0, 0), (1, 0)]), 1, (10, 20)).tolist()
    [[9.0, 0.0], [9.0, 1.0]]
    """
    height, width = size
    x, y = np.moveaxis(np.asarray(points, np.float64), -1, 0)
    if turns & MIRRORED:
        x = width - 1 - x
    for _ in range(turns % 4):
        x, y = height - 1 - y, x
        height, width = width, height
    return np.stack([x, y], axis=-1).astype(np.float32)


def upright_points(points: NDArray[np.floating], turns: int, size: Size) -> Points:
    """The reverse of :func:`turned_points`, with the size of the picture before it was turned."""
    height, width = size[::-1] if turns % 2 else size
    x, y = np.moveaxis(np.asarray(points, np.float64), -1, 0)
    for _ in range(turns % 4):
        x, y = y, width - 1 - x
        height, width = width, height
    if turns & MIRRORED:
        x = width - 1 - x
    return np.stack([x, y], axis=-1).astype(np.float32)


def in_whole(reading: Reading, part: Size, origin: tuple[int, int], whole: Size) -> Reading:
    """The reading of a part of a picture with the positions that it has in the whole picture.

    Args:
        reading: The reading; its positions are those in the turned part.
        part: The size of the part before it was turned.
        origin: (x, y) of the part's first pixel in the whole picture, px.
        whole: The size of the whole picture.

    Returns:
        Its positions are those in the whole picture, turned in the same way.
    """
    turns = reading.turns
    first = upright_points(np.zeros(2), turns, part) + np.array(origin)
    step = turned_points(first, turns, whole)
    if not step.any():
        return reading
    x, y = step.tolist()

    def quad(places: Quad) -> Quad:
        return tuple((px + x, py + y) for px, py in places)

    def numbers(old: Numbers) -> Numbers:
        return tuple(replace(number, quad=quad(number.quad)) for number in old)

    def lines(old: tuple[ReadLine, ...]) -> tuple[ReadLine, ...]:
        return tuple(
            replace(
                line,
                numbers=numbers(line.numbers),
                others=tuple(o._replace(numbers=numbers(o.numbers)) for o in line.others),
                unread=tuple(map(quad, line.unread)),
            )
            for line in old
        )

    def lattice(old: Lattice) -> Lattice:
        return Lattice((old.points + step).astype(np.float32))

    return replace(
        reading,
        lattice=None if reading.lattice is None else lattice(reading.lattice),
        rows=lines(reading.rows),
        columns=lines(reading.columns),
        others=tuple(map(lattice, reading.others)),
    )
