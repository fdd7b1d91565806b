"""A puzzle on a flat page: its board, its clues and their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.photographs.fonts import stamp
from tools.photographs.pictures import Drawing

Colour = tuple[int, int, int]
"""Red, green, blue."""


@dataclass(frozen=True)
class Style:
    """Layout and style of a printed puzzle. Lengths are shares of a cell, unless they are in px."""

    cell: int = 40
    """Pitch of the cells in px."""
    step: float = 1.0
    """Pitch of the clues along their line."""
    font: str = ""
    """Font of the clues."""
    digit: float = 0.6
    """Height of the digits."""
    squeeze: float = 1.0
    """Factor for the width of the digits."""
    boxes: str = "boxed"
    """The frames of the clues: ``boxed``, ``lines`` between lines, ``strips`` or ``open``."""
    packed: bool = False
    """Whether the clues of a row are set like words rather than in columns."""
    zero: str = "0"
    """The clue of a blank line."""
    sides: tuple[str, str] = ("left", "top")
    """Where the clues are."""
    thin: int = 1
    """Width of the lines in px; 0 for none."""
    thick: int = 3
    """Width of every fifth line in px."""
    frame: int = 4
    """Width of the frame in px."""
    every: int = 5
    """Distance of the thick lines, in cells."""
    ink: Colour = (20, 20, 20)
    """Colour of the digits."""
    outline: Colour | None = None
    """Colour around the digits, which are then drawn one by one without squeezing."""
    thin_ink: Colour = (60, 60, 60)
    """Colour of the lines."""
    thick_ink: Colour = (20, 20, 20)
    """Colour of every fifth line and of the frame."""
    paper: Colour | None = (255, 255, 255)
    """Colour of the cells; ``None`` for transparent ones."""
    clue_paper: Colour | None = None
    """Colour of the clues' cells or strips."""
    second_paper: Colour | None = None
    """Colour of every second group of ``every`` of them, if it is another one."""
    fill: float | None = None
    """Maximum width of a number in its place; ``None`` for the usual one."""
    near: float | None = None
    """Distance of the clues to the board; ``None`` for the usual one."""
    shaded: Colour = (20, 20, 20)
    """Colour of shaded cells."""
    done: float = 0.0
    """Share of the board that is solved."""
    crosses: bool = False
    """Whether blank cells in the solved part have crosses."""
    spare: int = 0
    """Number of clue cells more than needed."""
    is_far: bool = False
    """Whether the clues begin at the far end of their area instead of ending at the board."""


@dataclass(frozen=True)
class Sheet:
    """A puzzle with its style; all places are relative to the top left of the clues."""

    drawing: Drawing
    style: Style

    @cached_property
    def depth(self) -> tuple[int, int]:
        """Room for the clues beside the board and above or below it, in px."""
        style = self.style
        room = style.step * style.cell
        across = max(max(map(len, self.drawing.rows)), 1) + style.spare
        along = max(max(map(len, self.drawing.columns)), 1) + style.spare
        side = across * room
        if style.packed:
            side = max(sum(self._widths(row)) for row in self.drawing.rows)
            side += 0.5 * style.cell
        slack = 0.0 if style.boxes == "boxed" else 0.4 * style.cell
        return int(np.ceil(side + slack)), int(np.ceil(along * room + slack))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height with the clues, in px."""
        cell = self.style.cell
        return (
            self.drawing.width * cell + self.depth[0],
            self.drawing.height * cell + self.depth[1],
        )

    def board(self, at: tuple[int, int]) -> tuple[int, int]:
        """The top left crossing of the board, if the sheet is drawn there."""
        horizontal, vertical = self.style.sides
        x = at[0] + (self.depth[0] if horizontal == "left" else 0)
        return x, at[1] + (self.depth[1] if vertical == "top" else 0)

    def corners(self, at: tuple[int, int]) -> NDArray[np.float64]:
        """The corner crossings of the board, clockwise from the top left."""
        x, y = self.board(at)
        width, height = self.drawing.width, self.drawing.height
        unit = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        off = (self.style.frame - 1) / 2 - self.style.frame // 2
        return unit * self.style.cell + np.array([x, y], np.float64) + off

    def draw(self, image: Image.Image, at: tuple[int, int], rng: np.random.Generator) -> None:
        """Draw the clues and the board."""
        draw = ImageDraw.Draw(image)
        self._draw_cells(draw, self.board(at), rng)
        self._draw_boxes(draw, at)
        self._draw_lines(draw, self.board(at))
        self._draw_clues(image, at)

    def _text(self, line: list[int]) -> list[str]:
        if line:
            return [str(k) for k in line]
        return [self.style.zero] if self.style.zero else []

    def _stamp(self, text: str, is_row: bool) -> Image.Image:
        style = self.style
        fill = style.fill or (0.92 if style.boxes == "boxed" else 0.82)
        most = fill * style.cell * min(1.0, style.step)
        if style.packed:
            most = 9e9 if is_row else 0.84 * style.cell
        return stamp(style.font, text, style.digit * style.cell, style.squeeze, most)

    def _widths(self, line: list[int]) -> list[float]:
        gap = max(4.0, 0.48 * self.style.digit * self.style.cell)
        return [self._stamp(text, True).width + gap for text in self._text(line)]

    def _draw_cells(
        self, draw: ImageDraw.ImageDraw, at: tuple[int, int], rng: np.random.Generator
    ) -> None:
        style, (x, y), cell = self.style, at, self.style.cell
        height, width = self.drawing.cells.shape
        if style.paper:
            draw.rectangle((x, y, x + width * cell, y + height * cell), fill=style.paper)
        for (i, j), is_shaded in np.ndenumerate(self.drawing.cells):
            if i * width + j >= style.done * height * width:
                continue
            left, top = x + j * cell, y + i * cell
            if is_shaded:
                inset = max(1, round(0.06 * cell))
                draw.rectangle((left + inset, top + inset, left + cell - inset,
                                top + cell - inset), fill=style.shaded)  # fmt: skip
            elif style.crosses:
                a, b = rng.uniform(0.22, 0.34, 2) * cell
                line = max(1, cell // 16)
                draw.line((left + a, top + b, left + cell - b, top + cell - a), style.shaded, line)
                draw.line((left + cell - a, top + b, left + b, top + cell - a), style.shaded, line)

    def _draw_lines(self, draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
        style, (x, y), cell = self.style, at, self.style.cell
        height, width = self.drawing.height, self.drawing.width
        for is_thick in (False, True):
            for count, across in ((width, False), (height, True)):
                for k in range(count + 1):
                    line = style.frame if k in (0, count) else style.thick
                    if (k % style.every == 0 or k in (0, count)) is not is_thick:
                        continue
                    _rule(draw, across, (x, y), k * cell, (0, (width, height)[not across] * cell),
                          line if is_thick else style.thin, style.frame,
                          style.thick_ink if is_thick else style.thin_ink)  # fmt: skip

    def _draw_boxes(self, draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
        """Draw the frames of the clues: strips, lines, cells or none."""
        style, cell, board = self.style, self.style.cell, self.board(at)
        for is_row in (True, False):
            count = self.drawing.height if is_row else self.drawing.width
            deep = self.depth[0 if is_row else 1]
            is_before = style.sides[0 if is_row else 1] in ("left", "top")
            reach = (self.drawing.width if is_row else self.drawing.height) * cell
            start = -deep if is_before else reach
            if style.boxes == "strips":
                self._draw_strips(draw, board, is_row, start, deep)
                continue
            if style.clue_paper:
                span = (start, 0, start + deep, count * cell)
                draw.rectangle(placed(board, span, is_row), fill=style.clue_paper)
            for k in range(style.every, count, 2 * style.every) if style.second_paper else ():
                span = (start, k * cell, start + deep, min(k + style.every, count) * cell)
                draw.rectangle(placed(board, span, is_row), fill=style.second_paper)
            if style.boxes == "open":
                continue
            span_x = (start, start + deep)
            for k in range(count + 1):
                is_thick = k % style.every == 0 or k == count
                _rule(draw, is_row, board, k * cell, span_x, max(1, style.thick) if is_thick
                      else style.thin, style.thin,
                      style.thick_ink if is_thick else style.thin_ink)  # fmt: skip
            if style.boxes == "boxed":
                room = style.step * cell
                for k in range(1, round(deep / room) + 1):
                    place = -k * room if is_before else reach + k * room
                    is_last = k == round(deep / room)
                    _rule(draw, not is_row, board, round(place), (0, count * cell),
                          style.frame if is_last else style.thin, style.thin,
                          style.thick_ink if is_last else style.thin_ink)  # fmt: skip

    def _draw_strips(
        self, draw: ImageDraw.ImageDraw, board: tuple[int, int], is_row: bool, start: int, deep: int
    ) -> None:
        cell = self.style.cell
        gap = max(1, cell // 20)
        for k in range(self.drawing.height if is_row else self.drawing.width):
            span = (start + gap, k * cell + gap, start + deep - 2 * gap, (k + 1) * cell - gap)
            draw.rounded_rectangle(
                placed(board, span, is_row), radius=cell // 5, fill=self.style.clue_paper
            )

    def _draw_clues(self, image: Image.Image, at: tuple[int, int]) -> None:
        for is_row, _, _, text, spot in self._clue_spots(at):
            self._draw_number(image, self._stamp(text, is_row), spot)

    def _clue_spots(
        self, at: tuple[int, int]
    ) -> Iterator[tuple[bool, int, int, str, tuple[float, float]]]:
        """Yield the numbers: whether of a row, line, index, text and middle in the image."""
        style, cell, (x, y) = self.style, self.style.cell, self.board(at)
        usual = {"boxed": 0.0, "strips": 0.22}.get(style.boxes, 0.12)
        near = (usual if style.near is None or style.boxes == "boxed" else style.near) * cell
        for lines, is_row in ((self.drawing.rows, True), (self.drawing.columns, False)):
            is_before = style.sides[0 if is_row else 1] in ("left", "top")
            reach = (self.drawing.width if is_row else self.drawing.height) * cell
            for i, line in enumerate(lines):
                texts = self._text(line)
                middle = (i + 0.5) * cell
                widths = self._rooms(texts, line, is_row)
                ends = np.cumsum(widths) - np.array(widths) / 2
                places = ends - sum(widths) - near if is_before else ends + reach + near
                if style.is_far:
                    deep = self.depth[0 if is_row else 1]
                    places = ends - deep + near if is_before else (
                        ends + reach + deep - sum(widths) - near
                    )  # fmt: skip
                for k, (place, text) in enumerate(zip(places.tolist(), texts, strict=True)):
                    spot = (x + place, y + middle) if is_row else (x + middle, y + place)
                    yield is_row, i, k, text, spot

    def _rooms(self, texts: list[str], line: list[int], is_row: bool) -> list[float]:
        """The room of each number along its line, in px."""
        if self.style.packed and is_row:
            return self._widths(line)
        return [self.style.step * self.style.cell] * len(texts)

    def _draw_number(
        self, image: Image.Image, mask: Image.Image, middle: tuple[float, float]
    ) -> None:
        x, y = (round(k - size / 2) for k, size in zip(middle, mask.size, strict=True))
        if self.style.outline:
            around = max(1, self.style.cell // 20)
            for dx, dy in np.ndindex(2 * around + 1, 2 * around + 1):
                image.paste(self.style.outline, (x + dx - around, y + dy - around), mask)
        image.paste(self.style.ink, (x, y), mask)


def placed(
    board: tuple[int, int], span: tuple[int, int, int, int], is_row: bool
) -> tuple[int, int, int, int]:
    """A box along a row, or the same along a column."""
    left, top, right, bottom = span if is_row else (span[1], span[0], span[3], span[2])
    return board[0] + left, board[1] + top, board[0] + right, board[1] + bottom


def _rule(
    draw: ImageDraw.ImageDraw,
    across: bool,
    board: tuple[int, int],
    place: int,
    span: tuple[int, int],
    width: int,
    end: int,
    colour: Colour,
) -> None:
    """A line of an exact width, with ends that fill the corners of lines ``end`` wide."""
    if width <= 0:
        return
    low, high = place - width // 2, place - width // 2 + width - 1
    first, last = span[0] - end // 2, span[1] - end // 2 + end - 1
    box = (first, low, last, high) if across else (low, first, high, last)
    draw.rectangle(
        (board[0] + box[0], board[1] + box[1], board[0] + box[2], board[1] + box[3]), fill=colour
    )
