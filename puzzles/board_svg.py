"""Boards with their clues as SVG, inside an HTML page or by themselves; one cell is one unit.

This module stands below the model, whose values draw themselves in a notebook: a clue is a pair of
length and colour, a cell a bit set over the colours, see :mod:`puzzles.model` and
:mod:`puzzles.grid`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from puzzles.color_values import text_on

_MAX_CELL_PX = 24
_MIN_CLUE_CELL_PX = 12
"""With smaller cells the numbers cannot be read and are left out."""
_TEXT_UNITS, _UNITS = 16, 25
"""The height of the clues' text, and units of its coordinates in a cell: Qt rounds font sizes."""
_SLOT, _DIGIT = 0.5, 0.38
"""The room of a number: a margin, and for each digit, in cells."""
_TILE = 0.8
"""The height of the tile behind a number in colour, in cells."""
_THIN, _STRONG, _DOT = "#c9c9d3", "#85858f", "#85858f"
_DOUBT = "#d97706"
"""The frame around lines of clues that are in doubt."""
NOTEBOOK_PX = 560
"""The longer side of a picture in a notebook."""
MAX_NOTEBOOK_CELLS = 40_000
"""Larger boards are only named in a notebook: a picture of each would make its file huge."""

Clues = Sequence[tuple[int, int]]
"""Length and colour of each number of a line."""


class BoardSvg:
    """Draws boards of one size and palette, with the same clues.

    Attributes:
        left: The room of the rows' clues, in cells; 0 if none are shown.
        top: The room of the columns' clues, in cells.
        cell_px: The side of a cell, px.
    """

    def __init__(
        self,
        rows: Sequence[Clues],
        columns: Sequence[Clues],
        colors: Sequence[str],
        *,
        longest_px: int,
        font: str = "",
        ink: str = "currentColor",
        always_clues: bool = False,
    ) -> None:
        """Begin.

        Args:
            rows: The clues of each row.
            columns: The clues of each column.
            colors: The palette as ``#rrggbb``, the background first.
            longest_px: The longer side of a picture, with its clues.
            font: The typeface of pictures that stand by themselves; empty inside a page.
            ink: The colour of black clues.
            always_clues: Whether clues are shown that are too small to be read.
        """
        self.rows, self.columns, self.colors = rows, columns, colors
        self._font, self._ink, self._longest_px = font, ink, longest_px
        numbers = [0, *(length for line in (*rows, *columns) for length, _ in line)]
        self._slot = _SLOT + _DIGIT * max(len(str(n)) for n in numbers)
        self.left = self._slot * max(map(len, rows), default=0) + 0.2
        self.top = _TILE * max(map(len, columns), default=0) + 0.2
        has_clues = any(rows) or any(columns)
        if not has_clues or (not always_clues and self.cell_px < _MIN_CLUE_CELL_PX):
            self.left = self.top = 0.0

    @property
    def cell_px(self) -> float:
        """The side of a cell, px."""
        longer = max(len(self.rows) + self.top, len(self.columns) + self.left)
        return min(_MAX_CELL_PX, self._longest_px / max(longer, 1))

    def svg(self, states: Sequence[int], over: Iterable[str], label: str) -> str:
        """The picture of a board.

        Args:
            states: Its cells, row by row.
            over: What is drawn over the board.
            label: The picture in words, for people who cannot see it.
        """
        height, width, px = len(self.rows), len(self.columns), self.cell_px
        whole = width + self.left, height + self.top
        kind = ' xmlns="http://www.w3.org/2000/svg"' if self._font else ""
        return "".join(
            (
                f'<svg{kind} width="{whole[0] * px:.0f}" height="{whole[1] * px:.0f}"'
                f' viewBox="{-self.left:g} {-self.top:g} {whole[0]:g} {whole[1]:g}" role="img"'
                f' aria-label="{escape(label)}">',
                f'<rect fill="{self.colors[0]}" width="{width}" height="{height}"/>',
                *self._cells(states),
                *_grid_lines(height, width),
                *over,
                "</svg>",
            )
        )

    def clues(self) -> Iterator[str]:
        """The numbers, as parts of a picture."""
        font = f' font-family="{self._font}"' if self._font else ""
        scale = f'transform="scale({1 / _UNITS:g})"'
        yield f'<g {scale} font-size="{_TEXT_UNITS}" text-anchor="middle"{font}>'
        for row, line in enumerate(self.rows):
            for k, clue in enumerate(reversed(line)):
                yield self._number(clue, -0.1 - (k + 0.5) * self._slot, row + 0.5)
        for column, line in enumerate(self.columns):
            for k, clue in enumerate(reversed(line)):
                yield self._number(clue, column + 0.5, -0.1 - (k + 0.5) * _TILE)
        yield "</g>"

    def over_line(self, is_column: bool, index: int, look: str, *, board: bool = True) -> str:
        """A rectangle over a line's clues, and over its cells if ``board``.

        Args:
            is_column: Whether the line is a column.
            index: Its number, from 0.
            look: The attributes of the rectangle.
            board: Whether it covers the cells, too.
        """
        if is_column:
            length = self.top + len(self.rows) * board
            return f'<rect {look} x="{index}" y="{-self.top:g}" width="1" height="{length:g}"/>'
        length = self.left + len(self.columns) * board
        return f'<rect {look} x="{-self.left:g}" y="{index}" width="{length:g}" height="1"/>'

    def _number(self, clue: tuple[int, int], x: float, y: float) -> str:
        """A number around a point, in colour on a tile."""
        (length, color), text, tile = clue, self._ink, ""
        x, y = x * _UNITS, y * _UNITS
        if len(self.colors) > 2:
            rgb = self.colors[color]
            room = self._slot if x < 0 else min(self._slot, 1.0)  # above the board: of a column
            wide, high = (room - 0.08) * _UNITS, (_TILE - 0.08) * _UNITS
            text = text_on(rgb)
            tile = (
                f'<rect fill="{rgb}" x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}"'
                f' width="{wide:.1f}" height="{high:.1f}" rx="2.5"/>'
            )
        base = y + 0.36 * _TEXT_UNITS  # half the height of a digit below the middle
        return f'{tile}<text fill="{text}" x="{x:.1f}" y="{base:.1f}">{length}</text>'

    def _cells(self, states: Sequence[int]) -> Iterator[str]:
        width = len(self.columns)
        for color, rgb in enumerate(self.colors):
            state, path = 1 << color, []
            for row in range(len(self.rows)):
                cells, at = states[row * width : (row + 1) * width], 0
                while at < width:
                    start = at
                    while at < width and cells[at] == state:
                        at += 1
                    if color == 0:
                        path += [
                            f"M{k + 0.42:g} {row + 0.42:g}h.16v.16h-.16z" for k in range(start, at)
                        ]
                    elif at > start:
                        path.append(f"M{start} {row}h{at - start}v1h{start - at}z")
                    at += at == start
            if path:
                look = f'fill="{rgb if color else _DOT}"'
                yield f'<path {look} d="{"".join(path)}"/>'


def _grid_lines(height: int, width: int) -> Iterator[str]:
    for ink, of_five, thickness in ((_THIN, False, 0.03), (_STRONG, True, 0.06)):
        path = [f"M0 {y}h{width}" for y in range(height + 1) if _is_five(y, height) == of_five]
        path += [f"M{x} 0v{height}" for x in range(width + 1) if _is_five(x, width) == of_five]
        if path:
            pen = f'stroke="{ink}" fill="none" stroke-width="{thickness}"'
            yield f'<path {pen} d="{"".join(path)}"/>'


def _is_five(at: int, count: int) -> bool:
    return at % 5 == 0 or at == count


def notebook_html(
    caption: str,
    rows: Sequence[Clues],
    columns: Sequence[Clues],
    colors: Sequence[str],
    states: Sequence[int] = (),
    doubtful: Iterable[tuple[bool, int]] = (),
) -> str:
    """A board for a notebook: a picture below its caption; of a large board only the caption.

    Args:
        caption: Plain text; it is escaped.
        rows: The clues of each row; empty ones where there are none to show.
        columns: The clues of each column.
        colors: The palette as ``#rrggbb``, the background first.
        states: The cells, row by row; empty for a board whose cells are all clear. Blank cells have
            no dots if no cell is clear.
        doubtful: Lines whose clues get a frame: whether it is a column, and the number from 0.
    """
    head = f"<div>{escape(caption)}</div>"
    if not 0 < len(rows) * len(columns) <= MAX_NOTEBOOK_CELLS:
        return head
    picture = BoardSvg(rows, columns, colors, longest_px=NOTEBOOK_PX)
    clear = (1 << len(colors)) - 1
    shown = states or [clear] * (len(rows) * len(columns))
    if all(state & (state - 1) == 0 for state in shown):
        shown = [clear if state == 1 else state for state in shown]
    over = []
    if picture.left:
        frame = f'fill="{_DOUBT}" fill-opacity=".18" stroke="{_DOUBT}" stroke-width=".06"'
        over = [picture.over_line(*line, frame, board=False) for line in doubtful]
        over += picture.clues()
    return head + picture.svg(shown, over, caption)
