"""A puzzle while it is played in a program: single clues and cells have looks of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.photographs.fonts import stamp
from tools.photographs.page import Colour, Sheet, placed


@dataclass(frozen=True)
class ClueLook:
    """How one number differs from the style of its sheet."""

    ink: Colour
    """Colour of the digits."""
    paper: Colour | None = None
    """Colour of a tile behind the number; ``None`` for none."""
    is_struck: bool = False
    """Whether the number is struck through."""


def _plain(_is_row: bool, _line: int, _index: int) -> ClueLook | None:
    return None


@dataclass(frozen=True)
class PlayedSheet(Sheet):
    """A sheet whose numbers and cells differ.

    ``done`` and ``crosses`` of its style do not count.
    """

    look_of: Callable[[bool, int, int], ClueLook | None] = _plain
    """The look of a number of a row (or of a column), by line and index; ``None`` for the usual."""
    known: NDArray[np.bool_] | None = None
    """Which cells are solved, by row and column; ``None`` for none."""
    cross: Colour | None = None
    """Colour of the crosses in solved blank cells; ``None`` for no crosses."""
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

    # Numbers whose digits are apart

    def _digits(self, text: str, is_row: bool) -> list[Image.Image]:
        style = self.style
        most = 9e9 if is_row else 0.84 * style.cell
        parts = list(text) if self.parts_digits else [text]
        return [stamp(style.font, t, style.digit * style.cell, style.squeeze, most) for t in parts]

    def _rooms(self, texts: list[str], line: list[int], is_row: bool) -> list[float]:
        if not self.parts_digits:
            return super()._rooms(texts, line, is_row)
        height = self.style.digit * self.style.cell
        gap, between = 0.75 * height, (0.42 if is_row else 0.2) * height
        rooms = []
        for text in texts:
            masks = self._digits(text, is_row)
            long = sum(m.width if is_row else m.height for m in masks)
            rooms.append(long + between * (len(masks) - 1) + gap * (1.5 if is_row else 1))
        return rooms

    @cached_property
    def depth(self) -> tuple[int, int]:
        """Room for the clues beside the board and above or below it, in px."""
        if not self.parts_digits:
            return super().depth
        sides = (self.drawing.rows, True), (self.drawing.columns, False)
        across, along = (
            max(sum(self._rooms(self._text(line), line, is_row)) for line in lines)
            for lines, is_row in sides
        )
        slack = 0.5 * self.style.cell
        return int(across + slack), int(along + slack)

    # Drawing

    def draw(self, image: Image.Image, at: tuple[int, int], rng: np.random.Generator) -> None:
        """Draw the clues and the board."""
        draw = ImageDraw.Draw(image)
        x, y = board = self.board(at)
        cell, (height, width) = self.style.cell, self.drawing.cells.shape
        if self.style.paper:
            box = (x, y, x + width * cell, y + height * cell)
            draw.rectangle(box, fill=self.style.paper)
        self._draw_boxes(draw, at)
        self._draw_chosen(draw, board)
        if self.covers_lines:
            self._draw_lines(draw, board)
            self._draw_marks(draw, board)
            if self.style.thick > 1:  # thick lines are above the cells
                replace(self, style=replace(self.style, thin=0))._draw_lines(draw, board)
        else:
            self._draw_marks(draw, board)
            self._draw_lines(draw, board)
        self._draw_clues(image, at)

    def _draw_chosen(self, draw: ImageDraw.ImageDraw, board: tuple[int, int]) -> None:
        if self.chosen is None:
            return
        cell, style = self.style.cell, self.style
        for k, is_row in zip(self.chosen, (True, False), strict=True):
            deep = self.depth[0 if is_row else 1]
            reach = (self.drawing.width if is_row else self.drawing.height) * cell
            is_before = style.sides[0 if is_row else 1] in ("left", "top")
            start = -deep if is_before else reach
            span = (start, k * cell, start + deep, (k + 1) * cell)
            draw.rectangle(placed(board, span, is_row), fill=self.chosen_paper)
            span = (0, k * cell, reach, (k + 1) * cell)
            draw.rectangle(placed(board, span, is_row), fill=self.chosen_cells)

    def _draw_marks(self, draw: ImageDraw.ImageDraw, board: tuple[int, int]) -> None:
        if self.known is None:
            return
        (x, y), cell, style = board, self.style.cell, self.style
        inset = 0 if self.covers_lines else max(1, round(0.06 * cell))
        for i, j in np.argwhere(self.known).tolist():
            left, top = x + j * cell, y + i * cell
            if self.drawing.cells[i, j]:
                box = (left + inset, top + inset, left + cell - inset, top + cell - inset)
                draw.rectangle(box, fill=style.shaded)
            elif self.cross:
                a, b = round(0.3 * cell), round(0.7 * cell)
                line = max(1, cell // 16)
                draw.line((left + a, top + a, left + b, top + b), self.cross, line)
                draw.line((left + b, top + a, left + a, top + b), self.cross, line)

    def _draw_boxes(self, draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
        if not self.box_gap:
            super()._draw_boxes(draw, at)
            return
        style, cell, board, gap = self.style, self.style.cell, self.board(at), self.box_gap
        room = style.step * cell
        for is_row in (True, False):
            count = self.drawing.height if is_row else self.drawing.width
            deep = self.depth[0 if is_row else 1]
            is_before = style.sides[0 if is_row else 1] in ("left", "top")
            reach = (self.drawing.width if is_row else self.drawing.height) * cell
            for i in range(count):
                for k in range(round(deep / room)):
                    start = -(k + 1) * room if is_before else reach + k * room
                    span = (round(start) + gap, i * cell + gap, round(start + room) - gap,
                            (i + 1) * cell - gap)  # fmt: skip
                    draw.rectangle(placed(board, span, is_row), fill=style.clue_paper,
                                   outline=style.thin_ink, width=style.thin)  # fmt: skip

    def _draw_clues(self, image: Image.Image, at: tuple[int, int]) -> None:
        draw = ImageDraw.Draw(image)
        for is_row, line, index, text, spot in self._clue_spots(at):
            look = self.look_of(is_row, line, index) or ClueLook(self.style.ink)
            masks = self._digits(text, is_row) if self.parts_digits else [
                self._stamp(text, is_row)
            ]  # fmt: skip
            self._draw_look(draw, look, text, spot, is_row, masks)
            between = (0.42 if is_row else 0.2) * self.style.digit * self.style.cell
            sizes = [m.width if is_row else m.height for m in masks]
            start = -(sum(sizes) + between * (len(masks) - 1)) / 2
            for mask, size in zip(masks, sizes, strict=True):
                off = start + size / 2
                middle = (spot[0] + off, spot[1]) if is_row else (spot[0], spot[1] + off)
                corner = tuple(round(k - s / 2) for k, s in zip(middle, mask.size, strict=True))
                image.paste(look.ink, (corner[0], corner[1]), mask)
                start += size + between
            if look.is_struck:
                wide = max(m.width for m in masks) / 2 + 0.12 * self.style.cell
                line_width = max(1, self.style.cell // 18)
                draw.line((spot[0] - wide, spot[1], spot[0] + wide, spot[1]), look.ink, line_width)

    def _draw_look(
        self,
        draw: ImageDraw.ImageDraw,
        look: ClueLook,
        text: str,
        spot: tuple[float, float],
        is_row: bool,
        masks: list[Image.Image],
    ) -> None:
        """Draw the tile behind a number."""
        if not look.paper:
            return
        cell, rim = self.style.cell, max(1, self.style.cell // 16)
        room = self.style.step * cell
        if self.parts_digits:
            room = self._rooms([text], [int(text)], is_row)[0]
        elif self.style.packed and is_row:
            room = self._widths([int(text)])[0] if text != "0" else masks[0].width + 4.0
        half = (room / 2, cell / 2) if is_row else (cell / 2, room / 2)
        box = (spot[0] - half[0] + rim, spot[1] - half[1] + rim, spot[0] + half[0] - rim,
               spot[1] + half[1] - rim)  # fmt: skip
        draw.rounded_rectangle(tuple(map(round, box)), radius=cell // 6, fill=look.paper)
