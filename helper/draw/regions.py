"""A rectangle of cells as a value: copied, pasted, turned, and as text or pixels. No widgets."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from helper.board.toolset import CellFrame
from puzzles import MAX_SHOWN, Color, Grid
from puzzles.color_values import distance
from puzzles.json_text import read_json
from puzzles.turning import Turn

MIME_TYPE = "application/x-nonogram-region"
"""The type of :meth:`Region.to_text` on the clipboard."""
_MAX_COLORS = 32
_RGB = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class CopiedCells:
    """Cells with their colours, for any palette.

    Colours are palette indices; 0 is a clear cell.
    """

    rows: tuple[tuple[int, ...], ...]
    """Palette indices; at least one row, all of the same length, which is not 0."""
    colors: tuple[str, ...]
    """``#rrggbb`` of each index."""

    @classmethod
    def of(cls, grid: Grid, palette: Sequence[Color], frame: CellFrame) -> CopiedCells:
        """The cells of a grid inside a frame, which has to be on the board."""
        indices = {1 << k: k for k in range(1, grid.colors)}
        rows = tuple(
            tuple(
                indices.get(state, 0)
                for state in grid.row(r)[frame.left : frame.left + frame.width]
            )
            for r in range(frame.top, frame.top + frame.height)
        )
        return cls(rows, tuple(color.rgb for color in palette))

    @classmethod
    def of_pixels(cls, rows: Sequence[Sequence[int]], palette: Sequence[Color]) -> CopiedCells:
        """The cells of an image, in the most similar colours of a palette.

        Args:
            rows: ``0xAARRGGBB`` of each pixel; less than half opaque is clear.
            palette: The colours, the background first.
        """
        colors = [color.rgb for color in palette]
        indices: dict[int, int] = {}
        for pixel in {pixel for row in rows for pixel in row}:
            rgb = f"#{pixel & 0xFFFFFF:06x}"
            is_opaque = pixel >> 24 >= 128
            indices[pixel] = _most_similar(rgb, colors) if is_opaque else 0
        return cls(tuple(tuple(indices[pixel] for pixel in row) for row in rows), tuple(colors))

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def turned(self, turn: Turn) -> CopiedCells:
        """The region flipped or turned; a quarter turn exchanges height and width.

        >>> CopiedCells(((1, 0), (1, 1)), ("#ffffff", "#000000")).turned(Turn.ROTATE_RIGHT).rows
        ((1, 1), (1, 0))
        """
        rows = self.rows
        if turn is Turn.FLIP_HORIZONTALLY:
            rows = tuple(row[::-1] for row in rows)
        elif turn is Turn.FLIP_VERTICALLY:
            rows = rows[::-1]
        elif turn is Turn.ROTATE_LEFT:
            rows = tuple(zip(*rows, strict=True))[::-1]
        else:
            rows = tuple(zip(*rows[::-1], strict=True))
        return CopiedCells(rows, self.colors)

    def changes(self, grid: Grid, palette: Sequence[Color], at: CellFrame) -> dict[int, int]:
        """The states of a grid's cells, by index, after the region is put there.

        Each colour becomes the most similar one of the palette; what is beyond the board is left
        out.

        Args:
            grid: The board.
            palette: Its colours.
            at: Where the region's top left cell goes; the size counts for nothing.
        """
        states = [1 << k if k else grid.clear for k in self._matched(palette)]
        return {
            r * grid.width + c: states[index]
            for r, row in enumerate(self.rows, at.top)
            if 0 <= r < grid.height
            for c, index in enumerate(row, at.left)
            if 0 <= c < grid.width
        }

    def _matched(self, palette: Sequence[Color]) -> list[int]:
        """For each colour of the region, the index of the most similar one of a palette."""
        wanted = [color.rgb for color in palette]
        if wanted == list(self.colors):
            return list(range(len(wanted)))
        return [0] + [_most_similar(rgb, wanted) for rgb in self.colors[1:]]

    def to_text(self) -> str:
        """The region as JSON, for the clipboard."""
        return json.dumps({"colors": self.colors, "rows": self.rows})

    @classmethod
    def from_text(cls, text: str) -> CopiedCells:
        """The region of :meth:`to_text`.

        Raises:
            ValueError: The text is not one.
        """
        value = read_json(text)
        if not isinstance(value, dict):
            raise ValueError("not a region")
        colors, rows = value.get("colors"), value.get("rows")
        if not isinstance(colors, list) or not isinstance(rows, list):
            raise ValueError("a region without colours or rows")
        region = cls(
            tuple(tuple(row) if isinstance(row, list) else () for row in rows),
            tuple(map(str, colors)),
        )
        region._check()
        return region

    def _check(self) -> None:
        if not 0 < len(self.rows) <= MAX_SHOWN or not 0 < self.width <= MAX_SHOWN:
            raise ValueError("a region of a wrong size")
        if not 0 < len(self.colors) <= _MAX_COLORS:
            raise ValueError("a region with too few or too many colours")
        for color in self.colors:
            if not _RGB.fullmatch(color):
                raise ValueError("a region with a damaged colour")
        for row in self.rows:
            if len(row) != self.width or not all(
                type(k) is int and 0 <= k < len(self.colors) for k in row
            ):
                raise ValueError("a region with damaged rows")


def _most_similar(rgb: str, colors: Sequence[str]) -> int:
    """The index of the most similar colour; the first of several."""
    return min(range(len(colors)), key=lambda k: distance(rgb, colors[k]))
