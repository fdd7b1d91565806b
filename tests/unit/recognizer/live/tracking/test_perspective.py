"""Board coordinates far beyond the board."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.lattice import Lattice
from recognizer.live.tracking.perspective import PagePlane
from tests.support.films import Nodes, camera, farthest, moved

VIEWS = [
    {},
    {"tilt": 35.0, "roll": 10.0},
    {"tilt": -30.0, "roll": -70.0, "zoom": 0.8},
    {"tilt": 25.0, "roll": 200.0, "x": 300.0},
]
SIZES = [(5, 5), (12, 8), (25, 25)]


def board(rows: int, columns: int, beyond: int = 0) -> Nodes:
    """Every half cell, as far as that many cells outside."""
    low, high = -beyond, (rows + beyond, columns + beyond)
    at = np.mgrid[low : high[0] + 0.1 : 0.5, low : high[1] + 0.1 : 0.5]
    return np.moveaxis(at, 0, -1)


def flat(at: Nodes, size: tuple[int, int], view: dict[str, float]) -> Nodes:
    """Where board coordinates are on a flat page before a camera."""
    pitch = 380 / (max(size) + 16)
    left, top = (np.array((640, 480)) - pitch * np.array(size[::-1])) / 2
    return moved(at[..., ::-1] * pitch + np.array([left, top]), camera(**view))


def lattice(size: tuple[int, int], view: dict[str, float], bend: float = 0) -> Lattice:
    crossings = np.moveaxis(np.mgrid[0 : size[0] + 1, 0 : size[1] + 1].astype(float), 0, -1)
    points = flat(crossings, size, view)
    across = np.sin(2.5 * crossings[..., 1] / size[1] + 0.3)
    points[..., 1] += bend * across * 380 / (max(size) + 16)
    return Lattice(points.astype(np.float32))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", SIZES)
def test_of_flat_pages_it_is_the_perspective_also_far_outside(
    size: tuple[int, int], view: dict[str, float]
) -> None:
    plane, at = PagePlane(lattice(size, view)), board(*size, 8)
    assert farthest(plane.at(at), flat(at, size, view)) < 0.02


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bend", [0, 0.4, 0.8])
def test_there_and_back_is_where_it_was(
    size: tuple[int, int], view: dict[str, float], bend: float
) -> None:
    plane, at = PagePlane(lattice(size, view, bend)), board(*size, 8)
    assert farthest(plane.board_of(plane.at(at)), at) < 0.02


@pytest.mark.parametrize("view", VIEWS)
def test_crossings_are_where_the_lattice_has_them_however_it_is_bent(
    view: dict[str, float],
) -> None:
    bent = lattice((12, 8), view, 0.8)
    at = np.moveaxis(np.mgrid[0:13, 0:9].astype(float), 0, -1)
    assert farthest(PagePlane(bent).at(at), bent.points) < 1e-3


@pytest.mark.parametrize("view", VIEWS)
def test_inside_it_is_what_the_lattice_has(view: dict[str, float]) -> None:
    bent, at = lattice((12, 8), view, 0.3), board(12, 8)
    assert farthest(PagePlane(bent).at(at), bent.at(at)) < 0.03 * bent.pitch_px


def test_the_border_moves_its_surroundings_along() -> None:
    bent = lattice((10, 10), VIEWS[0], 0.5)
    border, beyond = np.array([(0.0, c) for c in range(11)]), np.array([(-5.0, 0.0)])
    straight = PagePlane(lattice((10, 10), VIEWS[0]))
    plane = PagePlane(bent)
    moved_by = plane.at(border) - straight.at(border)
    assert np.ptp(moved_by[:, 1]) > 3
    outside = plane.at(border + beyond) - straight.at(border + beyond)
    assert farthest(outside, moved_by) < 0.25 * bent.pitch_px


@pytest.mark.parametrize("shape", [(2,), (1, 2), (3, 4, 2)])
def test_any_number_of_places_may_be_asked_for(shape: tuple[int, ...]) -> None:
    plane = PagePlane(lattice((5, 5), VIEWS[1]))
    at = np.linspace(-1, 6, int(np.prod(shape))).reshape(shape)
    assert plane.at(at).shape == shape
    assert np.allclose(plane.board_of(plane.at(at)), at, atol=1e-3)


def test_of_a_single_cell_there_is_a_plane_too() -> None:
    points = np.array([[(10, 10), (30, 12)], [(9, 31), (31, 33)]], np.float32)
    plane = PagePlane(Lattice(points))
    at = np.array([(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)])
    assert farthest(plane.at(at), points.reshape(4, 2)) < 1e-3
