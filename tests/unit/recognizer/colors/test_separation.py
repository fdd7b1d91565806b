"""What is a tile's own, and what belongs to its digits or its neighbour."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.colors import flat_picture, separation
from recognizer.lattice import Lattice

RED, YELLOW, PINK = (38.0, 55.0, 25.0), (77.0, 15.0, 75.0), (70.0, 25.0, 8.0)


def test_a_tile_that_is_full_of_digits_has_the_colour_of_the_others() -> None:
    """The edges of light digits are more than what is left of the tile between them."""
    tiles = np.zeros((20, 100), np.int32)
    lab = np.full((20, 100, 3), (100, 0, 0), np.float32)
    labs = np.array([(0, 0, 0), RED, YELLOW, RED, YELLOW, PINK])
    for k in range(1, 6):
        part = np.s_[2:18, 20 * k - 18 : 20 * k - 2]
        tiles[part] = k
        lab[part] = RED if k == 5 else labs[k]
    lab[5:15, 86:89] = lab[5:15, 92:94] = PINK
    made = separation._with_main_colors(lab, tiles, labs)
    assert np.allclose(made[5], RED)
    assert np.allclose(made[:5], labs[:5])


def test_a_tile_has_the_colour_of_most_of_its_pixels() -> None:
    """The frequent colour by which a dark tile was found may be that of its edge."""
    edge, dark = (42.0, -1.0, -2.0), (22.0, -1.0, -2.0)
    tiles = np.zeros((20, 60), np.int32)
    lab = np.full((20, 60, 3), (100, 0, 0), np.float32)
    for k in range(1, 4):
        part = np.s_[2:18, 20 * k - 18 : 20 * k - 2]
        tiles[part] = k
        lab[part] = edge
        lab[4:17, 20 * k - 17 : 20 * k - 4] = dark
    made = separation._with_main_colors(lab, tiles, np.array([(0, 0, 0), edge, edge, RED]))
    assert np.allclose(made[1:3], dark)


@pytest.mark.parametrize("tilt", [0.0, 0.15, -0.1])
@pytest.mark.parametrize("turned", [False, True])
def test_the_edge_of_the_next_tile_is_no_digit(turned: bool, tilt: float) -> None:
    """On a page that lies at an angle the edge is as tilted as the columns of the board."""
    x, y = np.meshgrid(np.arange(44), np.arange(40))
    x = np.rint(x - 11 + tilt * (y - 20)).astype(int)

    def part(top: float, left: float, bottom: float, right: float) -> NDArray[np.bool_]:
        return (y >= 2 * top) & (y < 2 * bottom) & (x >= 2 * left) & (x < 2 * right)

    tiles = part(2, 3, 18, 15).astype(np.int32)
    inner = part(3, 4, 17, 14)
    edge = part(3, 12.5, 17, 14)  # as high as the tile
    digits = part(5, 8, 15, 10) | part(6, 4, 15, 6)  # in its middle, and at its side
    corners = np.array([(0, 0), (50, 0), (50 - 40 * tilt, 40), (-40 * tilt, 40)], np.float32)
    if turned:
        tiles, inner, edge, digits = tiles.T.copy(), inner.T.copy(), edge.T, digits.T
        corners = corners[[0, 3, 2, 1], ::-1]
    share = np.ascontiguousarray(digits | edge, np.float32)
    separation._without_rims(share, inner, tiles, Lattice.from_corners(corners, 2, 2))
    jagged = 0 if tilt == 0 else 4
    assert ((share > 0) != digits).sum() <= jagged < edge.sum() / 10


@pytest.mark.parametrize("left", [4, 11])
def test_a_1_at_the_edge_of_its_tile_is_a_digit(left: int) -> None:
    """In a small picture its blurred stroke is as high as the tile."""
    tiles = np.zeros((20, 24), np.int32)
    tiles[3:17, 3:17] = 1
    inner = np.zeros(tiles.shape, bool)
    inner[4:16, 4:16] = True
    share = np.zeros(tiles.shape, np.float32)
    share[4:16, left : left + 5] = 0.6
    before = share.copy()
    corners = np.array([(0, 0), (24, 0), (24, 20), (0, 20)], np.float32)
    separation._without_rims(share, inner, tiles, Lattice.from_corners(corners, 2, 2))
    assert np.array_equal(share, before)


@pytest.mark.parametrize(("apart", "is_told"), [(26.0, True), (3.0, False)])
def test_two_colours_of_tiles_are_told_apart_beside_how_they_scatter(
    apart: float, is_told: bool
) -> None:
    """Grey and black tiles are nearer to each other than colours may be that are merged."""
    rng = np.random.default_rng(1)
    true = rng.integers(0, 2, 120)
    labs = np.array([(50.0, -2, -2), (50.0 - apart, -2, -1)])[true] + rng.normal(0, 2.5, (120, 3))
    labels = separation._labels_of(labs)
    pairs = set(zip(labels.tolist(), true.tolist(), strict=True))
    assert (len(pairs) == 2 and bool(labels.any())) is is_told


@pytest.mark.parametrize(("dark", "is_most"), [((45.0, -30, 35), False), ((35.0, -16, 11), True)])
def test_a_rare_colour_makes_no_main_one_of_two_others(
    dark: tuple[float, float, float], is_most: bool
) -> None:
    """Tiles in two greens are colours, and cells of one hue in a shadow are not."""
    labs = np.array([(70.0, -16, 11)] * 78 + [dark] * 36 + [(65.0, 26, 65)] * 2)
    labels = np.repeat([0, 1], [114, 2])
    share = separation._main_share(labs, labels)
    assert (share > separation.MAX_MAIN_SHARE) is is_most


def test_the_light_of_paper_is_the_same_at_points_and_on_a_raster() -> None:
    coefficients = np.random.default_rng(1).normal(size=(6, 3))
    x, y = np.linspace(-1, 1, 7), np.linspace(-0.5, 1.5, 5)
    exact = flat_picture._terms(x[None, :], y[:, None]) @ coefficients
    assert np.allclose(flat_picture._surface(x, y, coefficients), exact, atol=1e-5)
