"""Coloured tiles among lines of their colour."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.colors import tiles
from recognizer.colors.tiles import colored_tiles

PITCH = 20
WHITE, RED = (100.0, 0.0, 0.0), (50.0, 60.0, 40.0)


def page(has_line: bool) -> NDArray[np.float32]:
    """Three red tiles of 16 px; a red line touches the lower edge of all."""
    lab = np.full((100, 120, 3), WHITE, np.float32)
    for left in (10, 40, 70):
        lab[30:46, left : left + 16] = RED
    if has_line:
        lab[46:48, 2:110] = RED
    return lab


@pytest.mark.parametrize("has_line", [False, True])
def test_lines_are_removed_only_where_a_part_is_as_long_as_one(
    has_line: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    thin_lines = tiles._thin_lines

    def count(mask: NDArray[np.uint8], pitch: float) -> NDArray[np.uint8]:
        asked.append(1)
        return thin_lines(mask, pitch)

    monkeypatch.setattr(tiles, "_thin_lines", count)
    lab = page(has_line)
    found, labs = colored_tiles(lab, np.array(WHITE), PITCH, np.ones(lab.shape[:2], bool))
    assert len(labs) == 4
    middles = [found[38, left + 8] for left in (10, 40, 70)]
    assert sorted(middles) == [1, 2, 3]
    assert np.allclose(labs[1:], RED)
    assert bool(asked) is has_line


def test_small_tiles_in_a_photo_are_found_though_their_colour_is_uneven() -> None:
    """JPEG and a dark digit leave few pixels of their own colour; all are far from the paper."""
    yellow = (77.0, 15.0, 75.0)
    random = np.random.default_rng(3)
    lab = np.full((60, 300, 3), WHITE, np.float32)
    lefts = range(20, 270, 25)
    for left in lefts:
        lab[20:36, left : left + 16] = yellow + random.normal(0, 9, (16, 16, 3))
        lab[24:32, left + 6 : left + 9] = (10, 0, 0)
    found, labs = colored_tiles(lab, np.array(WHITE), PITCH, np.ones(lab.shape[:2], bool))
    assert len(labs) == len(lefts) + 1
    assert len(np.unique(found[28, [left + 7 for left in lefts]])) == len(lefts)
    assert np.linalg.norm(labs[1:] - yellow, axis=1).max() < 8
