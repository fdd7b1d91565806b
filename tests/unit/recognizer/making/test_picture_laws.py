"""Boards made from pictures: what holds whatever the picture."""

from __future__ import annotations

from dataclasses import replace
from time import thread_time

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from puzzles.grid import BLANK
from recognizer.making.board_making import PictureCache, board_of
from recognizer.making.motif import Motif, suggested
from recognizer.making.settings import (
    MAX_COLORS,
    WHOLE,
    Background,
    Crop,
    Method,
    PictureSettings,
    columns_for,
    rows_for,
    split_rotation,
    turned_size,
)
from tests.support.cases import few
from tests.support.pictures import board, cells, line_drawing, loaded, noise, opaque, scene
from tests.support.processes import printed_by

POINTWISE = [m for m in Method if m is not Method.DITHER]
"""Methods that do not care where a picture begins."""
WAYS = [
    *({"method": method} for method in Method),
    {"colors": 2},
    {"colors": MAX_COLORS},
    {"method": Method.ADAPTIVE, "invert": True, "specks": 3, "holes": 3},
    {"background": Background("#ffffff", 40)},
    {"colors": 3, "background": Background("#87ceeb", 10), "contrast": 20, "brightness": -9},
    {"rotation": 33.3, "crop": Crop(0.2, 0.1, 0.7, 0.6)},
    {"rotation": 200, "colors": 3},
]


@pytest.mark.parametrize("way", few(4, WAYS))
def test_the_same_picture_and_settings_give_the_same_complete_board(way: dict[str, object]) -> None:
    pixels = np.asarray(loaded(scene()).pixels)
    settings = replace(PictureSettings(20, 15), **way)  # type: ignore[arg-type]
    first = board_of(Motif.of(pixels), settings)
    cache = PictureCache()
    source = Motif.of(pixels)
    board_of(source, PictureSettings(9, 9, rotation=5), cache)
    for _ in range(2):
        again = board_of(source, settings, cache)
        assert again.grid == first.grid
        assert (again.palette, again.threshold) == (first.palette, first.threshold)
    assert (first.grid.width, first.grid.height) == (20, 15)
    known = {BLANK, *(1 << k for k in range(1, len(first.palette)))}
    assert set(first.grid.cells) <= known
    assert len(first.reluctance) == 300
    assert all(0 <= value <= 1 for value in first.reluctance)
    puzzle = first.puzzle
    assert not puzzle.defects()
    assert len({color.rgb for color in puzzle.palette}) == len(puzzle.palette)
    assert first.clue_count == sum(map(len, puzzle.rows + puzzle.columns))


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("threshold", [None, 100])
def test_inverted_is_the_other_cells_and_the_negative_inverted_is_the_same(
    method: Method, threshold: int | None
) -> None:
    pixels = noise(1)
    negative = pixels.copy()
    negative[:, :, :3] = 255 - negative[:, :, :3]
    if threshold is not None and method is Method.EDGES:
        threshold = 220
    settings = PictureSettings(20, 15, method=method, threshold=threshold)
    inverted = replace(settings, invert=True)
    plain = board(pixels, settings)
    other = board(pixels, inverted)
    assert 0 < plain.sum() < plain.size
    if method is Method.DITHER:  # how errors spread is not symmetric
        assert abs((1 - other).mean() - plain.mean()) < 0.05
    elif method is Method.THRESHOLD or (method is Method.ADAPTIVE and threshold is not None):
        assert np.array_equal(other, 1 - plain)
    if threshold is None and method is not Method.DITHER:
        # Where half of the levels between two heaps is not whole, thresholds differ by one.
        assert (board(negative, inverted) != plain).mean() < 0.01


@pytest.mark.parametrize("method", POINTWISE)
@pytest.mark.parametrize("turn", [90, 180, 270, -90])
def test_a_picture_turned_by_quarters_gives_the_turned_board(method: Method, turn: int) -> None:
    source = Motif.of(noise(2, 64, 96))
    settings = PictureSettings(24, 16, method=method, crop=Crop(0, 0, 1, 1))
    quarters = turn // 90
    columns, rows = (16, 24) if quarters % 2 else (24, 16)
    turned = replace(settings, rotation=turn, columns=columns, rows=rows)
    expected = np.rot90(board(source, settings), -quarters)
    if method is Method.EDGES:  # a line two cells wide is thinned on one side or the other
        different = (board(source, turned) != expected).mean()
        assert different < 0.06
        return
    assert np.array_equal(board(source, turned), expected)
    rotated = np.ascontiguousarray(np.rot90(source.pixels, -quarters))
    plain = replace(settings, columns=columns, rows=rows)
    assert np.array_equal(board(rotated, plain), expected)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_crop_is_taken_after_turning(turn: int) -> None:
    pixels = np.ascontiguousarray(noise(12, 48, 64))
    turned = np.ascontiguousarray(np.rot90(pixels, -turn // 90))
    crop = Crop(0.125, 0.25, 0.5, 0.875)
    settings = PictureSettings(9, 11, crop=crop)
    expected = board(turned, settings)
    assert np.array_equal(board(pixels, replace(settings, rotation=turn)), expected)
    nearly = board(pixels, replace(settings, rotation=turn + 1e-7))
    assert (nearly != expected).mean() < 0.03


def test_enlarged_pixels_stay_square_when_turned() -> None:
    small = np.array([[0, 255, 255], [255, 0, 255], [0, 0, 255]])
    large = small.repeat(200, axis=0).repeat(200, axis=1)
    large[0, 0] = 1  # not of blocks
    for angle in (20, 45, 130):
        settings = PictureSettings(40, 40, rotation=angle)
        assert (board(opaque(small), settings) != board(opaque(large), settings)).mean() < 0.01


def test_a_cache_does_not_mix_pictures_up() -> None:
    cache = PictureCache()
    settings = PictureSettings(20, 15)
    sources = [Motif.of(noise(seed)) for seed in (1, 2)]
    for _ in range(2):
        for source in sources:
            assert np.array_equal(board(source, settings, cache), board(source, settings))


@pytest.mark.parametrize("flip", [np.flipud, np.fliplr])
@pytest.mark.parametrize("colors", [1, 4])
def test_a_mirrored_picture_gives_the_mirrored_board(flip: object, colors: int) -> None:
    assert callable(flip)
    pixels = np.asarray(loaded(scene().resize((240, 180))).pixels)
    settings = PictureSettings(24, 18, colors=colors)
    mirrored = board(np.ascontiguousarray(flip(pixels)), settings)
    assert np.array_equal(mirrored, flip(board(pixels, settings)))


def test_any_angle_is_between_the_quarters() -> None:
    pixels = np.full((200, 200), 255)
    pixels[40:160, 90:110] = 0  # a bar that stands
    source = Motif.of(opaque(pixels))
    for angle in (30.0, 45.0, 77.0):
        made = board(source, PictureSettings(41, 41, rotation=angle))
        rows, columns = np.nonzero(made)
        slope = np.arctan2(np.ptp(columns), np.ptp(rows)) * 180 / np.pi
        assert abs(slope - angle) < 6
        # Clockwise: the upper end goes to the right.
        assert columns[rows == rows.min()].mean() > 20 > columns[rows == rows.max()].mean()
    nearly = board(source, PictureSettings(40, 40, rotation=1e-6))
    assert (nearly != board(source, PictureSettings(40, 40))).mean() < 0.01


@pytest.mark.parametrize("way", [*({"method": m} for m in Method), {"colors": 3}])
def test_a_crop_gives_the_board_of_the_part_cut_out(way: dict[str, object]) -> None:
    pixels = np.asarray(loaded(scene().resize((160, 120))).pixels)
    settings = replace(PictureSettings(20, 15), **way)  # type: ignore[arg-type]
    crop = Crop(40 / 160, 30 / 120, 120 / 160, 90 / 120)
    part = np.ascontiguousarray(pixels[30:90, 40:120])
    assert np.array_equal(board(pixels, replace(settings, crop=crop)), board(part, settings))


@given(st.integers(0, 50), st.integers(-40, 40))
def test_the_automatic_threshold_follows_brightness_that_does_not_clip(
    seed: int, shift: int
) -> None:
    pixels = noise(seed, low=60, high=180)
    source = Motif.of(pixels)
    plain = board_of(source, PictureSettings(20, 15))
    brighter = board_of(source, PictureSettings(20, 15, brightness=shift))
    assert brighter.grid == plain.grid
    assert brighter.threshold == plain.threshold + round(shift * 1.28)


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("invert", [False, True])
def test_the_threshold_that_was_used_gives_the_same_board(method: Method, invert: bool) -> None:
    source = Motif.of(noise(3))
    settings = PictureSettings(20, 15, method=method, invert=invert)
    automatic = board_of(source, settings)
    fixed = board_of(source, replace(settings, threshold=automatic.threshold))
    assert fixed.grid == automatic.grid
    assert fixed.threshold == automatic.threshold


@pytest.mark.parametrize("method", Method)
def test_a_higher_threshold_shades_more(method: Method) -> None:
    source = Motif.of(noise(4))
    shares = [
        board_of(source, PictureSettings(20, 15, method=method, threshold=t)).share_shaded
        for t in (40, 128, 250)
    ]
    assert shares[0] < shares[2]
    assert shares == sorted(shares)


def patches(mask: np.ndarray, connectivity: int) -> list[np.ndarray]:
    _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=connectivity)
    return [np.asarray(labels) == k for k in range(1, int(np.asarray(labels).max()) + 1)]


@given(st.integers(0, 1000), st.integers(0, 8), st.integers(0, 8), st.sampled_from([1, 3]))
def test_no_smaller_patch_is_left(seed: int, specks: int, holes: int, colors: int) -> None:
    chance = np.random.default_rng(seed)
    pixels = chance.choice([0, 255], (15, 15, 3), p=[0.4, 0.6])
    if colors == 1:
        pixels[:, :, 1:] = pixels[:, :, :1]
    made = board(opaque(pixels), columns=15, rows=15, specks=specks, holes=holes, colors=colors)
    assert all(patch.sum() >= specks for patch in patches(made > 0, 8))
    border = np.pad(np.zeros((13, 13), bool), 1, constant_values=True)
    for patch in patches(made == 0, 4):
        assert patch.sum() >= holes or patch[border].any()


def test_specks_and_holes_that_are_large_enough_stay() -> None:
    pixels = np.full((9, 12), 255)
    pixels[1, 1] = pixels[2, 2] = 0  # two cells that touch at a corner
    pixels[7, 10] = 0
    pixels[2:7, 4:9] = 0
    pixels[3:6, 5] = 255
    pixels[4, 7] = 255
    kept = board(opaque(pixels), columns=12, rows=9, specks=2, holes=3)
    assert kept[1, 1] == kept[2, 2] == 1
    assert kept[7, 10] == 0
    assert not kept[3:6, 5].any()
    assert kept[4, 7] == 1
    settings = PictureSettings(12, 9, specks=2, holes=3)
    clarity = np.array(board_of(Motif.of(opaque(pixels)), settings).reluctance).reshape(9, 12)
    assert (np.argwhere(clarity < 1).tolist()) == [[4, 7], [7, 10]]  # repair may change them back


@given(st.integers(0, 100), st.lists(st.integers(0, 0xFFFFFF), min_size=3, max_size=3, unique=True))
def test_an_edited_palette_changes_colours_but_no_shape(seed: int, values: list[int]) -> None:
    chance = np.random.default_rng(seed)
    pixels = chance.choice([[0, 0, 0], [255, 255, 255], [250, 10, 10], [10, 20, 250]], (12, 12))
    source = Motif.of(opaque(pixels))
    settings = PictureSettings(12, 12, colors=3)
    drawn = board_of(source, settings)
    palette = tuple(f"#{value:06x}" for value in values)
    paper = next(c for c in ("#ffffff", "#fffffe", "#fffffd", "#fffffc") if c not in palette)
    edited = board_of(source, replace(settings, palette=palette, paper=paper))
    assert np.array_equal(cells(edited) > 0, cells(drawn) > 0)
    assert {color.rgb for color in edited.palette[1:]} <= set(palette)
    assert edited.palette[0].rgb == paper
    paper, *found = (color.rgb for color in drawn.palette)
    same = replace(settings, palette=tuple(found), paper=paper)
    assert np.array_equal(cells(board_of(source, same)), cells(drawn))


def test_each_cell_gets_the_nearest_colour_and_what_no_cell_has_is_left_out() -> None:
    source = loaded(scene())
    palette = ("#00ff00", "#ff0000", "#0000ff")
    settings = PictureSettings(32, 24, colors=3, palette=palette)
    drawn = board_of(source, settings)
    inks = [color.rgb for color in drawn.palette[1:]]
    assert "#0000ff" not in inks  # but for the sky, nothing is blue
    made = cells(drawn)
    assert made[2, 2] == 0
    assert inks[made[20, 2] - 1] == "#00ff00"
    assert inks[made[14, 11] - 1] == "#ff0000"
    assert [color.symbol for color in drawn.palette] == ["0", *"abc"[: len(inks)]] or len(
        {color.symbol for color in drawn.palette}
    ) == len(inks) + 1


@pytest.mark.parametrize("cell", [20, 24, 40])
@pytest.mark.parametrize("width", [3, 5, 9])
@pytest.mark.parametrize("invert", [False, True])
def test_thin_lines_of_drawings_do_not_vanish(cell: int, width: int, invert: bool) -> None:
    drawn = np.asarray(line_drawing(600, width))
    pixels = opaque(255 - drawn if invert else drawn)
    side = 600 // cell
    made = board(pixels, columns=side, rows=side, invert=invert)
    # Every row of cells from one side of the circle to the other is met by a line on both.
    inside = made[side // 7 + 1 : side - side // 7 - 1]
    assert (inside.sum(axis=1) >= 2).all()
    assert made[side // 2 - 1 : side // 2 + 1].any(axis=0).mean() > 0.65
    assert made.mean() < 0.35


def test_a_dithered_picture_is_as_dark_as_the_picture() -> None:
    y, x = np.mgrid[0:400, 0:400]
    disc = np.where(np.hypot(x - 200, y - 200) < 120, 60, 200).astype(np.uint8)
    dots = np.asarray(Image.fromarray(disc).convert("1").convert("L"))
    shares = []
    for gray in (disc, dots):
        source = Motif.of(opaque(np.repeat(gray[:, :, None], 3, axis=2)))
        settings = replace(suggested(source), columns=30, rows=30, crop=WHOLE)
        settings = replace(settings, method=Method.THRESHOLD)
        shares.append(board_of(source, settings).share_shaded)
    assert abs(shares[0] - shares[1]) < 0.03


def test_a_removed_background_is_taken_from_the_border_only() -> None:
    pixels = np.full((20, 20, 3), (250, 250, 200))
    pixels[5:15, 5:15] = (20, 20, 20)
    pixels[8:12, 8:12] = (250, 250, 200)
    settings = PictureSettings(20, 20, colors=2, background=Background("#ffffd0", 20))
    made = board(opaque(pixels), settings)
    assert not made[:5].any()
    assert (made[5:15, 5:15] > 0).all()
    assert made[10, 10] != made[6, 6]
    near = replace(settings, background=Background("#ffffd0", 4))
    assert (board(opaque(pixels), near) > 0)[0, 0] or board_of(
        Motif.of(opaque(pixels)), near
    ).share_shaded > 0.5


def test_what_is_transparent_is_background_whatever_its_colour() -> None:
    pixels = np.zeros((30, 30, 4), np.uint8)
    pixels[10:20, 10:20] = (200, 30, 30, 255)
    for settings in (PictureSettings(15, 15), PictureSettings(15, 15, colors=3)):
        for method in (Method.THRESHOLD, Method.ADAPTIVE, Method.DITHER):
            made = board(pixels, replace(settings, method=method))
            assert not made[:4].any()
            assert not made[:, 11:].any()
            assert made[5:10, 5:10].sum() >= 9
    for threshold in (0, 128, 255):
        for invert in (False, True):
            made = board(pixels, PictureSettings(15, 15, threshold=threshold, invert=invert))
            assert not made[:4].any()
    white = pixels.copy()
    white[10:20, 10:20, :3] = 255
    assert board(white, PictureSettings(15, 15, invert=True))[5:10, 5:10].all()
    assert board(white, PictureSettings(15, 15, invert=True)).sum() == 25


def test_dithering_shades_as_much_as_is_dark() -> None:
    for level in (40, 128, 200):
        made = board(opaque(np.full((80, 80), level)), columns=40, rows=40, method=Method.DITHER)
        assert abs(made.mean() - (1 - level / 255)) < 0.03


def test_edges_are_lines_of_one_cell_around_what_is_filled() -> None:
    pixels = np.full((200, 200), 230)
    pixels[50:150, 50:150] = 30
    made = board(opaque(pixels), columns=25, rows=25, method=Method.EDGES)
    assert not made[9:16, 9:16].any()
    assert not made[:5].any()
    assert (made[5:20, 5:20].sum(axis=1) >= 2).sum() >= 11
    assert 35 <= made.sum() <= 56


@pytest.mark.parametrize("per_cell", [1, 2, 8])
@pytest.mark.parametrize("invert", [False, True])
def test_contours_lie_on_the_side_of_the_ink_and_are_one_cell_wide(
    per_cell: int, invert: bool
) -> None:
    shape = np.zeros((20, 24), bool)
    shape[4:15, 5:19] = True
    shape[8:11, 10:14] = False
    values = np.where(shape != invert, 20, 230).repeat(per_cell, axis=0).repeat(per_cell, axis=1)
    made = board(opaque(values), columns=24, rows=20, method=Method.EDGES, invert=invert) > 0
    assert not (made & ~shape).any()
    inner = np.asarray(cv2.erode(shape.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    assert (made & ~inner).sum() > 0.8 * made.sum()
    squares = made[:-1, :-1] & made[1:, :-1] & made[:-1, 1:] & made[1:, 1:]
    assert not squares.any()
    rings = patches(made, 8)
    assert len(rings) == 2
    assert all(len(patches(~ring, 4)) == 2 for ring in rings)  # closed


def test_even_drawings_in_uneven_light_are_found_by_the_adaptive_method() -> None:
    drawing = np.asarray(line_drawing(400, 14)).astype(float)
    light = np.linspace(0.25, 1, 400)[None, :]
    expected = board(opaque(drawing), columns=30, rows=30, method=Method.ADAPTIVE)
    made = board(opaque(drawing * light), columns=30, rows=30, method=Method.ADAPTIVE)
    plain = board(opaque(drawing * light), columns=30, rows=30)
    assert (made != expected).mean() < 0.05
    assert (plain != expected).mean() > 0.2


def test_how_clear_a_cell_is_follows_the_picture() -> None:
    ramp = np.repeat(np.linspace(0, 255, 30)[None, :], 30, axis=0)
    drawn = board_of(Motif.of(opaque(ramp)), PictureSettings(30, 30))
    clarity = np.array(drawn.reluctance).reshape(30, 30)[15]
    middle = int(np.argmin(clarity))
    assert abs(ramp[15, middle] - drawn.threshold) < 10
    assert clarity[0] == clarity[-1] == 1
    assert (np.diff(clarity[: middle + 1]) <= 0).all()
    assert (np.diff(clarity[middle:]) >= 0).all()


@given(
    st.integers(1, 60),
    st.floats(10, 5000),
    st.floats(10, 5000),
    st.sampled_from([0.0, 30.0, 90.0, 271.0]),
)
def test_the_proportion_is_kept(columns: int, width: float, height: float, angle: float) -> None:
    rows = rows_for(columns, width, height, rotation=angle)
    across, down = turned_size(width, height, angle)
    assert 1 <= rows <= 1000
    if 1 < rows < 1000:
        assert abs(rows - columns * down / across) <= 0.5001
    assert columns_for(rows, width, height, rotation=angle) >= 1
    assert rows_for(columns, width, height) == columns_for(columns, height, width)
    half = Crop(0, 0, 0.5, 1)
    assert abs(rows_for(columns, width, height, half) - 2 * columns * height / width) <= 0.51 or (
        rows_for(columns, width, height, half) in (1, 1000)
    )


def test_quarters_are_exact() -> None:
    assert [split_rotation(angle) for angle in (0, 90, -90, 450, 360)] == [
        (0, 0), (1, 0), (3, 0), (1, 0), (0, 0)
    ]  # fmt: skip
    part = Crop(0.1, 0.2, 0.5, 0.9)
    assert part.turned_back(4) == part
    # Turned clockwise, the top of the picture is at the right.
    assert Crop(0.75, 0, 1, 1).turned_back(1) == Crop(0, 0, 1, 0.25)


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": 0},
        {"rows": 1001},
        {"threshold": 256},
        {"brightness": 101},
        {"contrast": -101},
        {"specks": -1},
        {"colors": 9},
        {"colors": 2, "invert": True},
        {"colors": 2, "palette": ("#ff0000", "#00ff00", "#0000ff")},
        {"colors": 2, "palette": ("#ff0000", "#ff0000")},
        {"colors": 2, "palette": ("#ffffff",)},
        {"palette": ("red",)},
        {"paper": "#FFFFFF"},
        {"rotation": float("nan")},
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(
        ValueError, match=r"a number from|is written|same|palette has|number of|black and white"
    ):
        PictureSettings(**wrong)  # type: ignore[arg-type]


def test_empty_crops_and_unknown_colours_are_refused() -> None:
    for sides in ((0.5, 0, 0.5, 1), (0, 0.6, 1, 0.5), (-0.1, 0, 1, 1), (0, 0, 1, 1.1)):
        with pytest.raises(ValueError, match="a crop"):
            Crop(*sides)
    with pytest.raises(ValueError, match="#rrggbb"):
        Background("white")


@pytest.fixture(scope="module")
def photo() -> Motif:
    """A photo of 12 megapixels."""
    pixels = np.repeat(np.repeat(noise(5, 300, 400), 10, axis=0), 10, axis=1)
    pixels[::7, ::3, :3] += 1  # not of blocks
    source = Motif.of(pixels)
    assert source.size_px == (4000, 3000)
    return source


@pytest.mark.parametrize("way", few(1, WAYS))
def test_a_change_of_a_setting_takes_milliseconds_for_a_large_photo(
    way: dict[str, object], photo: Motif
) -> None:
    cache = PictureCache()
    board_of(photo, suggested(photo), cache)
    settings = replace(PictureSettings(50, 50), **way)  # type: ignore[arg-type]
    times = []
    for _ in range(3):
        start = thread_time()
        board_of(photo, settings, cache)
        times.append(thread_time() - start)
    # Some 15 ms, and 30 ms where samples are made; but the machine may be busy.
    assert times[0] < 0.2
    assert min(times) < 0.1


def test_settings_are_light() -> None:
    code = (
        "import solver.author, helper.picture.cli, recognizer.making.settings, sys;"
        "print({'numpy', 'cv2', 'PIL', 'PySide6'} & set(sys.modules))"
    )
    assert printed_by(code) == "set()\n"
