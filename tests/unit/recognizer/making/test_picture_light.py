"""How colours are averaged and toned: as light adds up, and without a change of hue."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizer.making.board_making import board_of
from recognizer.making.colors import hex_of
from recognizer.making.lightness import adjusted, to_oklab, to_rgb
from recognizer.making.linear_light import decoded, encoded, shrunk
from recognizer.making.motif import LONGEST_PX, Motif
from recognizer.making.sampling import PictureCache
from recognizer.making.settings import PictureSettings
from recognizer.making.tones import curve
from tests.support.cases import few
from tests.support.pictures import Pixels, opaque

COLORS = st.tuples(*[st.integers(0, 255)] * 3)


def checks(
    side: int, dark: tuple[int, ...] = (0, 0, 0), light: tuple[int, ...] = (255,) * 3
) -> Pixels:
    """Pixels of two colours in turn, as on a chessboard."""
    is_light = np.indices((side, side)).sum(axis=0) % 2 == 1
    return opaque(np.where(is_light[:, :, None], light, dark))


def hue_deg(rgb: np.ndarray) -> np.ndarray:
    lab = to_oklab(rgb)
    return np.degrees(np.arctan2(lab[:, :, 2], lab[:, :, 1]))


def chroma(rgb: np.ndarray) -> np.ndarray:
    lab = to_oklab(rgb)
    return np.hypot(lab[:, :, 1], lab[:, :, 2])


def test_a_fine_pattern_of_black_and_white_is_as_light_as_from_afar() -> None:
    assert (shrunk(checks(64), 8, 8)[:, :, :3] == 188).all()


@pytest.mark.parametrize(
    ("rotation", "side"), few(1, [(0, 160), (90, 160), (0, LONGEST_PX + 2), (30, LONGEST_PX + 2)])
)
def test_cells_in_colours_are_averages_of_light(rotation: float, side: int) -> None:
    source = Motif.of(checks(side))
    part = PictureSettings(10, 10, colors=4, rotation=rotation)
    samples = PictureCache().samples_of(source, part).pixels
    middle = samples[len(samples) // 3 : -len(samples) // 3, len(samples) // 3 : -len(samples) // 3]
    assert np.abs(middle[:, :, :3].astype(int) - 188).max() <= 2


def test_black_and_white_averages_the_share_of_ink() -> None:
    samples = PictureCache().samples_of(Motif.of(checks(160)), PictureSettings(10, 10)).pixels
    assert np.abs(samples[:, :, :3].astype(int) - 128).max() <= 1


def test_red_and_green_mix_to_a_light_colour_not_to_mud() -> None:
    pixels = checks(800, (255, 0, 0), (0, 255, 0))
    pixels[:, :400, :3] = 255
    board = board_of(Motif.of(pixels), PictureSettings(10, 10, colors=2))
    assert hex_of([188, 188, 0]) in [color.rgb for color in board.palette]


@given(st.integers(0, 10**6))
def test_what_is_not_averaged_keeps_its_values(seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (9, 7, 4)).astype(np.uint8)
    pixels[:, :, 3] = 255
    assert np.array_equal(encoded(decoded(pixels)), pixels)
    assert np.array_equal(to_rgb(to_oklab(pixels[:, :, :3])), pixels[:, :, :3])


def test_transparent_pixels_do_not_darken_their_neighbours() -> None:
    pixels = checks(64, (200, 80, 40), (0, 0, 0))
    pixels[np.indices((64, 64)).sum(axis=0) % 2 == 1, 3] = 0
    small = shrunk(pixels, 8, 8)
    assert np.abs(small[:, :, :3].astype(int) - (200, 80, 40)).max() <= 1
    assert (small[:, :, 3] == 128).all()


@given(COLORS, st.integers(-100, 100), st.integers(-80, 100))
def test_brightness_and_contrast_keep_the_hue(
    color: tuple[int, int, int], brightness: int, contrast: int
) -> None:
    before = np.array([[color]], np.uint8)
    after = adjusted(before, brightness, contrast)
    if min(chroma(before)[0, 0], chroma(after)[0, 0]) < 0.08:
        return  # the hue of what is nearly gray is rounding
    turned = (hue_deg(after) - hue_deg(before) + 180) % 360 - 180
    assert abs(turned[0, 0]) < 4


@given(COLORS, st.integers(-100, 100), st.integers(-80, 60))
def test_a_colour_becomes_as_light_as_the_gray_of_its_lightness(
    color: tuple[int, int, int], brightness: int, contrast: int
) -> None:
    levels = curve(brightness, contrast)
    if levels is None:
        return
    grays = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    assert np.abs(adjusted(grays, brightness, contrast)[0, :, 0].astype(int) - levels).max() <= 1
    before = np.array([[color]], np.uint8)
    lightness = to_oklab(before)[0, 0, 0]
    gray = np.interp(lightness, to_oklab(grays)[0, :, 0], np.arange(256))
    wanted = np.interp(gray, np.arange(256), levels)
    shown = np.interp(
        to_oklab(adjusted(before, brightness, contrast))[0, 0, 0],
        to_oklab(grays)[0, :, 0],
        np.arange(256),
    )
    assert abs(shown - wanted) < 4


@pytest.mark.parametrize(("brightness", "contrast"), [(30, 0), (-30, 0), (0, 40), (0, -40)])
def test_a_toned_board_has_the_hues_of_the_picture(brightness: int, contrast: int) -> None:
    pixels = np.full((120, 120, 4), 255, np.uint8)
    pixels[20:60, 20:60, :3] = (205, 60, 30)
    pixels[60:100, 60:100, :3] = (40, 90, 200)
    settings = PictureSettings(12, 12, colors=2)
    plain = board_of(Motif.of(pixels), settings)
    toned = board_of(Motif.of(pixels), replace(settings, brightness=brightness, contrast=contrast))
    assert plain.grid == toned.grid
    for old, new in zip(plain.palette[1:], toned.palette[1:], strict=True):
        before, after = (
            np.array([[[int(c.rgb[i : i + 2], 16) for i in (1, 3, 5)]]], np.uint8)
            for c in (old, new)
        )
        assert old.rgb != new.rgb
        assert abs(hue_deg(before) - hue_deg(after))[0, 0] < 3
