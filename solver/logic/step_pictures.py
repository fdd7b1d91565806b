"""The board after each step of an explanation, as SVG; one cell is one unit."""

from __future__ import annotations

from puzzles.board_svg import BoardSvg, SvgLook
from puzzles.model import Puzzle
from puzzles.words import worded
from solver.logic.explain import ExplainedStep

_PICTURE_PX = 340
"""The longer side of a picture, with its clues."""
_ACCENT = "#2f5fe8"
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
        self._stands_alone = bool(font)
        look = SvgLook(_PICTURE_PX, font, ink, always_clues=bool(font))
        self._board = BoardSvg(puzzle.picture(), look)

    @property
    def shared(self) -> str:
        """What the pictures of a page refer to, to be written once, before them."""
        if not self._board.left:
            return ""
        clues = "".join(self._board.clues())
        return f'<svg width="0" height="0"><defs><g id="{_SHARED_ID}">{clues}</g></defs></svg>\n'

    def of(self, step: ExplainedStep) -> str:
        """The picture of a step."""
        parts = []
        if (line := step.deduction.line) is not None:
            tint = f'fill="{_ACCENT}" opacity="0.13"'
            parts.append(self._board.over_line(line.is_column, line.index, tint))
        width = step.grid.width
        frames = "".join(
            f"M{at % width + 0.06:g} {at // width + 0.06:g}h.88v.88h-.88z"
            for at, _ in step.deduction.states
        )
        parts.append(f'<path fill="none" stroke="{_ACCENT}" stroke-width=".12" d="{frames}"/>')
        if self._stands_alone:
            parts += self._board.clues()
        elif self._board.left:
            parts.append(f'<use href="#{_SHARED_ID}"/>')
        label = worded("The board after step {number}", number=step.number)
        return self._board.svg(parts, label, step.grid.cells)
