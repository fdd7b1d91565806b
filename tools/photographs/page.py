"""A puzzle on a flat page, on paper or in a program: its board, its clues and their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
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
class ClueLook:
    """How one number differs from the style of its sheet."""

    ink: Colour
    """Colour of the digits."""
    paper: Colour | None = None
    """Colour of a tile behind the number; ``None`` for none."""
    is_struck: bool = False
    """Whether the number is struck through."""


LookOf = Callable[[bool, int, int], ClueLook | None]
"""The look of a number of a row (or of a column), by line and index; ``None`` for the usual."""


@dataclass(frozen=True)
class Sheet:
    """A puzzle with its style; all places are relative to the top left of the clues.

    While it is played, single clues and cells have looks of their own.
    """

    drawing: Drawing
    style: Style
    look_of: LookOf = lambda *_: None
    known: NDArray[np.bool_] | None = None
    """Which cells are solved, by row and column; ``None`` for the share that the style says."""
    cross: Colour | None = None
    """Colour of the crosses in solved blank cells, which are all alike; ``None`` for those of the
    style."""
    covers_lines: bool = False
    """Whether shaded cells cover the thin lines around them."""
    chosen: tuple[int, int] | None = None
    """Row and column that are highlighted."""
    chosen_paper: Colour = (0, 0, 0)
    """Colour of their clues' strips."""
    chosen_cells: Colour = (0, 0, 0)
    """Colour of their cells."""
    parts_digits: bool = False
    """Whether the digits of a number are one above the other in columns, and apart in rows."""
    box_gap: int = 0
    """Space between the frames of clue boxes in px; 0 for common lines."""
    tile: tuple[float, float] | None = None
    """Half the size of a tile along its line and across it, cells; ``None`` for all the room."""
    radius: float = 0.17
    """Radius of such a tile's corners, cells; 0 fills the place of a number as a box."""
    rim: Colour | None = None
    """Colour of such a tile's outline."""
    written: Callable[[str, float, float], Image.Image] | None = None
    """Draws a number of a height with a maximum width, in px; ``None`` for the style's font."""

    @cached_property
    def depth(self) -> tuple[int, int]:
        """Room for the clues beside the board and above or below it, in px."""
        style = self.style
        if self.parts_digits:
            across, along = (
                max(sum(self._rooms(self._text(line), line, is_row)) for line in lines)
                for lines, is_row in ((self.drawing.rows, True), (self.drawing.columns, False))
            )
            return int(across + 0.5 * style.cell), int(along + 0.5 * style.cell)
        room = style.step * style.cell
        side, deep = (
            (max(max(map(len, lines)), 1) + style.spare) * room
            for lines in (self.drawing.rows, self.drawing.columns)
        )
        if style.packed:
            side = max(sum(self._widths(row)) for row in self.drawing.rows)
            side += 0.5 * style.cell
        slack = 0.0 if style.boxes == "boxed" else 0.4 * style.cell
        return int(np.ceil(side + slack)), int(np.ceil(deep + slack))

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
        draw, style, (x, y) = ImageDraw.Draw(image), self.style, self.board(at)
        width, height = self.drawing.width * style.cell, self.drawing.height * style.cell
        if style.paper:
            draw.rectangle((x, y, x + width, y + height), fill=style.paper)
        for is_row in (True, False):
            self._draw_boxes(draw, (x, y), is_row)
        self._draw_chosen(draw, (x, y))
        if self.covers_lines:
            self._draw_lines(draw, (x, y))
        self._draw_marks(draw, (x, y), rng)
        if not self.covers_lines:
            self._draw_lines(draw, (x, y))
        elif style.thick > 1:  # thick lines are above the cells
            replace(self, style=replace(style, thin=0))._draw_lines(draw, (x, y))
        for is_row, line, index, text, spot in self._clue_spots(at):
            look = self.look_of(is_row, line, index) or ClueLook(style.ink)
            self._draw_clue(image, look, text, spot, is_row)

    # Where numbers are

    def _text(self, line: list[int]) -> list[str]:
        if line:
            return [str(k) for k in line]
        return [self.style.zero] if self.style.zero else []

    def _stamp(self, text: str, is_row: bool) -> Image.Image:
        style, room = self.style, min(1.0, self.style.step)
        if self.written:
            return self.written(text, style.digit * style.cell, 0.95 * (style.cell * room))
        most = (style.fill or (0.92 if style.boxes == "boxed" else 0.82)) * style.cell * room
        if style.packed or self.parts_digits:
            most = 9e9 if is_row else 0.84 * style.cell
        return stamp(style.font, text, style.digit * style.cell, style.squeeze, most)

    def _masks(self, text: str, is_row: bool) -> list[Image.Image]:
        """A number in one piece, or its digits."""
        return [self._stamp(t, is_row) for t in (text if self.parts_digits else [text])]

    def _between(self, is_row: bool) -> float:
        """The room between the digits of a number that are apart, in px."""
        return (0.42 if is_row else 0.2) * self.style.digit * self.style.cell

    @property
    def _gap(self) -> float:
        """The room between numbers that are set like words, in px."""
        return max(4.0, 0.48 * self.style.digit * self.style.cell)

    def _widths(self, line: list[int]) -> list[float]:
        return [self._stamp(text, True).width + self._gap for text in self._text(line)]

    def _rooms(self, texts: list[str], line: list[int], is_row: bool) -> list[float]:
        """The room of each number along its line, in px."""
        if self.parts_digits:
            gap = 0.75 * self.style.digit * self.style.cell * (1.5 if is_row else 1)
            rooms = []
            for text in texts:
                masks = self._masks(text, is_row)
                long = sum(m.width if is_row else m.height for m in masks)
                rooms.append(long + self._between(is_row) * (len(masks) - 1) + gap)
            return rooms
        if self.style.packed and is_row:
            return self._widths(line)
        return [self.style.step * self.style.cell] * len(texts)

    def _clue_area(self, is_row: bool) -> tuple[int, int, int, bool]:
        """Lines, beginning and depth of the clues of rows or columns, and if they come first."""
        count, across = self.drawing.height, self.drawing.width
        if not is_row:
            count, across = across, count
        deep = self.depth[0 if is_row else 1]
        is_before = self.style.sides[0 if is_row else 1] in ("left", "top")
        return count, -deep if is_before else across * self.style.cell, deep, is_before

    def _clue_spots(
        self, at: tuple[int, int]
    ) -> Iterator[tuple[bool, int, int, str, tuple[float, float]]]:
        """Yield the numbers: whether of a row, line, index, text and middle in the image."""
        style, cell, (x, y) = self.style, self.style.cell, self.board(at)
        usual = {"boxed": 0.0, "strips": 0.22}.get(style.boxes, 0.12)
        near = (usual if style.near is None or style.boxes == "boxed" else style.near) * cell
        for lines, is_row in ((self.drawing.rows, True), (self.drawing.columns, False)):
            _, start, deep, is_before = self._clue_area(is_row)
            for i, line in enumerate(lines):
                texts = self._text(line)
                middle = (i + 0.5) * cell
                widths = self._rooms(texts, line, is_row)
                ends = np.cumsum(widths) - np.array(widths) / 2
                if is_before:
                    places = ends - deep + near if style.is_far else ends - sum(widths) - near
                elif style.is_far:
                    places = ends + start + deep - sum(widths) - near
                else:
                    places = ends + start + near
                for k, (place, text) in enumerate(zip(places.tolist(), texts, strict=True)):
                    spot = (x + place, y + middle) if is_row else (x + middle, y + place)
                    yield is_row, i, k, text, spot

    # Drawing

    def _draw_chosen(self, draw: ImageDraw.ImageDraw, board: tuple[int, int]) -> None:
        if self.chosen is None:
            return
        cell = self.style.cell
        for k, is_row in zip(self.chosen, (True, False), strict=True):
            _, start, deep, _ = self._clue_area(is_row)
            reach = (self.drawing.width if is_row else self.drawing.height) * cell
            span = (start, k * cell, start + deep, (k + 1) * cell)
            draw.rectangle(_placed(board, span, is_row), fill=self.chosen_paper)
            span = (0, k * cell, reach, (k + 1) * cell)
            draw.rectangle(_placed(board, span, is_row), fill=self.chosen_cells)

    def _draw_marks(
        self, draw: ImageDraw.ImageDraw, board: tuple[int, int], rng: np.random.Generator
    ) -> None:
        style, cells, cell = self.style, self.drawing.cells, self.style.cell
        height, width = cells.shape
        known = self.known
        if known is None:
            known = np.arange(cells.size).reshape(cells.shape) < style.done * height * width
        inset = 0 if self.covers_lines else max(1, round(0.06 * cell))
        for i, j in np.argwhere(known).tolist():
            left, top = board[0] + j * cell, board[1] + i * cell
            if cells[i, j]:
                box = (left + inset, top + inset, left + cell - inset, top + cell - inset)
                draw.rectangle(box, fill=style.shaded)
                continue
            line = max(1, cell // 16)
            if self.cross:
                a, b = left + round(0.3 * cell), left + round(0.7 * cell)
                c, d = top + round(0.3 * cell), top + round(0.7 * cell)
                draw.line((a, c, b, d), self.cross, line)
                draw.line((b, c, a, d), self.cross, line)
            elif style.crosses and self.known is None:
                e, f = rng.uniform(0.22, 0.34, 2) * cell
                draw.line((left + e, top + f, left + cell - f, top + cell - e), style.shaded, line)
                draw.line((left + cell - e, top + f, left + f, top + cell - e), style.shaded, line)

    def _draw_lines(self, draw: ImageDraw.ImageDraw, board: tuple[int, int]) -> None:
        style, cell = self.style, self.style.cell
        height, width = self.drawing.height, self.drawing.width
        for is_thick in (False, True):
            for count, across in ((width, False), (height, True)):
                for k in range(count + 1):
                    line = style.frame if k in (0, count) else style.thick
                    if (k % style.every == 0 or k in (0, count)) is not is_thick:
                        continue
                    _rule(draw, across, board, k * cell, (0, (width, height)[not across] * cell),
                          line if is_thick else style.thin, style.frame,
                          style.thick_ink if is_thick else style.thin_ink)  # fmt: skip

    def _draw_boxes(self, draw: ImageDraw.ImageDraw, board: tuple[int, int], is_row: bool) -> None:
        """Draw the frames of the clues: strips, lines, cells or none."""
        style, cell = self.style, self.style.cell
        count, start, deep, is_before = self._clue_area(is_row)
        room = style.step * cell
        if self.box_gap:
            gap = self.box_gap
            for i, k in np.ndindex(count, round(deep / room)):
                at = -(k + 1) * room if is_before else start + k * room
                span = (round(at) + gap, i * cell + gap, round(at + room) - gap,
                        (i + 1) * cell - gap)  # fmt: skip
                draw.rectangle(_placed(board, span, is_row), fill=style.clue_paper,
                               outline=style.thin_ink, width=style.thin)  # fmt: skip
            return
        if style.boxes == "strips":
            gap = max(1, cell // 20)
            for k in range(count):
                span = (start + gap, k * cell + gap, start + deep - 2 * gap, (k + 1) * cell - gap)
                draw.rounded_rectangle(
                    _placed(board, span, is_row), radius=cell // 5, fill=style.clue_paper
                )
            return
        if style.clue_paper:
            span = (start, 0, start + deep, count * cell)
            draw.rectangle(_placed(board, span, is_row), fill=style.clue_paper)
        for k in range(style.every, count, 2 * style.every) if style.second_paper else ():
            span = (start, k * cell, start + deep, min(k + style.every, count) * cell)
            draw.rectangle(_placed(board, span, is_row), fill=style.second_paper)
        if style.boxes == "open":
            return
        for k in range(count + 1):
            is_thick = k % style.every == 0 or k == count
            _rule(draw, is_row, board, k * cell, (start, start + deep),
                  max(1, style.thick) if is_thick else style.thin, style.thin,
                  style.thick_ink if is_thick else style.thin_ink)  # fmt: skip
        last = round(deep / room) if style.boxes == "boxed" else 0
        for k in range(1, last + 1):
            place = -k * room if is_before else start + k * room
            _rule(draw, not is_row, board, round(place), (0, count * cell),
                  style.frame if k == last else style.thin, style.thin,
                  style.thick_ink if k == last else style.thin_ink)  # fmt: skip

    def _draw_clue(
        self, image: Image.Image, look: ClueLook, text: str, spot: tuple[float, float], is_row: bool
    ) -> None:
        draw, cell = ImageDraw.Draw(image), self.style.cell
        masks = self._masks(text, is_row)
        if look.paper:
            self._draw_tile(draw, look.paper, text, spot, is_row)
        sizes = [m.width if is_row else m.height for m in masks]
        place = -(sum(sizes) + self._between(is_row) * (len(masks) - 1)) / 2
        for mask, size in zip(masks, sizes, strict=True):
            off = place + size / 2
            middle = (spot[0] + off, spot[1]) if is_row else (spot[0], spot[1] + off)
            x, y = (round(k - s / 2) for k, s in zip(middle, mask.size, strict=True))
            if self.style.outline:
                around = max(1, cell // 20)
                for dx, dy in np.ndindex(2 * around + 1, 2 * around + 1):
                    image.paste(self.style.outline, (x + dx - around, y + dy - around), mask)
            image.paste(look.ink, (x, y), mask)
            place += size + self._between(is_row)
        if look.is_struck:
            wide = max(m.width for m in masks) / 2 + 0.12 * cell
            line = (spot[0] - wide, spot[1], spot[0] + wide, spot[1])
            draw.line(line, look.ink, max(1, cell // 18))

    def _draw_tile(
        self,
        draw: ImageDraw.ImageDraw,
        paper: Colour,
        text: str,
        spot: tuple[float, float],
        is_row: bool,
    ) -> None:
        """Draw the tile behind a number."""
        cell, room, rim, radius = self.style.cell, self.style.step * self.style.cell, 0, 0
        if self.tile and self.radius:
            half, radius = (side * cell for side in self.tile), max(1, round(self.radius * cell))
            along, across = half
        elif self.tile:
            along, across, rim = room / 2, cell / 2, 1
        else:
            if self.parts_digits:
                room = self._rooms([text], [int(text)], is_row)[0]
            elif self.style.packed and is_row:
                gap = 4.0 if text == "0" else self._gap
                room = self._stamp(text, is_row).width + gap
            along, across, rim, radius = room / 2, cell / 2, max(1, cell // 16), cell // 6
        wide, high = (along, across) if is_row else (across, along)
        box = (spot[0] - wide + rim, spot[1] - high + rim, spot[0] + wide - rim,
               spot[1] + high - rim)  # fmt: skip
        draw.rounded_rectangle(tuple(map(round, box)), radius=radius, fill=paper, outline=self.rim)


def _placed(
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
