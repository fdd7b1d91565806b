"""Pictures drawn cell by cell are recognised; for others there are settings to begin with."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from recognizer.making.board_making import board_of
from recognizer.making.motif import (
    LONGEST_PX,
    Motif,
    one_pixel_one_cell,
    size_for,
    suggested,
)
from recognizer.making.settings import Crop, Method, PictureSettings
from tests.support.pictures import (
    board,
    cells,
    line_drawing,
    loaded,
    noise,
    opaque,
    outdoors,
    scene,
)


@st.composite
def drawings(draw: st.DrawFn, longest: int = 40) -> NDArray[np.bool_]:
    """Cells of which some are shaded and some are not."""
    height, width = draw(st.integers(1, longest)), draw(st.integers(2, longest))
    chance = np.random.default_rng(draw(st.integers(0, 10**6)))
    shaded = chance.random((height, width)) < draw(st.sampled_from([0.1, 0.5, 0.8]))
    shaded[0, 0], shaded[-1, -1] = True, False
    return shaded


def image_of(
    shaded: NDArray[np.bool_], dark: str = "#000000", light: str = "#ffffff"
) -> Image.Image:
    colors = [tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (light, dark)]
    return Image.fromarray(np.array(colors, np.uint8)[shaded.astype(int)])


@given(drawings(), st.sampled_from([("#000000", "#ffffff"), ("#203060", "#ffe0a0"),
                                    ("#7f7f7f", "#818181"), ("#0000ff", "#ff0000")]))  # fmt: skip
def test_each_pixel_of_a_small_gif_of_two_colours_is_a_cell(
    shaded: NDArray[np.bool_], colors: tuple[str, str]
) -> None:
    source = loaded(image_of(shaded, *colors).quantize(2), "GIF")
    settings = one_pixel_one_cell(source)
    assert settings is not None
    assert suggested(source) == settings
    assert settings == PictureSettings(shaded.shape[1], shaded.shape[0])  # nothing else is set
    assert np.array_equal(board(source, settings), shaded)


@given(drawings(30), st.sampled_from([75, 85, 95]))
def test_each_pixel_of_a_small_jpeg_of_two_colours_is_a_cell(
    shaded: NDArray[np.bool_], quality: int
) -> None:
    source = loaded(image_of(shaded), "JPEG", quality=quality)
    settings = one_pixel_one_cell(source)
    assert settings is not None
    assert np.array_equal(board(source, settings), shaded)


@given(drawings(30), st.integers(2, 9))
def test_what_was_enlarged_is_what_it_was_before(shaded: NDArray[np.bool_], times: int) -> None:
    height, width = shaded.shape
    image = image_of(shaded)
    large = image.resize((width * times, height * times), Image.Resampling.NEAREST)
    settings = suggested(loaded(large))
    if max(large.size) > 50 and min(shaded.shape) >= 5:
        assert (settings.columns, settings.rows) == (width, height)
        assert np.array_equal(board(loaded(large), settings), shaded)
    elif max(large.size) <= 50:  # such a size is one that people draw in
        assert (settings.columns, settings.rows) == large.size


COLORS = ["#ffffff", "#000000", "#e02020", "#20a030", "#2040d0", "#f0d020", "#a050b0", "#60c0e0"]


@given(st.integers(2, 8), st.booleans(), st.integers(1, 20), st.integers(0, 10**6))
def test_icons_of_few_colours_are_taken_as_they_are(
    count: int, is_transparent: bool, times: int, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    values = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in COLORS[:count]])
    index = np.zeros((18, 16), np.intp)
    index[2:-2, 2:-2] = chance.integers(0, count, (14, 12))
    index[5, 3 : 3 + count] = np.arange(count)
    pixels = opaque(values[index])
    if is_transparent:
        pixels[:2], pixels[-2:], pixels[:, :2], pixels[:, -2:] = 0, 0, 0, 0
    large = np.repeat(np.repeat(pixels, times, axis=0), times, axis=1)
    if times in (2,):
        return  # 36 px: a size in which people draw
    source = Motif.of(large)
    settings = one_pixel_one_cell(source)
    assert settings is not None
    assert (settings.columns, settings.rows) == (16, 18)
    drawn = board_of(source, settings)
    made = cells(drawn)
    if is_transparent:
        assert not made[:2].any()
        assert (made[2:-2, 2:-2] > 0).all()
        assert len(drawn.palette) == 1 + count
    if settings.colors > 1:
        assert drawn.palette[0].rgb == settings.paper
        for color in range(count):
            of_color = (index == color) & (pixels[:, :, 3] > 0)
            found = {drawn.palette[k].rgb for k in made[of_color]}
            assert found == {COLORS[color]}


def test_one_colour_on_nothing_is_black_and_white_however_light_it_is() -> None:
    for color in ((0, 0, 0), (255, 255, 255), (200, 30, 30), (250, 240, 90), (128, 128, 128)):
        pixels = np.zeros((12, 12, 4), np.uint8)
        pixels[3:9, 2:5] = (*color, 255)
        source = Motif.of(pixels)
        settings = one_pixel_one_cell(source)
        assert settings is not None
        assert settings.colors == 1
        assert np.array_equal(board(source, settings), pixels[:, :, 3] > 0)
        large = Motif.of(np.asarray(Image.fromarray(pixels).resize((500, 500))))
        assert one_pixel_one_cell(large) is None
        made = board(large, replace(suggested(large), columns=12, rows=12))
        assert np.array_equal(made, pixels[:, :, 3] > 0)


def test_other_pictures_are_not_taken_for_drawn_cell_by_cell() -> None:
    small_photo = opaque(np.asarray(scene().convert("L").resize((60, 45))))
    for pixels in (
        noise(1),
        small_photo,
        opaque(np.full((20, 20), 90)),
        opaque(np.asarray(line_drawing(400, 6))),
        opaque(np.asarray(Image.fromarray(noise(2)).resize((40, 30)).convert("RGB"))),
    ):
        assert one_pixel_one_cell(Motif.of(pixels)) is None


@pytest.mark.parametrize("size", [(4000, 3000), (300, 900), (1000, 100), (200, 199), (60, 51)])
def test_the_proportion_is_kept_and_the_longer_side_is_30(size: tuple[int, int]) -> None:
    pixels = opaque(np.asarray(Image.fromarray(noise(3)).resize(size).convert("L")))
    settings = suggested(Motif.of(pixels))
    assert max(settings.columns, settings.rows) == 30
    assert abs(settings.columns / settings.rows - size[0] / size[1]) < 0.06 * size[0] / size[1]
    assert settings.crop.is_whole


def test_a_part_of_a_drawing_keeps_its_cells() -> None:
    chance = np.random.default_rng(4)
    source = loaded(image_of(chance.random((40, 30)) < 0.5), "GIF")
    assert size_for(source, Crop(0, 0, 0.5, 0.25)) == (15, 10)
    assert size_for(source, rotation=90) == (40, 30)
    assert size_for(Motif.of(noise(1)), Crop(0, 0, 0.5, 1)) == (20, 30)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_the_kind_of_picture_tells_the_method(kind: str) -> None:
    lines = suggested(loaded(line_drawing(800, 8), kind))
    assert (lines.method, lines.invert, lines.colors) == (Method.THRESHOLD, False, 1)
    drawing = np.asarray(line_drawing(800, 12)).astype(float)
    light = np.linspace(0.3, 1, 800)[None, :] * np.linspace(0.6, 1, 800)[:, None]
    uneven = suggested(loaded(Image.fromarray((drawing * light).astype(np.uint8)), kind))
    assert (uneven.method, uneven.invert) == (Method.ADAPTIVE, False)
    colored = suggested(loaded(scene(), kind))
    assert colored.colors == 4
    sky = [int(colored.paper[i : i + 2], 16) for i in (1, 3, 5)]
    assert np.abs(np.array(sky) - (0x87, 0xCE, 0xEB)).max() <= 4
    photo = suggested(loaded(Image.fromarray(noise(6, 300, 400)).convert("RGB"), kind))
    assert (photo.method, photo.colors) == (Method.THRESHOLD, 1)


@pytest.mark.parametrize("colors", [("#20242c", "#d8a07c"), ("#242424", "#b8b8b8")])
def test_a_portrait_in_dark_clothes_does_not_become_its_negative(colors: tuple[str, str]) -> None:
    dark, skin = colors
    image = Image.new("RGB", (300, 400), "#9fb4d0" if skin == "#d8a07c" else "#c8c8c8")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 190, 300, 400), fill=dark)  # 0.58 of the border
    draw.ellipse((95, 40, 205, 200), fill=skin)
    motif = loaded(image.filter(ImageFilter.GaussianBlur(4)))
    assert not suggested(motif, is_black_and_white=True).invert


def test_a_photo_in_black_and_white_is_black_on_white_with_its_figure_shaded() -> None:
    """A lit tower at night: in colours the night is the background."""
    image = Image.new("RGB", (400, 300), "#141a2c")
    ImageDraw.Draw(image).rectangle((170, 60, 230, 260), fill="#f0c070")
    ImageDraw.Draw(image).rectangle((90, 200, 150, 260), fill="#c03030")
    motif = loaded(image.filter(ImageFilter.GaussianBlur(4)))
    assert suggested(motif).colors > 1
    settings = suggested(motif, is_black_and_white=True)
    assert (settings.colors, settings.paper, settings.invert) == (1, "#ffffff", True)
    shaded = board(motif, replace(settings, columns=20, rows=15))
    assert 0 < shaded.mean() < 0.5


def test_a_picture_gets_the_same_settings_whether_it_comes_large_or_small() -> None:
    noisy = outdoors(1600, 1200, 80)
    chance = np.random.default_rng(5)
    flat = np.asarray(scene().resize((1600, 1200))) + chance.normal(0, 12, (1200, 1600, 3))
    drawing = np.asarray(line_drawing(1600, 12)).astype(float) * np.linspace(0.3, 1, 1600)
    for image, colors, method in (
        (noisy, 3, Method.THRESHOLD),
        (Image.fromarray(flat.clip(0, 255).astype(np.uint8)), 4, Method.THRESHOLD),
        (noisy.convert("L"), 1, Method.THRESHOLD),
        (Image.fromarray(drawing.astype(np.uint8)), 1, Method.ADAPTIVE),
    ):
        found = set()
        for share in (1, 0.75, 0.5, 0.33):
            size = [round(side * share) for side in image.size]
            settings = suggested(loaded(image.resize(size), "JPEG", quality=85))
            assert (settings.colors, settings.method) == (colors, method)
            found.add(settings.invert)
        assert len(found) == 1


def test_light_on_dark_is_inverted_so_that_the_background_is_blank() -> None:
    image = Image.new("L", (300, 300), 20)
    ImageDraw.Draw(image).ellipse((60, 60, 240, 240), fill=230)
    settings = suggested(loaded(image))
    assert settings.invert
    made = board(loaded(image), settings)
    assert not made[0, 0]
    assert made[15, 15]
    framed = line_drawing(300, 5)
    ImageDraw.Draw(framed).rectangle((0, 0, 299, 299), outline=0, width=2)
    assert not suggested(loaded(framed)).invert


@pytest.mark.parametrize("size", [(1, 1), (9, 9), (200, 300)])
@pytest.mark.parametrize("color", ["#000000", "#5a3c00", "#ffffff"])
def test_a_picture_of_one_colour_is_not_inverted(size: tuple[int, int], color: str) -> None:
    assert not suggested(loaded(Image.new("RGB", size, color))).invert


def test_large_pictures_are_reduced_and_travel_between_processes() -> None:
    large = np.zeros((2500, 5000, 4), np.uint8)
    large[:, :2501] = (255, 0, 0, 255)
    source = Motif.of(large)
    assert source.pixels.shape == (LONGEST_PX // 2, LONGEST_PX, 4)
    assert source.size_px == (5000, 2500)
    # What is transparent has not darkened the edge of what is not.
    seen = source.pixels[source.pixels[:, :, 3] > 0]
    assert (seen[:, :3] == (255, 0, 0)).all()
    settings = PictureSettings(30, 15)
    again, same = pickle.loads(pickle.dumps((source, settings)))
    drawn = board_of(again, same)
    assert drawn.grid == board_of(source, settings).grid
    assert drawn.clue_count
    assert pickle.loads(pickle.dumps(drawn)).puzzle == drawn.puzzle
    with pytest.raises(ValueError, match="RGBA"):
        Motif.of(large[:, :, :3])


def test_enlarged_pictures_are_kept_pixel_by_pixel() -> None:
    shaded = np.random.default_rng(9).random((90, 70)) < 0.5
    image = image_of(shaded).resize((70 * 37, 90 * 37), Image.Resampling.NEAREST)
    source = loaded(image)
    assert (source.block, source.pixels.shape[:2]) == (37, (90, 70))
    assert np.array_equal(board(source, suggested(source)), shaded)
