"""Boards with their clues as SVG, inside an HTML page or by themselves; one cell is one unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from puzzles.board_picture import BoardPicture, Clue, is_strong_line
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
_MARGIN = 0.25
"""The room right of a board and below it, in cells, if there is a colour behind it."""
NOTEBOOK_PX = 560
"""The longer side of a picture in a notebook."""
MAX_NOTEBOOK_CELLS = 40_000
"""Larger boards are only named in a notebook: a picture of each would make its file huge."""


@dataclass(frozen=True, slots=True)
class SvgLook:
    """The size and the style of pictures."""

    longest_px: int
    """The longer side of a picture, with its clues."""
    font: str = ""
    """The typeface of pictures that stand by themselves; empty inside a page."""
    ink: str = "currentColor"
    """The colour of numbers that are not on tiles."""
    above: str = ""
    """That of those above the board, if it is another one."""
    dot: str = _DOT
    """The colour of dots in blank cells."""
    lines: tuple[str, str] = (_THIN, _STRONG)
    """The colours of lines and of strong lines."""
    behind: str = ""
    """The colour around the board, with a margin; empty for none."""
    always_clues: bool = False
    """Whether clues are shown that are too small to be read."""


class BoardSvg:
    """Draws boards of one size and palette, with the same clues.

    Attributes:
        left: The room of the rows' clues, in cells; 0 if none are shown.
        top: The room of the columns' clues, in cells.
        cell_px: The side of a cell, px.
    """

    def __init__(self, picture: BoardPicture, look: SvgLook) -> None:
        self.picture, self._look = picture, look
        rows, columns = picture.rows, picture.columns
        numbers = [0, *(length for line in (*rows, *columns) for length, _ in line)]
        self._slot = _SLOT + _DIGIT * max(len(str(n)) for n in numbers)
        self.left = self._slot * max(map(len, rows), default=0) + 0.2
        self.top = _TILE * max(map(len, columns), default=0) + 0.2
        has_clues = any(rows) or any(columns)
        if not has_clues or (not look.always_clues and self.cell_px < _MIN_CLUE_CELL_PX):
            self.left = self.top = 0.0

    @property
    def cell_px(self) -> float:
        """The side of a cell, px."""
        longer = max(self.picture.height + self.top, self.picture.width + self.left)
        return min(_MAX_CELL_PX, self._look.longest_px / max(longer, 1))

    def svg(self, over: Iterable[str], label: str, cells: Sequence[int] | None = None) -> str:
        """The picture of a board.

        Args:
            over: What is drawn over the board.
            label: The picture in words, for people who cannot see it.
            cells: Other cells than those of the board, row by row.
        """
        picture = self.picture if cells is None else replace(self.picture, cells=cells)
        height, width, px = picture.height, picture.width, self.cell_px
        margin = _MARGIN if self._look.behind else 0
        whole = width + self.left + margin, height + self.top + margin
        kind = ' xmlns="http://www.w3.org/2000/svg"' if self._look.font else ""
        return "".join(
            (
                f'<svg{kind} width="{whole[0] * px:.0f}" height="{whole[1] * px:.0f}"'
                f' viewBox="{-self.left:g} {-self.top:g} {whole[0]:g} {whole[1]:g}" role="img"'
                f' aria-label="{escape(label)}">',
                *self._behind(*whole),
                f'<rect fill="{picture.colors[0]}" width="{width}" height="{height}"/>',
                *self._cells(picture),
                *self._grid_lines(),
                *over,
                "</svg>",
            )
        )

    def clues(self) -> Iterator[str]:
        """The numbers, as parts of a picture."""
        look, picture = self._look, self.picture
        font = f' font-family="{look.font}"' if look.font else ""
        scale = f'transform="scale({1 / _UNITS:g})"'
        yield f'<g {scale} font-size="{_TEXT_UNITS}" text-anchor="middle"{font}>'
        for row, line in enumerate(picture.rows):
            for k, clue in enumerate(reversed(line)):
                yield self._number(clue, -0.1 - (k + 0.5) * self._slot, row + 0.5, look.ink)
        for column, line in enumerate(picture.columns):
            for k, clue in enumerate(reversed(line)):
                y = -0.1 - (k + 0.5) * _TILE
                yield self._number(clue, column + 0.5, y, look.above or look.ink)
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
            length = self.top + self.picture.height * board
            return f'<rect {look} x="{index}" y="{-self.top:g}" width="1" height="{length:g}"/>'
        length = self.left + self.picture.width * board
        return f'<rect {look} x="{-self.left:g}" y="{index}" width="{length:g}" height="1"/>'

    def _number(self, clue: Clue, x: float, y: float, text: str) -> str:
        """A number around a point, in colour on a tile."""
        (length, color), tile = clue, ""
        x, y = x * _UNITS, y * _UNITS
        if self.picture.has_tiles:
            rgb = self.picture.colors[color]
            room = self._slot if x < 0 else min(self._slot, 1.0)  # above the board: of a column
            wide, high = (room - 0.08) * _UNITS, (_TILE - 0.08) * _UNITS
            text = text_on(rgb)
            tile = (
                f'<rect fill="{rgb}" x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}"'
                f' width="{wide:.1f}" height="{high:.1f}" rx="2.5"/>'
            )
        base = y + 0.36 * _TEXT_UNITS  # half the height of a digit below the middle
        return f'{tile}<text fill="{text}" x="{x:.1f}" y="{base:.1f}">{length}</text>'

    def _behind(self, width: float, height: float) -> Iterator[str]:
        if color := self._look.behind:
            yield (
                f'<rect fill="{color}" x="{-self.left:g}" y="{-self.top:g}" width="{width:g}"'
                f' height="{height:g}"/>'
            )

    def _cells(self, picture: BoardPicture) -> Iterator[str]:
        paths: list[list[str]] = [[] for _ in picture.colors]
        for row in range(picture.height):
            for color, start, stop in picture.runs(row):
                if color:
                    paths[color].append(f"M{start} {row}h{stop - start}v1h{start - stop}z")
                    continue
                y = f"{row + 0.42:g}"
                paths[0] += [f"M{k + 0.42:g} {y}h.16v.16h-.16z" for k in range(start, stop)]
        for fill, path in zip((self._look.dot, *picture.colors[1:]), paths, strict=True):
            if path:
                yield f'<path fill="{fill}" d="{"".join(path)}"/>'

    def _grid_lines(self) -> Iterator[str]:
        height, width = self.picture.height, self.picture.width
        for is_strong, ink, thickness in zip(
            (False, True), self._look.lines, (0.03, 0.06), strict=True
        ):
            rows = (y for y in range(height + 1) if is_strong_line(y, height) is is_strong)
            columns = (x for x in range(width + 1) if is_strong_line(x, width) is is_strong)
            path = [*(f"M0 {y}h{width}" for y in rows), *(f"M{x} 0v{height}" for x in columns)]
            if path:
                pen = f'stroke="{ink}" fill="none" stroke-width="{thickness}"'
                yield f'<path {pen} d="{"".join(path)}"/>'


def notebook_html(
    caption: str, picture: BoardPicture, doubtful: Iterable[tuple[bool, int]] = ()
) -> str:
    """A board for a notebook: a picture below its caption; of a large board only the caption.

    Args:
        caption: Plain text; it is escaped.
        picture: The board. Its blank cells have no dots if no cell is clear.
        doubtful: Lines whose clues get a frame: whether it is a column, and the number from 0.
    """
    head = f"<div>{escape(caption)}</div>"
    if not 0 < picture.height * picture.width <= MAX_NOTEBOOK_CELLS:
        return head
    board = BoardSvg(picture, SvgLook(NOTEBOOK_PX))
    cells = picture.cells
    if all(state.bit_count() == 1 for state in cells):
        cells = [0 if state == 1 else state for state in cells]
    over = []
    if board.left:
        frame = f'fill="{_DOUBT}" fill-opacity=".18" stroke="{_DOUBT}" stroke-width=".06"'
        over = [board.over_line(*line, frame, board=False) for line in doubtful]
        over += board.clues()
    return head + board.svg(over, caption, cells)
