"""Where the numbers stand beside a board: boxes as drawn, and glyphs parted by their spacing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from recognizer.clues.binarization import hysteresis_mask
from recognizer.clues.rectification import CELL_PX, ClueArea, RectifiedPage
from recognizer.clues.token_search import find_tokens
from recognizer.clues.tokens import TokenBox, Tokens
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.values import Side
from tests.support.pages import any_clues, draw_page, font

LINES = 6
DEPTH = 5
SIZE = 24


class Drawing:
    """A band in the making."""

    def __init__(self, side: Side, boxes: int = 0) -> None:
        self.side, self.boxes = side, boxes
        long, deep = LINES * CELL_PX, DEPTH * CELL_PX
        self.is_beside = side in (Side.LEFT, Side.RIGHT)
        self.image = Image.new("L", (deep, long) if self.is_beside else (long, deep), 255)
        self.draw = ImageDraw.Draw(self.image)

    def write(self, x: float, y: float, text: str) -> TokenBox:
        """Draw one glyph or more, the middle at a place; the box around the ink."""
        before = np.asarray(self.image).copy()
        self.draw.text((x, y), text, fill=0, font=font(SIZE), anchor="mm")
        rows, columns = np.nonzero(before != np.asarray(self.image))
        return TokenBox(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)

    def rule(self, out: float, width: int = 2) -> None:
        """A line along the board, so many px from it."""
        wide, high = self.image.size
        forward = self.side in (Side.RIGHT, Side.BOTTOM)
        at = out if forward else (wide if self.is_beside else high) - out
        low, far = at - width / 2, at + width / 2 - 1
        self.draw.rectangle((low, 0, far, high) if self.is_beside else (0, low, wide, far), 0)

    def part(self, near: float, far: float) -> None:
        """The lines between the clues, from and to so many px from the board."""
        if self.side in (Side.LEFT, Side.TOP):
            near, far = DEPTH * CELL_PX - far, DEPTH * CELL_PX - near
        for at in range(CELL_PX, LINES * CELL_PX, CELL_PX) if near < far else ():
            places = (near, at, far, at) if self.is_beside else (at, near, at, far)
            self.draw.line(places, fill=90, width=3)

    def band(self, *, inverted: bool = False) -> ClueArea:
        gray: NDArray[np.uint8] = np.asarray(self.image, np.uint8)
        gray = 255 - gray if inverted else gray
        return ClueArea(self.side, gray, float(DEPTH), LINES, self.boxes)


def middle(line: int) -> float:
    return (line + 0.5) * CELL_PX


def spaced(band: ClueArea) -> Tokens:
    return next(tokens for tokens in find_tokens(band) if not tokens.is_boxed)


def is_close(box: TokenBox, other: TokenBox) -> bool:
    """Anti-aliased borders aside."""
    sides = zip((box.left, box.top, box.right, box.bottom), edges(other), strict=True)
    return all(abs(a - b) <= 2 for a, b in sides)


def edges(box: TokenBox) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right, box.bottom


@pytest.mark.parametrize("side", Side)
def test_a_blank_band_has_no_tokens(side: Side) -> None:
    assert not any(any(tokens.lines) for tokens in find_tokens(Drawing(side).band()))


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_numbers_beside_a_board_are_found_where_they_are(side: Side, inverted: bool) -> None:
    drawing = Drawing(side)
    wide = DEPTH * CELL_PX
    places = [0.5 * CELL_PX, 1.4 * CELL_PX]
    places = places if side is Side.RIGHT else [wide - p for p in reversed(places)]
    true = [
        [drawing.write(x, middle(line), str(2 + (line + k) % 8)) for k, x in enumerate(places)]
        for line in range(LINES)
    ]
    tokens = spaced(drawing.band(inverted=inverted))
    for line, boxes in enumerate(true):
        found = tokens.lines[line]
        assert [t.line for t in found] == [line] * 2
        assert all(is_close(t.box, box) for t, box in zip(found, boxes, strict=True))
    assert tokens.digit_height == pytest.approx(true[0][0].height, abs=2)


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("side", [Side.TOP, Side.BOTTOM])
def test_numbers_over_or_under_a_board_are_found_where_they_are(side: Side, inverted: bool) -> None:
    drawing = Drawing(side)
    places = [0.5 * CELL_PX, 1.2 * CELL_PX]
    places = places if side is Side.BOTTOM else [DEPTH * CELL_PX - p for p in reversed(places)]
    true = [
        [drawing.write(middle(line), y, str(12 + line + 7 * k)) for k, y in enumerate(places)]
        for line in range(LINES)
    ]
    tokens = spaced(drawing.band(inverted=inverted))
    for found, boxes in zip(tokens.lines, true, strict=True):
        assert all(is_close(t.box, box) for t, box in zip(found, boxes, strict=True))
        assert all(len(t.glyphs) == 2 for t in found)


def row_of_pairs(close: float, apart: float) -> tuple[Drawing, list[int]]:
    """In each line two digits, close together in every other one; gaps in px."""
    drawing = Drawing(Side.LEFT)
    edge = DEPTH * CELL_PX - 8.0
    counts = []
    for line in range(LINES):
        gap = close if line % 2 else apart
        last = drawing.write(edge - 8, middle(line), "4")
        for digit in "1" if line < 4 else "2":
            first = Drawing(Side.LEFT).write(100, middle(line), digit)
            drawing.write(100 + last.left - gap - first.right, middle(line), digit)
        counts.append(1 if line % 2 else 2)
    return drawing, counts


@pytest.mark.parametrize(("close", "apart"), [(2, 12), (3, 15), (2, 20)])
def test_digits_close_together_are_one_number_and_those_apart_are_two(
    close: float, apart: float
) -> None:
    drawing, counts = row_of_pairs(close, apart)
    tokens = spaced(drawing.band())
    assert [len(line) for line in tokens.lines] == counts
    assert close < tokens.splits[0] * tokens.digit_height < apart
    inverted = spaced(drawing.band(inverted=True))
    assert [len(line) for line in inverted.lines] == counts


def test_a_number_has_two_digits_at_most() -> None:
    drawing = Drawing(Side.RIGHT)
    for line in range(LINES):
        drawing.write(60, middle(line), "1234")
    tokens = spaced(drawing.band())
    assert all(len(t.glyphs) <= 2 for line in tokens.lines for t in line)
    assert all(sum(len(t.glyphs) for t in line) == 4 for line in tokens.lines)


def test_glyphs_far_from_the_board_are_no_clues() -> None:
    drawing = Drawing(Side.LEFT)
    for line in range(LINES):
        drawing.write(DEPTH * CELL_PX - 16, middle(line), "3")
        drawing.write(20, middle(line), "7")
    assert [len(line) for line in spaced(drawing.band()).lines] == [1] * LINES


@pytest.mark.parametrize("side", Side)
def test_clues_that_all_begin_at_the_far_end_are_found(side: Side) -> None:
    """Only the longest one reaches the board."""
    drawing = Drawing(side)
    forward = side in (Side.RIGHT, Side.BOTTOM)
    for line in range(LINES):
        for k in range(1 + line % 4):
            out = (DEPTH - 0.7 - 0.9 * k) * CELL_PX
            at = out if forward else DEPTH * CELL_PX - out
            place = (at, middle(line)) if drawing.is_beside else (middle(line), at)
            drawing.write(*place, "3")
    found = spaced(drawing.band())
    assert [len(line) for line in found.lines] == [1 + line % 4 for line in range(LINES)]


def test_specks_and_lines_are_no_glyphs() -> None:
    drawing = Drawing(Side.LEFT)
    for line in range(LINES):
        drawing.write(DEPTH * CELL_PX - 20, middle(line), "5")
        drawing.draw.point((DEPTH * CELL_PX - 40, middle(line)), 0)
        drawing.draw.line((0, line * CELL_PX, DEPTH * CELL_PX, line * CELL_PX), 0, 2)
    assert [len(line) for line in spaced(drawing.band()).lines] == [1] * LINES


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("side", Side)
def test_drawn_boxes_are_found_where_they_are(side: Side, inverted: bool) -> None:
    drawing = Drawing(side)
    bounds = [0, 34, 68, 102]
    for out in bounds[1:]:
        drawing.rule(out)
    tokens = find_tokens(drawing.band(inverted=inverted))[0]
    assert tokens.is_boxed
    assert tokens.boxes == 3
    forward = side in (Side.RIGHT, Side.BOTTOM)
    for index, line in enumerate(tokens.lines):
        assert {t.line for t in line} == {index}
        ordered = line if forward else line[::-1]
        assert len(ordered) >= 3
        for token, near, far in zip(ordered, bounds, bounds[1:], strict=False):
            box = token.box
            low, high = (box.left, box.right) if drawing.is_beside else (box.top, box.bottom)
            if not forward:
                low, high = DEPTH * CELL_PX - high, DEPTH * CELL_PX - low
            assert (low, high) == pytest.approx((near, far), abs=2)
            beside = (box.top, box.bottom) if drawing.is_beside else (box.left, box.right)
            assert beside == (index * CELL_PX, (index + 1) * CELL_PX)


@pytest.mark.parametrize("side", Side)
def test_boxes_of_the_lattice_are_cells(side: Side) -> None:
    drawing = Drawing(side, boxes=2)
    drawing.write(*(3 * CELL_PX - 20,) * 2, "8")
    tokens = find_tokens(drawing.band())[0]
    assert tokens.is_boxed
    for line in tokens.lines:
        assert len(line) >= 2
        inner = line[:2] if side in (Side.RIGHT, Side.BOTTOM) else line[-2:]
        assert all((t.box.width, t.box.height) == (CELL_PX, CELL_PX) for t in inner)


@pytest.mark.parametrize("side", Side)
def test_boxes_beyond_the_lattice_count_in_all_sets(side: Side) -> None:
    """Or the set with fewer boxes would read fewer numbers, and be surer of them."""
    drawing = Drawing(side, boxes=1)
    for k in range(1, 5):
        drawing.rule(k * 36)
    boxed = [tokens for tokens in find_tokens(drawing.band()) if tokens.is_boxed]
    assert {tokens.boxes for tokens in boxed} == {4}
    assert len(boxed) == 2


@pytest.mark.parametrize(("elsewhere", "drawn"), [(3, 3), (0, 3), (3, 0)])
@pytest.mark.parametrize("side", Side)
def test_lines_between_clues_are_those_of_boxes_if_the_lattice_has_boxes_elsewhere(
    side: Side, elsewhere: int, drawn: int
) -> None:
    """Digits that touch the lines along the board hide these."""
    drawing = Drawing(side)
    drawing.part(0, drawn * CELL_PX)
    area = replace(drawing.band(), boxes_elsewhere=elsewhere)
    boxed = [tokens for tokens in find_tokens(area) if tokens.is_boxed]
    assert [tokens.boxes for tokens in boxed] == ([3] if elsewhere and drawn else [])


@pytest.mark.parametrize(("boxes", "visible"), [(0, 2), (2, 2), (3, 5)])
@pytest.mark.parametrize("side", Side)
def test_boxes_beyond_the_end_of_the_lines_between_clues_are_of_another_puzzle(
    side: Side, boxes: int, visible: int
) -> None:
    drawing = Drawing(side, boxes)
    for k in range(1, DEPTH + 1):
        drawing.rule(k * CELL_PX)
    drawing.part(0, 2 * CELL_PX)
    drawing.part(3 * CELL_PX, DEPTH * CELL_PX)
    boxed = [tokens for tokens in find_tokens(drawing.band()) if tokens.is_boxed]
    assert {len(line) for tokens in boxed for line in tokens.lines} == {visible}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("side", Side)
def test_a_board_of_one_line_has_no_lines_between_clues(side: Side) -> None:
    shape = (CELL_PX, 200) if side in (Side.LEFT, Side.RIGHT) else (200, CELL_PX)
    assert ClueArea(side, np.full(shape, 255, np.uint8), 5.0, 1, 0).drawn_boxes == 0


# Bands


def test_a_sheet_makes_a_turned_board_straight() -> None:
    page = draw_page(*any_clues(6, 7), pitch=30).turned(10)
    whole = Region(0, 0, 6, 7)
    sheet = RectifiedPage(page.picture, DetectedGrid(page.crossings, whole, whole, 1.0))
    gray = sheet.cut(0, 0, 6, 7).mean(axis=2)
    assert gray.shape == (6 * CELL_PX, 7 * CELL_PX)
    cells = gray.reshape(6, CELL_PX, 7, CELL_PX)
    assert cells[:, 5:-5, :, 5:-5].min() > 250
    for axis in (1, 3):
        edge = np.concatenate([cells.take(k, axis).ravel() for k in (0, CELL_PX - 1)])
        assert np.mean(edge < 200) > 0.4


@pytest.mark.parametrize("side", Side)
def test_a_place_in_a_band_is_where_it_is_on_the_board(side: Side) -> None:
    page = draw_page(((),) * 6, ((),) * 7, pitch=30)
    x, y = {
        Side.LEFT: (-0.5, 2.5),
        Side.RIGHT: (7.5, 2.5),
        Side.TOP: (2.5, -0.5),
        Side.BOTTOM: (2.5, 6.5),
    }[side]
    picture = np.pad(page.picture, ((0, 2), (0, 2), (0, 0)), mode="edge")
    px = page.crossings[0, 0] + np.array([x, y]) * 30
    picture[round(px[1]) - 2 : round(px[1]) + 3, round(px[0]) - 2 : round(px[0]) + 3] = 0
    whole = Region(0, 0, 6, 7)
    sheet = RectifiedPage(picture, DetectedGrid(page.crossings, whole, whole, 1.0))
    band = ClueArea.of(sheet, side)
    assert band is not None
    assert band.depth == pytest.approx(1, abs=0.26)
    inner = band.picture[4:-4] if band.is_beside else band.picture[:, 4:-4]
    inner = inner[:, 4:-4] if band.is_beside else inner[4:-4]
    rows, columns = np.nonzero(inner < 60)
    found = band.board(sheet, columns.mean() + 4.5, rows.mean() + 4.5)
    assert found == pytest.approx((y, x), abs=0.1)


@pytest.mark.parametrize("side", Side)
def test_there_is_no_band_where_the_picture_ends(side: Side) -> None:
    page = draw_page(((),) * 5, ((),) * 5, pitch=20)
    picture = page.picture[18:-17, 18:-17]
    whole = Region(0, 0, 5, 5)
    sheet = RectifiedPage(picture, DetectedGrid(page.crossings - 18, whole, whole, 1.0))
    assert ClueArea.of(sheet, side) is None


def grays(drawing: Drawing, box: TokenBox, level: int) -> None:
    """Make what is in a box as faint as that."""
    part = np.asarray(drawing.image, np.uint8).copy()
    inside = part[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
    inside[:] = 255 - ((255 - inside.astype(int)) * (255 - level) // 255)
    drawing.image.paste(Image.fromarray(part))


@pytest.mark.parametrize("inverted", [False, True])
def test_clues_that_are_greyed_out_are_found(inverted: bool) -> None:
    drawing = Drawing(Side.LEFT)
    boxes = [drawing.write(DEPTH * CELL_PX - 24, middle(k), str(k + 2)) for k in range(LINES)]
    for box in boxes[1:3]:
        grays(drawing, box, 150)
    found = spaced(drawing.band(inverted=inverted)).lines
    assert [len(line) for line in found] == [1] * LINES
    assert all(is_close(line[0].box, box) for line, box in zip(found, boxes, strict=True))


def test_digits_that_stand_on_each_other_are_parted() -> None:
    drawing = Drawing(Side.TOP)
    deep = DEPTH * CELL_PX
    for line in range(LINES):
        drawing.draw.rectangle((middle(line) - 5, deep - 24, middle(line) + 5, deep - 5), 0)
    x = middle(2)
    drawing.draw.rectangle((x - 1, deep - 64, x + 1, deep - 24), 0)
    for stacked in (44, 64):
        drawing.draw.rectangle((x - 6, deep - stacked, x + 6, deep - stacked + 16), 0)
    found = spaced(drawing.band()).lines
    assert [len(line) for line in found] == [1, 1, 3, 1, 1, 1]


def test_pieces_of_the_lines_between_columns_are_no_digits() -> None:
    drawing = Drawing(Side.TOP)
    deep = DEPTH * CELL_PX
    for line in range(LINES):
        drawing.write(middle(line), deep - 22, str(3 + line))
        drawing.draw.rectangle((line * CELL_PX, deep - 62, line * CELL_PX + 1, deep - 44), 0)
    assert [len(line) for line in spaced(drawing.band()).lines] == [1] * LINES


def test_numbers_that_touch_those_of_the_next_column_are_found_in_both() -> None:
    drawing = Drawing(Side.TOP)
    y = DEPTH * CELL_PX - 22
    for line in range(LINES):
        drawing.write(middle(line), y, "7")
    drawing.draw.rectangle((middle(1), y, middle(2), y + 1), 0)
    assert [len(line) for line in spaced(drawing.band()).lines] == [1] * LINES


def test_small_print_far_from_the_board_does_not_say_how_high_digits_are() -> None:
    drawing = Drawing(Side.LEFT)
    boxes = [drawing.write(DEPTH * CELL_PX - 24, middle(k), str(k + 2)) for k in range(LINES)]
    for line in range(LINES):
        for at in range(4, 100, 9):
            drawing.draw.text((at, middle(line) - 6), "a", fill=0, font=font(12))
    tokens = spaced(drawing.band())
    assert tokens.digit_height == pytest.approx(boxes[0].height, abs=2)
    assert [len(line) for line in tokens.lines] == [1] * LINES


def test_faint_parts_of_a_stroke_are_ink_and_faint_spots_alone_are_not() -> None:
    byte = np.zeros((9, 30), np.uint8)
    byte[2:7, 3:6] = 200
    byte[4, 6:14] = 60
    byte[4, 20:26] = 60
    ink = hysteresis_mask(byte, strong=100, weak=50)
    assert ink[:, :15].sum() == (byte[:, :15] > 0).sum()
    assert not ink[:, 15:].any()


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_lines_between_rows_that_bend_are_no_glyphs(side: Side) -> None:
    drawing = Drawing(side)
    for line in range(LINES):
        at = DEPTH * CELL_PX - 20 if side is Side.LEFT else 20
        drawing.write(at, middle(line), "5")
        for k in range(DEPTH):
            low = (line + 1) * CELL_PX + k % 2
            drawing.draw.line((k * CELL_PX, low, (k + 1) * CELL_PX - 1, low), 0, 1)
    assert [len(line) for line in spaced(drawing.band()).lines] == [1] * LINES


def test_old_style_figures_are_of_two_heights() -> None:
    """Those without stems, of two thirds of the height, and the others are kept alike."""
    drawing = Drawing(Side.BOTTOM)
    for line in range(LINES):
        high = 24 if line % 3 == 0 else 17
        for k in range(3):
            left, top = line * CELL_PX + 12, 8 + k * CELL_PX
            drawing.draw.rectangle((left, top, left + 13, top + high), 0)
    assert [len(line) for line in spaced(drawing.band()).lines] == [3] * LINES


def test_pieces_of_a_digit_beside_each_other_are_one_number() -> None:
    """A 5 that fell apart into its bow and a lower piece is no number over another."""
    drawing = Drawing(Side.BOTTOM)
    for line in range(LINES):
        left = line * CELL_PX + 10
        drawing.draw.rectangle((left + 9, 10, left + 16, 33), 0)
        drawing.draw.rectangle((left, 22, left + 6, 40), 0)
        drawing.draw.rectangle((left, 52, left + 14, 75), 0)
    assert [len(line) for line in spaced(drawing.band()).lines] == [2] * LINES
