"""The size of a replay is bounded, whatever its board."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageSequence

from helper.images.replay import ENDINGS, most_boards, replay_bytes
from puzzles import Grid
from tests.support.boards import colored


@pytest.mark.parametrize(("size", "least", "most"), [
    ((5, 5), 90, 100), ((20, 30), 90, 100), ((1, 1000), 100, 100), ((1000, 1000), 2, 10),
])  # fmt: skip
def test_large_boards_have_fewer_frames(size: tuple[int, int], least: int, most: int) -> None:
    assert least <= most_boards(*size) <= most


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_frame_shows_a_board_in_its_colours(ending: str) -> None:
    puzzle = colored(1, 3, 3)
    states = ([1, 1, 1], [2, 1, 1], [2, 4, 1])
    boards = [puzzle.picture(Grid(1, 3, 3, cells).cells) for cells in states]
    with Image.open(io.BytesIO(replay_bytes(boards, ending))) as film:
        *others, image = (frame.convert("RGB") for frame in ImageSequence.Iterator(film))
        assert len(others) == 2
    wide = image.width // 3
    shown = [image.getpixel((wide * k + wide // 2, image.height // 2)) for k in range(3)]
    rgbs = (puzzle.palette[color].rgb for color in (1, 2, 0))
    assert shown == [tuple(bytes.fromhex(rgb[1:])) for rgb in rgbs]
