"""Requests of the picture window to its child process, and their answers. No Qt.

The child keeps the decoded picture, so a request contains settings only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path
from string import ascii_letters
from typing import TYPE_CHECKING, NamedTuple

from helper.author.author_work import repair_work
from puzzles import BLANK, Grid, Puzzle, puzzle_of
from puzzles.child.limits import limited
from puzzles.child.serving import Handler
from puzzles.contracts import ShouldStop
from puzzles.model import Color
from puzzles.words import _, paragraph, worded
from recognizer.making.settings import PictureSettings
from recognizer.picture_limits import MAKING

if TYPE_CHECKING:
    from recognizer.making.board_making import Drawn, PictureCache
    from recognizer.making.motif import Motif

Report = Callable[[object], None]
Corrections = Mapping[int, str]
"""Cells changed by hand, ``row * width + column``, with their colour as found in the picture,
``#rrggbb``, or an empty text for the background. In black and white every colour means shaded."""
Paints = Mapping[str, str]
"""The colours that replace colours found in the picture, both ``#rrggbb``."""

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


class PictureThumbnail(NamedTuple):
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
    black_and_white: PictureSettings
    """Those that suit it without colours."""
    is_exact: bool
    """Whether it was drawn cell by cell, so that no setting is needed."""
    drawn_size: tuple[float, float] | None
    """The width and height stated in an SVG file; ``None`` for other pictures."""
    shown: PictureThumbnail = field(repr=False)

    @property
    def sentence(self) -> str:
        """A sentence on its size and kind."""
        width, height = self.size_px
        facts = worded("{width} × {height} pixels.", width=width, height=height)
        if self.drawn_size is not None:
            facts = "A drawing in SVG, {:.6g} × {:.6g}.".format(*self.drawn_size)
        if not self.is_exact:
            return facts
        if (self.suggested.columns, self.suggested.rows) == self.size_px:
            return paragraph(facts, _("One pixel is one cell."))
        return paragraph(facts, _("Drawn cell by cell and enlarged; the original cells are used."))


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
    picture_colors: tuple[str, ...]
    """The colours of the picture, ``#rrggbb``, without the background: the fixed palette, or the
    colours that were found. Other colours of the board are those of corrected cells."""
    threshold: int
    """The threshold that was used, given or chosen automatically."""
    notes: tuple[str, ...]
    """Sentences to show to the user."""

    @property
    def settings(self) -> PictureSettings:
        """The settings of the board."""
        return self.asked.settings

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
    from recognizer.making.board_making import PictureCache

    picture, drawn_size = load(source)
    return partial(_handle, picture, drawn_size, PictureCache())


def board_of(drawn: Drawn, asked: DrawRequest) -> DrawnBoard:
    """The drawn board with the corrections and paints applied."""
    grid, palette = drawn.grid, drawn.palette
    cells = {cell: rgb for cell, rgb in asked.corrections.items() if cell < len(grid.cells)}
    if cells:
        states, palette = _states_of(cells.values(), palette)
        corrected = [*grid.cells]
        for cell, rgb in cells.items():
            corrected[cell] = states[rgb]
        grid = Grid(grid.height, grid.width, len(palette), corrected)
    puzzle = replace(drawn.puzzle, palette=_painted(palette, asked.paints))
    if cells:
        puzzle = puzzle_of(grid, puzzle)
    return DrawnBoard(
        asked,
        grid,
        puzzle,
        palette,
        asked.settings.palette or tuple(color.rgb for color in drawn.palette[1:]),
        drawn.threshold,
        drawn.notes,
    )


def _painted(palette: tuple[Color, ...], paints: Paints) -> tuple[Color, ...]:
    colors = (Color(color.symbol, paints.get(color.rgb, color.rgb)) for color in palette[1:])
    return (palette[0], *colors)


def _states_of(
    corrections: Iterable[str], palette: tuple[Color, ...]
) -> tuple[dict[str, int], tuple[Color, ...]]:
    """The state for each colour of corrected cells, and the palette with those that it lacks.

    A colour of the palette is used for a similar one only; so cells stay as they were painted
    whatever settings make of the picture's colours.
    """
    states = {"": BLANK}
    for rgb in dict.fromkeys(corrections):
        if not rgb:
            continue
        index = _index_of(rgb, palette)
        if index is None:
            index, symbols = len(palette), {color.symbol for color in palette}
            symbol = next(each for each in ascii_letters if each not in symbols)
            palette = (*palette, Color(symbol, rgb))
        states[rgb] = 1 << index
    return states, palette


def _index_of(rgb: str, palette: tuple[Color, ...]) -> int | None:
    """The number of the colour that stands for another one; ``None`` if none is similar."""
    if len(palette) == 2:
        return 1
    from recognizer.making.colors import SIMILAR_LAB, closest

    colors = [color.rgb for color in palette]
    if rgb in colors:
        return colors.index(rgb)
    return closest(rgb, colors, inf if len(colors) > len(ascii_letters) else SIMILAR_LAB)


def rgb_of_state(state: int, palette: tuple[Color, ...]) -> str:
    """A cell's state as in :data:`Corrections`."""
    return "" if state == BLANK else palette[state.bit_length() - 1].rgb


def _handle(
    motif: Motif,
    drawn_size: tuple[float, float] | None,
    cache: PictureCache,
    request: object,
    report: Report,
    should_stop: ShouldStop,
) -> object:
    if isinstance(request, DescribeRequest):
        with limited(MAKING):
            return _seen(motif, drawn_size)
    from recognizer.making.board_making import board_of as drawn_of

    assert isinstance(request, DrawRequest | RepairRequest)
    asked = request.draw if isinstance(request, RepairRequest) else request
    with limited(MAKING):
        drawn = drawn_of(motif, asked.settings, cache)
    board = board_of(drawn, asked)
    if isinstance(request, RepairRequest):
        return repair_work(board.grid, board.puzzle, drawn.reluctance, report, should_stop)
    return board


def _seen(motif: Motif, drawn_size: tuple[float, float] | None) -> PictureDescription:
    import numpy as np

    from recognizer.making.motif import one_pixel_one_cell, suggested
    from recognizer.making.picture_kinds import reduced

    pixels = reduced(motif.light_pixels, SHOWN_PX)
    height, width = pixels.shape[:2]
    return PictureDescription(
        (motif.size_px.width, motif.size_px.height),
        suggested(motif),
        suggested(motif, is_black_and_white=True),
        one_pixel_one_cell(motif) is not None,
        drawn_size,
        PictureThumbnail(width, height, np.ascontiguousarray(pixels).tobytes()),
    )
