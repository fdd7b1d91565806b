"""Positions in a part of a picture, and in the whole."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.images import turned
from recognizer.lattice import Lattice
from recognizer.pages.positions import in_whole, turned_points, upright_points
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber, Segmentation

TURNS = range(8)
SIZE = (7, 11)


@pytest.mark.parametrize("turns", TURNS)
def test_points_are_turned_as_pictures_are(turns: int) -> None:
    picture = np.zeros((*SIZE, 3), np.uint8)
    picture[2, 9] = 255
    y, x, _ = np.argwhere(turned(picture, turns))[0]
    point = turned_points(np.array([9.0, 2.0]), turns, SIZE)
    assert point.tolist() == [x, y]
    assert upright_points(point, turns, SIZE).tolist() == [9, 2]


@pytest.mark.parametrize("turns", TURNS)
def test_a_reading_of_a_part_gets_the_places_of_the_whole(turns: int) -> None:
    whole = np.zeros((40, 60, 3), np.uint8)
    left, top, height, width = 13, 5, 20, 30
    whole[top + 4, left + 21] = 255
    part = whole[top : top + height, left : left + width]
    y, x, _ = np.argwhere(turned(part, turns))[0].tolist()
    corners = np.array([(x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9)], np.float32)
    quad = tuple(map(tuple, corners.tolist()))
    number = ReadNumber(1, 1.0, (Candidate(1, 1.0),), quad)
    line = ReadLine((number,), (Segmentation((number,), 0.1),), unread=(quad,))
    lattice = Lattice.from_corners(corners, 3, 3)
    reading = Reading(lattice, (line,) * 3, (line,) * 3, others=(lattice,), turns=turns)
    moved = in_whole(reading, (height, width), (left, top), whole.shape[:2])
    y, x, _ = np.argwhere(turned(whole, turns))[0].tolist()
    expected = (corners - corners[0] + (x, y)).tolist()
    assert moved.lattice is not None
    assert moved.lattice.corners.tolist() == expected
    assert moved.others[0].corners.tolist() == expected
    assert moved.turns == turns
    for _, each in moved.lines:
        places = (each.numbers[0].quad, each.others[0].numbers[0].quad, each.unread[0])
        assert [np.array(place).tolist() for place in places] == [expected] * 3
