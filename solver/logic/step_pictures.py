"""The board after each step of an explanation, as SVG; one cell is one unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.color_values import text_on
from puzzles.grid import Grid
from puzzles.model import BACKGROUND, Clue, Puzzle
from solver.logic.explain import Step

_PICTURE_PX = 340
"""The longer side of a picture, with its clues."""
_MAX_CELL_PX = 24
_MIN_CLUE_CELL_PX = 12
"""With smaller cells, the numbers of a picture in a page could not be read and are left out."""
_TEXT_UNITS, _UNITS = 16, 25
"""The height of the clues' text, and units of its coordinates in a cell: Qt rounds font sizes."""
_SLOT, _DIGIT = 0.5, 0.38
"""The room of a number: a margin, and for each digit, in cells."""
_TILE = 0.8
"""The height of the tile behind a number in colour, in cells."""
_THIN, _STRONG, _DOT, _ACCENT = "#c9c9d3", "#85858f", "#85858f", "#2f5fe8"
_SHARED_ID = "clues"


class StepPictures:
    """Pictures of one puzzle: the line of a step is tinted, and its new cells are framed."""

    def __init__(self, puzzle: Puzzle, font: str = "", ink: str = "currentColor") -> None:
        """Begin.

        Args:
            puzzle: The puzzle.
            font: The typeface of pictures that stand by themselves; empty for those of one page,
                which show clues only if these can be read, and refer to :attr:`shared`.
            ink: The colour of black clues.
        """
        self._puzzle, self._font, self._ink = puzzle, font, ink
        self._slot = _SLOT + _DIGIT * max(len(str(n)) for n in _numbers(puzzle))
        self._left = self._slot * max(map(len, puzzle.rows)) + 0.2
        self._top = _TILE * max(map(len, puzzle.columns)) + 0.2
        if not font and self._cell_px < _MIN_CLUE_CELL_PX:
            self._left = self._top = 0.0

    @property
    def shared(self) -> str:
        """What the pictures of a page refer to, to be written once, before them."""
        if not self._left:
            return ""
        clues = "".join(self._clues())
        return f'<svg width="0" height="0"><defs><g id="{_SHARED_ID}">{clues}</g></defs></svg>\n'

    def of(self, step: Step) -> str:
        """The picture of a step."""
        puzzle, left, top = self._puzzle, self._left, self._top
        height, width, px = puzzle.height, puzzle.width, self._cell_px
        whole = width + left, height + top
        kind = ' xmlns="http://www.w3.org/2000/svg"' if self._font else ""
        parts = [
            f'<svg{kind} width="{whole[0] * px:.0f}" height="{whole[1] * px:.0f}"'
            f' viewBox="{-left:g} {-top:g} {whole[0]:g} {whole[1]:g}" role="img"'
            f' aria-label="The board after step {step.number}">',
            f'<rect fill="{puzzle.palette[0].rgb}" width="{width}" height="{height}"/>',
            *_cells(puzzle, step.grid),
            *_grid_lines(height, width),
        ]
        if step.deduction.line is not None:
            parts.append(self._tint(step))
        frames = "".join(
            f"M{at % width + 0.06:g} {at // width + 0.06:g}h.88v.88h-.88z"
            for at, _ in step.deduction.states
        )
        parts.append(f'<path fill="none" stroke="{_ACCENT}" stroke-width=".12" d="{frames}"/>')
        if self._font:
            parts += self._clues()
        elif left:
            parts.append(f'<use href="#{_SHARED_ID}"/>')
        parts.append("</svg>")
        return "".join(parts)

    @property
    def _cell_px(self) -> float:
        puzzle = self._puzzle
        longer = max(puzzle.height + self._top, puzzle.width + self._left)
        return min(_MAX_CELL_PX, _PICTURE_PX / longer)

    def _clues(self) -> Iterator[str]:
        puzzle, font = self._puzzle, f' font-family="{self._font}"' if self._font else ""
        scale = f'transform="scale({1 / _UNITS:g})"'
        yield f'<g {scale} font-size="{_TEXT_UNITS}" text-anchor="middle"{font}>'
        for row, line in enumerate(puzzle.rows):
            for k, clue in enumerate(reversed(line)):
                yield self._number(clue, -0.1 - (k + 0.5) * self._slot, row + 0.5)
        for column, line in enumerate(puzzle.columns):
            for k, clue in enumerate(reversed(line)):
                yield self._number(clue, column + 0.5, -0.1 - (k + 0.5) * _TILE)
        yield "</g>"

    def _number(self, clue: Clue, x: float, y: float) -> str:
        """A number around a point, in colour on a tile."""
        text, tile = self._ink, ""
        x, y = x * _UNITS, y * _UNITS
        if not self._puzzle.is_black_and_white:
            rgb = self._puzzle.palette[clue.color].rgb
            room = self._slot if x < 0 else min(self._slot, 1.0)  # above the board: of a column
            wide, high = (room - 0.08) * _UNITS, (_TILE - 0.08) * _UNITS
            text = text_on(rgb)
            tile = (
                f'<rect fill="{rgb}" x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}"'
                f' width="{wide:.1f}" height="{high:.1f}" rx="2.5"/>'
            )
        base = y + 0.36 * _TEXT_UNITS  # half the height of a digit below the middle
        return f'{tile}<text fill="{text}" x="{x:.1f}" y="{base:.1f}">{clue.length}</text>'

    def _tint(self, step: Step) -> str:
        """A tint over a step's line and its clues."""
        line, puzzle = step.deduction.line, self._puzzle
        assert line is not None
        at = f'fill="{_ACCENT}" opacity="0.13"'
        if line.is_column:
            length = puzzle.height + self._top
            return f'<rect {at} x="{line.index}" y="{-self._top:g}" width="1" height="{length:g}"/>'
        length = puzzle.width + self._left
        return f'<rect {at} x="{-self._left:g}" y="{line.index}" width="{length:g}" height="1"/>'


def _numbers(puzzle: Puzzle) -> Sequence[int]:
    lines = (*puzzle.rows, *puzzle.columns)
    return [0, *(clue.length for line in lines for clue in line)]


def _cells(puzzle: Puzzle, grid: Grid) -> Iterator[str]:
    for color, paint in enumerate(puzzle.palette):
        state, path = 1 << color, []
        for row in range(grid.height):
            cells, at = grid.row(row), 0
            while at < grid.width:
                start = at
                while at < grid.width and cells[at] == state:
                    at += 1
                if color == BACKGROUND:
                    path += [
                        f"M{k + 0.42:g} {row + 0.42:g}h.16v.16h-.16z" for k in range(start, at)
                    ]
                elif at > start:
                    path.append(f"M{start} {row}h{at - start}v1h{start - at}z")
                at += at == start
        if path:
            look = f'fill="{_DOT}"' if color == BACKGROUND else f'fill="{paint.rgb}"'
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
