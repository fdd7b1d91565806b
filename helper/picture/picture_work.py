"""Requests of the picture window to its child process, and their answers. No Qt.

The child keeps the decoded picture, so a request contains settings only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from helper.author.repair_work import repair_work
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
"""Cells changed by hand, ``row * width + column``, with their colour as found in the picture,
``#rrggbb``, or an empty text for the background. In black and white every colour means shaded."""
Paints = Mapping[str, str]
"""The colours that replace colours found in the picture, both ``#rrggbb``."""

_MAX_SHIFT_LAB = 30.0
"""Distance in Lab up to which another setting may have moved the colour of a corrected cell."""
SHOWN_PX = 1024
"""The longest side of the picture as the window shows it."""


class DescribeRequest(NamedTuple):
    """Asks for the :class:`PictureDescription`."""


class DrawRequest(NamedTuple):
    """Asks for a board, a :class:`DrawnBoard`."""

    settings: PictureSettings
    corrections: Corrections
    paints: Paints


class RepairRequest(NamedTuple):
    """Asks for repairs of a board; reports and answers :class:`~solver.author.repair.Repairs`."""

    draw: DrawRequest
    """The request for the board."""


class Thumbnail(NamedTuple):
    """A reduced picture for the window."""

    width: int
    height: int
    rgba: bytes
    """Four bytes a pixel, row by row."""


@dataclass(frozen=True, slots=True)
class PictureDescription:
    """Properties of a picture."""

    size_px: tuple[int, int]
    """Width and height; for SVG the size at which it is drawn."""
    suggested: PictureSettings
    """The settings that suit the picture."""
    is_exact: bool
    """Whether it was drawn cell by cell, so that no setting is needed."""
    drawn_size: tuple[float, float] | None
    """The width and height stated in an SVG file; ``None`` for other pictures."""
    shown: Thumbnail = field(repr=False)

    @property
    def sentence(self) -> str:
        """A sentence on its size and kind."""
        width, height = self.size_px
        facts = f"{width} × {height} pixels."
        if self.drawn_size is not None:
            facts = "A drawing in SVG, {:.6g} × {:.6g}.".format(*self.drawn_size)
        if not self.is_exact:
            return facts
        if (self.suggested.columns, self.suggested.rows) == self.size_px:
            return f"{facts} One pixel is one cell."
        return f"{facts} Drawn cell by cell and enlarged; the original cells are used."


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """The board made from a picture."""

    asked: DrawRequest
    grid: Grid
    """Every cell is BLANK or has one colour."""
    puzzle: Puzzle
    """Clues, palette and goal of the board."""
    found: tuple[Color, ...]
    """The palette before ``paints`` were applied."""
    threshold: int
    """The threshold that was used, given or chosen automatically."""
    notes: tuple[str, ...]
    """Sentences to show to the user."""
    corrections: Corrections
    """The corrections that were applied: those whose colours still exist."""

    @property
    def settings(self) -> PictureSettings:
        """The settings of the board."""
        return self.asked.settings

    @property
    def found_colors(self) -> tuple[str, ...]:
        """The colours of the picture, ``#rrggbb``: the fixed palette, or the colours found."""
        return self.settings.palette or tuple(color.rgb for color in self.found[1:])

    @property
    def shown_colors(self) -> tuple[str, ...]:
        """The colours that replace :attr:`found_colors`, in the same order."""
        return tuple(self.asked.paints.get(color, color) for color in self.found_colors)

    @property
    def clue_count(self) -> int:
        """The number of clues of all rows and columns."""
        return sum(map(len, (*self.puzzle.rows, *self.puzzle.columns)))

    @property
    def share_shaded(self) -> float:
        """The shaded share of all cells, 0 to 1."""
        return self.grid.count_shaded() / len(self.grid.cells)


def make_handler(source: Path | bytes) -> Handler:
    """Load a picture within limits; returns a function that answers requests about it.

    Args:
        source: A file, or the bytes of one.

    Raises:
        RecognitionError: It is no picture, damaged, or too large.
    """
    from helper.images.loading import load
    from recognizer.boards.board_making import PictureCache

    picture, drawn_size = load(source)
    return partial(_handle, picture, drawn_size, PictureCache())


def board_of(drawn: Drawn, asked: DrawRequest) -> DrawnBoard:
    """The drawn board with the corrections and paints applied."""
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
    from recognizer.boards.colors import closest

    inks = [color.rgb for color in palette[1:]]
    found = inks.index(rgb) if rgb in inks else closest(rgb, inks, _MAX_SHIFT_LAB)
    return None if found is None else 2 << found


def rgb_of_state(state: int, palette: tuple[Color, ...]) -> str:
    """A cell's state as in :data:`Corrections`."""
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
        return repair_work(board.grid, board.puzzle, drawn.reluctance, report, should_stop)
    return board


def _seen(source: Source, drawn_size: tuple[float, float] | None) -> PictureDescription:
    import numpy as np

    from recognizer.boards.picture_kinds import reduced
    from recognizer.boards.source import one_pixel_one_cell, suggested

    pixels = reduced(source.light_pixels, SHOWN_PX)
    height, width = pixels.shape[:2]
    return PictureDescription(
        (source.size_px.width, source.size_px.height),
        suggested(source),
        one_pixel_one_cell(source) is not None,
        drawn_size,
        Thumbnail(width, height, np.ascontiguousarray(pixels).tobytes()),
    )
