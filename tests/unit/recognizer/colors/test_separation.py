"""What is a tile's own, and what belongs to its digits or its neighbour."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.colors import separation

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


@pytest.mark.parametrize("turned", [False, True])
def test_the_edge_of_the_next_tile_is_no_digit(turned: bool) -> None:
    tiles = np.zeros((20, 22), np.int32)
    tiles[2:18, 3:19] = 1
    share = np.zeros(tiles.shape, np.float32)
    share[3:17, 16:18] = 1.0  # as high as the tile
    share[5:15, 9:11] = 1.0  # a digit 1 in its middle
    share[6:15, 4:6] = 1.0  # and one at its edge
    digits = share.copy()
    digits[3:17, 16:18] = 0
    inner = np.zeros(tiles.shape, bool)
    inner[3:17, 4:18] = True
    if turned:
        tiles, share, inner, digits = tiles.T.copy(), share.T.copy(), inner.T.copy(), digits.T
    separation._without_rims(share, inner, tiles)
    assert np.array_equal(share, digits)
