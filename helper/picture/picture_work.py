"""What the picture window asks of its child process, and what it is told. No Qt here.

The child holds the picture, decoded, so that a request is no more than what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from helper.author.repair_work import mend_work
from helper.workers.child import Handler
from puzzles import BLANK, SHADED, Grid, Puzzle, puzzle_of
from puzzles.contracts import ShouldStop
from puzzles.model import Color
from recognizer.boards.settings import PictureSettings

if TYPE_CHECKING:
    from recognizer.boards.board_making import Drawn, PictureCache
    from recognizer.boards.source import Source

Report = Callable[[object], None]
Corrections = Mapping[int, str]
"""Cells, ``row * width + column``, that a person wants otherwise than the picture has them: the
colour as it was found in the picture, ``#rrggbb``, or nothing for the background. In black and
white every colour is the ink."""
Paints = Mapping[str, str]
"""For colours found in the picture how they are to look instead, both ``#rrggbb``."""

SHOWN_PX = 1024
"""The longest side of the picture as the window shows it."""


class DescribeRequest(NamedTuple):
    """A request: what is this picture? The answer is :class:`PictureDescription`."""


class DrawRequest(NamedTuple):
    """A request: which board does it make? The answer is :class:`DrawnBoard`."""

    settings: PictureSettings
    corrections: Corrections
    paints: Paints


class RepairRequest(NamedTuple):
    """A request: what can be changed so that there is one solution? Reports and answers
    :class:`~solver.author.repair.Repairs`.
    """

    draw: DrawRequest
    """Of what."""


class Thumbnail(NamedTuple):
    """A small picture to look at."""

    width: int
    height: int
    rgba: bytes
    """Four bytes a pixel, row by row."""


@dataclass(frozen=True, slots=True)
class PictureDescription:
    """What a picture is."""

    size_px: tuple[int, int]
    """Width and height; of SVG, which has no pixels of its own, those that it is drawn in."""
    suggested: PictureSettings
    """To begin with."""
    is_exact: bool
    """Whether it was drawn cell by cell, so that nothing needs to be chosen."""
    drawn_size: tuple[float, float] | None
    """The width and height that it gives itself, if it is SVG."""
    shown: Thumbnail = field(repr=False)

    @property
    def sentence(self) -> str:
        """What there is to say of it."""
        width, height = self.size_px
        facts = f"{width} × {height} pixels."
        if self.drawn_size is not None:
            facts = "A drawing in SVG, {:.6g} × {:.6g}.".format(*self.drawn_size)
        if not self.is_exact:
            return facts
        if (self.suggested.columns, self.suggested.rows) == self.size_px:
            return f"{facts} One pixel is one cell."
        return f"{facts} Drawn cell by cell, and enlarged: its cells are found again."


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """The board that a picture makes."""

    asked: DrawRequest
    grid: Grid
    """Every cell is BLANK or has one colour."""
    puzzle: Puzzle
    """With the clues, the palette and the goal."""
    found: tuple[Color, ...]
    """The palette before it was painted over."""
    threshold: int
    """The one that was used, also if it was chosen by the picture."""
    notes: tuple[str, ...]
    """Sentences worth telling."""
    corrections: Corrections
    """Those that this board has: of colours that are still there."""

    @property
    def settings(self) -> PictureSettings:
        """With which it was made."""
        return self.asked.settings

    @property
    def found_colors(self) -> tuple[str, ...]:
        """The colours of the picture, ``#rrggbb``: those that were chosen, or found."""
        return self.settings.palette or tuple(color.rgb for color in self.found[1:])

    @property
    def shown_colors(self) -> tuple[str, ...]:
        """How these are shown, in the same order."""
        return tuple(self.asked.paints.get(color, color) for color in self.found_colors)

    @property
    def clue_count(self) -> int:
        """Of all rows and columns."""
        return sum(map(len, (*self.puzzle.rows, *self.puzzle.columns)))

    @property
    def share_shaded(self) -> float:
        """Of all cells, 0 to 1."""
        return self.grid.count_shaded() / len(self.grid.cells)


def make_handler(source: Path | bytes) -> Handler:
    """Load a picture within limits, and answer requests about it.

    Args:
        source: A file, or the bytes of one.

    Raises:
        RecognitionError: It is not a picture, or broken, or too large.
    """
    from helper.images.loading import load
    from recognizer.boards.board_making import PictureCache

    picture, drawn_size = load(source)
    return partial(_handle, picture, drawn_size, PictureCache())


def board_of(drawn: Drawn, asked: DrawRequest) -> DrawnBoard:
    """What was drawn, with the corrections on top."""
    kept = {
        cell: (rgb, state)
        for cell, rgb in asked.corrections.items()
        if (state := _state_of(rgb, drawn.palette)) is not None and cell < len(drawn.grid.cells)
    }
    grid, puzzle = drawn.grid, replace(drawn.puzzle, palette=_painted(drawn.palette, asked.paints))
    if kept:
        grid = drawn.grid.copy()
        for cell, (_, state) in kept.items():
            grid.cells[cell] = state
        puzzle = puzzle_of(grid, puzzle)
    return DrawnBoard(
        asked,
        grid,
        puzzle,
        drawn.palette,
        drawn.threshold,
        drawn.notes,
        {cell: rgb for cell, (rgb, _) in kept.items()},
    )


def _painted(palette: tuple[Color, ...], paints: Paints) -> tuple[Color, ...]:
    colors = (Color(color.symbol, paints.get(color.rgb, color.rgb)) for color in palette[1:])
    return (palette[0], *colors)


def _state_of(rgb: str, palette: tuple[Color, ...]) -> int | None:
    if not rgb:
        return BLANK
    if len(palette) == 2:
        return SHADED
    return next((1 << k for k, color in enumerate(palette) if k and color.rgb == rgb), None)


def rgb_of_state(state: int, palette: tuple[Color, ...]) -> str:
    """A cell's state as :data:`Corrections` write it."""
    return "" if state == BLANK else palette[state.bit_length() - 1].rgb


def _handle(
    source: Source,
    drawn_size: tuple[float, float] | None,
    cache: PictureCache,
    request: object,
    report: Report,
    should_stop: ShouldStop,
) -> object:
    if isinstance(request, DescribeRequest):
        return _seen(source, drawn_size)
    from recognizer.boards.board_making import board_of as drawn_of

    assert isinstance(request, DrawRequest | RepairRequest)
    asked = request.draw if isinstance(request, RepairRequest) else request
    drawn = drawn_of(source, asked.settings, cache)
    board = board_of(drawn, asked)
    if isinstance(request, RepairRequest):
        return mend_work(board.grid, board.puzzle, drawn.reluctance, report, should_stop)
    return board


def _seen(source: Source, drawn_size: tuple[float, float] | None) -> PictureDescription:
    import numpy as np

    from recognizer.boards.picture_kinds import reduced
    from recognizer.boards.source import one_pixel_one_cell, suggested

    pixels = source.pixels
    longest = max(pixels.shape[:2])
    if longest > SHOWN_PX:
        pixels = reduced(pixels, SHOWN_PX / longest)
    height, width = pixels.shape[:2]
    return PictureDescription(
        (source.size_px.width, source.size_px.height),
        suggested(source),
        one_pixel_one_cell(source) is not None,
        drawn_size,
        Thumbnail(width, height, np.ascontiguousarray(pixels).tobytes()),
    )
