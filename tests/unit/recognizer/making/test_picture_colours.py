"""Which few colours a picture gets: what differs counts, not what is large."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from recognizer.making.board_making import Drawn, board_of
from recognizer.making.colors import background_index, rgb_of, to_lab
from recognizer.making.motif import Motif, suggested
from recognizer.making.settings import MAX_COLORS, Background, PictureSettings
from tests.support.cases import few
from tests.support.pictures import cells, loaded, noise, opaque, outdoors, scene

SUN = "#fae13c"
ASKED = range(2, MAX_COLORS + 1)


def drawn(source: Motif, colors: int, columns: int = 40, rows: int = 30) -> Drawn:
    return board_of(source, PictureSettings(columns, rows, colors=colors))


def inks(board: Drawn) -> list[str]:
    return [color.rgb for color in board.palette[1:]]


def distances(color: str, others: list[str]) -> np.ndarray:
    lab = to_lab(rgb_of([color, *others])[None])[0]
    return np.asarray(np.linalg.norm(lab[1:] - lab[0], axis=1))


def clouds() -> Motif:
    """Soft clouds of every colour."""
    gray = [np.asarray(noise(seed, 150, 200))[:, :, 0] for seed in range(3)]
    return Motif.of(opaque(np.stack(gray, axis=2)))


PICTURES = {
    "photo": loaded(outdoors(), "JPEG", quality=85),
    "flat": loaded(scene().resize((320, 240))),
    "small": loaded(scene().resize((60, 45)), "JPEG"),
    "clouds": clouds(),
    "gray": Motif.of(noise(2)),
}


@pytest.mark.parametrize(("sun_px", "quality"), [(9, 90), (13, 50), (20, 50)])  # a cell is 10 px
@pytest.mark.parametrize("colors", few(2, range(3, MAX_COLORS + 1)))
def test_a_small_sun_keeps_its_colour_however_many_are_asked_for(
    colors: int, sun_px: float, quality: int
) -> None:
    source = loaded(outdoors(sun_px=sun_px), "JPEG", quality=quality)
    made = drawn(source, colors)
    assert distances(SUN, inks(made)).min() < 6
    cell = cells(made)[6, 28]
    assert distances(SUN, [made.palette[cell].rgb])[0] < 6


@pytest.mark.parametrize("name", few(2, ["photo", "flat", "small", "clouds"]))
def test_colours_of_a_smaller_palette_are_in_every_larger_one(name: str) -> None:
    before: set[str] = set()
    for colors in ASKED:
        now = inks(drawn(PICTURES[name], colors))
        assert len(now) <= colors
        assert before <= set(now)
        before = set(now)


@pytest.mark.parametrize("name", ["photo", "clouds", "gray", "small"])
def test_no_two_colours_are_shades_of_one(name: str) -> None:
    found = inks(drawn(PICTURES[name], MAX_COLORS))
    for index, color in enumerate(found):
        assert (distances(color, found[:index]) > 10).all()


@pytest.mark.parametrize(("name", "count"), [("clouds", MAX_COLORS), ("gray", 3)])
def test_where_every_shade_is_there_places_are_taken(name: str, count: int) -> None:
    assert len(inks(drawn(PICTURES[name], count))) == count


def test_fewer_colours_than_asked_for_are_told() -> None:
    made = drawn(loaded(scene(), "JPEG"), MAX_COLORS)
    assert len(inks(made)) == 4
    assert made.notes == (
        "The picture has 4 colours that differ besides its background; 8 were asked for.",
    )
    assert drawn(loaded(scene(), "JPEG"), 4).notes == ()
    pixels = np.asarray(scene().convert("RGBA").resize((64, 48))).copy()
    pixels[:20, :, 3] = 0
    said = drawn(Motif.of(pixels), 7).notes
    assert len(said) == 1
    assert "4 colours that differ; 7 were" in said[0]  # the sun is no longer there


@pytest.mark.parametrize("count", range(2, 6))
def test_a_colour_that_no_cell_would_have_gives_way_to_the_next_one(count: int) -> None:
    """The dots of two colours are on the corners of cells, of which they fill no half."""
    image = Image.new("RGB", (400, 400), "#ffffff")
    draw = ImageDraw.Draw(image)
    for k in range(1, 19):
        for y, color in ((100, "#101010"), (200, "#00d0d0")):
            draw.rectangle((20 * k - 7, y - 7, 20 * k + 6, y + 6), fill=color)
    for k, color in enumerate(("#d02020", "#20a030", "#2040d0", "#f0d020", "#a04090")):
        draw.rectangle((70 * k + 20, 380, 70 * k + 60, 399), fill=color)
    made = drawn(loaded(image), count, 20, 20)
    assert len(inks(made)) == count
    assert made.notes == ()


def test_colours_that_specks_took_away_are_told() -> None:
    image = Image.new("RGB", (200, 200), "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 99, 99), fill="#d02020")
    draw.rectangle((100, 20, 179, 99), fill="#2040d0")
    draw.rectangle((150, 150, 159, 159), fill="#20a030")
    settings = PictureSettings(20, 20, colors=3, specks=3)
    made = board_of(loaded(image), settings)
    assert len(inks(made)) == 2
    assert made.notes == ("1 colour is gone with the specks and holes.",)
    assert board_of(loaded(image), replace(settings, specks=0)).notes == ()


def test_edges_between_surfaces_and_noise_win_no_place() -> None:
    expected = {"#3a7d2c", "#b03020", "#ffe14d", "#5a3a1a"}
    chance = np.random.default_rng(0)
    for side in (160, 333, 640):
        image = scene().resize((side, side * 3 // 4), Image.Resampling.BICUBIC)
        specks = np.asarray(image).copy()
        hit = chance.random(specks.shape[:2]) < 0.03
        specks[hit] = chance.integers(0, 256, (int(hit.sum()), 3))
        for kind in ("PNG", "JPEG"):
            for picture in (image, Image.fromarray(specks)):
                found = inks(drawn(loaded(picture, kind), MAX_COLORS, 32, 24))
                assert len(found) == 4
                for color in expected:
                    assert distances(color, found).min() < 8


def test_lines_thinner_than_half_a_cell_are_a_colour_but_their_edges_are_not() -> None:
    image = Image.new("RGB", (600, 600), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((100, 100, 500, 500), outline="#d02020", width=5)
    draw.line((0, 300, 600, 300), fill="#2040d0", width=6)
    for kind in ("PNG", "JPEG"):
        source = loaded(image, kind)
        said = drawn(source, 5, 30, 30).notes
        assert "2 colours that differ besides its background; 5 were" in " ".join(said)


@given(st.integers(2, 8), st.integers(0, 10**6), st.integers(1, 9))
def test_flat_drawings_keep_each_colour_of_a_cell(count: int, seed: int, times: int) -> None:
    light = "#f0f0f0" if times == 1 else "#b0b0b0"
    names = ["#ffffff", light, "#000000", "#e02020", "#20a030", "#2040d0", "#f0d020", "#a050b0"]
    palette = rgb_of(names[:count])
    chance = np.random.default_rng(seed)
    index = np.zeros((12, 12), np.intp)
    index[3:9, 3:9] = chance.integers(0, count, (6, 6))
    index[5, 2 : 2 + count] = np.arange(count)
    pixels = palette[index].repeat(times, axis=0).repeat(times, axis=1)
    pixels[0, 0, 0] ^= 1  # not of blocks
    made = board_of(Motif.of(opaque(pixels)), PictureSettings(12, 12, colors=max(2, count)))
    assert np.array_equal(cells(made) > 0, index > 0)
    found = rgb_of([color.rgb for color in made.palette])[cells(made)]
    differ = np.abs(found.astype(int) - palette[index])[index > 0]
    assert differ.max(initial=0) <= (0 if times == 1 else 2)


def background(labels: np.ndarray, colors: list[str]) -> str:
    """Of a picture that has these colours in these places."""
    lab = to_lab(rgb_of(colors)[None])[0]
    return colors[background_index(lab[labels], np.ones(labels.shape, np.bool_), lab)]


def test_a_border_of_two_shades_is_the_background_as_one_of_one_shade() -> None:
    labels = np.zeros((40, 40), np.intp)
    labels[:, 20:] = 3
    labels[24:] = 1
    labels[10:20, 10:20] = 2
    assert background(labels, ["#4f88d8", "#3c8231", "#f8e03b", "#6a9ee1"]) == "#4f88d8"


def test_what_does_not_reach_the_border_is_no_background_though_it_is_the_lightest() -> None:
    labels = np.zeros((30, 30), np.intp)
    labels[:, 10:20] = 1
    labels[:, 20:] = 2
    labels[10:20, 10:20] = 3
    assert background(labels, ["#c02020", "#2020c0", "#208020", "#f8e03b"]) != "#f8e03b"


@given(st.integers(0, 10**6))
def test_a_drawing_without_a_clear_background_keeps_each_colour_of_a_pixel(seed: int) -> None:
    names = ["#ffffff", "#202020", "#e02020", "#20a030", "#2040d0", "#f0d020"]
    index = np.random.default_rng(seed).integers(0, len(names), (9, 9))
    pixels = rgb_of(names)[index]
    source = Motif.of(opaque(pixels))
    settings = suggested(source)
    assert (settings.columns, settings.rows, settings.colors) == (9, 9, 5)
    made = board_of(source, settings)
    shown = rgb_of([color.rgb for color in made.palette])[cells(made)]
    assert np.array_equal(shown, pixels)


def test_removing_the_background_leaves_the_other_colours() -> None:
    settings = PictureSettings(32, 24, colors=4, background=Background("#87ceeb", 20))
    made = board_of(loaded(scene()), settings)
    assert len(inks(made)) == 4
    assert made.notes == ()
    more = board_of(loaded(scene()), replace(settings, colors=6))
    assert set(inks(more)) == set(inks(made))
