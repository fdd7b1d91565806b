"""What one choice does to the others, and which corrections outlive it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from helper.picture.picture_choices import PictureChoices
from helper.picture.picture_work import PictureDescription, PictureThumbnail
from recognizer.making.settings import Crop, Method, PictureSettings

SHOWN = PictureThumbnail(1, 1, bytes(4))
EXACT = PictureSettings(columns=16, rows=8)
RED, BLUE, WHITE = "#ff0000", "#0000ff", "#ffffff"


def a_photo(**values: Any) -> PictureChoices:
    """Of 400 x 200 pixels, 30 x 15 cells."""
    settings = PictureSettings(columns=30, rows=15, **values)
    plain = PictureSettings(invert=settings.invert)
    return PictureChoices(PictureDescription((400, 200), settings, plain, False, None, SHOWN))


def an_icon() -> PictureChoices:
    """Each of its 16 x 8 pixels is a cell."""
    return PictureChoices(PictureDescription((16, 8), EXACT, EXACT, True, None, SHOWN))


def size(choice: PictureChoices) -> tuple[int, int]:
    return choice.settings.columns, choice.settings.rows


def test_cells_stay_square_until_the_proportion_is_given_up() -> None:
    choice = a_photo()
    choice.set_columns(50)
    assert size(choice) == (50, 25)
    choice.set_rows(10)
    assert size(choice) == (20, 10)
    choice.keep_proportion(False)
    choice.set_rows(33)
    assert size(choice) == (20, 33)
    choice.keep_proportion(True)
    assert size(choice) == (66, 33)


def test_the_side_that_was_set_last_stays_whatever_is_cropped() -> None:
    choice = a_photo()
    choice.set_columns(50)
    for crop, rows in ((Crop(0, 0, 0.75, 1), 33), (Crop(0, 0, 0.25, 1), 100), (Crop(), 25)):
        choice.set_crop(crop)
        assert size(choice) == (50, rows)
    choice.set_rows(20)
    for crop, columns in ((Crop(0, 0, 0.75, 1), 30), (Crop(0, 0, 0.25, 1), 10), (Crop(), 40)):
        choice.set_crop(crop)
        assert size(choice) == (columns, 20)
    choice.turn(1)
    choice.set_crop(Crop(0, 0, 1, 0.5))
    assert size(choice) == (20, 20)
    choice.reset()
    choice.set_crop(Crop(0, 0, 0.5, 1))
    assert size(choice) == (30, 30)


def test_of_a_picture_drawn_cell_by_cell_whole_cells_are_cropped() -> None:
    choice = an_icon()
    choice.set_crop(Crop(0.1, 0, 0.6, 0.49))
    assert size(choice) == (8, 4)
    assert choice.settings.crop == Crop(2 / 16, 0, 10 / 16, 4 / 8)
    choice.turn(1)
    assert size(choice) == (4, 8)
    choice.set_crop(Crop())
    assert size(choice) == (8, 16)


def test_four_quarter_turns_change_nothing() -> None:
    choice = a_photo()
    choice.set_crop(Crop(0.1, 0.2, 0.5, 0.9))
    before = choice.settings
    for _ in range(4):
        choice.turn(1)
    assert choice.settings.rotation == before.rotation
    assert size(choice) == (before.columns, before.rows)
    for name in ("left", "top", "right", "bottom"):
        after = getattr(choice.settings.crop, name)
        assert after == pytest.approx(getattr(before.crop, name))


def test_a_turn_to_the_right_shows_what_was_left_at_the_top() -> None:
    choice = a_photo()
    choice.set_crop(Crop(0, 0, 0.25, 1))
    choice.turn(1)
    assert choice.settings.rotation == 90
    assert choice.settings.crop == Crop(0, 0, 1, 0.25)


def test_a_tilt_is_kept_apart_from_the_quarters() -> None:
    choice = a_photo()
    choice.turn(-1)
    choice.set_tilt(7.5)
    assert choice.settings.rotation == -82.5
    assert choice.tilt == 7.5
    choice.turn(1)
    assert (choice.settings.rotation, choice.tilt) == (7.5, 7.5)


KEEPING: list[Callable[[PictureChoices], object]] = [
    lambda choice: choice.change(threshold=90),
    lambda choice: choice.change(method=Method.DITHER),
    lambda choice: choice.change(brightness=5, contrast=-5, invert=True, specks=3),
]
DROPPING: list[Callable[[PictureChoices], object]] = [
    lambda choice: choice.set_columns(31),
    lambda choice: choice.set_crop(Crop(0, 0, 0.9, 1)),
    lambda choice: choice.change(crop=Crop(0, 0, 0.9, 0.9)),
    lambda choice: choice.change(rotation=1.5),
    lambda choice: choice.turn(1),
    lambda choice: choice.set_tilt(1),
    lambda choice: choice.change(colors=2),
    lambda choice: choice.reset(),
]


@pytest.mark.parametrize("change", KEEPING)
def test_corrections_outlive_what_leaves_cells_where_they_are(
    change: Callable[[PictureChoices], object],
) -> None:
    choice = a_photo()
    choice.correct({3: "#000000"})
    change(choice)
    assert choice.draw.corrections == {3: "#000000"}
    assert choice.sentence.startswith("1 correction kept")


@pytest.mark.parametrize("change", DROPPING)
def test_corrections_are_dropped_when_cells_show_something_else_and_that_is_said(
    change: Callable[[PictureChoices], object],
) -> None:
    choice = a_photo()
    choice.correct({3: "#000000", 4: ""})
    change(choice)
    assert choice.draw.corrections == {}
    assert choice.sentence.startswith("2 corrections were dropped")
    assert choice.sentence.endswith("Undo brings them back.")
    choice.change(brightness=1)
    assert choice.sentence == ""


@pytest.mark.parametrize("change", [*KEEPING, *DROPPING])
def test_undo_brings_back_settings_and_corrections_and_redo_the_change(
    change: Callable[[PictureChoices], object],
) -> None:
    choice = a_photo()
    choice.set_crop(Crop(0, 0, 0.5, 1))
    choice.correct({3: "#000000", 4: ""})
    before = choice.draw
    change(choice)
    after = choice.draw
    choice.undo()
    assert choice.draw == before
    choice.redo()
    assert choice.draw == after
    choice.undo()
    choice.undo()
    assert choice.draw == (before.settings, {}, {})


def test_reset_says_what_it_dropped_and_that_undo_brings_it_back() -> None:
    choice = a_photo()
    choice.correct({3: "#000000"})
    choice.reset()
    assert choice.sentence == "1 correction was dropped. Undo brings it back."


def test_reset_without_a_change_is_no_step_of_undo() -> None:
    choice = a_photo()
    choice.reset()
    assert not choice.may_undo


def test_changes_of_one_setting_after_another_are_one_step_of_undo() -> None:
    choice = a_photo()
    for brightness in (1, 2, 3):
        choice.change(brightness=brightness)
    choice.set_columns(50)
    choice.set_rows(30)
    choice.set_columns(60)
    choice.undo()
    assert (size(choice), choice.settings.brightness) == ((30, 15), 3)
    choice.undo()
    assert choice.settings.brightness == 0
    assert not choice.may_undo


def test_a_side_is_kept_again_after_undo() -> None:
    choice = a_photo()
    choice.set_columns(50)
    choice.correct({0: ""})
    choice.set_rows(20)
    choice.undo()
    choice.set_crop(Crop(0, 0, 0.5, 1))
    assert size(choice) == (50, 50)


def test_only_a_step_of_cells_is_one_that_a_repair_may_undo() -> None:
    choice = a_photo()
    assert not choice.may_undo_cells
    choice.correct({0: ""})
    assert choice.may_undo_cells
    choice.change(brightness=1)
    assert choice.may_undo
    assert not choice.may_undo_cells


def test_undo_takes_one_correction_after_the_other_back() -> None:
    choice = a_photo()
    choice.correct({3: "#000000"})
    choice.correct({4: "", 5: ""})
    choice.undo()
    assert choice.corrections == {3: "#000000"}
    choice.undo()
    assert choice.corrections == {}
    assert not choice.may_undo


def test_only_black_and_white_is_inverted() -> None:
    choice = a_photo(invert=True)
    choice.set_colors(3)
    assert (choice.settings.colors, choice.settings.invert) == (3, False)
    with pytest.raises(ValueError, match="black and white"):
        choice.change(invert=True)
    choice.set_colors(1)
    assert (choice.settings.colors, choice.settings.invert) == (1, True)


def test_black_is_on_white_whatever_the_background_of_a_photo_was() -> None:
    """Black on the night of a photo cannot be seen, and what is light in it is the figure."""
    night, settings = "#191e2c", PictureSettings(colors=5, paper="#191e2c")
    plain = PictureSettings(invert=True)
    choice = PictureChoices(PictureDescription((400, 200), settings, plain, False, None, SHOWN))
    choice.set_colors(1)
    assert (choice.settings.paper, choice.settings.invert) == (WHITE, True)
    choice.set_colors(3)
    assert (choice.settings.paper, choice.settings.invert) == (night, False)
    choice.change(paper=BLUE)
    choice.set_colors(4)
    assert choice.settings.paper == BLUE, "as it was chosen"


def test_a_painted_colour_stands_for_what_was_found_and_keeps_corrections() -> None:
    choice = a_photo(colors=2)
    choice.correct({3: RED, 4: BLUE})
    choice.recolor(1, "#aa0000", (WHITE, RED, BLUE), (RED, BLUE))
    assert choice.draw == (choice.settings, {3: RED, 4: BLUE}, {RED: "#aa0000"})
    assert choice.settings.palette == (RED, BLUE)
    choice.recolor(2, RED, (WHITE, RED, BLUE), (RED, BLUE))  # free by now
    assert choice.paints == {RED: "#aa0000", BLUE: RED}
    choice.change(palette=())
    assert choice.paints == {}


def test_two_equal_colours_are_refused_and_change_nothing() -> None:
    choice = a_photo(colors=2)
    before = choice.settings
    for index, color in ((1, BLUE), (0, BLUE), (1, WHITE)):
        with pytest.raises(ValueError, match="the same"):
            choice.recolor(index, color, (WHITE, RED, BLUE), (RED, BLUE))
    assert choice.settings == before
    assert not choice.paints


def test_the_paper_gets_another_colour_as_the_others_do() -> None:
    choice = a_photo(colors=2)
    choice.recolor(0, "#ffffe0", (WHITE, RED, BLUE), (RED, BLUE))
    assert (choice.settings.paper, choice.settings.palette) == ("#ffffe0", (RED, BLUE))


def test_a_background_that_followed_the_picture_stays_when_a_colour_is_replaced() -> None:
    choice = a_photo(colors=2)
    choice.recolor(1, BLUE, ("#808080", RED, WHITE), (RED, WHITE))
    assert (choice.settings.paper, choice.settings.palette) == ("#808080", (RED, WHITE))
    assert choice.paints == {RED: BLUE}


def test_the_colour_of_a_painted_cell_is_replaced_like_those_of_the_picture() -> None:
    choice = a_photo(colors=2)
    choice.recolor(3, "#00ff00", (WHITE, RED, BLUE, "#10c030"), (RED, BLUE))
    assert (choice.settings.palette, choice.paints) == ((RED, BLUE), {"#10c030": "#00ff00"})
