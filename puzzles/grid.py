"""The states of a board's cells, and the clues of finished lines.

A cell is a bit set over the palette: bit ``k`` says that the cell may still have colour ``k``
(bit 0: background). CLEAR has all bits, BLANK only bit 0, a shaded cell only its colour's bit.
Black and white is the case of two bits.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from puzzles.board_picture import UNKNOWN, UNKNOWNS, BoardPicture, low_bytes
from puzzles.board_svg import notebook_html
from puzzles.color_values import DEFAULT_RGB
from puzzles.errors import checked_type
from puzzles.model import ANY_COLOR, Axis, BoardShape, Clue, Clues, Color, Line, Puzzle, is_known
from puzzles.words import worded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLANK = 1
"""The cell is certainly background."""
SHADED = 2
"""The cell certainly has the first colour, the ink of a black and white puzzle."""


def clear_mask(colors: int) -> int:
    """The state CLEAR of an unknown cell, for a palette of ``colors`` colours."""
    return (1 << colors) - 1


class Grid:
    """A board of cell states, mutable; compares by value.

    Its text form has one character per cell: ``?`` clear, ``.`` blank, ``#`` the first colour,
    letters ``a``, ``b``, ... the second, third, ...; ``*`` for several colours, but not all.
    A cell is ``grid[row, column]``; iterating gives the rows.

    Args:
        height: Number of rows.
        width: Number of columns.
        colors: Size of the palette, background included; at most 32.
        cells: The states row by row, bit sets of the colours that a cell may still have; by default
            any.

    Raises:
        ValueError: There are not ``height * width`` cells.

    >>> grid = Grid.from_text(["#?", ".#"])
    >>> grid[0, 0] == SHADED, grid[1, 0] == BLANK, grid.column(1).tolist()
    (True, True, [3, 2])
    >>> print(grid)
    #?
    .#
    """

    __slots__ = ("cells", "colors", "height", "width")

    def __init__(
        self, height: int, width: int, colors: int = 2, cells: Iterable[int] | None = None
    ) -> None:
        self.height = height
        self.width = width
        self.colors = colors
        """Size of the palette, background included; at most 32."""
        if cells is None:
            self.cells = array("I", [clear_mask(colors)]) * (height * width)
        else:
            self.cells = array("I", cells)
        if len(self.cells) != height * width:
            raise ValueError(
                worded(
                    "{cells} cells do not make {width} x {height}",
                    cells=len(self.cells),
                    height=height,
                    width=width,
                )
            )

    @classmethod
    def of_cells(cls, height: int, width: int, colors: int, cells: array[int]) -> Grid:
        """A board that takes over an array of ``height * width`` states, without a copy."""
        grid = cls.__new__(cls)
        grid.height, grid.width, grid.colors, grid.cells = height, width, colors, cells
        return grid

    @classmethod
    def for_puzzle(cls, puzzle: Puzzle) -> Grid:
        """An unknown board of a puzzle's size and palette."""
        checked_type(puzzle, Puzzle)
        return cls(puzzle.height, puzzle.width, len(puzzle.palette))

    @classmethod
    def from_text(cls, rows: Sequence[str], colors: int = 2) -> Grid:
        """The grid whose text form is ``rows``.

        Raises:
            ValueError: The rows differ in length, or a character is not a cell state.
        """
        symbols = {"?": clear_mask(colors), ".": BLANK}
        symbols |= {_symbol(k): 1 << k for k in range(1, colors)}
        try:
            cells = [symbols[c] for row in rows for c in row]
        except KeyError as error:
            raise ValueError(
                worded("no cell state is written {args!r}", args=error.args[0])
            ) from None
        return cls(len(rows), len(rows[0]) if rows else 0, colors, cells)

    @classmethod
    def from_goal(cls, goal: str, palette: Sequence[Color], width: int) -> Grid:
        """The finished board of a puzzle's ``goal``."""
        masks = {color.symbol: 1 << k for k, color in enumerate(palette)}
        height = len(goal) // width if width else 0
        return cls(height, width, len(palette), [masks[c] for c in goal])

    def is_board_of(self, puzzle: Puzzle) -> bool:
        """Whether it has the size and the number of colours of a puzzle."""
        return (self.shape, self.colors) == (puzzle.shape, len(puzzle.palette))

    def check_board_of(self, puzzle: Puzzle) -> None:
        """See that it has the size and the number of colours of a puzzle.

        Raises:
            ValueError: It has not.
        """
        if not self.is_board_of(puzzle):
            raise ValueError(
                worded(
                    "a board of {width} x {height} cells is not of the puzzle's size and colours",
                    width=self.width,
                    height=self.height,
                )
            )

    @property
    def shape(self) -> BoardShape:
        """Number of rows and of columns."""
        return BoardShape(self.height, self.width)

    @property
    def clear(self) -> int:
        """The state CLEAR of an unknown cell."""
        return clear_mask(self.colors)

    def __getitem__(self, at: tuple[int, int]) -> int:
        return self.cells[self._index(at)]

    def __setitem__(self, at: tuple[int, int], state: int) -> None:
        self.cells[self._index(at)] = state

    def _index(self, at: tuple[int, int]) -> int:
        """The place of a cell in :attr:`cells`; negative numbers count from the end.

        Raises:
            IndexError: There is no such cell.
        """
        try:
            row, column = at
            return range(self.height)[row] * self.width + range(self.width)[column]
        except (TypeError, ValueError, IndexError):
            raise IndexError(
                worded(
                    "a cell of a board of {width} x {height} cells is [row, column] from 0, not"
                    " {at}",
                    width=self.width,
                    height=self.height,
                    at=repr(at),
                )
            ) from None

    def __iter__(self) -> Iterator[array[int]]:
        """The states of each row (copies), from the top."""
        return map(self.row, range(self.height))

    def to_numpy(self) -> NDArray[np.uint32]:
        """The states of all cells (a copy), shape (rows, columns).

        >>> Grid.from_text(["#?", ".#"]).to_numpy() == SHADED
        array([[ True, False],
               [False,  True]])
        """
        import numpy as np

        return np.array(self.cells, np.uint32).reshape(self.shape)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.height, self.width, self.colors) == (
            other.height,
            other.width,
            other.colors,
        ) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        colors = "" if self.colors == 2 else f", {self.colors} colours"
        return (
            f"<Grid {self.shape}{colors}, {self._count_known()} of {len(self.cells)} cells known>"
        )

    def _count_known(self) -> int:
        return sum(self.count(1 << k) for k in range(self.colors))

    def _repr_html_(self) -> str:
        """The board for a notebook; a grid has no palette, so its colours are DEFAULT_RGB."""
        size = f"{self.width} × {self.height}"
        others = (DEFAULT_RGB[k % len(DEFAULT_RGB)] for k in range(self.colors - 2))
        colors = "#ffffff", "#000000", *others
        lines = [()] * self.height, [()] * self.width
        return notebook_html(size, BoardPicture(*lines, colors, self.cells))

    def __str__(self) -> str:
        return "\n".join(self.to_text())

    def to_text(self, palette: Sequence[Color] = ()) -> list[str]:
        """One string per row, see the class; with a palette its symbols, but ``#`` for ``1``."""
        symbols = [color.symbol for color in palette] or [_symbol(k) for k in range(self.colors)]
        names = {self.clear: "?", BLANK: "."}
        names |= {1 << k: "#" if s == "1" else s for k, s in enumerate(symbols) if k}
        of_state = {state: names.get(state, "*") for state in set(self.cells)}
        text = "".join(map(of_state.__getitem__, self.cells))
        return [text[k : k + self.width] for k in range(0, len(text), self.width)]

    def row(self, index: int) -> array[int]:
        """The states of a row, left to right (a copy)."""
        return self.cells[index * self.width : (index + 1) * self.width]

    def column(self, index: int) -> array[int]:
        """The states of a column, top to bottom (a copy)."""
        return self.cells[index :: self.width]

    def line(self, line: Line) -> array[int]:
        """The states of a row or a column (a copy)."""
        return self.column(line.index) if line.axis is Axis.COLUMN else self.row(line.index)

    def copy(self) -> Grid:
        """An independent grid with the same cells."""
        return Grid(self.height, self.width, self.colors, self.cells)

    def count(self, state: int) -> int:
        """The number of cells with exactly this state."""
        return self.cells.count(state)

    def low_bytes(self, start: int = 0, stop: int | None = None) -> bytes:
        """The lowest byte of each state of ``cells[start:stop]``; complete for up to 8 colours."""
        return low_bytes(self.cells[start:stop])

    def color_counts(self) -> tuple[int, ...]:
        """For each colour, the number of cells that are certainly shaded in it; 0 comes first."""
        inks = range(1, self.colors)
        if self.colors > 8:
            return (0, *(self.count(1 << k) for k in inks))
        states = self.low_bytes()
        return (0, *(states.count(1 << k) for k in inks))

    def count_shaded(self) -> int:
        """The number of cells that are certainly shaded in one colour."""
        return sum(self.color_counts())

    @property
    def is_untouched(self) -> bool:
        """Whether all cells are clear."""
        return self.cells == array("I", [self.clear]) * len(self.cells)

    def to_goal(self, palette: Sequence[Color]) -> str:
        """The board as a puzzle's ``goal``; cells that are not shaded count as background."""
        symbols = {1 << k: color.symbol for k, color in enumerate(palette)}
        if self.colors > 8:
            return "".join(symbols.get(m, palette[0].symbol) for m in self.cells)
        table = {state: symbols.get(state, palette[0].symbol) for state in range(256)}
        return self.low_bytes().decode("latin-1").translate(table)


def _symbol(color: int) -> str:
    return "#" if color == 1 else chr(ord("a") + color - 2)


_SHADED_BYTES = [bytes([1 << color]) for color in range(1, 8)]
_RUN = re.compile(b"|".join(re.escape(byte) + re.escape(byte) + b"*" for byte in _SHADED_BYTES))
"""A run of one colour. Each alternative begins with a byte, not with ``+``: so the search skips
blank cells several times as fast."""


@lru_cache(maxsize=4096)
def _clue_of(run: bytes) -> Clue:
    """The clue of a run; equal clues are one object, which saves time and memory."""
    return Clue(len(run), run[0].bit_length() - 1)


def _clues_of_bytes(states: bytes) -> Clues:
    """The clues of a line whose states are less than 256."""
    return tuple(map(_clue_of, _RUN.findall(states)))


def clues_of(line: Iterable[int]) -> Clues:
    """The clues of a line whose shaded cells are those given.

    Args:
        line: Cell states; all states but one certain colour count as background.

    >>> clues_of([SHADED, SHADED, BLANK, SHADED])
    (Clue(length=2, color=1), Clue(length=1, color=1))
    """
    states = line if isinstance(line, array) else array("I", line)
    if max(states, default=0) < 256:
        return _clues_of_bytes(low_bytes(states))
    return tuple(
        Clue(sum(1 for _ in run), state.bit_length() - 1)
        for state, run in groupby(states)
        if state > BLANK and state & (state - 1) == 0
    )


def clues_of_picture(grid: Grid) -> tuple[tuple[Clues, ...], tuple[Clues, ...]]:
    """The clues of all rows and of all columns of a picture."""
    if grid.colors > 8:
        by_row = tuple(clues_of(grid.row(r)) for r in range(grid.height))
        return by_row, tuple(clues_of(grid.column(c)) for c in range(grid.width))
    cells, width = grid.low_bytes(), grid.width
    rows = (cells[r * width : (r + 1) * width] for r in range(grid.height))
    columns = (cells[c::width] for c in range(width))
    return tuple(map(_clues_of_bytes, rows)), tuple(map(_clues_of_bytes, columns))


def satisfies(line: Iterable[int], line_clues: Clues) -> bool:
    """Whether the shaded cells of a line agree with its clues; the other cells may be clear.

    Clues that are not known agree with all that they may be.

    >>> satisfies([SHADED, BLANK, SHADED, SHADED], (Clue(1), Clue(UNKNOWN)))
    True
    """
    found = clues_of(line)
    return found == line_clues or (not is_known(line_clues) and _agree(found, line_clues))


def _agree(found: Clues, line_clues: Clues) -> bool:
    """Whether the runs of a line are what its clues may be."""
    ends = {0}
    """How many runs the clues until now may be."""
    for length, color in line_clues:
        if length == UNKNOWNS:
            ends = set(range(min(ends), len(found) + 1))
        else:
            ends = {
                end + 1
                for end in ends
                if end < len(found)
                and length in (UNKNOWN, found[end].length)
                and color in (ANY_COLOR, found[end].color)
            }
        if not ends:
            return False
    return len(found) in ends


def puzzle_of(grid: Grid, like: Puzzle) -> Puzzle:
    """The puzzle with the picture ``grid``; palette, title and other texts come from ``like``."""
    rows, columns = clues_of_picture(grid)
    return replace(like, rows=rows, columns=columns, goal=grid.to_goal(like.palette))


def unsatisfied_lines(puzzle: Puzzle, grid: Grid) -> Iterator[Line]:
    """The lines whose shaded cells do not agree with their clues."""
    return (line for line in puzzle.lines if not satisfies(grid.line(line), puzzle.clues_of(line)))
