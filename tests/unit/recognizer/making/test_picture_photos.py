"""Photos: coloured boards are suggested, the subject counts, and noise does not become cells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from recognizer.making.board_making import board_of
from recognizer.making.colors import background_index, rgb_of, to_lab
from recognizer.making.motif import COLORED_CELLS, Motif, suggested
from recognizer.making.settings import PictureSettings
from recognizer.making.smoothing import smoothed
from tests.support.cases import few
from tests.support.pictures import cells, line_drawing, loaded, noise, opaque, outdoors


def portrait(seed: int = 1, side: int = 480, suit: str = "", curtain: str = "") -> Image.Image:
    """A face, hair and clothes in soft light before a wall; with the noise of a camera.

    Args:
        seed: Of the noise.
        side: The width and height, px.
        suit: The colour of a suit along the lower edge.
        curtain: The colour of the left quarter of the wall.
    """
    image = Image.new("RGB", (side, side), "#7d8fa8")
    draw = ImageDraw.Draw(image)
    if curtain:
        draw.rectangle((0, 0, side / 4, side), fill=curtain)
    unit = side / 40
    draw.ellipse([unit * v for v in (12, 5, 28, 24)], fill="#4a2c18")
    draw.ellipse([unit * v for v in (14, 8, 26, 26)], fill="#d8a07c")
    draw.ellipse([unit * v for v in (5, 25, 35, 55)], fill="#8c2038")
    if suit:
        draw.rectangle((0, 0.66 * side, side, side), fill=suit)
    for x in (17.2, 21.2):
        draw.ellipse([unit * v for v in (x, 14, x + 1.8, 15.8)], fill="#1c1410")
    soft = np.asarray(image.filter(ImageFilter.GaussianBlur(3))).astype(float)
    down, across = np.linspace(0, 1, side)[:, None], np.linspace(0, 1, side)[None]
    light = np.stack(
        [0.85 + 0.3 * across + 0 * down, 1 - 0.1 * down + 0 * across, 1.05 - 0.2 * across * down],
        axis=2,
    )
    grain = np.random.default_rng(seed).normal(0, 7, (side, side, 3))
    return Image.fromarray((soft * light + grain).clip(0, 255).astype(np.uint8))


def single_cells(board: np.ndarray) -> int:
    """Cells whose four neighbours all have other colours."""
    around = np.pad(board, 1, constant_values=-1)
    alone = np.ones(board.shape, np.bool_)
    for top, left in ((0, 1), (2, 1), (1, 0), (1, 2)):
        alone &= around[top : top + board.shape[0], left : left + board.shape[1]] != board
    return int(alone.sum())


@pytest.mark.parametrize("quality", [60, 90])
def test_a_photo_in_colours_gets_a_board_in_colours(quality: int) -> None:
    settings = suggested(loaded(portrait(), "JPEG", quality=quality))
    assert (settings.columns, settings.rows) == (COLORED_CELLS, COLORED_CELLS)
    assert 3 <= settings.colors <= 6
    assert not settings.palette


def test_gray_photos_and_pages_of_one_colour_stay_black_and_white() -> None:
    gray = portrait().convert("L").convert("RGB")
    page = np.asarray(line_drawing(500, 8).convert("RGB")) * np.array([1, 0.95, 0.8])
    for image in (gray, Image.fromarray(page.astype(np.uint8))):
        assert suggested(loaded(image, "JPEG")).colors == 1
    assert suggested(Motif.of(noise(3, 200, 200))).colors == 1


@pytest.mark.parametrize("seed", few(1, range(3)))
def test_the_subject_is_on_the_board_without_a_touch(seed: int) -> None:
    source = loaded(portrait(seed), "JPEG", quality=85)
    made = board_of(source, suggested(source))
    shown = to_lab(rgb_of([color.rgb for color in made.palette])[None])[0][cells(made)]
    for row, column, color in ((20, 20, "#d8a07c"), (7, 20, "#4a2c18"), (35, 20, "#8c2038")):
        wanted = to_lab(rgb_of([color])[None])[0, 0]
        assert np.linalg.norm(shown[row, column] - wanted) < 26
    assert (cells(made)[0] == 0).mean() > 0.9  # the wall
    for column in (18, 22):  # the eyes
        assert shown[14:16, column - 1 : column + 1, 0].min() < 35


@pytest.mark.parametrize("count", few(2, range(3, 8)))
@pytest.mark.parametrize("curtain", few(2, ["", "#c0b090", "#50704c"]))
@pytest.mark.parametrize("suit", few(1, ["#14121a", "#302820", "#101840"]))
def test_a_suit_at_the_lower_edge_is_no_background(suit: str, curtain: str, count: int) -> None:
    source = loaded(portrait(suit=suit, curtain=curtain), "JPEG", quality=85)
    settings = replace(suggested(source), colors=count)
    made = board_of(source, settings)
    assert (cells(made)[32:] > 0).mean() > 0.9
    paper = to_lab(rgb_of([settings.paper, made.palette[0].rgb])[None])[0]
    assert paper[:, 0].min() > 40, "the colour of the wall or of its curtain"


@pytest.mark.parametrize("is_photo", [True, False])
def test_the_upper_border_decides_between_a_wall_of_many_shades_and_a_suit(is_photo: bool) -> None:
    height, width = 50, 40
    lab = np.zeros((height, width, 3), np.float32)
    lab[:, :, 0] = np.linspace(50, 90, width)  # three shades of the wall
    lab[32:, :, 0] = 10
    centers = np.array([[10, 0, 0], [70, 0, 0], [88, 0, 0], [52, 0, 0]], np.float32)
    assert background_index(lab, np.ones((height, width), np.bool_), centers, is_photo) == 1
    if not is_photo:  # in a drawing a majority of the whole border is the background
        lab[20:, :, 0] = 10
        assert background_index(lab, np.ones((height, width), np.bool_), centers, False) == 0


@pytest.mark.parametrize("count", few(2, range(2, 9)))
def test_the_suit_of_a_real_portrait_is_no_background(count: int) -> None:
    data = pytest.importorskip("matplotlib.cbook")
    with data.get_sample_data("grace_hopper.jpg") as file:
        source = loaded(Image.open(file).convert("RGB"))
    made = board_of(source, replace(suggested(source), colors=count))
    assert (cells(made)[30:] > 0).mean() > 0.9
    assert (cells(made)[:12, 28:] == 0).mean() > 0.9  # the wall


def test_the_sky_is_the_background_whatever_the_ground_is() -> None:
    made = board_of(loaded(outdoors(), "JPEG", quality=85), PictureSettings(40, 30, colors=5))
    assert (cells(made)[:4] == 0).mean() > 0.9
    assert (cells(made)[-4:] > 0).mean() > 0.9


@pytest.mark.parametrize("seed", few(1, range(3)))
def test_hardly_any_cell_of_a_photo_is_alone(seed: int) -> None:
    made = board_of(loaded(portrait(seed)), PictureSettings(40, 40, colors=5))
    assert single_cells(cells(made)) <= 4


def test_a_mirrored_photo_gives_the_mirrored_board() -> None:
    pixels = np.asarray(loaded(portrait()).pixels)
    settings = PictureSettings(40, 40, colors=5)
    made = board_of(Motif.of(pixels), settings)
    other = board_of(Motif.of(np.fliplr(pixels)), settings)
    assert len(made.palette) == len(other.palette)
    assert (cells(made)[:, ::-1] == cells(other)).mean() > 0.98


def test_smoothing_changes_what_is_unclear_and_nothing_else() -> None:
    colors = to_lab(rgb_of(["#808080", "#909090", "#000000"])[None])[0]
    shares = np.zeros((3, 5, 5))
    shares[0] = 1
    shares[:, 2, 2] = (0.45, 0.55, 0)
    shares[:, 0, 4] = (0.1, 0, 0.9)
    before = shares.argmax(axis=0)
    is_open = np.ones((5, 5), np.bool_)
    after = smoothed(before, shares, colors, is_open)
    assert after[2, 2] == 0
    assert after[0, 4] == 2
    assert (after == 0).sum() == 24
    is_open[2, 2] = False
    assert smoothed(before, shares, colors, is_open)[2, 2] == 1


def test_drawings_are_not_smoothed() -> None:
    chance = np.random.default_rng(2)
    palette = rgb_of(["#ffffff", "#c03020", "#2050c0"])
    index = chance.integers(0, 3, (20, 20))
    pixels = palette[index].repeat(9, axis=0).repeat(9, axis=1)
    pixels[0, 0, 0] ^= 1
    made = board_of(Motif.of(opaque(pixels)), PictureSettings(20, 20, colors=3))
    shown = rgb_of([color.rgb for color in made.palette])[cells(made)].astype(int)
    assert np.abs(shown - palette[index]).max() <= 2
